//! Updates that come at the same time: none undoes another, whatever their order.
//!
//! Whether a server may refuse one of them is left open, so that it carries all of them out is not
//! judged.

use serde_json::{Value, json};
use webdata_spec::model::{ClauseId, Effect, EffectKind, Observation, Probe};

use crate::case::{Case, Expect, Expected, Member, OpenRefusal, Purpose, Step};
use crate::derive::context::OperationContext;
use crate::derive::context::changes::{Change, changes, neutral};
use crate::derive::values::readings::holds;

/// How many updates of one property are sent together.
const TOGETHER: usize = 8;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let kept = context.operation.effects.iter().find(|e| e.kind == EffectKind::KeepsOmitted);
    let Some(effect) = kept else { return Vec::new() };
    let asks = context.spec.gaps.values().find(|gap| {
        let probe = matches!(gap.observation, Observation::Probe(Probe::ConcurrentUpdates));
        probe && gap.place == effect.clause.as_str()
    });
    let Some(gap) = asks else { return Vec::new() };
    let refusal = OpenRefusal {
        gap: gap.id.clone(),
        accepted: "all are accepted".to_owned(),
        refused: "some are refused".to_owned(),
    };
    let both = [of_every_property(context, effect, &refusal), of_one_property(context, &refusal)];
    both.into_iter().flatten().collect()
}

/// Makes a case in which every property is changed, each by an update of its own. The request that
/// reads back names one property with its value, and the response shows the others.
fn of_every_property(
    context: &OperationContext<'_>,
    effect: &Effect,
    refusal: &OpenRefusal,
) -> Option<Case> {
    let (stored, changes) = independent(context);
    let values = |change: &Change<'_>| context.echo(&change.body);
    let updates = changes.iter().map(|change| (change.body.clone(), values(change)));
    let mut steps = vec![context.arrange(stored)];
    steps.extend(together(context, updates, refusal));
    let reader = neutral(context, "")?;
    let reader = changes.iter().find(|change| reader.get(change.name).is_some())?;
    let others = changes.iter().enumerate().filter(|(_, change)| change.name != reader.name);
    let members = others.flat_map(|(index, change)| {
        let after = vec![1 + index];
        let clause = effect.clause.clone();
        let kept = move |m: Member| Member { after: after.clone(), clause: clause.clone(), ..m };
        values(change).into_iter().map(kept)
    });
    let members = members.collect();
    steps.push(context.accepted(Purpose::Assert, reader.body.clone(), members));
    let id = context.id(&["effects", &effect.id, "all-at-once"]);
    Some(context.case(id, effect.level, effect.clause.clone(), steps))
}

/// Makes a case in which several updates change one property, each to another value.
fn of_one_property(context: &OperationContext<'_>, refusal: &OpenRefusal) -> Option<Case> {
    let stores = context.operation.effects.iter().find(|e| e.kind == EffectKind::StoresGiven)?;
    let (name, values) = context.stored_properties().into_iter().find_map(|(name, schema)| {
        let mut values: Vec<Value> = Vec::new();
        for value in (1..=TOGETHER).map(|index| context.samples.distinct(schema, index)) {
            if !values.contains(&value) && value.is_string() {
                values.push(value);
            }
        }
        (values.len() == TOGETHER).then_some((name, values))
    })?;
    let updates = values.iter().map(|value| (json!({ name: value }), Vec::new()));
    let mut steps = vec![context.arrange(context.baseline())];
    steps.extend(together(context, updates, refusal));
    let clause: ClauseId = stores.clause.child(name);
    let member = context.member(name, Expected::OneOf(values), clause.clone())?;
    let member = Member { after: (1..=TOGETHER).collect(), ..member };
    steps.push(context.accepted(Purpose::Assert, neutral(context, name)?, vec![member]));
    let id = context.id(&["effects", &stores.id, &format!("{name}-at-once")]);
    let mut case = context.case(id, stores.level, clause, steps);
    case.clauses.push(stores.clause.clone());
    Some(case)
}

/// Returns updates that are sent together, each of which a server may refuse.
fn together<'c>(
    context: &'c OperationContext<'_>,
    updates: impl Iterator<Item = (Value, Vec<Member>)> + 'c,
    refusal: &'c OpenRefusal,
) -> impl Iterator<Item = Step> + 'c {
    updates.enumerate().map(move |(index, (body, members))| {
        let mut step = context.accepted(Purpose::Act, body, members);
        step.with_previous = index > 0;
        if let Expect::Success { refusal: open, .. } = &mut step.expect {
            *open = Some(refusal.clone());
        }
        step
    })
}

/// Returns a known state, and one change of each property that neither meets a rule nor has an
/// effect on another. The result of the changes does not depend on their order.
fn independent<'s>(context: &OperationContext<'s>) -> (Value, Vec<Change<'s>>) {
    let rules = || context.request_object().into_iter().flat_map(|object| &object.rules);
    let is_unruled = |change: &Change<'_>| !rules().any(|rule| holds(&rule.when, &change.body));
    let mut stored = context.baseline();
    let mut all: Vec<Change<'s>> = changes(context).into_iter().filter(is_unruled).collect();
    for effect in &context.operation.effects {
        let EffectKind::Sets { when, property, value, .. } = &effect.kind else { continue };
        let is_set = all.iter().any(|change| holds(when, &change.body));
        // The effect sets this same value, so the order makes no difference.
        let change = all.iter_mut().find(|change| change.name == property && is_set);
        if let Some(change) = change.filter(|change| change.body[property] != *value) {
            stored[property] = std::mem::replace(&mut change.body[property], value.clone());
        }
    }
    (stored, all)
}
