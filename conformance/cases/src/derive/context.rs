//! Looks up what the cases of one operation are made of: its schemas, its resource, its places.

pub(super) mod cases;
pub(super) mod changes;
mod open_questions;
pub(super) mod steps;

use serde_json::{Map, Value};
use webdata_spec::Spec;
use webdata_spec::model::{
    Authentication, ClauseId, EffectKind, Level, Object, Operation, Resource, Schema,
};

use crate::derive::values::places::{Place, places};
use crate::derive::values::rule_bodies::repaired;
use crate::derive::values::samples::{Extent, Samples};
use crate::derive::values::schemas::Schemas;

/// An operation of a contract, and the values that its cases share.
pub(in crate::derive) struct OperationContext<'s> {
    pub(in crate::derive) spec: &'s Spec,
    pub(in crate::derive) operation: &'s Operation,
    pub(in crate::derive) schemas: Schemas<'s>,
    pub(in crate::derive) samples: Samples<'s>,
    // Made once, since every idea looks at every place and most cases start from the baseline.
    places: Vec<Place<'s>>,
    baseline: Value,
}

impl<'s> OperationContext<'s> {
    pub(in crate::derive) fn new(spec: &'s Spec, operation: &'s Operation) -> Self {
        let schemas = Schemas::new(spec);
        let samples = Samples { schemas };
        let mut context = Self {
            spec,
            operation,
            schemas,
            samples,
            places: Vec::new(),
            baseline: Value::Object(Map::new()),
        };
        if let Some(schema) = context.request_schema() {
            context.places = places(schema, samples);
            context.baseline = samples.value(schema, Extent::Outline);
        }
        context
    }

    /// Returns the schema of the request body.
    pub(in crate::derive) fn request_schema(&self) -> Option<&'s Schema> {
        self.schemas.named(self.operation.request.as_deref()?)
    }

    /// Returns the object that the request body is.
    pub(in crate::derive) fn request_object(&self) -> Option<&'s Object> {
        self.schemas.object(self.request_schema()?)
    }

    /// Returns every place of the request body.
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
        let parts = parts.iter().filter(|part| !part.is_empty());
        std::iter::once(self.operation.id.as_str())
            .chain(parts.copied())
            .collect::<Vec<_>>()
            .join("::")
    }

    /// Returns the properties that the operation stores: both the request and the resource have
    /// them.
    pub(in crate::derive) fn stored_properties(&self) -> Vec<(&'s str, &'s Schema)> {
        let Some(request) = self.request_object() else { return Vec::new() };
        let names = self.spec.stored_properties(self.operation).into_iter();
        names.filter_map(|name| Some((name, &request.properties.get(name)?.schema))).collect()
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

    /// Adds the members that the rules across properties require, so that a body breaks none of
    /// them.
    pub(in crate::derive) fn repair(&self, body: Value) -> Value {
        match self.request_object() {
            Some(object) => repaired(object, body, self.samples),
            None => body,
        }
    }
}
