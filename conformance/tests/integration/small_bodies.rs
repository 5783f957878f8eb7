//! A case about a key or a path sends a valid body without optional properties.

use serde_json::Value;
use webdata_cases::case::{Body, Purpose};
use webdata_cases::interpreter::Interpreter;

use crate::SUITE;

/// Parts of the ids of these cases.
const ID_PARTS: [&str; 7] = [
    "::authentication::",
    "::errors::",
    "::parameters::",
    "::observations::malformed-monitor-id",
    "::observations::scheme-letter-case",
    "::observations::other-teams-monitor",
    "::observations::other-media-type",
];

#[test]
fn cases_about_a_key_or_a_path_send_the_smallest_valid_body() {
    for part in ID_PARTS {
        let cases = SUITE.cases.iter().filter(|case| case.id.contains(part));
        let steps = cases.flat_map(|case| case.steps.iter().map(move |step| (&case.id, step)));
        let mut tried = 0;
        for (id, step) in steps.filter(|(_, step)| step.purpose == Purpose::Act) {
            tried += 1;
            let Body::Json(body) = &step.request.body else { continue };
            let breaks = |body: &Value| {
                let mut request = step.request.clone();
                request.body = Body::Json(body.clone());
                !Interpreter::new(&SUITE.spec).broken_clauses(&request, None).is_empty()
            };
            assert!(!breaks(body), "{id}: {body}");
            let properties = body.as_object().expect("an object");
            assert!(!properties.is_empty(), "{id}");
            for name in properties.keys() {
                let mut shortened = properties.clone();
                shortened.shift_remove(name);
                let is_needed = shortened.is_empty() || breaks(&shortened.into());
                assert!(is_needed, "{id}: `{name}` of {body} can be left out");
            }
        }
        assert!(tried > 0, "no id contains {part}");
    }
}
