//! Concurrent updates, and updates of several resources. No update undoes another, in whatever order the server
//! applies them. An update of one resource leaves other resources unchanged.
//!
//! A gap may leave open whether the server rejects some of the concurrent updates; then a rejection is not judged.
//! Without such a gap, every update must succeed.

use serde_json::{Value, json};
use webdata_spec::model::{ClauseId, Effect, EffectKind, Probe};

use crate::case::{Argument, Case, Expected, Member, OpenRejection, Purpose, Step};
use crate::derive::context::OperationContext;
use crate::derive::context::changes::{BodyChange, all_changes, changes, no_op_body};
use crate::interpreter::{breaks, holds};

/// How many updates of one property are sent at the same time.
const CONCURRENT_UPDATES: usize = 8;

pub(super) fn concurrent(context: &OperationContext<'_>) -> Vec<Case> {
    let kept = context.operation.effects.iter().find(|e| e.kind == EffectKind::KeepsOmitted);
    let Some(effect) = kept else { return Vec::new() };
    let rejection = open_rejection(context);
    let rejection = rejection.as_ref();
    let every = updates_of_every_property(context, effect, rejection);
    every.into_iter().chain(updates_of_one_property(context, rejection)).collect()
}

/// Returns the readings to record if a gap leaves open whether concurrent updates are rejected.
pub(crate) fn open_rejection(context: &OperationContext<'_>) -> Option<OpenRejection> {
    let (clause, _) = context.effect(&EffectKind::KeepsOmitted)?;
    let gap = context.spec.gap_at(Probe::ConcurrentUpdates, clause)?;
    Some(OpenRejection {
        gap: gap.id.clone(),
        accepted: "all concurrent updates are accepted".to_owned(),
        rejected: "some concurrent updates are rejected".to_owned(),
        when: None,
        asks_same_question: true,
    })
}

/// Makes a case in which each property is changed by an update of its own. If no operation reads the
/// resource, a last update repeats one property, and its response shows the others.
fn updates_of_every_property(
    context: &OperationContext<'_>,
    effect: &Effect,
    rejection: Option<&OpenRejection>,
) -> Option<Case> {
    let (stored, changes) = independent_changes(context);
    if changes.len() < 2 {
        return None;
    }
    let values = |change: &BodyChange<'_>| context.expect_stored(&change.body);
    let updates = changes.iter().map(|change| (change.body.clone(), values(change)));
    let mut steps = vec![context.arrange(stored)];
    steps.extend(concurrent_steps(context, updates, rejection));
    let reader = if context.related.is_readable() {
        None
    } else {
        let reader = no_op_body(context, "")?;
        Some(changes.iter().find(|change| reader.get(change.name).is_some())?)
    };
    let is_sent = |change: &BodyChange<'_>| reader.is_some_and(|reader| reader.name == change.name);
    let others = changes.iter().enumerate().filter(|(_, change)| !is_sent(change));
    let members = others.flat_map(|(index, change)| {
        let after = vec![1 + index];
        let clause = effect.clause.clone();
        let kept = move |m: Member| Member { after: after.clone(), clause: clause.clone(), ..m };
        values(change).into_iter().map(kept)
    });
    let members = members.collect();
    steps.push(match reader {
        Some(reader) => context.accepted(Purpose::Assert, reader.body.clone(), members),
        None => context.read_again(Argument::FIRST_FIXTURE, members)?,
    });
    Some(context.case(&["effects", &effect.id, "all-at-once"], effect, steps))
}

/// Makes a case in which several updates set one property to different values.
fn updates_of_one_property(
    context: &OperationContext<'_>,
    rejection: Option<&OpenRejection>,
) -> Option<Case> {
    let stores = context.operation.effects.iter().find(|e| e.kind == EffectKind::StoresGiven)?;
    let (name, values) = context.stored_properties().into_iter().find_map(|(name, schema)| {
        let mut values: Vec<Value> = Vec::new();
        for value in (1..=CONCURRENT_UPDATES).map(|index| context.samples.distinct(schema, index)) {
            if !values.contains(&value) && value.is_string() {
                values.push(value);
            }
        }
        (values.len() == CONCURRENT_UPDATES).then_some((name, values))
    })?;
    let updates = values.iter().map(|value| (json!({ name: value }), Vec::new()));
    let mut steps = vec![context.arrange(context.baseline())];
    steps.extend(concurrent_steps(context, updates, rejection));
    let clause: ClauseId = stores.clause.child(name);
    let member = context.member(name, Expected::OneOf(values), clause.clone())?;
    let member = Member { after: (1..=CONCURRENT_UPDATES).collect(), ..member };
    steps.push(context.accepted(Purpose::Assert, no_op_body(context, name)?, vec![member]));
    let parts = ["effects", &*stores.id, &format!("{name}-at-once")];
    let case = context.case(&parts, (stores.level, clause), steps);
    Some(case.with_clauses([stores.clause.clone()]))
}

