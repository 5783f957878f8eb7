//! Errors for unknown resources and unknown paths, and errors that no request alone causes.

use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, Level, Resource};

use crate::case::{
    Argument, Authorization, Case, Endpoint, Expect, KeyName, Purpose, Request, Step,
};
use crate::derive::context::OperationContext;
use crate::derive::context::cases::new_case;
use crate::derive::context::steps::{UNKNOWN_ID, expect_error};

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let mut vec: Vec<Case> = unknown_resource(context).into_iter().collect();
    vec.extend(foreign_resource(context));
    for error in &context.operation.errors {
        let provoked = provoked_error(context, error);
        let with_header =
            provoked.as_ref().and_then(|case| with_retry_header(context, error, case));
        vec.extend(provoked.into_iter().chain(with_header));
    }
    vec
}

/// Makes the same case with an expected retry header, which some servers leave out.
fn with_retry_header(context: &OperationContext<'_>, error: &str, case: &Case) -> Option<Case> {
    let retry = context.spec.service.retry.as_ref()?;
    let mut steps = case.steps.clone();
    let Expect::Error { status, header, .. } = &mut steps.first_mut()?.expect else { return None };
    if *status != retry.header_status {
        return None;
    }
    *header = Some(retry.header.clone());
    let id = context.id(&["errors", error, "retry-header"]);
    Some(context.case(id, retry.header_level, ClauseId::new("service.retry.header"), steps))
}

fn unknown_resource(context: &OperationContext<'_>) -> Option<Case> {
    let (resource, _) = context.resource()?;
    let mut request = context.minimal_request();
    request.arguments_mut().next()?.clone_from(&Argument::Text(UNKNOWN_ID.to_owned()));
    let step = context.fails(request, resource.unknown.as_ref()?)?;
    let clause = context.operation.clause().child("unknown");
    let id = context.id(&["errors", "unknown-resource"]);
    Some(context.case(id, context.operation.level, clause, vec![step]))
}

/// Makes a case in which another team requests the resource.
fn foreign_resource(context: &OperationContext<'_>) -> Option<Case> {
    let (resource, _) = context.resource()?;
    let mut request = context.minimal_request();
    request.authorization = Some(Authorization::with_key(context.scheme()?, KeyName::OtherTeam));
    let step = context.fails(request, resource.foreign.as_ref()?)?;
    let clause = context.operation.clause().child("foreign");
    let id = context.id(&["errors", "foreign-resource"]);
    Some(context.case(id, context.operation.level, clause, vec![step]))
}

/// Makes a case in which the target provokes an error. Errors that a request alone causes have other cases.
fn provoked_error(context: &OperationContext<'_>, error: &str) -> Option<Case> {
    let service = &context.spec.service;
    let scheme = context.scheme();
    let mut caused = [service.validation_failure.as_str(), service.unknown_path.as_str()]
        .into_iter()
        .chain(scheme.iter().flat_map(|s| [s.rejected.as_str(), s.forbidden.as_str()]))
        .chain(context.operation.resource.iter().flat_map(Resource::errors));
    if caused.any(|caused| caused == error) {
        return None;
    }
    // An error that the first operation lists, too, is tested there.
    let first = context.spec.operations.values().next()?;
    if first.id != context.operation.id && first.errors.iter().any(|shared| shared == error) {
        return None;
    }
    let row = context.spec.errors.get(error)?;
    // `refusals` tests the errors of refusals whose circumstance the contract states.
    if context.operation.resource.is_none() && is_error_of_a_refusal(context, error) {
        return None;
    }
    let mut request = context.minimal_request();
    request.circumstance = None;
    request.provoke = Some(error.to_owned());
    let step = Step::new(Purpose::Act, request, expect_error(row));
    let id = context.id(&["errors", error]);
    let mut case = context.case(id, row.level, row.clause("status"), vec![step]);
    let limits = context.spec.limits.values().filter(|limit| limit.error == error);
    case.clauses.extend(limits.map(|limit| ClauseId::new(format!("limits.{}", limit.id))));
    if service.retry.as_ref().is_some_and(|retry| retry.header_status == row.status) {
        case.clauses.push(ClauseId::new("service.retry.header"));
    }
    Some(case)
}

/// Returns whether a type has a refusal with this error.
fn is_error_of_a_refusal(context: &OperationContext<'_>, error: &str) -> bool {
    context.spec.type_refusals().any(|(_, refusal)| refusal.error == error)
}

/// Makes the case of a request with a valid key to a path that belongs to no operation.
pub(in crate::derive) fn unknown_path(spec: &Spec) -> Option<Case> {
    let row = spec.errors.get(&spec.service.unknown_path)?;
    let scheme = spec.service.authentication.values().next();
    let request = Request {
        endpoint: Some(Endpoint {
            method: "GET".to_owned(),
            path: format!("{}/no-such-path", spec.service.base_path),
        }),
        authorization: scheme.map(|scheme| Authorization::with_key(scheme, KeyName::Valid)),
        media_type: spec.service.media_type.clone(),
        ..Request::default()
    };
    let step = Step::new(Purpose::Act, request, expect_error(row));
    let clause = ClauseId::new("service.unknownPath");
    Some(new_case("service::unknown-path".to_owned(), Level::Must, clause, vec![step]))
}
