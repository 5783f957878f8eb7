//! Situations: states of a stored resource in which an operation is called, and circumstances in which a
//! clause shows. The target states how to bring each about. The events in a list that an operation returns
//! are among them.

use webdata_spec::model::{Channel, ClauseId, Level, Situation, SituationResponse};

use super::responses::clauses_of;
use crate::case::{Argument, BodyContent, Case, Expected, Member, Purpose, Step};
use crate::derive::context::OperationContext;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let id = &context.operation.id;
    let of_states = context.spec.lifecycles.iter().flat_map(|lifecycle| &lifecycle.situations);
    let of_states = of_states.filter(|situation| situation.operation == *id);
    let situations = of_states.chain(&context.operation.situations);
    let listed =
        context.spec.channels.values().filter(|channel| channel.operation.as_ref() == Some(id));
    let answered = situations.filter_map(|situation| derive_case(context, situation));
    answered.chain(listed.flat_map(|channel| events(context, channel))).collect()
}

fn derive_case(context: &OperationContext<'_>, situation: &Situation) -> Option<Case> {
    let clause = &situation.clause;
    let member = |name: &String, value| Member::new(format!("/{name}"), value, clause.clone());
    let request = context.in_circumstance(clause);
    let mut found_type = None;
    let step = match &situation.response {
        SituationResponse::Error(error) => context.fails(request, error)?,
        SituationResponse::Success(success) => {
            let equal =
                |(name, value): (&String, &_)| member(name, Expected::Equal(Clone::clone(value)));
            let mut members: Vec<Member> = success.members.iter().map(equal).collect();
            members.extend(success.absent.iter().map(|name| member(name, Expected::Absent)));
            // The empty pointer stands for the whole value.
            let optional = success.optional.iter().map(equal);
            let omissible = vec![String::new()];
            members
                .extend(optional.map(|member| Member { omissible: omissible.clone(), ..member }));
            let mut expect_content =
                |sought| members.push(Member::with_content(sought, clause.clone()));
            for (name, value) in &success.anywhere {
                let (name, value) = (name.clone(), value.clone());
                expect_content(BodyContent::Member { name, value });
            }
            found_type.clone_from(&success.found);
            if let Some(type_name) = success.found.clone() {
                expect_content(BodyContent::Object { type_name });
            }
            if let (Some(says), false) = (&success.says, success.words.is_empty()) {
                let (meaning, words) = (says.clone(), success.words.clone());
                expect_content(BodyContent::Text { meaning, words });
            }
            Step { request, ..context.succeeds(members) }
        }
    };
    let id = context.id(&["situations", &situation.id]);
    let case = context.case(
        id,
        situation.level,
        clause.clone(),
        with_preparation(context, situation, step),
    );
    Some(with_type(context, case, found_type.as_ref()))
}

/// Returns the step, preceded by the step whose response has the parameters of its path.
fn with_preparation(
    context: &OperationContext<'_>,
    situation: &Situation,
    mut step: Step,
) -> Vec<Step> {
    let Some(before) = situation.after.as_ref().and_then(|id| context.spec.operations.get(id))
    else {
        return vec![step];
    };
    for (name, argument) in &mut step.request.parameters {
        if !before.parameters.contains_key(name) {
            *argument = Argument::ResponseValue { step: 0, pointer: format!("**/{name}") };
        }
    }
    let before = OperationContext::for_other_operation(context.spec, before);
    let request = before.in_circumstance(&situation.clause);
    let first = Step { request, ..before.succeeds(Vec::new()) };
    vec![Step { purpose: Purpose::Arrange, ..first }, step]
}

/// Makes the cases of a list of events: one for each event, and one for each situation that causes an event.
fn events(context: &OperationContext<'_>, channel: &Channel) -> Vec<Case> {
    let of_clauses = channel.events.values().map(|event| {
        let clause = channel.clause().child(&event.name);
        let sought = BodyContent::Event {
            name: event.name.clone(),
            carries: event.carries.clone(),
            members: serde_json::Map::new(),
        };
        event_case(context, (&event.name, channel.level), &clause, (sought, event.carries.as_ref()))
    });
    let situations = context.spec.lifecycles.iter().flat_map(|lifecycle| &lifecycle.situations);
    let of_situations = situations.filter_map(|situation| {
        let SituationResponse::Success(success) = &situation.response else { return None };
        let event = success.event.as_ref().filter(|event| event.channel == channel.id)?;
        let carries = channel.events.get(&event.name).and_then(|event| event.carries.clone());
        let (name, members) = (event.name.clone(), event.members.clone());
        let sought = BodyContent::Event { name, carries: carries.clone(), members };
        let named = (&situation.id, situation.level);
        Some(event_case(context, named, &situation.clause, (sought, carries.as_ref())))
    });
    of_clauses.chain(of_situations).collect()
}

fn event_case(
    context: &OperationContext<'_>,
    (name, level): (&String, Level),
    clause: &ClauseId,
    (sought, carries): (BodyContent, Option<&String>),
) -> Case {
    let request = context.in_circumstance(clause);
    let members = vec![Member::with_content(sought, clause.clone())];
    let step = Step { request, ..context.succeeds(members) };
    let id = context.id(&["situations", name]);
    with_type(context, context.case(id, level, clause.clone(), vec![step]), carries)
}

/// Adds the clauses of a type that the case searches for.
fn with_type(context: &OperationContext<'_>, mut case: Case, name: Option<&String>) -> Case {
    let clauses = name.into_iter().flat_map(|name| clauses_of(context, name));
    for clause in clauses.collect::<Vec<_>>() {
        if !case.clauses.contains(&clause) {
            case.clauses.push(clause);
        }
    }
    case
}
