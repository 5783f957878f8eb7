//! Conditions and rules across properties.
//!
//! A condition that reads a value that the schema does not allow cannot be decided, so its rule is not broken.

use std::collections::HashSet;

use serde_json::Value;
use webdata_runtime::decode::canonical;
use webdata_spec::model::{Condition, Effect, EffectKind, Rule, Segment, Test};

/// The values that the schema does not allow so that generated code has no value for them, by their addresses.
#[derive(Debug, Default)]
pub(crate) struct Unreadable(HashSet<usize>);

impl Unreadable {
    pub(super) fn insert(&mut self, value: &Value) {
        self.0.insert(std::ptr::from_ref(value).addr());
    }

    fn contains(&self, value: &Value) -> bool {
        !self.0.is_empty() && self.0.contains(&std::ptr::from_ref(value).addr())
    }
}

/// Returns whether an object alone breaks a rule.
pub(crate) fn breaks(rule: &Rule, object: &Value) -> bool {
    breaks_readable(rule, object, &Unreadable::default())
}

/// Returns whether an object breaks a rule, as far as its values are readable.
pub(super) fn breaks_readable(rule: &Rule, object: &Value, unreadable: &Unreadable) -> bool {
    let holds = |condition| holds_readable(condition, object, unreadable);
    let excused = rule.unless.as_ref().map_or(Some(false), holds);
    excused == Some(false)
        && holds(&rule.when) == Some(true)
        && holds(&rule.requires) == Some(false)
}

/// Returns whether a condition holds on an object.
pub(crate) fn holds(condition: &Condition, object: &Value) -> bool {
    holds_readable(condition, object, &Unreadable::default()) == Some(true)
}

/// Returns whether a condition holds on an object, or `None` if that depends on an unreadable value.
fn holds_readable(condition: &Condition, object: &Value, unreadable: &Unreadable) -> Option<bool> {
    let mut is_decided = true;
    let mut passes = |value: Option<&Value>| match (&condition.test, value) {
        (_, None) => {
            is_decided = false;
            false
        }
        (Test::Equals(wanted), Some(value)) => equals(wanted, value),
        (Test::NonEmpty, Some(value)) => is_non_empty(value),
        (Test::Given(_), Some(_)) => true,
    };
    let any = reach(object, &condition.path.0, unreadable, true, &mut passes);
    let is_expected = condition.test != Test::Given(false);
    is_decided.then_some(any == is_expected)
}

/// Returns whether any value at a path passes. An unreadable property of the object itself is passed as `None`; an
/// unreadable value further down counts as left out.
fn reach(
    value: &Value,
    path: &[Segment],
    unreadable: &Unreadable,
    is_object_itself: bool,
    passes: &mut dyn FnMut(Option<&Value>) -> bool,
) -> bool {
    let Some((segment, rest)) = path.split_first() else { return passes(Some(value)) };
    match segment {
        Segment::Property(name) => match value.get(name) {
            Some(member) if unreadable.contains(member) => is_object_itself && passes(None),
            Some(member) => reach(member, rest, unreadable, false, passes),
            None => false,
        },
        Segment::AnyItem => {
            let mut items = value.as_array().into_iter().flatten();
            items.any(|item| reach(item, rest, unreadable, false, passes))
        }
    }
}

/// Returns whether a value equals the constant of a condition, as JSON compares numbers.
fn equals(wanted: &Value, value: &Value) -> bool {
    wanted == value
        || wanted.is_number() && value.is_number() && canonical(wanted) == canonical(value)
}

/// Returns whether a value is a string, a list or an object that is not empty.
fn is_non_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty(),
    }
}

/// Returns a resource after an update: the sent properties over the stored ones, then what the effects of the
/// operation set whose conditions hold. Of two effects on one property, the first counts.
pub(crate) fn after_update(
    effects: &[Effect],
    stored: &Value,
    sent: &Value,
    holds: impl Fn(&Condition) -> bool,
) -> Value {
    let mut members = stored.as_object().cloned().unwrap_or_default();
    let sent = sent.as_object().into_iter().flatten();
    members.extend(sent.map(|(name, value)| (name.clone(), value.clone())));
    for effect in effects.iter().rev() {
        if let EffectKind::Sets { when, unless, property, value } = &effect.kind
            && holds(when)
            && !unless.as_ref().is_some_and(&holds)
        {
            members.insert(property.clone(), value.clone());
        }
    }
    Value::Object(members)
}
