//! Operations that the reference server does not implement. Their mutants and cases prove nothing.
//!
//! This module excuses nothing that the server implements.

use webdata_cases::case::Case;
use webdata_reference::{Extension, is_implemented as implements};
use webdata_spec::Spec;
use webdata_spec::model::ClauseId;

/// Returns the operation of a clause, if the reference server does not implement the operation.
pub(super) fn unimplemented<'s>(
    spec: &'s Spec,
    extension: &Extension,
    clause: &ClauseId,
) -> Option<&'s str> {
    let (id, _) = clause.as_str().strip_prefix("operations.")?.split_once('.')?;
    let operation = spec.operations.get(id)?;
    (!implements(extension, operation)).then_some(operation.id.as_str())
}

/// Returns whether the reference server implements every operation that a case calls.
pub(super) fn is_implemented(spec: &Spec, extension: &Extension, case: &Case) -> bool {
    let called = case.steps.iter().filter_map(|step| step.request.operation.as_ref());
    let mut operations = called.filter_map(|id| spec.operations.get(id));
    operations.all(|operation| implements(extension, operation))
}
