//! The interpreter of the contract's conditions, rules and refusals for a state of a team.
//!
//! This module knows no rule of the service; all of them come from the contract.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{Condition, Refusal, Rule, RuleScope, Schema, Shape, Test};

use crate::contract::compiled_schema::Violation;
use crate::contract::schema;

/// The keyword of a violated rule, since JSON Schema has none for rules.
const RULE_KEYWORD: &str = "rule";

/// Returns whether a condition holds for an object. If its path leads to several values, one of them is enough.
pub(crate) fn holds(condition: &Condition, object: &Value) -> bool {
    let values = condition.path.values(object);
    match &condition.test {
        Test::Equals(wanted) => values.contains(&wanted),
        Test::NonEmpty => values.into_iter().any(is_non_empty),
        Test::Given(given) => values.is_empty() != *given,
    }
}

/// Returns whether an effect or a rule with these conditions applies to an object.
pub(crate) fn applies(when: &Condition, unless: Option<&Condition>, object: &Value) -> bool {
    holds(when, object) && !unless.is_some_and(|unless| holds(unless, object))
}

fn is_non_empty(value: &Value) -> bool {
    match value {
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(properties) => !properties.is_empty(),
        _ => false,
    }
}

/// Returns the violated rules of a body and of its parts that apply to the request alone.
pub(crate) fn rules_broken_as_sent(spec: &Spec, schema: &Schema, body: &Value) -> Vec<Violation> {
    let mut violations = Vec::new();
    collect(spec, schema, body, &mut Vec::new(), &mut violations);
    violations
}

/// Returns the violated rules of a body's type that apply to the resource after the update.
pub(crate) fn rules_broken_after_update(
    spec: &Spec,
    schema: &Schema,
    body: &Value,
    resource: &Value,
) -> Vec<Violation> {
    let Shape::Object(object) = &schema::concrete(spec, schema, body).shape else {
        return Vec::new();
    };
    broken(&object.rules, RuleScope::AfterUpdate, resource, &[])
}

fn collect<'v>(
    spec: &Spec,
    schema: &Schema,
    value: &'v Value,
    steps: &mut Vec<Cow<'v, str>>,
    violations: &mut Vec<Violation>,
) {
    if let Shape::Object(object) = &schema::concrete(spec, schema, value).shape {
        violations.extend(broken(&object.rules, RuleScope::AsSent, value, steps));
    }
    for (step, inner) in parts(value) {
        if let Some(part) = schema::part_schema(spec, schema, value, &step) {
            steps.push(step);
            collect(spec, part, inner, steps, violations);
            steps.pop();
        }
    }
}

/// Returns the items or the properties of a value, each with its step.
fn parts(value: &Value) -> impl Iterator<Item = (Cow<'_, str>, &Value)> {
    let items = value.as_array().into_iter().flatten().enumerate();
    let items = items.map(|(index, item)| (index.to_string().into(), item));
    let properties = value.as_object().into_iter().flatten();
    items.chain(properties.map(|(name, property)| (name.into(), property)))
}

fn broken(
    rules: &[Rule],
    scope: RuleScope,
    object: &Value,
    steps: &[Cow<'_, str>],
) -> Vec<Violation> {
    let rules = rules.iter().filter(|rule| {
        rule.scope == scope
            && applies(&rule.when, rule.unless.as_ref(), object)
            && !holds(&rule.requires, object)
    });
    let violations = rules.map(|rule| {
        let mut steps: Vec<String> = steps.iter().map(|step| step.clone().into_owned()).collect();
        steps.push(rule.requires.path.root().to_owned());
        Violation {
            steps,
            missing: None,
            keyword: RULE_KEYWORD.to_owned(),
            message: rule.doc.clone(),
        }
    });
    violations.collect()
}

/// Returns the first error that a state of the team causes for a body or a part of it, if any.
pub(crate) fn refusal_of_body<'s>(
    spec: &'s Spec,
    schema: &'s Schema,
    body: &Value,
    states: &BTreeSet<String>,
) -> Option<&'s str> {
    // Most teams are in no such state, and their bodies need not be searched.
    if states.is_empty() {
        return None;
    }
    if let Shape::Object(object) = &schema::concrete(spec, schema, body).shape {
        let met = object.refusals.iter().find(|refusal| applies_to(refusal, body, states));
        if let Some(refusal) = met {
            return Some(&refusal.error);
        }
    }
    parts(body).find_map(|(step, value)| {
        refusal_of_body(spec, schema::part_schema(spec, schema, body, &step)?, value, states)
    })
}

/// Returns the first error that a state of the team causes for an operation, if any.
pub(crate) fn refusal_of_operation<'s>(
    spec: &'s Spec,
    operation: &str,
    body: &Value,
    states: &BTreeSet<String>,
) -> Option<&'s str> {
    let refusals = &spec.operations.get(operation)?.refusals;
    let met = refusals.iter().find(|refusal| applies_to(refusal, body, states));
    met.map(|refusal| refusal.error.as_str())
}

/// Returns whether a refusal is for a state of the team, and its condition holds.
fn applies_to(refusal: &Refusal, object: &Value, states: &BTreeSet<String>) -> bool {
    let condition = refusal.when.as_ref();
    refusal.team_state.as_ref().is_some_and(|state| states.contains(state))
        && condition.is_none_or(|when| holds(when, object))
}
