//! The shared drafts: a contract with versions, conditions, idempotency keys and notices.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{AUTHORIZATION, ETAG, HOST, IF_MATCH, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::{Next, from_fn};
use webdata_audit::mutants::Mutant;
use webdata_audit::{AuditExemptions, MutantStatus, mutants};
use webdata_cases::derive::derive_without;
use webdata_suite::Suite;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::Selection;

use crate::audit::hunt;
use crate::contract::{self, assert_passes_behind, run_behind};
use crate::exploration::assert_nothing_behind;

/// Returns the suite of the contract.
fn suite() -> Suite {
    contract::suite("drafts")
}

/// Returns a version as another server writes it.
type Write = fn(&str) -> String;

/// How correct servers write a version, which is a string in quotes, and with which status code they repeat the response to
/// a creation.
const VARIATIONS: [(Write, StatusCode); 2] = [
    (|version| format!("\"/!#;,:'{}", &version[1..]), StatusCode::OK),
    (|version| format!("W/{version}"), StatusCode::CREATED),
];

/// Puts a front before the reference server that differs from it where the contract leaves a gap.
fn vary(router: Router, write: Write, repeated: StatusCode) -> Router {
    let (versions, keys) = <(Arc<Mutex<HashSet<String>>>, Arc<Mutex<HashSet<_>>>)>::default();
    router.layer(from_fn(move |mut request: Request, next: Next| {
        let (versions, keys) = (Arc::clone(&versions), Arc::clone(&keys));
        async move {
            let headers = request.headers_mut();
            // What the server has never written stays as it is.
            let read = |sent: &str| {
                let versions = versions.lock().unwrap();
                versions.iter().find(|version| write(version) == sent).cloned()
            };
            for name in [IF_MATCH, IF_NONE_MATCH] {
                replace(headers, &name, read);
            }
            let key = ["authorization", "idempotency-key"].map(|name| headers.get(name).cloned());
            let is_repeated = key[1].is_some() && keys.lock().unwrap().contains(&key);
            let mut response = next.run(request).await;
            if response.status() == StatusCode::CREATED {
                keys.lock().unwrap().insert(key);
                if is_repeated {
                    *response.status_mut() = repeated;
                }
            }
            replace(response.headers_mut(), &ETAG, |version| {
                versions.lock().unwrap().insert(version.to_owned());
                Some(write(version))
            });
            response
        }
    }))
}

fn replace(headers: &mut HeaderMap, name: &HeaderName, value: impl Fn(&str) -> Option<String>) {
    if let Some(header) = headers.get_mut(name)
        && let Some(value) = header.to_str().ok().and_then(value)
    {
        *header = value.parse().unwrap();
    }
}

#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn no_case_and_no_sequence_fails_on_correct_servers() {
    let suite = suite();
    for (write, repeated) in VARIATIONS {
        assert_passes_behind(&suite, |router| vary(router, write, repeated));
        assert_nothing_behind(&suite, |router| vary(router, write, repeated));
    }
}

/// Checks that cases whose identities begin so fail behind a front, and no others.
fn check_failures(front: impl Fn(Router) -> Router, expected: &[&str]) {
    let suite = suite();
    let spec = suite.spec.clone();
    let report = run_behind(&suite, spec, &Selection::default(), 1, front);
    let failing = report.cases.iter().filter(|case| case.outcome.kind == OutcomeKind::Fail);
    let failing: Vec<&str> = failing.map(|case| case.id.as_str()).collect();
    assert!(
        expected.iter().all(|start| failing.iter().any(|id| id.starts_with(start))),
        "{failing:?}"
    );
    assert!(
        failing.iter().all(|id| expected.iter().any(|start| id.starts_with(start))),
        "{failing:?}"
    );
}

/// These faults of versions are in no mutant.
#[test]
fn a_server_that_counts_every_version_as_stale_fails() {
    let front = |router: Router| {
        router.layer(from_fn(async |mut request: Request, next: Next| {
            let stale = |sent: &str| (sent != "*").then(|| "\"stale\"".to_owned());
            replace(request.headers_mut(), &IF_MATCH, stale);
            next.run(request).await
        }))
    };
    let operations = ["updateDraft", "replaceDraft", "deleteDraft"];
    let current = operations.map(|operation| format!("{operation}::precondition::current"));
    check_failures(front, &current.each_ref().map(String::as_str));
}

#[test]
fn a_server_that_returns_the_version_before_an_update_fails() {
    let front = |router: Router| {
        router.layer(from_fn(async |request: Request, next: Next| {
            if request.method() != Method::PATCH {
                return next.run(request).await;
            }
            let mut read = Request::get(request.uri().clone());
            for name in [AUTHORIZATION, HOST] {
                read = read.header(
                    &name,
                    request.headers().get(&name).cloned().unwrap_or(HeaderValue::from_static("")),
                );
            }
            let read = next.clone().run(read.body(Body::empty()).unwrap()).await;
            let before = read.headers().get(ETAG).and_then(|version| version.to_str().ok());
            let mut response = next.run(request).await;
            replace(response.headers_mut(), &ETAG, |_| before.map(str::to_owned));
            response
        }))
    };
    check_failures(front, &["updateDraft::version::as-read"]);
}

/// Ideas of the derivation that only this contract needs, and parts of the clause ids of their mutants.
const IDEAS: [(&str, &[&str]); 4] = [
    ("versions", &[".version"]),
    ("conditions", &[".precondition", ".condition"]),
    ("idempotency", &[".idempotency"]),
    ("notices", &[".deprecatedSince", ".sunset"]),
];

/// The test of this file that only `cargo xtask ci --long` runs.
mod longest {
    use super::*;

    #[test]
    #[ignore = "takes long; `cargo xtask ci --long` runs it"]
    fn without_each_idea_a_mutant_survives() {
        let suite = suite();
        let exemptions = AuditExemptions::none(&suite);
        for (idea, words) in IDEAS {
            let cases = derive_without(&suite.spec, &[idea]);
            let suite = Suite { cases, ..suite.clone() };
            let is_own =
                |mutant: &Mutant| words.iter().any(|word| mutant.clause.as_str().contains(word));
            let of_drafts: Vec<Mutant> =
                mutants::all(&suite.spec).into_iter().filter(is_own).collect();
            let rows = hunt(&suite, &exemptions, &of_drafts);
            let survives = rows.iter().any(|row| row.status == MutantStatus::Survived);
            assert!(survives, "every mutant is noticed without {idea}");
        }
    }
}
