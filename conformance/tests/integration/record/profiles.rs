//! What a verdict says of the profiles of the contract, and that every view says the same.

use std::path::Path;
use std::time::Duration;

use scraper::{Html, Selector};
use webdata_cases::profiles::{names, profile_of};
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

use super::runs::{Bench, FUTURE, NAME, STATUS, text, waiver, with};

/// The number of cases of a profile.
fn size(suite: &Suite, profile: &str) -> usize {
    suite.cases.iter().filter(|case| profile_of(&suite.spec, case) == Some(profile)).count()
}

fn only(profiles: &[&str]) -> Selection {
    let profiles = profiles.iter().map(|name| (*name).to_owned()).collect();
    Selection { profiles, ..Selection::default() }
}

/// Cases of other operations than the one that has places of the same names.
fn starting(filters: &[&str]) -> Selection {
    Selection { skip: vec!["updateMonitor".to_owned()], ..with(filters) }
}

fn check(bench: &Bench, report: &Report, verdict: Verdict, says: &str) {
    assert_eq!((report.verdict, headline(report).as_str()), (verdict, says));
    let found = read_text(&text(report)).expect("it is read");
    let verification = verify(&found, &bench.suite).expect("it is of this suite");
    assert_eq!(verification.contradictions, [], "{says}");
}

#[test]
fn each_case_of_each_contract_is_of_one_profile_and_no_feature_is_without_cases() {
    let suite = Contract::default().suite().expect("the contract reads");
    let known = names(&suite.spec);
    let of = |case| profile_of(&suite.spec, case);
    assert!(suite.cases.iter().all(|case| of(case).is_some_and(|own| known.contains(&own))));
    for name in &known {
        assert!(size(&suite, name) > 0, "the profile {name} has no case");
    }
    for (name, profile) in &suite.spec.profiles {
        for feature in &profile.features {
            let within = |id: &str| id == feature || id.starts_with(&format!("{feature}::"));
            let mut own = suite.cases.iter().filter(|case| within(&case.id));
            assert!(own.any(|case| of(case) == Some(name)), "no case of {name} is in {feature}");
        }
    }
    // Without the page, there is one profile, with all cases.
    let mut spec = suite.spec.clone();
    spec.profiles.clear();
    assert_eq!(names(&spec), ["all"]);
    assert!(suite.cases.iter().all(|case| profile_of(&spec, case) == Some("all")));
    // A longer start takes cases out of a shorter one, in whole segments.
    let name = "updateMonitor::name";
    let (id, doc) = ("names".to_owned(), "Names.".to_owned());
    let profile = Profile { id, doc, features: vec![name.to_owned()], needs: Vec::new() };
    let mut spec = suite.spec.clone();
    spec.profiles.insert("names".to_owned(), profile);
    let mut own = suite.cases.iter().filter(|case| profile_of(&spec, case) == Some("names"));
    assert!(
        own.clone().next().is_some()
            && own.all(|case| case.id.starts_with("updateMonitor::name::"))
    );
}

