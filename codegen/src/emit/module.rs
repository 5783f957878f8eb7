//! Emits `src/<page>.rs`: the types of one page, each with its check.

mod builder;
mod checks;
mod choice;
mod json_schema;
mod look;
mod members;
mod model;
mod one_of;
mod structure;
mod tuple;
mod union;
mod wrapper;

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::quote;

use crate::error::GenerateError;
use crate::generated_file::GeneratedFile;
use crate::layout::{FieldType, Kind, Layout, Module, TypeKind, TypeName};
use crate::names::ident;
use crate::rust_file::rust_file;

pub(super) use checks::{Scalar, scalar};

/// One module of types.
pub(crate) fn emit(
    layout: &Layout<'_>,
    module: &Module<'_>,
) -> Result<GeneratedFile, GenerateError> {
    let mut items = vec![imports(module)];
    for item in &module.items {
        items.extend(match &item.kind {
            Kind::Struct(found) => structure::emit(layout, item, found)?,
            Kind::Choice(variants) => choice::emit(layout, item, variants),
            Kind::Union(found) => union::emit(layout, item, found),
            Kind::OneOf(found) => one_of::emit(layout, item, found),
            Kind::Tuple(found) => tuple::emit(layout, item, found),
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
                found.fields.iter().for_each(|field| collect(&field.ty, &mut named));
            }
            Kind::Union(found) => {
                named.extend(found.variants.iter().map(|variant| &variant.type_name));
            }
            Kind::OneOf(found) => {
                found.alternatives.iter().for_each(|one| collect(&one.ty, &mut named));
            }
            Kind::Tuple(found) => found.items.iter().for_each(|one| collect(&one.ty, &mut named)),
            Kind::Wrapper(found) => collect(&found.ty, &mut named),
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

fn collect<'n>(ty: &'n FieldType<'_>, named: &mut BTreeSet<&'n TypeName>) {
    match &ty.kind {
        TypeKind::Named { name, .. } => {
            named.insert(name);
        }
        TypeKind::List(inner) | TypeKind::Dictionary(inner) => collect(inner, named),
        TypeKind::Any
        | TypeKind::Boolean
        | TypeKind::Integer
        | TypeKind::Number
        | TypeKind::Text => {}
    }
}
