//! Emits an enum of strings.

use proc_macro2::TokenStream;
use quote::quote;

use super::attribute::attribute;
use super::type_attribute;
use crate::docs::{doc, listed_string_docs, value_docs};
use crate::layout::{Item, Layout, Variant};
use crate::names::{Scope, ident};

/// Emits the declaration.
pub(super) fn emit(layout: &Layout<'_>, item: &Item<'_>, variants: &[Variant<'_>]) -> TokenStream {
    let (name, clause) = (ident(&item.name), item.schema.clause.as_str());
    let mut scope = Scope::default();
    for variant in variants {
        scope.claim(variant.name.clone());
    }
    let other = ident(&scope.claim("Other".to_owned()));
    let fallback = match clause.strip_suffix(".items") {
        Some(list) => format!("An item of `{list}`."),
        None => format!("One of the strings of `{clause}`."),
    };
    let doc_of_enum = doc(value_docs(item.schema, fallback));
    let of_type = attribute(&type_attribute::arguments(layout, item));
    let open = type_attribute::non_exhaustive(layout, item);
    let variants = variants.iter().map(|variant| {
        let (name, value) = (ident(&variant.name), variant.value);
        let doc = doc(listed_string_docs(item.schema, value, format!("`{value}`")));
        let is_deprecated =
            item.schema.deprecated_values.iter().any(|deprecated| deprecated == value);
        let deprecated = is_deprecated.then(|| quote!(#[deprecated]));
        quote!(#doc #deprecated #[model(#value)] #name)
    });
    quote! {
        #doc_of_enum
        #[derive(Debug, Clone, PartialEq, Eq, runtime::Model)]
        #of_type
        #open
        pub enum #name {
            #(#variants,)*
            /// A string that the contract does not list. Validation reports it.
            #other(String),
        }
    }
}
