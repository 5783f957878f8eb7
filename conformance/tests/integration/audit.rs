//! The audit fails if an idea of the derivation is missing. It passes on a small contract; without any one
//! module of `derive`, a mutant survives or a clause has no case.
//!
//! The audit of the whole contract is not a test: `webdata-conformance audit` runs it.

mod small_contract;

use std::collections::HashSet;
use std::thread;

use tokio::runtime::Runtime;
use webdata_audit::mutants::{self, Mutant};
use webdata_audit::variations::Variations;
use webdata_audit::{AuditExemptions, Auditor, MutantStatus, Progress, Row};
use webdata_cases::case::Case;
use webdata_cases::coverage::coverage;
use webdata_cases::derive::{derive_without, modules};
use webdata_cases::exemptions::Exemptions;
use webdata_spec::Spec;
use webdata_suite::Suite;

/// The modules about kinds of operations that the small contract does not have.
///
/// The contracts of the parcel lockers, the shared drafts and the allotments have such operations; separate tests audit
/// them.
const WITHOUT_OPERATIONS: [&str; 14] = [
    "creates",
    "reads",
    "lists",
    "results",
    "parents",
    "replaces",
    "deletes",
    "versions",
    "conditions",
    "idempotency",
    "notices",
    "bulk",
    "actions",
    "initial",
];

/// The modules without which every mutant is still noticed, each with the reason.
///
/// The coverage of clauses shows if one of them is missing.
const NOTICED_BY_OTHERS: [(&str, &str); 2] = [
    ("lifecycles", "the cases of effects and enums make every transition, too"),
    ("observations", "the gaps of the contract are observed, and not judged"),
];

/// The number of mutants that are hunted in parallel.
///
/// More than there are processors, because some hunts wait for webhooks that are never sent.
const JOBS: usize = 6;

/// The number of parts into which a suite is divided, to run them in parallel.
///
/// A surviving mutant takes long: all cases run against it, and some mutants respond slowly.
const PARTS: usize = 8;

/// Ignores the progress of an audit.
struct NoProgress;

impl Progress for NoProgress {
    fn begin(&self, _: &str, _: usize) {}

    fn done(&self) {}

    fn hunt_ended(&self, _: &Row) {}
}

/// Returns the suite of a contract that has no types besides those of `webdata`.
fn suite(spec: &Spec) -> Suite {
    Suite::new(spec.clone())
}

/// The tests of this file that only `cargo xtask ci --long` runs.
mod longest {
    use super::*;

    #[test]
    #[ignore = "takes long; `cargo xtask ci --long` runs it"]
    fn the_audit_passes_and_fails_if_any_one_module_is_missing() {
        let spec = small_contract::contract();
        let suite = suite(&spec);
        let exemptions = webdata_conformance::Contract::embedded()
            .audit_exemptions(&suite)
            .expect("the exemptions can be read");
        let runtime = Runtime::new().unwrap();
        let mutants = mutants::all(&spec);
        let rows = passing_audit(&suite, &exemptions, &mutants, &runtime);

        let is_missed = |module: &str| {
            let cases = derive_without(&spec, &[module]);
            let candidates = not_noticed_by(&cases, &mutants, &rows);
            let suites = parts(&spec, cases);
            candidates.iter().any(|mutant| survives(mutant, &suites, &exemptions, &runtime))
        };
        let by_others = |module: &str| NOTICED_BY_OTHERS.iter().any(|(name, _)| *name == module);
        let unmissed: Vec<&str> = applicable_modules()
            .filter(|module| !by_others(module) && !is_missed(module))
            .collect();
        assert!(unmissed.is_empty(), "every mutant is noticed without {unmissed:?}");
    }
}

#[test]
fn each_module_covers_clauses_that_no_other_covers() {
    let spec = small_contract::contract();
    let whole = covered(&spec, &suite(&spec).cases);
    for (module, why) in NOTICED_BY_OTHERS {
        let left = covered(&spec, &derive_without(&spec, &[module]));
        assert!(left.is_subset(&whole));
        assert!(left.len() < whole.len(), "every clause is covered without {module} ({why})");
    }
}

