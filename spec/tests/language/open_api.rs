//! The OpenAPI view: complete, consistent in itself, and consistent with the JSON Schema view.

mod schemas;

use std::collections::{BTreeSet, HashSet};

use serde_json::{Map, Value, json};
use webdata_spec::Spec;
use webdata_spec::model::{Endpoint, ErrorText, Operation, Shape, Transport};

use crate::support::{allotments, contract, library, parcels, read, service};

#[test]
fn every_reference_has_a_schema() {
    for (spec, document) in documents() {
        let mut references = 0;
        walk(&document, &mut |value| {
            if let Some(reference) = value.get("$ref").and_then(Value::as_str) {
                let pointer = reference.strip_prefix('#').unwrap_or_default();
                assert!(document.pointer(pointer).is_some(), "{reference} has no target");
                references += 1;
            }
        });
        assert!(references > 0);
        let schemas: Vec<&String> = object(&document["components"]["schemas"]).keys().collect();
        let types = schemas.iter().copied().filter(|name| spec.types.contains_key(*name));
        assert!(types.eq(spec.types.keys()), "a schema for each type");
    }
}

#[test]
fn a_header_that_responses_must_have_is_required() {
    for (level, expected) in [("must", json!(true)), ("should", Value::Null)] {
        let mut pages = contract("contracts/library");
        let page = pages.iter_mut().find(|page| page.name == "service.toml").expect("the page");
        let stated = format!("headerLevel   = \"{level}\"");
        page.text = page.text.replace("headerLevel   = \"should\"", &stated);
        let document = read("the library", &pages).open_api();
        let response = &document["paths"]["/v1/book/{bookId}"]["patch"]["responses"]["429"];
        let header = &response["headers"]["Retry-After"];
        assert_eq!((&header["x-level"], &header["required"]), (&json!(level), &expected));
    }
}

#[test]
fn every_operation_is_described_once() {
    for (spec, document) in documents() {
        let mut ids = Vec::new();
        for (method, path, described) in described(&document) {
            let id = text(&described["operationId"]);
            let operation = &spec.operations[id];
            if let Some(endpoint) = &operation.endpoint {
                let whole = format!("{}{}", spec.service.base_path, endpoint.path);
                assert_eq!((method, path.clone()), (endpoint.method.to_lowercase(), whole), "{id}");
            }
            let tags = list(&document["tags"]).iter().map(|tag| &tag["name"]);
            assert!(tags.into_iter().any(|tag| *tag == described["tags"][0]), "{id}: its tag");
            assert!(!text(&described["summary"]).is_empty(), "{id}: its summary");
            parameters_are_declared(&path, &described, &spec, operation);
            let body = described.get("requestBody");
            assert_eq!(body.is_some(), operation.request.is_some(), "{id}: the body");
            if let Some(body) = body {
                assert_eq!(body["required"], operation.request_required, "{id}: the body");
            }
            for scheme in list(&described["security"])
                .iter()
                .flat_map(|requirement| object(requirement).keys())
            {
                let schemes = &document["components"]["securitySchemes"];
                assert!(schemes.get(scheme).is_some(), "{id}: no scheme {scheme}");
            }
            ids.push(id.to_owned());
        }
        ids.sort();
        let mut all: Vec<String> = spec.operations.keys().cloned().collect();
        all.sort();
        assert_eq!(ids, all, "each operation once");
    }
}

fn parameters_are_declared(path: &str, described: &Value, spec: &Spec, operation: &Operation) {
    let id = &operation.id;
    let empty = Vec::new();
    let declared = described.get("parameters").map_or(&empty, list);
    let declared: BTreeSet<(&str, &str, bool)> = declared
        .iter()
        .map(|parameter| {
            (text(&parameter["in"]), text(&parameter["name"]), parameter["required"] == json!(true))
        })
        .collect();
    let in_path = |name| ("path", name, true);
    let mut expected: BTreeSet<_> =
        operation.parameters.keys().map(String::as_str).map(in_path).collect();
    if operation.endpoint.is_some() {
        let shown = path.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0));
        assert_eq!(expected, shown.map(in_path).collect(), "{id}: the parameters of the path");
    }
    for (place, name) in [("query", &operation.query), ("header", &operation.headers)] {
        let object = name.as_ref().and_then(|name| spec.object(name));
        let properties = object.into_iter().flat_map(|object| &object.properties);
        expected
            .extend(properties.map(|(name, property)| (place, name.as_str(), property.required)));
    }
    assert_eq!(declared, expected, "{id}");
}

