//! Emits `src/credits.rs`: the charges as data, and the types whose values are charged.
//!
//! The runtime evaluates values and adds up their charges.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use webdata_spec::model::{Charge, ClauseId, ClauseRoot, Unit};

use crate::docs::doc;
use crate::emit::conditions;
use crate::error::GenerateError;
use crate::generated_file::{GeneratedFile, rust_file};
use crate::layout::{ChargedType, InnerValue, Kind, Layout, TypeName};
use crate::names::ident;

/// Emits the charges, or no file if the contract states none.
pub(crate) fn emit(
    layout: &Layout<'_>,
    crate_name: &str,
) -> Result<Option<GeneratedFile>, GenerateError> {
    if layout.spec.charges.is_empty() {
        return Ok(None);
    }
    let charges = layout.spec.charges.values().map(charge);
    let data = quote! {
        /// Every charge that the contract states, in its order, with charges of zero credits. The clause of a
        /// charge is `charges.<id>`.
        pub static CHARGES: &[Charge] = &[#(#charges),*];
    };
    let mut items = vec![data];
    if !layout.charged_types.is_empty() {
        items.push(estimate(layout));
        items.push(table(layout)?);
        items.push(charged_impls(layout));
    }
    items.insert(0, imports(layout, &items));
    let doc = "The charges of requests, in credits. The contract does not show the base charge of a request, so \
               no sum includes it.";
    let paragraphs: Vec<String> =
        std::iter::once(doc.to_owned()).chain(charges_example(layout, crate_name)).collect();
    rust_file("src/credits.rs", &paragraphs.join("\n\n"), items).map(Some)
}

fn imports(layout: &Layout<'_>, tables: &[TokenStream]) -> TokenStream {
    if layout.charged_types.is_empty() {
        return quote!(
            pub use webdata_runtime::credits::{Charge, Unit};
        );
    }
    let conditions = conditions::imports(tables);
    let inside = layout.charged_types.iter().any(|charged| !charged.inner_values.is_empty());
    let inside = inside.then(|| quote!(Inside,));
    quote! {
        use webdata_runtime::credits::{self, Earner, #inside Table};
        #conditions
        pub use webdata_runtime::credits::{Charge, Charged, Counts, Estimate, Line, Unit};
    }
}

fn charge(charge: &Charge) -> TokenStream {
    let (id, doc) = (&charge.id, &charge.doc);
    let credits =
        charge.credits.map(Literal::u32_unsuffixed).map(|credits| quote!(.credits(#credits)));
    let per = match charge.per {
        Unit::Request => TokenStream::new(),
        Unit::Url => quote!(.per(Unit::Url)),
        Unit::Page => quote!(.per(Unit::Page)),
        Unit::File => quote!(.per(Unit::File)),
        Unit::Run => quote!(.per(Unit::Run)),
    };
    let instead_of = charge.instead_of.as_ref().map(|other| quote!(.instead_of(#other)));
    quote!(Charge::new(#id, #doc) #credits #per #instead_of)
}

fn estimate(layout: &Layout<'_>) -> TokenStream {
    let mut paragraphs = vec![
        "Estimates the charges of a value, in credits. Charges that the contract does not show, such as the base \
         charge of a request, are not included."
            .to_owned(),
        "- The estimate has a line for each charge that applies to the value. An absent property has the \
         contract's default."
            .to_owned(),
        "- `counts` has the amounts, such as the pages of a document. An amount that `counts` lacks is unknown. \
         The number of requests for values inside another value is unknown, too."
            .to_owned(),
        "- Of charges that replace each other, one applies. The estimate does not know which.".to_owned(),
    ];
    let unconditional = layout.spec.charges.values().filter(|charge| charge.when.is_none());
    let unconditional: Vec<_> = unconditional.map(|charge| format!("`{}`", charge.id)).collect();
    if !unconditional.is_empty() {
        paragraphs.push(format!(
            "These charges do not depend on the value, so they have no line, and the sums do not include them: \
             {}.",
            unconditional.join(", ")
        ));
    }
    let doc = doc(paragraphs);
    quote! {
        #doc
        #[must_use]
        pub fn estimate(value: &impl Charged, counts: &Counts) -> Estimate {
            credits::estimate(&TABLE, value, counts)
        }
    }
}

fn table(layout: &Layout<'_>) -> Result<TokenStream, GenerateError> {
    let types = layout.charged_types.iter().map(charged_type);
    let types = types.collect::<Result<Vec<_>, _>>()?;
    Ok(quote! {
        static TABLE: Table = Table { charges: CHARGES, types: &[#(#types),*] };
    })
}

fn charged_type(charged: &ChargedType<'_>) -> Result<TokenStream, GenerateError> {
    let charges = charged.charges.iter().map(|(charge, when)| {
        let clause = ClauseRoot::Charge(&charge.id).clause();
        let (id, when) = (&charge.id, conditions::condition(when, &clause)?);
        Ok(quote!((#id, #when)))
    });
    let charges = charges.collect::<Result<Vec<_>, GenerateError>>()?;
    let inside = charged.inner_values.iter().map(inner_value);
    let inside = inside.collect::<Result<Vec<_>, _>>()?;
    let defaults = charged.defaults.iter().map(|(name, default)| {
        let default = default.to_string();
        quote!((#name, #default))
    });
    let parts = [("charges", charges), ("inside", inside), ("defaults", defaults.collect())];
    let parts = parts.into_iter().filter(|(_, list)| !list.is_empty());
    let parts = parts.map(|(name, list)| {
        let name = ident(name);
        quote!(.#name(&[#(#list),*]))
    });
    let name = &charged.item;
    Ok(quote!(Earner::new(#name) #(#parts)*))
}

fn inner_value(value: &InnerValue) -> Result<TokenStream, GenerateError> {
    let path = conditions::path(&value.path);
    let when = match &value.when {
        Some(when) => {
            let when = conditions::condition(when, &ClauseId::new("charges"))?;
            quote!(.when(#when))
        }
        None => TokenStream::new(),
    };
    let item = &value.item;
    Ok(quote!(Inside::new(#path, #item) #when))
}

/// Emits a line for each type of the table.
fn charged_impls(layout: &Layout<'_>) -> TokenStream {
    let types = layout.charged_types.iter().map(|charged_type| {
        let module = layout
            .modules
            .iter()
            .find(|module| module.items.iter().any(|item| item.name == charged_type.item));
        let module = ident(module.map_or("", |module| module.name.as_str()));
        let name = ident(&charged_type.item);
        quote!(super::#module::#name)
    });
    quote!(webdata_runtime::charged!(#(#types),*);)
}

/// Returns the example about the cost of a request.
fn charges_example(layout: &Layout<'_>, crate_name: &str) -> Vec<String> {
    let root = &crate_name.replace('-', "_");
    let all_optional = |name: &str| match layout.item(name).map(|item| &item.kind) {
        Some(Kind::Struct(structure)) => {
            structure.fields.iter().all(|field| !field.presence.is_required())
        }
        _ => false,
    };
    let charged_type = layout
        .charged_types
        .iter()
        .filter(|charged_type| !charged_type.charges.is_empty() && all_optional(&charged_type.item))
        .max_by_key(|charged_type| charged_type.charges.len());
    let type_name = charged_type.and_then(|charged_type| layout.type_name(&charged_type.item));
    let Some(TypeName { module, name }) = type_name else { return Vec::new() };
    let module = ident(&module);
    vec![
        "# Estimate a request".to_owned(),
        "An estimate with unknown amounts has no upper bound:".to_owned(),
        format!(
            "```\n\
             use {root}::credits::{{Counts, estimate}};\n\
             use {root}::{module}::{name};\n\n\
             let estimate = estimate(&{name}::default(), &Counts::new().pages(3));\n\
             for line in &estimate.lines {{\n    \
                 println!(\"{{}}: {{:?}} credits\", line.charge.doc, line.credits());\n\
             }}\n\
             assert!(estimate.maximum().is_none_or(|maximum| estimate.minimum() <= maximum));\n\
             ```"
        ),
    ]
}
