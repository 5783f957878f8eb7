//! Emits `src/<page>.rs`: the types of one page.

mod attribute;

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use webdata_spec::model::{JsonType, NumberUnit, Object};
use webdata_spec::prose::capitalized;

use crate::docs::{
    deprecated, description_of_type, doc, effect, further_docs, listed_string_docs, object_limits,
    rejection, rule, summary, value_docs,
};
use crate::emit::conditions;
use crate::emit::module::attribute::{attribute, field_type, limits, or_null_type, value_type};
use crate::error::GenerateError;
use crate::generated_file::{GeneratedFile, rust_file};
use crate::layout::{
    Alternative, Field, FieldType, Item, Kind, Layout, Module, OneOfItem, Presence, Struct, Tuple,
    TypeKind, TypeName, UnionItem, Variant,
};
use crate::names::{Scope, ident, serde_camel};

pub(crate) use crate::emit::module::attribute::own_limits;

/// Returns the length of a unit of time.
fn milliseconds(unit: NumberUnit) -> Option<u64> {
    const DAY: u64 = 24 * 60 * 60 * 1000;
    match unit {
        NumberUnit::Milliseconds => Some(1),
        NumberUnit::Days => Some(DAY),
        NumberUnit::Weeks => Some(7 * DAY),
        NumberUnit::Credits
        | NumberUnit::Cents
        | NumberUnit::Copies
        | NumberUnit::Grams
        | NumberUnit::Points => None,
    }
}

/// Emits a module of types.
pub(crate) fn emit(
    layout: &Layout<'_>,
    module: &Module<'_>,
) -> Result<GeneratedFile, GenerateError> {
    let mut items = vec![imports(layout, module)];
    for item in &module.items {
        items.push(match &item.kind {
            Kind::Struct(structure) => emit_struct(layout, item, structure)?,
            Kind::Choice(variants) => emit_choice(layout, item, variants),
            Kind::Union(union) => emit_union(layout, item, union),
            Kind::OneOf(one_of) => emit_one_of(layout, item, one_of),
            Kind::Tuple(tuple) => emit_tuple(layout, item, tuple),
            Kind::Wrapper(ty) => emit_wrapper(layout, item, ty),
        });
    }
    let named = module.items.iter().filter(|item| layout.spec.types.contains_key(&item.name));
    let named: Vec<String> = named.map(|item| format!("[`{}`]", item.name)).collect();
    let types = if named.len() == 1 { "The type" } else { "The types" };
    let mut doc =
        format!("{types} {}, from the page `types/{}.toml`.", named.join(", "), module.page);
    let similar = layout.similar_modules(&module.name);
    if !similar.is_empty() {
        doc.push_str(&format!(" See also {}.", similar.join(" and ")));
    }
    rust_file(&format!("src/{}.rs", module.name), &doc, items)
}

