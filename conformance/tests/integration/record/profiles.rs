//! What a verdict states about the profiles of the contract, and that each view states the same.

use std::path::Path;
use std::time::Duration;

use scraper::{Html, Selector};
use webdata_cases::profiles::{is_within, names, profile_of};
use webdata_conformance::Contract;
use webdata_reference::PROVOKE_HEADER;
use webdata_spec::model::{Level, Profile};
use webdata_suite::Suite;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::{FailFast, Limits, PlanError, Selection, Shard};
use webdata_suite::report::{
    ProfileState, Report, Verdict, annotations, badge, diff, headline, junit, markdown, merge,
    page, read_text, summary, verify,
};
use webdata_suite::target::{Provocation, Text};

use super::setup::{FUTURE, NAME, STATUS, Setup, text, waiver, with};

/// Returns the number of cases of a profile.
fn size(suite: &Suite, profile: &str) -> usize {
    suite.cases.iter().filter(|case| profile_of(&suite.spec, case) == Some(profile)).count()
}

fn only(profiles: &[&str]) -> Selection {
    let profiles = profiles.iter().map(|name| (*name).to_owned()).collect();
    Selection { profiles, ..Selection::default() }
}

/// Selects cases by substrings, without those of `updateMonitor`, whose ids contain the same ones.
fn outside_update_monitor(filters: &[&str]) -> Selection {
    Selection { skip: vec!["updateMonitor".to_owned()], ..with(filters) }
}

fn check(setup: &Setup, report: &Report, verdict: Verdict, expected: &str) {
    assert_eq!((report.verdict, headline(report).as_str()), (verdict, expected));
    let file = read_text(&text(report)).expect("a readable report");
    let verification = verify(&file, &setup.suite).expect("a report of this suite");
    assert_eq!(verification.contradictions, [], "{expected}");
}

#[test]
fn each_case_is_of_one_profile_and_each_feature_has_cases() {
    let suite = Contract::embedded().suite().expect("the contract reads");
    let known = names(&suite.spec);
    let of = |case| profile_of(&suite.spec, case);
    assert!(suite.cases.iter().all(|case| of(case).is_some_and(|name| known.contains(&name))));
    for name in &known {
        assert!(size(&suite, name) > 0, "the profile {name} has no case");
    }
    for (name, profile) in &suite.spec.profiles {
        for feature in &profile.features {
            let within = |id: &str| id == feature || id.starts_with(&format!("{feature}::"));
            let mut of_feature = suite.cases.iter().filter(|case| within(&case.id));
            assert!(
                of_feature.any(|case| of(case) == Some(name)),
                "no case of {name} is in {feature}"
            );
        }
    }
    // A contract without profiles has the profile `all`, with all cases.
    let mut spec = suite.spec.clone();
    spec.profiles.clear();
    assert_eq!(names(&spec), ["all"]);
    assert!(suite.cases.iter().all(|case| profile_of(&spec, case) == Some("all")));
    // Of two profiles, the one with the longer matching feature has the case. Features match whole segments
    // of an id.
    let name = "updateMonitor::name";
    let (id, doc) = ("names".to_owned(), "Names.".to_owned());
    let profile = Profile { id, doc, features: vec![name.to_owned()], needs: Vec::new() };
    let mut spec = suite.spec.clone();
    spec.profiles.insert("names".to_owned(), profile);
    let mut of_names = suite.cases.iter().filter(|case| profile_of(&spec, case) == Some("names"));
    assert!(
        of_names.clone().next().is_some()
            && of_names.all(|case| case.id.starts_with("updateMonitor::name::"))
    );
}

