//! Emits an enum of alternatives that differ by their JSON type.

use proc_macro2::TokenStream;
use quote::quote;
use webdata_spec::model::JsonType;

use super::attribute::{attribute, limits};
use super::type_attribute;
use super::types::value_type;
use crate::docs::{doc, upper_first, value_docs};
use crate::layout::{Alternative, Item, Kind, Layout, OneOfItem, TypeKind};
use crate::names::ident;

/// Emits the declaration.
pub(super) fn emit(layout: &Layout<'_>, item: &Item<'_>, one_of: &OneOfItem<'_>) -> TokenStream {
    let (name, clause) = (ident(&item.name), item.schema.clause.as_str());
    let mut paragraphs = value_docs(item.schema, format!("The values of `{clause}`."));
    paragraphs.push(format!("Either {} (`{clause}.type`).", expected_types(one_of)));
    let doc_of_enum = doc(paragraphs);
    let of_type = attribute(&type_attribute::arguments(layout, item));
    let open = type_attribute::non_exhaustive(layout, item);
    let alternatives = one_of.alternatives.iter().map(|alternative| {
        let (name, ty) = (ident(&alternative.name), value_type(&alternative.ty));
        let sentence = format!("{}.", upper_first(json_type_name(alternative.json_type)));
        let doc = match &alternative.ty.kind {
            // The docs of the named type are not repeated.
            TypeKind::Named { .. } => doc([sentence]),
            _ => doc(value_docs(alternative.ty.schema, sentence)),
        };
        let mut arguments: Vec<_> = json_type_argument(layout, alternative).into_iter().collect();
        arguments.extend(limits(&alternative.ty));
        let attribute = attribute(&arguments);
        quote!(#doc #attribute #name(#ty))
    });
    let other = ident(&one_of.other);
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
fn json_type_argument(layout: &Layout<'_>, alternative: &Alternative<'_>) -> Option<TokenStream> {
    let TypeKind::Named { name, .. } = &alternative.ty.kind else { return None };
    let is_choice =
        layout.item(&name.name).is_some_and(|item| matches!(item.kind, Kind::Choice(_)));
    let word = match alternative.json_type {
        JsonType::String if is_choice => "choice",
        json_type => json_type.name(),
    };
    let word = ident(word);
    Some(quote!(#word))
}

/// Returns the JSON types of the alternatives: `a boolean or an object`.
fn expected_types(one_of: &OneOfItem<'_>) -> String {
    let words: Vec<_> = one_of
        .alternatives
        .iter()
        .map(|alternative| json_type_name(alternative.json_type))
        .collect();
    match words.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => words.concat(),
    }
}

fn json_type_name(json_type: JsonType) -> &'static str {
    match json_type {
        JsonType::Boolean => "a boolean",
        JsonType::Integer => "an integer",
        JsonType::Number => "a number",
        JsonType::String => "a string",
        JsonType::Array => "an array",
        JsonType::Object => "an object",
    }
}
