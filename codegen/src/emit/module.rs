//! Emits `src/<page>.rs`: the types of one page, each with its check.

mod builder;
mod checks;
mod choice;
mod json_schema;
mod look;
mod members;
mod one_of;
mod structure;
mod union;
mod wrapper;

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::quote;

use crate::names::ident;
use crate::layout::{Held, Kind, Module, Of, Layout, TypeName};
use crate::rust_file::rust_file;
use crate::{GenerateError, GeneratedFile};

pub(super) use checks::{Scalar, scalar};

/// One module of types.
pub(crate) fn emit(layout: &Layout<'_>, module: &Module<'_>) -> Result<GeneratedFile, GenerateError> {
    let mut items = vec![imports(module)];
    for item in &module.items {
        items.extend(match &item.kind {
            Kind::Struct(found) => structure::emit(layout, item, found)?,
            Kind::Choice(variants) => choice::emit(layout, item, variants),
            Kind::Union(found) => union::emit(layout, item, found),
            Kind::OneOf(found) => one_of::emit(layout, item, found),
            Kind::Wrapper(found) => wrapper::emit(layout, item, found),
        });
        items.extend(builder::emit(layout, item));
        items.push(json_schema::emit(layout, item));
    }
    let doc = format!("The types of the page `types/{}.toml`, each with its check.", module.page);
    rust_file(&format!("src/{}.rs", module.name), &doc, items)
}

/// The runtime, and the types of other modules by their names.
fn imports(module: &Module<'_>) -> TokenStream {
    let mut named = BTreeSet::new();
    for item in &module.items {
        match &item.kind {
            Kind::Struct(found) => {
                found.fields.iter().for_each(|field| collect(&field.held, &mut named));
            }
            Kind::Union(found) => {
                named.extend(found.variants.iter().map(|variant| &variant.held));
            }
            Kind::OneOf(found) => {
                found.alternatives.iter().for_each(|one| collect(&one.held, &mut named));
            }
            Kind::Wrapper(found) => collect(&found.held, &mut named),
            Kind::Choice(_) => {}
        }
    }
    let mut modules: BTreeMap<&str, Vec<_>> = BTreeMap::new();
    for TypeName { module: other, name } in named {
        if *other != module.name {
            modules.entry(other).or_default().push(ident(name));
        }
    }
    let uses = modules.into_iter().map(|(module, names)| {
        let module = ident(module);
        match names.as_slice() {
            [name] => quote!(use super::#module::#name;),
            names => quote!(use super::#module::{#(#names),*};),
        }
    });
    quote! {
        use webdata_runtime::{self as runtime, decode};
        #(#uses)*
    }
}

fn collect<'n>(held: &'n Held<'_>, named: &mut BTreeSet<&'n TypeName>) {
    match &held.of {
        Of::Named { name, .. } => {
            named.insert(name);
        }
        Of::List(inner) | Of::Dictionary(inner) => collect(inner, named),
        Of::Any | Of::Boolean | Of::Integer | Of::Number | Of::Text => {}
    }
}

/// The methods that every type has.
fn methods(further: &TokenStream) -> TokenStream {
    quote! {
        /// Reads and judges JSON text.
        ///
        /// # Errors
        /// When it cannot be read as JSON, or with every violation, up to a thousand.
        pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
            decode::parse(json)
        }

        /// Reads and judges a JSON value.
        ///
        /// # Errors
        /// Every violation, up to a thousand.
        pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
            decode::check(value)
        }

        /// Judges a value that was built in Rust, or read by plain `serde`.
        ///
        /// # Errors
        /// Every violation, up to a thousand.
        pub fn validate(&self) -> Result<(), runtime::Violations> {
            decode::validate(self)
        }

        #further
    }
}

/// The implementation of the runtime's trait for types, and plain reading by the same pass.
fn model(
    name: &proc_macro2::Ident,
    clause: &str,
    decode: &TokenStream,
    validate: &TokenStream,
) -> TokenStream {
    // What a check does not need, its parameters leave without a name.
    let (at, found) =
        if validate.is_empty() { (quote!(_), quote!(_)) } else { (quote!(at), quote!(found)) };
    quote! {
        impl<'de> serde::Deserialize<'de> for #name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                decode::read(deserializer)
            }
        }

        impl decode::Model for #name {
            const CLAUSE: &'static str = #clause;

            fn decode<'de, D: serde::Deserializer<'de>>(
                deserializer: D,
                at: &decode::At<'_>,
                found: &mut decode::Found,
            ) -> Result<Option<Self>, D::Error> {
                #decode
            }

            fn validate_at(&self, #at: &decode::At<'_>, #found: &mut decode::Found) {
                #validate
            }
        }
    }
}
