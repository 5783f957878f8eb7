//! Looks up what the cases of one operation are made of: its schemas, its resource, its places.

mod another_form;
pub(super) mod cases;
pub(super) mod changes;
mod open_questions;
mod resources;
pub(super) mod steps;

use serde_json::{Map, Value};
use webdata_spec::Spec;
use webdata_spec::model::{
    Authentication, ClauseId, EffectKind, Level, Object, Operation, Resource, ResourceEffect,
    Schema, Shape,
};

use self::resources::Resources;
use crate::derive::values::places::{Place, places};
use crate::derive::values::rule_bodies::{excepted, repaired, self_sufficient};
use crate::derive::values::samples::{Extent, Samples};
use crate::derive::values::schemas::Schemas;

/// The part of a request that cases vary. The other parts are as good as they can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::derive) enum Input {
    /// The body.
    Body,
    /// The query.
    Query,
    /// The headers that the contract describes.
    Headers,
}

impl Input {
    /// Returns the parts of the requests of an operation: the body always, although there may be
    /// none.
    pub(in crate::derive) fn of(operation: &Operation) -> Vec<Self> {
        let query = operation.query.as_ref().map(|_| Self::Query);
        let headers = operation.headers.as_ref().map(|_| Self::Headers);
        [Some(Self::Body), query, headers].into_iter().flatten().collect()
    }

    /// Returns the word for the part in identities.
    fn word(self) -> &'static str {
        match self {
            Self::Body => "",
            Self::Query => "query",
            Self::Headers => "headers",
        }
    }
}

/// An operation of a contract, and the values that its cases share.
pub(in crate::derive) struct OperationContext<'s> {
    pub(in crate::derive) spec: &'s Spec,
    pub(in crate::derive) operation: &'s Operation,
    pub(in crate::derive) input: Input,
    pub(in crate::derive) schemas: Schemas<'s>,
    pub(in crate::derive) samples: Samples<'s>,
    // Made once, since every idea looks at every place and most cases start from the baseline.
    places: Vec<Place<'s>>,
    baseline: Value,
    resources: Resources,
}

impl<'s> OperationContext<'s> {
    pub(in crate::derive) fn new(spec: &'s Spec, operation: &'s Operation, input: Input) -> Self {
        let mut context = Self::alone(spec, operation, input);
        context.resources = Resources::new(&context);
        if let Some(schema) = context.input_schema() {
            context.places = places(schema, context.samples);
        }
        context
    }

    /// Returns the context of an operation that the cases of another one use, which need none of its
    /// places.
    pub(in crate::derive) fn beside(spec: &'s Spec, operation: &'s Operation) -> Self {
        let mut context = Self::alone(spec, operation, Input::Body);
        context.resources = Resources::new(&context);
        context
    }

    /// Returns the context of an operation without places and without what other operations do.
    fn alone(spec: &'s Spec, operation: &'s Operation, input: Input) -> Self {
        let schemas = Schemas::new(spec);
        let mut context = Self {
            spec,
            operation,
            input,
            schemas,
            samples: Samples { schemas },
            places: Vec::new(),
            baseline: Value::Object(Map::new()),
            resources: Resources::default(),
        };
        if let Some(schema) = context.input_schema() {
            let body = context.repair(context.samples.value(schema, Extent::Outline));
            context.baseline = context.self_sufficient(body);
        }
        context
    }

