//! The request body as a whole: missing, or not JSON.

use crate::case::{Body, Case};
use crate::derive::context::OperationContext;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    if context.operation.request.is_none() {
        return Vec::new();
    }
    let required = context.operation.request_required;
    let clause = context.operation.clause().child("request");
    let none = [("missing", Body::None), ("empty", Body::Text(String::new()))];
    let bodies = [
        ("not-json", Body::Text("this is not JSON".to_owned())),
        ("truncated-json", Body::Text("{\"".to_owned())),
    ];
    let case = |(name, body): (&str, Body)| {
        let step =
            context.refused(context.request(body), &context.spec.service.validation_failure)?;
        let id = context.id(&["request", name]);
        Some(context.case(id, context.operation.level, clause.clone(), vec![step]))
    };
    none.into_iter().filter(|_| required).chain(bodies).filter_map(case).collect()
}
