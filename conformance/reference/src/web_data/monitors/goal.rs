//! The evaluation of goals: whether a change is relevant to the goal of a monitor.
//!
//! The contract leaves the evaluation open. Here a change is relevant if it contains a word of the goal, so
//! that the result is reproducible.

use std::collections::HashSet;

use serde_json::Value;

use crate::contract::Contract;
use crate::contract::schema::Properties;
use crate::web_data::checks::web_pages::words;

/// The clause by which evaluation needs a goal that is not empty.
const NEEDS_GOAL: &str = "MonitorUpdate.judgeEnabled.behaviour.needs-goal";

/// The charge for an evaluated page.
const CHARGE: &str = "judging";

/// The credits of the charge if the contract shows no figure.
const DEFAULT_CREDITS: u32 = 1;

/// The minimum number of letters of a word that counts.
const MIN_WORD_LENGTH: usize = 4;

/// The conditions and the price of evaluating goals.
#[derive(Debug)]
pub(crate) struct Goal {
    needs_goal: bool,
    credits: u64,
}

impl Goal {
    /// Reads the conditions and the price from a contract.
    pub(super) fn new(contract: &Contract) -> Self {
        let charge = contract.spec.charges.get(CHARGE);
        let credits = charge.map_or(0, |charge| charge.credits.unwrap_or(DEFAULT_CREDITS));
        let needs_goal = contract.has_clause(NEEDS_GOAL);
        Self { needs_goal, credits: credits.into() }
    }

    /// Returns the credits for an evaluated page.
    pub(crate) fn credits(&self) -> u64 {
        self.credits
    }

    /// Returns whether the goal of a monitor is evaluated.
    pub(crate) fn is_on(&self, monitor: &Properties) -> bool {
        let is_enabled = monitor.get("judgeEnabled").is_some_and(|enabled| enabled == true);
        is_enabled && !(self.needs_goal && goal(monitor).is_empty())
    }

    /// Returns whether a change is relevant to the goal of a monitor.
    pub(crate) fn evaluate(&self, monitor: &Properties, evidence: &str) -> bool {
        is_relevant(goal(monitor), evidence)
    }
}

fn goal(monitor: &Properties) -> &str {
    monitor.get("goal").and_then(Value::as_str).unwrap_or_default()
}

fn is_relevant(goal: &str, evidence: &str) -> bool {
    let evidence_words: HashSet<String> = words(evidence).collect();
    let mut goal_words = words(goal).filter(|word| word.chars().count() >= MIN_WORD_LENGTH);
    goal_words.any(|word| evidence_words.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_relevant_if_it_contains_a_word_of_the_goal() {
        let table = [
            ("Tell me when a price changes", "the Price: 9", true),
            ("Tell me when a price changes", "prices", false),
            ("Tell me when a price changes", "a me", false),
            ("Größe", "GRÖSSE größe", true),
            ("", "anything", false),
            ("price", "", false),
        ];
        for (goal, evidence, expected) in table {
            assert_eq!(is_relevant(goal, evidence), expected, "{goal} / {evidence}");
        }
    }
}
