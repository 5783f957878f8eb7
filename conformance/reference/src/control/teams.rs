//! Teams: their states, plans and keys, and what they were charged.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::plain;
use crate::Shared;
use crate::scrape::THREAT_PROTECTION;
use crate::teams::{Settings, Team};

/// Sets a team up, and answers with a key of it.
pub(super) async fn set(
    State(shared): State<Arc<Shared>>,
    Path(name): Path<String>,
    Json(settings): Json<Settings>,
) -> Response {
    let known = &shared.contract.spec.service.team_states;
    if let Some(state) = settings.states.iter().find(|state| !known.contains_key(*state)) {
        let known: Vec<&str> = known.keys().map(String::as_str).collect();
        let text = format!("there is no team state `{state}`; there are {}", known.join(", "));
        return plain(StatusCode::UNPROCESSABLE_ENTITY, &text);
    }
    if let Some(request) = &shared.contract.scrape_options {
        let options = json!({ (THREAT_PROTECTION): settings.threat_protection });
        if let Some(broken) = request.check.violations(&options).first() {
            let place = broken.steps.join("/");
            let text = format!("threat-protection: {place} {}", broken.message);
            return plain(StatusCode::UNPROCESSABLE_ENTITY, &text);
        }
    }
    let key = shared.teams.set(&Team::named(name), settings, &shared.identities);
    Json(json!({ "key": key })).into_response()
}

/// What is set up of a team, and what it was charged so far.
pub(super) async fn read(State(shared): State<Arc<Shared>>, Path(name): Path<String>) -> Response {
    shared.agents.charge(&shared);
    match told(&shared, &Team::named(name)) {
        Some(told) => Json(told).into_response(),
        None => plain(StatusCode::NOT_FOUND, "there is no such team"),
    }
}

/// Every team, by its name.
pub(super) async fn list(State(shared): State<Arc<Shared>>) -> Json<Value> {
    shared.agents.charge(&shared);
    let teams = shared.teams.all().into_iter();
    let told = teams.filter_map(|team| Some((team.name().to_owned(), told(&shared, &team)?)));
    Json(Value::Object(told.collect()))
}

/// The team that is meant: the first one where none is named.
///
/// # Errors
/// Why there is none.
pub(super) fn meant(shared: &Shared, named: Option<Team>) -> Result<Team, &'static str> {
    let team = named.unwrap_or(Team::HOME);
    let is_known = shared.teams.settings(&team).is_some();
    if is_known { Ok(team) } else { Err("there is no such team; set it up first") }
}

fn told(shared: &Shared, team: &Team) -> Option<Value> {
    let settings = shared.teams.settings(team)?;
    Some(json!({ "settings": settings, "charged": shared.teams.charged(team) }))
}
