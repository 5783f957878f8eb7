//! The audit of a contract that uses each keyword: each case breaks exactly the clause that it names, correct
//! servers pass, and each mutant is noticed.

use std::path::Path;

use webdata_audit::{AuditExemptions, Auditor, MutantStatus, Progress, Row, mutants};
use webdata_cases::coverage::coverage;
use webdata_cases::exemptions::Exemptions;
use webdata_reference::Extension;
use webdata_spec::Spec;
use webdata_spec::model::Keyword;
use webdata_suite::Suite;

/// Exemptions for mutants that no client could tell from a correct server.
const EQUIVALENT: &str = r#"
[[reason]]
why     = "the server gives back what was sent, and makes no part of a card by its type"
mutants = ["update-card/Monitor.*/made-as-another-type", "update-card/Stored*/made-as-another-type"]
"#;

/// Keywords that only other contracts of the tests use.
const UNUSED: [Keyword; 4] = [
    Keyword::Maximum,
    Keyword::MinimumInterval,
    Keyword::AdditionalProperties,
    Keyword::ExactlyOne,
];

fn contract() -> Spec {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../codegen/tests/contracts/cards");
    Spec::load(&folder).unwrap_or_else(|error| panic!("{error:?}"))
}

/// Reports no progress.
struct NoProgress;

impl Progress for NoProgress {
    fn begin(&self, _: &str, _: usize) {}

    fn done(&self) {}

    fn hunt_ended(&self, _: &Row) {}
}

#[test]
fn every_mutant_of_every_keyword_is_noticed() {
    let spec = contract();
    let suite = Suite::new(spec.clone());
    let none = Exemptions::default();
    let equivalent = Exemptions::read(EQUIVALENT).expect("the reasons are well formed");
    let exemptions = AuditExemptions::new(&suite, equivalent, none.clone(), &none);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let (all, quick, jobs, runtime) = (false, true, 4, runtime.handle());
    let auditor = Auditor {
        suite: &suite,
        extension: &Extension::default(),
        exemptions: &exemptions,
        all,
        quick,
        jobs,
        runtime,
    };
    let (_, alarms) = auditor.alarms(&NoProgress);
    if let Some(alarm) = alarms.first() {
        panic!(
            "false alarm on a correct server: {}: {}: {}",
            alarm.server, alarm.case, alarm.message
        );
    }
    let mutants = mutants::all(&spec);
    let rows = auditor.hunt(&mutants, Vec::new(), &NoProgress);
    let wrong = rows
        .iter()
        .filter(|row| matches!(row.status, MutantStatus::Survived | MutantStatus::Unservable(_)));
    let wrong: Vec<String> =
        wrong.map(|row| format!("{}: {} {:?}", row.id, row.description, row.status)).collect();
    assert!(wrong.is_empty(), "of {} mutants, these are not noticed: {wrong:#?}", rows.len());
}

#[test]
fn every_keyword_has_a_clause_with_a_case() {
    let spec = contract();
    let suite = Suite::new(spec.clone());
    let clauses = coverage(&spec, &suite.cases, &Exemptions::default());
    for keyword in Keyword::ALL.iter().filter(|keyword| !UNUSED.contains(keyword)) {
        let word = format!(".{}", keyword.name());
        let mut of_keyword =
            clauses.iter().filter(|coverage| coverage.clause.id.as_str().ends_with(&word));
        let with_case = |coverage: &webdata_cases::coverage::Coverage| coverage.cases > 0;
        assert!(of_keyword.any(with_case), "no case is about {}", keyword.name());
    }
}
