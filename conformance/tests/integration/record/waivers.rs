//! Waivers: the mistakes of a file, and the state of each waiver after a run.

use webdata_spec::model::ClauseId;
use webdata_suite::findings::Explanation;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::Selection;
use webdata_suite::report::{Report, Verdict, WaiverState};
use webdata_suite::waivers::{self, Waiver, WaiverScope};

use super::setup::{FUTURE, NAME, PAST, STATUS, Setup, waiver, with};

#[test]
fn all_mistakes_of_a_file_are_reported_at_once() {
    let setup = Setup::new();
    let check = |text: &str, expected: &[&str]| {
        let waivers_read = waivers::read("known.toml", text, &setup.suite.cases);
        let message = waivers_read.err().map(|error| error.to_string()).unwrap_or_default();
        assert_eq!(message, expected.join("\n"), "{text}");
    };
    let good = "[[waiver]]\ncases = 'updateMonitor::name::*'\nreason = 'r'\nticket = 'T'\n\
                expires = 2026-12-31\n";
    check("", &[]);
    check(good, &[]);
    check(
        &format!("{good}{good}"),
        &["known.toml:6: `updateMonitor::name::*` is waived twice; remove one of the two waivers"],
    );
    let bad = "[[waiver]]\ncases = 'updateMonitor::name::maxLength::abov'\nreason = ' '\n\
               ticket = 7\nexpires = 'soon'\nowner = 'x'\n\n[[waiver]]\n\
               expires = 2026-12-31T00:00:00Z\n";
    let date = "is not a date; write a date: the last day, in UTC, on which the waiver is valid, such as 2026-12-31, without a \
                time";
    check(
        bad,
        &[
            "known.toml:1: no case matches `updateMonitor::name::maxLength::abov`; did you mean \
             `updateMonitor::name::maxLength::above`?",
            "known.toml:3: `reason` is blank; write a text: the reason why the failure does not count",
            "known.toml:4: `ticket` takes a string, not an integer",
            &format!("known.toml:5: `expires = \"soon\"` {date}"),
            "known.toml:6: unknown key `owner`; give one of `cases`, `finding`, `reason`, `ticket`, `expires`",
            "known.toml:8: the key `reason` is missing in `waiver`; add `reason`: the reason why the failure does not count",
            "known.toml:8: the key `ticket` is missing in `waiver`; add `ticket`: the ticket that tracks the \
             failure",
            "known.toml:8: give either `cases` or `finding`",
            &format!("known.toml:9: `expires = \"2026-12-31T00:00:00Z\"` {date}"),
        ],
    );
    let finding = |clause: &str| {
        good.replace("cases = 'updateMonitor::name::*'", &format!("finding = '{clause}'"))
    };
    check(&finding("MonitorUpdate.name"), &[]);
    check(
        &finding("MonitorUpdate.nam"),
        &["known.toml:1: no case covers the clause `MonitorUpdate.nam`; did you mean \
           `MonitorUpdate.name`?"],
    );
    check(
        &good.replace("reason", "finding = 'MonitorUpdate.name'\nreason"),
        &["known.toml:1: give either `cases` or `finding`"],
    );
    check("[[waivers]]\n", &["known.toml:1: unknown key `waivers`; did you mean `waiver`?"]);
}

#[test]
fn the_state_of_a_waiver_follows_from_its_cases() {
    let setup = Setup::faulty();
    let report = setup.run(&with(&["updateMonitor::name::maxLength", "status::enum"]));
    let today = report.started_at.to_zoned(jiff::tz::TimeZone::UTC).date();
    let yesterday = today.yesterday().expect("a day");
    let check = |waivers: Vec<Waiver>, states: &[(WaiverState, usize)], verdict| {
        let waived: Report = report.clone().with_waivers(&setup.suite, waivers);
        let actual: Vec<_> =
            waived.waivers.iter().map(|waiver| (waiver.state, waiver.waived)).collect();
        assert_eq!(actual, states);
        assert_eq!(waived.verdict, verdict, "{actual:?}");
        let failures = |report: &Report| {
            report.cases.iter().filter(|case| !case.outcome.deviations.is_empty()).count()
        };
        // Waived cases keep their deviations in the report.
        assert_eq!(failures(&waived), failures(&report));
        let counted = waived.count(OutcomeKind::Waived) + waived.count(OutcomeKind::Fail);
        assert_eq!(counted, report.count(OutcomeKind::Fail));
    };
    let (good, bad) = (Verdict::Partial, Verdict::NotConformant);
    let on = |day| vec![waiver(NAME, FUTURE), waiver(STATUS, day)];
    let applied = (WaiverState::Applied, 1);
    check(on(FUTURE), &[applied, applied], good);
    // A waiver holds on its last day.
    check(on(today), &[applied, applied], good);
    check(on(yesterday), &[applied, (WaiverState::Expired, 0)], bad);
    check(on(PAST), &[applied, (WaiverState::Expired, 0)], bad);
    check(vec![waiver(NAME, FUTURE)], &[applied], bad);
    check(
        vec![waiver("*::maxLength::*", FUTURE), waiver("*::enum::deleted", FUTURE)],
        &[applied, applied],
        good,
    );
    check(vec![waiver("updateMonitor::*", FUTURE)], &[(WaiverState::Applied, 2)], good);
    let mut more = on(FUTURE);
    more.push(waiver("updateMonitor::status::enum::paused", FUTURE));
    check(more, &[applied, applied, (WaiverState::PassesAgain, 0)], bad);
    let mut more = on(FUTURE);
    more.push(waiver("scrape::*", FUTURE));
    // Not all cases of these waivers were run, and those that were not may fail.
    more.push(waiver("updateMonitor::status::*d", FUTURE));
    more.push(waiver("updateMonitor::name::*", FUTURE));
    let unused = (WaiverState::Unused, 0);
    check(more, &[applied, applied, unused, applied, applied], good);
    let mut more = on(FUTURE);
    more.push(waiver("*::goal::*", FUTURE));
    check(more, &[applied, applied, unused], good);
}

