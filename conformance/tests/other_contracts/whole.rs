//! Tests that every test contract goes the whole way: its suite passes against the embedded reference server, and its
//! audit passes as with the command `audit`.
//!
//! What an audit must know about a contract is beside its pages, not in this file.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use webdata_audit::mutants::of_contract;
use webdata_audit::variations::Variations;
use webdata_audit::{AuditExemptions, Auditor, MutantStatus};
use webdata_cases::exemptions::Exemptions;
use webdata_reference::{Extension, Options, ReferenceServer};
use webdata_spec::model::{Endpoint, Level};
use webdata_spec::{Spec, companion, companions};
use webdata_suite::Suite;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::Selection;
use webdata_suite::report::{Verdict, headline};
use webdata_suite::run::Runner;

use crate::audit::{JOBS, NoProgress};
use crate::contract::{assert_covered, assert_passes, run, suite};

/// Test contracts that no audit goes through as a whole, each with the reason.
const PARTS: [(&str, &str); 4] = [
    ("bakery", "its jobs need a behaviour of the reference server"),
    ("kiosk", "its circumstances and the path of an operation need a target"),
    ("library", "its circumstances and the path of an operation need a target"),
    ("odd-names", "its operations store nothing, so no case shows most of its clauses"),
];

/// Returns the folders of the test contracts. `CONTRACT` in the environment chooses one.
fn folders() -> Vec<PathBuf> {
    let chosen = std::env::var("CONTRACT").ok();
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = Vec::new();
    for parent in ["../codegen/tests/contracts", "tests/contracts"] {
        let entries = std::fs::read_dir(here.join(parent)).expect("the folder of contracts");
        folders.extend(entries.map(|entry| entry.expect("a folder").path()));
    }
    let is_named = |folder: &PathBuf, name: &str| folder.file_name().is_some_and(|it| it == name);
    folders.retain(|folder| match &chosen {
        Some(chosen) => is_named(folder, chosen),
        None => !PARTS.iter().any(|(name, _)| is_named(folder, name)),
    });
    folders.sort();
    assert!(!folders.is_empty(), "no test contract is named {chosen:?}");
    folders
}

#[test]
fn no_case_fails_on_the_reference_server() {
    // The published contract needs nothing of what is beside its pages, either.
    let published = Spec::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/v2"));
    let published = Suite::new(published.expect("a valid contract"));
    let parts = PARTS.into_iter().filter(|(name, _)| *name != "kiosk");
    let parts = parts.map(|(name, _)| (name, suite(name)));
    for (name, suite) in parts.chain([("spec/v2", published)]) {
        let report = run(&suite, &Selection::default(), JOBS);
        let fine = [OutcomeKind::Pass, OutcomeKind::Observed, OutcomeKind::Skip];
        let wrong = report.cases.iter().filter(|case| !fine.contains(&case.outcome.kind));
        let wrong: Vec<String> =
            wrong.map(|case| format!("{}: {}", case.id, case.outcome.reason)).collect();
        assert_eq!(wrong, Vec::<String>::new(), "{name}");
    }
}

/// Contracts with operations of each kind, each with parts of the identities of mutants of such operations.
pub(crate) const OPERATIONS: [(&str, &[&str]); 4] = [
    ("allotments", &[".parent."]),
    ("drafts", &[".version/", ".precondition/", ".condition/", ".idempotency/", ".sunset/"]),
    (
        "kilns",
        &[
            "/not-started",
            "/same-identity",
            "/not-cancelled",
            "/revives",
            "/reads-initial",
            "/finds-foreign",
        ],
    ),
    ("parcels", &[".pagination"]),
];

#[test]
fn contracts_of_each_operation_pass_and_have_cases_and_mutants_of_each_clause() {
    for (name, mutants) in OPERATIONS {
        let suite = suite(name);
        let report = assert_passes(&suite);
        assert_eq!(report.verdict, Verdict::Conformant);
        // A contract without profiles has the profile `all`, with all its cases.
        let all = suite.cases.len();
        assert_eq!(headline(&report), format!("conformant to all ({all} of {all} cases)"));
        assert_covered(&suite);
        let made = webdata_audit::mutants::all(&suite.spec);
        for part in mutants {
            assert!(made.iter().any(|mutant| mutant.id.contains(part)), "{name}: no {part}");
        }
    }
}

