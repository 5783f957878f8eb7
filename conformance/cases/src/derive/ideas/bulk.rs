//! Changes of several resources by one request: the server makes all changes, or none.

use serde_json::Value;
use webdata_spec::model::{ClauseId, Effect, EffectKind, Object, Resource, Rule, RuleScope};

use super::rules::rule_case;
use crate::case::{Argument, Case, Expected, Identity, ListTest, Member, Purpose, Step};
use crate::derive::context::OperationContext;
use crate::derive::context::requests::UNKNOWN_ID;
use crate::derive::context::steps::without_property;
use crate::derive::values::rules::trigger;
use crate::derive::values::samples::Extent;
use crate::interpreter::{breaks, holds};

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    if !context.operation.is_bulk() {
        return Vec::new();
    }
    let effects = context.operation.effects.iter();
    let case = |effect: &Effect| match effect.kind {
        EffectKind::StoresGiven => given_are_stored(context, effect),
        EffectKind::KeepsOmitted => omitted_are_kept(context, effect),
        EffectKind::RefusalKeepsAll => rejected(context, effect).into_iter().collect(),
        EffectKind::ResetsOmitted => reset(context, effect),
        EffectKind::Sets { .. } | EffectKind::Assigns { .. } => Vec::new(),
    };
    let of_effects = effects.flat_map(case);
    of_effects.chain(each_once(context)).chain(after_update_rules(context)).collect()
}

/// A property with the two values that two resources get.
struct TwoValues<'s> {
    name: &'s str,
    values: [Value; 2],
}

impl TwoValues<'_> {
    fn body(&self, context: &OperationContext<'_>) -> Option<Value> {
        let items = self.values.iter().map(|value| item(context, &[(self.name, value)]));
        items.collect::<Option<Vec<Value>>>().map(|items| context.repair(items.into()))
    }
}

fn changes<'s>(context: &OperationContext<'s>) -> Vec<TwoValues<'s>> {
    let change = |(name, schema)| {
        let first = context.samples.value(schema, Extent::Full);
        let second = context.samples.other(schema, &first)?;
        Some(TwoValues { name, values: [first, second] })
    };
    context.stored_properties().into_iter().filter_map(change).collect()
}

/// Returns an item that changes these properties of a resource.
fn item(context: &OperationContext<'_>, members: &[(&str, &Value)]) -> Option<Value> {
    let (resource, _) = context.resource()?;
    let items = context.request_schema()?.items()?;
    let identity = context.bulk_item()?.properties.get(&resource.identity)?;
    let mut item = context.samples.value(items, Extent::Minimal);
    item[&*resource.identity] = context.samples.value(&identity.schema, Extent::Minimal);
    for (name, value) in members {
        item[*name] = (*value).clone();
    }
    Some(item)
}

/// Returns a step that reads one of the fixtures.
fn read(context: &OperationContext<'_>, index: usize, members: Vec<Member>) -> Option<Step> {
    context.related.read(Argument::fixture(index), members)
}

/// Expects a value of a property in the response of a reading step.
fn member(
    context: &OperationContext<'_>,
    effect: &Effect,
    name: &str,
    value: Expected,
) -> Option<Member> {
    let pointer = context.related.read_pointer()?;
    Some(Member::new(format!("{pointer}/{name}"), value, effect.clause.clone()))
}

fn case(context: &OperationContext<'_>, effect: &Effect, name: &str, steps: Vec<Step>) -> Case {
    context.case(&["effects", &effect.id, name], effect, steps)
}

/// Makes cases in which two resources get different values of a property.
fn given_are_stored(context: &OperationContext<'_>, effect: &Effect) -> Vec<Case> {
    let one = |change: TwoValues<'_>| {
        let mut steps = vec![context.stores(change.body(context)?)];
        for (index, value) in change.values.iter().enumerate() {
            let expected = Expected::Equal(value.clone());
            let members = member(context, effect, change.name, expected);
            steps.extend(read(context, index, members.into_iter().collect()));
        }
        let case = case(context, effect, change.name, steps);
        Some(case.with_clauses([effect.clause.child(change.name)]))
    };
    changes(context).into_iter().filter_map(one).collect()
}

/// Makes cases in which a resource keeps the properties that its item leaves out.
fn omitted_are_kept(context: &OperationContext<'_>, effect: &Effect) -> Vec<Case> {
    let names: Vec<&str> = context.stored_properties().iter().map(|(name, _)| *name).collect();
    let one = |change: TwoValues<'_>| {
        let others = names.iter().filter(|name| **name != change.name);
        let same = |name: &&str| member(context, effect, name, Expected::SameAsStep(0));
        let members: Vec<Member> = others.filter_map(same).collect();
        let before = Step { purpose: Purpose::Arrange, ..read(context, 0, Vec::new())? };
        let act = context.accepted(Purpose::Act, change.body(context)?, Vec::new());
        let steps = vec![before, act, read(context, 0, members)?];
        Some(case(context, effect, &format!("{}-alone", change.name), steps))
    };
    changes(context).into_iter().filter_map(one).collect()
}

/// Makes cases in which resources lose the properties that their items leave out.
fn reset(context: &OperationContext<'_>, effect: &Effect) -> Vec<Case> {
    let one = |change: TwoValues<'_>| {
        let property = context.bulk_item()?.properties.get(change.name)?;
        let (_, stored) = context.resource()?;
        let expected = match &property.schema.default {
            Some(default) => Expected::Equal(default.clone()),
            // The server chooses a required value that has no default.
            None if property.required || stored.properties.get(change.name)?.required => {
                return None;
            }
            None => Expected::Absent,
        };
        let bare: Value = [item(context, &[])?, item(context, &[])?].into_iter().collect();
        // A rule may require the property.
        if context.repair(bare.clone()) != bare {
            return None;
        }
        let shown = context.member(change.name, expected.clone(), effect.clause.clone())?;
        let mut steps = vec![
            context.arrange(change.body(context)?),
            context.accepted(Purpose::Act, bare, vec![shown]),
        ];
        for index in 0..change.values.len() {
            let members = member(context, effect, change.name, expected.clone());
            steps.extend(read(context, index, members.into_iter().collect()));
        }
        Some(case(context, effect, &format!("{}-left-out", change.name), steps))
    };
    changes(context).into_iter().filter_map(one).collect()
}

