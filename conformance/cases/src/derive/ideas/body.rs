//! The request body as a whole: missing, or not JSON.

use webdata_spec::model::{ErrorText, Observation, Probe};

use crate::case::{Body, Case, Expect, PossibleResponse, Step};
use crate::derive::context::OperationContext;

/// The status code that rejects a media type (RFC 9110, section 15.5.16).
const UNSUPPORTED_MEDIA_TYPE: u16 = 415;

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
        let has_media_type = body != Body::None;
        let mut step =
            context.fails(context.request(body), &context.spec.service.validation_failure)?;
        if !has_media_type {
            or_media_type(context, &mut step);
        }
        let id = context.id(&["request", name]);
        Some(context.case(id, context.operation.level, clause.clone(), vec![step]))
    };
    none.into_iter().filter(|_| required).chain(bodies).filter_map(case).collect()
}

/// Allows a request without a body to be rejected for its missing media type, where a gap leaves the reason
/// open.
fn or_media_type(context: &OperationContext<'_>, step: &mut Step) {
    let is_meant = Observation::Probe(Probe::MissingMediaType);
    let Some(gap) = context.spec.gaps.values().find(|gap| gap.observation == is_meant) else {
        return;
    };
    let body = step.expect.clone();
    let Expect::Error { id, .. } = &body else { return };
    let media_type = Expect::Error {
        id: id.clone(),
        status: UNSUPPORTED_MEDIA_TYPE,
        text: ErrorText::NotShown,
        words: Vec::new(),
        code: None,
        header: None,
    };
    let possible = |(meaning, expect): (&str, Expect)| PossibleResponse {
        meaning: meaning.to_owned(),
        expect,
    };
    let responses = [
        ("rejected for the missing body", body),
        ("rejected for the missing media type", media_type),
    ]
    .map(possible)
    .into();
    step.expect = Expect::AnyOf { gap: gap.id.clone(), responses };
}
