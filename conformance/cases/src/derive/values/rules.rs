//! Makes bodies for the rules across properties: bodies that keep them, and properties that break a rule in every
//! reading that the contract allows.

use serde_json::{Map, Value, json};
use webdata_spec::model::{Condition, Effect, Object, Rule, RuleScope, Schema, Segment, Test};

use super::samples::{Extent, Samples, kept, sample_with_value_at, varied};
use crate::interpreter::{Interpreter, after_update, breaks, holds};

/// The maximum number of objects within a body that are changed so that they keep their rules.
const MAX_REPAIRS: usize = 8;

/// Changes properties that rules name, so that a body and each object within it keep every rule. An update gets the
/// exceptions of rules, as [`add_exceptions`] does.
pub(crate) fn repaired<'s>(
    schema: &'s Schema,
    mut body: Value,
    is_update: bool,
    samples: Samples<'s>,
) -> Value {
    let spec = samples.spec;
    let item = spec.resolve(schema).items().and_then(|items| spec.object_of(items));
    if let Some(object) = spec.object_of(schema) {
        add_required_properties(object, &mut body, samples);
        if is_update {
            add_exceptions(object, &mut body);
        }
    } else if let (Some(item), Some(items)) = (item, body.as_array_mut()) {
        items.iter_mut().for_each(|value| add_required_properties(item, value, samples));
    }
    let interpreter = Interpreter::new(spec);
    for _ in 0..MAX_REPAIRS {
        let Some((pointer, object)) = interpreter.broken_rule(schema, &body) else { break };
        let changed = body.pointer(&pointer).and_then(|value| kept(object, value, samples));
        let Some((changed, value)) = changed.zip(body.pointer_mut(&pointer)) else { break };
        *value = changed;
    }
    body
}

/// Adds the properties that the rules of an object require, so that the body keeps the rules whatever is stored.
fn add_required_properties<'s>(object: &'s Object, body: &mut Value, samples: Samples<'s>) {
    for rule in &object.rules {
        if breaks(rule, body) {
            give_required(object, rule, body, samples);
        }
    }
}

/// How an object stands to a rule: whether the rule applies to it, and whether it keeps the rule.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The rule applies, and the object breaks it.
    Broken,
    /// The rule applies, and the object keeps it.
    Kept,
    /// The rule does not apply: its condition's property has another value. The object lacks what the rule requires.
    NotApplicable,
}

/// Returns an object to which a rule applies as `wanted`, and that breaks no other clause.
pub(crate) fn applied<'s>(
    schema: &'s Schema,
    rule: &Rule,
    wanted: Wanted,
    samples: Samples<'s>,
) -> Option<Value> {
    let is_excepted =
        |value: &Value| rule.unless.as_ref().is_some_and(|unless| holds(unless, value));
    let is_meant = |value: &Value| match wanted {
        Wanted::Broken => breaks(rule, value),
        Wanted::Kept => {
            holds(&rule.when, value) && !is_excepted(value) && holds(&rule.requires, value)
        }
        Wanted::NotApplicable => {
            value.get(rule.when.path.root()).is_some()
                && ![&rule.when, &rule.requires].iter().any(|condition| holds(condition, value))
                && !is_excepted(value)
        }
    };
    let is_wanted = |value: &Value| {
        let violations = Interpreter::new(samples.spec).violations_of(schema, value);
        let mut others = violations.iter().filter(|broken| broken.clause != rule.clause.as_str());
        is_meant(value) && others.next().is_none()
    };
    varied(schema, &samples.value(schema, Extent::Minimal), samples, &is_wanted)
}

/// Sets the property that a rule requires.
fn give_required<'s>(object: &'s Object, rule: &Rule, body: &mut Value, samples: Samples<'s>) {
    let root = rule.requires.path.root();
    if let (Some(property), Some(members)) = (object.properties.get(root), body.as_object_mut()) {
        members.insert(root.to_owned(), samples.value(&property.schema, Extent::Full));
    }
}

/// Adds the exception of each rule whose required property the body removes and whose condition is about a list. An
/// earlier update may have stored a list that triggers the rule, and no clause says that a sent list replaces it.
fn add_exceptions(object: &Object, body: &mut Value) {
    for rule in &object.rules {
        let removes_required = body.get(rule.requires.path.root()).is_some()
            && !holds(&rule.requires, body)
            && rule.when.path.0.contains(&Segment::AnyItem);
        if let (true, Some(Condition { path, test: Test::Equals(value) })) =
            (removes_required, &rule.unless)
        {
            body[path.root()] = value.clone();
        }
    }
}

/// Adds the properties that rules on the stored resource require, so that the server accepts an update
/// whatever it has stored. A server may have kept parts of a rejected request.
pub(crate) fn make_self_sufficient<'s>(object: &'s Object, body: &mut Value, samples: Samples<'s>) {
    let adds = |rule: &&Rule| matches!(rule.requires.test, Test::NonEmpty | Test::Given(true));
    let rules = object.rules.iter().filter(adds);
    let rules = rules.filter(|rule| rule.scope == RuleScope::AfterUpdate);
    rules.for_each(|rule| add_required(object, rule, body, samples));
}

