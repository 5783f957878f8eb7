//! Makes `schemars::JsonSchema`: the contract's own export of a type.
//!
//! The schema of a named type is the file `../schemas/<name>.json` beside the source. That of a type without a
//! name of its own is a part of its owner's file, found by the JSON Pointer in `schema`, or the JSON there.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{LitStr, Type};

use crate::model::Model;

/// The implementation; `types` are those that the schema may refer to.
pub(crate) fn emit(model: &Model<'_>, types: &[Type]) -> syn::Result<TokenStream> {
    let (ident, name) = (model.ident(), model.name());
    let file = |name: &str| {
        let path = LitStr::new(&format!("../schemas/{name}.json"), model.ident().span());
        quote!(include_str!(#path))
    };
    let (text, pointer) = match model.arguments.string("schema")? {
        None => (file(&name), String::new()),
        Some(own) if own.value().starts_with('/') => {
            let owner = model.clause.split('.').next().unwrap_or_default();
            (file(owner), own.value())
        }
        Some(own) => (quote!(#own), String::new()),
    };
    let further = model.arguments.raw("refers_to").cloned().unwrap_or_default();
    let mut references: Vec<TokenStream> = Vec::new();
    let mut seen: Vec<String> = Vec::new();
    for ty in types {
        let name = quote!(#ty).to_string();
        let name = name.trim_start_matches("r#").to_owned();
        if !seen.contains(&name) {
            references.push(quote!((#name, generator::<#ty>)));
            seen.push(name);
        }
    }
    for ty in further {
        if let proc_macro2::TokenTree::Ident(ty) = ty {
            let name = ty.to_string();
            let name = name.trim_start_matches("r#").to_owned();
            references.push(quote!((#name, generator::<#ty>)));
        }
    }
    let used = (!references.is_empty()).then(|| {
        quote!(
            use runtime::json_schema::generator;
        )
    });
    Ok(quote! {
        impl runtime::schemars::JsonSchema for #ident {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                std::borrow::Cow::Borrowed(#name)
            }

            fn schema_id() -> std::borrow::Cow<'static, str> {
                std::borrow::Cow::Borrowed(::core::concat!(::core::module_path!(), "::", #name))
            }

            fn json_schema(
                schema: &mut runtime::schemars::SchemaGenerator,
            ) -> runtime::schemars::Schema {
                #used
                runtime::json_schema::read(#text, #pointer, &[#(#references),*], schema)
            }
        }
    })
}
