//! Derives the order in which cases notice the most mutants per request, by a greedy set cover.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap, HashSet};

use serde_json::Value;
use webdata_cases::case::{Body, Case, Expect, Need};
use webdata_spec::model::{ClauseRoot, Level};
use webdata_suite::order::MeasuredOrder;

use crate::auditor::Progress;
use crate::document::{Row, Score};
use crate::hunt::Hunt;
use crate::mutants::Mutant;

/// The number of values above which a body is not sent to every mutant.
const LARGE: usize = 250;

impl Hunt<'_> {
    /// Returns the cases that notice the most mutants per request.
    ///
    /// The hunt knows which of the cases that name a clause notice its mutant. Broad cases notice mutants of many
    /// clauses that they do not name. So broad cases run against each mutant until one of them notices it. The
    /// results of other cases are unknown. The order is worse for that, but each count is right.
    pub(super) fn order(
        &self,
        mutants: &[Mutant],
        rows: &[Row],
        progress: &dyn Progress,
    ) -> MeasuredOrder {
        let cases = &self.suite().cases;
        let broad = self.broadest_first();
        let noticed: Vec<(&Mutant, &Row, Level)> = self.noticed(mutants, rows).collect();
        progress.begin("mutants for broad cases", noticed.len());
        let noticed_by = self.auditor.map_in_parallel(&noticed, |(mutant, row, level)| {
            let mut by = self.noticing(row);
            let is_valid = |at: &usize| cases.get(*at).is_some_and(|case| case.breaks.is_none());
            // Broad cases receive no error response and send no invalid body. They notice neither mutants of errors
            // nor mutants that accept too much.
            let is_of_errors = mutant.error_row().is_some()
                || matches!(mutant.clause.root(), ClauseRoot::Error(_));
            if !is_of_errors && by.iter().any(is_valid) {
                let firm = broad.iter().copied().filter(|at| self.is_firm(*at, *level));
                let firm: Vec<usize> = firm.collect();
                by.extend(self.first_that_notices(mutant, &firm));
            }
            progress.done();
            by.into_iter().collect::<BTreeSet<usize>>()
        });
        let mut candidates: Vec<Candidate> = cases
            .iter()
            .map(|case| Candidate { requests: case.steps.len(), notices: Vec::new() })
            .collect();
        for (mutant, by) in noticed_by.into_iter().enumerate() {
            for case in by {
                candidates[case].notices.push(mutant);
            }
        }
        let chosen = cover(&candidates).into_iter();
        let chosen =
            chosen.map(|chosen| (cases[chosen.candidate].id.clone(), chosen.newly_noticed));
        let Score { mutants, equivalent, .. } = Score::new(rows);
        MeasuredOrder::new(mutants - equivalent, chosen.collect())
    }

    /// Returns the cases that together send every property at every place, the broadest first. Cases that wait for
    /// webhooks are left out, because they wait long for an event that is not sent.
    fn broadest_first(&self) -> Vec<usize> {
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let candidate = |case: &Case| {
            let is_broad = case.breaks.is_none()
                && case.level != Level::Open
                && !case.needs.contains(&Need::Webhooks)
                && self.auditor.is_implemented(case);
            let (mut sent, mut size) = (HashSet::new(), 0);
            for step in case.steps.iter().filter(|_| is_broad) {
                let operation = step.request.operation.as_deref().unwrap_or_default();
                if let (Body::Json(body), Expect::Success { .. }) =
                    (&step.request.body, &step.expect)
                {
                    size += places(body, operation.to_owned(), &mut sent);
                }
            }
            if size > LARGE {
                sent.clear();
            }
            let mut number = |place| {
                let next = numbers.len();
                *numbers.entry(place).or_insert(next)
            };
            let mut notices: Vec<usize> = sent.into_iter().map(&mut number).collect();
            notices.sort_unstable();
            Candidate { requests: case.steps.len(), notices }
        };
        let candidates: Vec<Candidate> = self.suite().cases.iter().map(candidate).collect();
        cover(&candidates).into_iter().map(|chosen| chosen.candidate).collect()
    }
}

