//! Two runs compared: cases that broke, were fixed, are new, are gone or have changed.

use webdata_suite::outcome::OutcomeKind;
use webdata_suite::report::{CaseChange, Difference, diff};

use super::setup::{FUTURE, NAME, STATUS, Setup, waiver, with};

fn check(difference: &Difference, change: CaseChange, expected: &[&str]) {
    let actual: Vec<&str> =
        difference.cases[&change].iter().map(|changed| changed.name.as_str()).collect();
    assert_eq!(actual, expected, "{change}");
}

#[test]
fn each_change_is_reported_by_kind() {
    let (sound, faulty) = (Setup::new(), Setup::faulty());
    let broken_cases =
        ["updateMonitor::name::maxLength::a", "updateMonitor::status::enum::deleted"];
    let (good, bad) = (sound.run(&with(&broken_cases)), faulty.run(&with(&broken_cases)));
    let broken = [NAME, STATUS];
    let difference = diff(&good, &bad);
    check(&difference, CaseChange::Broken, &broken);
    check(&difference, CaseChange::Fixed, &[]);
    assert!(difference.has_broken());
    let first = &difference.cases[&CaseChange::Broken][0];
    assert_eq!(first.old.as_deref(), Some("pass"));
    let new = first.new.as_deref().unwrap_or_default();
    assert!(new.starts_with("fail: status: expected 400") && new.ends_with("got 200"), "{new}");
    let verdict = difference.settings.iter().find(|setting| setting.name == "verdict");
    assert_eq!(verdict.and_then(|setting| setting.new.as_deref()), Some("not conformant"));

    let difference = diff(&bad, &good);
    check(&difference, CaseChange::Fixed, &broken);
    assert!(!difference.has_broken());

    let waived = bad.clone().with_waivers(&faulty.suite, vec![waiver(STATUS, FUTURE)]);
    check(&diff(&good, &waived), CaseChange::Broken, &[NAME]);
    check(&diff(&good, &waived), CaseChange::Changed, &[STATUS]);
    check(&diff(&waived, &bad), CaseChange::Broken, &[STATUS]);

    let few = sound.run(&with(&broken_cases[1..]));
    let names: Vec<&str> =
        good.cases.iter().map(|case| case.id.as_str()).filter(|id| *id != STATUS).collect();
    check(&diff(&few, &good), CaseChange::New, &names);
    check(&diff(&good, &few), CaseChange::Gone, &names);
    assert_eq!(diff(&good, &good).settings, []);

    let mut other = good.clone();
    other.cases[0].outcome.kind = OutcomeKind::Skip;
    check(&diff(&other, &good), CaseChange::Changed, &[&good.cases[0].id]);
    other.clauses.remove(0);
    let id = good.clauses[0].id.to_string();
    assert_eq!(diff(&other, &good).clauses_new, std::slice::from_ref(&id));
    assert_eq!(diff(&good, &other).clauses_gone, [id]);
}

#[test]
fn changed_observations_are_reported() {
    let setup = Setup::new();
    let old = setup.run(&with(&["updateMonitor::observations"]));
    let mut new = old.clone();
    let case = new.cases.iter_mut().find(|case| case.outcome.observed.is_some()).expect("one");
    case.outcome.observed.as_mut().expect("one").answer = "otherwise".to_owned();
    let id = case.id.clone();
    let difference = diff(&old, &new);
    assert_eq!(difference.observations.len(), 1);
    assert_eq!(difference.observations[0].name, id);
    assert_eq!(difference.observations[0].new.as_deref(), Some("otherwise"));
    assert!(difference.cases.values().all(Vec::is_empty) && !difference.has_broken());
}