#[test]
fn a_success_has_the_body_and_the_headers_of_its_types() {
    let mut bodies = 0;
    for (spec, document) in documents() {
        for (_, _, described) in described(&document) {
            let operation = &spec.operations[text(&described["operationId"])];
            let Some(response) = &operation.response else { continue };
            let status = response.status.map_or("2XX".to_owned(), |status| status.to_string());
            let described = &described["responses"][&status];
            let schema = &described["content"][&spec.service.media_type]["schema"]["$ref"];
            let expected = response.type_name.as_ref();
            let expected = expected.map(|name| format!("#/components/schemas/{name}"));
            assert_eq!(schema.as_str(), expected.as_deref(), "{}", operation.id);
            bodies += usize::from(expected.is_some());
            let headers = described.get("headers").map(object).into_iter().flatten();
            let headers =
                headers.map(|(name, header)| (name.as_str(), header["required"] == json!(true)));
            let object = response.headers.as_ref().and_then(|name| spec.object(name));
            let properties = object.into_iter().flat_map(|object| &object.properties);
            let expected = properties.map(|(name, property)| (name.as_str(), property.required));
            let (headers, expected): (Vec<_>, Vec<_>) = (headers.collect(), expected.collect());
            assert_eq!(headers, expected, "{}", operation.id);
        }
    }
    assert!(bodies > 0);
}

#[test]
fn every_error_of_an_operation_is_a_response_with_its_status() {
    for (spec, document) in documents() {
        for (_, _, described) in described(&document) {
            let id = text(&described["operationId"]);
            let operation = &spec.operations[id];
            let mut listed_errors = HashSet::new();
            let body = &spec.types[&operation.error_body].schema.shape;
            let has_code =
                matches!(body, Shape::Object(body) if body.properties.contains_key("code"));
            for (status, response) in object(&described["responses"]) {
                let Some(errors) = response.get("x-errors") else { continue };
                let content = &response["content"][&spec.service.media_type];
                for error in list(errors) {
                    let row = &spec.errors[text(error)];
                    assert_eq!(*status, row.status.to_string(), "{id}: {error}");
                    let example = &content["examples"][&row.id]["value"];
                    if let ErrorText::Exact(shown) | ErrorText::Free(shown) = &row.text {
                        assert_eq!(text(&example["error"]), shown, "{id}: {error}");
                        assert!(text(&response["description"]).contains(shown), "{id}: {error}");
                    }
                    if let Some(code) = row.code.as_ref().filter(|_| has_code) {
                        assert_eq!(text(&example["code"]), code, "{id}: {error}");
                    }
                    listed_errors.insert(row.id.as_str());
                }
            }
            let expected = spec.operation_errors(operation);
            assert_eq!(listed_errors, expected.iter().map(|row| row.id.as_str()).collect(), "{id}");
            let listed: Vec<&String> = operation
                .errors
                .iter()
                .filter(|error| !listed_errors.contains(error.as_str()))
                .collect();
            assert!(listed.is_empty(), "{id}: {listed:?}");
        }
    }
}

#[test]
fn tags_and_summaries_come_from_the_pages_or_have_defaults() {
    let table = [
        (service(), "updateMonitor", "Monitors", "Update a monitor"),
        (library(), "updateBook", "Book", "Changes what is given of a book"),
        (library(), "placeOrder", "Town Library API", "Asks the library to buy a book"),
    ];
    for (spec, id, tag, summary) in table {
        let document = spec.open_api();
        let operations = described(&document);
        let documented = operations.iter().find(|(_, _, operation)| operation["operationId"] == id);
        let (_, _, operation) = documented.unwrap_or_else(|| panic!("no {id}"));
        assert_eq!(operation["tags"], json!([tag]), "{id}");
        assert_eq!(operation["summary"], summary, "{id}");
    }
}

#[test]
fn a_server_has_its_address_and_its_own_endpoints() {
    let spec = service();
    let place = Endpoint { method: "GET".to_owned(), path: "/trace/{jobId}".to_owned() };
    let other = Endpoint { method: "PUT".to_owned(), path: "/elsewhere".to_owned() };
    // An operation whose path the contract shows keeps that path.
    let bound = [("agentTrace".to_owned(), place), ("scrape".to_owned(), other)].into();
    let document = spec.open_api_of_server("http://127.0.0.1:8080", &bound);
    assert_eq!(document["servers"][0]["url"], "http://127.0.0.1:8080");
    assert_eq!(document["paths"]["/v2/trace/{jobId}"]["get"]["operationId"], "agentTrace");
    assert!(document["paths"]["/v2/scrape"]["post"].is_object());
    assert!(document["paths"].get("/v2/elsewhere").is_none());
    let unbound = object(&document["x-unboundOperations"]);
    assert!(unbound.keys().eq(["agentSnapshot", "cancelAgent"]));
}

#[test]
fn an_operation_has_the_errors_of_its_parts() {
    let spec = service();
    let table = [
        ("agentStatus", "invalid-job-id", "a parameter"),
        ("cancelAgent", "agent-already-finished", "a situation"),
        ("startAgent", "zero-data-retention", "a rejection"),
        ("scrape", "no-cached-data", "a rejection by a type in the body"),
    ];
    for (operation, error, part) in table {
        let errors = spec.operation_errors(&spec.operations[operation]);
        assert!(errors.iter().any(|row| row.id == error), "{operation}: {error} by {part}");
    }
}

