//! The readings of a rule that the contract allows, each evaluated.

use serde_json::Value;
use webdata_spec::model::{Effect, EffectKind, Rule, RuleScope, Test};

use crate::interpreter::rules::{self, breaks, holds};

/// The meaning of a response by which a server evaluates a rule on the request.
pub(in crate::derive) const IN_THE_REQUEST: &str = "the rule applies to the request alone";

/// The meaning of a response by which a server evaluates a rule on the resource after the update.
pub(in crate::derive) const IN_WHAT_IS_STORED: &str = "the rule applies to the updated resource";

/// A reading of a rule.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::derive) struct Reading {
    scope: RuleScope,
    /// Whether null and the empty string count as given in the conditions of effects.
    empty_counts: bool,
}

impl Reading {
    /// Returns the readings of a rule. Both scopes are included only if the contract leaves the scope open.
    pub(in crate::derive) fn all(rule: &Rule) -> Vec<Self> {
        let all = [RuleScope::AsSent, RuleScope::AfterUpdate]
            .into_iter()
            .flat_map(|scope| [true, false].map(|empty_counts| Self { scope, empty_counts }));
        all.filter(|reading| rule.gap.is_some() || reading.scope == rule.scope).collect()
    }

    /// Returns what a response by this reading tells about the server.
    pub(in crate::derive) fn scope(self) -> &'static str {
        match self.scope {
            RuleScope::AsSent => IN_THE_REQUEST,
            RuleScope::AfterUpdate => IN_WHAT_IS_STORED,
        }
    }

    /// Returns whether a request breaks the rule in this reading.
    pub(in crate::derive) fn broken(
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
        rules::after_update(effects, stored, sent, |condition| match &condition.test {
            Test::Given(wanted) => {
                let counts = |value: &&Value| self.empty_counts || !is_empty(value);
                condition.path.values(sent).iter().any(counts) == *wanted
            }
            Test::Equals(_) | Test::NonEmpty => holds(condition, sent),
        })
    }
}

/// Returns the property that an effect sets on an object alone, and its value.
pub(in crate::derive) fn applies<'e>(
    effect: &'e Effect,
    object: &Value,
) -> Option<(&'e str, &'e Value)> {
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