/// The columns: features that are off, profiles that the target file claims, the selection, the verdict and
/// its headline.
#[test]
fn the_verdict_names_profiles() {
    let mut setup = Setup::new();
    let (scrape, agent) = (size(&setup.suite, "scrape"), size(&setup.suite, "agent"));
    let webhooks = size(&setup.suite, "webhooks");
    let all = setup.suite.cases.len();
    // `with` leaves out cases in a crowd.
    let is_in = |feature: &str| {
        let of_feature = setup.suite.cases.iter().filter(|case| is_within(&case.id, feature));
        of_feature.filter(|case| !case.id.contains("crowd")).count()
    };
    let (name, start) = (is_in("updateMonitor::name"), is_in("startAgent"));
    let (jobs, errors) = (is_in("agentStatus"), is_in("scrape::situations"));
    // Some cases of scrapes are of other profiles.
    let scrapes = is_in("scrape");
    let in_profile = |feature: &str, profile: &str| {
        let of_feature = setup.suite.cases.iter().filter(|case| is_within(&case.id, feature));
        of_feature.filter(|case| profile_of(&setup.suite.spec, case) == Some(profile)).count()
    };
    let off = in_profile("scrape::situations", "scrape");
    let others = ["provoked-errors", "threat-protection"].map(|profile| {
        let part = in_profile("scrape", profile);
        format!("{profile} in part ({part} of {} cases)", size(&setup.suite, profile))
    });
    let others = others.join("; ");
    let shard = Some(Shard { number: 1, of: 4 });
    let quarter = scrape.div_ceil(4);
    let both = scrape + webhooks;
    type Row<'r> = (&'r [&'r str], &'r [&'r str], Selection, Verdict, String);
    let table: Vec<Row<'_>> = vec![
        // Only the selected profiles are run.
        (
            &[],
            &[],
            only(&["scrape", "webhooks"]),
            Verdict::Conformant,
            format!(
                "conformant to scrape and webhooks ({both} of {both} cases); core, agent, provoked-errors \
                 and threat-protection not run; not explored"
            ),
        ),
        // Without a claim, the verdict names the profiles that pass completely, and beside them those run in
        // part.
        (
            &[],
            &[],
            outside_update_monitor(&["scrape::", "startAgent::"]),
            Verdict::Conformant,
            format!(
                "conformant to scrape ({scrape} of {scrape} cases); agent in part ({start} of {agent} \
                 cases); {others}; core and webhooks not run; filtered to {} cases",
                scrapes + start
            ),
        ),
        (
            &[],
            &[],
            with(&["updateMonitor::name::"]),
            Verdict::Partial,
            format!("partial: {name} of {all} cases passed; filtered to {name} cases"),
        ),
        (
            &[],
            &[],
            Selection { shard, ..only(&["scrape"]) },
            Verdict::Partial,
            format!("partial: {quarter} of {scrape} cases passed; shard 1 of 4"),
        ),
        // A claimed profile of which the caller filters cases out is partial. One of which the target cannot
        // run cases is incomplete.
        (
            &[],
            &["scrape", "agent"],
            outside_update_monitor(&["scrape::"]),
            Verdict::Partial,
            format!("partial: {scrapes} of {all} cases passed; filtered to {scrapes} cases"),
        ),
        (
            &["agentStatus"],
            &["scrape"],
            only(&["agent"]),
            Verdict::Incomplete,
            format!(
                "incomplete: the profile agent is claimed, but the target lacks something for {jobs} of its {agent} cases; 1 feature \
                 switched off; {jobs} cases skipped"
            ),
        ),
        (
            &["agentStatus"],
            &["scrape"],
            outside_update_monitor(&["scrape::", "agentStatus::"]),
            Verdict::Conformant,
            format!(
                "conformant to scrape ({scrape} of {scrape} cases); {others}; core, agent and webhooks \
                 not run; filtered to {} cases; 1 feature switched off; {jobs} cases skipped; not explored",
                scrapes + jobs
            ),
        ),
        (
            &["scrape::situations"],
            &[],
            only(&["scrape"]),
            Verdict::Incomplete,
            format!(
                "incomplete: the profile scrape is claimed, but the target lacks something for {off} of its {scrape} cases; 1 \
                 feature switched off; {off} cases skipped"
            ),
        ),
        (
            &["scrape::situations"],
            &[],
            outside_update_monitor(&["scrape::"]),
            Verdict::Partial,
            format!(
                "partial: {} of {all} cases passed; filtered to {scrapes} cases; 1 feature switched off; \
                 {errors} cases skipped",
                scrapes - errors
            ),
        ),
    ];
    for (off, claims, selection, verdict, expected) in table {
        let reason = "not offered".to_owned();
        setup.target.settings.off =
            off.iter().map(|feature| ((*feature).to_owned(), reason.clone())).collect();
        setup.target.settings.profiles = claims.iter().map(|name| (*name).to_owned()).collect();
        check(&setup, &setup.run(&selection), verdict, &expected);
    }
}

/// A server without something that a profile's cases need does not meet the profile.
#[test]
fn a_claim_is_incomplete_if_the_target_lacks_a_need() {
    let mut setup = Setup::new();
    setup.target.settings.webhooks = None;
    let report = setup.run(&only(&["webhooks"]));
    assert_eq!(report.verdict, Verdict::Incomplete);
    setup.target.settings.profiles = vec!["webhooks".to_owned()];
    let report = setup.run(&with(&["webhooks::", "scrape::"]));
    let expected =
        "incomplete: the profile webhooks is claimed, but the target lacks something for ";
    assert!(headline(&report).starts_with(expected), "{}", headline(&report));
    assert_eq!(report.verdict.exit_code(), 3);
}

#[test]
fn a_target_with_everything_off_is_not_conformant() {
    let mut setup = Setup::new();
    let operations = setup.suite.spec.operations.keys().cloned();
    setup.target.settings.off =
        operations.map(|operation| (operation, "not offered".to_owned())).collect();
    let all = setup.suite.cases.len();
    let features = setup.suite.spec.operations.len();
    let report = setup.run(&Selection::default());
    let expected = format!(
        "partial: 1 of {all} cases passed; {features} features switched off; {} cases skipped",
        all - 1
    );
    check(&setup, &report, Verdict::Partial, &expected);
    assert_eq!(report.verdict.exit_code(), 0);
}

#[test]
fn a_failure_counts_for_its_profile() {
    let setup = Setup::faulty();
    let report = setup.run(&with(&[NAME, STATUS, "scrape::"]));
    let states = || report.profiles.iter().map(|profile| (profile.name.as_str(), profile.state));
    let states: Vec<_> = states().collect();
    let expected = [
        ("core", ProfileState::NotConformant),
        ("scrape", ProfileState::Conformant),
        ("agent", ProfileState::NotRun),
        ("webhooks", ProfileState::NotRun),
        ("provoked-errors", ProfileState::InPart),
        ("threat-protection", ProfileState::InPart),
    ];
    assert_eq!(states, expected);
    assert_eq!(report.verdict, Verdict::NotConformant);
    // Waived failures do not count, and are reported.
    let waivers = vec![waiver(NAME, FUTURE), waiver(STATUS, FUTURE)];
    let waived = report.clone().with_waivers(&setup.suite, waivers);
    assert_eq!(waived.verdict, Verdict::Conformant);
    assert!(headline(&waived).contains("; 2 failures waived"), "{}", headline(&waived));
    assert!(badge(&waived).expect("a badge").contains(", 2 failures waived, "));
}

/// A limit of the run makes the verdict partial, even if the profile is claimed.
#[test]
fn a_limited_run_is_partial() {
    let mut setup = Setup::faulty();
    setup.target.settings.profiles = vec!["core".to_owned()];
    let provocation = |id: &String| Provocation {
        headers: [(PROVOKE_HEADER.to_owned(), Text::Plain(id.clone()))].into(),
        ..Provocation::default()
    };
    let errors = setup.suite.spec.errors.keys();
    setup.target.settings.provoke = errors.map(|id| (id.clone(), provocation(id))).collect();
    let waivers = vec![waiver("updateMonitor::*", FUTURE)];
    let fail_fast = FailFast { findings: 1, level: Level::Must, waivers: Vec::new() };
    let limits = Limits { budget: Some(Duration::from_secs(60)), fail_fast: Some(fail_fast) };
    let report = setup.run_within(&with(&["updateMonitor::"]), limits);
    assert!(report.count(OutcomeKind::Skip) > 0, "{:?}", report.outcomes);
    let report = report.with_waivers(&setup.suite, waivers);
    assert_eq!(report.verdict, Verdict::Partial, "{}", headline(&report));
    let shown = headline(&report);
    for part in [" waived; ", " skipped; with a budget of 1 min, "] {
        assert!(shown.contains(part), "no `{part}` in {shown}");
    }
}

#[test]
fn merged_shards_have_whole_profiles() {
    let setup = Setup::new();
    let shard = |number| Some(Shard { number, of: 3 });
    let run = |number| setup.run(&Selection { shard: shard(number), ..only(&["scrape"]) });
    let parts: Vec<Report> = (1..=3).map(run).collect();
    let part_of_run = |(number, report): (usize, &Report)| {
        assert_eq!(report.verdict, Verdict::Partial);
        (format!("part-{number}"), read_text(&text(report)).expect("a readable report"))
    };
    let merged = merge(parts.iter().enumerate().map(part_of_run).collect(), &setup.suite);
    let scrape = size(&setup.suite, "scrape");
    let expected = format!(
        "conformant to scrape ({scrape} of {scrape} cases); core, agent, webhooks, provoked-errors and \
         threat-protection not run; not explored"
    );
    check(&setup, &merged.expect("mergeable shards"), Verdict::Conformant, &expected);
}

#[test]
fn an_unknown_profile_is_an_error() {
    let mut setup = Setup::new();
    setup.target.settings.profiles = vec!["scape".to_owned(), "core".to_owned()];
    let mistakes = setup.target.mistakes(&setup.suite.spec, &setup.suite.cases);
    let expected = "`profiles`: the contract has no profile `scape`; did you mean `scrape`?";
    let mistakes: Vec<&str> = mistakes.iter().map(|mistake| mistake.message.as_str()).collect();
    assert_eq!(mistakes, [expected]);
    let error = setup.suite.plan(&setup.target, &only(&["scape"])).expect_err("an unknown profile");
    assert!(matches!(error, PlanError::UnknownProfile { .. }));
    let expected = "the contract has no profile `scape`; it has core, scrape, agent, webhooks, \
                    provoked-errors, threat-protection";
    assert_eq!(error.to_string(), expected);
}

/// A partial verdict is grey in every view.
#[test]
fn every_view_shows_the_profiles_of_the_verdict() {
    let setup = Setup::new();
    let whole = setup.run(&only(&["webhooks"]));
    let part = setup.run(&with(&["updateMonitor::name::maxLength"]));
    let day = part.started_at.strftime("%Y-%m-%d").to_string();
    let views = |report: &Report| {
        [
            ("terminal", summary(report, Some(Path::new("x")))),
            ("page", page(report).expect("a page")),
            ("badge", badge(report).expect("a badge")),
            ("markdown", markdown(report)),
            ("annotations", annotations(report)),
            ("junit", junit(report).expect("JUnit XML")),
        ]
    };
    let grey = "\u{1b}[90m";
    let parts_of = |view: &str| match view {
        "terminal" => ["\u{1b}[1m", grey, "partial", ": 5 of "].map(str::to_owned).to_vec(),
        "page" => vec![
            "<title>the reference server is partial</title>".to_owned(),
            "<p class=\"verdict skip\">".to_owned(),
        ],
        "badge" => {
            vec!["fill=\"#66707b\"".to_owned(), ">partial, 5 of ".to_owned(), format!(", {day}<")]
        }
        "markdown" => vec!["## ◻️ partial\n\n5 of ".to_owned()],
        "annotations" => vec!["::notice title=the reference server is partial::5 of ".to_owned()],
        "junit" => ["\"verdict\" value=\"partial\"", "\"profile.core\" value=\"in part\""]
            .map(str::to_owned)
            .to_vec(),
        view => panic!("{view}"),
    };
    for (view, shown) in views(&part) {
        for part in parts_of(view) {
            assert!(shown.contains(&part), "{view}: no `{part}` in {shown}");
        }
        assert!(!shown.contains("conformant to"), "{view}");
    }
    for (view, shown) in views(&whole) {
        assert!(shown.contains("conformant to webhooks"), "{view}: {shown}");
        assert!(!shown.contains("partial"), "{view}: {shown}");
    }
    let changed = diff(&whole, &part).settings;
    let new = |name: &str| {
        changed.iter().find(|entry| entry.name == name).and_then(|entry| entry.new.clone())
    };
    assert_eq!(new("verdict").as_deref(), Some("partial"));
    let profiles = "core in part, scrape not run, agent not run, webhooks not run, provoked-errors not run, \
                    threat-protection not run";
    assert_eq!(new("profiles").as_deref(), Some(profiles));
}

/// Badges are shown on any page, so they are escaped and load nothing.
#[test]
fn a_badge_escapes_the_name_of_the_contract() {
    let setup = Setup::new();
    let mut report = setup.run(&with(&["updateMonitor::name::maxLength"]));
    report.contract.name = "<script>\"&'\u{202e}]]>".to_owned();
    let svg = badge(&report).expect("a badge");
    let html = Html::parse_fragment(&svg);
    let every = Selector::parse("svg, svg *").expect("a selector");
    let mut elements: Vec<&str> =
        html.select(&every).map(|element| element.value().name()).collect();
    elements.sort();
    elements.dedup();
    assert_eq!(elements, ["g", "path", "rect", "svg", "text", "title"]);
    for part in ["href", "url(", "@import", "\u{202e}"] {
        assert!(!svg.contains(part), "{part}: {svg}");
    }
}
