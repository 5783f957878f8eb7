//! The JSON Schema of target files, made from the types that read them.

use serde_json::Value;

use super::file::TargetFile;

/// Returns the schema of target files, draft 2020-12, with defaults and examples.
#[must_use]
pub fn target_schema() -> Value {
    let mut schema = schemars::schema_for!(TargetFile).to_value();
    schema["title"] = "A target file of webdata-conformance".into();
    schema
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value};

    use super::{TargetFile, target_schema};

    /// Returns the example of a schema: its own, or one made of the examples of its properties.
    fn example(root: &Value, place: &Value) -> Option<Value> {
        // The schema of an optional table is an alternative of the table and null.
        let shown = place.pointer("/anyOf/0").unwrap_or(place);
        let reference =
            shown["$ref"].as_str().and_then(|shown| root.pointer(shown.strip_prefix('#')?));
        let shape = reference.unwrap_or(place);
        if let Some(example) = place.pointer("/examples/0").or_else(|| shape.pointer("/examples/0"))
        {
            return Some(example.clone());
        }
        if let Some(items) = shape.get("items") {
            return Some(Value::Array(vec![example(root, items)?]));
        }
        let properties = shape["properties"].as_object()?.iter();
        let members: Map<String, Value> = properties
            .filter_map(|(name, below)| Some((name.clone(), example(root, below)?)))
            .collect();
        (!members.is_empty()).then_some(Value::Object(members))
    }

    #[test]
    fn the_examples_are_a_target_file() {
        let schema = target_schema();
        let mut whole = example(&schema, &schema).expect("there are examples");
        for table in ["circumstance", "provision", "rate", "tls", "webhooks"] {
            assert!(whole.get(table).is_some(), "no example for {table}");
        }
        let read = serde_json::from_value::<TargetFile>(whole.clone());
        assert!(read.is_ok(), "{read:?}");
        whole["timeout"] = 10.into();
        assert!(serde_json::from_value::<TargetFile>(whole).is_err(), "any key is taken");
    }
}
