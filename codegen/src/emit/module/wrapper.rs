//! Emits a type around a value that has a name of its own and is no object and no enum.

use proc_macro2::TokenStream;
use quote::quote;

use super::checks::{Check, check, or_null_type};
use super::look;
use super::model::{methods, model};
use crate::docs::{about, doc};
use crate::layout::{Item, Layout, Wrapper};
use crate::names::ident;

/// The type and its check.
pub(super) fn emit(layout: &Layout<'_>, item: &Item<'_>, found: &Wrapper<'_>) -> Vec<TokenStream> {
    let (name, clause) = (ident(&item.name), item.schema.clause.as_str());
    let type_doc = doc(about(item.schema, format!("The value `{clause}`.")));
    let inner = or_null_type(&found.ty);
    let declaration = quote! {
        #type_doc
        #[derive(Debug, Clone, PartialEq, serde::Serialize)]
        #[serde(transparent)]
        pub struct #name(
            /// The value.
            pub #inner,
        );
    };
    let methods = methods(&TokenStream::new());
    let (constant, Check { rust_type, made }) = (ident(&found.check), check(&found.ty));
    let model = model(
        &name,
        clause,
        &quote!(Ok(decode::Check::decode(&#constant, deserializer, at, found)?.map(Self))),
        &quote!(decode::Check::validate(&#constant, &self.0, at, found);),
    );
    vec![
        declaration,
        quote!(impl #name { #methods }),
        quote!(static #constant: #rust_type = #made;),
        model,
        look::wrapper(layout, item),
    ]
}
