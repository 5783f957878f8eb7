//! Transitions between states, from and to each state that a request can set.
//!
//! A gap may leave open what else a transition changes; `observations` observes it.

use serde_json::{Map, Value};
use webdata_spec::model::{Gap, Lifecycle, Transition};

use crate::case::{Body, Case, Expected, Interpretation, Matcher, Purpose};
use crate::derive::context::OperationContext;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let transitions = transitions(context).into_iter();
    transitions
        .filter_map(|(lifecycle, from, step)| derive_case(context, lifecycle, &from, step))
        .collect()
}

/// Makes cases that observe how a property changes with the state of its resource.
pub(super) fn observed(context: &OperationContext<'_>, gap: &Gap) -> Vec<Case> {
    let Some((resource, object)) = context.resource() else { return Vec::new() };
    let property = gap.place.strip_prefix(&format!("{}.", resource.type_name));
    let Some(property) = property.filter(|name| object.properties.contains_key(*name)) else {
        return Vec::new();
    };
    let pointer = format!("{}/{property}", resource.pointer());
    // The current state is set twice before the transition. A change by the second request is not an effect
    // of the transition.
    let lacks = Matcher::Lacks(pointer.clone());
    let earlier = |matcher| Matcher::Earlier(1, Box::new(matcher));
    let stands = earlier(Matcher::SameAsStep(pointer.clone(), 0));
    let moved = Matcher::Present(pointer.clone());
    let interpretations = [
        (Matcher::SameAsStep(pointer.clone(), 1), "kept"),
        (Matcher::All(vec![lacks.clone(), earlier(lacks)]), "not in any response"),
        (Matcher::Value(pointer, Value::Null), "null"),
        (Matcher::All(vec![moved.clone(), stands]), "another value"),
        (moved, "another value, as after every update"),
        (Matcher::Success, "left out of the response"),
    ];
    let changes = transitions(context).into_iter().filter(|(_, from, step)| *from != step.to);
    let case = |(lifecycle, from, step): (&Lifecycle, String, &Transition)| {
        let name = format!("{from}-to-{}", step.to);
        let interpret =
            |(matcher, meaning)| Interpretation::new(matcher, format!("{name}: {meaning}"));
        let interpretations = interpretations.clone().map(interpret).into();
        let (stored, sent) = bodies_of_transition(context, lifecycle, &from, step);
        let id = context.id(&["observations", &gap.id, &name]);
        let steps = vec![context.arrange(stored.clone()), context.arrange(stored)];
        let question = (context.request(Body::Json(sent)), interpretations);
        context.observation_after(gap, id, steps, question)
    };
    changes.map(case).collect()
}

/// Returns the transitions that the operation makes, each from every state that a request can set.
fn transitions<'s>(context: &OperationContext<'s>) -> Vec<(&'s Lifecycle, String, &'s Transition)> {
    let Some((resource, _)) = context.resource() else { return Vec::new() };
    let lifecycles = context
        .spec
        .lifecycles
        .iter()
        .filter(|lifecycle| lifecycle.type_name == resource.type_name);
    lifecycles.flat_map(|lifecycle| transitions_of(context, lifecycle)).collect()
}

fn transitions_of<'s>(
    context: &OperationContext<'s>,
    lifecycle: &'s Lifecycle,
) -> Vec<(&'s Lifecycle, String, &'s Transition)> {
    let property = context.request_object().and_then(|o| o.properties.get(&lifecycle.property));
    let Some(settable) = property.and_then(|property| property.schema.words()) else {
        return Vec::new();
    };
    let transitions =
        lifecycle.transitions.iter().filter(|step| step.operation == context.operation.id);
    let from = |step: &'_ Transition| {
        let reachable = step.from.iter().filter(|state| settable.contains(state));
        reachable.cloned().collect::<Vec<_>>()
    };
    transitions
        .flat_map(|step| from(step).into_iter().map(move |from| (lifecycle, from, step)))
        .collect()
}

/// Returns the body that is stored before a transition, and the body that requests the transition.
fn bodies_of_transition(
    context: &OperationContext<'_>,
    lifecycle: &Lifecycle,
    from: &str,
    step: &Transition,
) -> (Value, Value) {
    let mut stored = context.baseline();
    stored[&lifecycle.property] = from.into();
    let mut sent = Map::new();
    sent.insert(lifecycle.property.clone(), step.to.as_str().into());
    (stored, sent.into())
}

fn derive_case(
    context: &OperationContext<'_>,
    lifecycle: &Lifecycle,
    from: &str,
    step: &Transition,
) -> Option<Case> {
    let (stored, sent) = bodies_of_transition(context, lifecycle, from, step);
    let expected = Expected::Equal(Value::from(step.to.as_str()));
    let member = context.member(&lifecycle.property, expected, step.clause.clone())?;
    let steps = vec![context.arrange(stored), context.accepted(Purpose::Act, sent, vec![member])];
    let name = format!("{from}-to-{}", step.to);
    let id = context.id(&["lifecycle", &lifecycle.property, &name]);
    Some(context.case(id, step.level, step.clause.clone(), steps))
}
