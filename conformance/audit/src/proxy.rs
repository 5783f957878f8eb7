//! The executor of differences: a proxy in front of the reference server, whose layers change requests and responses.
//! Requests and responses that concern no layer pass untouched.
//!
//! This module does not know why a server differs.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, Read as _};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, TRANSFER_ENCODING};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use flate2::Compression;
use flate2::read::{GzEncoder, ZlibEncoder};
use serde::Deserialize as _;
use serde_json::{Map, Value};
use tower::ServiceExt as _;
use webdata_spec::Spec;

use crate::differences::{DifferenceLayer, resource};
use crate::exchange::{
    Earlier, Exchange, LayerContext, ProxyRequest, ProxyResponse, responded_row,
};

/// The maximum size of a forwarded body, in bytes. The reference server accepts less.
const LARGEST_BODY: usize = 8 << 20;

#[derive(Debug)]
pub(crate) struct Proxy {
    layers: Vec<DifferenceLayer>,
    spec: Arc<Spec>,
    upstream: Router,
    /// The facts that the responses so far have shown, by path.
    earlier: Mutex<HashMap<String, Earlier>>,
    /// A mutex for each path. Every request without a response holds a reference, so the references count these requests.
    in_flight: Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>,
    /// The exchanges so far, if they are recorded.
    record: Option<Mutex<Vec<Exchange>>>,
}

impl Proxy {
    pub(crate) fn new(
        layers: impl IntoIterator<Item = DifferenceLayer>,
        spec: Arc<Spec>,
        upstream: Router,
    ) -> Self {
        let (layers, earlier, in_flight) =
            (layers.into_iter().collect(), Mutex::default(), Mutex::default());
        Self { layers, spec, upstream, earlier, in_flight, record: None }
    }

    /// Makes a proxy that records exchanges and changes none.
    pub(crate) fn recorder(spec: Arc<Spec>, upstream: Router) -> Arc<Self> {
        Arc::new(Self { record: Some(Mutex::default()), ..Self::new([], spec, upstream) })
    }

    /// Returns the exchanges since the last call, if they are recorded.
    pub(crate) fn take_record(&self) -> Vec<Exchange> {
        self.record.iter().flat_map(|record| std::mem::take(&mut *lock(record))).collect()
    }

    pub(crate) fn router(proxy: &Arc<Self>) -> Router {
        Router::new().fallback(handle).with_state(Arc::clone(proxy))
    }

    /// Returns for each layer whether it has changed a request or a response.
    pub(crate) fn changes(&self) -> impl Iterator<Item = bool> {
        self.layers.iter().map(|layer| layer.acted.load(Ordering::Relaxed))
    }

    /// Responds to a request. The request and the response pass untouched if no layer is concerned.
    async fn respond(&self, request: Request) -> Response {
        let is_recorded = self.record.is_some();
        let (mut concerned, mut body, mut remembers) = (Vec::new(), is_recorded, is_recorded);
        for layer in &self.layers {
            let needs = layer.needs(&self.spec, request.method(), request.uri().path());
            body |= needs.body;
            remembers |= needs.memory;
            if needs.is_concerned {
                concerned.push(layer);
            }
        }
        if concerned.is_empty() && !remembers {
            let Ok(response) = self.upstream.clone().oneshot(request).await;
            return response;
        }
        let (Parts { method, uri, headers, extensions, .. }, sent) = request.into_parts();
        let (text, body, stream) = if body {
            let Ok(text) = to_bytes(sent, LARGEST_BODY).await else {
                let (status, text) = (StatusCode::PAYLOAD_TOO_LARGE, "Payload Too Large");
                return into_response(ProxyResponse::error(&self.spec, status, text), &headers);
            };
            (text.to_vec(), serde_json::from_slice(&text).unwrap_or_default(), None)
        } else {
            (Vec::new(), Value::Null, Some(sent))
        };
        let request = ProxyRequest { method, uri, headers, extensions, text, body };
        self.exchange(&concerned, remembers, request, stream).await
    }

