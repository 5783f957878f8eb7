//! Emits the call of the runtime's macro for the parts that all types share: methods, plain `Deserialize`,
//! and `schemars::JsonSchema`, which returns the contract's own schema.
//!
//! The schema of a named type is the file `../schemas/<name>.json` next to the source. The schema of a nested
//! type is part of its owner's file, found by the JSON Pointer in `schema`, or is the JSON text in `schema`.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{LitStr, Type};

use crate::model::Model;

/// Emits the implementations. `types` are the types that the schema may refer to.
pub(crate) fn emit(model: &Model<'_>, types: &[Type]) -> syn::Result<TokenStream> {
    let (ident, name) = (model.ident(), model.name());
    let file = |name: &str| {
        let path = LitStr::new(&format!("../schemas/{name}.json"), model.ident().span());
        quote!(include_str!(#path))
    };
    let (text, pointer) = match model.arguments.string("schema")? {
        None => (file(&name), String::new()),
        Some(path) if path.value().starts_with('/') => {
            let owner = model.clause.split('.').next().unwrap_or_default();
            (file(owner), path.value())
        }
        Some(expression) => (quote!(#expression), String::new()),
    };
    let mut references: Vec<TokenStream> = Vec::new();
    let mut seen: Vec<String> = Vec::new();
    let further = model.arguments.raw("refers_to").cloned().unwrap_or_default().into_iter();
    let further = further.filter(|token| matches!(token, TokenTree::Ident(_)));
    let types = types.iter().map(ToTokens::to_token_stream);
    for ty in types.chain(further.map(ToTokens::into_token_stream)) {
        let name = ty.to_string();
        let name = name.trim_start_matches("r#").to_owned();
        if !seen.contains(&name) {
            references.push(quote!(#name = #ty));
            seen.push(name);
        }
    }
    Ok(quote!(runtime::declare!(#ident, #name, #text, #pointer, [#(#references),*]);))
}
