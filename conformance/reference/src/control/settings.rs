//! Settings of the server: teams, keys, limits and the clock, and the reset of all of them.
//!
//! This module shows keys in full, since they are valid only on this server.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::control::known_operation;
use crate::http::response::plain;
use crate::service::backend::Backend;
use crate::service::resources;
use crate::world::World;
use crate::world::teams::{KeyPermissions, Settings, Team};

/// Replaces the settings of a team, and responds with one of its keys.
pub(super) async fn set_team(
    State(backend): State<Arc<Backend>>,
    Path(name): Path<String>,
    Json(settings): Json<Settings>,
) -> Response {
    let known = &backend.contract.spec.service.team_states;
    if let Some(state) = settings.states.iter().find(|state| !known.contains_key(*state)) {
        let known: Vec<&str> = known.keys().map(String::as_str).collect();
        let text = format!("there is no team state `{state}`; there are {}", known.join(", "));
        return plain(StatusCode::UNPROCESSABLE_ENTITY, &text);
    }
    let settings = match backend.behaviour.complete_settings(settings) {
        Ok(settings) => settings,
        Err(text) => return plain(StatusCode::UNPROCESSABLE_ENTITY, &text),
    };
    let key =
        backend.world.teams.set(&Team::named(name), settings, &backend.world.randomness.identities);
    Json(json!({ "key": key })).into_response()
}

/// Responds with the settings of a team, and what it was charged.
pub(super) async fn read_team(
    State(backend): State<Arc<Backend>>,
    Path(name): Path<String>,
) -> Response {
    backend.behaviour.catch_up();
    match describe(&backend, &Team::named(name)) {
        Some(described) => Json(described).into_response(),
        None => plain(StatusCode::NOT_FOUND, "there is no such team"),
    }
}

/// Lists every team, by name.
pub(super) async fn list_teams(State(backend): State<Arc<Backend>>) -> Json<Value> {
    backend.behaviour.catch_up();
    let teams = backend.world.teams.all().into_iter();
    let described =
        teams.filter_map(|team| Some((team.name().to_owned(), describe(&backend, &team)?)));
    Json(Value::Object(described.collect()))
}

/// Returns the named team, or the home team.
///
/// # Errors
/// There is no such team.
pub(crate) fn named_or_home(world: &World, named: Option<Team>) -> Result<Team, &'static str> {
    let team = named.unwrap_or(Team::HOME);
    let is_known = world.teams.settings(&team).is_some();
    if is_known { Ok(team) } else { Err("there is no such team; create it first") }
}

fn describe(backend: &Backend, team: &Team) -> Option<Value> {
    let settings = backend.world.teams.settings(team)?;
    let completed = backend.behaviour.complete_settings(settings.clone());
    let settings = completed.unwrap_or(settings);
    Some(json!({ "settings": settings, "charged": backend.world.teams.charged(team) }))
}

/// The settings of a key.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct KeySettings {
    /// The team that the key acts for; the home team by default.
    #[serde(default)]
    team: Option<Team>,
    /// The operations that the key allows; all of them by default.
    #[serde(default)]
    operations: Option<BTreeSet<String>>,
    /// The identity of the error row that every request with the key gets.
    #[serde(default)]
    provokes: Option<String>,
    /// Whether the key is revoked.
    #[serde(default)]
    revoked: bool,
}

pub(super) async fn set_key(
    State(backend): State<Arc<Backend>>,
    Path(key): Path<String>,
    Json(settings): Json<KeySettings>,
) -> Response {
    let KeySettings { team, operations, provokes, revoked } = settings;
    let permissions = named_or_home(&backend.world, team).map_err(str::to_owned).and_then(|team| {
        let permissions = KeyPermissions { team, operations, provokes };
        check(&backend, &permissions).map(|()| permissions)
    });
    let permissions = match permissions {
        Ok(permissions) => permissions,
        Err(text) => return plain(StatusCode::UNPROCESSABLE_ENTITY, &text),
    };
    backend.world.teams.set_key(&key, (!revoked).then_some(permissions));
    StatusCode::NO_CONTENT.into_response()
}

/// Lists every accepted key; `operations` is null if the key allows all of them.
pub(super) async fn list_keys(State(backend): State<Arc<Backend>>) -> Json<Vec<Value>> {
    let keys = backend.world.teams.keys().into_iter().map(|(key, permissions)| {
        let KeyPermissions { team, operations, provokes } = permissions;
        json!({ "key": key, "team": team, "operations": operations, "provokes": provokes })
    });
    Json(keys.collect())
}

/// Checks that the operations and the error of a key exist.
fn check(backend: &Backend, permissions: &KeyPermissions) -> Result<(), String> {
    let spec = &backend.contract.spec;
    permissions.operations.iter().flatten().try_for_each(|id| known_operation(backend, id))?;
    match &permissions.provokes {
        Some(row) if !spec.errors.contains_key(row) => {
            let known: Vec<&str> = spec.errors.keys().map(String::as_str).collect();
            Err(format!("there is no error `{row}`; there are {}", known.join(", ")))
        }
        _ => Ok(()),
    }
}

/// The limits of requests.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Limits {
    /// The largest size of a body, in bytes; the contract's limit applies as well.
    body_bytes: usize,
}

pub(super) async fn read_limits(State(backend): State<Arc<Backend>>) -> Json<Limits> {
    Json(Limits { body_bytes: backend.world.body_limit.bytes(&backend.contract) })
}

pub(super) async fn set_limits(
    State(backend): State<Arc<Backend>>,
    Json(limits): Json<Limits>,
) -> StatusCode {
    backend.world.body_limit.set(limits.body_bytes);
    StatusCode::NO_CONTENT
}

/// How far the clock moves ahead.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Advance {
    advance_seconds: u32,
}

/// Moves the clock ahead, and responds once all due checks have run.
pub(super) async fn advance_clock(
    State(backend): State<Arc<Backend>>,
    Json(advance): Json<Advance>,
) -> Response {
    match resources::advance(&backend, advance.advance_seconds) {
        Ok(()) => time(&backend).into_response(),
        Err(error) => plain(StatusCode::UNPROCESSABLE_ENTITY, &error.to_string()),
    }
}

pub(super) async fn read_clock(State(backend): State<Arc<Backend>>) -> Json<Value> {
    time(&backend)
}

fn time(backend: &Backend) -> Json<Value> {
    Json(json!({ "now": backend.world.clock.now().to_rfc3339() }))
}

/// Resets the server to its state at the start.
pub(super) async fn reset(State(backend): State<Arc<Backend>>) -> StatusCode {
    resources::reset(&backend);
    StatusCode::NO_CONTENT
}
