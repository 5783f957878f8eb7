//! Malformed requests: an invalid request never makes the server fail, almost valid JSON is rejected, and an
//! equivalent spelling of a valid request is accepted.
//!
//! If the contract does not state the response to a malformed request, the response is observed.

mod json;
mod paths;
mod spellings;

use webdata_spec::model::Probe;

use crate::case::Case;
use crate::derive::context::OperationContext;

/// The word that names the idea in identities.
const WORD: &str = "malformed";

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let mut cases = json::almost_json(context);
    cases.extend(spellings::derive(context));
    if let Some(gap) = context.gap(Probe::MalformedRequest) {
        cases.extend(json::ambiguous_json(context, gap));
        cases.extend(paths::derive(context, gap));
    }
    cases
}
