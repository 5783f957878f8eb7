//! The `json` format, which extracts data from a page by a JSON Schema, and its errors.
//!
//! Data that does not conform to the schema is returned only if the contract does not forbid that.

use jsonschema::Validator;
use serde_json::Value;

use crate::contract::errors::RequestError;
use crate::web_data::scrape::bill::Bill;
use crate::web_data::scrape::extract;
use crate::web_data::scrape::price::{CHECK, JSON, formats};
use crate::web_data::scrape::request::ScrapeRequest;
use crate::web_data::world::scrapes::Source;

/// The types of formats that have a schema, with the clause that rejects an invalid schema.
const WITH_SCHEMA: [(&str, &str); 2] = [
    (JSON, "JsonFormat.refusals.schema-is-no-json-schema"),
    ("changeTracking", "ChangeTrackingFormat.refusals.schema-is-no-json-schema"),
];
/// The signs of a prompt injection, in lower case.
const MARKERS: [&str; 3] =
    ["ignore all previous instructions", "ignore previous instructions", "disregard the above"];

/// Rejects invalid schemas before any work is done.
///
/// # Errors
/// The error of an invalid schema.
pub(super) fn check_schemas(request: &ScrapeRequest<'_>) -> Result<(), RequestError> {
    for (kind, clause) in WITH_SCHEMA {
        for format in formats(&request.options, kind) {
            if format.get("schema").is_some_and(|schema| compile(schema).is_none()) {
                request.contract().reject_at(clause, format)?;
            }
        }
    }
    Ok(())
}

/// Returns the data of the format.
///
/// # Errors
/// The error of a page with a prompt injection, if the request asks for that check, and of data that does
/// not conform to the schema.
pub(super) fn data(
    request: &ScrapeRequest<'_>,
    format: &Value,
    fetched: &str,
    source: &Source,
    bill: &mut Bill<'_>,
) -> Result<Value, RequestError> {
    let contract = request.contract();
    let mut scan = || {
        // The conditions of the charge and of the refusal decide whether the request asks for the check.
        bill.charge(CHECK, format, 1);
        let fetched = fetched.to_lowercase();
        if MARKERS.iter().any(|marker| fetched.contains(marker)) {
            contract.reject_at("JsonFormat.refusals.prompt-injection", format)?;
        }
        Ok::<(), RequestError>(())
    };
    let scans_first =
        contract.has_clause("JsonFormat.checkPromptInjection.behaviour.before-extraction");
    if scans_first {
        scan()?;
    }
    let schema = format.get("schema");
    let data = match schema {
        Some(schema) => extract::extract(source, schema),
        None => extract::overview(source),
    };
    let validator = schema.and_then(compile);
    if validator.is_some_and(|validator| !validator.is_valid(&data)) {
        contract.reject_at("JsonFormat.refusals.output-does-not-conform", format)?;
    }
    if !scans_first {
        scan()?;
    }
    Ok(data)
}

/// Compiles a schema; `None` if it is invalid or refers to another document on the web.
fn compile(schema: &Value) -> Option<Validator> {
    jsonschema::options().should_validate_formats(true).build(schema).ok()
}
