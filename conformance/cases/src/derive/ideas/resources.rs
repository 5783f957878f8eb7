//! Single resources: what an operation creates can be read, what it deletes is gone, a repeated idempotency key creates
//! nothing, and each change gives the resource a new version, which conditions can name.

use webdata_spec::model::{
    ANY_VERSION, ClauseId, Idempotency, NOT_MODIFIED, Operation, Precondition, ResourceEffect,
};

use super::bulk::generated;
use super::lists::listed;
use crate::case::{
    Argument, Authorization, Body, Case, Expect, Expected, KeyName, ListTest, Member, Purpose,
    Request, Step,
};
use crate::derive::context::OperationContext;
use crate::derive::context::changes::all_changes;
use crate::derive::context::steps::UNKNOWN_ID;

/// Makes cases of creations: the server stores what was sent, the resource can be read, and each creation makes another
/// resource.
pub(super) fn creates(context: &OperationContext<'_>) -> Vec<Case> {
    if context.effect_on_resource() != Some(ResourceEffect::Creates) {
        return Vec::new();
    }
    [stored(context), same_body_twice(context)].into_iter().flatten().collect()
}

/// Makes the case in which a created resource has an identity and can be read by it.
fn stored(context: &OperationContext<'_>) -> Option<Case> {
    let (clause, body) = (context.operation.clause().child("creates"), context.baseline());
    let echo = context.expect_stored(&body);
    let members = identity(context, Expected::Present).into_iter().chain(echo.clone()).collect();
    let mut steps = vec![context.accepted(Purpose::Act, body, members)];
    steps.extend(context.created_in(0).and_then(|created| context.read_again(created, echo)));
    let id = context.id(&["creates", "stored"]);
    let mut case = context.case(id, context.operation.level, clause, steps);
    let (resource, stored) = context.resource()?;
    case.clauses.extend(generated(resource, stored));
    Some(case)
}

/// Makes the case in which two creations with the same body make two resources.
fn same_body_twice(context: &OperationContext<'_>) -> Option<Case> {
    let clause = context.operation.clause().child("creates");
    let other = vec![identity(context, Expected::OtherThanStep(0))?];
    let mut steps = vec![
        context.accepted(Purpose::Act, context.baseline(), Vec::new()),
        context.accepted(Purpose::Act, context.baseline(), other),
    ];
    for step in [0, 1] {
        steps
            .extend(context.created_in(step).and_then(|created| context.read(created, Vec::new())));
    }
    let id = context.id(&["creates", "twice"]);
    Some(context.case(id, context.operation.level, clause, steps))
}

fn identity(context: &OperationContext<'_>, value: Expected) -> Option<Member> {
    let (resource, _) = context.resource()?;
    context.operation.response_type()?;
    context.member(&resource.identity, value, context.operation.clause().child("creates"))
}

/// Makes cases of reads: the response shows the resource as another operation stored it.
pub(super) fn reads(context: &OperationContext<'_>) -> Vec<Case> {
    if context.effect_on_resource() != Some(ResourceEffect::Reads) {
        return Vec::new();
    }
    let stores =
        [ResourceEffect::Creates, ResourceEffect::Updates, ResourceEffect::Replaces].into_iter();
    stores.filter_map(|effect| read_case(context, effect)).collect()
}

/// Makes the case that reads what another operation has stored.
fn read_case(context: &OperationContext<'_>, effect: ResourceEffect) -> Option<Case> {
    let (resource, _) = context.resource()?;
    let operation = context.spec.operation_with_effect(effect, &resource.type_name)?;
    let other = OperationContext::for_other_operation(context.spec, operation);
    let clause = context.operation.clause().child("reads");
    let stored = other.baseline();
    let of = other.operation.resource.as_ref()?;
    let echo = other.expect_stored(&stored).into_iter().map(|mut member| {
        let inner = member.pointer.strip_prefix(&of.pointer()).unwrap_or(&member.pointer);
        member.pointer = format!("{}{inner}", resource.pointer());
        member.clause = clause.clone();
        member
    });
    let arrange = other.arrange(stored.clone());
    let argument = match effect {
        ResourceEffect::Creates => other.created_in(0)?,
        _ => arrange.request.arguments().next()?.clone(),
    };
    let read = context.read(argument, echo.collect())?;
    let steps = vec![arrange, Step { purpose: Purpose::Act, ..read }];
    let id = context.id(&["reads", &format!("after-{}", operation.id)]);
    Some(context.case(id, context.operation.level, clause, steps))
}