/// Makes the case in which the response has each changed resource exactly once.
fn each_once(context: &OperationContext<'_>) -> Option<Case> {
    let (resource, stored) = context.resource()?;
    context.operation.response_type()?;
    let clause = context.operation.clause().child("response");
    let pointer = format!("{}/{}", context.related.read_pointer()?, resource.identity);
    let change = changes(context).into_iter().next()?;
    let mut steps = Vec::new();
    let mut members = Vec::new();
    let mut must = |test| {
        members.push(Member::new(resource.pointer(), Expected::List(test), clause.clone()));
    };
    for (step, _) in change.values.iter().enumerate() {
        steps.push(Step { purpose: Purpose::Arrange, ..read(context, step, Vec::new())? });
        let (property, pointer) = (resource.identity.clone(), pointer.clone());
        let identity = Identity { property, step, pointer };
        must(ListTest::has(identity));
    }
    must(ListTest::AtMost(change.values.len() as u64));
    steps.push(context.accepted(Purpose::Act, change.body(context)?, members));
    let case = context.case(&["response", "each-once"], clause, steps);
    Some(case.with_clauses(generated(resource, stored)))
}

/// Returns the clause that says that the server generates the identity of a resource.
pub(super) fn generated(resource: &Resource, stored: &Object) -> Option<ClauseId> {
    let identity = &stored.properties.get(&resource.identity)?.schema;
    identity.generated.then(|| identity.clause.child("generated"))
}

/// Makes the case in which a list of changes names an unknown resource, so that no other resource changes.
fn rejected(context: &OperationContext<'_>, effect: &Effect) -> Option<Case> {
    let unknown = context.operation.resource.as_ref()?.unknown.as_ref()?;
    let change = changes(context).into_iter().next()?;
    let mut request = context.request(change.body(context)?);
    request.identities.values_mut().next_back()?.clone_from(&Argument::Text(UNKNOWN_ID.to_owned()));
    let same = member(context, effect, change.name, Expected::SameAsStep(1))?;
    // The first resource is set to another value than the rejected request sends for it.
    let set = change.values.iter().rev().map(|value| item(context, &[(change.name, value)]));
    let set = set.collect::<Option<Vec<Value>>>()?;
    let before = Step { purpose: Purpose::Arrange, ..read(context, 0, Vec::new())? };
    let steps = vec![
        context.arrange(context.repair(set.into())),
        before,
        context.fails(request, unknown)?,
        read(context, 0, vec![same])?,
    ];
    Some(case(context, effect, "unknown-among-them", steps))
}

/// Makes cases of rules for the items of a list of changes, where the server evaluates the rule on the resource
/// after the change. If an item replaces its resource, the rule concerns the item alone, and `rules` tests it.
fn after_update_rules(context: &OperationContext<'_>) -> Vec<Case> {
    let keeps = context.effect(&EffectKind::KeepsOmitted).is_some();
    let Some(object) = context.bulk_item().filter(|_| keeps) else { return Vec::new() };
    let rules = object.rules.iter().filter(|rule| rule.scope == RuleScope::AfterUpdate);
    rules.flat_map(|rule| rule_cases(context, rule)).collect()
}

/// Makes the cases of a rule. A resource without the required property gets a value that triggers the rule, or one
/// that does not. A resource with the property gets the triggering value.
fn rule_cases(context: &OperationContext<'_>, rule: &Rule) -> Vec<Case> {
    let required = rule.requires.path.root();
    let Some(object) = context.bulk_item() else { return Vec::new() };
    let Some((name, value)) = trigger(object, rule, context.samples) else { return Vec::new() };
    let (Some(checked), Some(triggering)) =
        (object.properties.get(required), object.properties.get(&name))
    else {
        return Vec::new();
    };
    let body = |members: &[(&str, &Value)]| Some(Value::from(vec![item(context, members)?]));
    let has = context.samples.value(&checked.schema, Extent::Full);
    let with = || Some(context.arrange(body(&[(required, &has)])?));
    let lacking = || without_property(context, required);
    let alone = || body(&[(&name, &value)]);
    let harmless = || {
        let other = context.samples.other(&triggering.schema, &value)?;
        body(&[(&name, &other)]).filter(|body| !holds(&rule.when, &body[0]))
    };
    let with_property = |state: &str| format!("{state}-{required}");
    let given = format!("{name}-given");
    let case = |sent: &str, stored: &str, before: Vec<Step>, last: Step| {
        let steps = before.into_iter().chain([last]).collect();
        rule_case(context, rule, &[sent, &with_property(stored)], steps)
    };
    let rejected = || {
        let sent = alone().filter(|body| breaks(rule, &body[0]))?;
        let step = context.invalid(sent)?;
        Some(case(&given, "stored-without", lacking()?, step))
    };
    let kept = || {
        let step = context.stores(alone()?);
        Some(case(&given, "stored-with", vec![with()?], step))
    };
    let other = || {
        let step = context.stores(harmless()?);
        Some(case(&format!("{name}-other"), "stored-without", lacking()?, step))
    };
    [rejected(), kept(), other()].into_iter().flatten().collect()
}
