//! The error catalogue: the general table, the coded errors below it, the table of agent errors.
//!
//! A row is found by what is on the wire, never by its identity in `spec/v2`.

use webdata_spec::Spec;
use webdata_spec::model::{ErrorRow, ErrorText, Retry, SituationAnswer};

use crate::{none, spec};

/// A row of the contract.
pub(crate) struct Row {
    status: u16,
    text: Text,
    code: Option<&'static str>,
    retry: Retry,
    /// Which of the rows that are alike on the wire; the word that the cause has.
    about: &'static str,
}

/// How the contract shows the text.
#[derive(Clone, Copy)]
enum Text {
    /// As it is sent.
    Exact(&'static str),
    /// As it is sent, or a message in its place.
    OrMessage(&'static str),
    /// A message saying that something is only available for second-generation extracts.
    Saying,
    NotShown,
}

use Retry::{Backoff, Never, Sometimes};
use Text::{Exact, NotShown, OrMessage, Saying};

const fn row(status: u16, text: Text, retry: Retry) -> Row {
    Row { status, text, code: None, retry, about: "" }
}

const fn coded(status: u16, text: Text, code: &'static str) -> Row {
    Row { status, text, code: Some(code), retry: Never, about: "" }
}

const fn about(status: u16, text: Text, about: &'static str) -> Row {
    Row { status, text, code: None, retry: Never, about }
}

const GENERAL: &[Row] = &[
    row(400, OrMessage("Bad Request"), Never),
    row(400, Exact("Invalid URL"), Never),
    row(401, Exact("Unauthorized: Invalid token"), Never),
    row(402, Exact("Payment Required: Insufficient credits"), Never),
    row(403, Exact("Forbidden"), Never),
    // "the request fails with 403 and code `SCRAPE_PROMPT_INJECTION_DETECTED`"
    coded(403, Exact("SCRAPE_PROMPT_INJECTION_DETECTED"), "SCRAPE_PROMPT_INJECTION_DETECTED"),
    row(404, Exact("Not Found"), Never),
    row(408, Exact("Request Timeout"), Backoff),
    row(409, Exact("Conflict"), Never),
    row(413, Exact("Payload Too Large"), Never),
    row(422, OrMessage("Unprocessable Entity"), Sometimes),
    row(429, Exact("Rate limit exceeded"), Backoff),
    row(429, Exact("Concurrency limit reached"), Backoff),
    row(500, Exact("Internal Server Error"), Backoff),
    row(502, Exact("Bad Gateway"), Backoff),
    row(503, Exact("Service Unavailable"), Backoff),
    row(504, Exact("Gateway Timeout"), Backoff),
];

/// "Additional coded errors". The contract has no Retryable column for them; their statuses are
/// none of those that a request may be sent again after.
const CODED: &[Row] = &[
    coded(404, NotShown, "SCRAPE_LOCKDOWN_CACHE_MISS"),
    coded(404, NotShown, "SCRAPE_NO_CACHED_DATA"),
    about(403, NotShown, "not enabled"),
    about(403, NotShown, "disabled"),
    about(403, NotShown, "enforced"),
];

const AGENT: &[Row] = &[
    row(400, Exact("Invalid job ID format. Job ID must be a valid UUID."), Never),
    row(400, Exact("Invalid snapshot ID"), Never),
    about(400, Saying, "traces"),
    about(400, Saying, "snapshots"),
    row(
        400,
        Exact("Your team has zero data retention enabled. This is not supported on extract."),
        Never,
    ),
    row(404, Exact("Agent job not found"), Never),
    row(404, Exact("Snapshot not found"), Never),
    row(409, Exact("Agent already finished"), Never),
    row(409, Exact("Agent is already cancelled"), Never),
    row(500, Exact("Failed to passthrough agent request."), Backoff),
];

/// Which errors belong to which operation alone, by the causes in the tables.
const BELONGS: &[(&str, u16, &str)] = &[
    ("updateMonitor", 400, "Bad Request"),
    ("updateMonitor", 404, "Not Found"),
    ("updateMonitor", 413, "Payload Too Large"),
    // "any request carrying this object is rejected with 403"
    ("updateMonitor", 403, "not enabled"),
    ("updateMonitor", 403, "disabled"),
    ("updateMonitor", 403, "enforced"),
    ("scrape", 403, "not enabled"),
    ("scrape", 403, "disabled"),
    ("scrape", 403, "enforced"),
    ("scrape", 400, "Invalid URL"),
    ("scrape", 403, "SCRAPE_PROMPT_INJECTION_DETECTED"),
    ("scrape", 404, "SCRAPE_LOCKDOWN_CACHE_MISS"),
    ("scrape", 404, "SCRAPE_NO_CACHED_DATA"),
    ("scrape", 408, "Request Timeout"),
    ("scrape", 413, "Payload Too Large"),
    ("scrape", 422, "Unprocessable Entity"),
    (
        "startAgent",
        400,
        "Your team has zero data retention enabled. This is not supported on extract.",
    ),
    ("startAgent", 413, "Payload Too Large"),
    ("startAgent", 500, "Failed to passthrough agent request."),
    ("agentStatus", 400, "Invalid job ID format. Job ID must be a valid UUID."),
    ("agentStatus", 404, "Agent job not found"),
    ("agentTrace", 400, "Invalid job ID format. Job ID must be a valid UUID."),
    ("agentTrace", 404, "Agent job not found"),
    ("agentSnapshot", 400, "Invalid job ID format. Job ID must be a valid UUID."),
    ("agentSnapshot", 400, "Invalid snapshot ID"),
    ("agentSnapshot", 404, "Agent job not found"),
    ("agentSnapshot", 404, "Snapshot not found"),
    ("cancelAgent", 400, "Invalid job ID format. Job ID must be a valid UUID."),
    ("cancelAgent", 404, "Agent job not found"),
    ("cancelAgent", 409, "Agent already finished"),
    ("cancelAgent", 409, "Agent is already cancelled"),
];

/// The rows of the general table that any request can meet.
const OF_EVERY_OPERATION: &[(u16, &str)] = &[
    (401, "Unauthorized: Invalid token"),
    (402, "Payment Required: Insufficient credits"),
    (403, "Forbidden"),
    (404, "Not Found"),
    (429, "Rate limit exceeded"),
    (429, "Concurrency limit reached"),
    (500, "Internal Server Error"),
    (502, "Bad Gateway"),
    (503, "Service Unavailable"),
    (504, "Gateway Timeout"),
];

impl Row {
    fn is_on_the_wire(&self, found: &ErrorRow) -> bool {
        let text = match (self.text, &found.text) {
            (Exact(text), ErrorText::Exact(found)) => text == found,
            (OrMessage(text), ErrorText::Free(found)) => text == found,
            (Saying, ErrorText::Saying(found)) => {
                let about =
                    found.strip_suffix(" are only available for second-generation extracts");
                about == Some(self.about)
            }
            (NotShown, ErrorText::NotShown) => found.cause.contains(self.about),
            _ => false,
        };
        text && self.status == found.status && self.code == found.code.as_deref()
    }

    fn says(&self) -> String {
        let text = match self.text {
            Exact(text) => text,
            OrMessage(text) => &format!("{text} or a message"),
            Saying => &format!("a message about {}", self.about),
            NotShown => &format!("a text that is not shown, about {:?}", self.about),
        };
        format!("{} {text}, code {:?}", self.status, self.code)
    }
}

/// Both ways: no row of the contract is missing, and none is made up.
#[test]
fn errors_are_the_rows_of_the_tables() {
    let spec = spec();
    let mut differences = Vec::new();
    let rows: Vec<&Row> = GENERAL.iter().chain(CODED).chain(AGENT).collect();
    for row in &rows {
        let found: Vec<&ErrorRow> =
            spec.errors.values().filter(|found| row.is_on_the_wire(found)).collect();
        match found.as_slice() {
            [found] if found.retry == row.retry => {}
            [found] => differences.push(format!("{}: retry {:?}", row.says(), found.retry)),
            _ => differences.push(format!("{}: {} rows of the spec", row.says(), found.len())),
        }
    }
    for found in spec.errors.values() {
        if !rows.iter().any(|row| row.is_on_the_wire(found)) {
            differences.push(format!("{} stands in no table: {found:?}", found.id));
        }
    }
    none(&differences);
}

#[test]
fn errors_are_answered_by_the_operations_that_their_causes_name() {
    let spec = spec();
    let mut differences = Vec::new();
    for (operation, status, text) in BELONGS {
        if !answers(&spec, operation, *status, text) {
            differences.push(format!("{operation} does not answer {status} {text}"));
        }
    }
    for operation in spec.operations.keys() {
        for (status, text) in OF_EVERY_OPERATION {
            if !answers(&spec, operation, *status, text) {
                differences.push(format!("{operation} does not answer {status} {text}"));
            }
        }
        let agents = AGENT.iter().filter_map(|row| match row.text {
            Exact(text) => Some((row.status, text)),
            _ => None,
        });
        for (status, text) in agents {
            let belongs = BELONGS.contains(&(operation.as_str(), status, text));
            if !belongs && answers(&spec, operation, status, text) {
                differences.push(format!("{operation} answers {status} {text}"));
            }
        }
    }
    none(&differences);
}

/// Whether the spec names the error for the operation, wherever it does.
pub(crate) fn answers(spec: &Spec, id: &str, status: u16, text: &str) -> bool {
    let Some(operation) = spec.operations.get(id) else { return false };
    let resource = operation.resource.iter().map(|resource| &resource.unknown);
    let refusals = operation.refusals.iter().map(|refusal| &refusal.error);
    let parameters = operation.parameters.values().filter_map(|p| p.schema.error.as_ref());
    let situations = spec.lifecycles.iter().flat_map(|lifecycle| &lifecycle.situations);
    let situations = situations.filter(|situation| situation.operation == id);
    let situations = situations.filter_map(|situation| match &situation.answer {
        SituationAnswer::Error(error) => Some(error),
        SituationAnswer::Success(_) => None,
    });
    let named = operation.errors.iter().chain(resource).chain(refusals);
    let mut rows = named.chain(parameters).chain(situations).filter_map(|id| spec.errors.get(id));
    rows.any(|row| is(row, status, text))
}

/// Whether a row is that of a status and a text, of a status and a code, or, where the contract
/// shows no text, of a status and words of the cause.
pub(crate) fn is(row: &ErrorRow, status: u16, text: &str) -> bool {
    let told = match row.text.shown() {
        Some(shown) => shown == text,
        None => row.cause.contains(text),
    };
    row.status == status && (told || row.code.as_deref() == Some(text))
}
