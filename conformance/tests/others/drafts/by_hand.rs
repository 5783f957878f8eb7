//! A server of the shared drafts that was written by hand from the contract's pages: correct in one of
//! several ways, or with one fault.
//!
//! It must use neither generated code nor anything of the reference server.

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
use request::Asked;
use store::{Draft, Store};

use crate::by_hand::{HandWritten, PROVOKE};

/// How a correct server is, where the contract leaves it open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    /// Versions are numbers, and a repeated creation is answered as the first.
    Plain,
    /// Versions are texts of odd characters, and a repeated creation is answered with 200.
    Odd,
    /// Versions are marked as weak, and compared as they stand.
    Weak,
}

/// A server.
pub(crate) struct Server {
    fault: Option<Fault>,
    manner: Manner,
    store: Mutex<Store>,
}

/// The error that refuses a request.
pub(crate) struct Refusal(&'static str);

/// The statuses and texts of the errors.
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

const MALFORMED: Refusal = Refusal("bad-request");
const UNKNOWN: Refusal = Refusal("not-here");
const DIFFERS: Refusal = Refusal("version-differs");

/// What a request is answered with.
struct Done {
    status: StatusCode,
    body: Option<Value>,
    headers: Vec<(&'static str, String)>,
}

impl HandWritten for Server {
    fn router(self: &Arc<Self>) -> Router {
        Router::new().fallback(handle).with_state(Arc::clone(self))
    }

    fn left(&self) -> Vec<String> {
        self.store.lock().unwrap().drafts.iter().map(|own| own.shown().to_string()).collect()
    }
}

impl Server {
    pub(crate) fn new(fault: Option<Fault>, manner: Manner) -> Arc<Self> {
        Arc::new(Self { fault, manner, store: Mutex::default() })
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    fn answer(&self, asked: &Asked) -> Result<Done, Refusal> {
        if let Some(error) = asked.header(PROVOKE) {
            return Err(Refusal(row(error).0));
        }
        let mut store = self.store.lock().unwrap();
        let path = asked.path.strip_prefix("/v1/drafts").ok_or(UNKNOWN)?;
        let id = path.strip_prefix('/');
        match (asked.method.as_str(), path, id) {
            ("POST", "", None) => self.create(&mut store, asked),
            ("GET", "", None) => self.list(&store, asked),
            ("GET", _, Some(id)) => self.read(&store, asked, id),
            ("PATCH", _, Some(id)) => self.update(&mut store, asked, id),
            ("PUT", _, Some(id)) => self.replace(&mut store, asked, id),
            ("DELETE", _, Some(id)) => self.delete(&mut store, asked, id),
            _ => Err(UNKNOWN),
        }
    }

    fn create(&self, store: &mut Store, asked: &Asked) -> Result<Done, Refusal> {
        let team = asked.team()?;
        let key = asked.header("idempotency-key").filter(|key| key.chars().count() <= 64);
        let key = Some(key.ok_or(MALFORMED)?);
        let content = asked.content()?;
        let sent = Value::Object(content.clone());
        let key = key.filter(|_| !self.has(Fault::IgnoresKey));
        let is_same = |of: &str| of == team || self.has(Fault::SharesKeys);
        let before = key.and_then(|key| store.made_with(key, is_same));
        if let Some((body, draft)) = before {
            if *body != sent && !self.has(Fault::ForgetsBody) {
                return Err(Refusal("key-reused"));
            }
            let status = match self.manner {
                Manner::Odd => StatusCode::OK,
                Manner::Plain | Manner::Weak => StatusCode::CREATED,
            };
            return Ok(self.shown(status, draft));
        }
        let draft = store.create(team, content);
        if let Some(key) = key {
            store.keys.push((team, key.to_owned(), sent, draft.clone()));
        }
        Ok(self.shown(StatusCode::CREATED, &draft))
    }

    fn read(&self, store: &Store, asked: &Asked, id: &str) -> Result<Done, Refusal> {
        let draft = store.find(asked, id)?;
        let is_known = match asked.header("if-none-match") {
            None => false,
            Some(_) if self.has(Fault::IgnoresIfNoneMatch) => false,
            Some(_) if self.has(Fault::NeverModified) => true,
            Some(known) => known == "*" || known == self.version(draft),
        };
        if is_known {
            let headers = vec![("etag", self.version(draft))];
            return Ok(Done { status: StatusCode::NOT_MODIFIED, body: None, headers });
        }
        Ok(self.shown(StatusCode::OK, draft))
    }

    fn update(&self, store: &mut Store, asked: &Asked, id: &str) -> Result<Done, Refusal> {
        let draft = store.find_mut(asked, id)?;
        let change = asked.change()?;
        let before = self.version(draft);
        if !self.has(Fault::IgnoresIfMatch) {
            self.require(asked, draft)?;
        }
        draft.change(change);
        let mut done = self.shown(StatusCode::OK, draft);
        if self.has(Fault::TellsOldVersion) {
            done.headers = vec![("etag", before)];
        }
        Ok(done)
    }

    fn replace(&self, store: &mut Store, asked: &Asked, id: &str) -> Result<Done, Refusal> {
        asked.pinned()?;
        let draft = store.find_mut(asked, id)?;
        let content = asked.content()?;
        let required = self.require(asked, draft);
        if required.is_ok() || self.has(Fault::ReplacesRefused) {
            draft.replace(content);
        }
        required?;
        Ok(self.shown(StatusCode::OK, draft))
    }

    fn delete(&self, store: &mut Store, asked: &Asked, id: &str) -> Result<Done, Refusal> {
        asked.pinned()?;
        let draft = store.find(asked, id)?;
        if !self.has(Fault::RemovesAnyVersion) {
            self.require(asked, draft)?;
        }
        store.remove(id);
        Ok(Done { status: StatusCode::NO_CONTENT, body: None, headers: Vec::new() })
    }

    fn list(&self, store: &Store, asked: &Asked) -> Result<Done, Refusal> {
        let team = asked.team()?;
        let own = store.drafts.iter().filter(|own| own.team == team);
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
        Ok(Done {
            status: StatusCode::OK,
            body: Some(own.map(Draft::shown).collect()),
            headers: headers.map(|(name, value, _)| (name, value.to_owned())).collect(),
        })
    }

    /// Refuses a request that names another version than a draft has.
    fn require(&self, asked: &Asked, draft: &Draft) -> Result<(), Refusal> {
        match asked.header("if-match") {
            None | Some("*") => Ok(()),
            Some(version)
                if version == self.version(draft) && !self.has(Fault::RefusesEveryVersion) =>
            {
                Ok(())
            }
            Some(_) => Err(DIFFERS),
        }
    }

    fn version(&self, draft: &Draft) -> String {
        let number = if self.has(Fault::KeepsVersion) { 0 } else { draft.version };
        match self.manner {
            Manner::Plain => format!("\"{number}\""),
            Manner::Odd => format!("\"{}/!#;,:'{}\"", draft.id, number * 7919),
            Manner::Weak => format!("W/\"{number}\""),
        }
    }

    fn shown(&self, status: StatusCode, draft: &Draft) -> Done {
        Done { status, body: Some(draft.shown()), headers: vec![("etag", self.version(draft))] }
    }
}

/// A row of the catalogue.
fn row(id: &str) -> (&'static str, u16, &'static str) {
    ROWS.into_iter().find(|row| row.0 == id).expect("the contract has the error")
}

async fn handle(State(server): State<Arc<Server>>, request: axum::extract::Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, 1 << 20).await.unwrap_or_default();
    let asked = Asked::new(parts, body);
    let done = server.answer(&asked).unwrap_or_else(|Refusal(id)| {
        let (_, status, text) = row(id);
        let status = StatusCode::from_u16(status).unwrap();
        let wait = (id == "closed").then(|| ("retry-after", "1".to_owned()));
        let headers = wait.into_iter().collect();
        Done { status, body: Some(json!({ "error": text })), headers }
    });
    let mut response = match done.body {
        Some(body) => {
            let of_json = [(header::CONTENT_TYPE, "application/json")];
            (done.status, of_json, Body::from(body.to_string())).into_response()
        }
        None => done.status.into_response(),
    };
    for (name, value) in done.headers {
        let value = HeaderValue::try_from(value).unwrap();
        response.headers_mut().insert(HeaderName::from_static(name), value);
    }
    response
}

type Members = Map<String, Value>;