#[test]
fn the_reference_server_brings_refusals_of_actions_about() {
    let mut spec = suite("library").spec;
    let endpoint = Endpoint { method: "POST".to_owned(), path: "/orders".to_owned() };
    spec.operations["orderCopies"].endpoint = Some(endpoint);
    let report = run(&Suite::new(spec), &Selection::default(), JOBS);
    for id in ["orderCopies::refusals::silent-team", "reserve::refusals::shelf-locked"] {
        let case = report.cases.iter().find(|case| case.id == id);
        let outcome = &case.unwrap_or_else(|| panic!("no case {id}")).outcome;
        assert_eq!(outcome.kind, OutcomeKind::Pass, "{id}: {}", outcome.reason);
    }
}

#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn every_contract_passes_its_run_and_its_audit() {
    let failures: Vec<String> = folders().iter().flat_map(|folder| failures(folder)).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Returns what fails in the run and in the audit of a contract.
fn failures(folder: &Path) -> Vec<String> {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let suite = Suite::new(Spec::load(folder).expect("a valid contract"));
    let files = companions(folder).expect("readable files");
    let extension = Extension::read(&suite.spec, &files).expect("a valid extension");
    let mut failures = Vec::new();

    let spec = Arc::new(suite.spec.clone());
    let starting = ReferenceServer::start(Arc::clone(&spec), &extension, Options::default());
    let server = runtime.block_on(starting).unwrap();
    let target = webdata_audit::reference_target(&server, &spec, JOBS).unwrap();
    let mistakes = target.mistakes(&suite.spec, &suite.cases);
    failures.extend(mistakes.into_iter().map(|mistake| format!("{name}: {}", mistake.message)));
    let plan = suite.plan(&target, &Selection::default()).expect("a valid plan");
    let runner = Runner::Threads(JOBS);
    let report = suite.run(plan, target, Level::Open, runner, runtime.handle()).unwrap();
    let fine = [OutcomeKind::Pass, OutcomeKind::Observed];
    for case in report.cases.iter().filter(|case| !fine.contains(&case.outcome.kind)) {
        let outcome = &case.outcome;
        failures.push(format!("{name}: {} {}: {}", outcome.kind, case.id, outcome.reason));
    }

    let read = |page: &str| {
        let text = companion(&files, &format!("exemptions/{page}.toml")).unwrap_or_default();
        Exemptions::read(text).expect("valid exemptions")
    };
    let exemptions =
        AuditExemptions::new(&suite, read("equivalent"), read("idle"), &read("unreached"));
    let variations = Variations::read(&spec, &files).expect("valid variations");
    let mutants = of_contract(&spec, &files).expect("valid mutants");
    let auditor = Auditor {
        suite: &suite,
        extension: &extension,
        exemptions: &exemptions,
        variations: &variations,
        all: false,
        quick: false,
        jobs: JOBS,
        runtime: runtime.handle(),
    };
    let subject = auditor.subject(&mutants, String::new(), String::new());
    let audit = match auditor.audit(&mutants, &[], subject, Vec::new(), &NoProgress) {
        Ok(audit) => audit,
        Err(fails) => {
            failures.push(format!("{name}: {fails}"));
            return failures;
        }
    };
    failures.extend(audit.failures().into_iter().map(|failure| format!("{name}: {failure}")));
    let survivors = audit.rows.iter().filter(|row| row.status == MutantStatus::Survived);
    failures.extend(survivors.map(|row| format!("{name}: not noticed: {}", row.id)));
    let alarms = audit.alarms.iter();
    failures.extend(alarms.map(|it| format!("{name}: {}: {}: {}", it.server, it.case, it.message)));
    failures.extend(audit.disagreements.iter().map(|it| format!("{name}: over HTTP: {it}")));
    let idle = audit.idle.iter().filter(|idle| idle.why.is_none());
    failures.extend(idle.map(|idle| format!("{name}: notices nothing: {}", idle.case)));
    failures.extend(audit.stale.iter().map(|line| format!("{name}: excuses nothing: {line}")));
    failures
}
