//! The clauses of the page: a cell and a line for each, by area of the contract.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;
use webdata_spec::model::ClauseId;

use super::super::document::{ClauseReport, Reach, Report};
use super::super::phrases::{describe_counts, pluralize};
use super::cases::MAX_LISTED;
use crate::outcome::OutcomeKind;

/// A type, an operation or another part of the contract.
pub(super) struct Area<'r> {
    pub(super) name: &'r str,
    pub(super) cells: Vec<Cell<'r>>,
    /// Whether one of its clauses fails.
    pub(super) is_failing: bool,
}

/// A clause.
pub(super) struct Cell<'r> {
    /// Its index in the report.
    pub(super) index: usize,
    pub(super) clause: &'r ClauseReport,
    /// The CSS class of the outcome that it is coloured by, or of why it has none.
    pub(super) class: String,
    /// The outcomes of its cases, as the value of an attribute.
    pub(super) outcomes: String,
    /// The text in the cell: the number of failing cases.
    pub(super) mark: String,
    pub(super) counts: String,
    /// The first of its failing cases.
    pub(super) failing: Vec<Failing<'r>>,
    pub(super) more: usize,
}

/// A case that fails.
pub(super) struct Failing<'r> {
    /// Its index in the report.
    pub(super) index: usize,
    pub(super) id: &'r str,
    /// Whether the page shows its details above.
    pub(super) has_details: bool,
}

/// Outcomes by precedence for the colour of a clause.
const WORST_FIRST: [OutcomeKind; 7] = [
    OutcomeKind::Fail,
    OutcomeKind::Error,
    OutcomeKind::Blocked,
    OutcomeKind::Waived,
    OutcomeKind::Pass,
    OutcomeKind::Observed,
    OutcomeKind::Skip,
];

/// Returns the clauses by area, in the order of the contract.
pub(super) fn areas<'r>(report: &'r Report, detailed_cases: &BTreeSet<usize>) -> Vec<Area<'r>> {
    let mut failing: BTreeMap<&ClauseId, Vec<Failing<'_>>> = BTreeMap::new();
    for (index, case) in report.cases.iter().enumerate() {
        if case.outcome.kind == OutcomeKind::Fail {
            for clause in &case.clauses {
                let failing_case =
                    Failing { index, id: &case.id, has_details: detailed_cases.contains(&index) };
                failing.entry(clause).or_default().push(failing_case);
            }
        }
    }
    let mut areas: IndexMap<&str, Vec<Cell<'_>>> = IndexMap::new();
    for (index, clause) in report.clauses.iter().enumerate() {
        let name = clause.id.as_str();
        let name = name.split('.').next().unwrap_or(name);
        let failing_cases = failing.remove(&clause.id).unwrap_or_default();
        areas.entry(name).or_default().push(cell(index, clause, failing_cases));
    }
    let areas = areas.into_iter().map(|(name, cells)| Area {
        name,
        is_failing: cells.iter().any(|cell| !cell.failing.is_empty()),
        cells,
    });
    areas.collect()
}

fn cell<'r>(index: usize, clause: &'r ClauseReport, failing: Vec<Failing<'r>>) -> Cell<'r> {
    let has = |kind: &OutcomeKind| clause.outcomes.contains_key(kind);
    let worst = match clause.broken {
        0 => WORST_FIRST.into_iter().find(has),
        _ => Some(OutcomeKind::Fail),
    };
    let outcomes: Vec<String> = clause.outcomes.keys().map(OutcomeKind::to_string).collect();
    let mark = match failing.len() {
        0 => String::new(),
        count if count > 99 => "99+".to_owned(),
        count => count.to_string(),
    };
    Cell {
        index,
        clause,
        class: match (worst, clause.reach) {
            (Some(kind), _) => kind.to_string(),
            (None, Reach::Unreachable) => "unreachable".to_owned(),
            (None, Reach::NotReached | Reach::Reached) => "unselected".to_owned(),
        },
        outcomes: outcomes.join(" "),
        mark,
        counts: describe_outcomes(clause),
        more: failing.len().saturating_sub(MAX_LISTED),
        failing: failing.into_iter().take(MAX_LISTED).collect(),
    }
}

/// Describes how many of the clause's cases have which outcome, and how many saw it broken.
fn describe_outcomes(clause: &ClauseReport) -> String {
    let outcomes = match (clause.reach, clause.outcomes.is_empty()) {
        (Reach::Unreachable, _) => "cannot be reached: no case of the suite shows it".to_owned(),
        (_, true) if clause.broken > 0 => "no case".to_owned(),
        (_, true) => "not reached: none of its cases was selected".to_owned(),
        (Reach::NotReached, false) => {
            format!("not reached: {}", describe_counts(clause.outcomes.iter()))
        }
        (Reach::Reached, false) => describe_counts(clause.outcomes.iter()),
    };
    match clause.broken {
        0 => outcomes,
        count => format!("{outcomes}; broken in responses to {}", pluralize(count, "case")),
    }
}
