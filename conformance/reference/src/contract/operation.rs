//! The operations of a contract in a form that can be served: route, parameters, resource, request body and
//! success response.
//!
//! This module sees no requests, and knows no behaviour of operations beyond the contract's effects.

use std::sync::Arc;

use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{
    self, Endpoint, Keyword, Order, Pagination, ResourceEffect, Schema, Shape, Sorting,
    StringFormat,
};

use super::compiled_schema::CompiledSchema;
use super::conditional::Conditional;
use super::effects::Effects;
use super::error::ContractError;
use super::error_catalogue::ErrorCatalogue;
use super::guard::Guard;
use super::route::Route;
use super::row::Row;
use super::schema::Properties;
use super::success::Success;

/// An operation in a form that can be served.
#[derive(Debug)]
pub(crate) struct Operation {
    pub(crate) id: String,
    pub(super) method: String,
    pub(crate) route: Route,
    pub(crate) guard: Option<Guard>,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) query: Option<Request>,
    pub(crate) headers: Option<Request>,
    pub(crate) resource: Option<Resource>,
    pub(crate) conditional: Conditional,
    pub(crate) pagination: Option<Pagination>,
    /// The error for a cursor that was never issued, if the contract names one.
    pub(crate) unknown_cursor: Option<Arc<Row>>,
    pub(crate) order: Option<Order>,
    pub(crate) request: Option<Request>,
    pub(crate) success: Success,
    /// The error catalogue with this operation's own error bodies, if it has any.
    errors: Option<ErrorCatalogue>,
}

/// A path parameter with its compiled schema.
#[derive(Debug)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) compiled: CompiledSchema,
    /// Whether the letter case of the value is insignificant.
    pub(crate) ignores_case: bool,
    pub(crate) schema: Schema,
}

/// The resource that an operation works on.
#[derive(Debug)]
pub(crate) struct Resource {
    pub(crate) type_name: String,
    pub(crate) effect: ResourceEffect,
    /// The path parameter with the identity of the resource. `None` for creations, for lists, and if each
    /// item of the body has its own.
    pub(crate) identified_by: Option<String>,
    /// The property with the identity of the resource.
    pub(crate) identity: String,
    pub(crate) unknown: Arc<Row>,
    /// The error for a resource of another team.
    pub(crate) foreign: Arc<Row>,
    /// The properties that a list can be filtered by.
    pub(crate) filters: Vec<String>,
    /// The largest number of resources in a response.
    pub(crate) max_listed: usize,
}

/// The body, the query or the headers of a request, with their compiled schema.
#[derive(Debug)]
pub(crate) struct Request {
    /// The name of the type.
    pub(crate) type_name: String,
    /// Whether a request must have a body.
    pub(crate) required: bool,
    pub(crate) schema: Schema,
    pub(crate) compiled: CompiledSchema,
    pub(crate) effects: Option<Effects>,
}

impl Operation {
    pub(super) fn from_spec(
        spec: &Arc<Spec>,
        operation: &model::Operation,
        endpoint: &Endpoint,
        catalogue: &ErrorCatalogue,
    ) -> Result<Self, ContractError> {
        let place = operation.clause();
        let guard = operation.authentication.as_ref().map(|id| {
            let scheme = spec.service.authentication.get(id);
            let scheme = scheme.ok_or_else(|| ContractError::Authentication {
                place: place.to_string(),
                id: id.clone(),
            })?;
            Guard::from_spec(scheme, catalogue)
        });
        let resource = operation.resource.as_ref().map(|resource| {
            let row = |error: Option<&String>, word: &str| match error {
                Some(error) => catalogue.row(error, place.child(word).as_str()),
                None => catalogue.row(&spec.service.unknown_path, "service.unknownPath"),
            };
            let unknown = row(resource.unknown.as_ref(), "unknown")?;
            let foreign = match &resource.foreign {
                Some(error) => row(Some(error), "foreign")?,
                None => Arc::clone(&unknown),
            };
            Ok(Resource {
                type_name: resource.type_name.clone(),
                effect: resource.effect,
                identified_by: resource.identified_by.clone(),
                identity: resource.identity.clone(),
                unknown,
                foreign,
                filters: spec.filters(operation).into_iter().map(str::to_owned).collect(),
                max_listed: spec
                    .list_schema(operation)
                    .and_then(|list| usize::try_from(list.count(Keyword::MaxItems)?).ok())
                    .unwrap_or(usize::MAX),
            })
        });
        let unknown =
            operation.pagination.as_ref().and_then(|pagination| pagination.unknown.as_ref());
        let unknown_cursor = unknown
            .map(|error| catalogue.row(error, operation.pagination_clause("unknown").as_str()));
        let request = operation.request.as_ref();
        let parameters_of = |name: &Option<String>| {
            let name = name.as_ref();
            name.map(|name| Request::plain(spec, operation, name)).transpose()
        };
        Ok(Self {
            id: operation.id.clone(),
            method: endpoint.method.clone(),
            route: Route::parse(&format!("{}{}", spec.service.base_path, endpoint.path)),
            guard: guard.transpose()?,
            parameters: operation
                .parameters
                .values()
                .map(|parameter| Parameter::from_spec(spec, parameter))
                .collect::<Result<_, _>>()?,
            query: parameters_of(&operation.query)?,
            headers: parameters_of(&operation.headers)?,
            resource: resource.transpose()?,
            conditional: Conditional::from_spec(operation, catalogue)?,
            pagination: operation.pagination.clone(),
            unknown_cursor: unknown_cursor.transpose()?,
            order: operation.order.clone(),
            request: request.map(|name| Request::from_spec(spec, operation, name)).transpose()?,
            success: Success::from_spec(spec, operation)?,
            errors: (operation.error_body != spec.service.error_body)
                .then(|| ErrorCatalogue::new(spec, &operation.error_body))
                .transpose()?,
        })
    }