/// A waiver of a finding covers all failures of its clause and of those below, and no others.
#[test]
fn a_waiver_can_name_a_finding() {
    let setup = Setup::faulty();
    let report = setup.run(&with(&["updateMonitor::name::", "status::enum"]));
    let check = |clauses: &[&str], state, waived, verdict| {
        let scopes = clauses
            .iter()
            .map(|clause| WaiverScope::Finding(Explanation::of_clause(&ClauseId::new(*clause))));
        let waivers = scopes.map(|scope| Waiver { scope, ..waiver("", FUTURE) }).collect();
        let report = report.clone().with_waivers(&setup.suite, waivers);
        let waiver = &report.waivers[0];
        assert_eq!(
            (waiver.state, report.count(OutcomeKind::Waived)),
            (state, waived),
            "{clauses:?}"
        );
        assert_eq!(report.verdict, verdict, "{clauses:?}");
        let all = report
            .findings
            .iter()
            .filter(|finding| finding.waived)
            .flat_map(|finding| &finding.cases);
        assert_eq!(all.count(), waived, "{clauses:?}");
    };
    let (good, bad) = (Verdict::Partial, Verdict::NotConformant);
    let applied = WaiverState::Applied;
    check(&["MonitorUpdate.name.maxLength"], applied, 1, bad);
    check(&["MonitorUpdate.name"], applied, 1, bad);
    check(&["MonitorUpdate.name", "MonitorUpdate.status.enum"], applied, 2, good);
    check(&["MonitorUpdate"], applied, 2, good);
    // All cases of the first waiver were run and passed. Not all cases of the second one were run.
    check(&["MonitorUpdate.name.type"], WaiverState::PassesAgain, 0, bad);
    check(&["MonitorUpdate.goal"], WaiverState::Unused, 0, bad);
}

/// A skipped case may be the one that still fails.
#[test]
fn skipped_cases_do_not_count_as_passing_again() {
    let mut setup = Setup::new();
    let names = "updateMonitor::name::*";
    // The waiver is about all cases.
    let selection = Selection { skip: Vec::new(), ..with(&["updateMonitor::name::"]) };
    let state = |setup: &Setup| {
        let report = setup.run(&selection).with_waivers(&setup.suite, vec![waiver(names, FUTURE)]);
        assert!(report.count(OutcomeKind::Pass) > 0, "{:?}", report.outcomes);
        (report.waivers[0].state, report.verdict, report.count(OutcomeKind::Skip) > 0)
    };
    assert_eq!(state(&setup), (WaiverState::PassesAgain, Verdict::NotConformant, false));
    let feature = "updateMonitor::name::maxLength".to_owned();
    setup.target.settings.off.insert(feature, "names are short here".to_owned());
    assert_eq!(state(&setup), (WaiverState::Unused, Verdict::Partial, true));
}

#[test]
fn unjudged_cases_are_not_waived() {
    let mut setup = Setup::new();
    setup.target.connection.base_url = "http://127.0.0.1:9".to_owned();
    let report = setup.run(&with(&["updateMonitor::name::maxLength"]));
    let waived = report.with_waivers(&setup.suite, vec![waiver("updateMonitor::name::*", FUTURE)]);
    assert_eq!(waived.verdict, Verdict::Incomplete);
    assert_eq!(waived.waivers[0].state, WaiverState::Unused);
    assert_eq!(waived.count(OutcomeKind::Waived), 0);
}
