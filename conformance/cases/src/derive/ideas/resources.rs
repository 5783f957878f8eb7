//! Single resources: a created resource can be read, a deleted one is gone, and a repeated idempotency key creates no
//! other one. Each change gives the resource a new version, which conditions can name.

use webdata_spec::model::{
    ANY_VERSION, ClauseId, Idempotency, NOT_MODIFIED, Precondition, ResourceEffect,
};

use super::bulk::generated;
use super::lists::listed;
use crate::case::{
    Argument, Body, Case, Expect, Expected, ListTest, Member, Purpose, Request, Step,
};
use crate::derive::context::OperationContext;
use crate::derive::context::changes::all_changes;
use crate::derive::context::requests::UNKNOWN_ID;

fn clause(context: &OperationContext<'_>, part: &str) -> ClauseId {
    context.operation.clause().child(part)
}

fn case(context: &OperationContext<'_>, part: &str, name: &str, steps: Vec<Step>) -> Case {
    context.case(&[part, name], clause(context, part), steps)
}

/// Expects an identity in the response.
fn identity(context: &OperationContext<'_>, part: &str, value: Expected) -> Option<Member> {
    let (resource, _) = context.resource()?;
    context.operation.response_type()?;
    context.member(&resource.identity, value, clause(context, part))
}

/// Makes cases of creations: the server stores what was sent, the resource can be read, and each creation makes another
/// resource.
pub(super) fn creates(context: &OperationContext<'_>) -> Vec<Case> {
    [stored(context), same_body_twice(context)].into_iter().flatten().collect()
}

/// Makes the case in which a created resource has an identity and can be read by it.
fn stored(context: &OperationContext<'_>) -> Option<Case> {
    let body = context.baseline();
    let echo = context.expect_stored(&body);
    let members = identity(context, "creates", Expected::Present).into_iter();
    let members = members.chain(echo.clone()).collect();
    let mut steps = vec![context.accepted(Purpose::Act, body, members)];
    steps.extend(
        context.related.created_in(0).and_then(|created| context.read_again(created, echo)),
    );
    let (resource, stored) = context.resource()?;
    Some(case(context, "creates", "stored", steps).with_clauses(generated(resource, stored)))
}

/// Makes the case in which two creations with the same body make two resources.
fn same_body_twice(context: &OperationContext<'_>) -> Option<Case> {
    let other = vec![identity(context, "creates", Expected::OtherThanStep(0))?];
    let create = |members| context.accepted(Purpose::Act, context.baseline(), members);
    let mut steps = vec![create(Vec::new()), create(other)];
    let read = |step| context.related.read(context.related.created_in(step)?, Vec::new());
    steps.extend([0, 1].into_iter().filter_map(read));
    Some(case(context, "creates", "twice", steps))
}

/// Makes cases of reads: the response shows the resource as another operation stored it.
pub(super) fn reads(context: &OperationContext<'_>) -> Vec<Case> {
    let stores = [ResourceEffect::Creates, ResourceEffect::Updates, ResourceEffect::Replaces];
    stores.into_iter().filter_map(|effect| read_case(context, effect)).collect()
}

/// Makes the case that reads what another operation has stored.
fn read_case(context: &OperationContext<'_>, effect: ResourceEffect) -> Option<Case> {
    let (resource, _) = context.resource()?;
    let other = context.other(effect)?;
    let stored_in = other.operation.resource.as_ref()?;
    let echo = other.expect_stored(&other.baseline()).into_iter().map(|member| {
        let inner = member.pointer.strip_prefix(&stored_in.pointer()).unwrap_or(&member.pointer);
        let pointer = format!("{}{inner}", resource.pointer());
        Member { pointer, clause: clause(context, "reads"), ..member }
    });
    let arrange = other.arrange(other.baseline());
    let argument = match effect {
        ResourceEffect::Creates => other.related.created_in(0)?,
        _ => other.identified_by().map(|_| Argument::FIRST_FIXTURE)?,
    };
    let read = context.related.read(argument, echo.collect())?;
    let steps = vec![arrange, Step { purpose: Purpose::Act, ..read }];
    Some(case(context, "reads", &format!("after-{}", other.operation.id), steps))
}

