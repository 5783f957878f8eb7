//! Monitors: created, listed, read and deleted.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use webdata_spec::Spec;
use webdata_spec::model::Schema;

use super::teams;
use crate::contract::compiled_schema::CompiledSchema;
use crate::contract::schema::{self, Properties};
use crate::http::response::plain;
use crate::service::backend::Backend;
use crate::service::resources;
use crate::web_data::monitors;
use crate::world::store::ResourceId;
use crate::world::teams::Team;

/// The settings of a new monitor.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Creation {
    /// The team that owns the monitor; the home team by default.
    #[serde(default)]
    team: Option<Team>,
    /// Properties that differ from a new monitor's. Each has the form that an update takes or a monitor
    /// returns.
    #[serde(default)]
    properties: Properties,
}

pub(super) async fn create(State(backend): State<Arc<Backend>>, body: Bytes) -> Response {
    let creation =
        if body.is_empty() { Ok(Json(Creation::default())) } else { Json::from_bytes(&body) };
    let Creation { team, properties } = match creation {
        Ok(Json(creation)) => creation,
        Err(rejection) => return rejection.into_response(),
    };
    let team = match teams::named_or_home(&backend, team) {
        Ok(team) => team,
        Err(text) => return plain(StatusCode::UNPROCESSABLE_ENTITY, text),
    };
    let spec = &backend.contract.spec;
    let mistakes = properties.iter().filter_map(|(name, value)| mistake(spec, name, value));
    let mistakes: Vec<String> = mistakes.collect();
    if !mistakes.is_empty() {
        return plain(StatusCode::UNPROCESSABLE_ENTITY, &mistakes.join("\n"));
    }
    match resources::create(&backend, monitors::TYPE, team, properties) {
        Ok((_, properties)) => {
            (StatusCode::CREATED, Json(Value::Object(properties))).into_response()
        }
        Err(error) => plain(StatusCode::NOT_FOUND, &error.to_string()),
    }
}

pub(super) async fn list(State(backend): State<Arc<Backend>>) -> Json<Vec<Value>> {
    let mut monitors = backend.world.store.find(|name, team, properties| {
        let is_monitor = name.type_name == monitors::TYPE;
        is_monitor.then(|| (name.id.clone(), json!({ "team": team, "monitor": properties })))
    });
    monitors.sort_by(|(id, _), (other, _)| id.cmp(other));
    Json(monitors.into_iter().map(|(_, monitor)| monitor).collect())
}

pub(super) async fn read(State(backend): State<Arc<Backend>>, Path(id): Path<String>) -> Response {
    match backend.world.store.read(&name_of(&id)) {
        Some(properties) => Json(Value::Object(properties)).into_response(),
        None => unknown(),
    }
}

/// Deletes a monitor as the service does: the monitor stays, in its deleted state.
pub(super) async fn delete(
    State(backend): State<Arc<Backend>>,
    Path(id): Path<String>,
) -> Response {
    let name = name_of(&id);
    let kind = backend.kinds.kind(monitors::TYPE);
    let (Some(team), Some(kind)) = (backend.world.store.owner(&name), kind) else {
        return unknown();
    };
    let deleted = backend.world.store.change(&name, &team, |stored| {
        let before = stored.clone();
        stored.insert("status".to_owned(), "deleted".into());
        kind.settle(&before, stored, backend.world.clock.now());
    });
    match deleted {
        Some(()) => StatusCode::NO_CONTENT.into_response(),
        None => unknown(),
    }
}

/// Returns the name of the monitor of an identity, in any letter case.
pub(crate) fn name_of(id: &str) -> ResourceId {
    ResourceId { type_name: monitors::TYPE.to_owned(), id: id.to_lowercase() }
}

pub(crate) fn unknown() -> Response {
    plain(StatusCode::NOT_FOUND, "there is no such monitor")
}

/// Returns the mistake in a property. The property must be one of a monitor, and its value valid in an update
/// or in a monitor.
fn mistake(spec: &Spec, name: &str, value: &Value) -> Option<String> {
    let requests = spec.operations.values().filter(|operation| {
        operation.resource.as_ref().is_some_and(|resource| resource.type_name == monitors::TYPE)
    });
    let requests = requests.filter_map(|operation| operation.request.as_deref());
    let property = |type_name| -> Option<&Schema> {
        Some(&schema::object_of(spec, type_name)?.properties.get(name)?.schema)
    };
    let schemas = requests.chain([monitors::TYPE]).filter_map(property);
    let checks =
        schemas.filter_map(|schema| CompiledSchema::compile(&spec.json_schema_of(schema)).ok());
    let checks: Vec<CompiledSchema> = checks.collect();
    if checks.iter().any(|check| check.accepts(value)) {
        return None;
    }
    let Some(check) = checks.first() else {
        return Some(format!("a monitor has no property `{name}`"));
    };
    let violation = check.violations(value).into_iter().next()?;
    let place: Vec<String> = [name.to_owned()].into_iter().chain(violation.steps).collect();
    Some(format!("`{}` {}", place.join("."), violation.message))
}