    /// Returns the schema of the part of the request that is varied.
    pub(in crate::derive) fn input_schema(&self) -> Option<&'s Schema> {
        let operation = self.operation;
        let named = match self.input {
            Input::Body => &operation.request,
            Input::Query => &operation.query,
            Input::Headers => &operation.headers,
        };
        self.schemas.named(named.as_deref()?)
    }

    /// Returns the schema of the request body.
    pub(in crate::derive) fn request_schema(&self) -> Option<&'s Schema> {
        self.schemas.named(self.operation.request.as_deref()?)
    }

    /// Returns what the operation does with its resource, one at a time.
    pub(in crate::derive) fn effect_on_resource(&self) -> Option<ResourceEffect> {
        self.operation.resource_effect().filter(|_| !self.operation.is_bulk())
    }

    /// Returns the object that the request body is.
    pub(in crate::derive) fn request_object(&self) -> Option<&'s Object> {
        self.schemas.object(self.request_schema()?)
    }

    /// Returns every place of the part of the request that is varied.
    pub(in crate::derive) fn places(&self) -> &[Place<'s>] {
        &self.places
    }

    /// Returns the resource that the operation works on, and the object that describes it.
    pub(in crate::derive) fn resource(&self) -> Option<(&'s Resource, &'s Object)> {
        let resource = self.operation.resource.as_ref()?;
        let schema = self.schemas.named(&resource.type_name)?;
        Some((resource, self.schemas.object(schema)?))
    }

    /// Returns the operation's authentication scheme.
    pub(in crate::derive) fn scheme(&self) -> Option<&'s Authentication> {
        self.spec.service.authentication.get(self.operation.authentication.as_ref()?)
    }

    /// Builds the identity of a case of this operation from its parts.
    pub(in crate::derive) fn id(&self, parts: &[&str]) -> String {
        let parts = std::iter::once(self.input.word()).chain(parts.iter().copied());
        std::iter::once(self.operation.id.as_str())
            .chain(parts.filter(|part| !part.is_empty()))
            .collect::<Vec<_>>()
            .join("::")
    }

    /// Returns the properties that the operation stores: both the request and the resource have
    /// them.
    pub(in crate::derive) fn stored_properties(&self) -> Vec<(&'s str, &'s Schema)> {
        let Some(request) = self.request_object().or_else(|| self.bulk_item()) else {
            return Vec::new();
        };
        let names = self.spec.stored_properties(self.operation).into_iter();
        names.filter_map(|name| Some((name, &request.properties.get(name)?.schema))).collect()
    }

    /// Returns whether a request says all that is stored afterwards, as far as the contract says.
    pub(in crate::derive) fn says_everything(&self) -> bool {
        let is_partial = self.effect_on_resource() == Some(ResourceEffect::Updates);
        !is_partial || self.effect(&EffectKind::KeepsOmitted).is_none()
    }

    /// Returns the clause of the operation's first effect of a kind, and its level.
    pub(in crate::derive) fn effect(&self, kind: &EffectKind) -> Option<(&'s ClauseId, Level)> {
        let effect = self.operation.effects.iter().find(|effect| effect.kind == *kind)?;
        Some((&effect.clause, effect.level))
    }

    /// Returns a body that brings the resource into a known state.
    pub(in crate::derive) fn baseline(&self) -> Value {
        self.baseline.clone()
    }

    /// Adds to each item of a list of changes what it needs to be accepted whatever is stored.
    fn self_sufficient(&self, body: Value) -> Value {
        match (self.bulk_item().filter(|_| self.operation.is_bulk()), body) {
            (Some(item), Value::Array(items)) => {
                items.into_iter().map(|own| self_sufficient(item, own, self.samples)).collect()
            }
            (_, body) => body,
        }
    }

    /// Adds the members that the rules across properties require, so that a body breaks none of
    /// them; so does no item of a body that is a list. An update breaks none either where a server
    /// adds lists to those that earlier updates have stored.
    pub(in crate::derive) fn repair(&self, body: Value) -> Value {
        let Some(schema) = self.input_schema() else { return body };
        if let Some(object) = self.schemas.object(schema) {
            let body = repaired(object, body, self.samples);
            let is_update = self.effect_on_resource() == Some(ResourceEffect::Updates);
            return if is_update { excepted(object, body) } else { body };
        }
        let item = match &self.schemas.resolve(schema).shape {
            Shape::Array { items, .. } => self.schemas.object(items),
            _ => None,
        };
        match (item, body) {
            (Some(item), Value::Array(items)) => {
                items.into_iter().map(|own| repaired(item, own, self.samples)).collect()
            }
            (_, body) => body,
        }
    }
}
