//! Wraps the reference server in a layer that changes requests and responses, so that tests have servers with
//! known faults.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use webdata_reference::ReferenceServer;
use webdata_spec::Spec;
use webdata_spec::model::Level;
use webdata_suite::plan::Selection;
use webdata_suite::report::Report;
use webdata_suite::run::Runner;
use webdata_suite::target::Target;

use crate::SUITE;

/// The maximum size of a body, in bytes.
const MAX_BODY_BYTES: usize = 1 << 24;

/// The number of cases that run in parallel.
const JOBS: usize = 2;

/// A request that has not reached the reference server yet.
pub(crate) struct InterceptedRequest {
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
    /// The body as JSON, or null if the body is not JSON.
    pub(crate) body: Value,
    /// The resource as the last successful response for the path showed it, or null before the first.
    pub(crate) before: Value,
}

/// The two functions that change requests and responses.
#[derive(Clone, Copy)]
pub(crate) struct Alteration {
    /// Changes a request, or responds to it in place of the reference server.
    pub(crate) before: fn(&mut InterceptedRequest) -> Option<(StatusCode, Value)>,
    /// Changes the body of a response.
    pub(crate) after: fn(&InterceptedRequest, StatusCode, &mut Value),
}

/// Changes nothing: the server behaves as the reference server does.
pub(crate) const UNCHANGED: Alteration = Alteration { before: |_| None, after: |_, _, _| {} };

/// The state of the layer.
struct Front {
    altered: Alteration,
    /// The resources of the last successful responses, by path.
    returned: Mutex<HashMap<String, Value>>,
}

/// A running altered server, with a target for it.
pub(crate) struct AlteredServer {
    pub(crate) target: Target,
    runtime: Runtime,
    _server: ReferenceServer,
}

impl Alteration {
    /// Starts a server of the contract that has the alteration.
    pub(crate) fn start(self) -> AlteredServer {
        self.start_with(Arc::new(SUITE.spec.clone()))
    }

    /// Starts a server of another contract that has the alteration.
    pub(crate) fn start_with(self, served: Arc<Spec>) -> AlteredServer {
        let (runtime, server, mut target) =
            crate::reference_server::start_with(served, &SUITE, JOBS);
        let front = Arc::new(Front { altered: self, returned: Mutex::default() });
        target.connection.in_process =
            Some(server.router().layer(from_fn_with_state(front, handle)));
        AlteredServer { target, runtime, _server: server }
    }
}

impl AlteredServer {
    /// Runs the cases whose identities contain one of `filters`, shuffled by a seed if there is one.
    pub(crate) fn run(&self, filters: &[&str], shuffle: Option<u64>) -> Report {
        let filters = filters.iter().map(|filter| (*filter).to_owned()).collect();
        let selection = Selection { filters, ..Selection::default() };
        let mut plan = SUITE.plan(&self.target, &selection).unwrap();
        plan.shuffle = shuffle;
        let (target, runner) = (self.target.clone(), Runner::Threads(JOBS));
        SUITE.run(plan, target, Level::Must, runner, self.runtime.handle()).unwrap()
    }
}

async fn handle(State(front): State<Arc<Front>>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let text = to_bytes(body, MAX_BODY_BYTES).await.unwrap();
    let path = parts.uri.path().to_owned();
    let mut sent = InterceptedRequest {
        path: path.clone(),
        headers: parts.headers.clone(),
        body: serde_json::from_slice(&text).unwrap_or_default(),
        before: front.returned.lock().unwrap().get(&path).cloned().unwrap_or_default(),
    };
    let as_sent = sent.body.clone();
    if let Some((status, body)) = (front.altered.before)(&mut sent) {
        return json_response(status, HeaderMap::new(), &body);
    }
    let text = if sent.body == as_sent { text.to_vec() } else { sent.body.to_string().into() };
    parts.headers = sent.headers.clone();
    parts.headers.remove(CONTENT_LENGTH);
    let response = next.run(Request::from_parts(parts, Body::from(text))).await;
    let (parts, body) = response.into_parts();
    let bytes = to_bytes(body, MAX_BODY_BYTES).await.unwrap();
    let Ok(mut json) = serde_json::from_slice::<Value>(&bytes) else {
        return Response::from_parts(parts, Body::from(bytes));
    };
    (front.altered.after)(&sent, parts.status, &mut json);
    if parts.status.is_success() {
        front.returned.lock().unwrap().insert(path, json["data"].clone());
    }
    json_response(parts.status, parts.headers, &json)
}

fn json_response(status: StatusCode, mut headers: HeaderMap, body: &Value) -> Response {
    headers.remove(CONTENT_LENGTH);
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    let mut response = Response::new(Body::from(body.to_string()));
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    response
}

/// Returns the contract's response to an invalid body.
pub(crate) fn rejected() -> Option<(StatusCode, Value)> {
    Some((StatusCode::BAD_REQUEST, json!({ "success": false, "error": "Bad Request" })))
}
