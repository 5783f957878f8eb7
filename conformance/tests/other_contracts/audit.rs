//! Hunts the mutants of a contract, with no exemptions but those that follow from the contract itself.

use webdata_audit::mutants::{self, Mutant};
use webdata_audit::variations::Variations;
use webdata_audit::{Alarm, AuditExemptions, Auditor, MutantStatus, Progress, Row};
use webdata_cases::case::Expect;
use webdata_reference::Extension;
use webdata_spec::Source;
use webdata_suite::Suite;

use crate::contract::suite;

/// How many mutants are hunted at the same time.
pub(crate) const JOBS: usize = 4;

/// Reports nothing while mutants are hunted.
pub(crate) struct NoProgress;

impl Progress for NoProgress {
    fn begin(&self, _: &str, _: usize) {}

    fn done(&self) {}

    fn hunt_ended(&self, _: &Row) {}
}

/// Hunts mutants with the cases of a suite.
pub(crate) fn hunt(suite: &Suite, exemptions: &AuditExemptions, mutants: &[Mutant]) -> Vec<Row> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let (all, quick, runtime) = (false, true, runtime.handle());
    let (extension, variations) = (&Extension::default(), &Variations::default());
    let auditor =
        Auditor { suite, extension, exemptions, variations, all, quick, jobs: JOBS, runtime };
    auditor.hunt(mutants, Vec::new(), &NoProgress)
}

/// Asserts that a suite notices each of these mutants, and returns the result of each.
pub(crate) fn assert_noticed(suite: &Suite, mutants: &[Mutant]) -> Vec<Row> {
    let rows = hunt(suite, &AuditExemptions::none(suite), mutants);
    let wrong: Vec<String> = rows
        .iter()
        .filter(|row| matches!(row.status, MutantStatus::Survived | MutantStatus::Unservable(_)))
        .map(|row| format!("{} ({:?}): {}", row.id, row.status, row.description))
        .collect();
    let (of, count) = (rows.len(), wrong.len());
    assert!(wrong.is_empty(), "of {of} mutants, {count} are not noticed:\n{}", wrong.join("\n"));
    rows
}

#[test]
fn there_is_no_score_if_the_reference_server_fails_a_case() {
    let mut suite = suite("drafts");
    let case = suite.cases.iter_mut().find(|case| case.id == "createDraft::creates::stored");
    let case = case.expect("the case");
    let id = case.id.clone();
    for step in &mut case.steps {
        if let Expect::Success { status: Some(status), .. } = &mut step.expect {
            *status = 299;
        }
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let (all, quick, runtime) = (false, true, runtime.handle());
    let (extension, variations) = (&Extension::default(), &Variations::default());
    let (suite, exemptions) = (&suite, &AuditExemptions::none(&suite));
    let auditor =
        Auditor { suite, extension, exemptions, variations, all, quick, jobs: JOBS, runtime };
    let mutants: Vec<Mutant> = mutants::all(&suite.spec).into_iter().take(3).collect();
    let subject = auditor.subject(&mutants, String::new(), String::new());
    let fails = auditor.audit(&mutants, &["a filter".to_owned()], subject, Vec::new(), &NoProgress);
    let fails = fails.expect_err("no audit").to_string();
    assert!(fails.contains("so there is no score") && fails.contains(&id), "{fails}");
    assert_eq!(fails.lines().count(), 3, "{fails}");
}

/// Returns the alarms of the shared drafts with a server of these variations.
fn alarms(variations: &str) -> Vec<Alarm> {
    let suite = &suite("drafts");
    let text = format!("[[server]]\nname = \"a server that differs\"\n{variations}");
    let file = Source { name: "variations.toml".to_owned(), text };
    let variations = &Variations::read(&suite.spec, &[file]).expect("the page reads");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let (all, quick, runtime) = (false, true, runtime.handle());
    let (extension, exemptions) = (&Extension::default(), &AuditExemptions::none(suite));
    let auditor =
        Auditor { suite, extension, exemptions, variations, all, quick, jobs: JOBS, runtime };
    auditor.alarms(&NoProgress).1
}

#[test]
fn a_false_alarm_names_the_variation_that_raises_it() {
    let alarms = alarms(
        r#"
[[server.variation]]
name       = "further headers"
allowed-by = "The contract lists no headers of responses."
changes    = [{ answers = { further_headers = [["x-request-id", "r-1"]] } }]
[[server.variation]]
name       = "no success"
allowed-by = "No sentence does."
changes    = [{ answers = { instead_of = 201, status = 202 } }]
"#,
    );
    assert!(!alarms.is_empty());
    for alarm in alarms {
        assert_eq!(alarm.server, "a server that differs, by the variation `no success`");
    }
}

#[test]
fn a_variation_that_does_not_act_or_is_not_observed_is_an_alarm() {
    let alarms = alarms(
        r#"
[[server.variation]]
name       = "no teapot"
allowed-by = "No operation has this status code."
observed   = { equal-values = "a teapot" }
changes    = [{ answers = { instead_of = 418, status = 419 } }]
"#,
    );
    let messages: Vec<&str> = alarms.iter().map(|alarm| alarm.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "no case met the variation `no teapot`; correct its `changes` in variations.toml, or remove it",
            "the variation `no teapot` is to be observed as `equal-values`: `a teapot`, but the report has {}; correct \
             `observed` or `changes` in variations.toml, or the probe of the gap",
        ]
    );
}
