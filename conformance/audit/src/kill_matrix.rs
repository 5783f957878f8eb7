//! Hunts every mutant, and records in the kill matrix which cases noticed it.

use std::collections::HashMap;
use std::sync::Arc;

use webdata_cases::case::Case;
use webdata_spec::model::Level;

use crate::auditor::{Auditor, Progress, levels};
use crate::document::{MutantStatus, Row};
use crate::habits::Habit;
use crate::hunt::{Hunt, HuntResult, Transport};
use crate::implemented::unimplemented;
use crate::mutants::Mutant;

/// The interval at which killed mutants are also hunted over connections.
const SAMPLE: usize = 25;

impl Auditor<'_> {
    /// Hunts all mutants that `known` has no row of. The rows are in the order of the mutants.
    pub fn hunt(&self, mutants: &[Mutant], known: Vec<Row>, progress: &dyn Progress) -> Vec<Row> {
        let spec = Arc::new(self.suite.spec.clone());
        let hunt = Hunt::new(self.suite, &spec, self.extension, self.runtime);
        let levels = levels(&spec);
        let known: HashMap<String, Row> =
            known.into_iter().map(|row| (row.id.clone(), row)).collect();
        progress.begin("mutants", mutants.len());
        self.map_in_parallel(mutants, |mutant| {
            let row = known.get(&mutant.id).cloned().unwrap_or_else(|| {
                let row = self.row(&hunt, mutant, levels.get(&mutant.clause).copied());
                progress.hunt_ended(&row);
                row
            });
            progress.done();
            row
        })
    }

    fn row(&self, hunt: &Hunt<'_>, mutant: &Mutant, level: Option<Level>) -> Row {
        let Some(level) = level else {
            let reason = "the contract has no such clause".to_owned();
            let result =
                HuntResult { status: MutantStatus::Unservable(reason), killers: Vec::new() };
            return self.record(hunt, mutant, result);
        };
        if let Some(operation) = unimplemented(&self.suite.spec, self.extension, &mutant.clause) {
            let reason = format!("not implemented by the reference server: {operation}");
            let result =
                HuntResult { status: MutantStatus::NotImplemented(reason), killers: Vec::new() };
            return self.record(hunt, mutant, result);
        }
        let open = (level == Level::Open).then_some("the contract leaves the clause open");
        let beyond = open.or_else(|| self.exemptions.uncovered_reason(&mutant.clause));
        // A habit shows wherever it acts, not only in responses about its clause.
        let beyond = beyond.filter(|_| mutant.habit().is_none());
        let equivalent = self.exemptions.equivalent(&mutant.id);
        let result = match beyond.or(equivalent.filter(|_| self.quick)) {
            Some(_) if !self.all => {
                HuntResult { status: MutantStatus::Survived, killers: Vec::new() }
            }
            _ => hunt.mutant(mutant, level, self.quick),
        };
        let exempt = beyond
            .map(|why| MutantStatus::BeyondReach(why.to_owned()))
            .or_else(|| equivalent.map(|why| MutantStatus::Equivalent(why.to_owned())));
        let status = match (result.status, exempt) {
            (MutantStatus::Survived, Some(exempt)) => exempt,
            (status, _) => status,
        };
        self.record(hunt, mutant, HuntResult { status, ..result })
    }

    /// Returns whether the same cases notice a mutant over connections. There, requests that are sent
    /// together arrive in other orders, so cases with such requests may notice more mutants, or fewer.
    fn agree(&self, expected: &[usize], seen: &[usize]) -> bool {
        let is_at_once = |at: &&usize| {
            let case = self.suite.cases.get(**at);
            case.is_some_and(|case| case.steps.iter().any(|step| step.with_previous))
        };
        let only = |left: &[usize], right: &[usize]| {
            left.iter().filter(|at| !right.contains(at)).all(|at| is_at_once(&at))
        };
        only(expected, seen) && only(seen, expected) && expected.is_empty() == seen.is_empty()
    }

    fn record(&self, hunt: &Hunt<'_>, mutant: &Mutant, result: HuntResult) -> Row {
        let cases = &self.suite.cases;
        let name = |at: &usize| cases.get(*at).map(|case| case.id.clone());
        Row {
            id: mutant.id.clone(),
            clause: mutant.clause.clone(),
            description: mutant.description.clone(),
            family: mutant.family().to_owned(),
            habit: mutant.habit().map(|habit| hunt.origin(habit)),
            named_by: cases.iter().filter(|case| case.clauses.contains(&mutant.clause)).count(),
            status: result.status,
            killed_by: result.killers.iter().filter_map(name).collect(),
        }
    }

    /// Hunts a sample of the mutants over connections, with the cases that noticed them and as many that did
    /// not. Returns the size of the sample, and the mutants with another result.
    pub fn hunt_over_connections(
        &self,
        mutants: &[Mutant],
        rows: &[Row],
        progress: &dyn Progress,
    ) -> (usize, Vec<String>) {
        let spec = Arc::new(self.suite.spec.clone());
        let hunt = Hunt::new(self.suite, &spec, self.extension, self.runtime);
        let places: HashMap<&str, usize> =
            self.suite.cases.iter().map(|case| case.id.as_str()).zip(0..).collect();
        let levels = levels(&spec);
        // A habit with memory depends on the cases that ran before.
        let depends = |mutant: &Mutant| mutant.habit().is_some_and(Habit::remembers);
        let pairs = mutants
            .iter()
            .zip(rows)
            .filter(|(mutant, row)| row.status == MutantStatus::Killed && !depends(mutant));
        let sample: Vec<(&Mutant, &Row)> = pairs.step_by(SAMPLE).collect();
        progress.begin("mutants over connections", sample.len());
        let compared = self.map_in_parallel(&sample, |(mutant, row)| {
            let killers: Vec<usize> =
                row.killed_by.iter().filter_map(|id| places.get(id.as_str()).copied()).collect();
            let level = levels.get(&mutant.clause).copied().unwrap_or_default();
            let others = self.suite.cases.iter().zip(0..).filter(|(case, at)| {
                case.clauses.contains(&mutant.clause)
                    && case.level <= level
                    && !killers.contains(at)
            });
            let others = others.map(|(_, at)| at).take(killers.len());
            // A remote server whose every response is a 5xx would count as an outage, so a case about another
            // clause is run before each.
            let is_unrelated = |(case, at): &(&Case, usize)| -> bool {
                !case.clauses.contains(&mutant.clause) && !killers.contains(at)
            };
            let unrelated = self.suite.cases.iter().zip(0..).filter(is_unrelated);
            let unrelated: Vec<usize> = unrelated.map(|(_, at)| at).take(killers.len()).collect();
            let between = unrelated.iter().zip(&killers).flat_map(|(first, at)| [*first, *at]);
            let left = killers.iter().skip(unrelated.len()).copied();
            let all: Vec<usize> = between.chain(left).chain(others).collect();
            let noticed = |transport| hunt.noticed_by(mutant, &all, transport);
            // What a case notices may depend on the cases before it, so both servers get the same ones.
            let both = noticed(Transport::InProcess)
                .and_then(|expected| Ok((expected, noticed(Transport::Http)?)));
            progress.done();
            match both {
                Ok((expected, seen)) if self.agree(&expected, &seen) => None,
                Ok((expected, seen)) => Some(format!(
                    "{}: {} of {} cases notice it over connections",
                    row.id,
                    seen.len(),
                    expected.len()
                )),
                Err(reason) => Some(format!("{}: {reason}", row.id)),
            }
        });
        (sample.len(), compared.into_iter().flatten().collect())
    }
}
