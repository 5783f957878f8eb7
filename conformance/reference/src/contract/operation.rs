//! The operations of a contract in a form that can be served: route, authentication, parameters, resource,
//! versions and request body.
//!
//! This module knows no behaviour of operations beyond the contract's effects, and does not know which keys are valid.

use std::sync::Arc;

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use percent_encoding::percent_decode_str;
use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{
    self, Authentication, ClauseRoot, Endpoint, Idempotency, Keyword, Order, Pagination,
    Precondition, ResourceEffect, Schema, Shape, Sorting, StringFormat,
};

use crate::contract::compiled_schema::CompiledSchema;
use crate::contract::effects::Effects;
use crate::contract::errors::{ContractError, ErrorCatalogue, Row, header};
use crate::contract::schema::Properties;
use crate::contract::success::Success;

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
    pub(crate) is_job: bool,
    /// The path parameter with the identity of the resource. `None` for creations, for lists, and if each
    /// item of the body has its own.
    pub(crate) identified_by: Option<String>,
    /// The property with the identity of the resource.
    pub(crate) identity: String,
    pub(crate) unknown: Arc<Row>,
    /// The error for a resource of another team.
    pub(crate) foreign: Arc<Row>,
    /// The parents that the path names, the outermost first.
    pub(crate) parents: Vec<Parent>,
    /// The properties that a list can be filtered by.
    pub(crate) filters: Vec<String>,
    /// The largest number of resources in a response.
    pub(crate) max_listed: usize,
}

/// A resource that the path names before the resource of the operation.
#[derive(Debug)]
pub(crate) struct Parent {
    pub(crate) type_name: String,
    /// The path parameter with the identity of the parent.
    pub(crate) identified_by: String,
    /// The property of the operation's resource that holds the identity.
    pub(crate) property: Option<String>,
    pub(crate) unknown: Arc<Row>,
    /// The error for a parent of another team.
    pub(crate) foreign: Arc<Row>,
}

