//! Derives changes of a target file that would run skipped cases, and the number of cases that each change is
//! worth.
//!
//! The remedies follow from the skip reasons of a plan or a report, so that both agree. This module does not
//! decide what is skipped.

mod change;

use std::collections::BTreeMap;
use std::fmt;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use webdata_cases::case::{Case, Need};
use webdata_spec::Spec;

use crate::report::phrases::pluralize;
use crate::target::{Obstacle, describe_lacking, parse_obstacles};
pub use change::TargetEdit;

/// A change of a target file for one skip reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Remedy {
    /// The skip reason.
    pub reason: String,
    /// The change.
    #[serde(flatten)]
    pub change: TargetEdit,
    /// The number of additional cases that run with this change alone.
    pub cases: usize,
    /// The additional cases that run together with the changes for other reasons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub together: Vec<Together>,
}

/// Cases with several skip reasons.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Together {
    /// The other reasons.
    pub with: Vec<String>,
    /// The number of cases that are skipped for exactly these reasons.
    pub cases: usize,
}

/// Returns a remedy for each skip reason, by the number of cases.
///
/// `off` has the features that the target file switches off, each with its reason; `skipped` has the reason
/// of each case.
#[must_use]
pub fn remedies<'c>(
    spec: &Spec,
    off: &[(&'c str, &'c str)],
    skipped: impl Iterator<Item = (&'c Case, &'c str)>,
) -> Vec<Remedy> {
    let skipped = skipped.map(|(case, reason)| (case, parse_obstacles(case, off, reason)));
    let (cases, mut all): (Vec<&Case>, Vec<_>) =
        skipped.map(|(case, obstacles)| (case, obstacles.unwrap_or_default())).unzip();
    use_largest_counts(&mut all);
    let mut by_obstacle: IndexMap<Obstacle<'_>, Vec<usize>> = IndexMap::new();
    for (case, obstacles) in all.into_iter().enumerate() {
        for obstacle in obstacles {
            by_obstacle.entry(obstacle).or_default().push(case);
        }
    }
    // Obstacles that never help alone count as one reason.
    let mut alike: IndexMap<Vec<usize>, Vec<Obstacle<'_>>> = IndexMap::new();
    for (obstacle, cases_of_obstacle) in by_obstacle {
        alike.entry(cases_of_obstacle).or_default().push(obstacle);
    }
    let mut reasons_of: Vec<Vec<usize>> = vec![Vec::new(); cases.len()];
    for (reason, cases_of_reason) in alike.keys().enumerate() {
        cases_of_reason.iter().for_each(|case| reasons_of[*case].push(reason));
    }
    let words: Vec<String> = alike.values().map(|obstacles| reason(obstacles)).collect();
    let remedy =
        |(index, (cases_of_reason, obstacles)): (usize, (&Vec<usize>, &Vec<Obstacle<'_>>))| {
            let mut together: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
            for case in cases_of_reason {
                let others = reasons_of[*case].iter().copied().filter(|other| *other != index);
                *together.entry(others.collect()).or_default() += 1;
            }
            let alone = together.remove(&Vec::new()).unwrap_or_default();
            let reasons_at =
                |others: Vec<usize>| others.iter().map(|other| words[*other].clone()).collect();
            let together = together.into_iter();
            let mut together: Vec<Together> = together
                .map(|(others, cases)| Together { with: reasons_at(others), cases })
                .collect();
            together.sort_by_key(|together| std::cmp::Reverse(together.cases));
            let first = cases_of_reason.first().and_then(|case| cases.get(*case));
            Remedy {
                reason: words[index].clone(),
                change: TargetEdit::new(spec, first.copied(), obstacles),
                cases: alone,
                together,
            }
        };
    let mut remedies: Vec<Remedy> = alike.iter().enumerate().map(remedy).collect();
    remedies.sort_by_key(|remedy| std::cmp::Reverse((remedy.cases, remedy.cases_together())));
    remedies
}

/// Replaces smaller numbers of fixtures for a path parameter by the largest one, since a change adds all of
/// them at once.
fn use_largest_counts(all: &mut [Vec<Obstacle<'_>>]) {
    let mut largest = BTreeMap::new();
    for obstacle in all.iter().flatten() {
        if let Obstacle::Lack(Need::Fixture(parameter, count), _) = obstacle {
            let known = largest.entry(parameter).or_insert((*count, *obstacle));
            if known.0 < *count {
                *known = (*count, *obstacle);
            }
        }
    }
    for obstacle in all.iter_mut().flatten() {
        if let Obstacle::Lack(Need::Fixture(parameter, _), _) = obstacle
            && let Some((_, largest)) = largest.get(parameter)
        {
            *obstacle = *largest;
        }
    }
}

fn reason(obstacles: &[Obstacle<'_>]) -> String {
    let is_off = |obstacle: &&Obstacle<'_>| matches!(obstacle, Obstacle::Off(..));
    let (off, lacking): (Vec<&Obstacle<'_>>, Vec<&Obstacle<'_>>) =
        obstacles.iter().partition(is_off);
    let mut words: Vec<String> = off.into_iter().map(Obstacle::to_string).collect();
    if !lacking.is_empty() {
        words.push(describe_lacking(&lacking.into_iter().copied().collect::<Vec<_>>()));
    }
    words.join("; ")
}

impl Remedy {
    fn cases_together(&self) -> usize {
        self.together.iter().map(|together| together.cases).sum()
    }

    /// Returns what the change is worth, such as "392 more cases".
    #[must_use]
    pub fn worth(&self) -> String {
        let mut parts = Vec::new();
        if self.cases > 0 || self.together.is_empty() {
            parts.push(pluralize(self.cases, "more case"));
        }
        if let Some((first, others)) = self.together.split_first() {
            let count = if parts.is_empty() {
                pluralize(first.cases, "more case")
            } else {
                format!("{} more", first.cases)
            };
            let others_needed = describe_changes(&first.with);
            parts.push(format!("{count} if you also {others_needed}"));
            let rest: usize = others.iter().map(|other| other.cases).sum();
            if rest > 0 {
                parts.push(format!("{rest} more with several other changes"));
            }
        }
        parts.join(", ")
    }
}

/// Writes the remedy on one line.
impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.change, self.worth())
    }
}

/// Describes the changes that other reasons need: features to switch on, and things to add.
fn describe_changes(reasons: &[String]) -> String {
    let (mut on, mut lacking) = (Vec::new(), Vec::new());
    for reason in reasons {
        match reason.split_once(" is switched off ") {
            Some((feature, _)) => on.push(format!("`{feature}`")),
            None => lacking.push(reason.trim_start_matches("the target lacks ").to_owned()),
        }
    }
    let parts = [("add ", lacking, ""), ("remove ", on, " from `[off]`")];
    let parts = parts.into_iter().filter(|(_, words, _)| !words.is_empty());
    let parts = parts.map(|(verb, words, end)| format!("{verb}{}{end}", words.join(" and ")));
    parts.collect::<Vec<_>>().join(" and ")
}
