//! `summary.md`, the annotations and `junit.xml`: their contents, and that strings of a server have no effect
//! in them.

use std::collections::HashMap;
use std::path::Path;

use pulldown_cmark::{Options, Parser, html};
use quick_junit::{NonSuccessKind, TestCaseStatus};
use scraper::{Html, Selector};
use snapbox::data::DataFormat;
use snapbox::{Data, assert_data_eq};
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::report::{Report, annotations, junit, markdown};

use crate::changed_contract::with_golden_name_limit;
use crate::views::reports;

#[test]
fn summary_and_annotations_match_their_goldens() {
    let report = reports::failing();
    let spec = webdata_conformance::suite().expect("the contract reads").spec;
    let check = |name, text: &str| {
        golden(name, &with_golden_name_limit(&without_run_specifics(text, &report), &spec));
    };
    check("summary-of-a-failing-server.md", &markdown(&report));
    check("annotations-of-a-failing-server.txt", &annotations(&report));
}

#[test]
fn markdown_escapes_strings_of_a_server() {
    let text = markdown(&reports::hostile());
    let mut page = String::new();
    html::push_html(&mut page, Parser::new_ext(&text, Options::ENABLE_TABLES));
    let page = Html::parse_document(&page);
    let known = "html head body h2 h3 p table thead tbody tr th td code pre ul li details summary";
    for element in page.select(&Selector::parse("*").unwrap()) {
        let name = element.value().name();
        assert!(known.split(' ').any(|known| known == name), "{}", element.html());
    }
    // In code, no string is a mention, a link, an issue or an emoji.
    for text in page.tree.nodes().filter(|node| node.value().is_text()) {
        let in_code = text.ancestors().any(|node| {
            node.value()
                .as_element()
                .is_some_and(|element| matches!(element.name(), "code" | "pre"))
        });
        let words = &text.value().as_text().unwrap().text;
        let hostile = ["everyone", "example.com", "alert", "turned", "tada"];
        assert!(in_code || !hostile.iter().any(|part| words.contains(part)), "{words}");
    }
}

#[test]
fn markdown_fits_a_comment() {
    let mut report = reports::hostile();
    let long = "`long` ".repeat(10_000);
    for case in &mut report.cases {
        case.outcome.reason = format!("{} {long}", case.id).into();
        for exchange in &mut case.outcome.transcript {
            exchange.request.as_mut().expect("a request").url.push_str(&long);
        }
    }
    for observation in &mut report.observations {
        observation.observed.answer.push_str(&long);
    }
    for waiver in &mut report.waivers {
        waiver.waiver.reason.push_str(&long);
    }
    report.findings = report.findings.iter().cycle().take(1000).cloned().collect();
    let text = markdown(&report);
    assert!(text.len() < 60_000, "{} bytes", text.len());
    assert!(text.contains(" more are in `report.html`"), "{text}");
}

#[test]
fn each_annotation_is_one_line() {
    let mut report = reports::hostile();
    let check = |report: &Report, errors: usize| {
        let text = annotations(report);
        for line in text.lines() {
            let kinds = ["::error title=", "::warning title=", "::notice title="];
            assert!(kinds.iter().any(|kind| line.starts_with(kind)), "{line}");
            let (title, _) = line[2..].split_once("::").expect("a message");
            let (_, title) = title.split_once(" title=").expect("a title");
            assert!(!title.contains([':', ',']), "{title}");
            assert!(!line.contains(['\r', '\u{1b}']), "{line}");
        }
        let error = "::error title=";
        let titles = text.lines().filter_map(|line| line.strip_prefix(error)?.split("::").next());
        let counted =
            titles.filter(|title| title.contains(" of ") && !title.starts_with("waiver of"));
        assert_eq!(counted.count(), errors, "{text}");
        text
    };
    // The finding about the waived case has no annotation.
    let text = check(&report, report.findings.len() - 1);
    for part in ["expired on 2020-01-01", "unused", "passes again"] {
        assert!(text.contains(part), "{text}");
    }
    report.findings = report.findings.iter().cycle().take(60).cloned().collect();
    let text = check(&report, 9);
    assert!(text.contains("21 more findings"), "{text}");
}

#[test]
fn junit_is_well_formed_and_complete() {
    for report in [reports::hostile(), reports::failing()] {
        let xml = junit(&report).unwrap();
        let read = quick_junit::Report::deserialize_from_str(&xml).expect("JUnit XML");
        let (suite, findings) = read.test_suites.split_last().expect("the suite of the contract");
        assert_eq!(findings.len(), report.findings.len());
        let cases = read.test_suites.iter().flat_map(|suite| &suite.test_cases);
        let by_name: HashMap<&str, _> = cases.map(|case| (case.name.as_str(), case)).collect();
        assert_eq!(by_name.len(), report.cases.len());
        for (finding, suite) in report.findings.iter().zip(findings) {
            assert_eq!(suite.test_cases.len(), finding.cases.len(), "{}", finding.says);
        }
        let property = |name: &str| {
            let property = suite.properties.iter().find(|property| property.name.as_str() == name);
            property.unwrap_or_else(|| panic!("no {name}")).value.as_str()
        };
        assert_eq!(property("contract.hash"), report.contract.hash);
        assert_eq!(property("verdict"), report.verdict.to_string());
        for case in &report.cases {
            let test_case = by_name[case.id.as_str()];
            let fits = match (case.outcome.kind, &test_case.status) {
                (OutcomeKind::Pass | OutcomeKind::Observed, TestCaseStatus::Success { .. }) => true,
                (
                    OutcomeKind::Skip | OutcomeKind::Waived,
                    TestCaseStatus::Skipped { message, .. },
                ) => message.is_some(),
                (OutcomeKind::Fail, TestCaseStatus::NonSuccess { kind, description, .. }) => {
                    let description = description.as_ref().expect("a description").as_str();
                    assert!(
                        description.contains("curl -sS") && description.contains("- expected"),
                        "{description}"
                    );
                    *kind == NonSuccessKind::Failure
                }
                (
                    OutcomeKind::Blocked | OutcomeKind::Error,
                    TestCaseStatus::NonSuccess { kind, .. },
                ) => *kind == NonSuccessKind::Error,
                _ => false,
            };
            assert!(fits, "{}: {} is {:?}", case.id, case.outcome.kind, test_case.status);
        }
    }
}

fn golden(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    assert_data_eq!(text.to_owned(), Data::read_from(&path, Some(DataFormat::Text)).raw());
}

/// Replaces what differs between runs: the port, the contract's hash, UUIDs, times.
fn without_run_specifics(text: &str, report: &Report) -> String {
    let hash = &report.contract.hash[..12];
    let text = text.replace(&report.server.base_url, "http://127.0.0.1:8080");
    let text = text.replace(hash, "0123456789ab");
    let uuid = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
    let rules = [
        (uuid, "3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e64"),
        (r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z", "2026-01-02T03:04:05Z"),
        // The body is truncated, possibly within a time.
        (r"(?m)^200 \{.*$", "200 {…}"),
        (
            r"on [0-9-]{10} [0-9:]{5} UTC, in (less than )?[0-9.]+ [a-z]+( [0-9]+ [a-z]+)*",
            "on 2026-01-02 03:04 UTC, in 1.5 s",
        ),
    ];
    rules.into_iter().fold(text, |text, (rule, replacement)| {
        regex::Regex::new(rule).unwrap().replace_all(&text, replacement).into_owned()
    })
}