/// Makes cases of removals: no operation finds the removed resource, and all other resources stay.
pub(super) fn deletes(context: &OperationContext<'_>) -> Vec<Case> {
    let alone = [
        second_removal(context),
        another_resource_stays(context),
        rejected_for_another_team(context),
        absent_from_list(context),
    ];
    let of_type = context.operation.resource.as_ref().map(|resource| &resource.type_name);
    let named = context.spec.operations.values().filter(|operation| {
        let resource = operation.resource.as_ref();
        let resource = resource.filter(|resource| resource.effect.needs_identity());
        operation.id != context.operation.id
            && resource.is_some_and(|resource| Some(&resource.type_name) == of_type)
    });
    let others = named.filter_map(|operation| {
        let other = OperationContext::for_other_operation(context.spec, operation);
        not_found_afterwards(context, &other)
    });
    alone.into_iter().flatten().chain(others).collect()
}

/// Returns the step that removes the first resource that the case has created.
fn delete_step(context: &OperationContext<'_>) -> Option<Step> {
    Some(context.on_resource(&context.related.created_in(0)?, context.succeeds(Vec::new())))
}

/// Makes the case that creates a resource, removes it and then sends a last request.
fn removal(context: &OperationContext<'_>, name: &str, last: Step) -> Option<Case> {
    let last = Step { purpose: Purpose::Assert, ..last };
    Some(case(
        context,
        "deletes",
        name,
        vec![context.related.creation()?, delete_step(context)?, last],
    ))
}

/// Makes the case in which another operation does not find a removed resource.
fn not_found_afterwards(
    context: &OperationContext<'_>,
    other: &OperationContext<'_>,
) -> Option<Case> {
    let unknown = other.operation.resource.as_ref()?.unknown.as_ref()?;
    let mut request = other.minimal_request();
    request.name_resource(other.operation, &context.related.created_in(0)?)?;
    let name = format!("gone-for-{}", other.operation.id);
    removal(context, &name, other.fails(request, unknown)?)
}

/// Makes the case in which a second removal does not find the resource.
fn second_removal(context: &OperationContext<'_>) -> Option<Case> {
    let unknown = context.operation.resource.as_ref()?.unknown.as_ref()?;
    let again = context.fails(context.valid_request(), unknown)?;
    removal(context, "twice", context.on_resource(&context.related.created_in(0)?, again))
}

fn another_resource_stays(context: &OperationContext<'_>) -> Option<Case> {
    let create = || context.related.creation();
    let read = context.related.read(context.related.created_in(1)?, Vec::new())?;
    let steps = vec![create()?, create()?, delete_step(context)?, read];
    Some(case(context, "deletes", "another-stays", steps))
}

/// Makes the case in which another team tries to remove the resource, which stays.
fn rejected_for_another_team(context: &OperationContext<'_>) -> Option<Case> {
    let (_, foreign) = context.operation.resource.as_ref()?.owner_error();
    let request = context.as_other_team(context.valid_request())?;
    let rejected =
        context.on_resource(&context.related.created_in(0)?, context.fails(request, foreign?)?);
    let read = context.related.read(context.related.created_in(0)?, Vec::new())?;
    let steps = vec![context.related.creation()?, rejected, read];
    Some(case(context, "deletes", "another-teams-stays", steps))
}

/// Makes the case in which a list no longer has the removed resource.
fn absent_from_list(context: &OperationContext<'_>) -> Option<Case> {
    let lists = context.other(ResourceEffect::Lists)?;
    let lacks = ListTest::Lacks(context.identity_in(0)?);
    let list = listed(&lists, Default::default(), &clause(context, "deletes"), [lacks])?;
    removal(context, "unlisted", list)
}

