//! The request body as a whole: missing, or not JSON.

use crate::case::{Body, Case};
use crate::derive::context::Cases;

pub(super) fn derive(cases: &Cases<'_>) -> Vec<Case> {
    if cases.operation.request.is_none() {
        return Vec::new();
    }
    let required = cases.operation.request_required;
    let clause = cases.operation.clause().child("request");
    let none = [("missing", Body::None), ("empty", Body::Text(String::new()))];
    let bodies = [
        ("not-json", Body::Text("this is not JSON".to_owned())),
        ("truncated-json", Body::Text("{\"".to_owned())),
    ];
    let case = |(name, body): (&str, Body)| {
        let step = cases.refused(cases.request(body), &cases.spec.service.validation_failure)?;
        let id = cases.id(&["request", name]);
        Some(cases.case(id, cases.operation.level, clause.clone(), vec![step]))
    };
    none.into_iter().filter(|_| required).chain(bodies).filter_map(case).collect()
}
