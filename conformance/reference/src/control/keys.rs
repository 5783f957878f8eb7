//! Keys: listed, added, changed and revoked. This module shows keys in full, since they are valid only on
//! this server.

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

/// The settings of a key.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Key {
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

pub(super) async fn set(
    State(backend): State<Arc<Backend>>,
    Path(key): Path<String>,
    Json(settings): Json<Key>,
) -> Response {
    let Key { team, operations, provokes, revoked } = settings;
    let permissions =
        teams::named_or_home(&backend.world, team).map_err(str::to_owned).and_then(|team| {
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
pub(super) async fn list(State(backend): State<Arc<Backend>>) -> Json<Vec<Value>> {
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
