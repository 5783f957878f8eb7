//! A proxy before the reference server, whose layers change requests and responses.
//!
//! This module does not know why a server differs.

use std::collections::HashMap;
use std::io::{self, Read as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, TRANSFER_ENCODING};
use axum::response::Response;
use flate2::Compression;
use flate2::read::{GzEncoder, ZlibEncoder};
use serde::Deserialize as _;
use serde_json::{Map, Value};
use tower::ServiceExt as _;
use webdata_spec::Spec;

use crate::differences::{DifferenceLayer, resource};
use crate::exchange::{Exchange, LayerContext, ProxyRequest, ProxyResponse};

/// The largest body that is forwarded, in bytes. The server behind accepts less.
const LARGEST_BODY: usize = 8 << 20;

/// A proxy before the reference server.
#[derive(Debug)]
pub(crate) struct Proxy {
    /// The layers, each with whether the layer has changed anything yet.
    layers: Vec<(DifferenceLayer, AtomicBool)>,
    spec: Arc<Spec>,
    upstream: Router,
    /// The resources of the last successful responses, by path.
    returned: Mutex<HashMap<String, Value>>,
    /// A value for each path, with a reference for each request that has no response yet.
    in_flight: Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>,
    /// The exchanges so far, if they are recorded.
    record: Option<Mutex<Vec<Exchange>>>,
}

impl Proxy {
    pub(crate) fn new(
        layers: impl IntoIterator<Item = DifferenceLayer>,
        spec: Arc<Spec>,
        upstream: Router,
    ) -> Arc<Self> {
        Arc::new(Self::without_record(layers, spec, upstream))
    }

    fn without_record(
        layers: impl IntoIterator<Item = DifferenceLayer>,
        spec: Arc<Spec>,
        upstream: Router,
    ) -> Self {
        let layers = layers.into_iter().map(|layer| (layer, false.into())).collect();
        let (returned, in_flight) = (Mutex::default(), Mutex::default());
        Self { layers, spec, upstream, returned, in_flight, record: None }
    }

    /// Makes a proxy that records exchanges and changes none.
    pub(crate) fn recorder(spec: Arc<Spec>, upstream: Router) -> Arc<Self> {
        let recorder = Self::without_record([], spec, upstream);
        Arc::new(Self { record: Some(Mutex::default()), ..recorder })
    }

    /// Returns the exchanges since the last call, if they are recorded.
    pub(crate) fn take_record(&self) -> Vec<Exchange> {
        let record = self.record.iter();
        let record = record.map(lock);
        record.flat_map(|mut exchanges| std::mem::take(&mut *exchanges)).collect()
    }

    pub(crate) fn router(proxy: &Arc<Self>) -> Router {
        Router::new().fallback(handle).with_state(Arc::clone(proxy))
    }

    /// Returns whether each layer has changed a request or a response.
    pub(crate) fn changes(&self) -> impl Iterator<Item = bool> {
        self.layers.iter().map(|(_, acted)| acted.load(Ordering::Relaxed))
    }