/// Adds the places of a value to `known_places`, and returns the number of its values.
///
/// Properties are told apart by name, and objects by their `type`. All items of a list but the first count as
/// one place.
fn places(value: &Value, place: String, known_places: &mut HashSet<String>) -> usize {
    let mut size = 1;
    match value {
        Value::Object(members) => {
            let kind = members.get("type").and_then(Value::as_str).unwrap_or_default();
            for (name, member) in members {
                size += places(member, format!("{place}<{kind}>.{name}"), known_places);
            }
        }
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                size += places(item, format!("{place}[{}]", at.min(1)), known_places);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    known_places.insert(place);
    size
}

/// A case, reduced to its costs and its benefits.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Candidate {
    /// The number of requests that the case sends.
    requests: usize,
    /// The mutants that the case notices, each once.
    notices: Vec<usize>,
}

/// A case of the cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ChosenCase {
    /// The index of the candidate.
    candidate: usize,
    /// The number of mutants that this case notices and no case before it does.
    newly_noticed: usize,
}

/// Returns the candidates that cover all mutants. Each next candidate notices the most further mutants per
/// request; of equal candidates, the first is taken. Candidates that add nothing are left out.
fn cover(candidates: &[Candidate]) -> Vec<ChosenCase> {
    let mutants = candidates
        .iter()
        .flat_map(|candidate| &candidate.notices)
        .max()
        .map_or(0, |highest| highest + 1);
    let mut noticed_by: Vec<Vec<usize>> = vec![Vec::new(); mutants];
    for (at, candidate) in candidates.iter().enumerate() {
        for mutant in &candidate.notices {
            noticed_by[*mutant].push(at);
        }
    }
    let mut left: Vec<ChosenCase> = (0..)
        .zip(candidates)
        .map(|(at, candidate)| ChosenCase { candidate: at, newly_noticed: candidate.notices.len() })
        .collect();
    let by_request = |left: &&ChosenCase, right: &&ChosenCase| -> Ordering {
        let requests = |chosen: &ChosenCase| candidates[chosen.candidate].requests.max(1);
        let (left_score, right_score) =
            (left.newly_noticed * requests(right), right.newly_noticed * requests(left));
        left_score.cmp(&right_score).then(right.candidate.cmp(&left.candidate))
    };
    let mut chosen = Vec::new();
    while let Some(best) =
        left.iter().max_by(by_request).copied().filter(|chosen| chosen.newly_noticed > 0)
    {
        for mutant in &candidates[best.candidate].notices {
            for at in std::mem::take(&mut noticed_by[*mutant]) {
                left[at].newly_noticed -= 1;
            }
        }
        chosen.push(best);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Candidates, each as its number of requests and the mutants that it notices; and the expected cover,
    /// each case as its index and its number of further mutants.
    type Row = (&'static [(usize, &'static [usize])], &'static [(usize, usize)]);

    const TABLE: [Row; 6] = [
        (&[], &[]),
        (&[(1, &[])], &[]),
        // The candidate that notices the most comes first, then the one that adds the rest. A candidate that
        // adds nothing is left out.
        (&[(1, &[0]), (1, &[0, 1, 2]), (1, &[2, 3])], &[(1, 3), (2, 1)]),
        // Three mutants in one request are better than four in two requests.
        (&[(2, &[0, 1, 2, 3]), (1, &[4, 5, 6])], &[(1, 3), (0, 4)]),
        // Of equal candidates, the first is taken.
        (&[(1, &[0, 1]), (1, &[1, 2]), (1, &[3, 4])], &[(0, 2), (2, 2), (1, 1)]),
        // Two mutants in two requests are as good as one mutant in one request.
        (&[(2, &[0, 1]), (1, &[2]), (3, &[3, 4, 5])], &[(0, 2), (1, 1), (2, 3)]),
    ];

    #[test]
    fn candidates_that_notice_more_come_first() {
        for (candidates, expected) in TABLE {
            let candidate =
                |row: &(usize, &[usize])| Candidate { requests: row.0, notices: row.1.to_vec() };
            let candidates: Vec<Candidate> = candidates.iter().map(candidate).collect();
            let chosen: Vec<(usize, usize)> = cover(&candidates)
                .iter()
                .map(|chosen| (chosen.candidate, chosen.newly_noticed))
                .collect();
            assert_eq!(chosen, expected, "{candidates:?}");
        }
    }
}
