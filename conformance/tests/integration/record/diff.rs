//! Two runs compared: cases that broke, were fixed, are new, are gone or have changed.

use webdata_suite::outcome::OutcomeKind;
use webdata_suite::report::{Change, Difference, diff};

use super::setup::{FUTURE, NAME, STATUS, Setup, waiver, with};

fn check(difference: &Difference, change: Change, expected: &[&str]) {
    let found: Vec<&str> =
        difference.cases[&change].iter().map(|changed| changed.name.as_str()).collect();
    assert_eq!(found, expected, "{change}");
}

#[test]
fn each_change_is_reported_by_kind() {
    let (sound, faulty) = (Setup::new(), Setup::faulty());
    let own = ["updateMonitor::name::maxLength::a", "updateMonitor::status::enum::deleted"];
    let (good, bad) = (sound.run(&with(&own)), faulty.run(&with(&own)));
    let broken = [NAME, STATUS];
    let difference = diff(&good, &bad);
    check(&difference, Change::Broken, &broken);
    check(&difference, Change::Fixed, &[]);
    assert!(difference.has_broken());
    let first = &difference.cases[&Change::Broken][0];
    assert_eq!(first.old.as_deref(), Some("pass"));
    let new = first.new.as_deref().unwrap_or_default();
    assert!(new.starts_with("fail: status: expected 400") && new.ends_with("got 200"), "{new}");
    let verdict = difference.circumstances.iter().find(|own| own.name == "verdict");
    assert_eq!(verdict.and_then(|own| own.new.as_deref()), Some("not conformant"));

    let difference = diff(&bad, &good);
    check(&difference, Change::Fixed, &broken);
    assert!(!difference.has_broken());

    let waived = bad.clone().with_waivers(&faulty.suite, vec![waiver(STATUS, FUTURE)]);
    check(&diff(&good, &waived), Change::Broken, &[NAME]);
    check(&diff(&good, &waived), Change::Changed, &[STATUS]);
    check(&diff(&waived, &bad), Change::Broken, &[STATUS]);

    let few = sound.run(&with(&own[1..]));
    let names: Vec<&str> =
        good.cases.iter().map(|case| case.id.as_str()).filter(|id| *id != STATUS).collect();
    check(&diff(&few, &good), Change::New, &names);
    check(&diff(&good, &few), Change::Gone, &names);
    assert_eq!(diff(&good, &good).circumstances, []);

    let mut other = good.clone();
    other.cases[0].outcome.kind = OutcomeKind::Skip;
    check(&diff(&other, &good), Change::Changed, &[&good.cases[0].id]);
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
