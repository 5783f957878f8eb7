//! The control plane under `/_reference/`: setting up what the contract has no operation for.
//!
//! It is no part of the contract, and nothing of it may be needed to serve the contract.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::Value;

use super::Shared;
use super::keys::Team;
use super::monitors;
use super::store::Name;

const PREFIX: &str = "/_reference/";

/// The types that can be set up, by the word in the path.
const COLLECTIONS: [(&str, &str); 1] = [("monitors", monitors::TYPE)];

/// What a new resource can be given.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Creation {
    /// Whose it is.
    #[serde(default)]
    team: Team,
}

/// Whether a path belongs to the control plane.
pub(super) fn is_meant(path: &str) -> bool {
    path.starts_with(PREFIX)
}

/// Answers a request to the control plane.
pub(super) fn answer(shared: &Shared, method: &str, path: &str, body: &[u8]) -> Response {
    let path = path.strip_prefix(PREFIX).unwrap_or_default();
    let (word, id) = path.split_once('/').map_or((path, None), |(word, id)| (word, Some(id)));
    let collection = COLLECTIONS.iter().find(|(known, _)| *known == word);
    match (method, collection, id) {
        ("POST", Some((_, type_name)), None) => create(shared, type_name, body),
        ("GET", Some((_, type_name)), Some(id)) => read(shared, type_name, id),
        _ => plain(StatusCode::NOT_FOUND, "the control plane has no such operation"),
    }
}

fn create(shared: &Shared, type_name: &str, body: &[u8]) -> Response {
    let creation = if body.is_empty() {
        Ok(Creation::default())
    } else {
        serde_json::from_slice::<Creation>(body)
    };
    let created = match creation {
        Ok(creation) => shared.create(type_name, creation.team),
        Err(error) => return plain(StatusCode::BAD_REQUEST, &error.to_string()),
    };
    match created {
        Ok((_, properties)) => {
            (StatusCode::CREATED, Json(Value::Object(properties))).into_response()
        }
        Err(error) => plain(StatusCode::NOT_FOUND, &error.to_string()),
    }
}

fn read(shared: &Shared, type_name: &str, id: &str) -> Response {
    let name = Name { type_name: type_name.to_owned(), id: id.to_lowercase() };
    match shared.store.read(&name) {
        Some(properties) => Json(Value::Object(properties)).into_response(),
        None => plain(StatusCode::NOT_FOUND, "there is no such resource"),
    }
}

fn plain(status: StatusCode, text: &str) -> Response {
    (status, format!("{text}\n")).into_response()
}