    /// Forwards a request with the changes of the layers, and applies them to the response. `stream` is the body, if no
    /// layer reads the body.
    async fn exchange(
        &self,
        concerned: &[&DifferenceLayer],
        remembers: bool,
        mut request: ProxyRequest,
        stream: Option<Body>,
    ) -> Response {
        let place = request.uri.path().to_lowercase();
        let turn =
            remembers.then(|| Arc::clone(lock(&self.in_flight).entry(place.clone()).or_default()));
        // The map and this request have a reference, too.
        let in_flight = turn.as_ref().map_or(0, |turn| Arc::strong_count(turn) - 2);
        // Merging reads a resource and then writes it, so updates of one resource take turns.
        let merges = concerned.iter().any(|layer| layer.merging().is_some());
        let _turn = match &turn {
            Some(turn) if merges => Some(turn.lock().await),
            _ => None,
        };
        let earlier = if remembers {
            lock(&self.earlier).get(&place).cloned().unwrap_or_default()
        } else {
            Earlier::default()
        };
        let original = request.clone();
        let Earlier { resource: before, is_rejection: after_rejection } = &earlier;
        let (spec, after_rejection, original) = (&self.spec, *after_rejection, &original);
        let context = LayerContext { spec, before, after_rejection, in_flight, original };
        let mut unchanged = Cow::Borrowed(original);
        for layer in concerned {
            if let Some(response) = layer.before(&context, &mut request) {
                layer.acted.store(true, Ordering::Relaxed);
                return self.apply_layers(concerned, &context, &request, response);
            }
            if !request.is_same(&unchanged) {
                layer.acted.store(true, Ordering::Relaxed);
                unchanged = Cow::Owned(request.clone());
            }
        }
        let pause: Duration = concerned.iter().map(|layer| layer.pause()).sum();
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
        let response = self.forward(&request, stream).await;
        let row = responded_row(response.extensions());
        if !remembers && !concerned.iter().any(|layer| layer.is_about_response(row)) {
            return response;
        }
        let mut response = read(response).await;
        for layer in concerned {
            if response.status.is_success()
                && let Some(merging) = layer.merging()
                && let Some(body) = merging.further_update(&context, &request)
            {
                layer.acted.store(true, Ordering::Relaxed);
                response = read(self.forward(&with_body(&request, body), None).await).await;
                if !response.status.is_success() {
                    // The client sees a rejection, which must change nothing. So the values that the accepted
                    // request replaced are restored.
                    let replaced = replaced(before, &request.body);
                    self.forward(&with_body(&request, replaced), None).await;
                }
            }
        }
        if remembers {
            let mut shown = lock(&self.earlier);
            let shown = shown.entry(place).or_default();
            shown.is_rejection = response.status.is_client_error();
            if response.status.is_success() {
                let returned = resource(&self.spec, &request, &mut response.body);
                shown.resource = returned.cloned().map(Value::Object).unwrap_or_default();
            }
        }
        self.apply_layers(concerned, &context, &request, response)
    }

    /// Applies the layers to a response, and records the exchange.
    fn apply_layers(
        &self,
        concerned: &[&DifferenceLayer],
        context: &LayerContext<'_>,
        request: &ProxyRequest,
        mut response: ProxyResponse,
    ) -> Response {
        for layer in concerned {
            if layer.is_about_response(response.row()) {
                let unchanged = response.clone();
                layer.after(context, request, &mut response);
                layer.acted.fetch_or(!response.is_same(&unchanged), Ordering::Relaxed);
            }
        }
        if let Some(record) = &self.record {
            let (resource, is_rejection) = (context.before.clone(), context.after_rejection);
            let (before, request) = (Earlier { resource, is_rejection }, request.clone());
            let exchange = Exchange { before, request, response: response.clone() };
            lock(record).push(exchange);
        }
        into_response(response, &context.original.headers)
    }

    /// Sends a request to the reference server. The body is `stream`, or the text of the request if there is none.
    async fn forward(&self, request: &ProxyRequest, stream: Option<Body>) -> Response {
        let is_stream = stream.is_some();
        let body = stream.unwrap_or_else(|| Body::from(request.text.clone()));
        let mut forwarded = Request::new(body);
        *forwarded.method_mut() = request.method.clone();
        *forwarded.uri_mut() = request.uri.clone();
        *forwarded.headers_mut() = request.headers.clone();
        *forwarded.extensions_mut() = request.extensions.clone();
        if !is_stream {
            forwarded.headers_mut().remove(CONTENT_LENGTH);
        }
        let Ok(response) = self.upstream.clone().oneshot(forwarded).await;
        response
    }
}

