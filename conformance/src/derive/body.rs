//! The request body as a whole: missing, or not JSON.

use super::cases::Cases;
use crate::case::{Body, Case};

pub(super) fn derive(cases: &Cases<'_>) -> Vec<Case> {
    if cases.operation.request.is_none() {
        return Vec::new();
    }
    let clause = cases.operation.clause().child("request");
    let bodies = [
        ("missing", Body::None),
        ("empty", Body::Text(String::new())),
        ("not-json", Body::Text("this is not JSON".to_owned())),
        ("truncated-json", Body::Text("{\"".to_owned())),
    ];
    let case = |(name, body): (&str, Body)| {
        let step = cases.refused(cases.request(body), &cases.spec.service.validation_failure)?;
        let id = cases.id(&["request", name]);
        Some(cases.case(id, cases.operation.level, clause.clone(), vec![step]))
    };
    bodies.into_iter().filter_map(case).collect()
}
