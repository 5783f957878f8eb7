//! Tests the derivation for this contract, and for an invented contract of a library.
//!
//! `SNAPSHOTS=overwrite` accepts changed goldens; CI never sets it.

#![expect(clippy::expect_used, reason = "a failure here fails the test that calls the function")]

#[path = "derivation/combined.rs"]
mod combined;
#[path = "derivation/equality.rs"]
mod equality;
#[path = "derivation/json.rs"]
mod json;
#[path = "derivation/sentences.rs"]
mod sentences;
#[path = "derivation/states.rs"]
mod states;
#[path = "derivation/texts.rs"]
mod texts;

use std::collections::HashSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use serde_json::Value;
use snapbox::data::DataFormat;
use snapbox::{Data, assert_data_eq};
use webdata_cases::case::{Case, Expect};
use webdata_cases::derive::{derive, left_out};
use webdata_spec::{Source, Spec, sources};

const FILM_EDITION: &str = r#"[FilmEdition]
doc      = "Filmed."
source   = "Books / Editions"
required = ["form"]

[FilmEdition.properties]
form   = { enum = ["film"] }
length = { type = "integer", minimum = 1 }

[PaperEdition]
"#;

const NEW_ERROR: &str = r#"[closed]
status = 503
error  = "Closed"
retry  = "never"
cause  = "The library is closed."
source = "Errors"

[broken-body]
"#;

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn pages(path: &str) -> Vec<Source> {
    sources(&folder(path)).expect("the pages can be opened")
}

fn library() -> Vec<Source> {
    pages("spec/tests/contracts/library")
}

fn read(sources: &[Source]) -> Spec {
    Spec::read(sources).unwrap_or_else(|mistakes| panic!("{}", mistakes.render(false)))
}

/// Returns the contract of the library with replaced strings: the page, the string and its replacement.
fn changed(replacements: &[(&str, &str, &str)]) -> Spec {
    let mut sources = library();
    for (page, find, replace) in replacements {
        let source = sources.iter_mut().find(|source| source.name == *page).expect("the page");
        assert!(source.text.contains(find), "{page} has no {find:?}");
        source.text = source.text.replacen(find, replace, 1);
    }
    read(&sources)
}

fn contracts() -> [Spec; 2] {
    [read(&pages("spec/v2")), read(&library())]
}

#[test]
fn the_clauses_of_cases_exist() {
    for spec in contracts() {
        let clauses: HashSet<_> = spec.clauses().into_keys().collect();
        let cases = derive(&spec);
        for case in &cases {
            for clause in &case.clauses {
                assert!(
                    clauses.contains(clause),
                    "{} names {clause}, which the contract does not have",
                    case.id
                );
            }
        }
        assert!(!cases.is_empty());
    }
}

#[test]
fn no_case_is_left_out() {
    assert_eq!(left_out(&read(&pages("spec/v2"))), Vec::<String>::new());
}

#[test]
fn the_cases_of_the_library_match_the_golden() {
    let mut rows = Vec::new();
    for case in derive(&read(&library())) {
        let expected = match &case.steps[case.steps.len() - 1].expect {
            Expect::Success { status, .. } => {
                status.map_or("success".to_owned(), |s| s.to_string())
            }
            Expect::Error { id, .. } => id.clone(),
            Expect::AnyOf { .. } => "one of several".to_owned(),
            Expect::Deliveries(_) => "webhooks".to_owned(),
            Expect::Observation { gap, .. } => format!("observed: {gap}"),
        };
        rows.push((case.id, expected));
    }
    // Consecutive cases that differ in their last words alone are one line.
    let stem = |id: &str| id.rsplit_once("::").map_or(0, |(stem, _)| stem.len() + 2);
    let mut list = String::new();
    for group in rows.chunk_by(|(left, expected), (right, other)| {
        left[..stem(left)] == right[..stem(right)] && expected == other
    }) {
        let (first, expected) = &group[0];
        let words: Vec<&str> = group.iter().map(|(id, _)| &id[stem(id)..]).collect();
        let words = match words.as_slice() {
            [word] => (*word).to_owned(),
            words => format!("{{{}}}", words.join(",")),
        };
        writeln!(list, "{}{words}  ->  {expected}", &first[..stem(first)]).unwrap();
    }
    golden("library-cases.txt", &list);
}

/// Checks that a schema gets every wrong value at its first place, and what shows that it is judged at a further one.
#[test]
fn further_places_get_one_wrong_value_of_each_clause() {
    let [spec, _] = contracts();
    let cases = derive(&spec);
    let check = |place: &str, expected: &[&str]| {
        let start = format!("updateMonitor::targets.items.{place}::");
        let rejected = cases.iter().filter(|case| case.breaks.is_some());
        let names = rejected.filter_map(|case| case.id.strip_prefix(&start));
        assert_eq!(names.collect::<Vec<_>>(), expected, "{place}");
    };
    check(
        "scrape.scrapeOptions.proxy",
        &[
            "type::number",
            "type::number::first-item",
            "type::number::last-item",
            "type::boolean",
            "type::array",
            "type::object",
            "type::null",
            "type::list-of-one",
            "enum::empty",
            "enum::digit",
            "enum::blanks-around",
            "enum::unknown",
            "enum::unknown::first-item",
            "enum::unknown::last-item",
            "enum::other-case",
            "enum::constructor",
        ],
    );
    check(
        "crawl.scrapeOptions.proxy",
        &[
            "type::number::first-item",
            "type::number::last-item",
            "type::boolean",
            "type::null",
            "enum::unknown::first-item",
            "enum::unknown::last-item",
            "enum::other-case",
        ],
    );
}