/// Reads a response of the reference server.
async fn read(response: Response) -> ProxyResponse {
    let (mut parts, body) = response.into_parts();
    parts.headers.remove(CONTENT_LENGTH);
    let bytes = to_bytes(body, usize::MAX).await.unwrap_or_default();
    // The reference server reads nothing that is nested too deeply to be returned.
    let mut deserializer = serde_json::Deserializer::from_slice(&bytes);
    deserializer.disable_recursion_limit();
    let body = Value::deserialize(&mut deserializer).ok();
    // A response without a body has a null `body` and no text.
    let is_text = body.is_none() && !bytes.is_empty();
    let text = is_text.then(|| String::from_utf8_lossy(&bytes).into_owned());
    let (status, headers, extensions) = (parts.status, parts.headers, parts.extensions);
    ProxyResponse { status, headers, extensions, body: body.unwrap_or_default(), text }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // No code panics while a lock is held; and if some did, the value would still be complete.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Encodes a body, if the coding is known.
fn encoded(coding: &str, text: &str) -> io::Result<Option<Vec<u8>>> {
    let mut text = text.as_bytes();
    let mut bytes = Vec::new();
    match coding {
        "gzip" => GzEncoder::new(&mut text, Compression::fast()).read_to_end(&mut bytes)?,
        "deflate" => ZlibEncoder::new(&mut text, Compression::fast()).read_to_end(&mut bytes)?,
        _ => return Ok(None),
    };
    Ok(Some(bytes))
}

fn with_body(request: &ProxyRequest, body: Value) -> ProxyRequest {
    ProxyRequest { text: body.to_string().into_bytes(), body, ..request.clone() }
}

/// Returns the stored properties that an update has replaced.
fn replaced(before: &Value, update: &Value) -> Value {
    let names = update.as_object().into_iter().flat_map(Map::keys);
    names.filter_map(|name| Some((name.clone(), before.get(name)?.clone()))).collect()
}

async fn handle(State(proxy): State<Arc<Proxy>>, request: Request) -> Response {
    proxy.respond(request).await
}

/// Writes a response, with a content coding that its headers state and the request accepts.
fn into_response(response: ProxyResponse, request_headers: &HeaderMap) -> Response {
    let accepted = request_headers.get(ACCEPT_ENCODING);
    let accepted = accepted.and_then(|value| value.to_str().ok()).unwrap_or_default();
    let whole = response.whole_text();
    let ProxyResponse { status, mut headers, extensions, .. } = response;
    let coding = headers.get(CONTENT_ENCODING).and_then(|coding| coding.to_str().ok());
    let coding = coding.filter(|coding| accepted.contains(coding) && !whole.is_empty());
    let whole = match coding.and_then(|coding| encoded(coding, &whole).ok().flatten()) {
        Some(encoded) => Body::from(encoded),
        None => {
            headers.remove(CONTENT_ENCODING);
            Body::from(whole)
        }
    };
    // A streamed body has no length, so the response is sent in chunks.
    let is_chunked = headers.remove(TRANSFER_ENCODING).is_some();
    let body = if is_chunked { Body::from_stream(whole.into_data_stream()) } else { whole };
    let mut response = Response::new(body);
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    *response.extensions_mut() = extensions;
    response
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use webdata_reference::Keys;

    use super::*;
    use crate::differences::{
        Conversion, Deviation, Difference, ExactPlace, Reach, ResponseKind, Rewrite, ValuePath,
        ValueSelector,
    };

    #[tokio::test]
    async fn what_no_layer_is_about_passes_untouched() {
        let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/v2");
        let spec = Arc::new(Spec::load(&pages).unwrap());
        let mut operations = spec.operations.values().filter(|it| it.request.is_some());
        let (called, other) = (operations.next().unwrap(), operations.next().unwrap());
        let endpoint = called.endpoint.as_ref().unwrap();
        let url = format!("{}{}", spec.service.base_path, endpoint.path).replace(['{', '}'], "");
        let other_row = ResponseKind::Row("another".to_owned());
        for (operation, of, expected) in [
            (&called.id, other_row, r#"{"data":  {"a":  1}}"#),
            (&other.id, ResponseKind::Success, r#"{"data":  {"a":  1}}"#),
            (&called.id, ResponseKind::Success, r#"{"data":{"a":null}}"#),
        ] {
            let path = ValuePath::default().member("data").member("a");
            let exact = Some(ExactPlace { path, schema: None, reach: Reach::Here });
            let values = ValueSelector { of: Some(of), exact, ..Default::default() };
            let what = Deviation::Returns(Rewrite { values, to: Conversion::Null, adds: false });
            let difference = Difference { operation: Some(operation.clone()), what };
            let layer = DifferenceLayer::new(difference, Keys::default());
            // Responds with the body of the request, under `data`.
            let echo = async |text: String| format!(r#"{{"data":  {text}}}"#);
            let proxy =
                Arc::new(Proxy::new([layer], Arc::clone(&spec), Router::new().fallback(echo)));
            let request = Request::builder().method(endpoint.method.as_str()).uri(&url);
            let request = request.body(Body::from(r#"{"a":  1}"#)).unwrap();
            let response = Proxy::router(&proxy).oneshot(request).await.unwrap();
            let text = to_bytes(response.into_body(), LARGEST_BODY).await.unwrap();
            assert_eq!(text, expected);
            let is_changed = !expected.contains("  ");
            assert_eq!(proxy.changes().collect::<Vec<_>>(), [is_changed]);
        }
    }
}
