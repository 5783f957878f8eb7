//! The parts of the dashboard that change: keys, example requests, requests, and tables of resources and
//! of the behaviour.
//!
//! The size of each part is bounded.

use std::collections::BTreeSet;

use askama::Template;
use chrono::SecondsFormat;
use serde_json::Value;
use webdata_spec::prose::{capitalized, truncated};

use crate::control::PREFIX;
use crate::dashboard::Dashboard;
use crate::dashboard::examples::{self, Example, Sender};
use crate::dashboard::reference::prose;
use crate::service::backend::Backend;
use crate::service::behaviour::{Kind, MAX_ROWS, Table};
use crate::service::resource_types::{ResourceType, words};
use crate::world::request_log::RecordedRequest;
use crate::world::teams::{KeyPermissions, Team};

/// The largest number of requests on the dashboard.
const MAX_REQUESTS: usize = 50;
/// The largest number of characters of a string on the dashboard.
const MAX_CHARACTERS: usize = 200;

pub(super) struct Parts {
    pub(super) operations: String,
    /// The parts with data of the control plane.
    pub(super) live: Option<Live>,
}

/// The parts that are shown only with the control plane.
pub(super) struct Live {
    pub(super) keys: String,
    pub(super) requests: String,
    pub(super) tables: Vec<RenderedTable>,
}

#[derive(Template)]
#[template(path = "keys.html")]
struct KeyTable {
    keys: Vec<Key>,
    more: usize,
    list: String,
}

struct Key {
    secret: String,
    team: String,
    may: String,
}

#[derive(Template)]
#[template(path = "operations.html")]
struct Operations {
    examples: Vec<Example>,
    is_live: bool,
}

#[derive(Template)]
#[template(path = "table.html")]
struct TablePart<'t> {
    table: &'t Table,
    list: String,
}

pub(super) struct RenderedTable {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) html: String,
}

#[derive(Template)]
#[template(path = "requests.html")]
struct RequestTable {
    requests: Vec<Request>,
}

struct Request {
    at: String,
    time: String,
    method: String,
    path: String,
    status: u16,
    /// The CSS class of the status code.
    class: &'static str,
    operation: String,
    team: String,
    milliseconds: String,
}

impl Parts {
    /// Renders the parts, for a client that reaches the server at a base URL.
    ///
    /// # Errors
    /// A template fails to render, which happens only if memory runs out.
    pub(super) fn new(dashboard: &Dashboard, base: &str) -> askama::Result<Self> {
        let backend = &*dashboard.backend;
        let is_live = dashboard.is_live;
        let sender = if is_live { Sender::new(backend) } else { Sender::Unknown };
        let examples = examples::all(backend, base, &sender);
        Ok(Self {
            operations: Operations { examples, is_live }.render()?,
            live: is_live.then(|| Live::new(backend)).transpose()?,
        })
    }
}

impl Live {
    fn new(backend: &Backend) -> askama::Result<Self> {
        let tables = backend.resource_types.iter().map(|known| resources(backend, known));
        let tables = tables.chain(backend.behaviour.tables()).map(RenderedTable::new);
        Ok(Self {
            keys: KeyTable::new(backend).render()?,
            requests: RequestTable::new(backend).render()?,
            tables: tables.collect::<askama::Result<_>>()?,
        })
    }
}

impl KeyTable {
    /// Lists the keys, first those that the server started with.
    fn new(backend: &Backend) -> Self {
        let known = backend.world.teams.keys();
        let keys = &backend.world.keys;
        let first = [&keys.valid, &keys.other_team, &keys.limited, &keys.revoked];
        let rest = known.keys().filter(|key| !first.contains(key));
        let secrets: Vec<&String> = first.into_iter().chain(rest).collect();
        let more = secrets.len().saturating_sub(MAX_ROWS);
        let keys = secrets.into_iter().take(MAX_ROWS).map(|secret| {
            let permissions = known.get(secret);
            Key {
                secret: truncated(secret, MAX_CHARACTERS),
                team: permissions
                    .map_or_else(|| "–".to_owned(), |permissions| named(&permissions.team)),
                may: describe_permissions(backend, permissions),
            }
        });
        Self { keys: keys.collect(), more, list: format!("{PREFIX}/keys") }
    }
}

