//! Contracts that are generated from choices: the reader refuses each with a place, or it runs without a failure.
//!
//! A contract that fails is shrunk by leaving choices out. With `PAGES` in the environment, its pages are printed.

mod draft;

use std::collections::BTreeMap;
use std::panic::catch_unwind;
use std::process::Command;

use webdata_audit::{AuditExemptions, MutantStatus, mutants};
use webdata_cases::coverage::coverage;
use webdata_cases::exemptions::Exemptions;
use webdata_codegen::{Package, generate};
use webdata_spec::{Source, Spec};
use webdata_suite::Suite;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::Selection;

use self::draft::{Choice, choose, pages};
use crate::audit::hunt;
use crate::contract::run;
use crate::edits::Numbers;

/// The seed of the contracts; `SEED` in the environment gives another one.
const SEED: u64 = 0x9E37_79B9_7F4A_7C15;

/// The numbers of contracts that are read and run, and of those that are also audited.
struct Counts {
    contracts: usize,
    audited: usize,
}

/// The numbers of contracts by their results.
#[derive(Debug, Default)]
struct Figures {
    refused: BTreeMap<String, usize>,
    run: usize,
    cases: usize,
    audited: usize,
    mutants: usize,
    /// Clauses without a case, each of which is a warning.
    silent: BTreeMap<String, usize>,
}

/// The result of one contract.
enum Outcome {
    /// The message of the first mistake.
    Refused(String),
    Run(Box<Suite>),
}

/// Reads and runs the contract of some choices.
///
/// # Errors
/// The cases that fail, or the panic of the run.
fn attempt(pages: &[Source]) -> Result<Outcome, String> {
    let spec = match Spec::read(pages) {
        Ok(spec) => spec,
        Err(mistakes) => {
            let first = mistakes.0.first().map(|it| it.message().to_owned());
            return first
                .map(Outcome::Refused)
                .ok_or_else(|| "refused without a mistake".to_owned());
        }
    };
    let suite = Suite::new(spec);
    let ran = catch_unwind(|| {
        let report = run(&suite, &Selection::default(), 2);
        let fine = [OutcomeKind::Pass, OutcomeKind::Observed];
        let wrong = report.cases.iter().filter(|case| !fine.contains(&case.outcome.kind));
        let wrong = wrong.map(|it| format!("{} {}: {}", it.outcome.kind, it.id, it.outcome.reason));
        wrong.collect::<Vec<_>>()
    });
    match ran {
        Ok(wrong) if wrong.is_empty() => Ok(Outcome::Run(Box::new(suite))),
        Ok(wrong) => {
            let (count, first) = (wrong.len(), wrong.into_iter().take(6).collect::<Vec<_>>());
            Err(format!("{count} cases fail:\n{}", first.join("\n")))
        }
        Err(cause) => {
            let cause = cause.downcast_ref::<String>().cloned();
            Err(format!("the run panics: {}", cause.unwrap_or_default()))
        }
    }
}

/// Leaves choices out as long as the contract fails.
fn shrink(mut choices: Vec<Choice>, fails: impl Fn(&[Choice]) -> Option<String>) -> String {
    let mut message = fails(&choices).unwrap_or_default();
    let mut at = 0;
    while at < choices.len() {
        let mut fewer = choices.clone();
        fewer.remove(at);
        match fails(&fewer) {
            Some(other) => (choices, message) = (fewer, other),
            None => at += 1,
        }
    }
    let pages = pages(&choices);
    let edited = pages.iter().map(|page| format!("--- {}\n{}", page.name, page.text));
    let edited: String = match std::env::var_os("PAGES") {
        Some(_) => edited.collect(),
        None => String::new(),
    };
    let names: Vec<String> = choices.iter().map(ToString::to_string).collect();
    format!("== {}\n{message}\n{edited}", names.join(", "))
}

/// Returns what survives the audit of a contract.
fn survivors(suite: &Suite, figures: &mut Figures) -> Vec<String> {
    let all = mutants::all(&suite.spec);
    let rows = hunt(suite, &AuditExemptions::none(suite), &all);
    figures.audited += 1;
    figures.mutants += rows.len();
    let survived = rows
        .iter()
        .filter(|row| matches!(row.status, MutantStatus::Survived | MutantStatus::Unservable(_)));
    survived.map(|row| format!("{}: {}", row.id, row.description)).collect()
}

