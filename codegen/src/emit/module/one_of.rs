//! Emits an enum of alternatives that differ by their JSON type.

use proc_macro2::TokenStream;
use quote::quote;

use super::attribute::{attribute, limits};
use super::type_attribute;
use super::types::value_type;
use crate::docs::{about, doc, upper_first};
use crate::layout::{Alternative, Item, JsonType, Kind, Layout, OneOfItem, TypeKind};
use crate::names::ident;

/// Emits the declaration.
pub(super) fn emit(layout: &Layout<'_>, item: &Item<'_>, found: &OneOfItem<'_>) -> TokenStream {
    let (name, clause) = (ident(&item.name), item.schema.clause.as_str());
    let mut paragraphs = about(item.schema, format!("The values of `{clause}`."));
    paragraphs.push(format!("Either {} (`{clause}.type`).", expected(found)));
    let doc_of_enum = doc(paragraphs);
    let of_type = attribute(&type_attribute::arguments(layout, item));
    let open = type_attribute::open(layout, item);
    let alternatives = found.alternatives.iter().map(|one| {
        let (name, ty) = (ident(&one.name), value_type(&one.ty));
        let says = format!("{}.", upper_first(words(one.json_type)));
        let doc = match &one.ty.kind {
            // The docs of the named type are not repeated.
            TypeKind::Named { .. } => doc([says]),
            _ => doc(about(one.ty.schema, says)),
        };
        let mut arguments: Vec<_> = kind(layout, one).into_iter().collect();
        arguments.extend(limits(&one.ty));
        let attribute = attribute(&arguments);
        quote!(#doc #attribute #name(#ty))
    });
    let other = ident(&found.other);
    quote! {
        #doc_of_enum
        #[derive(Debug, Clone, PartialEq, runtime::Model)]
        #of_type
        #open
        pub enum #name {
            #(#alternatives,)*
            /// A value of a type that the contract does not list. Validation reports it.
            #[model(other)]
            #other(serde_json::Value),
        }
    }
}

/// Emits the JSON type of an alternative that is a named type; for others, the Rust type implies it.
fn kind(layout: &Layout<'_>, alternative: &Alternative<'_>) -> Option<TokenStream> {
    let TypeKind::Named { name, .. } = &alternative.ty.kind else { return None };
    let is_choice =
        layout.item(&name.name).is_some_and(|item| matches!(item.kind, Kind::Choice(_)));
    let word = match alternative.json_type {
        JsonType::Boolean => "boolean",
        JsonType::Integer => "integer",
        JsonType::Number => "number",
        JsonType::String if is_choice => "choice",
        JsonType::String => "string",
        JsonType::Array => "array",
        JsonType::Object => "object",
    };
    let word = ident(word);
    Some(quote!(#word))
}

/// Returns the JSON types of the alternatives: `a boolean or an object`.
fn expected(found: &OneOfItem<'_>) -> String {
    let words: Vec<_> = found.alternatives.iter().map(|one| words(one.json_type)).collect();
    match words.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => words.concat(),
    }
}

fn words(json_type: JsonType) -> &'static str {
    match json_type {
        JsonType::Boolean => "a boolean",
        JsonType::Integer => "an integer",
        JsonType::Number => "a number",
        JsonType::String => "a string",
        JsonType::Array => "an array",
        JsonType::Object => "an object",
    }
}