    /// Returns the default of a query parameter.
    pub(crate) fn query_default(&self, parameter: &str) -> Option<&Value> {
        let Shape::Object(object) = &self.query.as_ref()?.schema.shape else { return None };
        object.properties.get(parameter)?.schema.default.as_ref()
    }

    /// Returns the sorting of a list, with the value of the query parameter that selected it.
    pub(crate) fn sorting<'q>(
        &'q self,
        query: &'q Properties,
    ) -> Option<(Option<&'q str>, Sorting)> {
        match self.order.as_ref()? {
            Order::By(sorting) => Some((None, sorting.clone())),
            Order::Chosen(parameter) => {
                let requested = query.get(parameter).or_else(|| self.query_default(parameter));
                let value = requested?.as_str()?;
                Some((Some(value), Sorting::parse(value)))
            }
        }
    }

    /// Returns an error row with this operation's own error body.
    pub(crate) fn row(&self, row: Arc<Row>) -> Arc<Row> {
        self.errors.as_ref().and_then(|errors| errors.find(row.id())).unwrap_or(row)
    }
}

impl Parameter {
    fn from_spec(spec: &Spec, parameter: &model::Parameter) -> Result<Self, ContractError> {
        let schema = &parameter.schema;
        Ok(Self {
            name: parameter.name.clone(),
            compiled: compile(&spec.json_schema_of(schema), schema)?,
            ignores_case: schema.format() == Some(StringFormat::Uuid),
            schema: schema.clone(),
        })
    }
}

impl Request {
    /// Prepares the validation of a type; `None` if the contract has no such type.
    pub(super) fn of_type(spec: &Spec, type_name: &str) -> Result<Option<Self>, ContractError> {
        let Some(named_type) = spec.types.get(type_name) else {
            return Ok(None);
        };
        Ok(Some(Self {
            type_name: type_name.to_owned(),
            required: false,
            schema: named_type.schema.clone(),
            compiled: compile(&spec.json_schema(type_name), &named_type.schema)?,
            effects: None,
        }))
    }

    /// Prepares a part of a request that stores nothing.
    fn plain(
        spec: &Spec,
        operation: &model::Operation,
        type_name: &str,
    ) -> Result<Self, ContractError> {
        let named_type = spec.types.get(type_name).ok_or_else(|| ContractError::Type {
            place: operation.clause().child("request").to_string(),
            name: type_name.to_owned(),
        })?;
        Ok(Self {
            type_name: type_name.to_owned(),
            required: operation.request_required,
            schema: named_type.schema.clone(),
            compiled: compile(&spec.json_schema(type_name), &named_type.schema)?,
            effects: None,
        })
    }

    fn from_spec(
        spec: &Arc<Spec>,
        operation: &model::Operation,
        type_name: &str,
    ) -> Result<Self, ContractError> {
        let stores = operation.resource.as_ref().filter(|resource| resource.effect.stores());
        let effects = stores.map(|resource| {
            let item = if operation.is_bulk() { spec.item(type_name) } else { None };
            let sent = item.unwrap_or(type_name);
            Effects::from_spec(spec, operation, sent, &resource.type_name)
        });
        let plain = Self::plain(spec, operation, type_name)?;
        Ok(Self { effects: effects.transpose()?, ..plain })
    }
}

fn compile(json_schema: &Value, schema: &Schema) -> Result<CompiledSchema, ContractError> {
    CompiledSchema::compile(json_schema)
        .map_err(|reason| ContractError::Schema { place: schema.clause.to_string(), reason })
}
