//! The server in front of the reference server: it passes requests on and changes their handling
//! and their answers on the way.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, DATE, HOST, TRANSFER_ENCODING};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::Response;
use serde_json::{Value, json};
use webdata_spec::Spec;

use crate::ways::Way;

const TIME_LIMIT: Duration = Duration::from_secs(10);
const LARGEST_BODY: usize = 8 << 20;

/// A request on its way.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Sent {
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
    pub(crate) text: Vec<u8>,
    /// The body as JSON, `null` where it is none.
    pub(crate) body: Value,
}

/// An answer on its way.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
}

/// What a way may look at besides the request.
pub(crate) struct Known<'k> {
    pub(crate) spec: &'k Spec,
    /// The monitor as the last success returned it, before this request; `null` where none did.
    pub(crate) before: &'k Value,
}

impl Answer {
    /// An error of the contract's shape.
    pub(crate) fn error(status: u16, text: &str) -> Self {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let status = StatusCode::from_u16(status).expect("a status");
        Self { status, headers, body: json!({ "success": false, "error": text }) }
    }
}

/// The server.
pub(crate) struct Front {
    ways: &'static [Way],
    spec: Spec,
    behind: String,
    client: reqwest::Client,
    acted: Vec<AtomicBool>,
    /// Monitors as they were returned last, by path.
    returned: Mutex<HashMap<String, Value>>,
}

impl Front {
    pub(crate) fn new(ways: &'static [Way], spec: Spec, behind: String) -> Arc<Self> {
        // A second call finds the provider in place, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder().no_proxy().timeout(TIME_LIMIT).build().unwrap();
        let acted = ways.iter().map(|_| false.into()).collect();
        Arc::new(Self { ways, spec, behind, client, acted, returned: Mutex::default() })
    }

    /// Starts it and gives its base address.
    pub(crate) async fn start(front: &Arc<Self>) -> String {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().fallback(handle).with_state(Arc::clone(front));
        tokio::spawn(async { axum::serve(listener, router).await });
        format!("http://{address}")
    }

    /// Whether each way changed anything.
    pub(crate) fn acted(&self, spec: &Spec) -> Vec<bool> {
        let changes_contract = |way: &Way| {
            let mut changed = spec.clone();
            (way.contract)(&mut changed);
            changed.types != spec.types
        };
        let both = self.ways.iter().zip(&self.acted);
        both.map(|(way, acted)| acted.load(Ordering::Relaxed) || changes_contract(way)).collect()
    }

    async fn answer(&self, mut sent: Sent) -> Answer {
        let before = self.last_returned(&sent.path);
        let known = Known { spec: &self.spec, before: &before };
        for (way, acted) in self.ways.iter().zip(&self.acted) {
            let as_sent = sent.clone();
            if let Some(answer) = (way.before)(&known, &mut sent) {
                acted.store(true, Ordering::Relaxed);
                return self.changed(&known, &sent, answer);
            }
            acted.fetch_or(as_sent != sent, Ordering::Relaxed);
        }
        let mut answer = self.pass_on(&sent).await;
        for (way, acted) in self.ways.iter().zip(&self.acted) {
            let again = answer.status.is_success().then(|| (way.again)(&known, &sent)).flatten();
            if let Some(body) = again {
                acted.store(true, Ordering::Relaxed);
                let text = body.to_string().into_bytes();
                answer = self.pass_on(&Sent { text, body, ..sent.clone() }).await;
            }
        }
        if answer.status.is_success() {
            let data = answer.body["data"].clone();
            self.returned.lock().unwrap().insert(sent.path.to_lowercase(), data);
        }
        self.changed(&known, &sent, answer)
    }

    fn last_returned(&self, path: &str) -> Value {
        let returned = self.returned.lock().unwrap();
        returned.get(&path.to_lowercase()).cloned().unwrap_or_default()
    }

    fn changed(&self, known: &Known<'_>, sent: &Sent, mut answer: Answer) -> Answer {
        for (way, acted) in self.ways.iter().zip(&self.acted) {
            let as_answered = answer.clone();
            (way.after)(known, sent, &mut answer);
            // The body as text, since the order of members counts here.
            let as_text = [&as_answered.body, &answer.body].map(Value::to_string);
            let changed = as_answered != answer || as_text[0] != as_text[1];
            acted.fetch_or(changed, Ordering::Relaxed);
        }
        answer
    }

    async fn pass_on(&self, sent: &Sent) -> Answer {
        let mut headers = sent.headers.clone();
        headers.remove(HOST);
        headers.remove(CONTENT_LENGTH);
        let request = self.client.request(sent.method.clone(), self.behind.clone() + &sent.path);
        let answer = request.headers(headers).body(sent.text.clone()).send().await.unwrap();
        let (status, mut headers) = (answer.status(), answer.headers().clone());
        headers.remove(CONTENT_LENGTH);
        headers.remove(DATE);
        let body = serde_json::from_slice(&answer.bytes().await.unwrap()).expect("JSON");
        Answer { status, headers, body }
    }
}

async fn handle(State(front): State<Arc<Front>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let text = to_bytes(body, LARGEST_BODY).await.unwrap().to_vec();
    let body = serde_json::from_slice(&text).unwrap_or_default();
    let path = parts.uri.path().to_owned();
    let sent = Sent { method: parts.method, path, headers: parts.headers, text, body };
    let Answer { status, mut headers, body } = front.answer(sent).await;
    let whole = Body::from(body.to_string());
    // A stream has no length, so that it is sent in chunks.
    let is_chunked = headers.remove(TRANSFER_ENCODING).is_some();
    let body = if is_chunked { Body::from_stream(whole.into_data_stream()) } else { whole };
    let mut response = Response::new(body);
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    response
}
