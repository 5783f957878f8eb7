//! The allotments: a contract whose resources belong to others, up to two above each other.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::http::header::HOST;
use axum::http::{Method, Request, StatusCode};
use axum::middleware::{Next, from_fn};
use axum::response::IntoResponse as _;
use serde_json::Value;
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;
use webdata_reference::{Extension, Options, ReferenceServer};
use webdata_spec::model::Level;
use webdata_suite::Suite;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::Selection;
use webdata_suite::run::{NeededResources, Runner, clean, provision};
use webdata_suite::target::{AbandonedJournal, Journal, Target};

use crate::contract;

/// The path parameters of resources that the contract creates and deletes.
const PROVISIONED: [&str; 4] = ["gardenId", "bedId", "plantId", "spadeId"];

/// Returns the suite of the contract.
fn suite() -> Suite {
    contract::suite("allotments")
}

/// Starts the reference server, which ends with the runtime.
fn reference_server(suite: &Suite) -> (Runtime, ReferenceServer) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let spec = Arc::new(suite.spec.clone());
    let extension = Extension::default();
    let starting = ReferenceServer::start(spec, &extension, Options::default());
    let server = runtime.block_on(starting).unwrap();
    (runtime, server)
}

/// Parents are created before what belongs to them, and removed after it.
#[test]
fn resources_are_provisioned_below_each_other_and_removed() {
    let suite = suite();
    let (runtime, server) = reference_server(&suite);
    let mut target = webdata_audit::reference_target(&server, &suite.spec, 1).unwrap();
    for parameter in PROVISIONED {
        target.settings.fixtures.remove(parameter);
    }
    let stored = || {
        let each = ["gardens", "beds", "plants", "spades"].map(|plural| {
            let request = Request::get(format!("/_reference/{plural}"));
            let request = request.header(HOST, server.address().to_string()).body(Body::empty());
            let response = runtime.block_on(server.router().oneshot(request.unwrap())).unwrap();
            let body = runtime.block_on(to_bytes(response.into_body(), usize::MAX)).unwrap();
            serde_json::from_slice::<Vec<Value>>(&body).expect("a list")
        });
        each.map(|all| all.into_iter().map(|one| one.to_string()).collect::<BTreeSet<_>>())
    };
    let before = stored();
    target.provision_by_contract(&suite.spec, &suite.cases, 1);
    // What belongs to others brings them along.
    let needed = BTreeSet::from(["plantId".to_owned(), "spadeId".to_owned()]);
    let (needed, stop) = (NeededResources::from(needed), CancellationToken::new());
    let provisioning = provision(&target, &suite.spec, &needed, None, &stop);
    let provisioned = runtime.block_on(provisioning).unwrap();
    target.settings.fixtures.extend(provisioned.fixtures());
    for (parameter, parents) in [("gardenId", 0), ("bedId", 1), ("plantId", 2), ("spadeId", 1)] {
        let ids = &target.settings.fixtures[parameter];
        assert!(ids.iter().all(|id| id.matches('/').count() == parents), "{parameter}: {ids:?}");
    }
    let mistakes = target.mistakes(&suite.spec, &suite.cases);
    assert!(mistakes.is_empty(), "{mistakes:?}");

    let plan = suite.plan(&target, &Selection::default()).expect("a valid plan");
    let runner = Runner::Threads(1);
    let report = suite.run(plan, target, Level::Open, runner, runtime.handle()).unwrap();
    let fine = [OutcomeKind::Pass, OutcomeKind::Observed];
    let wrong = report.cases.iter().filter(|case| !fine.contains(&case.outcome.kind));
    let wrong: Vec<String> =
        wrong.map(|case| format!("{}: {}", case.id, case.outcome.reason)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(runtime.block_on(provisioned.remove()), Vec::new());
    assert_eq!(stored(), before);
}

/// What cases created and could not delete is noted in a file, by which it is removed later.
#[test]
fn what_cases_leave_is_removed_by_the_journal() {
    let suite = suite();
    let (runtime, server) = reference_server(&suite);
    let target = webdata_audit::reference_target(&server, &suite.spec, 1).unwrap();
    let keeping = from_fn(|request: Request<Body>, next: Next| async move {
        match request.method() {
            &Method::DELETE => StatusCode::FORBIDDEN.into_response(),
            _ => next.run(request).await,
        }
    });
    let folder = tempfile::TempDir::new().unwrap();
    let journal = Journal::new(folder.path(), &target.connection.base_url);
    let mut kept = Target { journal: Some(Arc::new(journal)), ..target.clone() };
    kept.connection.in_process = Some(server.router().layer(keeping));
    let filters = vec!["createGarden::name::".to_owned(), "createBed::name::".to_owned()];
    let selection = Selection { filters, ..Selection::default() };
    let plan = suite.plan(&kept, &selection).expect("a valid plan");
    let runner = Runner::Threads(1);
    suite.run(plan, kept, Level::Open, runner, runtime.handle()).unwrap();
    let mut journals = AbandonedJournal::read_all(folder.path()).unwrap();
    let [journal] = journals.as_mut_slice() else { panic!("{} journals", journals.len()) };
    assert!(journal.left.len() >= 2, "{:?}", journal.left);
    let cleaning = clean(&target, &suite.spec, journal);
    let (cleaned, removed) = runtime.block_on(cleaning).unwrap();
    assert_eq!((cleaned.left, cleaned.removed), (Vec::<String>::new(), journal.left.len()));
    for entry in &removed {
        journal.remove(entry).unwrap();
    }
    assert!(AbandonedJournal::read_all(folder.path()).unwrap().is_empty());
}

/// A fixture that does not name its parents, or names those of another, would spoil cases.
#[test]
fn fixtures_are_below_the_same_parents() {
    let suite = suite();
    let mistakes = |ids: &[&str]| {
        let mut target = webdata_suite::target::Target::from_base_url("http://allotments.example");
        // Each letter stands for an identity.
        let uuid = |letter: &str| format!("00000000-0000-4000-8000-{}", letter.repeat(12));
        let fixture = |id: &&str| id.split('/').map(uuid).collect::<Vec<_>>().join("/");
        let ids = ids.iter().map(fixture).collect();
        target.settings.fixtures.insert("plantId".to_owned(), ids);
        target.mistakes(&suite.spec, &suite.cases).into_iter().map(|mistake| mistake.message)
    };
    assert_eq!(mistakes(&["a/b/c", "a/b/d"]).count(), 0);
    let wrong: [&[&str]; 3] = [&["c"], &["b/c"], &["a/b/c", "a/d/c"]];
    for ids in wrong {
        let messages: Vec<String> = mistakes(ids).collect();
        let [message] = messages.as_slice() else { panic!("{ids:?}: {messages:?}") };
        assert!(message.contains("`gardenId/bedId/plantId`"), "{message}");
    }
}
