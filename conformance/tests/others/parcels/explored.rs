//! The explorer on a contract whose updates say what another team is answered with, and whose resources
//! can be read.

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
use webdata_reference::{Options, ReferenceServer};
use webdata_spec::{Spec, sources};
use webdata_suite::Suite;
use webdata_suite::outcome::OutcomeKind;

use crate::contract;
use crate::explored::{assert_nothing, explore_by};

/// What the contract of the parcel lockers leaves out.
const FURTHER: &str = r#"foreign      = "not-yours"

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
    let page = pages.iter_mut().find(|own| own.name.ends_with("operations.toml"));
    let page = page.expect("the page");
    page.text = page.text.replacen("\n[[updateParcel.effects]]\n", FURTHER, 1);
    let spec = Spec::read(&pages).unwrap_or_else(|found| panic!("{}", found.render(false)));
    Suite::new(spec, super::generated::validators::ALL).expect("every type has a validator")
}

/// Of a few hundred refused requests, each is sent once or more among so many.
const REQUESTS: usize = 6000;

/// Explores the reference server, which another team's updates reach or not; returns how many of them
/// came, too. It ends at the first finding.
fn explored(is_open: bool, requests: usize) -> (ExplorationResult, usize) {
    let suite = suite();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let spec = Arc::new(suite.spec.clone());
    let server = runtime.block_on(ReferenceServer::start(spec.clone(), Options::default()));
    let server = server.unwrap();
    let mut target = webdata_audit::reference_target(&server, &spec, 1).unwrap();
    let key = |name: KeyName| target.keys[&name].reveal().to_owned();
    let [own, other] = [KeyName::Valid, KeyName::OtherTeam].map(key);
    let came = Arc::new(AtomicUsize::new(0));
    target.in_process = Some(front(server.router(), [own, other], is_open, Arc::clone(&came)));
    let explored = explore_by(&suite, target, (1, requests), &runtime);
    (explored, came.load(Ordering::SeqCst))
}

/// Carries out what another team asks for, where `is_open`, before it is rejected.
fn front(router: Router, keys: [String; 2], is_open: bool, came: Arc<AtomicUsize>) -> Router {
    let [own, other] = keys.map(|key| format!("Key {key}"));
    let behind = router.clone();
    router.layer(from_fn(move |request: Request, next: Next| {
        let (behind, came) = (behind.clone(), Arc::clone(&came));
        let is_other = request.headers().get(AUTHORIZATION).is_some_and(|key| *key == *other);
        let own = own.parse().unwrap();
        async move {
            if !is_other || request.method() != "PATCH" {
                return next.run(request).await;
            }
            came.fetch_add(1, Ordering::SeqCst);
            let (parts, body) = request.into_parts();
            let body = to_bytes(body, 1 << 20).await.unwrap();
            if is_open {
                let mut parts = parts.clone();
                parts.headers.insert(AUTHORIZATION, own);
                let request = Request::from_parts(parts, Body::from(body.clone()));
                behind.oneshot(request).await.unwrap();
            }
            next.run(Request::from_parts(parts, Body::from(body))).await
        }
    }))
}

#[test]
fn another_teams_key_is_sent_and_refused() {
    let (explored, came) = explored(false, REQUESTS);
    assert_nothing(&explored);
    assert!(came > 0);
}

#[test]
fn what_another_team_changes_is_found() {
    let (explored, _) = explored(true, REQUESTS * 10);
    let [found] = explored.failures.as_slice() else { panic!("{:?}", explored.statistics) };
    assert_eq!(found.outcome.kind, OutcomeKind::Fail);
    let is_foreign = |own: &Action| match own {
        Action::Rejected { like, .. } => like == "updateParcel::errors::foreign-resource",
        _ => false,
    };
    assert!(found.sequence.actions.iter().any(is_foreign), "{:#?}", found.sequence);
}