/// Returns updates that are sent at the same time. The server may reject each if `rejection` says so.
fn concurrent_steps<'c>(
    context: &'c OperationContext<'_>,
    updates: impl Iterator<Item = (Value, Vec<Member>)> + 'c,
    rejection: Option<&'c OpenRejection>,
) -> impl Iterator<Item = Step> + 'c {
    updates.enumerate().map(move |(index, (body, members))| {
        let step = context.accepted(Purpose::Act, body, members);
        let expect = step.expect.or_rejection(rejection.cloned());
        Step { with_previous: index > 0, expect, ..step }
    })
}

/// Returns a known state and one change for each property that neither triggers a rule nor affects another
/// property. The result of these changes does not depend on their order.
fn independent_changes<'s>(context: &OperationContext<'s>) -> (Value, Vec<BodyChange<'s>>) {
    let rules = || context.request_object().into_iter().flat_map(|object| &object.rules);
    let is_unruled = |change: &BodyChange<'_>| !rules().any(|rule| holds(&rule.when, &change.body));
    let mut stored = context.baseline();
    let (mut all, ruled): (Vec<BodyChange<'s>>, Vec<BodyChange<'s>>) =
        changes(context).into_iter().partition(is_unruled);
    if all.len() < 2 {
        // Changes that keep every rule together with the stored values are independent, too.
        all.extend(ruled.into_iter().filter(|change| {
            let mut after = stored.clone();
            after[change.name] = change.body[change.name].clone();
            !rules().any(|rule| breaks(rule, &after))
        }));
    }
    for effect in &context.operation.effects {
        let EffectKind::Sets { when, property, value, .. } = &effect.kind else { continue };
        let is_set = all.iter().any(|change| holds(when, &change.body));
        // The change gets the value that the effect sets, so that their order makes no difference.
        let change = all.iter_mut().find(|change| change.name == property && is_set);
        if let Some(change) = change.filter(|change| change.body[property] != *value) {
            stored[property] = std::mem::replace(&mut change.body[property], value.clone());
        }
    }
    (stored, all)
}

/// Makes cases of updates of one resource that must leave another unchanged.
pub(super) fn isolation(context: &OperationContext<'_>) -> Vec<Case> {
    // The update that reads the resource repeats one property, so a second case checks this property.
    let Some(reader) = no_op_body(context, "") else { return Vec::new() };
    let named = reader.as_object().and_then(|members| members.keys().next().cloned());
    let other = named.map(|name| (no_op_body(context, &name), name));
    let all = all_changes(context);
    // A rule excludes a property beside the others.
    let excluded = changes(context).into_iter().filter(|change| all.get(change.name).is_none());
    let excluded = excluded.filter_map(|change| {
        let (name, mut stored) = (change.name, change.body.clone());
        let schema = &context.request_property(name)?.schema;
        stored[name] = context.samples.other(schema, &stored[name])?;
        let id = format!("{name}-alone-of-another-resource");
        isolation_case(context, [stored, change.body], Some(reader.clone()), &id, Some(name))
    });
    let excluded: Vec<Case> = excluded.collect();
    let bodies = [context.baseline(), all];
    let first = isolation_case(context, bodies.clone(), Some(reader), "another-resource", None);
    let second = other.and_then(|(reader, name)| {
        let id = format!("{name}-of-another-resource");
        isolation_case(context, bodies, reader, &id, Some(&name))
    });
    first.into_iter().chain(second).chain(excluded).collect()
}

/// Makes a case that stores a body in one resource, changes another, and reads one or all properties of the first: with an
/// update that repeats others, or without one, with a read.
fn isolation_case(
    context: &OperationContext<'_>,
    [stored, change]: [Value; 2],
    read_back: Option<Value>,
    name: &str,
    only: Option<&str>,
) -> Option<Case> {
    let (clause, level) = context.effect(&EffectKind::KeepsOmitted)?;
    let on_second = |step: Step| context.on_resource(&Argument::fixture(1), step);
    let members = context.stored_properties().into_iter().map(|(name, _)| name);
    let members = members.filter(|name| only.is_none_or(|only| only == *name));
    let is_repeated = |name: &str| read_back.as_ref().is_some_and(|body| body.get(name).is_some());
    let members = members.filter(|name| !is_repeated(name));
    let members =
        members.filter_map(|name| context.member(name, Expected::SameAsStep(0), clause.clone()));
    let members = members.collect();
    let seen = match read_back {
        Some(body) => on_second(context.accepted(Purpose::Assert, body, members)),
        None => context.read_again(Argument::fixture(1), members)?,
    };
    let act = context.accepted(Purpose::Act, change, Vec::new());
    let steps = vec![on_second(context.arrange(stored)), act, seen];
    Some(context.case(&["isolation", name], (level, clause.clone()), steps))
}
