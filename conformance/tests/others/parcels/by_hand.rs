//! A server of the parcel lockers that was written by hand from the contract's pages: correct, or with
//! one fault; and where the contract leaves something open, it does the one or the other.
//!
//! It must use neither generated code nor anything of the reference server.

mod asked;
mod fault;
mod list;
mod response;
mod store;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::response::Response;
use serde_json::{Value, json};
use webdata_spec::model::ClauseId;
use webdata_suite::target::{Circumstance, Target};

use asked::{Asked, NextTo};
pub(crate) use fault::Fault;
use response::row;
use store::Store;

use crate::by_hand::{HandWritten, PROVOKE};

/// A server.
pub(crate) struct Server {
    fault: Option<Fault>,
    /// Whether it does otherwise all that the contract leaves open.
    differs: bool,
    store: Mutex<Store>,
}

/// The error that refuses a request.
pub(crate) struct Refusal(&'static str);

const MALFORMED: Refusal = Refusal("bad-request");
const UNKNOWN: Refusal = Refusal("not-here");

/// What no page of the contract has.
const BROKEN: Refusal = Refusal("broken");

/// What a request is answered with.
struct Done {
    status: StatusCode,
    body: Option<Value>,
    location: Option<String>,
}

impl Done {
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
        Target {
            fixtures: HashMap::from([("name".to_owned(), lockers)]),
            circumstances: HashMap::from([(empty, locker)]),
            ..Target::from_base_url("http://lockers.example")
        }
    }

    fn begin(&self) {
        self.store.lock().unwrap().begin();
    }

    fn left(&self) -> Vec<String> {
        self.store.lock().unwrap().parcels.iter().map(|own| own.id.clone()).collect()
    }
}