/// Makes cases of idempotency keys: a creation that is repeated with the same key creates no further resource.
pub(super) fn idempotency(context: &OperationContext<'_>) -> Vec<Case> {
    let Some(idempotency) = &context.operation.idempotency else { return Vec::new() };
    let first =
        || creation_step(context, keyed_request(context, idempotency, 0), Expected::Present);
    let pair = |name: &'static str, request: Request, identity: Expected| {
        Some((name, first()?, creation_step(context, request, identity)?))
    };
    let request = |number| keyed_request(context, idempotency, number);
    let again =
        pair("same-key", request(0), Expected::SameAsStep(0)).map(|(name, first, again)| {
            // The status code of the second response is open.
            let members = again.expect.members().to_vec();
            (name, first, Step { expect: Expect::any_success(members), ..again })
        });
    let other = pair("another-key", request(1), Expected::OtherThanStep(0));
    // Another team has no access to the parent, and none to what a body names.
    let is_nested = context.operation.resource.as_ref().is_some_and(|it| it.parent.is_some())
        || context.named_resources().next().is_some();
    let of_team = context.as_other_team(request(0)).filter(|_| !is_nested);
    let of_team =
        of_team.and_then(|request| pair("another-teams-key", request, Expected::OtherThanStep(0)));
    let pairs = [again, other, of_team].into_iter().flatten();
    let cases =
        pairs.map(|(name, first, second)| case(context, "idempotency", name, vec![first, second]));
    let reused = idempotency.reused.as_ref();
    let reused = reused.and_then(|error| key_with_another_body(context, idempotency, error));
    cases.chain(reused).collect()
}

/// Returns a request that creates a resource with the idempotency key of this number.
fn keyed_request(
    context: &OperationContext<'_>,
    idempotency: &Idempotency,
    number: usize,
) -> Request {
    let mut request = context.request(context.baseline());
    request.headers.insert(idempotency.header.clone(), UNKNOWN_ID.into());
    let key = Argument::NewUuid { shared: Some(number) };
    request.header_arguments.insert(idempotency.header.clone(), key);
    request
}

/// Returns a step that creates a resource and expects this identity.
fn creation_step(
    context: &OperationContext<'_>,
    request: Request,
    value: Expected,
) -> Option<Step> {
    let member = identity(context, "idempotency", value)?;
    Some(Step::new(Purpose::Act, request, context.success(vec![member])))
}

/// Makes the case in which the same key with another body is rejected and changes nothing.
fn key_with_another_body(
    context: &OperationContext<'_>,
    idempotency: &Idempotency,
    error: &str,
) -> Option<Case> {
    let other = all_changes(context);
    if other == context.baseline() {
        return None;
    }
    let request = keyed_request(context, idempotency, 0);
    let first = creation_step(context, request.clone(), Expected::Present)?;
    let again = Request { body: Body::Json(other), ..request };
    let mut steps = vec![first, context.fails(again, error)?];
    let echo = context.expect_stored(&context.baseline());
    steps.extend(context.related.created_in(0).and_then(|of| context.read_again(of, echo)));
    let reused = clause(context, "idempotency").child("reused");
    Some(context.case(&["idempotency", "another-body"], reused, steps))
}

/// Makes cases of versions: each change gives the resource a new version, and all responses agree on the version.
pub(super) fn versions(context: &OperationContext<'_>) -> Vec<Case> {
    let resource = context.operation.resource.as_ref();
    if resource.is_none_or(|resource| resource.version.is_none()) {
        return Vec::new();
    }
    match context.effect_on_resource() {
        Some(ResourceEffect::Reads) => {
            let changing = changing_operations(context);
            let changed = changing.iter().filter_map(|other| version_changes(context, other));
            let is_alone = changing.is_empty();
            changed.chain(version_is_stated(context).filter(|_| is_alone)).collect()
        }
        _ => version_as_read(context).into_iter().collect(),
    }
}