/// Records a few items of the longest list of strings at each place, for people to check that they are valid.
#[test]
fn items_of_long_lists_differ_and_match_the_golden() {
    let [spec, _] = contracts();
    let mut list = String::new();
    for case in derive(&spec) {
        let Some(place) = case.id.strip_suffix("::maxItems::at") else { continue };
        let place = place.rsplit("::").next().unwrap_or_default();
        let Some(texts) = sent(&case).and_then(longest) else { continue };
        let distinct: HashSet<&str> = texts.iter().copied().collect();
        assert_eq!(distinct.len(), texts.len(), "{place} has an item twice");
        let [first, second, third, .., last] = texts.as_slice() else { continue };
        let limit = case.clauses.iter().find_map(|clause| spec.limit(clause.as_str()));
        assert_eq!(limit, Some(texts.len() as u64), "{place}");
        // The number of items changes with a limit of the contract.
        let last = last.replace(&(texts.len() - 1).to_string(), "{number}");
        writeln!(list, "{place}: {first}, {second}, {third} … {last}").unwrap();
    }
    golden("list-items.txt", &list);
}

fn sent(case: &Case) -> Option<&Value> {
    case.steps.last()?.request.body.as_json()
}

/// Returns the longest list of strings inside a value.
fn longest(value: &Value) -> Option<Vec<&str>> {
    let texts = value.as_array().and_then(|items| items.iter().map(Value::as_str).collect());
    let inner: Vec<&Value> = match value {
        Value::Array(items) => items.iter().collect(),
        Value::Object(members) => members.values().collect(),
        _ => Vec::new(),
    };
    inner.into_iter().filter_map(longest).chain(texts).max_by_key(Vec::len)
}

fn golden(name: &str, actual: &str) {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    assert_data_eq!(actual.to_owned(), Data::read_from(&golden, Some(DataFormat::Text)).raw());
}

#[test]
fn additions_keep_every_identity() {
    let book = "types/book.toml";
    let edition = "types/edition.toml";
    let additions = [
        changed(&[(book, "shelf    = {", "colour = { type = \"string\" }\nshelf    = {")]),
        changed(&[
            (edition, "variants      = {", "variants = { film = \"FilmEdition\","),
            (edition, "[PaperEdition]\n", FILM_EDITION),
        ]),
        changed(&[
            ("errors.toml", "[broken-body]\n", NEW_ERROR),
            ("operations.toml", "\"broken-link\",", "\"closed\", \"broken-link\","),
        ]),
    ];
    let before = derive(&read(&library()));
    for spec in additions {
        let after: HashSet<String> = derive(&spec).into_iter().map(|case| case.id).collect();
        let missing: Vec<&str> =
            before.iter().map(|case| case.id.as_str()).filter(|id| !after.contains(*id)).collect();
        assert_eq!(missing, Vec::<&str>::new());
        assert!(after.len() > before.len(), "no case was added");
    }
}

#[test]
fn a_changed_limit_changes_the_sent_values() {
    let find = |cases: &[Case], id: &str| -> Case {
        cases.iter().find(|case| case.id == id).expect("the case").clone()
    };
    let id = "updateBook::title::maxLength::above";
    let body = |spec: &Spec| match &find(&derive(spec), id).steps[0].request.body {
        webdata_cases::case::Body::Json(body) => body["title"].as_str().map(str::len),
        other => panic!("{other:?}"),
    };
    assert_eq!(body(&read(&library())), Some(121));
    assert_eq!(
        body(&changed(&[("types/book.toml", "maxLength = 120", "maxLength = 119")])),
        Some(120)
    );
}

#[test]
fn deprecation_does_not_change_the_cases() {
    let lasting = changed(&[
        ("types/loan.toml", "deprecated = \"Ask at the desk.\", ", ""),
        ("types/edition.toml", "deprecatedValues = [\"hard\"], ", ""),
        ("operations.toml", "deprecated      = true\n", ""),
    ]);
    let cases = |spec: &Spec| serde_json::to_value(derive(spec)).expect("cases can be serialized");
    assert_eq!(cases(&read(&library())), cases(&lasting));
}

#[test]
fn a_change_is_no_equal_value() {
    let equal = "maxLength = 240, examples = [\"Caf\\u00e9\", \"Cafe\\u0301\", \"A study\"]";
    let cases = derive(&changed(&[("types/book.toml", "maxLength = 240", equal)]));
    let is_change =
        |case: &&Case| case.id.contains("::effects::") && case.id.ends_with("::subtitle");
    let case = cases.iter().find(is_change).expect("the case");
    let sent: Vec<Option<&str>> = case
        .steps
        .iter()
        .map(|step| step.request.body.as_json().and_then(|body| body["subtitle"].as_str()))
        .collect();
    assert_eq!(sent.get(..2), Some([Some("Caf\u{e9}"), Some("A study")].as_slice()), "{}", case.id);
}
