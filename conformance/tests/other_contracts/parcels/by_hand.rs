//! A server of the parcel lockers that is written by hand from the contract's pages: correct, or with one
//! fault. Where the contract leaves a gap, the server behaves in one of two ways.
//!
//! The server must use neither generated code nor the reference server.

mod fault;
mod list;
mod request;
mod response;
mod store;

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::response::Response;
use serde_json::{Value, json};
use webdata_spec::model::ClauseId;
use webdata_suite::target::{Circumstance, Target};

pub(crate) use fault::Fault;
use request::{ParsedRequest, QueryAndHeaders};
use response::row;
use store::Store;

use crate::by_hand::{HandWritten, PROVOKE};

pub(crate) struct Server {
    fault: Option<Fault>,
    /// Whether the server behaves in the other way wherever the contract leaves a gap.
    differs: bool,
    store: Mutex<Store>,
}

/// The id of the error in a response to a rejected request.
pub(crate) struct Rejection(&'static str);

const MALFORMED: Rejection = Rejection("bad-request");
const UNKNOWN: Rejection = Rejection("not-here");

/// An error that the contract does not have.
const BROKEN: Rejection = Rejection("broken");

/// A successful response.
struct ResponseParts {
    status: StatusCode,
    body: Option<Value>,
    location: Option<String>,
}

impl ResponseParts {
    fn ok(body: Value) -> Self {
        Self { status: StatusCode::OK, body: Some(body), location: None }
    }
}

impl HandWritten for Server {
    fn router(self: &Arc<Self>) -> Router {
        Router::new().fallback(handle).with_state(Arc::clone(self))
    }

    fn target() -> Target {
        let lockers = (1..=store::LOCKERS).map(|number| format!("L{number}")).collect();
        let empty = ("emptyLocker".to_owned(), ClauseId::new("operations.emptyLocker"));
        let parameters = [("name".to_owned(), "L1".to_owned())].into();
        let locker = Circumstance { parameters, ..Circumstance::default() };
        let mut target = Target::from_base_url("http://lockers.example");
        target.settings.fixtures.insert("name".to_owned(), lockers);
        target.settings.circumstance.insert(empty, locker);
        target
    }

    fn begin(&self) {
        self.store.lock().unwrap().begin();
    }

    fn remaining(&self) -> Vec<String> {
        self.store.lock().unwrap().parcels.iter().map(|parcel| parcel.id.clone()).collect()
    }
}

impl Server {
    pub(crate) fn new(fault: Option<Fault>, differs: bool) -> Arc<Self> {
        Arc::new(Self { fault, differs, store: Mutex::new(Store::new(differs)) })
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    fn respond_to(
        &self,
        method: &Method,
        request: &ParsedRequest<'_>,
    ) -> Result<ResponseParts, Rejection> {
        if let Some(error) = request.header(PROVOKE)? {
            return Err(Rejection(row(&error).0));
        }
        let mut store = self.store.lock().unwrap();
        let path = request.path.strip_prefix("/v1/").ok_or(UNKNOWN)?;
        let path: Vec<&str> = path.split('/').collect();
        match (method.as_str(), &path[..]) {
            ("POST", ["parcels"]) => self.create(&mut store, request),
            ("GET", ["parcels"]) => self.list(&store, request),
            ("PATCH", ["parcels"]) => self.update_several(&mut store, request),
            ("GET", ["parcels", id]) => self.read(&store, request, id),
            ("PUT", ["parcels", id]) => self.replace(&mut store, request, id),
            ("PATCH", ["parcels", id]) => self.update(&mut store, request, id),
            ("DELETE", ["parcels", id]) => self.delete(&mut store, request, id),
            ("GET", ["lockers"]) => {
                let size = request.number("size", 1, u64::MAX)?.ok_or(MALFORMED)?;
                let page = request.number("page", 1, u64::MAX)?.unwrap_or(1);
                Ok(ResponseParts::ok(store.lockers((page - 1).saturating_mul(size), size)))
            }
            ("GET", ["lockers", "search"]) => {
                let skipped = request.number("offset", 0, u64::MAX)?.unwrap_or_default();
                Ok(ResponseParts::ok(store.lockers(skipped, u64::MAX)))
            }
            ("PUT", ["lockers"]) => {
                let items = request.list(0, 5)?;
                let items = items.iter().map(request::locker).collect::<Result<Vec<_>, _>>()?;
                items
                    .iter()
                    .try_for_each(|members| request::check_dependency(members, "wide", "doors"))?;
                store.replace_lockers(&items).ok_or(UNKNOWN).map(ResponseParts::ok)
            }
            ("PUT", ["lockers", name]) => {
                let locker = request::locker(&request.json()?)?;
                request::check_dependency(&locker, "wide", "doors")?;
                store.replace_locker(name, &locker).ok_or(UNKNOWN).map(ResponseParts::ok)
            }
            ("PATCH", ["lockers", name]) => {
                let mut locker = store.locker(name).ok_or(UNKNOWN)?;
                if !request.body.is_empty() {
                    locker.extend(request::locker(&request.json()?)?);
                    request::check_dependency(&locker, "wide", "doors")?;
                }
                store.replace_locker(name, &locker).ok_or(UNKNOWN).map(ResponseParts::ok)
            }
            ("POST", ["lockers", name, "empty"]) => {
                store.locker(name).ok_or(UNKNOWN)?;
                Ok(ResponseParts { status: StatusCode::NO_CONTENT, body: None, location: None })
            }
            _ => Err(UNKNOWN),
        }
    }

    fn create(
        &self,
        store: &mut Store,
        request: &ParsedRequest<'_>,
    ) -> Result<ResponseParts, Rejection> {
        let team = request.team()?;
        request.creation_headers()?;
        let draft = request::draft(&request.json()?)?;
        let shown = store.create(team, draft);
        let id = shown["id"].as_str().unwrap_or_default().to_owned();
        if self.has(Fault::CreatesNothing) && store.newest_is_of_a_case() {
            store.remove(&id);
        }
        if self.has(Fault::CreatesWithoutValue)
            && let Some(parcel) = store.parcels.last_mut()
        {
            parcel.now.remove("value");
        }
        let location = Some(format!("/v1/parcels/{id}"));
        Ok(ResponseParts { status: StatusCode::CREATED, body: Some(shown), location })
    }

    fn read(
        &self,
        store: &Store,
        request: &ParsedRequest<'_>,
        id: &str,
    ) -> Result<ResponseParts, Rejection> {
        let team = request.team()?;
        let parcel = store.find(id).ok_or(UNKNOWN)?;
        if parcel.team != team && !self.has(Fault::ReadsForeign) {
            return Err(Rejection("not-yours"));
        }
        let as_created = self.has(Fault::ReadsAsCreated);
        Ok(ResponseParts::ok(
            json!({ "parcel": if as_created { parcel.as_created() } else { parcel.to_json() } }),
        ))
    }

    fn replace(
        &self,
        store: &mut Store,
        request: &ParsedRequest<'_>,
        id: &str,
    ) -> Result<ResponseParts, Rejection> {
        let team = request.team()?;
        let draft = request::draft(&request.json()?)?;
        let parcel = store.find_mut(id, team).ok_or(UNKNOWN)?;
        let mut replaced = parcel.clone();
        if !self.has(Fault::KeepsOmitted) {
            replaced.now.retain(|name, _| !["label", "value", "insured"].contains(&name.as_str()));
        }
        replaced.now.extend(draft);
        let shown = replaced.to_json();
        replaced.before = Some(parcel.now.clone());
        if !self.has(Fault::ReplacesNothing) {
            *parcel = replaced;
        }
        Ok(ResponseParts::ok(shown))
    }

    fn update(
        &self,
        store: &mut Store,
        request: &ParsedRequest<'_>,
        id: &str,
    ) -> Result<ResponseParts, Rejection> {
        let team = request.team()?;
        let mut change = request::change(&request.json()?)?;
        let parcel = store.find_mut(id, team).ok_or(UNKNOWN)?;
        let mut changed = parcel.clone();
        let is_worthless = change.get("value").and_then(Value::as_f64) == Some(0.0);
        if self.has(Fault::IgnoresNull) {
            change.retain(|_, value| !value.is_null());
        }
        changed.change(change);
        request::check_dependency(&changed.now, "insured", "value")?;
        if is_worthless {
            changed.now.insert("insured".to_owned(), json!(false));
        }
        let shown = changed.to_json();
        if !self.has(Fault::UpdatesNothing) {
            *parcel = changed;
        }
        Ok(ResponseParts::ok(json!({ "parcel": shown })))
    }

    fn update_several(
        &self,
        store: &mut Store,
        request: &ParsedRequest<'_>,
    ) -> Result<ResponseParts, Rejection> {
        let team = request.team()?;
        let items = request.list(1, 3)?;
        let items = items.iter().map(request::change_of_one).collect::<Result<Vec<_>, _>>()?;
        // The changes are made to a copy, so that a rejection changes nothing.
        let mut changed = store.clone();
        let mut shown = Vec::new();
        for (index, (id, change)) in items.into_iter().enumerate() {
            let Some(parcel) = changed.find_mut(&id, team) else {
                if self.has(Fault::SkipsUnknown) {
                    continue;
                }
                return Err(UNKNOWN);
            };
            let mut one = parcel.clone();
            one.change(change);
            request::check_dependency(&one.now, "insured", "value")?;
            shown.push(one.to_json());
            if index == 0 || !self.has(Fault::ChangesFirstOnly) {
                *parcel = one;
            }
        }
        *store = changed;
        Ok(ResponseParts::ok(shown.into()))
    }

    fn delete(
        &self,
        store: &mut Store,
        request: &ParsedRequest<'_>,
        id: &str,
    ) -> Result<ResponseParts, Rejection> {
        let team = request.team()?;
        let number = store.find_mut(id, team).ok_or(UNKNOWN)?.number;
        let mut removed = id.to_owned();
        if self.has(Fault::DeletesThirdOfThree)
            && let [_, second, third] = store.created_by_cases().collect::<Vec<_>>().as_slice()
            && second.number == number
        {
            removed.clone_from(&third.id);
        }
        if !self.has(Fault::DeletesNothing) {
            store.remove(&removed);
        }
        if self.has(Fault::UndoesReplacement)
            && let Some(parcel) =
                store.created_by_cases().find(|parcel| parcel.number + 1 == number)
            && let Some(before) = parcel.before.take()
        {
            parcel.now = before;
        }
        if self.has(Fault::DeletesNewestToo) && store.newest_is_of_a_case() {
            store.parcels.pop();
        }
        Ok(ResponseParts { status: StatusCode::NO_CONTENT, body: None, location: None })
    }
}

async fn handle(State(server): State<Arc<Server>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body: Bytes = to_bytes(body, 1 << 20).await.unwrap_or_default();
    let query = parts.uri.query().unwrap_or_default();
    let query_and_headers = QueryAndHeaders { query, headers: &parts.headers };
    let request = ParsedRequest::new(parts.uri.path(), query_and_headers, &body);
    server.respond(server.respond_to(&parts.method, &request))
}
