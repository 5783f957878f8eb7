//! Failures as they print. The golden texts are updated by `UPDATE_GOLDEN=1`, which CI never sets.

#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "what fails here fails the test that calls it"
)]

mod faulty;

use std::path::Path;

use faulty::{object, operation, report, text, with_shape};
use webdata_conformance::report::failure_message;
use webdata_conformance::{Suite, embedded};
use webdata_spec::Spec;
use webdata_spec::model::{ErrorText, Shape};

/// A fault, the case that shows it, and the golden text's name.
struct Example {
    golden: &'static str,
    case: &'static str,
    change: fn(&mut Spec),
}

/// The golden text that the README shows.
const README_EXAMPLE: &str = "state-that-cannot-be-set";

const EXAMPLES: [Example; 6] = [
    Example {
        golden: README_EXAMPLE,
        case: "updateMonitor::status::enum::deleted",
        change: |spec| {
            with_shape(spec, "MonitorUpdate", "status", |shape| {
                if let Shape::Enum(values) = shape {
                    values.push("deleted".to_owned());
                }
            });
        },
    },
    Example {
        golden: "accepted-instead-of-refused",
        case: "updateMonitor::name::maxLength::above",
        change: |spec| text(spec, "MonitorUpdate", "name", |text| text.max_length = Some(257)),
    },
    Example {
        golden: "refused-instead-of-accepted",
        case: "updateMonitor::retentionDays::maximum::at",
        change: |spec| {
            with_shape(spec, "MonitorUpdate", "retentionDays", |shape| {
                *shape = Shape::Integer { minimum: Some(1), maximum: Some(364) };
            });
        },
    },
    Example {
        golden: "another-text",
        case: "updateMonitor::authentication::no-header",
        change: |spec| spec.errors["invalid-token"].text = ErrorText::Exact("No token".to_owned()),
    },
    Example {
        golden: "effect-missing",
        case: "updateMonitor::effects::goal-switches-judging-on::applies",
        change: |spec| {
            operation(spec).effects.retain(|effect| effect.id != "goal-switches-judging-on");
        },
    },
    Example {
        golden: "set-up-refused",
        case: "updateMonitor::lifecycle::status::active-to-paused",
        change: |spec| object(spec, "MonitorUpdate").min_properties = Some(99),
    },
];

#[test]
fn failures_read_as_written_down() {
    let suite = Suite::new(embedded().expect("the contract reads"));
    for example in &EXAMPLES {
        check(&suite, example);
    }
}

#[test]
fn the_readme_shows_a_real_failure() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("../README.md")).unwrap();
    let golden = golden(README_EXAMPLE);
    let message = std::fs::read_to_string(golden).unwrap();
    assert!(readme.contains(message.trim_end()), "README.md does not show:\n{message}");
}

fn check(suite: &Suite, example: &Example) {
    let mut served = suite.spec.clone();
    (example.change)(&mut served);
    let report = report(suite, served, &[example.case]);
    let case = suite.cases.iter().find(|case| case.id == example.case).expect("the case");
    let outcome = &report.cases[0].outcome;
    let message = failure_message(case, outcome, &suite.spec).expect("the case fails");
    let message = placeless(&message, &report.server.base_url);
    let golden = golden(example.golden);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&golden, &message).unwrap();
    }
    let expected = std::fs::read_to_string(&golden).unwrap_or_default();
    assert_eq!(message, expected, "{}: run with UPDATE_GOLDEN=1 if this is meant", example.golden);
}

fn golden(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.txt"))
}

/// The message without what differs from run to run: the port, identities, times.
fn placeless(message: &str, base_url: &str) -> String {
    let message = message.replace(base_url, "http://127.0.0.1:8080");
    let uuid = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
    let time = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z";
    let message = regex::Regex::new(uuid)
        .unwrap()
        .replace_all(&message, "3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e64");
    regex::Regex::new(time).unwrap().replace_all(&message, "2026-01-02T03:04:05Z").into_owned()
}
