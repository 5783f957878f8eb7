//! Moves between states: from each state that a request can set, to each state that it can.

use serde_json::{Map, Value};
use webdata_spec::model::{Lifecycle, Move, Shape};

use super::cases::Cases;
use crate::case::{Case, Expected, Purpose};

pub(super) fn derive(cases: &Cases<'_>) -> Vec<Case> {
    let Some((resource, _)) = cases.resource() else { return Vec::new() };
    let own = cases.spec.lifecycles.iter().filter(|one| one.type_name == resource.type_name);
    own.flat_map(|lifecycle| moves(cases, lifecycle)).collect()
}

fn moves(cases: &Cases<'_>, lifecycle: &Lifecycle) -> Vec<Case> {
    let property = cases.request_object().and_then(|o| o.properties.get(&lifecycle.property));
    let Some(Shape::Enum(settable)) = property.map(|property| &property.schema.shape) else {
        return Vec::new();
    };
    let own = lifecycle.moves.iter().filter(|step| step.operation == cases.operation.id);
    let from = |step: &'_ Move| {
        let reachable = step.from.iter().filter(|state| settable.contains(state));
        reachable.cloned().collect::<Vec<_>>()
    };
    own.flat_map(|step| from(step).into_iter().map(move |from| (from, step)))
        .filter_map(|(from, step)| one(cases, lifecycle, &from, step))
        .collect()
}

fn one(cases: &Cases<'_>, lifecycle: &Lifecycle, from: &str, step: &Move) -> Option<Case> {
    let mut stored = cases.baseline();
    stored[&lifecycle.property] = from.into();
    let mut sent = Map::new();
    sent.insert(lifecycle.property.clone(), step.to.as_str().into());
    let expected = Expected::Equal(Value::from(step.to.as_str()));
    let member = cases.member(&lifecycle.property, expected, step.clause.clone())?;
    let steps =
        vec![cases.arrange(stored), cases.accepted(Purpose::Act, sent.into(), vec![member])];
    let name = format!("{from}-to-{}", step.to);
    let id = cases.id(&["lifecycle", &lifecycle.property, &name]);
    Some(cases.case(id, step.level, step.clause.clone(), steps))
}
