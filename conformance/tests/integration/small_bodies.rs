//! Cases about a key or a path send a valid body of which nothing can be left out.

use serde_json::Value;
use webdata_cases::case::{Body, Purpose};

/// What the names of the cases hold.
const ABOUT: [&str; 7] = [
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
    let suite = webdata_conformance::suite().expect("the contract reads");
    for part in ABOUT {
        let cases = suite.cases.iter().filter(|case| case.id.contains(part));
        let steps = cases.flat_map(|case| case.steps.iter().map(move |step| (&case.id, step)));
        let mut tried = 0;
        for (id, step) in steps.filter(|(_, step)| step.purpose == Purpose::Act) {
            tried += 1;
            let Body::Json(body) = &step.request.body else { continue };
            let breaks = |body: &Value| {
                let mut request = step.request.clone();
                request.body = Body::Json(body.clone());
                !suite.validators.request(&request, None).is_empty()
            };
            assert!(!breaks(body), "{id}: {body}");
            let members = body.as_object().expect("an object");
            assert!(!members.is_empty(), "{id}");
            for name in members.keys() {
                let mut less = members.clone();
                less.shift_remove(name);
                let is_needed = less.is_empty() || breaks(&less.into());
                assert!(is_needed, "{id}: `{name}` of {body} can be left out");
            }
        }
        assert!(tried > 0, "no case is called so: {part}");
    }
}
