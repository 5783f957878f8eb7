//! Checks the table of habits, and shows the misbehaviour of each word of its vocabulary with handwritten
//! requests.

#![expect(clippy::unwrap_used, reason = "a panic here fails the test")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, LazyLock};

use axum::body::{Body, to_bytes};
use axum::http::Request;
use serde::Deserialize;
use serde_json::Value;
use tower::ServiceExt as _;
use webdata_audit::DifferentServer;
use webdata_audit::habits::{self, Habit};
use webdata_audit::mutants::{all, from_habits};
use webdata_reference::{Contract, Extension, Options, Team};
use webdata_spec::Spec;

static SPEC: LazyLock<Arc<Spec>> = LazyLock::new(|| {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/v2");
    Arc::new(Spec::load(&pages).unwrap())
});

/// The contract, which the servers of all tests share.
static CONTRACT: LazyLock<Arc<Contract>> = LazyLock::new(|| {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/v2");
    let extension = Extension::read(&SPEC, &webdata_spec::companions(&pages).unwrap()).unwrap();
    Arc::new(Contract::new(Arc::clone(&SPEC), &extension).unwrap())
});

/// Returns the habits of the contract.
fn habits() -> Vec<Habit> {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/v2");
    let files = webdata_spec::companions(&pages).unwrap();
    habits::habits(&SPEC, &files).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

/// Returns a habit with a fault, which is given in the syntax of the pages.
fn habit(fault: &str) -> Habit {
    let page = format!(
        "id = 'a/b'\nsource = 'https://example.com'\nmistake = 'M.'\nhere = 'H.'\nsentence = 'S.'\n\
         clause = 'c'\nfault = {fault}\n"
    );
    toml::from_str(&page).unwrap_or_else(|mistake| panic!("{fault}: {mistake}"))
}

/// A fault, and requests of which the last one shows it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShownFault {
    fault: String,
    requests: Vec<TestRequest>,
    status: u16,
    /// A place in the body of the last response, as a JSON Pointer, and the value there, as JSON.
    place: String,
    expected: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TestRequest {
    /// The method and the path, with `{id}` for the identity of the monitor.
    #[serde(default = "update")]
    line: String,
    #[serde(default = "valid")]
    key: String,
    /// A further header.
    header: Option<(String, String)>,
    #[serde(default)]
    body: String,
    /// The body in base 16, for bodies that are not text.
    bytes: Option<String>,
}

fn update() -> String {
    "PATCH /v2/monitor/{id}".to_owned()
}

fn valid() -> String {
    "Bearer reference-valid-key".to_owned()
}

impl TestRequest {
    fn body(&self) -> Vec<u8> {
        let Some(bytes) = &self.bytes else { return self.body.clone().into_bytes() };
        let byte = |at: usize| u8::from_str_radix(&bytes[at..at + 2], 16).unwrap();
        (0..bytes.len()).step_by(2).map(byte).collect()
    }
}

/// Sends requests to a server that has a fault. Returns the status code, the media type and the body of the
/// last response; a body that is not JSON is a string.
async fn respond(fault: &str, requests: &[TestRequest]) -> (u16, String, Value) {
    let (differences, options) = ([habit(fault).fault], Options::default());
    let starting =
        DifferentServer::start_prepared(&differences, &SPEC, Arc::clone(&CONTRACT), options);
    let server = starting.await.unwrap().server;
    let id = server.create_in_states("Monitor", &Team::HOME, 1).unwrap().remove(0);
    let mut last = None;
    for sent in requests {
        let (method, path) = sent.line.split_once(' ').unwrap();
        let mut request = Request::builder().method(method).uri(path.replace("{id}", &id));
        request = request.header("authorization", &sent.key);
        if method == "PATCH" {
            request = request.header("content-type", "application/json");
        }
        if let Some((name, value)) = &sent.header {
            request = request.header(name, value);
        }
        let response =
            server.router().oneshot(request.body(Body::from(sent.body())).unwrap()).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, 1 << 20).await.unwrap();
        let text = || Value::String(String::from_utf8_lossy(&body).into_owned());
        let body = serde_json::from_slice(&body).unwrap_or_else(|_| text());
        let media_type = parts.headers.get("content-type").map(|value| value.to_str().unwrap());
        last = Some((parts.status.as_u16(), media_type.unwrap_or_default().to_owned(), body));
    }
    last.unwrap()
}

fn shown_faults() -> Vec<ShownFault> {
    #[derive(Deserialize)]
    struct Page {
        shown: Vec<ShownFault>,
    }
    toml::from_str::<Page>(include_str!("habits/shown.toml")).unwrap().shown
}

#[tokio::test]
async fn a_request_shows_the_effect_of_each_word() {
    for ShownFault { fault, requests, status, place, expected } in shown_faults() {
        let (responded, _, body) = respond(&fault, &requests).await;
        assert_eq!(responded, status, "{fault} on {requests:?}: {body}");
        let value = body.pointer(&place).cloned().unwrap_or_default();
        let expected: Value = serde_json::from_str(&expected).unwrap();
        assert_eq!(value, expected, "{fault} on {requests:?}: {body}");
    }
}

fn rename_request() -> TestRequest {
    let body = r#"{"name": "a"}"#.to_owned();
    TestRequest { line: update(), key: valid(), header: None, body, bytes: None }
}