#[test]
fn the_derivation_consists_of_its_modules() {
    let spec = small_contract::contract();
    assert_eq!(derive_without(&spec, &[]), suite(&spec).cases);
    let all: Vec<&str> = modules().collect();
    assert_eq!(derive_without(&spec, &all), Vec::new());
    for module in applicable_modules() {
        let left = derive_without(&spec, &[module]).len();
        assert!(left < suite(&spec).cases.len(), "{module} makes no case");
    }
}

/// Returns the modules about kinds of operations that the small contract has.
fn applicable_modules() -> impl Iterator<Item = &'static str> {
    modules().filter(|module| !WITHOUT_OPERATIONS.contains(module))
}

/// Audits the whole small contract, checks that the audit passes, and returns its rows.
fn passing_audit(
    suite: &Suite,
    exemptions: &AuditExemptions,
    mutants: &[Mutant],
    runtime: &Runtime,
) -> Vec<Row> {
    let (all, quick, runtime) = (false, false, runtime.handle());
    let variations = Variations::read(&suite.spec, &[]).expect("the variations read");
    let auditor = Auditor {
        suite,
        extension: &crate::EXTENSION,
        exemptions,
        variations: &variations,
        all,
        quick,
        jobs: JOBS,
        runtime,
    };
    let rows = auditor.hunt(mutants, Vec::new(), &NoProgress);
    let unnoticed: Vec<&Row> = rows
        .iter()
        .filter(|row| matches!(row.status, MutantStatus::Survived | MutantStatus::Unservable(_)))
        .collect();
    assert!(
        unnoticed.is_empty(),
        "of {} mutants, these are not noticed: {unnoticed:#?}",
        rows.len()
    );
    let (runs, alarms) = auditor.alarms(&NoProgress);
    assert!(alarms.is_empty(), "in {runs} runs of correct servers: {alarms:#?}");
    let idle = auditor.idle(mutants, &rows, &NoProgress);
    assert!(idle.is_empty(), "{idle:#?}");
    rows
}

/// Returns the mutants that the whole audit noticed, but by none of `cases`.
fn not_noticed_by<'m>(cases: &[Case], mutants: &'m [Mutant], rows: &[Row]) -> Vec<&'m Mutant> {
    let ids: HashSet<&str> = cases.iter().map(|case| case.id.as_str()).collect();
    let by_others = |row: &Row| {
        row.status == MutantStatus::Noticed
            && !row.noticed_by.iter().any(|id| ids.contains(id.as_str()))
    };
    mutants.iter().zip(rows).filter(|(_, row)| by_others(row)).map(|(mutant, _)| mutant).collect()
}

/// Divides cases among [`PARTS`] suites.
fn parts(spec: &Spec, cases: Vec<Case>) -> Vec<Suite> {
    let mut parts = vec![Vec::new(); PARTS];
    for (index, case) in cases.into_iter().enumerate() {
        parts[index % PARTS].push(case);
    }
    parts.into_iter().map(|cases| Suite { cases, ..suite(spec) }).collect()
}

/// Tells whether no part of a suite notices a mutant.
fn survives(
    mutant: &Mutant,
    parts: &[Suite],
    exemptions: &AuditExemptions,
    runtime: &Runtime,
) -> bool {
    let (all, quick, runtime) = (false, true, runtime.handle());
    let survives_part = |suite: &Suite| {
        let (extension, variations) = (&crate::EXTENSION, &Variations::default());
        let auditor =
            Auditor { suite, extension, exemptions, variations, all, quick, jobs: 1, runtime };
        let rows = auditor.hunt(std::slice::from_ref(mutant), Vec::new(), &NoProgress);
        rows.iter().all(|row| row.status == MutantStatus::Survived)
    };
    thread::scope(|scope| {
        let hunts: Vec<_> =
            parts.iter().map(|suite| scope.spawn(|| survives_part(suite))).collect();
        // Joins all threads before the results are combined, so that none outlives the scope.
        let ends: Vec<bool> = hunts.into_iter().map(|hunt| hunt.join().unwrap()).collect();
        ends.into_iter().all(|survived| survived)
    })
}

/// Returns the clauses that cases cover.
fn covered(spec: &Spec, cases: &[Case]) -> HashSet<String> {
    let all = coverage(spec, cases, &Exemptions::default()).into_iter();
    all.filter(|entry| entry.cases > 0).map(|entry| entry.clause.id.to_string()).collect()
}
