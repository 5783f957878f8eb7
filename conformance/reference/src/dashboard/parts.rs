//! The parts of the dashboard that change: keys, example requests, errors, monitors, jobs and requests. The
//! HTML of each part serves the page and the stream of changes alike.
//!
//! The size of each part is bounded.

use std::collections::{BTreeMap, BTreeSet};

use askama::Template;
use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::Value;

use super::context::Dashboard;
use super::examples::{self, Example, Sender};
use super::prose::prose;
use crate::control::PREFIX;
use crate::service::backend::Backend;
use crate::web_data::{agents, monitors};
use crate::world::request_log::RecordedRequest;
use crate::world::teams::{KeyPermissions, Team};

/// The largest number of requests on the dashboard.
pub(super) const MAX_REQUESTS: usize = 50;
/// The largest number of monitors, of jobs and of keys on the dashboard.
const MAX_SHOWN: usize = 50;
/// The largest number of characters of a string on the dashboard.
const MAX_CHARACTERS: usize = 200;

/// The HTML of the parts.
pub(super) struct Parts {
    pub(super) operations: String,
    pub(super) errors: String,
    /// The parts with data of the control plane.
    pub(super) live: Option<Live>,
}

/// The parts that are shown only with the control plane.
pub(super) struct Live {
    pub(super) keys: String,
    pub(super) requests: String,
    pub(super) monitors: String,
    pub(super) jobs: String,
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
#[template(path = "errors.html")]
struct Errors {
    command: String,
}

#[derive(Template)]
#[template(path = "monitors.html")]
struct MonitorTable {
    monitors: Vec<Monitor>,
    more: usize,
    list: String,
}

struct Monitor {
    id: String,
    name: String,
    team: String,
    status: String,
    is_active: bool,
    next: String,
}

#[derive(Template)]
#[template(path = "jobs.html")]
struct JobTable {
    jobs: Vec<Job>,
    more: usize,
    list: String,
}

struct Job {
    id: String,
    team: String,
    state: &'static str,
    has_ended: bool,
    credits: u64,
    started: String,
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
            errors: Errors { command: examples::provoking_error(backend, &examples) }.render()?,
            operations: Operations { examples, is_live }.render()?,
            live: is_live.then(|| Live::new(backend)).transpose()?,
        })
    }

    /// Returns the parts by name.
    pub(super) fn by_name(self) -> BTreeMap<&'static str, String> {
        let mut parts = BTreeMap::from([("operations", self.operations), ("errors", self.errors)]);
        if let Some(Live { keys, requests, monitors, jobs }) = self.live {
            parts.extend([
                ("keys", keys),
                ("requests", requests),
                ("monitors", monitors),
                ("jobs", jobs),
            ]);
        }
        parts
    }
}

impl Live {
    fn new(backend: &Backend) -> askama::Result<Self> {
        Ok(Self {
            keys: KeyTable::new(backend).render()?,
            requests: RequestTable::new(backend).render()?,
            monitors: MonitorTable::new(backend).render()?,
            jobs: JobTable::new(backend).render()?,
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
        let more = secrets.len().saturating_sub(MAX_SHOWN);
        let keys = secrets.into_iter().take(MAX_SHOWN).map(|secret| {
            let permissions = known.get(secret);
            Key {
                secret: truncate(secret),
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

impl MonitorTable {
    fn new(backend: &Backend) -> Self {
        let mut resources = backend.world.store.find(|name, team, properties| {
            let text = |name| properties.get(name).and_then(Value::as_str).unwrap_or_default();
            (name.type_name == monitors::TYPE).then(|| Monitor {
                id: name.id.clone(),
                name: truncate(text("name")),
                team: named(team),
                status: text("status").to_owned(),
                is_active: monitors::is_active(properties),
                next: text("nextRunAt").parse().map_or_else(|_| "–".to_owned(), to_the_minute),
            })
        });
        resources.sort_by(|left, right| (&left.team, &left.id).cmp(&(&right.team, &right.id)));
        let more = resources.len().saturating_sub(MAX_SHOWN);
        resources.truncate(MAX_SHOWN);
        Self { monitors: resources, more, list: format!("{PREFIX}/monitors") }
    }
}

impl JobTable {
    /// Lists the jobs, the newest first.
    fn new(backend: &Backend) -> Self {
        let (jobs, now) = (backend.world.jobs.all(), backend.world.clock.now());
        let more = jobs.len().saturating_sub(MAX_SHOWN);
        let jobs = jobs.into_iter().rev().take(MAX_SHOWN).map(|(id, job)| Job {
            id,
            team: named(&job.team),
            state: agents::state(&backend.contract, job.phase(now)),
            has_ended: job.has_ended(now),
            credits: job.credits_used(now),
            started: to_the_second(job.started),
        });
        Self { jobs: jobs.collect(), more, list: format!("{PREFIX}/agents") }
    }
}

impl RequestTable {
    /// Lists the requests, the newest first.
    fn new(backend: &Backend) -> Self {
        let requests = backend.world.requests.entries();
        Self {
            requests: requests
                .iter()
                .rev()
                .take(MAX_REQUESTS)
                .map(|logged| request(logged))
                .collect(),
        }
    }
}

fn request(recorded: &RecordedRequest) -> Request {
    let entry = &recorded.entry;
    Request {
        at: entry.at.to_rfc3339_opts(SecondsFormat::Millis, true),
        time: entry.at.format("%H:%M:%S%.3f").to_string(),
        method: entry.method.clone(),
        path: truncate(&entry.path),
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
    truncate(team.name())
}

fn to_the_minute(moment: DateTime<Utc>) -> String {
    moment.format("%Y-%m-%d %H:%M").to_string()
}

fn to_the_second(moment: DateTime<Utc>) -> String {
    moment.format("%Y-%m-%d %H:%M:%S").to_string()
}

/// Truncates a string to the length that the dashboard shows.
fn truncate(text: &str) -> String {
    match text.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
