//! Emits the Rust type of a value, and the validator of a plain value.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens as _, quote};
use serde_json::Value;
use webdata_spec::model::{Keyword, Operand, Schema, Shape, StringFormat};

use crate::emit::limits::literal;
use crate::layout::{Field, FieldType, Presence, TypeKind};
use crate::names::{self, ident};

/// Emits the Rust type of a field.
pub(super) fn field_type(field: &Field<'_>) -> TokenStream {
    let inner = value_type(&field.ty);
    match field.presence {
        Presence::Required => inner,
        Presence::RequiredNullable | Presence::Optional => quote!(Option<#inner>),
        Presence::Patch => quote!(runtime::Patch<#inner>),
        Presence::Nullable => quote!(runtime::Nullable<#inner>),
    }
}

/// Emits the Rust type of a value that is not null.
pub(super) fn value_type(ty: &FieldType<'_>) -> TokenStream {
    match &ty.kind {
        TypeKind::Any => quote!(serde_json::Value),
        TypeKind::Boolean => quote!(bool),
        TypeKind::Integer => quote!(i64),
        TypeKind::Number => quote!(f64),
        TypeKind::Text => quote!(String),
        TypeKind::List(inner) => {
            let inner = or_null_type(inner);
            quote!(Vec<#inner>)
        }
        TypeKind::Dictionary(inner) => {
            let inner = or_null_type(inner);
            quote!(std::collections::BTreeMap<String, #inner>)
        }
        TypeKind::Named { name, boxed } => {
            let name = ident(&name.name);
            if *boxed { quote!(Box<#name>) } else { quote!(#name) }
        }
    }
}

/// Emits the Rust type of a value, as an `Option` if it is nullable.
pub(super) fn or_null_type(ty: &FieldType<'_>) -> TokenStream {
    let inner = value_type(ty);
    if ty.nullable() { quote!(Option<#inner>) } else { inner }
}

/// Returns the Rust type and the validator of a plain value, such as a path parameter. Other values are read
/// as strings.
pub(in crate::emit) fn scalar(schema: &Schema) -> Scalar {
    let (rust_type, name) = match &schema.shape {
        Shape::Boolean => (quote!(bool), "Boolean"),
        Shape::Integer => (quote!(i64), "Integer"),
        Shape::Number => (quote!(f64), "Number"),
        _ => (quote!(String), "Text"),
    };
    let (name, clause, limits) = (ident(name), schema.clause.as_str(), limits(schema));
    Scalar {
        rust_type,
        validator_type: quote!(decode::#name),
        validator: quote!(decode::#name::new(#clause) #limits),
    }
}

/// A plain value: its Rust type, the type of its validator, and the expression that makes the validator.
pub(in crate::emit) struct Scalar {
    pub(in crate::emit) rust_type: TokenStream,
    pub(in crate::emit) validator_type: TokenStream,
    pub(in crate::emit) validator: TokenStream,
}

/// Emits the calls that add limits to a validator. Each method has the name of its keyword.
fn limits(schema: &Schema) -> TokenStream {
    let calls = schema.constraints.iter().filter_map(|constraint| {
        let name = match constraint.keyword {
            Keyword::MinimumInterval => return None,
            Keyword::Const => ident("constant"),
            keyword => ident(&names::snake(keyword.name())),
        };
        let operand = match &constraint.operand {
            Operand::Number(number) | Operand::Value(Value::Number(number)) => {
                literal(schema, number)?.to_token_stream()
            }
            Operand::Pattern(pattern) => {
                let pattern = pattern.source();
                quote!({
                    static PATTERN: runtime::Pattern = runtime::Pattern::new(#pattern);
                    &PATTERN
                })
            }
            Operand::Format(format) => format_of(*format, schema),
            Operand::Value(Value::Bool(flag)) => quote!(#flag),
            Operand::Value(Value::String(text)) => quote!(#text),
            // These keywords are for lists and objects.
            Operand::Flag
            | Operand::Names(_)
            | Operand::Dependents(_)
            | Operand::Value(_)
            | Operand::Schema(_) => return None,
        };
        Some(quote!(.#name(#operand)))
    });
    calls.collect()
}

fn format_of(format: StringFormat, schema: &Schema) -> TokenStream {
    let name = ident(&names::upper_camel(format.name()));
    let argument = (format == StringFormat::Cron).then(|| {
        let interval = match schema.count(Keyword::MinimumInterval).map(Literal::u64_unsuffixed) {
            Some(seconds) => quote!(Some(std::time::Duration::from_secs(#seconds))),
            None => quote!(None),
        };
        quote!({ minimum_interval: #interval })
    });
    quote!(runtime::string_format::StringFormat::#name #argument)
}
