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

use crate::outcome::{Obstacle, Obstacles};
use crate::report::phrases::pluralize;
pub use change::TargetEdit;

/// A change of a target file for one skip reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Remedy {
    /// The skip reason.
    pub reason: Obstacles,
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
    pub with: Vec<Obstacles>,
    /// The number of cases that are skipped for exactly these reasons.
    pub cases: usize,
}

/// Returns a remedy for each skip reason, by the number of cases. `skipped` has the obstacles of each case.
#[must_use]
pub fn remedies<'c>(
    spec: &Spec,
    skipped: impl Iterator<Item = (&'c Case, &'c Obstacles)>,
) -> Vec<Remedy> {
    let (cases, mut all): (Vec<&Case>, Vec<Vec<&Obstacle>>) =
        skipped.map(|(case, obstacles)| (case, obstacles.0.iter().collect())).unzip();
    use_largest_counts(&mut all);
    let mut by_obstacle: IndexMap<&Obstacle, Vec<usize>> = IndexMap::new();
    for (case, obstacles) in all.into_iter().enumerate() {
        for obstacle in obstacles {
            by_obstacle.entry(obstacle).or_default().push(case);
        }
    }
    // Obstacles that never help alone count as one reason.
    let mut alike: IndexMap<Vec<usize>, Vec<&Obstacle>> = IndexMap::new();
    for (obstacle, cases_of_obstacle) in by_obstacle {
        alike.entry(cases_of_obstacle).or_default().push(obstacle);
    }
    let mut reasons_of: Vec<Vec<usize>> = vec![Vec::new(); cases.len()];
    for (reason, cases_of_reason) in alike.keys().enumerate() {
        cases_of_reason.iter().for_each(|case| reasons_of[*case].push(reason));
    }
    let reasons: Vec<Obstacles> = alike
        .values()
        .map(|obstacles| Obstacles(obstacles.iter().copied().cloned().collect()))
        .collect();
    let remedy = |(index, cases_of_reason): (usize, &Vec<usize>)| {
        let mut together: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
        for case in cases_of_reason {
            let others = reasons_of[*case].iter().copied().filter(|other| *other != index);
            *together.entry(others.collect()).or_default() += 1;
        }
        let alone = together.remove(&Vec::new()).unwrap_or_default();
        let reasons_at =
            |others: Vec<usize>| others.iter().map(|other| reasons[*other].clone()).collect();
        let together = together.into_iter();
        let mut together: Vec<Together> =
            together.map(|(others, cases)| Together { with: reasons_at(others), cases }).collect();
        together.sort_by_key(|together| std::cmp::Reverse(together.cases));
        let first = cases_of_reason.first().and_then(|case| cases.get(*case));
        Remedy {
            reason: reasons[index].clone(),
            change: TargetEdit::new(spec, first.copied(), &reasons[index]),
            cases: alone,
            together,
        }
    };
    let mut remedies: Vec<Remedy> = alike.keys().enumerate().map(remedy).collect();
    remedies.sort_by_key(|remedy| std::cmp::Reverse((remedy.cases, remedy.cases_together())));
    remedies
}

/// Replaces smaller numbers of fixtures for a path parameter by the largest one, since a change adds all of
/// them at once.
fn use_largest_counts(all: &mut [Vec<&Obstacle>]) {
    let mut largest = BTreeMap::new();
    for obstacle in all.iter().flatten() {
        if let Obstacle::Lack { need: Need::Fixture(parameter, count), .. } = obstacle {
            let known = largest.entry(parameter).or_insert((*count, *obstacle));
            if known.0 < *count {
                *known = (*count, *obstacle);
            }
        }
    }
    for obstacle in all.iter_mut().flatten() {
        if let Obstacle::Lack { need: Need::Fixture(parameter, _), .. } = obstacle
            && let Some((_, largest)) = largest.get(parameter)
        {
            *obstacle = *largest;
        }
    }
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
fn describe_changes(reasons: &[Obstacles]) -> String {
    let (mut on, mut lacking) = (Vec::new(), Vec::new());
    for obstacle in reasons.iter().flat_map(|reason| &reason.0) {
        match obstacle {
            Obstacle::Off { feature, .. } => on.push(format!("`{feature}`")),
            Obstacle::Lack { .. } => lacking.push(obstacle.to_string()),
        }
    }
    let parts = [("add ", lacking, ""), ("remove ", on, " from `[off]`")];
    let parts = parts.into_iter().filter(|(_, words, _)| !words.is_empty());
    let parts = parts.map(|(verb, words, end)| format!("{verb}{}{end}", words.join(" and ")));
    parts.collect::<Vec<_>>().join(" and ")
}
