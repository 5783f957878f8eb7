//! Keys: listed, added, changed and revoked. They open nothing but this server, so that they are
//! shown here, and nowhere else.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::names::known_operation;
use super::teams;
use crate::http::response::plain;
use crate::service::backend::Backend;
use crate::world::teams::{KeyPermissions, Team};

/// What a key allows.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Key {
    /// The team that it acts for; the first one when left out.
    #[serde(default)]
    team: Option<Team>,
    /// The operations that it may use; all of them when left out.
    #[serde(default)]
    operations: Option<BTreeSet<String>>,
    /// The row of the error catalogue that answers each of its requests.
    #[serde(default)]
    provokes: Option<String>,
    /// Whether it is good no more.
    #[serde(default)]
    revoked: bool,
}

pub(super) async fn set(
    State(backend): State<Arc<Backend>>,
    Path(key): Path<String>,
    Json(settings): Json<Key>,
) -> Response {
    let Key { team, operations, provokes, revoked } = settings;
    let permissions = teams::meant(&backend, team).map_err(str::to_owned).and_then(|team| {
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

/// Every key that is accepted; without a list of operations, it may use all of them.
pub(super) async fn list(State(backend): State<Arc<Backend>>) -> Json<Vec<Value>> {
    let keys = backend.world.teams.keys().into_iter().map(|(key, permissions)| {
        let KeyPermissions { team, operations, provokes } = permissions;
        json!({ "key": key, "team": team, "operations": operations, "provokes": provokes })
    });
    Json(keys.collect())
}

/// Says what a key would allow that there is not.
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