fn check(counts: &Counts) {
    let seed = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok());
    let mut numbers = Numbers(seed.unwrap_or(SEED));
    let mut figures = Figures::default();
    let (mut failures, mut known) = (Vec::new(), Vec::new());
    for _ in 0..counts.contracts {
        let choices = choose(&mut numbers);
        let fails = |choices: &[Choice]| attempt(&pages(choices)).err();
        match attempt(&pages(&choices)) {
            Ok(Outcome::Refused(message)) => *figures.refused.entry(message).or_default() += 1,
            Ok(Outcome::Run(suite)) => {
                figures.run += 1;
                figures.cases += suite.cases.len();
                for row in coverage(&suite.spec, &suite.cases, &Exemptions::default()) {
                    if row.is_missing() {
                        *figures.silent.entry(row.clause.id.to_string()).or_default() += 1;
                    }
                }
                if figures.audited < counts.audited && choices.len() < 6 {
                    let left = survivors(&suite, &mut figures);
                    let names: Vec<String> = choices.iter().map(ToString::to_string).collect();
                    failures.extend((!left.is_empty()).then(|| {
                        format!("== {}\nnot noticed:\n{}", names.join(", "), left.join("\n"))
                    }));
                }
            }
            Err(_) => {
                let shrunk = shrink(choices, fails);
                let cause = shrunk.lines().next().unwrap_or_default().to_owned();
                if !known.contains(&cause) {
                    println!("{shrunk}");
                    known.push(cause);
                    failures.push(shrunk);
                }
            }
        }
    }
    println!("{figures:#?}");
    assert!(failures.is_empty(), "{} faults:\n{}", failures.len(), failures.join("\n"));
    assert!(figures.run * 2 > counts.contracts, "{} contracts are run", figures.run);
}

#[test]
fn each_generated_contract_is_refused_or_conformant() {
    let chosen = std::env::var("CONTRACTS").ok().and_then(|count| count.parse().ok());
    check(&Counts { contracts: chosen.unwrap_or(200), audited: 0 });
}

/// The tests of this file that only the whole run of the repository's checks performs.
mod long {
    use super::*;

    #[test]
    #[ignore = "takes long; `cargo xtask ci` runs it"]
    fn the_audits_of_generated_contracts_have_no_survivor() {
        check(&Counts { contracts: 12, audited: 2 });
    }

    /// The manifest of the crate with the code of several contracts, with the features of generated crates.
    const MANIFEST: &str = "[workspace]\n[package]\nname = \"generated-contracts\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
        [features]\ndefault = [\"axum\", \"blocking\", \"client\", \"jiff\", \"server\", \"url\", \"uuid\"]\n\
        axum = []\nblocking = []\nclient = []\njiff = []\nserver = []\nurl = []\nuuid = []\n\
        [dependencies]\nserde = { version = \"1\", features = [\"derive\"] }\nserde_json = \"1\"\n";

    #[test]
    #[ignore = "compiles a crate; `cargo xtask ci` runs it"]
    fn the_code_of_generated_contracts_compiles() {
        let mut numbers = Numbers(SEED);
        let folder = tempfile::tempdir().expect("a folder");
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        };
        let mut modules = String::new();
        for index in 0..3 {
            let read = || Spec::read(&pages(&choose(&mut numbers))).ok();
            let spec = std::iter::repeat_with(read).flatten().next().expect("a contract");
            let name = format!("contract{index}");
            let package = Package::in_workspace(&name, "a generated contract");
            for file in generate(&spec, &package).expect("code") {
                write(&format!("src/{name}/{}", file.path), &file.text);
            }
            modules += &format!("#[path = \"{name}/src/lib.rs\"]\npub mod {name};\n");
        }
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
        let features =
            "\"blocking\", \"client\", \"jiff\", \"server\", \"tracing\", \"url\", \"uuid\"";
        let runtime = format!(
            "webdata-runtime = {{ path = \"{root}/codegen/runtime\", features = [{features}] }}\n"
        );
        write("Cargo.toml", &format!("{MANIFEST}{runtime}"));
        write("src/lib.rs", &modules);
        let lock = std::fs::read_to_string(format!("{root}/Cargo.lock")).expect("a lock file");
        write("Cargo.lock", &lock);
        let mut check = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        check.args(["check", "--quiet", "--offline"]).current_dir(folder.path());
        let target = concat!(env!("CARGO_TARGET_TMPDIR"), "/generated-contracts");
        check.env("CARGO_TARGET_DIR", target).env("RUSTFLAGS", "--cap-lints=warn");
        let output = check.output().expect("cargo runs");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{text}");
    }
}

/// The tests of this file that only `cargo xtask ci --long` runs.
mod longest {
    use super::*;

    #[test]
    #[ignore = "takes long; `cargo xtask ci --long` runs it"]
    fn two_thousand_generated_contracts_are_refused_or_conformant() {
        check(&Counts { contracts: 2000, audited: 40 });
    }
}
