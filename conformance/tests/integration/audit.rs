//! The audit tells when an idea of the derivation is gone: it passes on a small contract, and without
//! any one module of `derive` a mutant gets away, or a clause is left without a case.
//!
//! What the audit finds of the whole contract is the business of `webdata-conformance audit`.

mod small;

use std::collections::HashSet;
use std::thread;

use tokio::runtime::Runtime;
use webdata_audit::mutants::{self, Mutant};
use webdata_audit::{AuditExemptions, Auditor, MutantStatus, Progress, Row};
use webdata_cases::case::Case;
use webdata_cases::coverage::coverage;
use webdata_cases::derive::{derive_without, modules};
use webdata_cases::exemptions::Exemptions;
use webdata_spec::Spec;
use webdata_suite::Suite;

/// The modules about operations that the small contract has none of: the parcel lockers and the shared
/// drafts have, whose audits are tests of their own.
const ELSEWHERE: [&str; 10] = [
    "creates",
    "reads",
    "lists",
    "replaces",
    "deletes",
    "versions",
    "conditions",
    "idempotency",
    "notices",
    "bulk",
];

/// The modules without which every mutant is noticed all the same, each with the reason. That they
/// are gone shows in the coverage of clauses.
const NOTICED_BY_OTHERS: [(&str, &str); 2] = [
    ("lifecycles", "the cases of effects and enums make every move, too"),
    ("observations", "what is left open is asked, and not judged"),
];

/// How many mutants are hunted side by side: more than there are processors, since some hunts wait for
/// what does not come.
const JOBS: usize = 6;

/// Into how many parts a suite is divided that is expected to let a mutant get away, since all of its
/// cases run then, and some mutants take their time.
const PARTS: usize = 8;

/// An audit without a progress display.
struct Silence;

impl Progress for Silence {
    fn begin(&self, _: &str, _: usize) {}

    fn done(&self) {}

    fn hunt_ended(&self, _: &Row) {}
}

/// The suite of a contract all of whose types `webdata` has, too.
fn suite(spec: &Spec) -> Suite {
    Suite::new(spec.clone(), webdata::validators::ALL).expect("every type has a validator")
}

#[test]
fn the_audit_passes_and_fails_without_any_one_module() {
    let spec = small::contract();
    let suite = suite(&spec);
    let exemptions = webdata_conformance::Contract::default()
        .audit_exemptions(&suite)
        .expect("the pages of reasons");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let mutants = mutants::all(&spec);
    let rows = passed(&suite, &exemptions, &mutants, &runtime);

    let is_missed = |module: &str| {
        let cases = derive_without(&spec, &[module]);
        let own = only_noticed_by_others(&cases, &mutants, &rows);
        let suites = parts(&spec, cases);
        own.iter().any(|mutant| gets_away(mutant, &suites, &exemptions, &runtime))
    };
    let by_others = |module: &str| NOTICED_BY_OTHERS.iter().any(|(own, _)| *own == module);
    let unmissed: Vec<&str> =
        here().filter(|module| !by_others(module) && !is_missed(module)).collect();
    assert!(unmissed.is_empty(), "every mutant is noticed without {unmissed:?}");
}

#[test]
fn each_module_covers_what_no_other_does() {
    let spec = small::contract();
    let whole = covered(&spec, &suite(&spec).cases);
    for (module, why) in NOTICED_BY_OTHERS {
        let left = covered(&spec, &derive_without(&spec, &[module]));
        assert!(left.is_subset(&whole));
        assert!(left.len() < whole.len(), "nothing shows that {module} is gone ({why})");
    }
}

#[test]
fn all_modules_together_are_the_derivation() {
    let spec = small::contract();
    assert_eq!(derive_without(&spec, &[]), suite(&spec).cases);
    let all: Vec<&str> = modules().collect();
    assert_eq!(derive_without(&spec, &all), Vec::new());
    for module in here() {
        let left = derive_without(&spec, &[module]).len();
        assert!(left < suite(&spec).cases.len(), "{module} makes no case");
    }
}

/// The modules about operations that the small contract has.
fn here() -> impl Iterator<Item = &'static str> {
    modules().filter(|module| !ELSEWHERE.contains(module))
}

/// The audit of the whole small contract, which passes.
fn passed(
    suite: &Suite,
    exemptions: &AuditExemptions,
    mutants: &[Mutant],
    runtime: &Runtime,
) -> Vec<Row> {
    let (all, quick, runtime) = (false, false, runtime.handle());
    let auditor = Auditor { suite, exemptions, all, quick, jobs: JOBS, runtime };
    let rows = auditor.hunt(mutants, Vec::new(), &Silence);
    let wrong: Vec<&Row> = rows
        .iter()
        .filter(|row| matches!(row.status, MutantStatus::Survived | MutantStatus::Unservable(_)))
        .collect();
    assert!(wrong.is_empty(), "of {} mutants, these are not noticed: {wrong:#?}", rows.len());
    let (runs, alarms) = auditor.alarms(&Silence);
    assert!(alarms.is_empty(), "in {runs} runs of correct servers: {alarms:#?}");
    let idle = auditor.idle(mutants, &rows, &Silence);
    assert!(idle.is_empty(), "{idle:#?}");
    rows
}

/// The mutants of which the whole audit says that none of these cases noticed them, and others did.
fn only_noticed_by_others<'m>(
    cases: &[Case],
    mutants: &'m [Mutant],
    rows: &[Row],
) -> Vec<&'m Mutant> {
    let these: HashSet<&str> = cases.iter().map(|case| case.id.as_str()).collect();
    let by_others = |row: &Row| {
        row.status == MutantStatus::Killed
            && !row.killed_by.iter().any(|id| these.contains(id.as_str()))
    };
    mutants.iter().zip(rows).filter(|(_, row)| by_others(row)).map(|(mutant, _)| mutant).collect()
}

fn parts(spec: &Spec, cases: Vec<Case>) -> Vec<Suite> {
    let mut parts = vec![Vec::new(); PARTS];
    for (index, case) in cases.into_iter().enumerate() {
        parts[index % PARTS].push(case);
    }
    parts.into_iter().map(|cases| Suite { cases, ..suite(spec) }).collect()
}

/// Whether no part of a suite notices a mutant.
fn gets_away(
    mutant: &Mutant,
    parts: &[Suite],
    exemptions: &AuditExemptions,
    runtime: &Runtime,
) -> bool {
    let (all, quick, runtime) = (false, true, runtime.handle());
    let survives = |suite: &Suite| {
        let auditor = Auditor { suite, exemptions, all, quick, jobs: 1, runtime };
        let rows = auditor.hunt(std::slice::from_ref(mutant), Vec::new(), &Silence);
        rows.iter().all(|row| row.status == MutantStatus::Survived)
    };
    thread::scope(|scope| {
        let hunts: Vec<_> = parts.iter().map(|suite| scope.spawn(|| survives(suite))).collect();
        // Each is waited for, so that none is left behind.
        let ends: Vec<bool> = hunts.into_iter().map(|hunt| hunt.join().unwrap()).collect();
        ends.into_iter().all(|survived| survived)
    })
}

/// The clauses that cases cover.
fn covered(spec: &Spec, cases: &[Case]) -> HashSet<String> {
    let found = coverage(spec, cases, &Exemptions::default()).into_iter();
    found.filter(|found| found.cases > 0).map(|found| found.clause.id.to_string()).collect()
}
