//! A contract made ready to be served: routes, compiled schemas and rows, all looked up once.
//!
//! It must not see a request. What a contract names and does not have is an error here, so that
//! nothing can be missing later.

use std::sync::Arc;

use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{self, Endpoint, Schema, Shape, StringFormat};

use super::StartError;
use super::answer::{Row, Success};
use super::catalogue::Catalogue;
use super::check::Check;
use super::guard::Guard;
use super::kinds::Kinds;
use super::route::Route;
use super::update::Update;

/// The identity of the limit on request bodies, and the size that is meant where it shows none.
const BODY_LIMIT: &str = "body-size";
const BODY_BYTES: usize = 2 * 1024 * 1024;

/// A contract, ready.
#[derive(Debug)]
pub(super) struct Contract {
    pub(super) spec: Arc<Spec>,
    pub(super) catalogue: Catalogue,
    pub(super) operations: Vec<Operation>,
    pub(super) kinds: Kinds,
    /// The authentication of a path that no operation has.
    pub(super) guard: Option<Guard>,
    pub(super) unknown_path: Arc<Row>,
    pub(super) validation_failure: Arc<Row>,
    /// The most bytes of a body, and the error for more.
    pub(super) body_bytes: usize,
    pub(super) body_too_large: Arc<Row>,
}

/// An operation, ready.
#[derive(Debug)]
pub(super) struct Operation {
    method: String,
    pub(super) route: Route,
    pub(super) guard: Option<Guard>,
    pub(super) parameters: Vec<Parameter>,
    pub(super) resource: Option<Resource>,
    pub(super) request: Option<Request>,
    pub(super) success: Success,
}

/// A path parameter, ready.
#[derive(Debug)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) check: Check,
    /// Whether the letter case of its value means nothing.
    pub(super) ignores_case: bool,
    pub(super) schema: Schema,
}

/// The resource that an operation works on, ready.
#[derive(Debug)]
pub(super) struct Resource {
    pub(super) type_name: String,
    pub(super) identified_by: String,
    pub(super) unknown: Arc<Row>,
}

/// The request body of an operation, ready.
#[derive(Debug)]
pub(super) struct Request {
    /// Whether a request without a body is refused.
    pub(super) required: bool,
    pub(super) schema: Schema,
    pub(super) check: Check,
    pub(super) update: Option<Update>,
}

impl Contract {
    /// Makes a contract ready.
    ///
    /// # Errors
    /// The first thing in it that cannot be served.
    pub(super) fn of(spec: Arc<Spec>) -> Result<Self, StartError> {
        let catalogue = Catalogue::of(&spec)?;
        let service = &spec.service;
        let validation_failure =
            catalogue.row(&service.validation_failure, "service.validationFailure")?;
        let limit = spec.limits.get(BODY_LIMIT);
        let operations = spec.operations.values();
        // What has no path cannot be asked for.
        let operations =
            operations.filter_map(|operation| Some((operation, operation.endpoint.as_ref()?)));
        Ok(Self {
            operations: operations
                .map(|(operation, endpoint)| Operation::of(&spec, operation, endpoint, &catalogue))
                .collect::<Result<_, _>>()?,
            kinds: Kinds::of(&spec),
            guard: service
                .authentication
                .values()
                .next()
                .map(|scheme| Guard::of(scheme, &catalogue))
                .transpose()?,
            unknown_path: catalogue.row(&service.unknown_path, "service.unknownPath")?,
            body_bytes: limit
                .and_then(|limit| usize::try_from(limit.value?).ok())
                .unwrap_or(BODY_BYTES),
            body_too_large: match limit {
                Some(limit) => catalogue.row(&limit.error, &format!("limits.{}", limit.id))?,
                None => Arc::clone(&validation_failure),
            },
            validation_failure,
            catalogue,
            spec,
        })
    }

    /// The operation that a method and a path mean, with the path's parameters by name.
    pub(super) fn operation(
        &self,
        method: &str,
        path: &str,
    ) -> Option<(&Operation, Vec<(&str, String)>)> {
        let operations = self.operations.iter().filter(|operation| operation.method == method);
        operations
            .filter_map(|operation| Some((operation, operation.route.matched(path)?)))
            .min_by_key(|(operation, _)| operation.route.parameters())
    }
}

impl Operation {
    fn of(
        spec: &Arc<Spec>,
        operation: &model::Operation,
        endpoint: &Endpoint,
        catalogue: &Catalogue,
    ) -> Result<Self, StartError> {
        let place = operation.clause();
        let guard = operation.authentication.as_ref().map(|id| {
            let scheme = spec.service.authentication.get(id);
            let scheme = scheme.ok_or_else(|| StartError::Authentication {
                place: place.to_string(),
                id: id.clone(),
            })?;
            Guard::of(scheme, catalogue)
        });
        let resource = operation.resource.as_ref().map(|resource| {
            Ok(Resource {
                type_name: resource.type_name.clone(),
                identified_by: resource.identified_by.clone(),
                unknown: catalogue.row(&resource.unknown, place.child("unknown").as_str())?,
            })
        });
        let request = operation.request.as_ref();
        Ok(Self {
            method: endpoint.method.clone(),
            route: Route::of(&format!("{}{}", spec.service.base_path, endpoint.path)),
            guard: guard.transpose()?,
            parameters: operation
                .parameters
                .values()
                .map(|parameter| Parameter::of(spec, parameter))
                .collect::<Result<_, _>>()?,
            resource: resource.transpose()?,
            request: request.map(|name| Request::of(spec, operation, name)).transpose()?,
            success: Success::of(spec, operation)?,
        })
    }
}

impl Parameter {
    fn of(spec: &Spec, parameter: &model::Parameter) -> Result<Self, StartError> {
        let schema = &parameter.schema;
        Ok(Self {
            name: parameter.name.clone(),
            check: compiled(&spec.json_schema_of(schema), schema)?,
            ignores_case: matches!(
                &schema.shape,
                Shape::String(text) if text.format == Some(StringFormat::Uuid)
            ),
            schema: schema.clone(),
        })
    }
}

impl Request {
    fn of(
        spec: &Arc<Spec>,
        operation: &model::Operation,
        type_name: &str,
    ) -> Result<Self, StartError> {
        let found = spec.types.get(type_name).ok_or_else(|| StartError::Type {
            place: operation.clause().child("request").to_string(),
            name: type_name.to_owned(),
        })?;
        let resource = operation.resource.as_ref().map(|resource| &resource.type_name);
        let update = resource.map(|resource| Update::of(spec, operation, type_name, resource));
        Ok(Self {
            required: operation.request_required,
            schema: found.schema.clone(),
            check: compiled(&spec.json_schema(type_name), &found.schema)?,
            update: update.transpose()?,
        })
    }
}

fn compiled(json_schema: &Value, schema: &Schema) -> Result<Check, StartError> {
    Check::of(json_schema)
        .map_err(|reason| StartError::Schema { place: schema.clause.to_string(), reason })
}
