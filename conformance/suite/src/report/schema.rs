//! Makes the JSON Schema of `report.json` from the types that write and read it.

use serde_json::Value;

use super::document::{REPORT_VERSION, Report};

/// Returns the schema, draft 2020-12.
#[must_use]
pub fn schema() -> Value {
    let mut schema = schemars::schema_for!(Report).to_value();
    schema["title"] = "The report of a run of webdata-conformance".into();
    schema["properties"]["reportVersion"]["const"] = REPORT_VERSION.into();
    schema
}
