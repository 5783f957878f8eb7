//! Emits `src/<page>.rs`: the types of one page.

mod attribute;
mod choice;
mod one_of;
mod structure;
mod tuple;
mod type_attribute;
mod types;
mod union;

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::quote;

use crate::error::GenerateError;
use crate::generated_file::GeneratedFile;
use crate::layout::{Item, Kind, Layout, Module, TypeName};
use crate::names::ident;
use crate::rust_file::rust_file;

pub(super) use types::{Scalar, scalar};

/// Emits a module of types.
pub(crate) fn emit(
    layout: &Layout<'_>,
    module: &Module<'_>,
) -> Result<GeneratedFile, GenerateError> {
    let mut items = vec![imports(layout, module)];
    for item in &module.items {
        items.push(match &item.kind {
            Kind::Struct(structure) => structure::emit(layout, item, structure)?,
            Kind::Choice(variants) => choice::emit(layout, item, variants),
            Kind::Union(union) => union::emit(layout, item, union),
            Kind::OneOf(one_of) => one_of::emit(layout, item, one_of),
            Kind::Tuple(tuple) => tuple::emit(layout, item, tuple),
            Kind::Wrapper(wrapper) => tuple::wrapper(layout, item, wrapper),
        });
    }
    let named = module.items.iter().filter(|item| layout.spec.types.contains_key(&item.name));
    let named: Vec<String> = named.map(|item| format!("[`{}`]", item.name)).collect();
    let types = if named.len() == 1 { "the type" } else { "the types" };
    let doc = format!("{}: {types} of the page `types/{}.toml`.", named.join(", "), module.page);
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
