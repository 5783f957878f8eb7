//! The documents that the tests inspect, and functions to find parts of them.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use webdata_spec::Spec;

use crate::golden;

/// Returns the contracts of the tests, each with its document.
pub(crate) fn documents() -> Vec<(Spec, Value)> {
    let specs = [service(), library(), parcels()].map(|folder| load(&folder));
    specs.into_iter().map(|spec| (spec.clone(), spec.open_api())).collect()
}

/// Returns the operations, each with its method and path, which are empty if the contract does not show them.
pub(crate) fn described(document: &Value) -> Vec<(String, String, Value)> {
    let mut all = Vec::new();
    for (path, item) in object(&document["paths"]) {
        for (method, operation) in object(item) {
            all.push((method.clone(), path.clone(), operation.clone()));
        }
    }
    let unbound = document.get("x-unboundOperations").and_then(Value::as_object);
    for operation in unbound.into_iter().flat_map(Map::values) {
        all.push((String::new(), String::new(), operation.clone()));
    }
    all
}

pub(crate) fn walk(value: &Value, visit: &mut impl FnMut(&Value)) {
    visit(value);
    match value {
        Value::Object(members) => members.values().for_each(|value| walk(value, visit)),
        Value::Array(items) => items.iter().for_each(|value| walk(value, visit)),
        _ => {}
    }
}

pub(crate) fn object(value: &Value) -> &Map<String, Value> {
    value.as_object().unwrap_or_else(|| panic!("{value} is not an object"))
}

pub(crate) fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("{value} is not a list"))
}

pub(crate) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is not a string"))
}

pub(crate) fn service() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("v2")
}

pub(crate) fn library() -> PathBuf {
    golden::folder().join("contracts/library")
}

/// Returns the contract of the generator's tests that has an operation of every kind.
pub(crate) fn parcels() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../codegen/tests/contracts/parcels")
}

pub(crate) fn load(folder: &Path) -> Spec {
    Spec::load(folder).unwrap_or_else(|error| panic!("{error}"))
}