/// Adds the property that a rule may require, if the body lacks it.
pub(crate) fn add_required<'s>(
    object: &'s Object,
    rule: &Rule,
    body: &mut Value,
    samples: Samples<'s>,
) {
    if body.get(rule.requires.path.root()).is_none() {
        give_required(object, rule, body, samples);
    }
}

/// Adds the properties that `value` lacks and `other` has, at every depth.
pub(crate) fn add_missing(value: &mut Value, other: Value) {
    match (value, other) {
        (Value::Object(members), Value::Object(other)) => {
            for (name, member) in other {
                match members.get_mut(&name) {
                    Some(inner) => add_missing(inner, member),
                    None => drop(members.insert(name, member)),
                }
            }
        }
        (Value::Array(items), Value::Array(other)) => {
            items.iter_mut().zip(other).for_each(|(item, other)| add_missing(item, other));
        }
        _ => {}
    }
}

/// Returns a property with a value that triggers a rule.
pub(crate) fn trigger<'s>(
    object: &'s Object,
    rule: &Rule,
    samples: Samples<'s>,
) -> Option<(String, Value)> {
    let Condition { path, test } = &rule.when;
    let property = object.properties.get(path.root())?;
    let value = match (test, &path.0[1..]) {
        (Test::Equals(value), rest) => {
            sample_with_value_at(samples, &property.schema, rest, value)?
        }
        (Test::NonEmpty | Test::Given(true), []) => samples.value(&property.schema, Extent::Full),
        (Test::NonEmpty | Test::Given(_), _) => return None,
    };
    Some((path.root().to_owned(), value))
}

/// Returns the fewest properties that, sent over a stored resource, break a rule in every reading.
pub(crate) fn breaking_members<'s>(
    object: &'s Object,
    rule: &Rule,
    effects: &[Effect],
    stored: &Value,
    samples: Samples<'s>,
) -> Option<Map<String, Value>> {
    let mut members = Map::from_iter([trigger(object, rule, samples)?]);
    let required = rule.requires.path.root();
    let nullable = object.properties.get(required).is_some_and(|p| p.schema.nullable);
    members.insert(required.to_owned(), if nullable { Value::Null } else { json!("") });
    if let Some(Condition { path, test: Test::Equals(value) }) = &rule.unless {
        let excepting = object.properties.get(path.root())?;
        let other = samples.other(&excepting.schema, value)?;
        members.insert(path.root().to_owned(), other);
    }
    let body = Value::Object(members);
    let broken = Reading::all(rule).into_iter().all(|r| r.broken(rule, effects, stored, &body));
    match body {
        Value::Object(members) if broken => Some(members),
        _ => None,
    }
}

/// The meaning of a response by which a server evaluates a rule on the request.
pub(crate) const IN_THE_REQUEST: &str = "the rule applies to the request alone";

/// The meaning of a response which shows that the server evaluates a rule on the resource after the update.
pub(crate) const IN_WHAT_IS_STORED: &str = "the rule applies to the updated resource";

/// A way in which a server may read a rule.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reading {
    scope: RuleScope,
    /// Whether null and the empty string count as given in the conditions of effects.
    empty_counts: bool,
}

impl Reading {
    /// Returns the readings of a rule. Both scopes are included only if the contract leaves the scope open.
    pub(crate) fn all(rule: &Rule) -> Vec<Self> {
        let all = [RuleScope::AsSent, RuleScope::AfterUpdate]
            .into_iter()
            .flat_map(|scope| [true, false].map(|empty_counts| Self { scope, empty_counts }));
        all.filter(|reading| rule.gap.is_some() || reading.scope == rule.scope).collect()
    }

    /// Returns the meaning of a response that follows this reading.
    pub(crate) fn scope(self) -> &'static str {
        match self.scope {
            RuleScope::AsSent => IN_THE_REQUEST,
            RuleScope::AfterUpdate => IN_WHAT_IS_STORED,
        }
    }

    /// Returns whether a request breaks the rule in this reading.
    pub(crate) fn broken(
        self,
        rule: &Rule,
        effects: &[Effect],
        stored: &Value,
        sent: &Value,
    ) -> bool {
        match self.scope {
            RuleScope::AsSent => breaks(rule, sent),
            RuleScope::AfterUpdate => breaks(rule, &self.after(effects, stored, sent)),
        }
    }

    /// Returns the resource after the request: the sent properties over the stored ones, then the effects.
    fn after(self, effects: &[Effect], stored: &Value, sent: &Value) -> Value {
        after_update(effects, stored, sent, |condition| match &condition.test {
            Test::Given(wanted) => {
                let counts = |value: &&Value| self.empty_counts || !is_empty(value);
                condition.path.values(sent).iter().any(counts) == *wanted
            }
            Test::Equals(_) | Test::NonEmpty => holds(condition, sent),
        })
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}
