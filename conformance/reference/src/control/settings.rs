//! Settings of the server: teams, keys and the clock, and the reset of all of them.
//!
//! This module shows keys in full, since they are valid only on this server.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::control::{Rejection, known_error, known_name, known_operation};
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
) -> Result<Json<Value>, Rejection> {
    let known = &backend.contract.spec.service.team_states;
    let mut states = settings.states.iter();
    states.try_for_each(|state| known_name("team state", state, known.keys()))?;
    let settings = backend.behaviour.complete_settings(settings)?;
    let key =
        backend.world.teams.set(&Team::named(name), settings, &backend.world.randomness.identities);
    Ok(Json(json!({ "key": key })))
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
    team: Option<Team>,
    /// The operations that the key allows; all of them by default.
    operations: Option<BTreeSet<String>>,
    /// The identity of the error row that every request with the key gets.
    provokes: Option<String>,
    #[serde(default)]
    revoked: bool,
}

/// Replaces the permissions of a key, or revokes the key.
pub(super) async fn set_key(
    State(backend): State<Arc<Backend>>,
    Path(key): Path<String>,
    Json(settings): Json<KeySettings>,
) -> Result<StatusCode, Rejection> {
    let KeySettings { team, operations, provokes, revoked } = settings;
    let team = named_or_home(&backend.world, team)?;
    operations.iter().flatten().try_for_each(|id| known_operation(&backend, id))?;
    provokes.iter().try_for_each(|row| known_error(&backend, row))?;
    let permissions = KeyPermissions { team, operations, provokes };
    backend.world.teams.set_key(&key, (!revoked).then_some(permissions));
    Ok(StatusCode::NO_CONTENT)
}

/// Lists every accepted key; `operations` is null if the key allows all of them.
pub(super) async fn list_keys(State(backend): State<Arc<Backend>>) -> Json<Vec<Value>> {
    let keys = backend.world.teams.keys().into_iter().map(|(key, permissions)| {
        let KeyPermissions { team, operations, provokes } = permissions;
        json!({ "key": key, "team": team, "operations": operations, "provokes": provokes })
    });
    Json(keys.collect())
}

/// How far the clock moves ahead.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Advance {
    advance_seconds: u32,
}

/// Moves the clock ahead, and responds once everything that became due is done.
pub(super) async fn advance_clock(
    State(backend): State<Arc<Backend>>,
    Json(advance): Json<Advance>,
) -> Result<Json<Value>, Rejection> {
    resources::advance(&backend, advance.advance_seconds)?;
    Ok(time(&backend))
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
