//! The table of habits, and a hand-made request for each word of its vocabulary that shows the
//! misbehaviour.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test that calls it")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, LazyLock};

use axum::body::{Body, to_bytes};
use axum::http::Request;
use serde_json::Value;
use tower::ServiceExt as _;
use webdata_audit::habits::{Habit, HabitServer, habits};
use webdata_audit::mutants::{all, of_habits};
use webdata_reference::Team;
use webdata_spec::Spec;

#[path = "habits/shown.rs"]
mod shown;

static SPEC: LazyLock<Arc<Spec>> = LazyLock::new(|| {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/v2");
    Arc::new(Spec::load(&pages).unwrap())
});

/// A habit that has a fault, as a page says it.
fn habit(fault: &str) -> Habit {
    let page = format!(
        "id = 'a/b'\nsource = 'https://example.com'\nmistake = 'M.'\nhere = 'H.'\nsentence = 'S.'\n\
         clause = 'c'\nfault = {fault}\n"
    );
    toml::from_str(&page).unwrap_or_else(|mistake| panic!("{fault}: {mistake}"))
}

/// A request of a test.
#[derive(Debug, Clone, Copy)]
struct Sent<'s> {
    /// The method, and the path with `{id}` for that of the monitor.
    line: &'s str,
    key: &'s str,
    /// A further header.
    header: Option<(&'s str, &'s str)>,
    body: &'s [u8],
}

/// Sends requests to a server that has a fault, and returns the last response: its status, its headers
/// and its body, as JSON where it is JSON.
async fn respond(fault: &str, requests: &[Sent<'_>]) -> (u16, Vec<(String, String)>, Value) {
    let server = HabitServer::start(&habit(fault), &SPEC).await.unwrap();
    let id = server.behind().create_in_states("Monitor", &Team::HOME, 1).unwrap().remove(0);
    let mut last = None;
    for sent in requests {
        let (method, path) = sent.line.split_once(' ').unwrap();
        let mut request = Request::builder().method(method).uri(path.replace("{id}", &id));
        request = request.header("authorization", sent.key);
        if !sent.body.is_empty() {
            request = request.header("content-type", "application/json");
        }
        if let Some((name, value)) = sent.header {
            request = request.header(name, value);
        }
        let request = request.body(Body::from(sent.body.to_vec())).unwrap();
        let response = server.router().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, 1 << 20).await.unwrap();
        let text = String::from_utf8_lossy(&body).into_owned();
        let body = serde_json::from_slice(&body).unwrap_or(Value::String(text));
        let headers = parts.headers.iter();
        let headers =
            headers.map(|(name, own)| (name.to_string(), own.to_str().unwrap().to_owned()));
        last = Some((parts.status.as_u16(), headers.collect(), body));
    }
    last.unwrap()
}

#[test]
fn the_table_is_about_the_contract() {
    let clauses: BTreeSet<String> =
        SPEC.clauses().into_iter().map(|clause| clause.id.to_string()).collect();
    let mut seen = BTreeMap::new();
    let table = habits().unwrap();
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
        assert_eq!(seen.insert(id.clone(), ()), None, "{id} stands there twice");
    }
}

#[test]
fn mutants_of_habits_have_identities_of_their_own() {
    let others: BTreeSet<String> = all(&SPEC).into_iter().map(|mutant| mutant.id).collect();
    let own = of_habits(&SPEC, habits().unwrap());
    assert_eq!(own.len(), habits().unwrap().len());
    let mut seen = BTreeSet::new();
    for mutant in own {
        assert_eq!(mutant.family(), "habits of implementations");
        assert!(!others.contains(&mutant.id) && seen.insert(mutant.id.clone()), "{}", mutant.id);
        assert_eq!(mutant.id.split('/').count(), 3, "{}", mutant.id);
    }
}

#[test]
fn a_habit_of_another_contract_is_no_mutant() {
    let mut spec = Spec::clone(&SPEC);
    spec.types.shift_remove("SearchTarget");
    let of_search = |habit: &Habit| habit.clause.starts_with("SearchTarget.");
    let expected = habits().unwrap().iter().filter(|own| !of_search(own)).count();
    assert_eq!(of_habits(&spec, habits().unwrap()).len(), expected);
}
