//! The operations: "Update monitor" and the table "Other operations".

use webdata_spec::Spec;

use crate::described::described;
use crate::errors::is;
use crate::{at, none, spec};

/// An operation; what is not shown is `None`.
struct Row {
    id: &'static str,
    method_and_path: Option<(&'static str, &'static str)>,
    parameters: &'static [&'static str],
    /// The type of the body, and whether one must be sent.
    request: Option<(&'static str, bool)>,
    response: Option<(Option<u16>, &'static str)>,
    error_body: &'static str,
}

const OPERATIONS: &[Row] = &[
    Row {
        id: "updateMonitor",
        method_and_path: Some(("PATCH", "/v2/monitor/{monitorId}")),
        parameters: &["monitorId"],
        request: Some(("MonitorUpdate", true)),
        response: Some((Some(200), "MonitorResponse")),
        error_body: "ErrorBody",
    },
    // "body has required `url`"
    Row {
        id: "scrape",
        method_and_path: Some(("POST", "/v2/scrape")),
        parameters: &[],
        request: Some(("ScrapeRequest", true)),
        response: None,
        error_body: "ErrorBody",
    },
    // "returns `id`; body may carry `maxCredits`"
    Row {
        id: "startAgent",
        method_and_path: Some(("POST", "/v2/agent")),
        parameters: &[],
        request: Some(("AgentRequest", false)),
        response: Some((None, "AgentStarted")),
        error_body: "ErrorBody",
    },
    // "`jobId` must be a UUID; returns status, data, creditsUsed"
    Row {
        id: "agentStatus",
        method_and_path: Some(("GET", "/v2/agent/{jobId}")),
        parameters: &["jobId"],
        request: None,
        response: Some((None, "AgentStatus")),
        error_body: "ErrorBody",
    },
    // "paths not given"; "trace and snapshot relay upstream error bodies unchanged"
    Row {
        id: "agentTrace",
        method_and_path: None,
        parameters: &["jobId"],
        request: None,
        response: None,
        error_body: "UpstreamError",
    },
    // "snapshot path has a `snapshotId` segment"
    Row {
        id: "agentSnapshot",
        method_and_path: None,
        parameters: &["jobId", "snapshotId"],
        request: None,
        response: None,
        error_body: "UpstreamError",
    },
    Row {
        id: "cancelAgent",
        method_and_path: None,
        parameters: &["jobId"],
        request: None,
        response: None,
        error_body: "ErrorBody",
    },
];

/// Parameters and fields that have an error of their own when they are malformed.
const OWN_ERRORS: &[(&str, &str, u16, &str)] = &[
    ("agentStatus", "jobId", 400, "Invalid job ID format. Job ID must be a valid UUID."),
    ("agentTrace", "jobId", 400, "Invalid job ID format. Job ID must be a valid UUID."),
    ("agentSnapshot", "jobId", 400, "Invalid job ID format. Job ID must be a valid UUID."),
    ("agentSnapshot", "snapshotId", 400, "Invalid snapshot ID"),
    ("cancelAgent", "jobId", 400, "Invalid job ID format. Job ID must be a valid UUID."),
];

#[test]
fn operations_are_those_of_the_contract() {
    let spec = spec();
    let found: Vec<&str> = spec.operations.keys().map(String::as_str).collect();
    let written: Vec<&str> = OPERATIONS.iter().map(|row| row.id).collect();
    assert_eq!(found, written);
    none(&OPERATIONS.iter().flat_map(|row| check(&spec, row)).collect::<Vec<_>>());
}

fn check(spec: &Spec, row: &Row) -> Vec<String> {
    let operation = &spec.operations[row.id];
    let mut differences = Vec::new();
    let mut differ = |what: &str, found: String, written: String| {
        if found != written {
            differences.push(format!("{}, {what}: {found}, and the contract: {written}", row.id));
        }
    };
    let endpoint = operation.endpoint.as_ref().map(|endpoint| {
        (endpoint.method.clone(), format!("{}{}", spec.service.base_path, endpoint.path))
    });
    let written = row.method_and_path.map(|(method, path)| (method.to_owned(), path.to_owned()));
    differ("method and path", format!("{endpoint:?}"), format!("{written:?}"));
    let parameters: Vec<&str> = operation.parameters.keys().map(String::as_str).collect();
    differ("parameters", format!("{parameters:?}"), format!("{:?}", row.parameters));
    let request = operation.request.as_deref().map(|name| (name, operation.request_required));
    differ("request", format!("{request:?}"), format!("{:?}", row.request));
    let response = operation.response.as_ref().map(|r| (r.status, r.type_name.as_str()));
    differ("response", format!("{response:?}"), format!("{:?}", row.response));
    differ("error body", operation.error_body.clone(), row.error_body.to_owned());
    // "All endpoints share one base address, one authentication scheme and one error shape."
    differ(
        "authentication",
        format!("{:?}", operation.authentication),
        "Some(\"bearer\")".to_owned(),
    );
    differences
}

#[test]
fn parameters_are_those_of_the_contract() {
    let spec = spec();
    let mut differences = Vec::new();
    let jobs = ["agentStatus", "agentTrace", "agentSnapshot", "cancelAgent"];
    for (operation, name) in
        jobs.map(|id| (id, "jobId")).into_iter().chain([("updateMonitor", "monitorId")])
    {
        let found = described(&spec.operations[operation].parameters[name].schema);
        if found != "string uuid" {
            differences.push(format!("{operation}, {name}: {found}, not string uuid"));
        }
    }
    for (operation, name, status, text) in OWN_ERRORS {
        let error = spec.operations[*operation].parameters[*name].schema.error.as_ref();
        if !error.is_some_and(|id| is(&spec.errors[id], *status, text)) {
            differences.push(format!("{operation}, {name}: {error:?}, not {status} {text}"));
        }
    }
    none(&differences);
    let url = at(&spec, "ScrapeRequest.url").expect("a scrape names its url");
    let error = url.error.as_ref().map(|id| &spec.errors[id]);
    assert!(error.is_some_and(|row| is(row, 400, "Invalid URL")), "{error:?}");
}

#[test]
fn what_does_not_exist_is_answered_as_the_contract_says() {
    let spec = spec();
    let monitor = spec.operations["updateMonitor"].resource.as_ref().expect("a monitor");
    assert_eq!((monitor.type_name.as_str(), monitor.identity.as_str()), ("Monitor", "id"));
    assert_eq!(
        (monitor.identified_by.as_str(), monitor.returned_in.as_str()),
        ("monitorId", "data")
    );
    assert!(is(&spec.errors[&monitor.unknown], 404, "Not Found"));
    assert!(is(&spec.errors[&spec.service.unknown_path], 404, "Not Found"));
    assert!(is(&spec.errors[&spec.service.validation_failure], 400, "Bad Request"));
}
