//! Finds the resources that another run of the suite changed during a run, from the record of the run.
//!
//! Only the marker of another run is evidence, in the response to a request for a resource that the case had already
//! marked. Other changes by somebody else are not recognised.

use std::collections::BTreeMap;

use webdata_cases::case::BETWEEN;
use webdata_cases::marker::Marker;

use crate::judge::is_success;
use crate::outcome::{Outcome, OutcomeKind, Reason, RequestBody, RequestRecord};

/// The longest time between the starts of two runs that may meet, in seconds. An older marker is a leftover.
const MAX_SPREAD_SECONDS: u32 = 6 * 60 * 60;

/// Returns whether another run may be going on at the same time as this one.
pub(crate) fn is_fresh(own: &Marker, other: &Marker) -> bool {
    own != other && own.seconds_between(other) <= MAX_SPREAD_SECONDS
}

/// A NUL in the format of `printf`.
const NUL: &str = "\\000";

/// Returns whether the body of a request has a marker.
fn carries(request: &RequestRecord, marker: &Marker) -> bool {
    match &request.body {
        Some(RequestBody::Text(text)) => text.contains(marker.as_str()),
        // In UTF-16, a NUL is beside each letter of a marker.
        Some(RequestBody::Printf(text)) => text.replace(NUL, "").contains(marker.as_str()),
        None => false,
    }
}

/// Returns the marker of `own` in the requests of a case.
pub(crate) fn marker_of<'m>(own: &'m [Marker], outcome: &Outcome) -> Option<&'m Marker> {
    let requests = outcome.transcript.iter().filter_map(|exchange| exchange.request.as_ref());
    own.iter().find(|marker| requests.clone().any(|request| carries(request, marker)))
}

/// Returns the fixtures that another run changed, each with its marker. `own` has the markers of the recorded runs.
pub(crate) fn interfered<'o>(
    own: &[Marker],
    outcomes: impl Iterator<Item = &'o Outcome>,
) -> BTreeMap<String, Marker> {
    let mut found = BTreeMap::new();
    for outcome in outcomes {
        let Some(marker) = marker_of(own, outcome) else { continue };
        for fixture in &outcome.fixtures {
            let exchanges = outcome.transcript.iter().filter_map(|exchange| {
                let request = exchange.request.as_ref()?;
                let response = exchange.response.as_ref()?;
                let identity = fixture.rsplit(BETWEEN).next().unwrap_or_default();
                let is_meant = request.url.contains(identity);
                (is_meant && is_success(response.status)).then_some((request, response))
            });
            let mut is_marked = false;
            for (request, response) in exchanges {
                is_marked |= carries(request, marker);
                let mut others = Marker::find_all(&response.body);
                let other = others.find(|other| is_fresh(marker, other)).filter(|_| is_marked);
                found.extend(other.map(|other| (fixture.clone(), other)));
            }
        }
    }
    found
}

/// Replaces the outcomes of the cases on fixtures that another run changed.
pub(crate) fn settle(own: &Marker, outcomes: &mut [&mut Outcome]) {
    let own = std::slice::from_ref(own);
    let found = interfered(own, outcomes.iter().map(|outcome| &**outcome));
    for outcome in outcomes {
        let is_judged = outcome.kind.is_judged() || outcome.kind == OutcomeKind::Blocked;
        let interfered = outcome
            .fixtures
            .iter()
            .find_map(|fixture| Some((fixture.clone(), found.get(fixture)?.clone())));
        let Some((fixture, run)) = interfered.filter(|_| is_judged) else { continue };
        outcome.set(OutcomeKind::Error, Reason::Interference { fixture, run });
        outcome.deviations.clear();
        outcome.beside.clear();
        outcome.observed = None;
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn finds_another_run_after_a_request_in_any_encoding() {
        let (own, other) = (Marker::new(0, 1), Marker::new(60, 2));
        let text = format!("{{\"name\": \"{own}\"}}");
        let utf16 = |bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect();
        let foreign = text.replace(own.as_str(), other.as_str());
        for (body, is_evidence) in [
            (text.clone().into_bytes(), true),
            (utf16(u16::to_le_bytes), true),
            (utf16(u16::to_be_bytes), true),
            (foreign.clone().into_bytes(), false),
        ] {
            let outcome: Outcome = serde_json::from_value(json!({
                "outcome": "pass", "milliseconds": 0, "fixtures": ["one"], "transcript": [{
                    "request": {
                        "method": "PATCH", "url": "/one", "headers": [],
                        "body": RequestBody::new(body),
                    },
                    "response": { "status": 200, "headers": [], "body": foreign },
                }],
            }))
            .expect("an outcome");
            let found = interfered(std::slice::from_ref(&own), std::iter::once(&outcome));
            assert_eq!(found.get("one"), is_evidence.then_some(&other));
        }
    }
}
