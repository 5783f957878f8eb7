//! `summary.md`, the annotations and `junit.xml`: their contents, and that strings of a server have no effect
//! in them.

use std::collections::HashMap;
use std::path::Path;

use pulldown_cmark::{Options, Parser, html};
use quick_junit::{NonSuccessKind, TestCaseStatus};
use quick_xml::Reader;
use quick_xml::events::Event;
use scraper::{Html, Selector};
use snapbox::data::DataFormat;
use snapbox::{Data, assert_data_eq};
use webdata_spec::model::Level;
use webdata_suite::findings::Finding;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::report::{CaseReport, Report, annotations, junit, markdown};

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
fn a_finding_that_does_not_count_says_why() {
    let counts = reports::failing();
    let with_cases = |change: fn(&mut CaseReport)| {
        let mut report = counts.clone();
        report.cases.iter_mut().for_each(change);
        report
    };
    let with_findings = |change: fn(&mut Finding)| {
        let mut report = counts.clone();
        report.findings.iter_mut().for_each(change);
        report
    };
    let softer = with_cases(|case| case.level = Level::Should);
    let blocked = with_cases(|case| {
        if case.outcome.kind == OutcomeKind::Fail {
            case.outcome.kind = OutcomeKind::Blocked;
        }
    });
    let open = with_findings(|finding| (finding.beside, finding.level) = (true, Level::Open));
    let beside = with_findings(|finding| (finding.beside, finding.level) = (true, Level::Should));
    let reasons = ["counts only with --level should", "open, so it does not count"];
    for (report, expected) in [
        (&counts, [false, false]),
        (&softer, [true, false]),
        (&blocked, [false, false]),
        (&open, [false, true]),
        (&beside, [true, false]),
    ] {
        let text = markdown(report);
        assert_eq!(reasons.map(|reason| text.contains(reason)), expected, "{text}");
    }
}

#[test]
fn markdown_escapes_strings_of_a_server() {
    let text = markdown(&reports::hostile());
    let mut page = String::new();
    html::push_html(&mut page, Parser::new_ext(&text, Options::ENABLE_TABLES));
    let page = Html::parse_document(&page);
    let known =
        "html head body h2 h3 h4 p table thead tbody tr th td code pre ul li details summary";
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

/// The elements of an XML Schema: each with its attributes, of which `!` marks the required ones, and with the elements
/// in it, in order.
type XmlSchema = &'static [(&'static str, &'static str, &'static str)];

/// What `junit-10.xsd` allows, by which the xUnit plugin of Jenkins rejects files.
const XUNIT: XmlSchema = &[
    ("testsuites", "name time tests failures errors", "testsuite"),
    (
        "testsuite",
        "!name !tests !failures !errors group time skipped timestamp hostname id package file log url",
        "properties testcase system-out system-err",
    ),
    ("properties", "", "property"),
    ("property", "!name !value", ""),
    ("testcase", "!name time classname group", "skipped error failure system-out system-err"),
    ("skipped", "type message", ""),
    ("error", "type message", ""),
    ("failure", "type message", ""),
    ("system-out", "", ""),
];

/// What `surefire-test-report.xsd` of Maven Surefire allows in a suite, and `timestamp`, which all other schemas have.
const SUREFIRE: XmlSchema = &[
    ("testsuites", "name time tests failures errors", "testsuite"),
    (
        "testsuite",
        "!name !tests !failures !errors !skipped group time version timestamp",
        "properties testcase",
    ),
    ("properties", "", "property"),
    ("property", "!name !value", ""),
    ("testcase", "!name !time classname group", "failure skipped error system-out system-err"),
    ("skipped", "message", ""),
    ("error", "!type message", ""),
    ("failure", "!type message", ""),
    ("system-out", "", ""),
];

#[test]
fn junit_follows_the_schemas_of_its_readers() {
    let mut report = reports::hostile();
    report.findings[0].beside = true;
    let unsent = &mut report.cases.last_mut().expect("a case").outcome;
    (unsent.kind, unsent.reason) = (OutcomeKind::Error, "the run was over".to_owned().into());
    unsent.transcript.clear();
    for report in [report, reports::failing(), reports::conformant()] {
        let xml = junit(&report).unwrap();
        for (name, schema) in [("xUnit", XUNIT), ("Surefire", SUREFIRE)] {
            assert_eq!(violations(&xml, schema), [""; 0], "{name}");
        }
    }
    let broken = r#"<testsuites skipped="1"><testsuite name="a" tests="1" failures="0" errors="0" time="1s">
        <testcase name="b"/><properties/></testsuite></testsuites>"#;
    let expected = [
        "testsuites has skipped",
        "testsuite has the time 1s",
        "properties is too late in testsuite",
    ];
    assert_eq!(violations(broken, XUNIT), expected);
}

/// Returns how a document breaks a schema.
fn violations(xml: &str, schema: XmlSchema) -> Vec<String> {
    let mut reader = Reader::from_str(xml);
    reader.config_mut().expand_empty_elements = true;
    let seconds = regex::Regex::new(r"^[0-9]*(\.[0-9]{0,3})?$").unwrap();
    let mut violations = Vec::new();
    // Each open element, the elements that it may contain, and the place of its last one among them.
    let mut open = vec![(String::from("the file"), "testsuites", 0)];
    loop {
        match reader.read_event().expect("well-formed XML") {
            Event::Start(start) => {
                let name = String::from_utf8(start.name().as_ref().to_vec()).unwrap();
                let (parent, allowed, last) = open.last_mut().expect("the file");
                match allowed.split(' ').position(|allowed| allowed == name) {
                    Some(at) if at >= *last => *last = at,
                    Some(_) => violations.push(format!("{name} is too late in {parent}")),
                    None => violations.push(format!("{name} is in {parent}")),
                }
                let known = schema.iter().find(|(element, ..)| *element == name);
                let (_, attributes, children) = known.unwrap_or_else(|| panic!("{name}"));
                let mut required: Vec<&str> =
                    attributes.split(' ').filter_map(|name| name.strip_prefix('!')).collect();
                for attribute in start.attributes() {
                    let attribute = attribute.unwrap();
                    let key = str::from_utf8(attribute.key.as_ref()).unwrap();
                    required.retain(|required| *required != key);
                    if attributes.split(' ').all(|name| name.trim_start_matches('!') != key) {
                        violations.push(format!("{name} has {key}"));
                    }
                    let value = str::from_utf8(&attribute.value).unwrap();
                    if key == "time" && !seconds.is_match(value) {
                        violations.push(format!("{name} has the time {value}"));
                    }
                }
                violations
                    .extend(required.iter().map(|missing| format!("{name} has no {missing}")));
                open.push((name, children, 0));
            }
            Event::End(_) => drop(open.pop()),
            Event::Eof => return violations,
            _ => {}
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
        // The number of cases is that of the contract.
        (r"of [0-9]{4} cases", "of 1000 cases"),
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