    async fn respond(&self, mut request: ProxyRequest) -> ProxyResponse {
        let place = request.uri.path().to_lowercase();
        let turn = Arc::clone(lock(&self.in_flight).entry(place.clone()).or_default());
        // The map and this request have a reference, too.
        let in_flight = Arc::strong_count(&turn) - 2;
        // Merging reads the resource and writes it, so that updates of one resource have to take turns.
        let merges = self.layers.iter().any(|(layer, _)| layer.merges());
        let _turn = if merges { Some(turn.lock().await) } else { None };
        let before = lock(&self.returned).get(&place).cloned().unwrap_or_default();
        let original = request.clone();
        let (spec, before, original) = (&self.spec, &before, &original);
        let context = LayerContext { spec, before, in_flight, original };
        for (layer, acted) in &self.layers {
            let unchanged = request.clone();
            if let Some(response) = layer.before(&context, &mut request) {
                acted.store(true, Ordering::Relaxed);
                return self.apply_layers(&context, &request, response);
            }
            acted.fetch_or(!request.is_same(&unchanged), Ordering::Relaxed);
        }
        let pause: Duration = self.layers.iter().map(|(layer, _)| layer.pause()).sum();
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
        let mut response = self.forward(&request).await;
        for (layer, acted) in &self.layers {
            if response.status.is_success()
                && let Some(body) = layer.further_update(&context, &request)
            {
                acted.store(true, Ordering::Relaxed);
                response = self.forward(&with_body(&request, body)).await;
                if !response.status.is_success() {
                    // A rejected update changes nothing, so what the accepted part of it replaced is put back.
                    self.forward(&with_body(&request, replaced(before, &request.body))).await;
                }
            }
        }
        if response.status.is_success() {
            let returned = resource(&self.spec, &request, &mut response.body);
            let returned = returned.cloned().map(Value::Object).unwrap_or_default();
            lock(&self.returned).insert(place, returned);
        }
        self.apply_layers(&context, &request, response)
    }

    fn apply_layers(
        &self,
        context: &LayerContext<'_>,
        request: &ProxyRequest,
        mut response: ProxyResponse,
    ) -> ProxyResponse {
        for (layer, acted) in &self.layers {
            let unchanged = response.clone();
            layer.after(context, request, &mut response);
            acted.fetch_or(!response.is_same(&unchanged), Ordering::Relaxed);
        }
        if let Some(record) = &self.record {
            let (before, request) = (context.before.clone(), request.clone());
            let exchange = Exchange { before, request, response: response.clone() };
            lock(record).push(exchange);
        }
        response
    }

    async fn forward(&self, request: &ProxyRequest) -> ProxyResponse {
        let mut forwarded = Request::new(Body::from(request.text.clone()));
        *forwarded.method_mut() = request.method.clone();
        *forwarded.uri_mut() = request.uri.clone();
        *forwarded.headers_mut() = request.headers.clone();
        forwarded.headers_mut().remove(CONTENT_LENGTH);
        let Ok(response) = self.upstream.clone().oneshot(forwarded).await;
        let (mut parts, body) = response.into_parts();
        parts.headers.remove(CONTENT_LENGTH);
        let body = to_bytes(body, LARGEST_BODY).await.ok();
        // A null stands for the missing body of a response without one.
        let read = |body: Bytes| match body.is_empty() {
            true => Some(Value::Null),
            false => {
                // The reference server reads nothing that is nested too deeply to be returned.
                let mut deserializer = serde_json::Deserializer::from_slice(&body);
                deserializer.disable_recursion_limit();
                Value::deserialize(&mut deserializer).ok()
            }
        };
        match body.and_then(read) {
            Some(body) => {
                ProxyResponse { status: parts.status, headers: parts.headers, body, text: None }
            }
            None => {
                let text = "The server behind sends no JSON";
                ProxyResponse::error(&self.spec, StatusCode::BAD_GATEWAY, text)
            }
        }
    }
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
    let (parts, body) = request.into_parts();
    let accepted = parts.headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let accepted = accepted.unwrap_or_default().to_owned();
    let response = match to_bytes(body, LARGEST_BODY).await {
        Ok(text) => {
            let body = serde_json::from_slice(&text).unwrap_or_default();
            let (method, uri, headers) = (parts.method, parts.uri, parts.headers);
            proxy.respond(ProxyRequest { method, uri, headers, text: text.to_vec(), body }).await
        }
        Err(_) => {
            ProxyResponse::error(&proxy.spec, StatusCode::PAYLOAD_TOO_LARGE, "Payload Too Large")
        }
    };
    let ProxyResponse { status, mut headers, body, text } = response;
    let is_empty = status == StatusCode::NO_CONTENT || body.is_null();
    let whole = match text {
        Some(text) => text,
        None if is_empty => String::new(),
        None => body.to_string(),
    };
    // Responses that say so are compressed, if the request accepts it.
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
    response
}