#[test]
fn an_operation_lacks_the_errors_of_other_operations() {
    let spec = service();
    let table = [
        ("updateMonitor", "no-cached-data", "a rejection by a value that is only stored"),
        ("startAgent", "invalid-job-id", "a parameter of another operation"),
    ];
    for (operation, error, part) in table {
        let errors = spec.operation_errors(&spec.operations[operation]);
        assert!(errors.iter().all(|row| row.id != error), "{operation}: {error} by {part}");
    }
}

#[test]
fn a_cause_is_in_the_terms_of_the_operation() {
    let spec = service();
    let table = [
        ("updateMonitor", "not-found", "The monitor does not exist.", "its page"),
        (
            "agentStatus",
            "agent-job-not-found",
            "The job does not exist. Or: The job belongs to another team.",
            "its resource",
        ),
        ("cancelAgent", "agent-already-cancelled", "The run is being cancelled.", "a situation"),
        ("scrape", "invalid-token", &*spec.errors["invalid-token"].cause, "the catalogue"),
    ];
    for (operation, error, expected, part) in table {
        let causes = spec.operation_causes(&spec.operations[operation]);
        let cause = causes.iter().find(|(row, _)| row.id == error).map(|(_, cause)| &**cause);
        assert_eq!(cause, Some(expected), "{operation}: {error} by {part}");
    }
    let mut without = spec.clone();
    without.operations["updateMonitor"].causes.clear();
    let causes = without.operation_causes(&without.operations["updateMonitor"]);
    let cause = causes.iter().find(|(row, _)| row.id == "not-found").map(|(_, cause)| &**cause);
    assert_eq!(cause, Some("The Monitor does not exist."), "by the resource");
}

#[test]
fn facts_that_the_contract_does_not_show_are_left_out() {
    for (spec, document) in documents() {
        let unbound = document.get("x-unboundOperations").and_then(Value::as_object);
        let unbound: Vec<&String> = unbound.into_iter().flat_map(Map::keys).collect();
        let expected = spec.operations.values().filter(|operation| operation.endpoint.is_none());
        assert_eq!(unbound, expected.map(|operation| &operation.id).collect::<Vec<_>>());
        for (_, _, described) in described(&document) {
            let operation = &spec.operations[text(&described["operationId"])];
            let status = operation.response.as_ref().and_then(|response| response.status);
            let success = status.map_or("2XX".to_owned(), |status| status.to_string());
            let response = described["responses"].get(&success);
            let content = response.unwrap_or_else(|| panic!("no {success}")).get("content");
            assert_eq!(content.is_some(), operation.response_type().is_some(), "{}", operation.id);
        }
        let webhooks =
            spec.channels.values().filter(|channel| channel.transport == Transport::Webhook);
        let events: Vec<&String> = webhooks.flat_map(|channel| channel.events.keys()).collect();
        let listed_events = document.get("webhooks").and_then(Value::as_object);
        assert_eq!(listed_events.into_iter().flat_map(Map::keys).collect::<Vec<_>>(), events);
    }
}

#[test]
fn every_clause_of_a_schema_is_below_a_named_clause() {
    for (spec, document) in documents() {
        let mut named = HashSet::new();
        walk(&document, &mut |value| {
            for word in ["x-clause", "clause"] {
                named.extend(value.get(word).and_then(Value::as_str).map(str::to_owned));
            }
        });
        let facts = ["service.", "gaps."];
        for clause in spec.clauses().values() {
            let id = clause.id.as_str();
            let starts = id.match_indices('.').map(|(at, _)| &id[..at]).chain([id]);
            let known = starts.into_iter().any(|start| named.contains(start));
            assert!(known || facts.iter().any(|fact| id.starts_with(fact)), "{id} is missing");
        }
    }
}

/// Returns the contracts of the tests, each with its document.
fn documents() -> Vec<(Spec, Value)> {
    [service(), library(), parcels(), allotments()]
        .into_iter()
        .map(|spec| (spec.clone(), spec.open_api()))
        .collect()
}

/// Returns the operations, each with its method and path, which are empty if the contract does not show them.
fn described(document: &Value) -> Vec<(String, String, Value)> {
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

fn walk(value: &Value, visit: &mut impl FnMut(&Value)) {
    visit(value);
    match value {
        // Examples are values, even if one of them is a schema.
        Value::Object(members) => members
            .iter()
            .filter(|(name, _)| !matches!(name.as_str(), "example" | "examples"))
            .for_each(|(_, value)| walk(value, visit)),
        Value::Array(items) => items.iter().for_each(|value| walk(value, visit)),
        _ => {}
    }
}

fn object(value: &Value) -> &Map<String, Value> {
    value.as_object().unwrap_or_else(|| panic!("{value} is not an object"))
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("{value} is not a list"))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is not a string"))
}
