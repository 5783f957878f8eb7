//! Emits an enum of objects with a discriminator.

use proc_macro2::TokenStream;
use quote::quote;

use super::attribute::attribute;
use super::type_attribute;
use crate::docs::{about, about_text, doc};
use crate::layout::{Item, Layout, UnionItem};
use crate::names::ident;

/// Emits the declaration.
pub(super) fn emit(layout: &Layout<'_>, item: &Item<'_>, found: &UnionItem<'_>) -> TokenStream {
    let (name, clause) = (ident(&item.name), item.schema.clause.as_str());
    let discriminator = &found.union.discriminator;
    let doc_of_enum = doc(about(item.schema, format!("The objects of `{clause}`.")));
    let mut arguments = type_attribute::arguments(layout, item);
    arguments.push(quote!(discriminator = #discriminator));
    let of_type = attribute(&arguments);
    let open = type_attribute::open(layout, item);
    let variants = found.variants.iter().map(|variant| {
        let (value, holds) = (variant.variant.value, ident(&variant.type_name.name));
        let name = ident(&variant.variant.name);
        let says = format!("`{discriminator}` is `{value}`.");
        let doc = doc(about_text(item.schema, value, says));
        let holds = if variant.boxed { quote!(Box<#holds>) } else { quote!(#holds) };
        quote!(#doc #[model(#value)] #name(#holds))
    });
    let other = ident(&found.other);
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
