//! Emits an enum of objects with a discriminator.

use proc_macro2::TokenStream;
use quote::quote;

use super::attribute::attribute;
use super::type_attribute;
use crate::docs::{doc, listed_string_docs, value_docs};
use crate::layout::{Item, Layout, UnionItem};
use crate::names::ident;

/// Emits the declaration.
pub(super) fn emit(layout: &Layout<'_>, item: &Item<'_>, union: &UnionItem<'_>) -> TokenStream {
    let (name, clause) = (ident(&item.name), item.schema.clause.as_str());
    let discriminator = &union.union.discriminator;
    let doc_of_enum = doc(value_docs(item.schema, format!("The objects of `{clause}`.")));
    let mut arguments = type_attribute::arguments(layout, item);
    arguments.push(quote!(discriminator = #discriminator));
    let of_type = attribute(&arguments);
    let open = type_attribute::non_exhaustive(layout, item);
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
        #open
        pub enum #name {
            #(#variants,)*
            /// An object that the contract does not list. Validation reports it.
            #[model(other)]
            #other(serde_json::Value),
        }
    }
}
