//! Makes the steps of cases for one operation: requests with their expected responses.

use indexmap::IndexMap;
use serde_json::Value;
use webdata_spec::model::{
    self, ANY_VERSION, ClauseId, EffectKind, ErrorRow, Idempotency, Keyword, Object, Parameter,
    Resource, ResourceEffect, StringFormat,
};

use super::changes::no_op_body;
use super::{Input, OperationContext};
use crate::case::{
    Argument, Body, Endpoint, Expect, Expected, KeyName, Member, Part, Purpose, Request, Step,
    multipart,
};
use crate::derive::fixtures_of;
use crate::derive::values::expectations::{applies, comparable, defaults};
use crate::derive::values::format_samples::YEARLY;
use crate::derive::values::json_values::{members, text};
use crate::derive::values::phrases;
use crate::derive::values::samples::Extent;

/// An identity that no service has assigned: a valid UUID with random bits of zero.
pub(crate) const UNKNOWN_ID: &str = "00000000-0000-4000-8000-000000000000";

/// A key that no service has issued.
pub(crate) const UNKNOWN_KEY: &str = "no-such-key";

impl<'s> OperationContext<'s> {
    /// Returns a request with a valid key and with `value` as the varied part. If the operation works on a
    /// stored resource, the request names the first fixture or the resource that the first step creates.
    pub(crate) fn request(&self, value: Body) -> Request {
        let operation = self.operation;
        let is_job = operation.resource.as_ref().is_some_and(|resource| resource.is_job);
        let parameter = |(name, parameter): (&String, &'s Parameter)| {
            let sample = || self.samples.value(&parameter.schema, Extent::Minimal);
            let mut parents = operation.resource.iter().flat_map(Resource::parents);
            let argument = match parents.position(|parent| parent.identified_by == *name) {
                _ if self.identified_by() == Some(name) && !is_job => self.own_resource(),
                Some(distance) => Argument::parent(0, distance + 1),
                None => Argument::Text(text(&sample())),
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
            authorization: self.key(KeyName::Valid),
            media_type: match operation.is_multipart() {
                true => multipart::media_type(),
                false => self.spec.service.media_type.clone(),
            },
            parts: self.parts(),
            circumstance: (is_job && self.identified_by().is_some()).then(|| operation.clause()),
            ..Request::default()
        };
        match (self.input, value) {
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
        self.fill_in_headers(&mut request);
        request
    }

    /// Returns how the properties of the body are written, if they are parts.
    fn parts(&self) -> Option<IndexMap<String, Part>> {
        let parts = self.spec.parts(self.operation)?.into_iter();
        let parts = parts.map(|(name, part)| {
            let part = match part {
                model::Part::File(media_type) => Part::File(media_type.to_owned()),
                model::Part::Text => Part::Text,
                model::Part::Json => Part::Json,
            };
            (name.to_owned(), part)
        });
        Some(parts.collect())
    }

    /// Returns a request with a JSON value as the varied part, as [`Self::request`] does.
    pub(crate) fn request_with(&self, value: Value) -> Request {
        self.request(Body::Json(value))
    }

    /// Sets required headers for which no sample is right: a version that always matches, and a new
    /// idempotency key.
    fn fill_in_headers(&self, request: &mut Request) {
        let precondition = self.operation.precondition.as_ref();
        if let Some(version) =
            precondition.and_then(|precondition| request.headers.get_mut(&precondition.header))
        {
            *version = ANY_VERSION.into();
        }
        let idempotency = self.operation.idempotency.as_ref();
        if let Some(Idempotency { header, .. }) =
            idempotency.filter(|_| self.input != Input::Headers)
            && let Some(key) = request.headers.get_mut(header)
        {
            *key = UNKNOWN_ID.into();
            request.header_arguments.insert(header.clone(), Argument::NewUuid { shared: None });
        }
    }

    /// Returns the argument for the resource of a request. A request that removes a resource removes one that
    /// the case created, if the contract shows how to create it.
    fn own_resource(&self) -> Argument {
        match self.effect_on_resource() {
            Some(ResourceEffect::Deletes) => {
                self.created_in(0).unwrap_or_else(|| Argument::Text(UNKNOWN_ID.to_owned()))
            }
            _ => Argument::FIRST_FIXTURE,
        }
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

    /// Returns the object type of the body's items, if the body is a list of changes.
    pub(crate) fn bulk_item(&self) -> Option<&'s Object> {
        self.spec.object_of(self.request_schema()?.items()?)
    }

    /// Returns a request that is valid in everything but perhaps its key. For an operation without a stored
    /// resource, the target states what such a request needs, such as a job.
    pub(crate) fn valid_request(&self) -> Request {
        self.well_formed_with(self.baseline())
    }

    /// Returns a request as [`Self::valid_request`] does, with the smallest valid body. Cases about other parts
    /// of the request use it.
    pub(crate) fn minimal_request(&self) -> Request {
        self.well_formed_with(self.minimal_body())
    }

    fn well_formed_with(&self, body: Value) -> Request {
        let body = self.operation.request.as_ref().map_or(Body::None, |_| Body::Json(body));
        let is_stated = self.operation.stored_resource().is_none();
        let circumstance = is_stated.then(|| self.operation.clause());
        Request { circumstance, ..self.request(body) }
    }

    /// Returns the smallest valid body. If no property is required, the body has one stored property, because
    /// a server may reject an empty body. Without stored properties, it is the baseline.
    fn minimal_body(&self) -> Value {
        let body = self.request_schema().map(|schema| self.samples.value(schema, Extent::Minimal));
        let body = body.map(|body| self.repair(body));
        let has_members =
            |body: &Value| body.as_object().is_some_and(|members| !members.is_empty());
        let body = body.filter(has_members).or_else(|| no_op_body(self, ""));
        body.unwrap_or_else(|| self.baseline())
    }

    /// Returns a request in the circumstance of a clause, which the target brings about.
    pub(crate) fn in_circumstance(&self, clause: &ClauseId) -> Request {
        Request { circumstance: Some(clause.clone()), ..self.valid_request() }
    }

    /// Expects a success with these values in the response.
    pub(crate) fn success(&self, members: Vec<Member>) -> Expect {
        let status = self.operation.response.as_ref().and_then(|response| response.status);
        Expect::Success { status, members, rejection: None }
    }

    /// Returns a step that brings the resource into a known state.
    pub(crate) fn arrange(&self, body: Value) -> Step {
        Step::new(Purpose::Arrange, self.request_with(body), self.success(Vec::new()))
    }

    pub(crate) fn arrange_baseline(&self) -> Step {
        self.arrange(self.baseline())
    }

    /// Returns a step that must succeed, with these values in the response.
    pub(crate) fn succeeds(&self, members: Vec<Member>) -> Step {
        Step::new(Purpose::Act, self.valid_request(), self.success(members))
    }

    /// Returns a step with a body that the server must accept, with these values in the response.
    pub(crate) fn accepted(&self, purpose: Purpose, body: Value, members: Vec<Member>) -> Step {
        Step::new(purpose, self.request_with(body), self.success(members))
    }

    /// Returns a step with a body that the server must accept, store and return.
    pub(crate) fn stores(&self, body: Value) -> Step {
        let members = self.expect_stored(&body);
        self.accepted(Purpose::Act, body, members)
    }

    /// Returns a step with a request to which the server must respond with an error of the catalogue.
    pub(crate) fn fails(&self, request: Request, error: &str) -> Option<Step> {
        let row = self.spec.errors.get(error)?;
        Some(Step::new(Purpose::Act, request, expect_error(row)))
    }

    /// Returns a step with a body that the server must reject as invalid.
    pub(crate) fn invalid(&self, body: Body) -> Option<Step> {
        self.fails(self.request(body), &self.spec.service.validation_failure)
    }

    /// Expects the stored values of a body in the response.
    pub(crate) fn expect_stored(&self, body: &Value) -> Vec<Member> {
        let Some((clause, _)) = self.effect(&EffectKind::StoresGiven) else { return Vec::new() };
        if self.input != Input::Body || self.operation.response_type().is_none() {
            return Vec::new();
        }
        let body = if self.operation.is_bulk() { &body[0] } else { body };
        let sets: Vec<(&str, &Value)> =
            self.operation.effects.iter().filter_map(|effect| applies(effect, body)).collect();
        let stored = self.stored_properties().into_iter().filter_map(|(name, schema)| {
            let value = comparable(self.spec, schema, body.get(name)?)?;
            // An effect may set the property to another value than the body gives.
            if sets.iter().any(|(set, other)| *set == name && **other != value) {
                return None;
            }
            let value = self.as_returned(name, &value)?;
            let omissible = defaults(self.spec, schema, &value);
            let member = self.member(name, Expected::Equal(value), clause.child(name))?;
            Some(Member { omissible, ..member })
        });
        stored.collect()
    }

    /// Expects a value of one of the resource's properties in the response.
    pub(crate) fn member(&self, name: &str, value: Expected, clause: ClauseId) -> Option<Member> {
        let (resource, _) = self.resource()?;
        let item = if self.operation.is_bulk() { "/0" } else { "" };
        let pointer = format!("{}{item}/{name}", resource.pointer());
        Some(Member::new(pointer, value, clause))
    }

    /// Returns the value of a stored property as the resource shows it, without properties that the resource
    /// does not have. Returns `None` if no property is left.
    fn as_returned(&self, name: &str, value: &Value) -> Option<Value> {
        let (_, resource) = self.resource()?;
        let schema = self.spec.resolve(&resource.properties.get(name)?.schema);
        match (schema.object(), value) {
            (Some(object), Value::Object(members)) => {
                let mut kept = members.clone();
                kept.retain(|name, _| object.properties.contains_key(name));
                (!kept.is_empty()).then_some(Value::Object(kept))
            }
            _ => Some(value.clone()),
        }
    }

    /// Expects other values than the first step stored, for properties that the resource shows in another form than
    /// the body. The first step stored [`Self::baseline_with_other_values`].
    pub(crate) fn expect_changed(&self, body: &Value) -> Vec<Member> {
        let Some((clause, _)) = self.effect(&EffectKind::StoresGiven) else { return Vec::new() };
        let other = |name: &str, _: &str| Some((Expected::OtherThanStep(0), clause.child(name)));
        self.members_in_other_form(body, other)
    }

    /// Expects the runs of the body's schedule phrases in the response.
    pub(crate) fn expect_runs(&self, body: &Value) -> Vec<Member> {
        if self.effect(&EffectKind::StoresGiven).is_none() {
            return Vec::new();
        }
        self.members_in_other_form(body, |name, shown| self.runs(name, shown, &body[name]))
    }

    fn members_in_other_form(
        &self,
        body: &Value,
        expected: impl Fn(&str, &str) -> Option<(Expected, ClauseId)>,
    ) -> Vec<Member> {
        let member = |(name, shown): (&str, &str)| {
            let (value, clause) = expected(name, shown)?;
            let member = self.member(name, value, clause)?;
            Some(Member { pointer: format!("{}/{shown}", member.pointer), ..member })
        };
        self.properties_in_other_form(body).into_iter().filter_map(member).collect()
    }

    /// Returns the runs of a sent phrase, if the resource shows a cron expression instead.
    fn runs(&self, name: &str, shown: &str, sent: &Value) -> Option<(Expected, ClauseId)> {
        let object = self.spec.object_of(&self.request_property(name)?.schema)?;
        let (property, phrase) = self.sent_phrase(name, sent)?;
        if self.inner_format(name, shown) != Some(StringFormat::Cron) {
            return None;
        }
        let runs = phrases::runs(phrase)?;
        let clause = object.properties.get(property)?.schema.clause.child(Keyword::Format.name());
        Some((Expected::Runs(runs), clause))
    }

    /// Expects that the cron expressions which the resource shows for the body's schedule phrases keep their minimum
    /// interval. Phrases whose runs are far enough apart are skipped.
    pub(crate) fn expect_apart(&self, body: &Value) -> Vec<Member> {
        self.members_in_other_form(body, |name, shown| {
            let object = self.spec.object_of(&self.request_property(name)?.schema)?;
            let (_, phrase) = self.sent_phrase(name, &body[name])?;
            let cron = &object.properties.get(shown)?.schema;
            let minutes = cron.count(Keyword::MinimumInterval)? / 60;
            let clause = cron.clause.child(Keyword::MinimumInterval.name());
            let may_be_close = phrases::may_be_close(phrase, minutes);
            may_be_close.then_some((Expected::RunsApart(minutes), clause))
        })
    }

    /// Returns the schedule phrase in the value of a property, with the name of the inner property that holds it.
    fn sent_phrase<'v>(&self, name: &str, sent: &'v Value) -> Option<(&'v str, &'v str)> {
        let is_phrase = |(inner, _): &(&String, &Value)| {
            self.inner_format(name, inner) == Some(StringFormat::SchedulePhrase)
        };
        let (inner, phrase) = sent.as_object()?.iter().find(is_phrase)?;
        Some((inner, phrase.as_str()?))
    }

    /// Returns the format of a property of an object in the request body.
    fn inner_format(&self, name: &str, inner: &str) -> Option<StringFormat> {
        let object = self.spec.object_of(&self.request_property(name)?.schema)?;
        object.properties.get(inner)?.schema.format()
    }

    /// Returns the baseline with a rare cron expression wherever the body has a schedule phrase instead. A server
    /// may turn the phrase into a cron expression, which then differs from the stored one.
    pub(crate) fn baseline_with_other_values(&self, body: &Value) -> Value {
        let mut stored = self.baseline();
        for (name, shown) in self.properties_in_other_form(body) {
            if self.inner_format(name, shown) == Some(StringFormat::Cron) {
                stored[name][shown] = YEARLY.into();
            }
        }
        stored
    }

    /// Returns pairs of a stored property and an inner property that the resource shows although the body has another
    /// one, such as a cron expression for a phrase. A body has exactly one of these inner properties.
    fn properties_in_other_form(&self, body: &Value) -> Vec<(&'s str, &'s str)> {
        let stored = self.baseline();
        let mut forms = Vec::new();
        for (name, schema) in self.stored_properties() {
            let Some(sent) = body.get(name) else { continue };
            let exactly_one = self.spec.resolve(schema).exactly_one();
            let resource = self.as_returned(name, sent).unwrap_or_default();
            if exactly_one.iter().any(|choice| resource.get(choice).is_some()) {
                continue;
            }
            let returned = self.as_returned(name, &stored[name]).unwrap_or_default();
            let shown = exactly_one.iter().filter(|choice| returned.get(choice).is_some());
            forms.extend(shown.map(|choice| (name, choice.as_str())));
        }
        forms
    }
}

pub(crate) fn expect_error(row: &ErrorRow) -> Expect {
    Expect::Error {
        id: row.id.clone(),
        status: row.status,
        text: row.text.clone(),
        words: row.words.clone(),
        code: row.code.clone(),
        header: None,
    }
}

/// Returns a step that reads the first fixture: with the operation that reads it, or with an update that
/// repeats a stored value.
pub(crate) fn read_back(
    context: &OperationContext<'_>,
    beside: &str,
    members: Vec<Member>,
) -> Option<Step> {
    if context.is_readable() {
        return context.read_again(Argument::FIRST_FIXTURE, members);
    }
    if context.effect_on_resource() != Some(ResourceEffect::Updates) {
        return None;
    }
    Some(context.accepted(Purpose::Assert, no_op_body(context, beside)?, members))
}
