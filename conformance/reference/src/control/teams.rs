//! Teams: their states, subscriptions and keys, and what they were charged.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::http::response::plain;
use crate::service::backend::Backend;
use crate::world::World;
use crate::world::teams::{Settings, Team};

/// Replaces the settings of a team, and responds with one of its keys.
pub(super) async fn set(
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
pub(super) async fn read(
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
pub(super) async fn list(State(backend): State<Arc<Backend>>) -> Json<Value> {
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
