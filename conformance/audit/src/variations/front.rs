//! Passes requests on to the reference server, and changes requests and responses on the way.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use axum::response::Response;
use serde_json::Value;
use tower::ServiceExt as _;
use webdata_spec::Spec;

use super::exchange::{Answer, Known, Sent};
use super::variation::Variation;

/// The largest body that is passed on, in bytes. The server behind takes less.
const LARGEST_BODY: usize = 8 << 20;

/// A front of the reference server, which applies variations.
#[derive(Debug)]
pub(super) struct Front {
    /// The variations, each with whether it has changed anything yet.
    variations: Vec<(&'static Variation, AtomicBool)>,
    spec: Arc<Spec>,
    behind: Router,
    /// Monitors as they were returned last, by path.
    returned: Mutex<HashMap<String, Value>>,
}

impl Front {
    pub(super) fn new(
        variations: impl Iterator<Item = &'static Variation>,
        spec: Arc<Spec>,
        behind: Router,
    ) -> Arc<Self> {
        let variations = variations.map(|variation| (variation, false.into())).collect();
        Arc::new(Self { variations, spec, behind, returned: Mutex::default() })
    }

    /// Returns the router that answers requests.
    pub(super) fn router(front: &Arc<Self>) -> Router {
        Router::new().fallback(handle).with_state(Arc::clone(front))
    }

    /// Returns each variation with whether it has changed a request or an answer.
    pub(super) fn acted(&self) -> impl Iterator<Item = (&'static Variation, bool)> {
        self.variations.iter().map(|(variation, acted)| (*variation, acted.load(Ordering::Relaxed)))
    }

    async fn answer(&self, mut sent: Sent) -> Answer {
        let place = sent.uri.path().to_lowercase();
        let before = self.returned().get(&place).cloned().unwrap_or_default();
        let known = Known { spec: &self.spec, before: &before };
        for (variation, acted) in &self.variations {
            let as_sent = sent.clone();
            if let Some(answer) = (variation.before)(&known, &mut sent) {
                acted.store(true, Ordering::Relaxed);
                return self.changed(&known, &sent, answer);
            }
            acted.fetch_or(as_sent != sent, Ordering::Relaxed);
        }
        let mut answer = self.pass_on(&sent).await;
        for (variation, acted) in &self.variations {
            let again =
                answer.status.is_success().then(|| (variation.again)(&known, &sent)).flatten();
            if let Some(body) = again {
                acted.store(true, Ordering::Relaxed);
                let text = body.to_string().into_bytes();
                answer = self.pass_on(&Sent { text, body, ..sent.clone() }).await;
            }
        }
        if answer.status.is_success() {
            let data = answer.body.get("data").cloned().unwrap_or_default();
            self.returned().insert(place, data);
        }
        self.changed(&known, &sent, answer)
    }

    fn returned(&self) -> MutexGuard<'_, HashMap<String, Value>> {
        // Nothing panics while the lock is held; if it did, the monitors would still be whole.
        self.returned.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn changed(&self, known: &Known<'_>, sent: &Sent, mut answer: Answer) -> Answer {
        for (variation, acted) in &self.variations {
            let as_answered = answer.clone();
            (variation.after)(known, sent, &mut answer);
            // The body as text, since the order of members counts here.
            let as_text = [&as_answered.body, &answer.body].map(Value::to_string);
            let changed = as_answered != answer || as_text[0] != as_text[1];
            acted.fetch_or(changed, Ordering::Relaxed);
        }
        answer
    }

    async fn pass_on(&self, sent: &Sent) -> Answer {
        let mut request = Request::new(Body::from(sent.text.clone()));
        *request.method_mut() = sent.method.clone();
        *request.uri_mut() = sent.uri.clone();
        *request.headers_mut() = sent.headers.clone();
        request.headers_mut().remove(CONTENT_LENGTH);
        let Ok(response) = self.behind.clone().oneshot(request).await;
        let (mut parts, body) = response.into_parts();
        parts.headers.remove(CONTENT_LENGTH);
        let body = to_bytes(body, LARGEST_BODY).await.ok();
        // A response without a body stays one: null stands for it on the way.
        let read = |body: Bytes| match body.is_empty() {
            true => Some(Value::Null),
            false => serde_json::from_slice(&body).ok(),
        };
        match body.and_then(read) {
            Some(body) => Answer { status: parts.status, headers: parts.headers, body },
            None => Answer::error(StatusCode::BAD_GATEWAY, "The server behind sends no JSON"),
        }
    }
}

async fn handle(State(front): State<Arc<Front>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let answer = match to_bytes(body, LARGEST_BODY).await {
        Ok(text) => {
            let body = serde_json::from_slice(&text).unwrap_or_default();
            let (method, uri, headers) = (parts.method, parts.uri, parts.headers);
            front.answer(Sent { method, uri, headers, text: text.to_vec(), body }).await
        }
        Err(_) => Answer::error(StatusCode::PAYLOAD_TOO_LARGE, "Payload Too Large"),
    };
    let Answer { status, mut headers, body } = answer;
    let is_empty = status == StatusCode::NO_CONTENT || body.is_null();
    let whole = if is_empty { Body::empty() } else { Body::from(body.to_string()) };
    // A stream has no length, so that it is sent in chunks.
    let is_chunked = headers.remove(TRANSFER_ENCODING).is_some();
    let body = if is_chunked { Body::from_stream(whole.into_data_stream()) } else { whole };
    let mut response = Response::new(body);
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    response
}
