//! Emits a tuple struct: a list with a schema for each item, in which items that may be missing at the end
//! are `Option`s, or a value with a name of its own.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::attribute::{attribute, limits};
use super::type_attribute;
use super::types::or_null_type;
use crate::docs::{description_of_type, doc, value_docs};
use crate::layout::{Item, Layout, Tuple, Wrapper};
use crate::names::ident;

/// Emits the declaration of a list whose items differ.
pub(super) fn emit(layout: &Layout<'_>, item: &Item<'_>, shape: &Tuple<'_>) -> TokenStream {
    let name = ident(&item.name);
    let doc_of_type = doc(value_docs(item.schema, format!("The list `{}`.", item.schema.clause)));
    let fields = shape.items.iter().enumerate().map(|(index, ty)| {
        let fallback = format!("The item at index {index}.");
        let doc = doc(value_docs(ty.schema, description_of_type(layout, ty, fallback)));
        let (attribute, rust_type) = (attribute(&limits(ty)), or_null_type(ty));
        match index < shape.min_length {
            true => quote!(#doc #attribute pub #rust_type),
            false => quote!(#doc #attribute pub Option<#rust_type>),
        }
    });
    let mut arguments = type_attribute::arguments(layout, item);
    arguments.push(quote!(tuple));
    if shape.min_length > 0 {
        let min_length = Literal::usize_unsuffixed(shape.min_length);
        arguments.push(quote!(least = #min_length));
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
pub(super) fn wrapper(layout: &Layout<'_>, item: &Item<'_>, wrapper: &Wrapper<'_>) -> TokenStream {
    let (name, clause) = (ident(&item.name), item.schema.clause.as_str());
    let doc = doc(value_docs(item.schema, format!("The value `{clause}`.")));
    let of_type = attribute(&type_attribute::arguments(layout, item));
    let (attribute, inner) = (attribute(&limits(&wrapper.ty)), or_null_type(&wrapper.ty));
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