/// Returns the operations that change one resource of the type without removing it.
fn changing_operations<'s>(context: &OperationContext<'s>) -> Vec<OperationContext<'s>> {
    let effects = [ResourceEffect::Updates, ResourceEffect::Replaces].into_iter();
    let others = effects.filter_map(|effect| context.other(effect));
    others.filter(|other| other.operation.request.is_some()).collect()
}

/// Returns a step that reads a resource and expects this version in the header.
fn read_version(
    context: &OperationContext<'_>,
    target: &Argument,
    version: Expected,
) -> Option<Step> {
    let header = context.related.version_header()?;
    let member = Member::in_header(header, version, clause(context, "version"));
    context.related.read(target.clone(), vec![member])
}

fn version_changes(context: &OperationContext<'_>, other: &OperationContext<'_>) -> Option<Case> {
    let steps = vec![
        other.arrange(other.baseline()),
        read_version(context, &Argument::FIRST_FIXTURE, Expected::Present)?,
        other.arrange(all_changes(other)),
        read_version(context, &Argument::FIRST_FIXTURE, Expected::OtherThanStep(1))?,
    ];
    Some(case(context, "version", &format!("after-{}", other.operation.id), steps))
}

/// Makes the case in which a response states a version, if no operation changes the resource.
fn version_is_stated(context: &OperationContext<'_>) -> Option<Case> {
    let read = read_version(context, &Argument::FIRST_FIXTURE, Expected::Present)?;
    Some(case(context, "version", "told", vec![Step { purpose: Purpose::Act, ..read }]))
}

/// Makes the case in which the response to a change states the version that the next read shows.
fn version_as_read(context: &OperationContext<'_>) -> Option<Case> {
    let header = context.operation.resource.as_ref()?.version.as_deref()?;
    let stated = Member::in_header(header, Expected::Present, clause(context, "version"));
    let (mut steps, target) = match context.effect_on_resource()? {
        ResourceEffect::Creates => (Vec::new(), context.related.created_in(0)?),
        ResourceEffect::Updates | ResourceEffect::Replaces => {
            (vec![context.arrange(context.baseline())], Argument::FIRST_FIXTURE)
        }
        ResourceEffect::Reads
        | ResourceEffect::Lists
        | ResourceEffect::Deletes
        | ResourceEffect::Starts
        | ResourceEffect::Cancels
        | ResourceEffect::Uses => return None,
    };
    let body = if steps.is_empty() { context.baseline() } else { all_changes(context) };
    let at = steps.len();
    steps.push(context.accepted(Purpose::Act, body, vec![stated]));
    steps.push(read_version(context, &target, Expected::SameAsStep(at))?);
    Some(case(context, "version", "as-read", steps))
}

/// Makes cases of conditional requests on the version of a resource. The server changes or returns the resource only
/// if the condition holds.
pub(super) fn conditions(context: &OperationContext<'_>) -> Vec<Case> {
    let precondition = context.operation.precondition.as_ref().map(|precondition| {
        [
            current_version(context, precondition),
            any_version(context, precondition),
            stale_version(context, precondition),
        ]
    });
    let condition = context.operation.condition.as_ref();
    let condition =
        condition.map(|header| [not_modified(context, header), modified(context, header)]);
    precondition.into_iter().flatten().chain(condition.into_iter().flatten()).flatten().collect()
}

/// Returns the request with a condition on the version that an earlier step has read.
fn with_condition(
    context: &OperationContext<'_>,
    mut request: Request,
    header: &str,
    step: usize,
) -> Option<Request> {
    let name = context.related.version_header()?.to_owned();
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
    let target = if is_removed { context.related.created_in(0)? } else { Argument::FIRST_FIXTURE };
    let known = changing.map(|other| other.on_resource(&target, other.arrange(other.baseline())));
    let created = context.related.creation().filter(|_| is_removed);
    Some((target, created.into_iter().chain(known).collect()))
}

/// Returns the request that changes the resource from the baseline, and the context if it stores a body.
fn change<'c, 's>(
    context: &'c OperationContext<'s>,
) -> (Request, Option<&'c OperationContext<'s>>) {
    match context.operation.request {
        Some(_) => (context.request(all_changes(context)), Some(context)),
        None => (context.request(Body::None), None),
    }
}

