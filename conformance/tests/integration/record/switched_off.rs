//! The features that a target file may switch off, and that each view of a report names them.

use webdata_suite::report::{Verdict, headline, markdown, page, summary};

use super::setup::{NAME, Setup, with};

#[test]
fn only_features_can_be_switched_off() {
    let mut setup = Setup::new();
    let mut check = |feature: &str, expected: Option<&str>| {
        let off = [(feature.to_owned(), "not offered".to_owned())];
        setup.target.settings.off = off.into_iter().collect();
        let mistakes = setup.target.mistakes(&setup.suite.spec, &setup.suite.cases);
        let mistakes: Vec<String> = mistakes.into_iter().map(|mistake| mistake.message).collect();
        assert_eq!(
            mistakes,
            expected.map(str::to_owned).into_iter().collect::<Vec<_>>(),
            "{feature}"
        );
    };
    check("updateMonitor", None);
    check("updateMonitor::name", None);
    check("updateMonitor::name::maxLength", None);
    check(
        NAME,
        Some(
            "`[off]`: `updateMonitor::name::maxLength::above` is a single case, not a feature; use a \
             waiver for a known failure",
        ),
    );
    check(
        "updateMonitor::nam",
        Some(
            "`[off]`: no case begins with `updateMonitor::nam`; did you mean `updateMonitor::name`?",
        ),
    );
    check(
        "webhooks",
        Some(
            "`[off]`: `webhooks` is a profile; write its features, `updateMonitor::webhook::webhooks`, \
             `updateMonitor::webhooks`, each with the reason",
        ),
    );
    // Some cases of these profiles are in no feature of theirs alone, or in too many.
    for profile in ["core", "provoked-errors", "threat-protection"] {
        let expected = format!(
            "`[off]`: `{profile}` is a profile; what the target lacks for a profile is skipped without `[off]`"
        );
        check(profile, Some(&expected));
    }
}

#[test]
fn what_is_switched_off_is_counted_beside_what_is_missing() {
    let mut setup = Setup::new();
    setup.target.settings.off.insert("updateMonitor::goal".to_owned(), "no goals here".to_owned());
    setup.target.settings.webhooks = None;
    let report = setup.run(&with(&["updateMonitor::goal::maxLength", "updateMonitor::webhooks::"]));
    let count = |start: &str| report.cases.iter().filter(|case| case.id.starts_with(start)).count();
    let (off, missing) = (count("updateMonitor::goal"), count("updateMonitor::webhooks"));
    let expected = format!("; {} cases skipped, {off} of them switched off", off + missing);
    assert!(off > 1 && missing > 1, "{off} and {missing}");
    assert!(headline(&report).contains(&expected), "{}", headline(&report));
    for view in [summary(&report, None), markdown(&report)] {
        assert!(view.contains("add to the target"), "{view}");
    }
}

#[test]
fn every_view_names_switched_off_features() {
    let mut setup = Setup::new();
    setup.target.settings.off.insert("updateMonitor::goal".to_owned(), "no goals here".to_owned());
    let report = setup.run(&with(&["updateMonitor::name::maxLength"]));
    assert_eq!(report.verdict, Verdict::Partial);
    let off = report.off.first().map(|off| (off.feature.as_str(), off.reason.as_str()));
    assert_eq!(off, Some(("updateMonitor::goal", "no goals here")));
    let folder = tempfile::TempDir::new().expect("a folder");
    let views =
        [summary(&report, Some(folder.path())), markdown(&report), page(&report).expect("a page")];
    for view in views {
        for part in ["1 feature switched off", "updateMonitor::goal", "no goals here"] {
            assert!(view.contains(part), "no `{part}` in {view}");
        }
    }
    setup.target.settings.off.clear();
    let report = setup.run(&with(&["updateMonitor::name::maxLength"]));
    assert!(!summary(&report, Some(folder.path())).contains("switched off"));
}