/// Makes cases of removals: no operation finds the removed resource, and all other resources stay.
pub(super) fn deletes(context: &OperationContext<'_>) -> Vec<Case> {
    if context.effect_on_resource() != Some(ResourceEffect::Deletes) {
        return Vec::new();
    }
    let mut vec: Vec<Case> = [
        second_removal(context),
        another_resource_stays(context),
        rejected_for_another_team(context),
        absent_from_list(context),
    ]
    .into_iter()
    .flatten()
    .collect();
    let of_type = context.operation.resource.as_ref().map(|resource| &resource.type_name);
    let named = context.spec.operations.values().filter(|operation| {
        let is_removal = operation.id == context.operation.id;
        let resource =
            operation.resource.as_ref().filter(|resource| resource.effect.needs_identity());
        !is_removal && resource.is_some_and(|resource| Some(&resource.type_name) == of_type)
    });
    for operation in named {
        let other = OperationContext::for_other_operation(context.spec, operation);
        vec.extend(not_found_afterwards(context, &other));
    }
    vec
}

fn deletion_case(context: &OperationContext<'_>, name: &str, steps: Vec<Step>) -> Case {
    let clause = context.operation.clause().child("deletes");
    let id = context.id(&["deletes", name]);
    context.case(id, context.operation.level, clause, steps)
}

/// Returns the step that removes the resource which an earlier step created.
fn delete_step(context: &OperationContext<'_>, step: usize) -> Option<Step> {
    Some(context.on_resource(&context.created_in(step)?, context.succeeds(Vec::new())))
}

/// Makes the case in which another operation does not find a removed resource.
fn not_found_afterwards(
    context: &OperationContext<'_>,
    other: &OperationContext<'_>,
) -> Option<Case> {
    let unknown = other.operation.resource.as_ref()?.unknown.as_ref()?;
    let mut request = other.minimal_request();
    request.arguments_mut().next()?.clone_from(&context.created_in(0)?);
    let step = other.fails(request, unknown)?;
    let step = Step { purpose: Purpose::Assert, ..step };
    let steps = vec![context.creation()?, delete_step(context, 0)?, step];
    Some(deletion_case(context, &format!("gone-for-{}", other.operation.id), steps))
}

/// Makes the case in which a second removal does not find the resource.
fn second_removal(context: &OperationContext<'_>) -> Option<Case> {
    let unknown = context.operation.resource.as_ref()?.unknown.as_ref()?;
    let again = context.fails(context.valid_request(), unknown)?;
    let again =
        context.on_resource(&context.created_in(0)?, Step { purpose: Purpose::Assert, ..again });
    Some(deletion_case(
        context,
        "twice",
        vec![context.creation()?, delete_step(context, 0)?, again],
    ))
}

/// Makes the case in which another resource stays.
fn another_resource_stays(context: &OperationContext<'_>) -> Option<Case> {
    let create = || context.creation();
    let read = context.read(context.created_in(1)?, Vec::new())?;
    Some(deletion_case(
        context,
        "another-stays",
        vec![create()?, create()?, delete_step(context, 0)?, read],
    ))
}

/// Makes the case in which another team tries to remove the resource, which stays.
fn rejected_for_another_team(context: &OperationContext<'_>) -> Option<Case> {
    let foreign = context.operation.resource.as_ref()?.foreign.as_ref()?;
    let key = Authorization::with_key(context.scheme()?, KeyName::OtherTeam);
    let request = Request { authorization: Some(key), ..context.valid_request() };
    let rejected = context.on_resource(&context.created_in(0)?, context.fails(request, foreign)?);
    let read = context.read(context.created_in(0)?, Vec::new())?;
    Some(deletion_case(context, "another-teams-stays", vec![context.creation()?, rejected, read]))
}

/// Makes the case in which a list no longer has the removed resource.
fn absent_from_list(context: &OperationContext<'_>) -> Option<Case> {
    let resource = context.operation.resource.as_ref()?;
    let lists = context.spec.operation_with_effect(ResourceEffect::Lists, &resource.type_name)?;
    let lists = OperationContext::for_other_operation(context.spec, lists);
    let clause = context.operation.clause().child("deletes");
    let lacks = Expected::List(ListTest::Lacks(context.identity_in(0)?));
    let list = listed(&lists, Default::default(), vec![(lacks, clause)])?;
    let list = Step { purpose: Purpose::Assert, ..list };
    Some(deletion_case(
        context,
        "unlisted",
        vec![context.creation()?, delete_step(context, 0)?, list],
    ))
}

/// Makes cases of idempotency keys: a creation that is repeated with the same key creates no further resource.
pub(super) fn idempotency(context: &OperationContext<'_>) -> Vec<Case> {
    let Some(idempotency) = &context.operation.idempotency else { return Vec::new() };
    let derived = [
        repeated_key(context, idempotency),
        another_key(context, idempotency),
        key_of_another_team(context, idempotency),
    ];
    let reused = idempotency
        .reused
        .as_ref()
        .and_then(|error| key_with_another_body(context, idempotency, error));
    derived.into_iter().chain([reused]).flatten().collect()
}