#[tokio::test]
async fn an_html_page_replaces_the_body() {
    let fault = r#"{ answers = { type = "text/html", headers = [["x-a", "b"]] } }"#;
    let (_, media_type, body) = respond(fault, &[rename_request()]).await;
    assert_eq!(media_type, "text/html");
    assert!(body.as_str().is_some_and(|page| page.starts_with("<!DOCTYPE html>")), "{body}");
}

#[tokio::test]
async fn times_have_other_forms() {
    type IsOther = fn(&str) -> bool;
    let table: [(&str, IsOther); 4] = [
        (r#"{ substituted = ['Z+$', ''] }"#, |text| !text.ends_with('Z')),
        (r#"{ substituted = ['^([^T]*)T', '$1 '] }"#, |text| text.contains(' ')),
        (r#"{ substituted = [':', '-'] }"#, |text| !text.contains(':')),
        (r#"{ later = 604800 }"#, |text| text.ends_with('Z') && text.len() == 20),
    ];
    for (to, is_other) in table {
        let fault = format!(r#"{{ returns = {{ in = {{ kind = "date-time" }}, to = {to} }} }}"#);
        let (_, _, body) = respond(&fault, &[rename_request()]).await;
        let time = body["data"]["createdAt"].as_str().unwrap_or_default();
        assert!(is_other(time), "{fault}: {time}");
    }
}

#[test]
fn every_word_of_the_table_has_a_request() {
    let mut tests = include_str!("habits.rs").to_owned();
    tests.extend(shown_faults().into_iter().map(|shown| shown.fault));
    let mut words = BTreeSet::new();
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/v2");
    let files = webdata_spec::companions(&pages).unwrap();
    for file in files.iter().filter(|file| file.name.starts_with("habits/")) {
        let page: Value = toml::from_str(&file.text).unwrap();
        for habit in page["habit"].as_array().unwrap() {
            collect(&habit["fault"], "", &mut words);
        }
    }
    let unshown: Vec<&String> =
        words.iter().filter(|word| !tests.contains(word.as_str())).collect();
    assert!(unshown.is_empty(), "{unshown:?}");
}

/// Collects the words of a fault: its keys, and the values of the keys that take a word. Properties of the contract
/// are no words.
fn collect(value: &Value, key: &str, words: &mut BTreeSet<String>) {
    const OF_WORDS: [&str; 9] =
        ["parses", "forgets", "keys", "to", "is", "kind", "when", "by", "item"];
    const OF_PROPERTIES: [&str; 4] = ["having", "beside", "stored", "returned"];
    match value {
        Value::Object(_) if OF_PROPERTIES.contains(&key) => {}
        Value::Object(members) => {
            for (name, member) in members {
                words.insert(format!("{name} = "));
                collect(member, name, words);
            }
        }
        Value::String(word) if OF_WORDS.contains(&key) => {
            words.insert(format!("\"{word}\""));
        }
        _ => {}
    }
}

#[test]
fn each_habit_names_a_clause_of_the_contract() {
    let clauses: BTreeSet<String> =
        SPEC.clauses().into_keys().map(|clause| clause.to_string()).collect();
    let mut seen = BTreeMap::new();
    let table = habits();
    assert!(table.len() >= 220, "{}", table.len());
    for habit in table {
        let id = &habit.id;
        assert!(clauses.contains(&habit.clause), "{id}: there is no clause {}", habit.clause);
        assert!(habit.source.starts_with("https://"), "{id}: {}", habit.source);
        let (origin, name) = id.split_once('/').unwrap();
        for word in [origin, name] {
            let is_kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(!word.is_empty() && word.chars().all(is_kebab), "{id}");
        }
        for sentence in [&habit.mistake, &habit.here] {
            assert!(sentence.ends_with('.') && sentence.len() > 12, "{id}: {sentence}");
        }
        assert!(!habit.sentence.is_empty(), "{id}");
        assert_eq!(seen.insert(id.clone(), ()), None, "{id} occurs twice");
    }
}

#[test]
fn mutants_of_habits_have_unique_identities() {
    let others: BTreeSet<String> = all(&SPEC).into_iter().map(|mutant| mutant.id).collect();
    let mutants = from_habits(&SPEC, habits());
    assert_eq!(mutants.len(), habits().len());
    let families: BTreeSet<String> = mutants.iter().map(|mutant| mutant.family.clone()).collect();
    assert_eq!(
        families.into_iter().collect::<Vec<_>>(),
        ["first", "second", "third"].map(|name| format!("habits of implementations: {name}"))
    );
    let mut seen = BTreeSet::new();
    for mutant in mutants {
        assert!(!others.contains(&mutant.id) && seen.insert(mutant.id.clone()), "{}", mutant.id);
        assert_eq!(mutant.id.split('/').count(), 3, "{}", mutant.id);
    }
}

#[test]
fn a_habit_of_another_contract_is_no_mutant() {
    let mut spec = Spec::clone(&SPEC);
    spec.types.shift_remove("SearchTarget");
    let of_search = |habit: &Habit| habit.clause.starts_with("SearchTarget.");
    let expected = habits().iter().filter(|habit| !of_search(habit)).count();
    assert_eq!(from_habits(&spec, habits()).len(), expected);
}
