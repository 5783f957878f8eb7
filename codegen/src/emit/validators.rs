//! Emits `src/validators.rs`: the validator of each type of the contract, by the type's name.
//!
//! Each row refers to a function of another module.

use quote::quote;

use super::operations;
use crate::error::GenerateError;
use crate::generated_file::GeneratedFile;
use crate::layout::Layout;
use crate::names::{ident, shouty};
use crate::rust_file::rust_file;

/// Emits the table, sorted by the names of types.
pub(crate) fn emit(layout: &Layout<'_>) -> Result<GeneratedFile, GenerateError> {
    let mut names: Vec<&str> = layout.spec.types.keys().map(String::as_str).collect();
    names.sort_unstable();
    let updates = operations::updates(layout);
    let rows = names.into_iter().map(|name| {
        let path = operations::path(layout, name);
        let updates = updates.get(name).into_iter().flatten().map(|operation| {
            let operation = ident(&shouty(&operation.id));
            quote!(UpdateCheck::new(&super::operations::#operation))
        });
        let updates: Vec<_> = updates.collect();
        match updates.is_empty() {
            true => quote!(Validator::new::<#path>(#name)),
            false => quote! {
                Validator {
                    after_update: &[#(#updates),*],
                    ..Validator::new::<#path>(#name)
                }
            },
        }
    });
    let imports = quote! {
        pub use webdata_runtime::{UpdateCheck, Validator};
    };
    let table = quote! {
        /// The validator of every type that has a name in the contract, sorted by these names.
        pub static ALL: &[Validator] = &[#(#rows),*];
    };
    let doc = "The validators of the contract's types, by the names of the types.";
    rust_file("src/validators.rs", doc, [imports, table])
}
