//! Emits an enum of kinds of value that their JSON type tells apart.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::checks::{Check, check, value_type};
use super::look;
use super::model::{methods, model};
use crate::docs::{about, doc, upper_first};
use crate::layout::{Alternative, Item, JsonType, Layout, OneOfItem, TypeKind};
use crate::names::ident;

/// The enum and its check.
pub(super) fn emit(
    layout: &Layout<'_>,
    item: &Item<'_>,
    found: &OneOfItem<'_>,
) -> Vec<TokenStream> {
    let (name, clause) = (ident(&item.name), item.schema.clause.as_str());
    let methods = methods(&TokenStream::new());
    let checks: Vec<_> = found.alternatives.iter().map(|one| ident(&one.check)).collect();
    let statics = found.alternatives.iter().zip(&checks).map(|(alternative, constant)| {
        let Check { rust_type, made } = check(&alternative.ty);
        quote!(static #constant: #rust_type = #made;)
    });
    let (names, other) = (variants(found), ident(&found.other));
    let model = model(
        &name,
        clause,
        &quote!(decode::one_of(deserializer, at, found)),
        &quote! {
            match self {
                #(Self::#names(value) => { decode::Check::validate(&#checks, value, at, found); })*
                Self::#other(value) => { decode::other::<Self>(value, at, found); }
            }
        },
    );
    let conversions = found.alternatives.iter().map(|one| conversion(&name, one));
    vec![
        declaration(item, found),
        quote!(impl #name { #methods }),
        quote!(#(#conversions)*),
        quote!(#(#statics)*),
        model,
        alternative_decoding(item, found, &checks),
        look::one_of(layout, item, found),
    ]
}

fn variants(found: &OneOfItem<'_>) -> Vec<Ident> {
    found.alternatives.iter().map(|one| ident(&one.name)).collect()
}

fn declaration(item: &Item<'_>, found: &OneOfItem<'_>) -> TokenStream {
    let (name, clause) = (ident(&item.name), item.schema.clause.as_str());
    let mut paragraphs = about(item.schema, format!("The values of `{clause}`."));
    paragraphs.push(format!("Either {} (`{clause}.type`).", expected(found)));
    let enum_doc = doc(paragraphs);
    let ty = found.alternatives.iter().map(|one| value_type(&one.ty));
    let variant_docs = found.alternatives.iter().map(|one| match &one.ty.kind {
        // What the type says of itself is not said again.
        TypeKind::Named { .. } => doc([format!("{}.", upper_first(words(one.json_type)))]),
        _ => doc(about(one.ty.schema, format!("{}.", upper_first(words(one.json_type))))),
    });
    let (names, other) = (variants(found), ident(&found.other));
    quote! {
        #enum_doc
        #[derive(Debug, Clone, PartialEq, serde::Serialize)]
        #[serde(untagged)]
        pub enum #name {
            #(#variant_docs #names(#ty),)*
            /// A value of a type that the contract does not list; judging reports it.
            #other(serde_json::Value),
        }
    }
}

/// From what an alternative holds; the JSON types keep the Rust types apart.
fn conversion(name: &Ident, alternative: &Alternative<'_>) -> TokenStream {
    let variant = ident(&alternative.name);
    let (ty, value) = match &alternative.ty.kind {
        TypeKind::Named { name, boxed: true } => {
            let name = ident(&name.name);
            (quote!(#name), quote!(Box::new(value)))
        }
        _ => (value_type(&alternative.ty), quote!(value)),
    };
    quote! {
        impl From<#ty> for #name {
            fn from(value: #ty) -> Self {
                Self::#variant(#value)
            }
        }
    }
}

fn alternative_decoding(item: &Item<'_>, found: &OneOfItem<'_>, checks: &[Ident]) -> TokenStream {
    let (name, expected) = (ident(&item.name), expected(found));
    let kinds: Vec<_> = found.alternatives.iter().map(|one| kind(one.json_type)).collect();
    let (names, other) = (variants(found), ident(&found.other));
    quote! {
        impl decode::OneOf for #name {
            const KINDS: &'static [decode::Kind] = &[#(#kinds),*];
            const EXPECTED: &'static str = #expected;

            fn other(value: serde_json::Value) -> Self {
                Self::#other(value)
            }

            fn decode_alternative<'de, D: serde::Deserializer<'de>>(
                kind: decode::Kind,
                deserializer: D,
                at: &decode::At<'_>,
                found: &mut decode::Found,
            ) -> Result<Option<Self>, D::Error> {
                Ok(match kind {
                    #(#kinds => {
                        decode::Check::decode(&#checks, deserializer, at, found)?.map(Self::#names)
                    })*
                    _ => None,
                })
            }
        }
    }
}

fn kind(json_type: JsonType) -> TokenStream {
    let name = match json_type {
        JsonType::Boolean => quote!(Boolean),
        JsonType::Integer => quote!(Integer),
        JsonType::Number => quote!(Number),
        JsonType::String => quote!(String),
        JsonType::Array => quote!(Array),
        JsonType::Object => quote!(Object),
    };
    quote!(decode::Kind::#name)
}

/// The JSON types of the alternatives: `a boolean or an object`.
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