/// Each row: what is off, what the target file claims, what is run, and what is said.
#[test]
fn a_verdict_is_about_profiles() {
    let mut bench = Bench::new();
    let (scrape, agent) = (size(&bench.suite, "scrape"), size(&bench.suite, "agent"));
    let webhooks = size(&bench.suite, "webhooks");
    let all = bench.suite.cases.len();
    let is_in = |start: &str| {
        let start = format!("{start}::");
        bench.suite.cases.iter().filter(|case| case.id.starts_with(&start)).count()
    };
    let (name, start) = (is_in("updateMonitor::name"), is_in("startAgent"));
    let (jobs, errors) = (is_in("agentStatus"), is_in("scrape::situations"));
    let shard = Some(Shard { number: 1, of: 4 });
    let quarter = scrape.div_ceil(4);
    let both = scrape + webhooks;
    type Row<'r> = (&'r [&'r str], &'r [&'r str], Selection, Verdict, String);
    let table: Vec<Row<'_>> = vec![
        // Only the profiles are run that are asked for.
        (
            &[],
            &[],
            only(&["scrape", "webhooks"]),
            Verdict::Conformant,
            format!(
                "conformant to scrape and webhooks ({both} of {both} cases); core and agent not claimed"
            ),
        ),
        // Without a claim, the verdict names complete profiles that pass, and partial ones beside them.
        (
            &[],
            &[],
            starting(&["scrape::", "startAgent::"]),
            Verdict::Conformant,
            format!(
                "conformant to scrape ({scrape} of {scrape} cases); agent in part ({start} of {agent} \
                 cases); core and webhooks not claimed; filtered to {} cases",
                scrape + start
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
        // What is claimed, and left out by the caller, is a part; what the target lacks is not.
        (
            &[],
            &["scrape", "agent"],
            starting(&["scrape::"]),
            Verdict::Partial,
            format!("partial: {scrape} of {all} cases passed; filtered to {scrape} cases"),
        ),
        (
            &["agentStatus"],
            &["scrape"],
            only(&["agent"]),
            Verdict::Incomplete,
            format!(
                "incomplete: agent is claimed, and {jobs} of its {agent} cases cannot be run; 1 feature \
                 switched off; {jobs} cases skipped"
            ),
        ),
        (
            &["agentStatus"],
            &["scrape"],
            starting(&["scrape::", "agentStatus::"]),
            Verdict::Conformant,
            format!(
                "conformant to scrape ({scrape} of {scrape} cases); core, agent and webhooks not claimed; \
                 filtered to {} cases; 1 feature switched off; {jobs} cases skipped",
                scrape + jobs
            ),
        ),
        (
            &["scrape::situations"],
            &[],
            only(&["scrape"]),
            Verdict::Incomplete,
            format!(
                "incomplete: scrape is claimed, and {errors} of its {scrape} cases cannot be run; 1 \
                 feature switched off; {errors} cases skipped"
            ),
        ),
        (
            &["scrape::situations"],
            &[],
            starting(&["scrape::"]),
            Verdict::Partial,
            format!(
                "partial: {} of {all} cases passed; filtered to {scrape} cases; 1 feature switched off; \
                 {errors} cases skipped",
                scrape - errors
            ),
        ),
    ];
    for (off, claims, selection, verdict, says) in table {
        let reason = "not offered".to_owned();
        bench.target.off = off.iter().map(|own| ((*own).to_owned(), reason.clone())).collect();
        bench.target.profiles = claims.iter().map(|own| (*own).to_owned()).collect();
        check(&bench, &bench.run(&selection), verdict, &says);
    }
}

/// A server that lacks something that cases of a profile need does not meet it.
#[test]
fn a_claim_of_what_the_target_lacks_is_not_complete() {
    let mut bench = Bench::new();
    bench.target.webhooks = None;
    let report = bench.run(&only(&["webhooks"]));
    assert_eq!(report.verdict, Verdict::Incomplete);
    bench.target.profiles = vec!["webhooks".to_owned()];
    let report = bench.run(&with(&["webhooks::", "scrape::"]));
    let says = "incomplete: webhooks is claimed, and ";
    assert!(headline(&report).starts_with(says), "{}", headline(&report));
    assert_eq!(report.verdict.exit_code(), 3);
}

#[test]
fn everything_switched_off_is_never_conformant() {
    let mut bench = Bench::new();
    let operations = bench.suite.spec.operations.keys().cloned();
    bench.target.off = operations.map(|own| (own, "not offered".to_owned())).collect();
    let all = bench.suite.cases.len();
    let features = bench.suite.spec.operations.len();
    let report = bench.run(&Selection::default());
    let says = format!(
        "partial: 1 of {all} cases passed; {features} features switched off; {} cases skipped",
        all - 1
    );
    check(&bench, &report, Verdict::Partial, &says);
    assert_eq!(report.verdict.exit_code(), 0);
}

#[test]
fn a_failure_is_one_of_its_profile() {
    let bench = Bench::faulty();
    let report = bench.run(&with(&[NAME, STATUS, "scrape::"]));
    let states = || report.profiles.iter().map(|own| (own.name.as_str(), own.state));
    let states: Vec<_> = states().collect();
    let expected = [
        ("core", ProfileState::NotConformant),
        ("scrape", ProfileState::Conformant),
        ("agent", ProfileState::NotRun),
        ("webhooks", ProfileState::NotRun),
    ];
    assert_eq!(states, expected);
    assert_eq!(report.verdict, Verdict::NotConformant);
    // Waived failures are let pass, and told.
    let waivers = vec![waiver(NAME, FUTURE), waiver(STATUS, FUTURE)];
    let waived = report.clone().with_waivers(&bench.suite, waivers);
    assert_eq!(waived.verdict, Verdict::Conformant);
    assert!(headline(&waived).contains("; 2 failures waived"), "{}", headline(&waived));
    assert!(badge(&waived).expect("a badge").contains(", 2 failures waived, "));
}

/// What the caller leaves out by a limit is a part, although the profile is claimed.
#[test]
fn a_limit_leaves_a_part() {
    let mut bench = Bench::faulty();
    bench.target.profiles = vec!["core".to_owned()];
    let provocation = |id: &String| Provocation {
        key: None,
        headers: vec![(PROVOKE_HEADER.to_owned(), Text::Plain(id.clone()))],
    };
    let errors = bench.suite.spec.errors.keys();
    bench.target.provocations = errors.map(|id| (id.clone(), provocation(id))).collect();
    let waivers = vec![waiver("updateMonitor::*", FUTURE)];
    let fail_fast = FailFast { findings: 1, level: Level::Must, waivers: Vec::new() };
    let limits = Limits { budget: Some(Duration::from_secs(60)), fail_fast: Some(fail_fast) };
    let report = bench.run_within(&with(&["updateMonitor::"]), limits);
    assert!(report.count(OutcomeKind::Skip) > 0, "{:?}", report.outcomes);
    let report = report.with_waivers(&bench.suite, waivers);
    assert_eq!(report.verdict, Verdict::Partial, "{}", headline(&report));
    let says = headline(&report);
    for part in [" waived; ", " skipped; with a budget of 60 s, "] {
        assert!(says.contains(part), "no `{part}` in {says}");
    }
}

#[test]
fn shards_are_joined_to_whole_profiles() {
    let bench = Bench::new();
    let shard = |number| Some(Shard { number, of: 3 });
    let run = |number| bench.run(&Selection { shard: shard(number), ..only(&["scrape"]) });
    let parts: Vec<Report> = (1..=3).map(run).collect();
    let found = |(number, report): (usize, &Report)| {
        assert_eq!(report.verdict, Verdict::Partial);
        (format!("part-{number}"), read_text(&text(report)).expect("it is read"))
    };
    let joined = merge(parts.iter().enumerate().map(found).collect(), &bench.suite);
    let scrape = size(&bench.suite, "scrape");
    let says = format!(
        "conformant to scrape ({scrape} of {scrape} cases); core, agent and webhooks not claimed"
    );
    check(&bench, &joined.expect("they are joined"), Verdict::Conformant, &says);
}

#[test]
fn what_is_no_profile_is_told_so() {
    let mut bench = Bench::new();
    bench.target.profiles = vec!["scape".to_owned(), "core".to_owned()];
    let mistakes = bench.target.mistakes(&bench.suite.spec, &bench.suite.cases);
    let says = "`profiles`: the contract has no profile `scape`; did you mean `scrape`?";
    let mistakes: Vec<&str> = mistakes.iter().map(|own| own.message.as_str()).collect();
    assert_eq!(mistakes, [says]);
    let error = bench.suite.plan(&bench.target, &only(&["scape"])).expect_err("there is none");
    assert!(matches!(error, PlanError::UnknownProfile { .. }));
    let says = "the contract has no profile `scape`; it has core, scrape, agent, webhooks";
    assert_eq!(error.to_string(), says);
}

/// A partial profile is grey in every view.
#[test]
fn every_view_says_what_the_verdict_is_about() {
    let bench = Bench::new();
    let whole = bench.run(&only(&["webhooks"]));
    let part = bench.run(&with(&["updateMonitor::name::maxLength"]));
    let day = part.started_at.strftime("%Y-%m-%d").to_string();
    let views = |report: &Report| {
        [
            ("terminal", summary(report, Some(Path::new("x")))),
            ("page", page(report).expect("a page")),
            ("badge", badge(report).expect("a badge")),
            ("markdown", markdown(report)),
            ("annotations", annotations(report)),
            ("junit", junit(report).expect("it is written")),
        ]
    };
    let grey = "\u{1b}[90m";
    let says = |view: &str| match view {
        "terminal" => ["\u{1b}[1m", grey, "partial", ": 4 of "].map(str::to_owned).to_vec(),
        "page" => vec![
            "<title>the reference server is partial</title>".to_owned(),
            "<p class=\"verdict skip\">".to_owned(),
        ],
        "badge" => {
            vec!["fill=\"#66707b\"".to_owned(), ">partial, 4 of ".to_owned(), format!(", {day}<")]
        }
        "markdown" => vec!["## ◻️ partial\n\n4 of ".to_owned()],
        "annotations" => vec!["::notice title=the reference server is partial::4 of ".to_owned()],
        "junit" => ["\"verdict\" value=\"partial\"", "\"profile.core\" value=\"in part\""]
            .map(str::to_owned)
            .to_vec(),
        view => panic!("{view}"),
    };
    for (view, shown) in views(&part) {
        for part in says(view) {
            assert!(shown.contains(&part), "{view}: no `{part}` in {shown}");
        }
        assert!(!shown.contains("conformant to"), "{view}");
    }
    for (view, shown) in views(&whole) {
        assert!(shown.contains("conformant to webhooks"), "{view}: {shown}");
        assert!(!shown.contains("partial"), "{view}: {shown}");
    }
    let changed = diff(&whole, &part).circumstances;
    let new =
        |name: &str| changed.iter().find(|own| own.name == name).and_then(|own| own.new.clone());
    assert_eq!(new("verdict").as_deref(), Some("partial"));
    let profiles = "core in part, scrape not run, agent not run, webhooks not run";
    assert_eq!(new("profiles").as_deref(), Some(profiles));
}

/// A badge is read by those who know neither the server nor us: it is escaped, and loads nothing.
#[test]
fn a_badge_is_well_formed_whatever_the_contract_is_called() {
    let bench = Bench::new();
    let mut report = bench.run(&with(&["updateMonitor::name::maxLength"]));
    report.contract.name = "<script>\"&'\u{202e}]]>".to_owned();
    let svg = badge(&report).expect("a badge");
    let html = Html::parse_fragment(&svg);
    let every = Selector::parse("svg, svg *").expect("a selector");
    let mut elements: Vec<&str> = html.select(&every).map(|own| own.value().name()).collect();
    elements.sort();
    elements.dedup();
    assert_eq!(elements, ["g", "path", "rect", "svg", "text", "title"]);
    for part in ["href", "url(", "@import", "\u{202e}"] {
        assert!(!svg.contains(part), "{part}: {svg}");
    }
}
