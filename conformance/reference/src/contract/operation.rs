//! The operations of a contract made ready: route, parameters, resource, request body and success.
//!
//! It must not see a request, nor know what an operation does beyond the contract's effects.

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

/// The statement of an operation that its errors come from upstream as they are.
const ERRORS_RELAYED: &str = "errors-relayed";
/// The type of the options of a scrape.
pub(crate) const SCRAPE_OPTIONS: &str = "ScrapeOptions";

/// An operation, ready.
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
    /// The error for a cursor that was not given out, where the contract names one.
    pub(crate) wrong_cursor: Option<Arc<Row>>,
    pub(crate) order: Option<Order>,
    pub(crate) request: Option<Request>,
    pub(crate) success: Success,
    /// The catalogue with bodies of its own, where the contract gives it some.
    errors: Option<ErrorCatalogue>,
}

/// A path parameter, ready.
#[derive(Debug)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) compiled: CompiledSchema,
    /// Whether the letter case of its value means nothing.
    pub(crate) ignores_case: bool,
    pub(crate) schema: Schema,
}

/// The resource that an operation works on, ready.
#[derive(Debug)]
pub(crate) struct Resource {
    pub(crate) type_name: String,
    pub(crate) effect: ResourceEffect,
    /// The path parameter that names it; none where a resource is created, where resources are
    /// listed, and where each item of the body names its own.
    pub(crate) identified_by: Option<String>,
    /// The property that holds its identity.
    pub(crate) identity: String,
    pub(crate) unknown: Arc<Row>,
    /// The error for the resource of another team.
    pub(crate) foreign: Arc<Row>,
    /// The properties that a list is filtered by.
    pub(crate) filters: Vec<String>,
    /// The most resources that a response lists.
    pub(crate) most_listed: usize,
}

/// The body, the query or the headers of a request, ready.
#[derive(Debug)]
pub(crate) struct Request {
    /// The name of the type.
    pub(crate) type_name: String,
    /// Whether a request without a body is refused.
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
                most_listed: spec
                    .list_schema(operation)
                    .and_then(|list| usize::try_from(list.count(Keyword::MaxItems)?).ok())
                    .unwrap_or(usize::MAX),
            })
        });
        let unknown = operation.pagination.as_ref().and_then(|own| own.unknown.as_ref());
        let wrong_cursor = unknown
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
            wrong_cursor: wrong_cursor.transpose()?,
            order: operation.order.clone(),
            request: request.map(|name| Request::from_spec(spec, operation, name)).transpose()?,
            success: Success::from_spec(spec, operation)?,
            errors: (operation.error_body != spec.service.error_body
                && operation.behaviour.contains_key(ERRORS_RELAYED))
            .then(|| ErrorCatalogue::new(spec, &operation.error_body))
            .transpose()?,
        })
    }

    /// The default of a parameter of the query.
    pub(crate) fn default_of(&self, parameter: &str) -> Option<&Value> {
        let Shape::Object(object) = &self.query.as_ref()?.schema.shape else { return None };
        object.properties.get(parameter)?.schema.default.as_ref()
    }

    /// How a list is sorted, with the value of the parameter that chose it, where one did.
    pub(crate) fn sorting<'q>(
        &'q self,
        query: &'q Properties,
    ) -> Option<(Option<&'q str>, Sorting)> {
        match self.order.as_ref()? {
            Order::By(sorting) => Some((None, sorting.clone())),
            Order::Chosen(parameter) => {
                let asked = query.get(parameter).or_else(|| self.default_of(parameter));
                let value = asked?.as_str()?;
                Some((Some(value), Sorting::parse(value)))
            }
        }
    }

    /// A row with the body that this operation gives it.
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
    /// The options of a scrape, which the contract shows no place for in the body of the operation:
    /// this server takes them beside the URL.
    pub(super) fn scrape_options(spec: &Spec) -> Result<Option<Self>, ContractError> {
        let Some(found) = spec.types.get(SCRAPE_OPTIONS) else {
            return Ok(None);
        };
        Ok(Some(Self {
            type_name: SCRAPE_OPTIONS.to_owned(),
            required: false,
            schema: found.schema.clone(),
            compiled: compile(&spec.json_schema(SCRAPE_OPTIONS), &found.schema)?,
            effects: None,
        }))
    }

    /// A part of a request that stores nothing.
    fn plain(
        spec: &Spec,
        operation: &model::Operation,
        type_name: &str,
    ) -> Result<Self, ContractError> {
        let found = spec.types.get(type_name).ok_or_else(|| ContractError::Type {
            place: operation.clause().child("request").to_string(),
            name: type_name.to_owned(),
        })?;
        Ok(Self {
            type_name: type_name.to_owned(),
            required: operation.request_required,
            schema: found.schema.clone(),
            compiled: compile(&spec.json_schema(type_name), &found.schema)?,
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
