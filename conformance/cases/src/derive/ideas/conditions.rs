//! Conditional requests on the version of a resource: the server changes or returns the resource if the
//! condition holds, and leaves it unchanged otherwise.

use webdata_spec::model::{ANY_VERSION, ClauseId, NOT_MODIFIED, Precondition, ResourceEffect};

use super::versions::{changing_operations, read_version};
use crate::case::{Argument, Body, Case, Expect, Expected, Purpose, Request, Step};
use crate::derive::context::OperationContext;
use crate::derive::context::changes::all_changes;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let mut cases = Vec::new();
    if let Some(precondition) = &context.operation.precondition {
        cases.extend(current_version(context, precondition));
        cases.extend(any_version(context, precondition));
        cases.extend(stale_version(context, precondition));
    }
    if let Some(header) = &context.operation.condition {
        cases.extend(not_modified(context, header));
        cases.extend(modified(context, header));
    }
    cases
}

fn case(context: &OperationContext<'_>, word: &str, name: &str, steps: Vec<Step>) -> Case {
    let clause = clause(context, word);
    context.case(context.id(&[word, name]), context.operation.level, clause, steps)
}

fn clause(context: &OperationContext<'_>, word: &str) -> ClauseId {
    context.operation.clause().child(word)
}

/// Returns the request with a condition on the version that an earlier step has read.
fn with_condition(
    context: &OperationContext<'_>,
    mut request: Request,
    header: &str,
    step: usize,
) -> Option<Request> {
    let name = context.version_header()?.to_owned();
    request.headers.insert(header.to_owned(), ANY_VERSION.into());
    request.header_arguments.insert(header.to_owned(), Argument::ResponseHeader { step, name });
    Some(request)
}

/// Returns the resource that the operation changes, with the steps that bring it into a known state.
fn arrange<'s>(
    context: &OperationContext<'s>,
    changing: Option<&OperationContext<'s>>,
) -> Option<(Argument, Vec<Step>)> {
    let is_removed = context.effect_on_resource() == Some(ResourceEffect::Deletes);
    let of = match is_removed {
        true => context.created_in(0)?,
        false => Argument::Fixture { index: 0 },
    };
    let mut steps: Vec<Step> = context.creation().filter(|_| is_removed).into_iter().collect();
    let known = changing.map(|other| other.on_resource(&of, other.arrange(other.baseline())));
    steps.extend(known);
    Some((of, steps))
}

/// Returns the body of a request that changes the resource from the baseline.
fn body(context: &OperationContext<'_>) -> Body {
    match context.operation.request {
        Some(_) => Body::Json(all_changes(context)),
        None => Body::None,
    }
}

/// Makes the case in which the resource has the version in the request, so that it is changed.
fn current_version(context: &OperationContext<'_>, precondition: &Precondition) -> Option<Case> {
    let stores = context.operation.request.is_some().then_some(context);
    let (of, mut steps) = arrange(context, stores)?;
    steps.push(read_version(context, of.clone(), Expected::Present)?);
    let request = with_condition(
        context,
        context.request(body(context)),
        &precondition.header,
        steps.len() - 1,
    )?;
    let echo = request.body.as_json().map(|body| context.expect_stored(body)).unwrap_or_default();
    let act = Step::new(Purpose::Act, request, context.success(echo.clone()));
    steps.push(context.on_resource(&of, act));
    steps.extend(stores.and_then(|reader| reader.read_again(of, echo)));
    Some(case(context, "precondition", "current", steps))
}

/// Makes the case in which the request accepts any version, so that the resource is changed.
fn any_version(context: &OperationContext<'_>, precondition: &Precondition) -> Option<Case> {
    let stores = context.operation.request.is_some().then_some(context);
    let (of, mut steps) = arrange(context, stores)?;
    let mut request = context.request(body(context));
    request.headers.insert(precondition.header.clone(), ANY_VERSION.into());
    let act = Step::new(Purpose::Act, request, context.success(Vec::new()));
    steps.push(context.on_resource(&of, act));
    Some(case(context, "precondition", "any-version", steps))
}

/// Makes the case in which the resource has another version than the request, so that it is not changed.
fn stale_version(context: &OperationContext<'_>, precondition: &Precondition) -> Option<Case> {
    let changing = changing_operations(context).into_iter().next()?;
    let changing = OperationContext::for_other_operation(context.spec, changing);
    let (of, mut steps) = arrange(context, Some(&changing))?;
    steps.push(read_version(context, of.clone(), Expected::Present)?);
    let read = steps.len() - 1;
    let changed = all_changes(&changing);
    let echo = changing.expect_stored(&changed);
    steps.push(changing.on_resource(&of, changing.accepted(Purpose::Arrange, changed, Vec::new())));
    let request = match context.operation.request {
        Some(_) => context.request(Body::Json(context.baseline())),
        None => context.request(Body::None),
    };
    let request = with_condition(context, request, &precondition.header, read)?;
    steps.push(context.on_resource(&of, context.fails(request, &precondition.error)?));
    let mut back = changing.read_again(of, echo)?;
    assign_clause(&mut back, &clause(context, "precondition"));
    steps.push(back);
    Some(case(context, "precondition", "stale", steps))
}

/// Assigns all expectations of a step to one clause.
fn assign_clause(step: &mut Step, clause: &ClauseId) {
    if let Expect::Success { members, .. } = &mut step.expect {
        members.iter_mut().for_each(|member| member.clause.clone_from(clause));
    }
}

/// Makes the case in which the client has the current version, so that the server does not return the
/// resource.
fn not_modified(context: &OperationContext<'_>, header: &str) -> Option<Case> {
    let of = Argument::Fixture { index: 0 };
    let read = read_version(context, of.clone(), Expected::Present)?;
    let again = context.read(of, Vec::new())?;
    let request = with_condition(context, again.request, header, 0)?;
    let nothing =
        Expect::Success { status: Some(NOT_MODIFIED), members: Vec::new(), rejection: None };
    let steps = vec![read, Step::new(Purpose::Act, request, nothing)];
    Some(case(context, "condition", "not-modified", steps))
}

/// Makes the case in which the client has another version, so that the server returns the resource.
fn modified(context: &OperationContext<'_>, header: &str) -> Option<Case> {
    let changing = changing_operations(context).into_iter().next()?;
    let changing = OperationContext::for_other_operation(context.spec, changing);
    let of = Argument::Fixture { index: 0 };
    let changed = all_changes(&changing);
    let mut read = changing.read_again(of.clone(), changing.expect_stored(&changed))?;
    assign_clause(&mut read, &clause(context, "condition"));
    read.request = with_condition(context, read.request, header, 1)?;
    let steps = vec![
        changing.arrange(changing.baseline()),
        read_version(context, of, Expected::Present)?,
        changing.accepted(Purpose::Arrange, changed, Vec::new()),
        Step { purpose: Purpose::Act, ..read },
    ];
    Some(case(context, "condition", "modified", steps))
}
