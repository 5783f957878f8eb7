//! Makes the requests of cases, of which most are valid but for the varied part. What the server must respond is
//! decided elsewhere.

use indexmap::IndexMap;
use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{
    self, ANY_VERSION, Authentication, ClauseId, Idempotency, Operation, Parameter, Resource,
    ResourceEffect,
};
use webdata_spec::prose::plain;

use super::changes::no_op_body;
use super::{Input, OperationContext};
use crate::case::{
    Argument, Authorization, Body, Endpoint, KeyForm, KeyName, Part, Request, multipart,
};
use crate::derive::fixtures_of;
use crate::derive::values::json_values::members;
use crate::derive::values::samples::Extent;

/// An identity that no service has assigned: a valid UUID with random bits of zero.
pub(crate) const UNKNOWN_ID: &str = "00000000-0000-4000-8000-000000000000";

/// A key that no service has issued.
pub(crate) const UNKNOWN_KEY: &str = "no-such-key";

impl<'s> OperationContext<'s> {
    /// Returns a request with a valid key and with `value` as the varied part. If the operation works on a
    /// stored resource, the request names the first fixture or the resource that the first step creates.
    pub(crate) fn request(&self, value: impl Into<Body>) -> Request {
        let operation = self.operation;
        let is_job = operation.resource.as_ref().is_some_and(|resource| resource.is_job);
        // A request that removes a resource removes one that the case created, if the contract shows how.
        let own = match self.effect_on_resource() {
            Some(ResourceEffect::Deletes) => {
                self.related.created_in(0).unwrap_or_else(|| Argument::Text(UNKNOWN_ID.to_owned()))
            }
            _ if self.spec.is_changing_action(operation) => {
                // The linter refuses an action whose resource nothing creates.
                self.related.created_in(0).unwrap_or(Argument::FIRST_FIXTURE)
            }
            _ => Argument::FIRST_FIXTURE,
        };
        let parameter = |(name, parameter): (&String, &'s Parameter)| {
            let sample = || self.samples.value(&parameter.schema, Extent::Minimal);
            let mut parents = operation.resource.iter().flat_map(Resource::parents);
            let argument = match parents.position(|parent| parent.identified_by == *name) {
                _ if self.identified_by() == Some(name) && !is_job => own.clone(),
                Some(distance) => Argument::parent(0, distance + 1),
                None => Argument::Text(plain(&sample())),
            };
            (name.clone(), argument)
        };
        let minimal = |name: &Option<String>| {
            let schema = name.as_ref().and_then(|name| self.spec.schema(name));
            let sample = schema.map(|schema| self.samples.value(schema, Extent::Minimal));
            members(sample.unwrap_or_default())
        };
        let mut request = Request {
            operation: Some(operation.id.clone()),
            endpoint: operation.endpoint.as_ref().map(|endpoint| Endpoint {
                method: endpoint.method.clone(),
                path: format!("{}{}", self.spec.service.base_path, endpoint.path),
            }),
            parameters: operation.parameters.iter().map(parameter).collect::<IndexMap<_, _>>(),
            query: minimal(&operation.query),
            headers: minimal(&operation.headers),
            authorization: self
                .scheme()
                .map(|scheme| Authorization::with_key(scheme, KeyName::Valid)),
            media_type: if operation.is_multipart() {
                multipart::media_type()
            } else {
                self.spec.service.media_type.clone()
            },
            parts: self.spec.parts(operation).map(written),
            circumstance: (is_job && self.identified_by().is_some()).then(|| operation.clause()),
            ..Request::default()
        };
        match (self.input, value.into()) {
            (Input::Body, value) => request.body = value,
            (Input::Query, Body::Json(value)) => request.query = members(value),
            (Input::Headers, Body::Json(value)) => request.headers = members(value),
            (Input::Query | Input::Headers, Body::None | Body::Text(_) | Body::Bytes(_)) => {}
        }
        if self.input != Input::Body {
            let sample = |schema| Body::Json(self.samples.value(schema, Extent::Outline));
            request.body = self.request_schema().map_or(Body::None, sample);
        }
        request.identities = self.identities(&request.body);
        fill_in_headers(operation, self.input, &mut request);
        request
    }

    /// Returns the places in a list of changes that name resources, each with a fixture of its own.
    /// Identities that a case has set itself are kept.
    fn identities(&self, body: &Body) -> IndexMap<String, Argument> {
        let (Body::Json(Value::Array(items)), true) = (body, self.operation.is_bulk()) else {
            return IndexMap::new();
        };
        let Some((resource, item)) = self.operation.resource.as_ref().zip(self.bulk_item()) else {
            return IndexMap::new();
        };
        let name = &resource.identity;
        let samples = item.properties.get(name).into_iter().flat_map(|property| {
            let count = fixtures_of(self.spec, self.operation);
            (0..=count).map(|index| self.samples.distinct(&property.schema, index))
        });
        let samples: Vec<Value> = samples.collect();
        let is_sample = |item: &Value| item.get(name).is_some_and(|value| samples.contains(value));
        let open = items.iter().enumerate().filter(|(_, item)| is_sample(item));
        open.map(|(index, _)| (format!("/{index}/{name}"), Argument::fixture(index))).collect()
    }