impl Server {
    pub(crate) fn new(fault: Option<Fault>, differs: bool) -> Arc<Self> {
        Arc::new(Self { fault, differs, store: Mutex::new(Store::new(differs)) })
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    fn answer(&self, method: &Method, asked: &Asked<'_>) -> Result<Done, Refusal> {
        if let Some(error) = asked.header(PROVOKE)? {
            return Err(Refusal(row(&error).0));
        }
        let mut store = self.store.lock().unwrap();
        let path = asked.path.strip_prefix("/v1/").ok_or(UNKNOWN)?;
        let path: Vec<&str> = path.split('/').collect();
        match (method.as_str(), &path[..]) {
            ("POST", ["parcels"]) => self.create(&mut store, asked),
            ("GET", ["parcels"]) => self.list(&store, asked),
            ("PATCH", ["parcels"]) => self.update_several(&mut store, asked),
            ("GET", ["parcels", id]) => self.read(&store, asked, id),
            ("PUT", ["parcels", id]) => self.replace(&mut store, asked, id),
            ("PATCH", ["parcels", id]) => self.update(&mut store, asked, id),
            ("DELETE", ["parcels", id]) => self.delete(&mut store, asked, id),
            ("GET", ["lockers"]) => {
                let size = asked.number("size", 1, u64::MAX)?.ok_or(MALFORMED)?;
                let page = asked.number("page", 1, u64::MAX)?.unwrap_or(1);
                Ok(Done::ok(store.lockers((page - 1).saturating_mul(size), size)))
            }
            ("GET", ["lockers", "search"]) => {
                let skipped = asked.number("offset", 0, u64::MAX)?.unwrap_or_default();
                Ok(Done::ok(store.lockers(skipped, u64::MAX)))
            }
            ("PUT", ["lockers"]) => {
                let items = asked.list(0, 5)?;
                let items = items.iter().map(asked::locker).collect::<Result<Vec<_>, _>>()?;
                items.iter().try_for_each(|own| asked::judge(own, "wide", "doors"))?;
                store.replace_lockers(&items).ok_or(UNKNOWN).map(Done::ok)
            }
            ("PUT", ["lockers", name]) => {
                let locker = asked::locker(&asked.json()?)?;
                asked::judge(&locker, "wide", "doors")?;
                store.replace_locker(name, &locker).ok_or(UNKNOWN).map(Done::ok)
            }
            ("PATCH", ["lockers", name]) => {
                let mut locker = store.locker(name).ok_or(UNKNOWN)?;
                if !asked.body.is_empty() {
                    locker.extend(asked::locker(&asked.json()?)?);
                    asked::judge(&locker, "wide", "doors")?;
                }
                store.replace_locker(name, &locker).ok_or(UNKNOWN).map(Done::ok)
            }
            ("POST", ["lockers", name, "empty"]) => {
                store.locker(name).ok_or(UNKNOWN)?;
                Ok(Done { status: StatusCode::NO_CONTENT, body: None, location: None })
            }
            _ => Err(UNKNOWN),
        }
    }

    fn create(&self, store: &mut Store, asked: &Asked<'_>) -> Result<Done, Refusal> {
        let team = asked.team()?;
        asked.creation_headers()?;
        let draft = asked::draft(&asked.json()?)?;
        let shown = store.create(team, draft);
        let id = shown["id"].as_str().unwrap_or_default().to_owned();
        if self.has(Fault::CreatesNothing) && store.has_newer() {
            store.remove(&id);
        }
        if self.has(Fault::CreatesWithoutValue)
            && let Some(own) = store.parcels.last_mut()
        {
            own.now.remove("value");
        }
        let location = Some(format!("/v1/parcels/{id}"));
        Ok(Done { status: StatusCode::CREATED, body: Some(shown), location })
    }

    fn read(&self, store: &Store, asked: &Asked<'_>, id: &str) -> Result<Done, Refusal> {
        let team = asked.team()?;
        let own = store.find(id).ok_or(UNKNOWN)?;
        if own.team != team && !self.has(Fault::ReadsForeign) {
            return Err(Refusal("not-yours"));
        }
        let as_created = self.has(Fault::ReadsAsCreated);
        Ok(Done::ok(json!({ "parcel": if as_created { own.as_created() } else { own.shown() } })))
    }

    fn replace(&self, store: &mut Store, asked: &Asked<'_>, id: &str) -> Result<Done, Refusal> {
        let team = asked.team()?;
        let draft = asked::draft(&asked.json()?)?;
        let own = store.find_mut(id, team).ok_or(UNKNOWN)?;
        let mut replaced = own.clone();
        if !self.has(Fault::ReplacesGivenOnly) {
            replaced.now.retain(|name, _| !["label", "value", "insured"].contains(&name.as_str()));
        }
        replaced.now.extend(draft);
        let shown = replaced.shown();
        replaced.before = Some(own.now.clone());
        if !self.has(Fault::ReplacesNothing) {
            *own = replaced;
        }
        Ok(Done::ok(shown))
    }

    fn update(&self, store: &mut Store, asked: &Asked<'_>, id: &str) -> Result<Done, Refusal> {
        let team = asked.team()?;
        let mut change = asked::change(&asked.json()?)?;
        let own = store.find_mut(id, team).ok_or(UNKNOWN)?;
        let mut changed = own.clone();
        let is_worthless = change.get("value").and_then(Value::as_f64) == Some(0.0);
        if self.has(Fault::IgnoresNull) {
            change.retain(|_, value| !value.is_null());
        }
        changed.change(change);
        asked::judge(&changed.now, "insured", "value")?;
        if is_worthless {
            changed.now.insert("insured".to_owned(), json!(false));
        }
        let shown = changed.shown();
        if !self.has(Fault::UpdatesNothing) {
            *own = changed;
        }
        Ok(Done::ok(json!({ "parcel": shown })))
    }

    fn update_several(&self, store: &mut Store, asked: &Asked<'_>) -> Result<Done, Refusal> {
        let team = asked.team()?;
        let items = asked.list(1, 3)?;
        let items = items.iter().map(asked::change_of_one).collect::<Result<Vec<_>, _>>()?;
        // On a copy, so that a refusal changes nothing.
        let mut changed = store.clone();
        let mut shown = Vec::new();
        for (index, (id, change)) in items.into_iter().enumerate() {
            let Some(own) = changed.find_mut(&id, team) else {
                if self.has(Fault::ChangesWhatIsThere) {
                    continue;
                }
                return Err(UNKNOWN);
            };
            let mut one = own.clone();
            one.change(change);
            asked::judge(&one.now, "insured", "value")?;
            shown.push(one.shown());
            if index == 0 || !self.has(Fault::ChangesFirstOnly) {
                *own = one;
            }
        }
        *store = changed;
        Ok(Done::ok(shown.into()))
    }

    fn delete(&self, store: &mut Store, asked: &Asked<'_>, id: &str) -> Result<Done, Refusal> {
        let team = asked.team()?;
        let number = store.find_mut(id, team).ok_or(UNKNOWN)?.number;
        let mut removed = id.to_owned();
        if self.has(Fault::DeletesThirdOfThree)
            && let [_, second, third] = store.newer().collect::<Vec<_>>().as_slice()
            && second.number == number
        {
            removed.clone_from(&third.id);
        }
        if !self.has(Fault::DeletesNothing) {
            store.remove(&removed);
        }
        if self.has(Fault::ReplacedComesBack)
            && let Some(own) = store.newer().find(|own| own.number + 1 == number)
            && let Some(before) = own.before.take()
        {
            own.now = before;
        }
        if self.has(Fault::DeletesNewestToo) && store.has_newer() {
            store.parcels.pop();
        }
        Ok(Done { status: StatusCode::NO_CONTENT, body: None, location: None })
    }
}

async fn handle(State(server): State<Arc<Server>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body: Bytes = to_bytes(body, 1 << 20).await.unwrap_or_default();
    let query = parts.uri.query().unwrap_or_default();
    let next_to = NextTo { query, headers: &parts.headers };
    let asked = Asked::new(parts.uri.path(), next_to, &body);
    server.respond(server.answer(&parts.method, &asked))
}
