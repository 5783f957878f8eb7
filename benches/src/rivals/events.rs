//! Reads the events that schemathesis reports of a run, one on each line.
//!
//! This module does not know which failures are false alarms.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::ToolResult;

/// An event; its only key names what happened. Other keys are ignored.
#[derive(Deserialize)]
struct Event {
    #[serde(rename = "ScenarioFinished")]
    scenario: Option<Scenario>,
    #[serde(rename = "NonFatalError")]
    error: Option<BrokenResponse>,
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

/// A request that failed without a usable response, such as one whose response breaks off.
#[derive(Deserialize)]
struct BrokenResponse {
    label: Option<String>,
}

/// Returns the failures, each once by operation and kind, and the number of requests. Lines that are not
/// events are skipped: a run that was ended breaks off in the middle of a line.
pub(super) fn read(text: &str) -> ToolResult {
    let mut result = ToolResult::default();
    for event in text.lines().filter_map(|line| serde_json::from_str::<Event>(line).ok()) {
        if let Some(BrokenResponse { label }) = event.error {
            let place = label.unwrap_or_default();
            result.failures.insert(format!("{place}: no readable response"));
        }
        let Some(Scenario { recorder }) = event.scenario else { continue };
        result.requests += recorder.interactions.len();
        for check in recorder.checks.into_values().flatten() {
            if let Some(FailureInfo { failure: Failure { operation, kind } }) = check.failure_info {
                result.failures.insert(format!("{operation}: {kind}"));
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn failures_and_requests_are_read_from_a_recorded_run() {
        let result = read(include_str!("recorded.ndjson"));
        let failures: Vec<&str> = result.failures.iter().map(String::as_str).collect();
        assert_eq!(
            failures,
            ["GET /agent/{jobId}: no readable response", "POST /agent: UnsupportedMethodResponse",]
        );
        assert_eq!(result.requests, 2);
    }
}