/// The body, the query or the headers of a request, with their compiled schema.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) type_name: String,
    /// Whether a request must have a body.
    pub(crate) required: bool,
    /// Whether each property is sent as a part.
    pub(crate) is_multipart: bool,
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
            let unknown = || ContractError::unknown(place.as_str(), "authentication scheme", id);
            Guard::from_spec(scheme.ok_or_else(unknown)?, catalogue)
        });
        let resource = operation.resource.as_ref().map(|resource| {
            let row = |error: Option<&String>, word: &str| match error {
                Some(error) => catalogue.row(error, place.child(word).as_str()),
                None => catalogue.row(&spec.service.unknown_path, "service.unknownPath"),
            };
            let rows = |unknown: Option<&String>, foreign: Option<&String>| {
                Ok((row(unknown, "unknown")?, row(foreign.or(unknown), "foreign")?))
            };
            let (unknown, foreign) = rows(resource.unknown.as_ref(), resource.foreign.as_ref())?;
            let parents = resource.parents().map(|parent| {
                let (unknown, foreign) = rows(parent.unknown.as_ref(), parent.foreign.as_ref())?;
                Ok(Parent {
                    type_name: parent.type_name.clone(),
                    identified_by: parent.identified_by.clone(),
                    property: parent.property.clone(),
                    unknown,
                    foreign,
                })
            });
            let mut parents = parents.collect::<Result<Vec<_>, ContractError>>()?;
            parents.reverse();
            Ok(Resource {
                type_name: resource.type_name.clone(),
                effect: resource.effect,
                is_job: resource.is_job,
                identified_by: resource.identified_by.clone(),
                identity: resource.identity.clone(),
                unknown,
                foreign,
                parents,
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
                .collect(),
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
        self.errors.as_ref().and_then(|errors| errors.find(&row.id)).unwrap_or(row)
    }
}

impl Parameter {
    fn from_spec(spec: &Arc<Spec>, parameter: &model::Parameter) -> Self {
        let schema = &parameter.schema;
        Self {
            name: parameter.name.clone(),
            compiled: CompiledSchema::new(spec, schema),
            ignores_case: schema.format() == Some(StringFormat::Uuid),
            schema: schema.clone(),
        }
    }
}

impl Request {
    /// Prepares the validation of a type; `None` if the contract has no such type.
    pub(super) fn of_type(spec: &Arc<Spec>, type_name: &str) -> Option<Self> {
        Some(Self {
            type_name: type_name.to_owned(),
            required: false,
            is_multipart: false,
            schema: spec.types.get(type_name)?.schema.clone(),
            compiled: CompiledSchema::of_type(spec, type_name),
            effects: None,
        })
    }

    /// Prepares the validation of a body, a query or headers, without effects.
    fn plain(
        spec: &Arc<Spec>,
        operation: &model::Operation,
        type_name: &str,
    ) -> Result<Self, ContractError> {
        let place = operation.clause().child("request");
        let unknown = || ContractError::unknown(place.as_str(), "type", type_name);
        let plain = Self::of_type(spec, type_name).ok_or_else(unknown)?;
        Ok(Self { required: operation.request_required, ..plain })
    }

    /// Prepares the validation of a body, with the effects of an operation that stores it.
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
        Ok(Self { effects, is_multipart: operation.is_multipart(), ..plain })
    }
}

/// The headers by which an operation supports versions and idempotency keys.
#[derive(Debug)]
pub(crate) struct Conditional {
    /// The response header with the version of the resource.
    pub(crate) version: Option<String>,
    /// The request header with the version to change, and the error for another version.
    pub(crate) precondition: Option<(String, Arc<Row>)>,
    /// The request header with the version that the client has.
    pub(crate) condition: Option<String>,
    /// The request header with the idempotency key, and the error for a known key with another body.
    pub(crate) key: Option<(String, Option<Arc<Row>>)>,
}

impl Conditional {
    pub(super) fn from_spec(
        operation: &model::Operation,
        catalogue: &ErrorCatalogue,
    ) -> Result<Self, ContractError> {
        let clause = |word: &str| operation.clause().child(word).to_string();
        let precondition = operation.precondition.as_ref().map(|Precondition { header, error }| {
            Ok((header.clone(), catalogue.row(error, &clause("precondition"))?))
        });
        let key = operation.idempotency.as_ref().map(|Idempotency { header, reused }| {
            let row = reused.as_ref().map(|error| catalogue.row(error, &clause("idempotency")));
            Ok((header.clone(), row.transpose()?))
        });
        Ok(Self {
            version: operation.resource.as_ref().and_then(|resource| resource.version.clone()),
            precondition: precondition.transpose()?,
            condition: operation.condition.clone(),
            key: key.transpose()?,
        })
    }
}

/// Returns the headers that announce the deprecation of an operation.
pub(super) fn notices(
    operation: &model::Operation,
) -> Result<Vec<(HeaderName, HeaderValue)>, ContractError> {
    let notice = |notice: model::Notice| {
        let place = notice.clause.as_str();
        let value = HeaderValue::try_from(&notice.value).map_err(|_| ContractError::Header {
            place: place.to_owned(),
            text: notice.value.clone(),
        });
        Ok((header(notice.header, place)?, value?))
    };
    operation.notices().into_iter().map(notice).collect()
}

/// An authentication scheme.
#[derive(Debug, Clone)]
pub(crate) struct Guard {
    scheme: String,
    header: HeaderName,
    /// The error for a key that is missing, malformed, unknown or revoked.
    pub(crate) rejected: Arc<Row>,
    /// The error for a key without permission.
    pub(crate) forbidden: Option<Arc<Row>>,
}

impl Guard {
    /// Prepares a scheme.
    ///
    /// # Errors
    /// The header is invalid in HTTP, or an error is not in the catalogue.
    pub(super) fn from_spec(
        scheme: &Authentication,
        catalogue: &ErrorCatalogue,
    ) -> Result<Self, ContractError> {
        let clause = ClauseRoot::Authentication(&scheme.id).clause();
        let place = clause.as_str();
        Ok(Self {
            scheme: scheme.scheme.clone(),
            header: header(&scheme.header, place)?,
            rejected: catalogue.row(&scheme.rejected, place)?,
            forbidden: scheme
                .forbidden
                .as_ref()
                .map(|error| catalogue.row(error, place))
                .transpose()?,
        })
    }

    /// Returns whether a word is the name of the scheme, in any letter case.
    fn is_of_scheme(&self, word: &str) -> bool {
        word.eq_ignore_ascii_case(&self.scheme)
    }

    /// Returns the key, after the scheme if there is one, if the request has exactly one authentication header. HTTP ignores
    /// the letter case of the scheme.
    pub(crate) fn key<'h>(&self, headers: &'h HeaderMap) -> Option<&'h str> {
        let mut values = headers.get_all(&self.header).iter();
        let (Some(value), None) = (values.next(), values.next()) else {
            return None;
        };
        let value = value.to_str().ok()?;
        if self.scheme.is_empty() {
            return Some(value);
        }
        let (scheme, key) = value.split_once(' ')?;
        self.is_of_scheme(scheme).then(|| key.trim_matches(' '))
    }
}

/// The path of an operation, split into segments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Route(Vec<RouteSegment>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum RouteSegment {
    Fixed(String),
    Parameter(String),
}

impl Route {
    /// Parses a path such as `/v1/thing/{thingId}`.
    pub(crate) fn parse(path: &str) -> Self {
        let segments = path.split('/').map(|segment| {
            match segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
                Some(name) => RouteSegment::Parameter(name.to_owned()),
                None => RouteSegment::Fixed(segment.to_owned()),
            }
        });
        Self(segments.collect())
    }

    /// Returns the number of path parameters. Of two matching routes, the one with fewer parameters wins.
    pub(crate) fn parameters(&self) -> usize {
        self.0.iter().filter(|segment| matches!(segment, RouteSegment::Parameter(_))).count()
    }

    /// Returns the path parameters by name; `None` if the path does not match.
    pub(crate) fn matched(&self, path: &str) -> Option<Vec<(&str, String)>> {
        let mut parameters = Vec::new();
        let mut requested = path.split('/');
        for segment in &self.0 {
            // Invalid UTF-8 becomes replacement characters.
            let text = percent_decode_str(requested.next()?).decode_utf8_lossy();
            match segment {
                RouteSegment::Fixed(wanted) if *wanted == text => {}
                RouteSegment::Fixed(_) => return None,
                RouteSegment::Parameter(_) if text.is_empty() => return None,
                RouteSegment::Parameter(name) => {
                    parameters.push((name.as_str(), text.into_owned()));
                }
            }
        }
        requested.next().is_none().then_some(parameters)
    }
}
