//! Makes bodies for the rules across properties: bodies that keep them, and properties that break a rule in every
//! reading that the contract allows.

use serde_json::{Map, Value, json};
use webdata_spec::model::{
    Condition, Effect, EffectKind, Object, Rule, RuleScope, Schema, Segment, Shape, Test,
};

use super::json_values::with_tag;
use super::samples::{Extent, Samples};
use crate::interpreter::{Interpreter, after_update, breaks, holds, limits};

/// Adds the properties that the rules of an object require, so that the body keeps the rules whatever is stored.
pub(crate) fn with_required_properties<'s>(
    object: &'s Object,
    mut body: Value,
    samples: Samples<'s>,
) -> Value {
    for rule in &object.rules {
        if breaks(rule, &body) {
            give_required(object, rule, &mut body, samples);
        }
    }
    body
}

/// The maximum number of properties that a search changes to find an object that keeps or breaks a rule.
const MAX_CHANGES: usize = 3;

/// Returns an object that keeps its rules: `value` itself if it does, or with other samples of properties that rules
/// name. Returns `None` if no such object is found.
pub(crate) fn kept<'s>(schema: &'s Schema, value: &Value, samples: Samples<'s>) -> Option<Value> {
    let object = schema.object()?;
    let is_kept = |value: &Value| object.rules.iter().all(|rule| !breaks(rule, value));
    if is_kept(value) {
        return Some(value.clone());
    }
    varied(schema, value, samples, &|varied| {
        is_kept(varied) && limits::broken(schema, varied).is_empty()
    })
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

/// Returns the first wanted object with the fewest changes of properties that rules name.
fn varied<'s>(
    schema: &'s Schema,
    value: &Value,
    samples: Samples<'s>,
    is_wanted: &dyn Fn(&Value) -> bool,
) -> Option<Value> {
    let object = schema.object()?;
    let samples = Samples { keep_rules: false, ..samples };
    let rules = || object.rules.iter();
    let conditions =
        rules().map(|rule| &rule.requires).chain(rules().filter_map(|rule| rule.unless.as_ref()));
    let conditions: Vec<&Condition> = conditions.chain(rules().map(|rule| &rule.when)).collect();
    let mut choices: Vec<(&str, Vec<Option<Value>>)> = Vec::new();
    for name in conditions.iter().map(|condition| condition.path.root()) {
        let Some(property) = object.properties.get(name) else { continue };
        if choices.iter().any(|(known, _)| *known == name) {
            continue;
        }
        let full = samples.value(&property.schema, Extent::Full);
        let other = samples.other(&property.schema, &full);
        let named = conditions.iter().filter(|condition| condition.path.root() == name);
        let named = named.filter_map(|condition| match &condition.test {
            Test::Equals(value) => {
                sample_with_value_at(samples, &property.schema, &condition.path.0[1..], value)
            }
            Test::NonEmpty | Test::Given(_) => None,
        });
        let mut all: Vec<Option<Value>> =
            std::iter::once(full).chain(other).chain(named).map(Some).collect();
        all.extend((!property.required).then_some(None));
        choices.push((name, all));
    }
    (0..=MAX_CHANGES).find_map(|changes| with_changes(value, &choices, changes, is_wanted))
}

/// Returns the first wanted object with this number of changes.
fn with_changes(
    value: &Value,
    choices: &[(&str, Vec<Option<Value>>)],
    changes: usize,
    is_wanted: &dyn Fn(&Value) -> bool,
) -> Option<Value> {
    if changes == 0 {
        return is_wanted(value).then(|| value.clone());
    }
    choices.iter().enumerate().find_map(|(at, (name, values))| {
        values.iter().find_map(|choice| {
            let mut changed = value.clone();
            let members = changed.as_object_mut()?;
            match choice {
                Some(choice) => drop(members.insert((*name).to_owned(), choice.clone())),
                None => drop(members.shift_remove(*name)),
            }
            with_changes(&changed, &choices[at + 1..], changes - 1, is_wanted)
        })
    })
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
pub(crate) fn with_exceptions(object: &Object, mut body: Value) -> Value {
    for rule in &object.rules {
        let removes_required = body.get(rule.requires.path.root()).is_some()
            && !holds(&rule.requires, &body)
            && rule.when.path.0.contains(&Segment::AnyItem);
        if let (true, Some(Condition { path, test: Test::Equals(value) })) =
            (removes_required, &rule.unless)
        {
            body[path.root()] = value.clone();
        }
    }
    body
}

/// Adds the properties that rules on the stored resource require, so that the server accepts an update
/// whatever it has stored. A server may have kept parts of a rejected request.
pub(crate) fn self_sufficient<'s>(
    object: &'s Object,
    mut body: Value,
    samples: Samples<'s>,
) -> Value {
    let adds = |rule: &&Rule| matches!(rule.requires.test, Test::NonEmpty | Test::Given(true));
    let rules = object.rules.iter().filter(adds);
    for rule in rules.filter(|rule| rule.scope == RuleScope::AfterUpdate) {
        if body.get(rule.requires.path.root()).is_none() {
            give_required(object, rule, &mut body, samples);
        }
    }
    body
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

/// Returns a value of `schema` that has `value` at `path`.
pub(crate) fn sample_with_value_at<'s>(
    samples: Samples<'s>,
    schema: &'s Schema,
    path: &[Segment],
    value: &Value,
) -> Option<Value> {
    let schema = samples.spec.resolve(schema);
    match (path.split_first(), &schema.shape) {
        (None, _) => Some(value.clone()),
        (Some((Segment::AnyItem, rest)), Shape::Array { items, .. }) => {
            Some(json!([sample_with_value_at(samples, items, rest, value)?]))
        }
        (Some((Segment::Property(name), rest)), Shape::Object(object)) => {
            let mut sample = samples.value(schema, Extent::Minimal);
            sample[name] =
                sample_with_value_at(samples, &object.properties.get(name)?.schema, rest, value)?;
            Some(sample)
        }
        (Some((Segment::Property(name), [])), Shape::Union(union)) => {
            let variant = union.variants.get(value.as_str()?)?;
            let sample = samples.value(samples.spec.schema(variant)?, Extent::Minimal);
            Some(with_tag(sample, name, value.as_str()?))
        }
        _ => None,
    }
}

/// The meaning of a response which shows that the server evaluates a rule on the request.
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

/// Returns the property that an effect sets and its value, if the condition of the effect holds on `object`.
pub(crate) fn applies<'e>(effect: &'e Effect, object: &Value) -> Option<(&'e str, &'e Value)> {
    let EffectKind::Sets { when, unless, property, value } = &effect.kind else { return None };
    let applies =
        holds(when, object) && !unless.as_ref().is_some_and(|unless| holds(unless, object));
    applies.then_some((property.as_str(), value))
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
