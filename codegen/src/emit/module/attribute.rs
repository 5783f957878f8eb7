//! Emits the Rust type of a value, and the arguments of `#[model(..)]`: the facts of a type, a field or a
//! variant that its Rust type does not show.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use serde_json::Value;
use webdata_spec::model::{ClauseId, ClauseRoot, Keyword, Operand, Schema, Shape};
use webdata_spec::pointer;

use crate::emit::limits::literal;
use crate::layout::{Field, FieldType, Item, Layout, Presence, TypeKind};
use crate::names::{ident, snake};

/// Emits the attribute, or nothing without arguments.
pub(crate) fn attribute(arguments: &[TokenStream]) -> TokenStream {
    match arguments {
        [] => TokenStream::new(),
        arguments => quote!(#[model(#(#arguments),*)]),
    }
}

/// Emits the limits of a value and of the values inside it.
pub(crate) fn limits(ty: &FieldType<'_>) -> Vec<TokenStream> {
    match &ty.kind {
        TypeKind::Any | TypeKind::Named { .. } => Vec::new(),
        TypeKind::Boolean
        | TypeKind::Integer
        | TypeKind::Number
        | TypeKind::Text
        | TypeKind::File => own_limits(ty.schema),
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
pub(crate) fn own_limits(schema: &Schema) -> Vec<TokenStream> {
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

/// Emits the clause if it differs from the name, and the schema of a type without a name in the contract.
pub(crate) fn type_arguments(layout: &Layout<'_>, item: &Item<'_>) -> Vec<TokenStream> {
    let clause = item.schema.clause.as_str();
    let mut arguments = Vec::new();
    if clause != item.name {
        arguments.push(quote!(#clause));
    }
    if item.schema.is_open_enum() {
        arguments.push(quote!(open));
    }
    let is_named = layout.spec.types.contains_key(&item.name);
    let schema =
        if is_named { layout.spec.json_schema(&item.name) } else { value_schema(layout, item) };
    if !is_named {
        let place = schema_pointer(layout, &item.schema.clause, &schema)
            .unwrap_or_else(|| schema.to_string());
        arguments.push(quote!(schema = #place));
    }
    let mut referred = Vec::new();
    references(&schema, &mut referred);
    referred.retain(|name| !item.named_types().contains(name));
    if !referred.is_empty() {
        let names = referred.iter().map(|name| ident(name));
        arguments.push(quote!(refers_to(#(#names),*)));
    }
    arguments
}

/// Returns the schema of a value without a name, without the facts of its property: whether it is nullable,
/// and its default.
fn value_schema(layout: &Layout<'_>, item: &Item<'_>) -> Value {
    let mut schema = item.schema.clone();
    schema.nullable = false;
    schema.default = None;
    let mut words = layout.spec.json_schema_of(&schema);
    if let Value::Object(words) = &mut words {
        words.retain(|word, _| word != "$defs");
    }
    words
}

/// Returns the place of a schema in that of the named type around it, or `None` if the property adds more
/// than the runtime removes.
fn schema_pointer(layout: &Layout<'_>, clause: &ClauseId, schema: &Value) -> Option<String> {
    let ClauseRoot::Type(owner) = clause.root() else { return None };
    layout.spec.types.get(owner)?;
    find(&layout.spec.json_schema(owner), schema, "")
}

fn find(within: &Value, schema: &Value, at: &str) -> Option<String> {
    if !at.is_empty() && without_default_and_null(within) == *schema {
        return Some(at.to_owned());
    }
    match within {
        Value::Array(items) => items
            .iter()
            .enumerate()
            .find_map(|(index, item)| find(item, schema, &format!("{at}/{index}"))),
        Value::Object(words) => words
            .iter()
            .filter(|(word, _)| *word != "$defs")
            .find_map(|(word, value)| find(value, schema, &pointer::child(at, word))),
        _ => None,
    }
}

/// Returns a schema without its default, and without the type `null` beside another type.
fn without_default_and_null(schema: &Value) -> Value {
    let mut schema = schema.clone();
    let Value::Object(words) = &mut schema else { return schema };
    words.retain(|word, _| word != "default");
    if let Some(types) = words.get_mut("type")
        && let Some([one, null]) = types.as_array().map(Vec::as_slice)
        && null == "null"
    {
        *types = one.clone();
    }
    schema
}

/// Collects the types that a schema refers to, each once, in order.
fn references<'v>(schema: &'v Value, names: &mut Vec<&'v str>) {
    match schema {
        Value::Array(items) => items.iter().for_each(|item| references(item, names)),
        Value::Object(words) => {
            let reference = words.get("$ref").and_then(Value::as_str);
            let name = reference.and_then(|text| text.strip_prefix("#/$defs/"));
            names.extend(name.filter(|name| !names.contains(name)));
            for (word, value) in words {
                match (word.as_str(), value) {
                    // The values of these are no schemas, although they may look like some.
                    ("$defs" | "const" | "default" | "enum" | "examples", _) => {}
                    ("properties", Value::Object(properties)) => {
                        properties.values().for_each(|property| references(property, names));
                    }
                    _ => references(value, names),
                }
            }
        }
        _ => {}
    }
}

/// Emits the Rust type of a field.
pub(crate) fn field_type(field: &Field<'_>) -> TokenStream {
    let inner = value_type(&field.ty);
    match field.presence {
        Presence::Required => inner,
        Presence::RequiredNullable | Presence::Optional => quote!(Option<#inner>),
        Presence::Patch => quote!(runtime::Patch<#inner>),
        Presence::Nullable => quote!(runtime::Nullable<#inner>),
    }
}

/// Emits the Rust type of a value that is not null.
pub(crate) fn value_type(ty: &FieldType<'_>) -> TokenStream {
    match &ty.kind {
        TypeKind::Any => quote!(serde_json::Value),
        TypeKind::Boolean => quote!(bool),
        TypeKind::Integer => quote!(i64),
        TypeKind::Number => quote!(f64),
        TypeKind::Text => quote!(String),
        TypeKind::File => quote!(runtime::FileBytes),
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
pub(crate) fn or_null_type(ty: &FieldType<'_>) -> TokenStream {
    let inner = value_type(ty);
    if ty.nullable() { quote!(Option<#inner>) } else { inner }
}