    /// Returns a request that is valid in everything but perhaps its key. For an operation without a stored
    /// resource, the target states what such a request needs, such as a job.
    pub(crate) fn valid_request(&self) -> Request {
        self.well_formed_with(self.baseline())
    }

    /// Returns a request as [`Self::valid_request`] does, with the smallest valid body. Cases about other parts
    /// of the request use it.
    ///
    /// If no property is required, the body has one stored property, because a server may reject an empty body.
    /// Without stored properties, the body is the baseline.
    pub(crate) fn minimal_request(&self) -> Request {
        let body = self.request_schema().map(|schema| self.samples.value(schema, Extent::Minimal));
        let body = body.map(|body| self.repair(body));
        let has_members =
            |body: &Value| body.as_object().is_some_and(|members| !members.is_empty());
        let body = body.filter(has_members).or_else(|| no_op_body(self, ""));
        self.well_formed_with(body.unwrap_or_else(|| self.baseline()))
    }

    fn well_formed_with(&self, body: Value) -> Request {
        let body = self.operation.request.as_ref().map_or(Body::None, |_| Body::Json(body));
        let is_stated = self.operation.stored_resource().is_none();
        let circumstance = is_stated.then(|| self.operation.clause());
        Request { circumstance, ..self.request(body) }
    }

    /// Returns the smallest valid request for an action on a stored resource.
    pub(crate) fn action_request(&self) -> Request {
        Request { circumstance: None, ..self.minimal_request() }
    }

    /// Returns a request in the circumstance of a clause, which the target brings about.
    pub(crate) fn in_circumstance(&self, clause: &ClauseId) -> Request {
        Request { circumstance: Some(clause.clone()), ..self.valid_request() }
    }

    /// Returns the request with the key of another team.
    pub(crate) fn as_other_team(&self, request: Request) -> Option<Request> {
        let key = Authorization::with_key(self.scheme()?, KeyName::OtherTeam);
        Some(Request { authorization: Some(key), ..request })
    }
}

/// Returns an authentication header without any of the target's keys.
pub(crate) fn header_with_value(scheme: &Authentication, value: &str) -> Authorization {
    Authorization {
        header: scheme.header.clone(),
        prefix: value.to_owned(),
        key: None,
        form: KeyForm::Whole,
        suffix: String::new(),
    }
}

/// Returns the authentication header with a key that was never issued.
pub(crate) fn unknown_key(scheme: &Authentication) -> Authorization {
    header_with_value(scheme, &format!("{}{UNKNOWN_KEY}", scheme.prefix()))
}

/// Returns the header with a valid key of the first scheme of the contract, if it has one.
pub(crate) fn valid_key(spec: &Spec) -> Option<Authorization> {
    let scheme = spec.service.authentication.values().next();
    scheme.map(|scheme| Authorization::with_key(scheme, KeyName::Valid))
}

impl Request {
    /// Names another resource in the path of a request of an operation, or as the first of several in its body.
    /// Returns `None` if the request names none. A fixture is named with its own parents.
    pub(crate) fn name_resource(&mut self, operation: &Operation, of: &Argument) -> Option<()> {
        let named = match &operation.resource.as_ref()?.identified_by {
            Some(name) => self.parameters.get_mut(name),
            None => self.identities.values_mut().next(),
        };
        named?.clone_from(of);
        if operation.stored_resource().is_none() {
            // In a circumstance, the target would name another job.
            self.circumstance = None;
        }
        if let Argument::Fixture { index: of, .. } = of {
            for argument in self.parameters.values_mut() {
                if let Argument::Fixture { index, .. } = argument {
                    *index = *of;
                }
            }
        }
        Some(())
    }
}

/// Returns how the parts of a multipart body are written.
fn written(parts: IndexMap<&str, model::Part<'_>>) -> IndexMap<String, Part> {
    let written = |part| match part {
        model::Part::File(media_type) => Part::File(media_type.to_owned()),
        model::Part::Text => Part::Text,
        model::Part::Json => Part::Json,
    };
    parts.into_iter().map(|(name, part)| (name.to_owned(), written(part))).collect()
}

/// Sets required headers for which no sample is right: a version that always matches, and a new idempotency key.
fn fill_in_headers(operation: &Operation, varied: Input, request: &mut Request) {
    let precondition = operation.precondition.as_ref();
    let version = precondition.and_then(|it| request.headers.get_mut(&it.header));
    if let Some(version) = version {
        *version = ANY_VERSION.into();
    }
    let idempotency = operation.idempotency.as_ref().filter(|_| varied != Input::Headers);
    if let Some(Idempotency { header, .. }) = idempotency
        && let Some(key) = request.headers.get_mut(header)
    {
        *key = UNKNOWN_ID.into();
        request.header_arguments.insert(header.clone(), Argument::NewUuid { shared: None });
    }
}

impl From<Value> for Body {
    fn from(value: Value) -> Self {
        Self::Json(value)
    }
}
