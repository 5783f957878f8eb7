//! What schemathesis reports of a run: its events, one a line.
//!
//! It must not know which of the failures are false alarms.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::tool::Seen;

/// An event, as far as it matters here; the name of what happened is its only key.
#[derive(Deserialize)]
struct Event {
    #[serde(rename = "ScenarioFinished")]
    scenario: Option<Scenario>,
    #[serde(rename = "NonFatalError")]
    error: Option<Broken>,
}

#[derive(Deserialize)]
struct Scenario {
    recorder: Recorder,
}

#[derive(Deserialize)]
struct Recorder {
    #[serde(default)]
    checks: BTreeMap<String, Vec<Check>>,
    #[serde(default)]
    interactions: BTreeMap<String, serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
struct Check {
    failure_info: Option<FailureInfo>,
}

#[derive(Deserialize)]
struct FailureInfo {
    failure: Failure,
}

#[derive(Deserialize)]
struct Failure {
    operation: String,
    #[serde(rename = "type")]
    kind: String,
}

/// A request that could not be carried out, such as one whose answer breaks off.
#[derive(Deserialize)]
struct Broken {
    label: Option<String>,
}

/// The failures, each by operation and kind, and the number of requests. A line that is no event is
/// left out: a run that was ended breaks off in the middle of one.
pub(super) fn read(text: &str) -> Seen {
    let mut seen = Seen::default();
    for event in text.lines().filter_map(|line| serde_json::from_str::<Event>(line).ok()) {
        if let Some(Broken { label }) = event.error {
            let place = label.unwrap_or_default();
            seen.failures.insert(format!("{place}: no answer that can be read"));
        }
        let Some(Scenario { recorder }) = event.scenario else { continue };
        seen.requests += recorder.interactions.len();
        for check in recorder.checks.into_values().flatten() {
            if let Some(FailureInfo { failure: Failure { operation, kind } }) = check.failure_info {
                seen.failures.insert(format!("{operation}: {kind}"));
            }
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn failures_and_requests_are_read_from_a_recorded_run() {
        let seen = read(include_str!("recorded.ndjson"));
        let failures: Vec<&str> = seen.failures.iter().map(String::as_str).collect();
        assert_eq!(
            failures,
            [
                "GET /agent/{jobId}: no answer that can be read",
                "POST /agent: UnsupportedMethodResponse",
            ]
        );
        assert_eq!(seen.requests, 2);
    }
}
