//! The resources of each type of the contract: created, listed, read and deleted.

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

use crate::contract::compiled_schema::CompiledSchema;
use crate::contract::schema::{self, Properties};
use crate::control::{Rejection, settings};
use crate::http::response::plain;
use crate::service::backend::Backend;
use crate::service::resource_types::ResourceType;
use crate::service::resources;
use crate::world::store::ResourceId;
use crate::world::teams::Team;

/// The state of the operations on the resources of a type.
#[derive(Debug, Clone)]
pub(super) struct OfType {
    pub(super) backend: Arc<Backend>,
    pub(super) known: Arc<ResourceType>,
}

impl OfType {
    /// Returns the name of the resource with this identity, in any letter case.
    fn name_of(&self, id: &str) -> ResourceId {
        ResourceId { type_name: self.known.type_name.clone(), id: id.to_lowercase() }
    }

    fn unknown(&self) -> Response {
        plain(StatusCode::NOT_FOUND, &format!("there is no such {}", self.known.noun))
    }
}

/// The settings of a new resource.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Creation {
    /// The team that owns the resource; the home team by default.
    team: Option<Team>,
    /// Properties that replace those of a new resource. Each value is valid in a request or in a resource.
    #[serde(default)]
    properties: Properties,
}

pub(super) async fn create(
    State(of_type): State<OfType>,
    body: Bytes,
) -> Result<Response, Rejection> {
    let OfType { backend, known } = &of_type;
    let creation =
        if body.is_empty() { Ok(Json(Creation::default())) } else { Json::from_bytes(&body) };
    let Creation { team, mut properties } = match creation {
        Ok(Json(creation)) => creation,
        Err(rejection) => return Ok(rejection.into_response()),
    };
    let team = settings::named_or_home(&backend.world, team)?;
    let spec = &backend.contract.spec;
    let mistakes = properties.iter().filter_map(|(name, value)| mistake(spec, known, name, value));
    let mistakes: Vec<String> = mistakes.collect();
    if !mistakes.is_empty() {
        return Err(mistakes.join("\n").into());
    }
    let id = properties.remove(&known.identity);
    let id = id.as_ref().and_then(Value::as_str).map(str::to_owned);
    Ok(match resources::create(backend, &known.type_name, team, id, properties) {
        Ok((_, properties)) => {
            (StatusCode::CREATED, Json(Value::Object(properties))).into_response()
        }
        Err(error) => plain(StatusCode::NOT_FOUND, &error.to_string()),
    })
}

pub(super) async fn list(State(OfType { backend, known }): State<OfType>) -> Json<Vec<Value>> {
    let mut resources = backend.world.store.find(|name, team, properties| {
        let is_meant = name.type_name == known.type_name;
        let shown = || json!({ "team": team, (known.property.as_str()): properties });
        is_meant.then(|| (name.id.clone(), shown()))
    });
    resources.sort_by(|(id, _), (other, _)| id.cmp(other));
    Json(resources.into_iter().map(|(_, resource)| resource).collect())
}

pub(super) async fn read(State(of_type): State<OfType>, Path(id): Path<String>) -> Response {
    match of_type.backend.world.store.read(&of_type.name_of(&id)) {
        Some(properties) => Json(Value::Object(properties)).into_response(),
        None => of_type.unknown(),
    }
}

/// Deletes a resource. If the service keeps deleted resources, the resource stays in its deleted state.
pub(super) async fn delete(State(of_type): State<OfType>, Path(id): Path<String>) -> Response {
    let (backend, name) = (&of_type.backend, of_type.name_of(&id));
    let store = &backend.world.store;
    let (Some(team), Some(kind)) = (store.owner(&name), backend.kind(&name.type_name)) else {
        return of_type.unknown();
    };
    let is_kept = store.change(&name, &team, |stored| {
        let before = stored.clone();
        let is_kept = kind.mark_deleted(stored);
        if is_kept {
            kind.settle(&before, stored, backend.world.clock.now());
        }
        is_kept
    });
    match is_kept {
        Some(true) => StatusCode::NO_CONTENT.into_response(),
        Some(false) => {
            store.remove(&name, &team);
            StatusCode::NO_CONTENT.into_response()
        }
        None => of_type.unknown(),
    }
}

/// Returns the mistake in a property. The property must be one of the type, and its value valid in a request
/// or in a resource.
fn mistake(spec: &Arc<Spec>, known: &ResourceType, name: &str, value: &Value) -> Option<String> {
    let type_name = known.type_name.as_str();
    let requests = spec.operations.values().filter(|operation| {
        operation.resource.as_ref().is_some_and(|resource| resource.type_name == type_name)
    });
    let requests = requests.filter_map(|operation| operation.request.as_deref());
    let property = |type_name| -> Option<&Schema> {
        Some(&schema::object_of(spec, type_name)?.properties.get(name)?.schema)
    };
    let schemas = requests.chain([type_name]).filter_map(property);
    let checks: Vec<CompiledSchema> =
        schemas.map(|schema| CompiledSchema::new(spec, schema)).collect();
    if checks.iter().any(|check| check.accepts(value)) {
        return None;
    }
    let Some(check) = checks.first() else {
        return Some(format!("{} has no property `{name}`", known.with_article()));
    };
    let violation = check.violations(value).into_iter().next()?;
    let place: Vec<String> = [name.to_owned()].into_iter().chain(violation.steps).collect();
    Some(format!("`{}` {}", place.join("."), violation.message))
}