/// Emits the imports: the runtime, and the types of other modules.
fn imports(layout: &Layout<'_>, module: &Module<'_>) -> TokenStream {
    let names: BTreeSet<&str> = module.items.iter().flat_map(Item::named_types).collect();
    let mut modules: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for name in names {
        // A type without a name in the contract is in the module of the type that contains it.
        if let Some(TypeName { module: other, name }) = layout.type_name(name)
            && other != module.name
        {
            modules.entry(other).or_default().push(ident(&name));
        }
    }
    let uses = modules.into_iter().map(|(module, names)| {
        let module = ident(&module);
        match names.as_slice() {
            [name] => quote!(use super::#module::#name;),
            names => quote!(use super::#module::{#(#names),*};),
        }
    });
    quote! {
        use webdata_runtime as runtime;
        #(#uses)*
    }
}

/// Emits the declaration.
fn emit_struct(
    layout: &Layout<'_>,
    item: &Item<'_>,
    structure: &Struct<'_>,
) -> Result<TokenStream, GenerateError> {
    let name = ident(&item.name);
    let mut paragraphs = value_docs(item.schema, format!("The object `{}`.", item.schema.clause));
    let mut limits = object_limits(item.schema);
    if structure.additional.is_none() {
        limits.push_str(" Plain `serde` drops other properties.");
    }
    paragraphs.push(limits);
    paragraphs.extend(serialized_alone(layout, item, structure));
    let Object { rules: all_rules, effects, refusals, .. } = structure.object;
    let rejections = refusals.iter().map(|refusal| rejection(refusal, "super::error_catalogue"));
    let statements = all_rules.iter().map(rule).chain(effects.iter().map(effect)).chain(rejections);
    paragraphs.extend(statements.map(|statement| format!("- {statement}")));
    let doc_of_struct = doc(paragraphs);
    let default = structure
        .fields
        .iter()
        .all(|field| !field.presence.is_required())
        .then(|| quote!(Default,));
    // The derive macro emits a `Debug` that does not show secrets.
    let is_secret = structure.fields.iter().any(|field| field.ty.schema.secret);
    let debug = (!is_secret).then(|| quote!(Debug,));
    let of_type = attribute(&arguments(layout, item, structure));
    let rules = rules(structure)?;
    let fields = structure.fields.iter().map(|field| declare_field(layout, field));
    let additional = structure.additional.as_ref().map(|name| {
        let name = ident(name);
        quote! {
            /// Properties that the contract does not list.
            pub #name: serde_json::Map<String, serde_json::Value>,
        }
    });
    Ok(quote! {
        #doc_of_struct
        #[derive(#debug Clone, #default PartialEq, runtime::Model)]
        #of_type
        #(#rules)*
        #[non_exhaustive]
        pub struct #name {
            #(#fields,)*
            #additional
        }
    })
}

fn arguments(layout: &Layout<'_>, item: &Item<'_>, structure: &Struct<'_>) -> Vec<TokenStream> {
    let mut arguments = attribute::type_arguments(layout, item);
    arguments.extend(structure.tag.as_ref().map(|tag| {
        let (property, values) = (tag.property, tag.values);
        let optional = (!tag.required).then(|| quote!(, optional));
        quote!(tag(#property, #(#values),* #optional))
    }));
    arguments.extend(structure.additional.is_none().then(|| quote!(closed)));
    arguments.extend(own_limits(item.schema));
    if structure.builder != format!("{}Builder", item.name) {
        let name = ident(&structure.builder);
        arguments.push(quote!(builder = #name));
    }
    arguments
}

/// Emits an attribute for each rule about the object as it was sent.
fn rules(structure: &Struct<'_>) -> Result<Vec<TokenStream>, GenerateError> {
    let rules = structure.rules_as_sent().into_iter().map(|rule| {
        let (id, sentence) = (&rule.id, &rule.doc);
        let when = conditions::condition(&rule.when, &rule.clause)?;
        let requires = conditions::condition(&rule.requires, &rule.clause)?;
        let unless = rule.unless.as_ref().map(|unless| {
            let unless = conditions::condition(unless, &rule.clause)?;
            Ok::<_, GenerateError>(quote!(, unless = #unless))
        });
        let unless = unless.transpose()?;
        Ok(quote!(#[model(rule(#id, #sentence, when = #when, requires = #requires #unless))]))
    });
    rules.collect()
}

/// Describes a variant that several values of its discriminator select.
fn serialized_alone(
    layout: &Layout<'_>,
    item: &Item<'_>,
    structure: &Struct<'_>,
) -> Option<String> {
    let property = structure.tag.as_ref().filter(|tag| tag.only_value().is_none())?.property;
    let unions = layout.items().filter(|other| match &other.kind {
        Kind::Union(union) => {
            union.variants.iter().any(|variant| variant.type_name.name == item.name)
        }
        _ => false,
    });
    let unions: Vec<_> = unions.map(|union| format!("`{}`", union.name)).collect();
    Some(format!(
        "On its own, it is serialized without `{property}`; as a variant of {}, it has the property.",
        unions.join(" or ")
    ))
}

fn declare_field(layout: &Layout<'_>, field: &Field<'_>) -> TokenStream {
    let (name, property) = (ident(&field.name), field.property);
    let fallback = format!("The property `{property}`.");
    let mut sentences =
        value_docs(field.ty.schema, description_of_type(layout, &field.ty, fallback));
    sentences.extend(further_docs(layout, &field.ty.schema.clause));
    // One paragraph, since the docs of a field are always shown whole.
    sentences.retain(|sentence| !sentence.is_empty());
    let doc = doc([sentences.join(" ")]);
    let mut arguments = Vec::new();
    if serde_camel(&field.name) != property {
        arguments.push(quote!(#property));
    }
    arguments.extend((field.presence == Presence::RequiredNullable).then(|| quote!(nullable)));
    arguments.extend(limits(&field.ty));
    arguments.extend(field.ty.schema.secret.then(|| quote!(secret)));
    let unit = field.ty.schema.unit.filter(|_| matches!(field.ty.kind, TypeKind::Integer));
    let milliseconds = unit.and_then(milliseconds).map(Literal::u64_unsuffixed);
    arguments.extend(milliseconds.map(|length| quote!(milliseconds = #length)));
    arguments.extend(default(layout, field).map(|default| quote!(default = #default)));
    let attribute = attribute(&arguments);
    let rust_type = field_type(field);
    let deprecated = deprecated(field.ty.schema.deprecated.as_ref());
    quote!(#doc #deprecated #attribute pub #name: #rust_type)
}

/// Emits the default of an optional field, if it is a plain value.
fn default(layout: &Layout<'_>, field: &Field<'_>) -> Option<TokenStream> {
    let default = field.ty.schema.default.as_ref()?;
    match field.presence {
        Presence::Patch | Presence::Nullable if default.is_null() && layout.is_plain(&field.ty) => {
            return Some(quote!(null));
        }
        Presence::Optional | Presence::Patch | Presence::Nullable => {}
        Presence::Required | Presence::RequiredNullable => return None,
    }
    match &field.ty.kind {
        TypeKind::Boolean => default.as_bool().map(|value| quote!(#value)),
        TypeKind::Integer => {
            let value = default.as_i64().map(proc_macro2::Literal::i64_unsuffixed)?;
            Some(quote!(#value))
        }
        TypeKind::Number => {
            let value = default.as_f64().map(proc_macro2::Literal::f64_unsuffixed)?;
            Some(quote!(#value))
        }
        TypeKind::Text => default.as_str().map(|value| quote!(#value)),
        TypeKind::Named { name, boxed: false } => {
            let Kind::Choice(variants) = &layout.item(&name.name)?.kind else { return None };
            let value = default.as_str()?;
            let variant = variants.iter().find(|variant| variant.value == value)?;
            let (name, variant) = (ident(&name.name), ident(&variant.name));
            Some(quote!(#name::#variant))
        }
        _ => None,
    }
}

/// Emits the declaration.
fn emit_choice(layout: &Layout<'_>, item: &Item<'_>, variants: &[Variant<'_>]) -> TokenStream {
    let (name, clause) = (ident(&item.name), item.schema.clause.as_str());
    let mut scope = Scope::default();
    for variant in variants {
        scope.claim(variant.name.clone());
    }
    let other = ident(&scope.claim("Other".to_owned()));
    let fallback = match (clause.strip_suffix(".items"), clause.strip_suffix(".string")) {
        (Some(list), _) => format!("An item of `{list}`."),
        (None, Some(value)) => format!("The value `{value}`, as a string."),
        (None, None) => format!("A string that the contract lists for `{clause}`."),
    };
    // The field has the default and the behaviour of a value without a name of its own.
    let mut paragraphs = if layout.spec.types.contains_key(&item.name) {
        value_docs(item.schema, fallback)
    } else {
        vec![summary(item.schema, fallback)]
    };
    let of_digit =
        variants.iter().find(|variant| variant.value.starts_with(|c: char| c.is_ascii_digit()));
    paragraphs.extend(of_digit.map(|Variant { value, name }| {
        format!("A name in Rust begins with a letter, so `{value}` is [`Self::{name}`].")
    }));
    let doc_of_enum = doc(paragraphs);
    let doc_of_other = if item.schema.is_open_enum() {
        "A string that the contract does not list, which is valid, too."
    } else {
        "A string that the contract does not list. Validation reports it."
    };
    let doc_of_other = doc([doc_of_other.to_owned()]);
    let of_type = attribute(&attribute::type_arguments(layout, item));
    let variants = variants.iter().map(|variant| {
        let (name, value) = (ident(&variant.name), variant.value);
        let doc = doc([listed_string_docs(item.schema, value, format!("`{value}`.")).join(" ")]);
        let is_deprecated =
            item.schema.deprecated_values.iter().any(|deprecated| deprecated == value);
        let deprecated = is_deprecated.then(|| quote!(#[deprecated]));
        quote!(#doc #deprecated #[model(#value)] #name)
    });
    quote! {
        #doc_of_enum
        #[derive(Debug, Clone, PartialEq, Eq, Hash, runtime::Model)]
        #of_type
        #[non_exhaustive]
        pub enum #name {
            #(#variants,)*
            #doc_of_other
            #other(String),
        }
    }
}

/// Emits the declaration.
fn emit_union(layout: &Layout<'_>, item: &Item<'_>, union: &UnionItem<'_>) -> TokenStream {
    let (name, clause) = (ident(&item.name), item.schema.clause.as_str());
    let discriminator = &union.union.discriminator;
    let doc_of_enum = doc(value_docs(item.schema, format!("The objects of `{clause}`.")));
    let mut arguments = attribute::type_arguments(layout, item);
    arguments.push(quote!(discriminator = #discriminator));
    let of_type = attribute(&arguments);
    let variants = union.variants.iter().map(|variant| {
        let (value, holds) = (variant.variant.value, ident(&variant.type_name.name));
        let name = ident(&variant.variant.name);
        let sentence = format!("`{discriminator}` is `{value}`.");
        let doc = doc(listed_string_docs(item.schema, value, sentence));
        let holds = if variant.boxed { quote!(Box<#holds>) } else { quote!(#holds) };
        quote!(#doc #[model(#value)] #name(#holds))
    });
    let other = ident(&union.other);
    quote! {
        #doc_of_enum
        #[derive(Debug, Clone, PartialEq, runtime::Model)]
        #of_type
        #[non_exhaustive]
        pub enum #name {
            #(#variants,)*
            /// An object that the contract does not list. Validation reports it.
            #other(serde_json::Value),
        }
    }
}

/// Emits the declaration.
fn emit_one_of(layout: &Layout<'_>, item: &Item<'_>, one_of: &OneOfItem<'_>) -> TokenStream {
    let (name, clause) = (ident(&item.name), item.schema.clause.as_str());
    let mut paragraphs = value_docs(item.schema, format!("The values of `{clause}`."));
    paragraphs.push(format!("Either {} (`{clause}.type`).", expected_types(one_of)));
    let doc_of_enum = doc(paragraphs);
    let of_type = attribute(&attribute::type_arguments(layout, item));
    let alternatives = one_of.alternatives.iter().map(|alternative| {
        let (name, ty) = (ident(&alternative.name), value_type(&alternative.ty));
        let sentence = format!("{}.", capitalized(json_type_name(alternative.json_type)));
        let doc = match &alternative.ty.kind {
            // The docs of the named type are not repeated.
            TypeKind::Named { .. } => doc([sentence]),
            _ => doc(value_docs(alternative.ty.schema, sentence)),
        };
        let mut arguments: Vec<_> = json_type_argument(layout, alternative).into_iter().collect();
        arguments.extend(limits(&alternative.ty));
        let attribute = attribute(&arguments);
        quote!(#doc #attribute #name(#ty))
    });
    let other = ident(&one_of.other);
    quote! {
        #doc_of_enum
        #[derive(Debug, Clone, PartialEq, runtime::Model)]
        #of_type
        #[non_exhaustive]
        pub enum #name {
            #(#alternatives,)*
            /// A value of a type that the contract does not list. Validation reports it.
            #other(serde_json::Value),
        }
    }
}

/// Emits the JSON type of an alternative that is a named type; for others, the Rust type implies it.
fn json_type_argument(layout: &Layout<'_>, alternative: &Alternative<'_>) -> Option<TokenStream> {
    let TypeKind::Named { name, .. } = &alternative.ty.kind else { return None };
    let is_choice =
        layout.item(&name.name).is_some_and(|item| matches!(item.kind, Kind::Choice(_)));
    let word = match alternative.json_type {
        JsonType::String if is_choice => "choice",
        json_type => json_type.name(),
    };
    let word = ident(word);
    Some(quote!(#word))
}

/// Returns the JSON types of the alternatives: `a boolean or an object`.
fn expected_types(one_of: &OneOfItem<'_>) -> String {
    let words: Vec<_> = one_of
        .alternatives
        .iter()
        .map(|alternative| json_type_name(alternative.json_type))
        .collect();
    match words.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => words.concat(),
    }
}

fn json_type_name(json_type: JsonType) -> &'static str {
    match json_type {
        JsonType::Boolean => "a boolean",
        JsonType::Integer => "an integer",
        JsonType::Number => "a number",
        JsonType::String => "a string",
        JsonType::Array => "an array",
        JsonType::Object => "an object",
    }
}

/// Emits the declaration of a list whose items differ.
fn emit_tuple(layout: &Layout<'_>, item: &Item<'_>, shape: &Tuple<'_>) -> TokenStream {
    let name = ident(&item.name);
    let doc_of_type = doc(value_docs(item.schema, format!("The list `{}`.", item.schema.clause)));
    let fields = shape.items.iter().enumerate().map(|(index, ty)| {
        let fallback = format!("The item at index {index}.");
        let doc = doc(value_docs(ty.schema, description_of_type(layout, ty, fallback)));
        let (attribute, rust_type) = (attribute(&limits(ty)), or_null_type(ty));
        if index < shape.min_length {
            quote!(#doc #attribute pub #rust_type)
        } else {
            quote!(#doc #attribute pub Option<#rust_type>)
        }
    });
    let mut arguments = attribute::type_arguments(layout, item);
    arguments.push(quote!(tuple));
    if shape.min_length > 0 {
        let min_length = Literal::usize_unsuffixed(shape.min_length);
        arguments.push(quote!(min_items = #min_length));
    }
    let of_type = attribute(&arguments);
    let default = (shape.min_length == 0).then(|| quote!(Default,));
    quote! {
        #doc_of_type
        #[derive(Debug, Clone, #default PartialEq, runtime::Model)]
        #of_type
        pub struct #name(#(#fields,)*);
    }
}

/// Emits the declaration of a value with a name of its own.
fn emit_wrapper(layout: &Layout<'_>, item: &Item<'_>, ty: &FieldType<'_>) -> TokenStream {
    let (name, clause) = (ident(&item.name), item.schema.clause.as_str());
    let doc = doc(value_docs(item.schema, format!("The value `{clause}`.")));
    let of_type = attribute(&attribute::type_arguments(layout, item));
    let (attribute, inner) = (attribute(&limits(ty)), or_null_type(ty));
    quote! {
        #doc
        #[derive(Debug, Clone, PartialEq, runtime::Model)]
        #of_type
        pub struct #name(
            /// The value.
            #attribute
            pub #inner,
        );
    }
}
