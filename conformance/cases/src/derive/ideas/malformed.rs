//! Malformed requests: what is the client's fault is never a failure of the server, what is nearly
//! JSON is none, and what says the same in another spelling is taken.
//!
//! Where the contract does not say how a request is answered, the answer is observed.

mod json;
mod paths;
mod spellings;

use webdata_spec::model::Probe;

use crate::case::Case;
use crate::derive::context::OperationContext;

/// The word of the idea in identities.
const WORD: &str = "malformed";

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let mut found = json::nearly(context);
    found.extend(spellings::derive(context));
    if let Some(gap) = context.gap(Probe::MalformedRequest) {
        found.extend(json::odd(context, gap));
        found.extend(paths::derive(context, gap));
    }
    found
}
