//! Emits the Rust type of a value, and the check that belongs to it.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens as _, quote};
use serde_json::Value;
use webdata_spec::model::{Keyword, Operand, Schema, Shape, StringFormat};

use crate::emit::limits::literal;
use crate::layout::{Field, FieldType, Presence, TypeKind};
use crate::names::{self, ident};

/// The Rust type of a field.
pub(super) fn field_type(field: &Field<'_>) -> TokenStream {
    let inner = value_type(&field.ty);
    match field.presence {
        Presence::Required => inner,
        Presence::RequiredNullable | Presence::Optional => quote!(Option<#inner>),
        Presence::Patch => quote!(runtime::Patch<#inner>),
    }
}

/// The Rust type of a value that is not null.
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

/// The Rust type of a value that may be null where the contract says so.
pub(super) fn or_null_type(ty: &FieldType<'_>) -> TokenStream {
    let inner = value_type(ty);
    if ty.nullable() { quote!(Option<#inner>) } else { inner }
}

/// The check of a value: its type and the expression that makes it.
pub(super) struct Check {
    pub(super) rust_type: TokenStream,
    pub(super) made: TokenStream,
}

/// The check of a value that may be null where the contract says so.
pub(super) fn check(ty: &FieldType<'_>) -> Check {
    let Check { rust_type, made } = check_of_value(ty);
    if ty.nullable() {
        Check {
            rust_type: quote!(decode::Nullable<#rust_type>),
            made: quote!(decode::Nullable(#made)),
        }
    } else {
        Check { rust_type, made }
    }
}

fn check_of_value(ty: &FieldType<'_>) -> Check {
    let (schema, clause) = (ty.schema, ty.schema.clause.as_str());
    match &ty.kind {
        TypeKind::Any => Check { rust_type: quote!(decode::Any), made: quote!(decode::Any) },
        TypeKind::Boolean => simple("Boolean", schema),
        TypeKind::Integer => simple("Integer", schema),
        TypeKind::Number => simple("Number", schema),
        TypeKind::Text => simple("Text", schema),
        TypeKind::List(inner) => {
            let Check { rust_type, made } = check(inner);
            let limits = limits(schema);
            let list = Check {
                rust_type: quote!(decode::List<#rust_type>),
                made: quote!(decode::List::new(#clause, #made) #limits),
            };
            together(schema, list)
        }
        TypeKind::Dictionary(inner) => {
            let Check { rust_type, made } = check(inner);
            let limits = limits(schema);
            Check {
                rust_type: quote!(decode::Dictionary<#rust_type>),
                made: quote!(decode::Dictionary::new(#clause, #made) #limits),
            }
        }
        TypeKind::Named { name, boxed } => {
            let name = ident(&name.name);
            let (rust_type, made) = (quote!(decode::Named<#name>), quote!(decode::Named::new()));
            if *boxed {
                Check {
                    rust_type: quote!(decode::Boxed<#rust_type>),
                    made: quote!(decode::Boxed(#made)),
                }
            } else {
                Check { rust_type, made }
            }
        }
    }
}

/// The Rust type and the check of a value without parts, such as a path parameter; what else a
/// contract may say of one is read as text.
pub(in crate::emit) fn scalar(schema: &Schema) -> Scalar {
    let (rust_type, name) = match &schema.shape {
        Shape::Boolean => (quote!(bool), "Boolean"),
        Shape::Integer => (quote!(i64), "Integer"),
        Shape::Number => (quote!(f64), "Number"),
        _ => (quote!(String), "Text"),
    };
    let Check { rust_type: check, made } = simple(name, schema);
    Scalar { rust_type, check, made }
}

/// A value without parts: its Rust type, the type of its check, and the expression that makes it.
pub(in crate::emit) struct Scalar {
    pub(in crate::emit) rust_type: TokenStream,
    pub(in crate::emit) check: TokenStream,
    pub(in crate::emit) made: TokenStream,
}

fn simple(name: &str, schema: &Schema) -> Check {
    let (name, clause, limits) = (ident(name), schema.clause.as_str(), limits(schema));
    Check { rust_type: quote!(decode::#name), made: quote!(decode::#name::new(#clause) #limits) }
}

/// The calls that add limits to a check, each named as the keyword.
fn limits(schema: &Schema) -> TokenStream {
    let calls = schema.constraints.iter().filter_map(|own| {
        let name = match own.keyword {
            // Others look at these: the format, all items together, all members of an object.
            Keyword::MinimumInterval
            | Keyword::UniqueItems
            | Keyword::Contains
            | Keyword::MinContains
            | Keyword::MaxContains
            | Keyword::AdditionalProperties
            | Keyword::ExactlyOne
            | Keyword::DependentRequired => return None,
            Keyword::Const => ident("constant"),
            keyword => ident(&names::snake(keyword.name())),
        };
        let operand = match &own.operand {
            Operand::Flag | Operand::Names(_) | Operand::Dependents(_) => return None,
            Operand::Number(number) => literal(schema, number)?.to_token_stream(),
            Operand::Pattern(pattern) => quote!({
                static PATTERN: runtime::Pattern = runtime::Pattern::new(#pattern);
                &PATTERN
            }),
            Operand::Format(format) => format_of(*format, schema),
            Operand::Value(Value::Bool(flag)) => quote!(#flag),
            Operand::Value(Value::String(text)) => quote!(#text),
            Operand::Value(Value::Number(number)) => literal(schema, number)?.to_token_stream(),
            Operand::Value(_) => return None,
            Operand::Schema(names) => accepts(names, "accepts_name"),
        };
        Some(quote!(.#name(#operand)))
    });
    quote!(#(#calls)*)
}

/// The check of a list with what is demanded of its items together.
fn together(schema: &Schema, list: Check) -> Check {
    let unique = schema.operand(Keyword::UniqueItems).map(|_| quote!(.unique_items()));
    let contains = schema.part(Keyword::Contains).map(|part| {
        let limit = |keyword| match schema.count(keyword).map(Literal::u64_unsuffixed) {
            Some(limit) => quote!(Some(#limit)),
            None => quote!(None),
        };
        let (least, most) = (limit(Keyword::MinContains), limit(Keyword::MaxContains));
        let accepts = accepts(part, "accepts");
        let demand = quote!(decode::Contains { accepts: #accepts, least: #least, most: #most });
        quote!(.contains(#demand))
    });
    if unique.is_none() && contains.is_none() {
        return list;
    }
    let (Check { rust_type, made }, clause) = (list, schema.clause.as_str());
    Check {
        rust_type: quote!(decode::Together<#rust_type>),
        made: quote!(decode::Together::new(#clause, #made) #unique #contains),
    }
}

/// A function that tells whether a plain value is as a schema says; `accepts` does it by a check.
fn accepts(schema: &Schema, accepts: &str) -> TokenStream {
    if let Shape::Enum(values) = &schema.shape {
        return match accepts {
            "accepts" => quote!(|value| matches!(value.as_str(), Some(#(#values)|*))),
            _ => quote!(|value| matches!(value, #(#values)|*)),
        };
    }
    let (accepts, Scalar { made, .. }) = (ident(accepts), scalar(schema));
    quote!(|value| decode::#accepts(&#made, value))
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
    quote!(runtime::format::Format::#name #argument)
}
