//! The format of `report.json`: a written report fits the schema, reads back unchanged, and nothing else is
//! read.

use std::path::Path;

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use snapbox::data::DataFormat;
use snapbox::{Data, assert_data_eq};
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::report::{diff, read, read_text, schema, verify};

use super::setup::{Setup, text, value, with};

#[test]
fn the_schema_is_generated_from_the_types() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("suite/report.schema.json");
    let text = format!("{:#}\n", schema());
    assert_data_eq!(text, Data::read_from(&path, Some(DataFormat::Text)).raw());
    jsonschema::meta::validate(&schema()).expect("a valid schema");
}

#[test]
fn a_written_report_reads_back_unchanged() {
    let setup = Setup::new();
    let report = setup.run(&with(&["name::", "webhooks::delivered", "errors", "observations"]));
    let kinds = [OutcomeKind::Pass, OutcomeKind::Skip, OutcomeKind::Observed];
    assert!(kinds.iter().all(|kind| report.count(*kind) > 0), "{:?}", report.outcomes);
    check_schema(&value(&report), true);
    let text = text(&report);
    let file = read_text(&text).expect("a readable report");
    assert_eq!(file.digest, report.digest);
    assert_eq!(file.report.digest, report.digest);
    assert_eq!(self::text(&file.report), text);
    let lines =
        text.lines().filter(|line| line.starts_with("    {\"id\":\"updateMonitor::")).count();
    assert_eq!(lines, report.cases.iter().filter(|case| case.id.starts_with("updateM")).count());
}

/// Returns a value as other tools write it: properties in another order, and whole numbers without decimals.
fn rewritten(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(rewritten).collect(),
        Value::Object(members) => {
            let members = members.iter().rev();
            members.map(|(name, value)| (name.clone(), rewritten(value))).collect()
        }
        Value::Number(number) if !number.is_u64() => {
            let number = number.as_f64().expect("a number");
            let is_whole = number.fract() == 0.0;
            if is_whole { format!("{number:.0}").parse().expect("a number") } else { number.into() }
        }
        other => other.clone(),
    }
}

#[test]
fn a_report_in_another_format_is_verified() {
    let setup = Setup::new();
    let mut report = setup.run(&with(&["updateMonitor::name::maxLength"]));
    report.duration_seconds = 2.0;
    let mut document = value(&report);
    document["digest"] = read_text(&document.to_string()).expect("a report").digest.into();
    let compact = rewritten(&document).to_string();
    assert!(compact.contains("\"durationSeconds\":2,"), "{compact}");
    let pretty = format!("{:#}", rewritten(&document)).replace('\n', "\r\n");
    let utf_16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    // The digest of earlier binaries.
    let mut earlier = document.clone();
    earlier.as_object_mut().expect("an object").shift_remove("digest");
    earlier.sort_all_objects();
    let digest = Sha256::digest(earlier.to_string());
    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    earlier["digest"] = digest.into();
    assert_ne!(earlier["digest"], document["digest"]);
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("report.json");
    for bytes in [
        compact.clone().into_bytes(),
        pretty.clone().into_bytes(),
        format!("\u{feff}{pretty}").into_bytes(),
        utf_16(&format!("\u{feff}{pretty}")),
        format!("{earlier:#}").into_bytes(),
    ] {
        std::fs::write(&path, bytes).expect("the file is written");
        let file = read(&path).expect("a readable report");
        let verification = verify(&file, &setup.suite).expect("a report of this suite");
        assert_eq!(verification.contradictions, []);
    }
    for (old, new) in [
        ("\"durationSeconds\":2,", "\"durationSeconds\":3,"),
        ("\"level\":\"must\"", "\"level\":\"should\""),
    ] {
        let changed = read_text(&compact.replacen(old, new, 1)).expect("a readable report");
        assert_ne!(changed.digest, changed.report.digest, "{old}");
    }
}

#[test]
fn an_invalid_report_is_rejected() {
    let setup = Setup::new();
    let good = value(&setup.run(&with(&["updateMonitor::name::maxLength"])));
    let check = |place: &str, value: Value, expected: &str| {
        let mut document = good.clone();
        let (object, name) = place.rsplit_once('/').expect("a place");
        let object = document.pointer_mut(object).and_then(Value::as_object_mut).expect("there");
        object.insert(name.to_owned(), value);
        let error = read_text(&document.to_string()).expect_err(place).to_string();
        assert!(error.contains(expected), "{place}: {error}");
        check_schema(&document, false);
    };
    check(
        "/reportVersion",
        json!(1),
        "the report has the version 1, and this binary reads the versions 5 and 6",
    );
    check("/reportVersion", json!("5"), "the report has the version \"5\"");
    check("/note", json!("x"), "unknown field `note`");
    check("/server/note", json!("x"), "unknown field `note`");
    check("/cases/0/note", json!("x"), "unknown field `note`");
    check("/cases/0/transcript/0/note", json!("x"), "unknown field `note`");
    check("/cases/0/transcript/0/response/status", json!(70_000), "70000");
    check("/cases/0/outcome", json!("passed"), "unknown variant `passed`");
    check("/cases/0/milliseconds", json!(-1), "negative");
    check("/durationSeconds", json!(-1), "no run takes -1 s");
    check("/durationSeconds", json!(1e9), "no run takes 1000000000 s; they take 0 to 31536000 s");
    check("/shard", json!({ "number": 1, "of": 0 }), "`1/0` is not a shard");
    check("/off", json!([{ "feature": "scrape" }]), "missing field `reason`");
    check("/manifest/hash", json!(7), "invalid type");
    check("/manifest/note", json!(7), "unknown field `note`");
    assert!(read_text("{").is_err() && read_text("[]").is_err() && read_text("{}").is_err());
}

/// A report of version 5, which had no steps, no subjects and no explanations, is read, compared and shown, but not
/// verified.
#[test]
fn a_report_of_the_last_version_is_read() {
    let setup = Setup::faulty();
    let report = setup.run(&with(&["name::"]));
    let mut document = value(&report);
    document["reportVersion"] = 5.into();
    let remove = |value: &mut Value, name: &str| {
        value.as_object_mut().expect("an object").shift_remove(name);
    };
    for case in document["cases"].as_array_mut().expect("a list") {
        remove(case, "subjects");
        for list in ["deviations", "beside"] {
            for deviation in case.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten()
            {
                remove(deviation, "step");
            }
        }
    }
    for finding in document["findings"].as_array_mut().expect("a list") {
        for name in ["explanation", "counted", "shown", "masked"] {
            remove(finding, name);
        }
    }
    let old = read_text(&document.to_string()).expect("a readable report");
    let difference = diff(&old.report, &report);
    assert!(difference.findings_new.is_empty() && difference.findings_gone.is_empty());
    assert!(!difference.has_broken());
    let error = verify(&old, &setup.suite).expect_err("another form");
    assert!(error.to_string().contains("with reports of version 5"), "{error}");
}

pub(super) fn check_schema(document: &Value, fits: bool) {
    let validator = jsonschema::validator_for(&schema()).expect("a schema");
    let errors: Vec<String> =
        validator.iter_errors(document).map(|error| error.to_string()).collect();
    assert_eq!(errors.is_empty(), fits, "{errors:#?}");
}
