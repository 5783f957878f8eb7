//! Emits `schemars::JsonSchema`: the contract's own export of a type, by a macro of the runtime.
//!
//! A named type's schema is the file in `schemas/`; a type without a name of its own has no file,
//! so its schema stands in the code.

use proc_macro2::TokenStream;
use quote::quote;
use serde_json::Value;

use crate::layout::{Item, Layout};
use crate::names::ident;

/// The implementation for one type.
pub(super) fn emit(layout: &Layout<'_>, item: &Item<'_>) -> TokenStream {
    let (name, wire_name) = (ident(&item.name), &item.name);
    let is_named = layout.spec.types.contains_key(wire_name);
    let schema = if is_named { layout.spec.json_schema(wire_name) } else { own(layout, item) };
    let text = if is_named {
        let file = format!("../schemas/{wire_name}.json");
        quote!(include_str!(#file))
    } else {
        let text = schema.to_string();
        quote!(#text)
    };
    let mut names = Vec::new();
    references(&schema, &mut names);
    let types = names.iter().map(|name| ident(name));
    quote!(runtime::json_schema!(#name, #wire_name, #text #(, #names = #types)*);)
}

/// The schema of a value without a name of its own, without what the property around it says:
/// whether it may be null, and what holds when it is left out.
fn own(layout: &Layout<'_>, item: &Item<'_>) -> Value {
    let mut schema = item.schema.clone();
    schema.nullable = false;
    schema.default = None;
    let mut words = layout.spec.json_schema_of(&schema);
    if let Value::Object(words) = &mut words {
        words.retain(|word, _| word != "$defs");
    }
    words
}

/// The types that a schema refers to itself, each once, in order.
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
