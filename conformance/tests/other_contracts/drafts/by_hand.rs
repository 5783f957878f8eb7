//! A server of the shared drafts that is written by hand from the contract's pages: correct in one of several
//! ways, or with one fault.
//!
//! The server must use neither generated code nor the reference server.

mod fault;
mod request;
mod store;

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

pub(crate) use fault::Fault;
use request::ParsedRequest;
use store::{Draft, Store};

use crate::by_hand::{HandWritten, PROVOKE};

/// How a correct server behaves where the contract leaves a gap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Variation {
    /// Versions are numbers, and a repeated creation gets the response of the first.
    Plain,
    /// Versions are strings with unusual characters, and a repeated creation gets a 200.
    Odd,
    /// Versions are weak entity tags, which are compared as strings.
    Weak,
}

pub(crate) struct Server {
    fault: Option<Fault>,
    variation: Variation,
    store: Mutex<Store>,
}

/// The id of the error in a response to a rejected request.
pub(crate) struct Rejection(&'static str);

/// The id, status code and message of each error.
const ROWS: [(&str, u16, &str); 8] = [
    ("bad-request", 400, "Bad Request"),
    ("bad-key", 401, "Bad Key"),
    ("no-permission", 403, "No Permission"),
    ("not-here", 404, "Not Here"),
    ("version-differs", 412, "Version Differs"),
    ("key-reused", 422, "Key Reused"),
    ("version-missing", 428, "Version Missing"),
    ("closed", 503, "Closed"),
];

const MALFORMED: Rejection = Rejection("bad-request");
const UNKNOWN: Rejection = Rejection("not-here");
const DIFFERS: Rejection = Rejection("version-differs");

/// A response without the headers that each response has.
struct ResponseParts {
    status: StatusCode,
    body: Option<Value>,
    headers: Vec<(&'static str, String)>,
}

impl HandWritten for Server {
    fn router(self: &Arc<Self>) -> Router {
        Router::new().fallback(handle).with_state(Arc::clone(self))
    }

    fn remaining(&self) -> Vec<String> {
        self.store.lock().unwrap().drafts.iter().map(|draft| draft.to_json().to_string()).collect()
    }
}

impl Server {
    pub(crate) fn new(fault: Option<Fault>, variation: Variation) -> Arc<Self> {
        Arc::new(Self { fault, variation, store: Mutex::default() })
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    fn respond_to(&self, request: &ParsedRequest) -> Result<ResponseParts, Rejection> {
        if let Some(error) = request.header(PROVOKE) {
            return Err(Rejection(row(error).0));
        }
        let mut store = self.store.lock().unwrap();
        let path = request.path.strip_prefix("/v1/drafts").ok_or(UNKNOWN)?;
        let id = path.strip_prefix('/');
        match (request.method.as_str(), path, id) {
            ("POST", "", None) => self.create(&mut store, request),
            ("GET", "", None) => self.list(&store, request),
            ("GET", _, Some(id)) => self.read(&store, request, id),
            ("PATCH", _, Some(id)) => self.update(&mut store, request, id),
            ("PUT", _, Some(id)) => self.replace(&mut store, request, id),
            ("DELETE", _, Some(id)) => self.delete(&mut store, request, id),
            _ => Err(UNKNOWN),
        }
    }

    fn create(
        &self,
        store: &mut Store,
        request: &ParsedRequest,
    ) -> Result<ResponseParts, Rejection> {
        let team = request.team()?;
        let key = request.header("idempotency-key").filter(|key| key.chars().count() <= 64);
        let key = Some(key.ok_or(MALFORMED)?);
        let content = request.content()?;
        let sent = Value::Object(content.clone());
        let key = key.filter(|_| !self.has(Fault::IgnoresKey));
        let is_same = |of: &str| of == team || self.has(Fault::SharesKeys);
        let before = key.and_then(|key| store.created_with(key, is_same));
        if let Some((body, draft)) = before {
            if *body != sent && !self.has(Fault::ForgetsBody) {
                return Err(Rejection("key-reused"));
            }
            let status = match self.variation {
                Variation::Odd => StatusCode::OK,
                Variation::Plain | Variation::Weak => StatusCode::CREATED,
            };
            return Ok(self.draft_response(status, draft));
        }
        let draft = store.create(team, content);
        if let Some(key) = key {
            store.keys.push((team, key.to_owned(), sent, draft.clone()));
        }
        Ok(self.draft_response(StatusCode::CREATED, &draft))
    }

    fn read(
        &self,
        store: &Store,
        request: &ParsedRequest,
        id: &str,
    ) -> Result<ResponseParts, Rejection> {
        let draft = store.find(request, id)?;
        let is_known = match request.header("if-none-match") {
            None => false,
            Some(_) if self.has(Fault::IgnoresIfNoneMatch) => false,
            Some(_) if self.has(Fault::NeverModified) => true,
            Some(known) => known == "*" || known == self.version(draft),
        };
        if is_known {
            let headers = vec![("etag", self.version(draft))];
            return Ok(ResponseParts { status: StatusCode::NOT_MODIFIED, body: None, headers });
        }
        Ok(self.draft_response(StatusCode::OK, draft))
    }

    fn update(
        &self,
        store: &mut Store,
        request: &ParsedRequest,
        id: &str,
    ) -> Result<ResponseParts, Rejection> {
        let draft = store.find_mut(request, id)?;
        let change = request.change()?;
        let before = self.version(draft);
        if !self.has(Fault::IgnoresIfMatch) {
            self.check_version(request, draft)?;
        }
        draft.change(change);
        let mut response_parts = self.draft_response(StatusCode::OK, draft);
        if self.has(Fault::ReturnsOldVersion) {
            response_parts.headers = vec![("etag", before)];
        }
        Ok(response_parts)
    }

    fn replace(
        &self,
        store: &mut Store,
        request: &ParsedRequest,
        id: &str,
    ) -> Result<ResponseParts, Rejection> {
        request.require_version()?;
        let draft = store.find_mut(request, id)?;
        let content = request.content()?;
        let matched = self.check_version(request, draft);
        if matched.is_ok() || self.has(Fault::ReplacesDespiteRejection) {
            draft.replace(content);
        }
        matched?;
        Ok(self.draft_response(StatusCode::OK, draft))
    }

    fn delete(
        &self,
        store: &mut Store,
        request: &ParsedRequest,
        id: &str,
    ) -> Result<ResponseParts, Rejection> {
        request.require_version()?;
        let draft = store.find(request, id)?;
        if !self.has(Fault::RemovesAnyVersion) {
            self.check_version(request, draft)?;
        }
        store.remove(id);
        Ok(ResponseParts { status: StatusCode::NO_CONTENT, body: None, headers: Vec::new() })
    }

    fn list(&self, store: &Store, request: &ParsedRequest) -> Result<ResponseParts, Rejection> {
        let team = request.team()?;
        let of_team = store.drafts.iter().filter(|draft| draft.team == team);
        let since = match self.has(Fault::DeprecationAsDate) {
            true => "Thu, 15 Jan 2026 00:00:00 GMT",
            false => "@1768435200",
        };
        let until = match self.has(Fault::LateSunset) {
            true => "Sat, 16 Jan 2027 00:00:00 GMT",
            false => "Fri, 15 Jan 2027 00:00:00 GMT",
        };
        let headers = [
            ("deprecation", since, Fault::WithoutDeprecation),
            ("sunset", until, Fault::WithoutSunset),
        ];
        let headers = headers.into_iter().filter(|(.., fault)| !self.has(*fault));
        Ok(ResponseParts {
            status: StatusCode::OK,
            body: Some(of_team.map(Draft::to_json).collect()),
            headers: headers.map(|(name, value, _)| (name, value.to_owned())).collect(),
        })
    }

    /// Rejects a request whose `If-Match` is not the version of the draft.
    fn check_version(&self, request: &ParsedRequest, draft: &Draft) -> Result<(), Rejection> {
        match request.header("if-match") {
            None | Some("*") => Ok(()),
            Some(version)
                if version == self.version(draft) && !self.has(Fault::RejectsEveryVersion) =>
            {
                Ok(())
            }
            Some(_) => Err(DIFFERS),
        }
    }

    fn version(&self, draft: &Draft) -> String {
        let number = if self.has(Fault::KeepsVersion) { 0 } else { draft.version };
        match self.variation {
            Variation::Plain => format!("\"{number}\""),
            Variation::Odd => format!("\"{}/!#;,:'{}\"", draft.id, number * 7919),
            Variation::Weak => format!("W/\"{number}\""),
        }
    }

    fn draft_response(&self, status: StatusCode, draft: &Draft) -> ResponseParts {
        ResponseParts {
            status,
            body: Some(draft.to_json()),
            headers: vec![("etag", self.version(draft))],
        }
    }
}

/// Returns the row of an error.
fn row(id: &str) -> (&'static str, u16, &'static str) {
    ROWS.into_iter().find(|row| row.0 == id).expect("the contract has the error")
}

async fn handle(State(server): State<Arc<Server>>, request: axum::extract::Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, 1 << 20).await.unwrap_or_default();
    let request = ParsedRequest::new(parts, body);
    let response_parts = server.respond_to(&request).unwrap_or_else(|Rejection(id)| {
        let (_, status, text) = row(id);
        let status = StatusCode::from_u16(status).unwrap();
        let wait = (id == "closed").then(|| ("retry-after", "1".to_owned()));
        let headers = wait.into_iter().collect();
        ResponseParts { status, body: Some(json!({ "error": text })), headers }
    });
    let mut response = match response_parts.body {
        Some(body) => {
            let content_type = [(header::CONTENT_TYPE, "application/json")];
            (response_parts.status, content_type, Body::from(body.to_string())).into_response()
        }
        None => response_parts.status.into_response(),
    };
    for (name, value) in response_parts.headers {
        let value = HeaderValue::try_from(value).unwrap();
        response.headers_mut().insert(HeaderName::from_static(name), value);
    }
    response
}

type Properties = Map<String, Value>;