fn idempotency_clause(context: &OperationContext<'_>) -> ClauseId {
    context.operation.clause().child("idempotency")
}

fn idempotency_case(context: &OperationContext<'_>, name: &str, steps: Vec<Step>) -> Case {
    let id = context.id(&["idempotency", name]);
    context.case(id, context.operation.level, idempotency_clause(context), steps)
}

/// Returns a request that creates a resource with the idempotency key of this number.
fn keyed_request(
    context: &OperationContext<'_>,
    idempotency: &Idempotency,
    number: usize,
) -> Request {
    let mut request = context.request(Body::Json(context.baseline()));
    request.headers.insert(idempotency.header.clone(), UNKNOWN_ID.into());
    let key = Argument::NewUuid { shared: Some(number) };
    request.header_arguments.insert(idempotency.header.clone(), key);
    request
}

/// Returns a step that creates a resource and expects this identity.
fn creation_step(
    context: &OperationContext<'_>,
    request: Request,
    identity: Expected,
) -> Option<Step> {
    let (resource, _) = context.resource()?;
    context.operation.response_type()?;
    let member = context.member(&resource.identity, identity, idempotency_clause(context))?;
    Some(Step::new(Purpose::Act, request, context.success(vec![member])))
}

/// Makes the case in which the same key and the same body give one resource. The status code of the second
/// response is open.
fn repeated_key(context: &OperationContext<'_>, idempotency: &Idempotency) -> Option<Case> {
    let mut again =
        creation_step(context, keyed_request(context, idempotency, 0), Expected::SameAsStep(0))?;
    if let Expect::Success { status, .. } = &mut again.expect {
        *status = None;
    }
    let first = creation_step(context, keyed_request(context, idempotency, 0), Expected::Present)?;
    Some(idempotency_case(context, "same-key", vec![first, again]))
}

/// Makes the case in which another key gives another resource.
fn another_key(context: &OperationContext<'_>, idempotency: &Idempotency) -> Option<Case> {
    let first = creation_step(context, keyed_request(context, idempotency, 0), Expected::Present)?;
    let other =
        creation_step(context, keyed_request(context, idempotency, 1), Expected::OtherThanStep(0))?;
    Some(idempotency_case(context, "another-key", vec![first, other]))
}

/// Makes the case in which another team uses the same key and gets another resource.
fn key_of_another_team(context: &OperationContext<'_>, idempotency: &Idempotency) -> Option<Case> {
    let first = creation_step(context, keyed_request(context, idempotency, 0), Expected::Present)?;
    let key = Authorization::with_key(context.scheme()?, KeyName::OtherTeam);
    let request = Request { authorization: Some(key), ..keyed_request(context, idempotency, 0) };
    let other = creation_step(context, request, Expected::OtherThanStep(0))?;
    Some(idempotency_case(context, "another-teams-key", vec![first, other]))
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
    let first = creation_step(context, keyed_request(context, idempotency, 0), Expected::Present)?;
    let again = Request { body: Body::Json(other), ..keyed_request(context, idempotency, 0) };
    let mut steps = vec![first, context.fails(again, error)?];
    let echo = context.expect_stored(&context.baseline());
    steps.extend(context.created_in(0).and_then(|of| context.read_again(of, echo)));
    let id = context.id(&["idempotency", "another-body"]);
    let clause = idempotency_clause(context).child("reused");
    Some(context.case(id, context.operation.level, clause, steps))
}

/// Makes cases of versions: each change gives the resource a new version, and all responses agree on the version.
pub(super) fn versions(context: &OperationContext<'_>) -> Vec<Case> {
    let has_version =
        context.operation.resource.as_ref().is_some_and(|resource| resource.version.is_some());
    if !has_version {
        return Vec::new();
    }
    match context.effect_on_resource() {
        Some(ResourceEffect::Reads) => {
            let changes = changing_operations(context).into_iter();
            let changed = changes.filter_map(|operation| version_changes(context, operation));
            changed.chain(version_is_stated(context)).collect()
        }
        _ => version_as_read(context).into_iter().collect(),
    }
}

/// Returns the operations that change one resource of the type without removing it.
pub(super) fn changing_operations<'s>(context: &OperationContext<'s>) -> Vec<&'s Operation> {
    let Some(resource) = &context.operation.resource else { return Vec::new() };
    let effects = [ResourceEffect::Updates, ResourceEffect::Replaces].into_iter();
    let operations =
        effects.filter_map(|of| context.spec.operation_with_effect(of, &resource.type_name));
    operations.filter(|operation| operation.request.is_some()).collect()
}

/// Returns a step that reads a resource and expects this version in the header.
pub(super) fn read_version(
    context: &OperationContext<'_>,
    of: Argument,
    expected: Expected,
) -> Option<Step> {
    let header = context.version_header()?;
    let clause = context.operation.clause().child("version");
    let member = Member::in_header(header, expected, clause);
    context.read(of, vec![member])
}

