//! The explorer on a contract with reads, and with updates that are rejected for another team.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::AUTHORIZATION;
use axum::middleware::{Next, from_fn};
use tower::ServiceExt;
use webdata_cases::case::KeyName;
use webdata_cases::derive::sequences::Action;
use webdata_explorer::ExplorationResult;
use webdata_reference::{Extension, Options, ReferenceServer};
use webdata_spec::{Spec, sources};
use webdata_suite::Suite;
use webdata_suite::outcome::OutcomeKind;

use crate::contract;
use crate::exploration::{assert_nothing, explore};

/// Lines that are added to the contract of the parcel lockers.
const ADDED_LINES: &str = r#"foreign      = "not-yours"

[[updateParcel.effects]]
id   = "keeps-omitted"
doc  = "Each property that is left out keeps its value."
kind = "keeps-omitted"

[[updateParcel.effects]]
id   = "refusal-keeps-all"
doc  = "A rejected request changes nothing."
kind = "refusal-keeps-all"

[[updateParcel.effects]]
"#;

fn suite() -> Suite {
    let mut pages = sources(&contract::folder("parcels")).expect("the pages can be opened");
    let page = pages.iter_mut().find(|page| page.name.ends_with("operations.toml"));
    let page = page.expect("the page");
    page.text = page.text.replacen("\n[[updateParcel.effects]]\n", ADDED_LINES, 1);
    let spec =
        Spec::read(&pages).unwrap_or_else(|diagnostics| panic!("{}", diagnostics.render(false)));
    Suite::new(spec)
}

/// How many requests are sent: enough to send each of a few hundred rejected requests at least once.
const REQUESTS: usize = 6000;

/// Explores the reference server until a sequence fails. If `is_open`, updates of another team take effect.
/// Returns how many of these updates were received, too.
fn explored(is_open: bool, requests: usize) -> (ExplorationResult, usize) {
    let suite = suite();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let spec = Arc::new(suite.spec.clone());
    let server = runtime.block_on(ReferenceServer::start(
        spec.clone(),
        &Extension::default(),
        Options::default(),
    ));
    let server = server.unwrap();
    let mut target = webdata_audit::reference_target(&server, &spec, 1).unwrap();
    let key = |name: KeyName| target.settings.keys[&name].reveal().to_owned();
    let [usual, other] = [KeyName::Valid, KeyName::OtherTeam].map(key);
    let received = Arc::new(AtomicUsize::new(0));
    target.connection.in_process =
        Some(front(server.router(), [usual, other], is_open, Arc::clone(&received)));
    let explored = explore(&suite, target, (1, requests), &runtime);
    (explored, received.load(Ordering::SeqCst))
}

/// If `is_open`, executes an update of another team before the update is rejected.
fn front(router: Router, keys: [String; 2], is_open: bool, received: Arc<AtomicUsize>) -> Router {
    let [usual, other] = keys.map(|key| format!("Key {key}"));
    let upstream = router.clone();
    router.layer(from_fn(move |request: Request, next: Next| {
        let (upstream, received) = (upstream.clone(), Arc::clone(&received));
        let is_other = request.headers().get(AUTHORIZATION).is_some_and(|key| *key == *other);
        let usual = usual.parse().unwrap();
        async move {
            if !is_other || request.method() != "PATCH" {
                return next.run(request).await;
            }
            received.fetch_add(1, Ordering::SeqCst);
            let (parts, body) = request.into_parts();
            let body = to_bytes(body, 1 << 20).await.unwrap();
            if is_open {
                let mut parts = parts.clone();
                parts.headers.insert(AUTHORIZATION, usual);
                let request = Request::from_parts(parts, Body::from(body.clone()));
                upstream.oneshot(request).await.unwrap();
            }
            next.run(Request::from_parts(parts, Body::from(body))).await
        }
    }))
}

#[test]
fn updates_of_another_team_are_sent_and_rejected() {
    let (result, received) = explored(false, REQUESTS);
    assert_nothing(&suite(), &result, "the reference server");
    assert!(received > 0);
}

#[test]
fn an_update_by_another_team_is_found() {
    let (explored, _) = explored(true, REQUESTS * 10);
    let [failing] = explored.failures.as_slice() else { panic!("{:?}", explored.statistics) };
    assert_eq!(failing.outcome.kind, OutcomeKind::Fail);
    let is_foreign = |action: &Action| match action {
        Action::Rejected { like, .. } => like == "updateParcel::errors::foreign-resource",
        _ => false,
    };
    assert!(failing.sequence.actions.iter().any(is_foreign), "{:#?}", failing.sequence);
}