/// Makes the case in which the resource has the version in the request, so that it is changed.
fn current_version(context: &OperationContext<'_>, precondition: &Precondition) -> Option<Case> {
    let (request, stores) = change(context);
    let (target, mut steps) = arrange(context, stores)?;
    let request = with_condition(context, request, &precondition.header, steps.len())?;
    steps.push(read_version(context, &target, Expected::Present)?);
    let echo = request.body.as_json().map(|body| context.expect_stored(body)).unwrap_or_default();
    let act = Step::new(Purpose::Act, request, context.success(echo.clone()));
    steps.push(context.on_resource(&target, act));
    steps.extend(stores.and_then(|reader| reader.read_again(target, echo)));
    Some(case(context, "precondition", "current", steps))
}

/// Makes the case in which the request accepts any version, so that the resource is changed.
fn any_version(context: &OperationContext<'_>, precondition: &Precondition) -> Option<Case> {
    let (mut request, stores) = change(context);
    let (target, mut steps) = arrange(context, stores)?;
    request.headers.insert(precondition.header.clone(), ANY_VERSION.into());
    let act = Step::new(Purpose::Act, request, context.success(Vec::new()));
    steps.push(context.on_resource(&target, act));
    Some(case(context, "precondition", "any-version", steps))
}

/// Makes the case in which the resource has another version than the request, so that it is not changed.
fn stale_version(context: &OperationContext<'_>, precondition: &Precondition) -> Option<Case> {
    let changing = changing_operations(context).into_iter().next()?;
    let (target, mut steps) = arrange(context, Some(&changing))?;
    let sent = context.operation.request.as_ref();
    let request = context.request(sent.map_or(Body::None, |_| Body::Json(context.baseline())));
    let request = with_condition(context, request, &precondition.header, steps.len())?;
    steps.push(read_version(context, &target, Expected::Present)?);
    let changed = all_changes(&changing);
    let echo = changing.expect_stored(&changed);
    steps.push(changing.on_resource(&target, changing.arrange(changed)));
    steps.push(context.on_resource(&target, context.fails(request, &precondition.error)?));
    steps.push(changing.read_again(target, assigned(echo, &clause(context, "precondition")))?);
    Some(case(context, "precondition", "stale", steps))
}

/// Assigns all expectations to one clause.
fn assigned(members: Vec<Member>, clause: &ClauseId) -> Vec<Member> {
    members.into_iter().map(|member| Member { clause: clause.clone(), ..member }).collect()
}

/// Makes the case in which the client has the current version, so that the server does not return the
/// resource.
fn not_modified(context: &OperationContext<'_>, header: &str) -> Option<Case> {
    let target = Argument::FIRST_FIXTURE;
    let read = read_version(context, &target, Expected::Present)?;
    let request =
        with_condition(context, context.related.read(target, Vec::new())?.request, header, 0)?;
    let nothing =
        Expect::Success { status: Some(NOT_MODIFIED), members: Vec::new(), rejection: None };
    let steps = vec![read, Step::new(Purpose::Act, request, nothing)];
    Some(case(context, "condition", "not-modified", steps))
}

/// Makes the case in which the client has another version, so that the server returns the resource.
fn modified(context: &OperationContext<'_>, header: &str) -> Option<Case> {
    let changing = changing_operations(context).into_iter().next()?;
    let target = Argument::FIRST_FIXTURE;
    let changed = all_changes(&changing);
    let echo = assigned(changing.expect_stored(&changed), &clause(context, "condition"));
    let mut read = changing.read_again(target.clone(), echo)?;
    read.request = with_condition(context, read.request, header, 1)?;
    let steps = vec![
        changing.arrange(changing.baseline()),
        read_version(context, &target, Expected::Present)?,
        changing.arrange(changed),
        Step { purpose: Purpose::Act, ..read },
    ];
    Some(case(context, "condition", "modified", steps))
}