/// Describes the permissions of a key; `None` is a revoked key.
fn describe_permissions(backend: &Backend, permissions: Option<&KeyPermissions>) -> String {
    let Some(permissions) = permissions else {
        return "nothing: the key is revoked".to_owned();
    };
    let mut description = match &permissions.operations {
        None => "everything".to_owned(),
        Some(none) if none.is_empty() => {
            "nothing: the key is valid but has no permissions".to_owned()
        }
        Some(some) => listed(some),
    };
    if let Some(row) = &permissions.provokes {
        description.push_str(&format!("; each request gets the error {row}"));
    }
    let states = backend.world.teams.states(&permissions.team);
    if !states.is_empty() {
        description.push_str(&format!("; the team is in the state {}", listed(&states)));
    }
    description
}

fn listed(names: &BTreeSet<String>) -> String {
    names.iter().map(String::as_str).collect::<Vec<_>>().join(", ")
}

impl RenderedTable {
    /// Renders a table. Its strings are truncated.
    fn new(mut table: Table) -> askama::Result<Self> {
        for cell in table.rows.iter_mut().flat_map(|(cells, _)| cells) {
            *cell = truncated(cell, MAX_CHARACTERS);
        }
        let list = format!("{PREFIX}/{}", table.list);
        let html = TablePart { table: &table, list }.render()?;
        let Table { name, title, .. } = table;
        Ok(Self { name, title, html })
    }
}

/// Returns the table of the resources of a type, by team.
fn resources(backend: &Backend, known: &ResourceType) -> Table {
    let kind = backend.kind(&known.type_name);
    let shown: Vec<&String> = known.label.iter().chain(&known.state).collect();
    let mut rows = backend.world.store.find(|name, team, properties| {
        let is_meant = name.type_name == known.type_name;
        let text = |name: &String| properties.get(name).and_then(Value::as_str).unwrap_or_default();
        let cells = || {
            let mut cells: Vec<String> = shown.iter().map(|name| text(name).to_owned()).collect();
            cells.insert(usize::from(known.label.is_some()), team.name().to_owned());
            cells.extend(kind.into_iter().flat_map(|kind| kind.cells(properties)));
            (team.clone(), name.id.clone(), cells)
        };
        is_meant.then(cells)
    });
    rows.sort();
    let more = rows.len().saturating_sub(MAX_ROWS);
    let label = known.label.iter().map(|_| capitalized(&known.noun));
    let state = known.state.iter().map(|name| capitalized(&words(name)));
    let further = kind.map_or(&[][..], Kind::columns).iter().map(|heading| (*heading).to_owned());
    Table {
        name: known.path.clone(),
        title: capitalized(&known.plural),
        headings: label.chain(["Team".to_owned()]).chain(state).chain(further).collect(),
        rows: rows.into_iter().take(MAX_ROWS).map(|(_, id, cells)| (cells, id)).collect(),
        more,
        list: known.path.clone(),
    }
}

impl RequestTable {
    /// Lists the requests, the newest first.
    fn new(backend: &Backend) -> Self {
        let requests = backend.world.requests.entries();
        let newest = requests.iter().rev().take(MAX_REQUESTS);
        Self { requests: newest.map(|recorded| request(recorded)).collect() }
    }
}

fn request(recorded: &RecordedRequest) -> Request {
    let entry = &recorded.entry;
    Request {
        at: entry.at.to_rfc3339_opts(SecondsFormat::Millis, true),
        time: entry.at.format("%H:%M:%S%.3f").to_string(),
        method: entry.method.clone(),
        path: truncated(&entry.path, MAX_CHARACTERS),
        status: entry.status,
        class: match entry.status {
            200..400 => "pass",
            400..500 => "blocked",
            _ => "fail",
        },
        operation: entry.operation.clone().unwrap_or_else(|| "–".to_owned()),
        team: entry.team.as_ref().map_or_else(|| "–".to_owned(), named),
        milliseconds: format!("{:.1}", entry.milliseconds),
    }
}

fn named(team: &Team) -> String {
    truncated(team.name(), MAX_CHARACTERS)
}
