//! Emits the attributes of every kind of type: its clause, the place of its JSON Schema, and
//! `#[non_exhaustive]`.

use proc_macro2::TokenStream;
use quote::quote;
use serde_json::Value;
use webdata_spec::pointer;

use crate::layout::{Item, Layout};
use crate::names::ident;

/// Emits the clause if it differs from the name, and the schema if no file has the type's name.
pub(super) fn arguments(layout: &Layout<'_>, item: &Item<'_>) -> Vec<TokenStream> {
    let clause = item.schema.clause.as_str();
    let mut arguments = Vec::new();
    if clause != item.name {
        arguments.push(quote!(#clause));
    }
    let is_named = layout.spec.types.contains_key(&item.name);
    let schema = match is_named {
        true => layout.spec.json_schema(&item.name),
        false => value_schema(layout, item),
    };
    if !is_named {
        let place = schema_pointer(layout, clause, &schema).unwrap_or_else(|| schema.to_string());
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

/// Emits `#[non_exhaustive]` for a type that only responses carry. A newer service may return more, while
/// only clients write requests.
pub(super) fn non_exhaustive(layout: &Layout<'_>, item: &Item<'_>) -> Option<TokenStream> {
    (!layout.is_in_requests(item)).then(|| quote!(#[non_exhaustive]))
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

/// Returns the place of a schema in the file of the named type around it, or `None` if the property adds more
/// than the runtime removes.
fn schema_pointer(layout: &Layout<'_>, clause: &str, schema: &Value) -> Option<String> {
    let owner = clause.split('.').next()?;
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
            let further = words.iter().filter(|(word, _)| *word != "$defs");
            further.for_each(|(_, value)| references(value, names));
        }
        _ => {}
    }
}
