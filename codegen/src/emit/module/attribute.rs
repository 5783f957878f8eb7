//! Emits the arguments of `#[model(..)]`: the facts of a type, a field or a variant that its Rust type does
//! not express.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use serde_json::Value;
use webdata_spec::model::{Keyword, Operand, Schema, Shape};

use crate::emit::limits::literal;
use crate::layout::{FieldType, TypeKind};
use crate::names::{ident, snake};

/// Emits the attribute, or nothing without arguments.
pub(super) fn attribute(arguments: &[TokenStream]) -> TokenStream {
    match arguments {
        [] => TokenStream::new(),
        arguments => quote!(#[model(#(#arguments),*)]),
    }
}

/// Emits the limits of a value and of the values inside it.
pub(super) fn limits(ty: &FieldType<'_>) -> Vec<TokenStream> {
    match &ty.kind {
        TypeKind::Any | TypeKind::Named { .. } => Vec::new(),
        TypeKind::Boolean | TypeKind::Integer | TypeKind::Number | TypeKind::Text => {
            own_limits(ty.schema)
        }
        TypeKind::List(items) => with_inner_limits(ty, items, "items"),
        TypeKind::Dictionary(values) => with_inner_limits(ty, values, "values"),
    }
}

fn with_inner_limits(ty: &FieldType<'_>, inner: &FieldType<'_>, word: &str) -> Vec<TokenStream> {
    let (mut arguments, word) = (own_limits(ty.schema), ident(word));
    let inside = limits(inner);
    if !inside.is_empty() {
        arguments.push(quote!(#word(#(#inside),*)));
    }
    arguments
}

/// Emits the limits of a value itself, each as an argument of the derive macro.
pub(super) fn own_limits(schema: &Schema) -> Vec<TokenStream> {
    let limits = schema.constraints.iter().filter_map(|constraint| {
        let word = match constraint.keyword {
            Keyword::Const => ident("constant"),
            Keyword::DependentRequired => ident("dependent"),
            keyword => ident(&snake(keyword.name())),
        };
        Some(match &constraint.operand {
            // The declaration of an object says whether it has additional properties.
            Operand::Flag if constraint.keyword == Keyword::AdditionalProperties => return None,
            Operand::Flag => quote!(#word),
            Operand::Number(number) => {
                let limit = literal(schema, number)?;
                quote!(#word = #limit)
            }
            Operand::Pattern(pattern) => {
                let pattern = pattern.source();
                quote!(#word = #pattern)
            }
            Operand::Format(format) => {
                let format = format.name();
                quote!(#word = #format)
            }
            Operand::Value(value) => {
                let value = constant(schema, value)?;
                quote!(#word = #value)
            }
            Operand::Schema(part) => {
                let part = part_schema(part);
                quote!(#word(#part))
            }
            Operand::Names(names) => quote!(#word(#(#names),*)),
            Operand::Dependents(all) => {
                let each = all.iter().map(|(name, needs)| quote!(#word(#name, #(#needs),*)));
                quote!(#(#each),*)
            }
        })
    });
    limits.collect()
}

fn constant(schema: &Schema, value: &Value) -> Option<TokenStream> {
    match value {
        Value::Bool(flag) => Some(quote!(#flag)),
        Value::String(text) => Some(quote!(#text)),
        Value::Number(number) => literal(schema, number).map(|number| number.to_token_stream()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Emits the schema of items or names: some strings, or a JSON type with its limits.
fn part_schema(part: &Schema) -> TokenStream {
    if let Some(values) = part.words() {
        return quote!(#(#values),*);
    }
    let word = ident(match &part.shape {
        Shape::Boolean => "boolean",
        Shape::Integer => "integer",
        Shape::Number => "number",
        _ => "string",
    });
    let limits = own_limits(part);
    quote!(#word(#(#limits),*))
}
