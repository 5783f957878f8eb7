//! Tests that each string that a case calls valid or invalid has its sentence, and that a case that is named an
//! observation cannot fail.

use webdata_cases::case::{Case, Expect, Purpose};
use webdata_cases::derive::{derive, derive_without, modules};
use webdata_spec::Spec;
use webdata_spec::model::Level;

use crate::{pages, read};

/// The ideas whose cases are about the strings of a table.
const OF_STRINGS: [&str; 3] = ["formats", "patterns", "parameters"];

fn contracts() -> [Spec; 4] {
    [
        "spec/v2",
        "conformance/tests/contracts/kiosk",
        "codegen/tests/contracts/parcels",
        "codegen/tests/contracts/drafts",
    ]
    .map(|folder| read(&pages(folder)))
}

/// Derives the cases about the strings of a table. Those about intervals are about a limit.
fn of_strings(spec: &Spec) -> Vec<Case> {
    let others: Vec<&str> = modules().filter(|idea| !OF_STRINGS.contains(idea)).collect();
    let mut cases = derive_without(spec, &others);
    // A control is about what stands around strings.
    cases.retain(|case| {
        ["::minimumInterval::", "::around::"].iter().all(|part| !case.id.contains(part))
    });
    let almost = ["::request::", "::media-type::", "::header::"];
    let requests = derive(spec).into_iter().filter(|case| {
        let is_sample = almost.iter().any(|part| case.id.contains(part));
        is_sample && case.sentence.is_some()
    });
    cases.extend(requests);
    cases
}

#[test]
fn each_string_has_the_sentence_that_makes_it_valid_or_invalid() {
    for spec in contracts() {
        let headings = spec.service.headings.clone().unwrap_or_default();
        let mistake = |case: &Case| {
            let Some(sentence) = &case.sentence else { return Some("no sentence") };
            let parts = [&sentence.document, &sentence.section, &sentence.says];
            if parts.iter().any(|part| part.is_empty()) {
                return Some("a document without a section, or no words");
            }
            let is_known = !sentence.is_of_contract() || headings.contains(&sentence.section);
            (!headings.is_empty() && !is_known).then_some("no heading of the contract")
        };
        let cases = of_strings(&spec);
        let mistakes: Vec<String> = cases
            .iter()
            .filter_map(|case| Some(format!("{}: {}", case.id, mistake(case)?)))
            .collect();
        assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
    }
}

#[test]
fn a_string_is_judged_no_firmer_than_its_sentence() {
    let [spec, ..] = contracts();
    let cases = derive(&spec);
    let level = |id: &str| {
        let case = cases.iter().find(|case| case.id == id);
        case.unwrap_or_else(|| panic!("no case {id}")).level
    };
    for (id, expected) in [
        ("updateMonitor::schedule.timezone::format::city", Level::Must),
        ("updateMonitor::targets.items.scrape.id::format::without-hyphens", Level::Must),
        ("agentStatus::parameters::jobId::format::without-hyphens", Level::Should),
        ("agentStatus::parameters::jobId::format::one-digit-less", Level::Must),
        ("updateMonitor::webhook.url::format::long", Level::Should),
        ("updateMonitor::schedule.cron::format::six-fields-with-seconds-last", Level::Must),
        ("updateMonitor::schedule.text::format::hour-13-pm", Level::Should),
        ("updateMonitor::spellings::phrase-forms::schedule.text::every_2_minutes", Level::Must),
        ("updateMonitor::spellings::phrase-forms::schedule.text::every_6_hours", Level::Must),
        (
            "updateMonitor::spellings::phrase-forms::schedule.text::every_2_minutes::minimumInterval",
            Level::Should,
        ),
        ("updateMonitor::parameters::monitorId::format::unknown-in-capitals", Level::Must),
        ("updateMonitor::parameters::monitorId::format::in-capitals", Level::Should),
        ("updateMonitor::malformed::monitorId::without-hyphens", Level::Should),
        ("updateMonitor::request::header::range", Level::Must),
        ("updateMonitor::request::header::cookie", Level::Should),
    ] {
        assert_eq!(level(id), expected, "{id}");
    }
}

/// A string is either open or judged, never both.
#[test]
fn no_string_that_a_gap_leaves_open_is_judged() {
    let [spec, ..] = contracts();
    let cases = derive(&spec);
    let sent = |case: &Case| {
        case.steps.last().and_then(|step| step.request.body.as_json()).map(ToString::to_string)
    };
    let formats = of_strings(&spec);
    for gap in spec.gaps.values() {
        for value in gap.values.iter().filter(|value| value.is_string()) {
            let open = cases.iter().any(|case| case.id.contains(&format!("::{}::", gap.id)));
            let quoted = value.to_string();
            let judged = formats.iter().find(|case| {
                let is_of_format = case.id.contains("::format::");
                is_of_format && sent(case).is_some_and(|body| body.contains(&quoted))
            });
            let judged = judged.filter(|case| case.clauses[0].is_within(&gap.place));
            assert!(!open || judged.is_none(), "{} and {judged:?}", gap.id);
        }
    }
}

/// Only what always holds fails them, such as that a server does not crash.
#[test]
fn no_case_that_is_named_an_observation_judges_what_it_observes() {
    for spec in contracts() {
        let cases = derive(&spec);
        for case in cases.iter().filter(|case| case.id.contains("observations")) {
            for step in case.steps.iter().filter(|step| step.purpose != Purpose::Arrange) {
                let observes = matches!(step.expect, Expect::Observation { .. });
                assert!(observes, "{}: {:?}", case.id, step.expect);
            }
            assert_eq!(case.level, Level::Open, "{}", case.id);
        }
    }
}