/// Makes the case in which a resource has a new version after an operation changed it.
fn version_changes(context: &OperationContext<'_>, operation: &Operation) -> Option<Case> {
    let other = OperationContext::for_other_operation(context.spec, operation);
    let of = || Argument::Fixture { index: 0 };
    let change = other.accepted(Purpose::Arrange, all_changes(&other), Vec::new());
    let steps = vec![
        other.arrange(other.baseline()),
        read_version(context, of(), Expected::Present)?,
        change,
        read_version(context, of(), Expected::OtherThanStep(1))?,
    ];
    let id = context.id(&["version", &format!("after-{}", operation.id)]);
    let clause = context.operation.clause().child("version");
    Some(context.case(id, context.operation.level, clause, steps))
}

/// Makes the case in which a response states a version, if no operation changes the resource.
fn version_is_stated(context: &OperationContext<'_>) -> Option<Case> {
    let read = read_version(context, Argument::Fixture { index: 0 }, Expected::Present)?;
    let clause = context.operation.clause().child("version");
    let steps = vec![Step { purpose: Purpose::Act, ..read }];
    let is_alone = changing_operations(context).is_empty();
    let id = context.id(&["version", "told"]);
    is_alone.then(|| context.case(id, context.operation.level, clause, steps))
}

/// Makes the case in which the response to a change states the version that the next read shows.
fn version_as_read(context: &OperationContext<'_>) -> Option<Case> {
    let header = context.operation.resource.as_ref()?.version.as_deref()?;
    let clause = context.operation.clause().child("version");
    let stated = Member::in_header(header, Expected::Present, clause.clone());
    let (mut steps, of) = match context.effect_on_resource()? {
        ResourceEffect::Creates => (Vec::new(), context.created_in(0)?),
        ResourceEffect::Updates | ResourceEffect::Replaces => {
            (vec![context.arrange(context.baseline())], Argument::Fixture { index: 0 })
        }
        ResourceEffect::Reads | ResourceEffect::Lists | ResourceEffect::Deletes => return None,
    };
    let body = if steps.is_empty() { context.baseline() } else { all_changes(context) };
    let at = steps.len();
    steps.push(context.accepted(Purpose::Act, body, vec![stated]));
    steps.push(read_version(context, of, Expected::SameAsStep(at))?);
    let id = context.id(&["version", "as-read"]);
    Some(context.case(id, context.operation.level, clause, steps))
}

/// Makes cases of conditional requests on the version of a resource: the server changes or returns the resource if the
/// condition holds, and leaves it unchanged otherwise.
pub(super) fn conditions(context: &OperationContext<'_>) -> Vec<Case> {
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

fn condition_case(
    context: &OperationContext<'_>,
    word: &str,
    name: &str,
    steps: Vec<Step>,
) -> Case {
    let clause = condition_clause(context, word);
    context.case(context.id(&[word, name]), context.operation.level, clause, steps)
}

fn condition_clause(context: &OperationContext<'_>, word: &str) -> ClauseId {
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
    Some(condition_case(context, "precondition", "current", steps))
}

/// Makes the case in which the request accepts any version, so that the resource is changed.
fn any_version(context: &OperationContext<'_>, precondition: &Precondition) -> Option<Case> {
    let stores = context.operation.request.is_some().then_some(context);
    let (of, mut steps) = arrange(context, stores)?;
    let mut request = context.request(body(context));
    request.headers.insert(precondition.header.clone(), ANY_VERSION.into());
    let act = Step::new(Purpose::Act, request, context.success(Vec::new()));
    steps.push(context.on_resource(&of, act));
    Some(condition_case(context, "precondition", "any-version", steps))
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
    assign_clause(&mut back, &condition_clause(context, "precondition"));
    steps.push(back);
    Some(condition_case(context, "precondition", "stale", steps))
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
    Some(condition_case(context, "condition", "not-modified", steps))
}

/// Makes the case in which the client has another version, so that the server returns the resource.
fn modified(context: &OperationContext<'_>, header: &str) -> Option<Case> {
    let changing = changing_operations(context).into_iter().next()?;
    let changing = OperationContext::for_other_operation(context.spec, changing);
    let of = Argument::Fixture { index: 0 };
    let changed = all_changes(&changing);
    let mut read = changing.read_again(of.clone(), changing.expect_stored(&changed))?;
    assign_clause(&mut read, &condition_clause(context, "condition"));
    read.request = with_condition(context, read.request, header, 1)?;
    let steps = vec![
        changing.arrange(changing.baseline()),
        read_version(context, of, Expected::Present)?,
        changing.accepted(Purpose::Arrange, changed, Vec::new()),
        Step { purpose: Purpose::Act, ..read },
    ];
    Some(condition_case(context, "condition", "modified", steps))
}
