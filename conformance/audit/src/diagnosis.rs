//! Checks how the failures of a mutant are grouped: one fault should become one finding, which names its
//! clause.

use std::collections::HashSet;

use webdata_spec::model::{ClauseId, ClauseRoot, Level};
use webdata_suite::findings::{Finding, Judged, findings, subjects};
use webdata_suite::outcome::is_counted;

use crate::auditor::Progress;
use crate::document::{Diagnosis, Row};
use crate::hunt::Hunt;
use crate::mutants::Mutant;

/// The interval of the noticed mutants against which the whole suite runs: in a whole audit, and in a quick one.
const SAMPLE: usize = 100;
const QUICK_SAMPLE: usize = 200;

/// The maximum number of those mutants in a quick audit, since the suite of a large contract takes long.
const MAX_QUICK: usize = 25;

impl Hunt<'_> {
    /// Runs the whole suite against a sample of the noticed mutants, and returns the findings that the
    /// failures of each become.
    pub(super) fn diagnoses(
        &self,
        mutants: &[Mutant],
        rows: &[Row],
        progress: &dyn Progress,
    ) -> Vec<Diagnosis> {
        // A habit breaks more than the one clause of its row.
        let noticed = self.noticed(mutants, rows).filter(|(mutant, ..)| mutant.habit.is_none());
        let noticed: Vec<(&Mutant, &Row, Level)> = noticed.collect();
        let quick = QUICK_SAMPLE.max(noticed.len().div_ceil(MAX_QUICK));
        let sample = if self.auditor.quick { quick } else { SAMPLE };
        let sample: Vec<(&Mutant, &Row, Level)> = noticed.into_iter().step_by(sample).collect();
        let spec = &self.suite().spec;
        // A clause of the response's type names the operation's `response` clause: another response breaks both.
        let is_response = |broken: &ClauseId, named: &ClauseId| {
            let mut operations = spec.operations.values();
            let operation = operations.find(|one| one.clause().child("response") == *broken);
            let type_name = operation.and_then(|operation| operation.response_type());
            type_name.is_some_and(|name| named.is_within(&ClauseId::new(name.as_str())))
        };
        // A row of the catalogue and a clause that causes its error name each other.
        let refusals = spec.operations.values().flat_map(|operation| &operation.refusals);
        let refusals = refusals.map(|refusal| (refusal.clause.clone(), &refusal.error));
        let schemes = spec.service.authentication.values();
        let permissions = schemes
            .filter_map(|scheme| Some((scheme.clause("permission"), scheme.forbidden.as_ref()?)));
        let causes: Vec<(ClauseId, &String)> = refusals.chain(permissions).collect();
        let is_cause = |cause: &ClauseId, row: &ClauseId| {
            let is_of = |error: &String| row.root() == ClauseRoot::Error(error);
            causes.iter().any(|(clause, error)| clause == cause && is_of(error))
        };
        progress.begin("mutants as findings", sample.len());
        self.auditor.map_in_parallel(&sample, |(mutant, _, level)| {
            let findings = self.findings_of(mutant, *level);
            progress.done();
            Diagnosis {
                mutant: mutant.id.clone(),
                named: findings.iter().any(|finding| {
                    is_named(&mutant.clause, &finding.clause)
                        || is_response(&mutant.clause, &finding.clause)
                        || is_cause(&finding.clause, &mutant.clause)
                        || is_cause(&mutant.clause, &finding.clause)
                }),
                findings: findings.into_iter().map(|finding| finding.says).collect(),
            }
        })
    }

    fn findings_of(&self, mutant: &Mutant, level: Level) -> Vec<Finding> {
        let outcomes = self.outcomes(mutant);
        let subjects: Vec<_> =
            outcomes.iter().map(|(case, _)| subjects(&self.suite().spec, case)).collect();
        let judged: Vec<Judged<'_>> = outcomes
            .iter()
            .zip(&subjects)
            .map(|((case, outcome), subjects)| Judged::new(case, subjects, outcome))
            .collect();
        let mut counted = findings(self.suite().judge(), &judged);
        // Only cases that count in a run at the level of the clause make a finding count.
        let firm: HashSet<&str> = outcomes
            .iter()
            .filter(|(case, _)| is_counted(case.level, level))
            .map(|(case, _)| case.id.as_str())
            .collect();
        counted.retain(|finding| finding.counts(level, |case| firm.contains(case)));
        counted
    }
}

/// Returns whether a finding's clause names the broken clause: it is the clause, one above it, or another clause
/// of the same value. A wrong value may break several clauses of its schema: false in place of null has the
/// wrong type, too.
fn is_named(broken: &ClauseId, named: &ClauseId) -> bool {
    let is_of_value = matches!(broken.root(), ClauseRoot::Type(_)) && !broken.around().is_empty();
    broken.is_within(named) || (is_of_value && broken.around() == named.around())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clause_of_the_same_value_names_the_broken_one() {
        let table = [
            ("Album.due.nullable", "Album.due.type", true),
            ("Album.due.type", "Album.due.type", true),
            ("Album.due.type", "Album", true),
            ("Album.due.type", "Album.note.type", false),
            ("Album.type", "Album.due.type", false),
            ("operations.lend.response", "operations.lend.path", false),
        ];
        for (broken, named, expected) in table {
            let (broken, named) = (ClauseId::new(broken), ClauseId::new(named));
            let is_named = is_named(&broken, &named);
            assert_eq!(is_named, expected, "{broken} by {named}");
        }
    }
}
