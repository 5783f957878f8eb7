//! Holds what the cases of one operation are made from: its schemas, its resource and the places of its
//! request. The files of `context/` make requests, expectations, steps and cases from these.

pub(super) mod acceptance;
pub(super) mod cases;
pub(super) mod changes;
pub(super) mod expectations;
pub(super) mod fixtures;
pub(super) mod gaps;
mod input;
pub(super) mod pages;
pub(super) mod requests;
mod resources;
pub(super) mod states;
pub(super) mod steps;
mod surroundings;

use std::collections::HashSet;

use serde_json::{Map, Value};
use webdata_spec::Spec;
use webdata_spec::model::{
    Authentication, ClauseId, EffectKind, Level, NamedResource, Object, Operation, Property,
    Refusal, Resource, ResourceEffect, Schema, StandIn,
};

pub(crate) use self::input::Input;
use self::resources::RelatedOperations;
use self::surroundings::Control;
pub(crate) use self::surroundings::Rejection;
use super::values::places::{BodyPlace, places};
use super::values::rules::{make_self_sufficient, repaired};
use super::values::samples::{Extent, Samples};

/// An operation of a contract, with the values that its cases share.
pub(crate) struct OperationContext<'s> {
    pub(crate) spec: &'s Spec,
    pub(crate) operation: &'s Operation,
    pub(crate) input: Input,
    pub(crate) samples: Samples<'s>,
    /// Every place in the part of the request that cases vary.
    pub(crate) places: Vec<BodyPlace<'s>>,
    // Computed once, because most cases start from the baseline.
    baseline: Value,
    has_rules: bool,
    /// The other operations on the resource.
    pub(crate) related: RelatedOperations,
    /// The cases that show that surroundings are accepted.
    controls: Vec<Control>,
}

impl<'s> OperationContext<'s> {
    pub(crate) fn new(spec: &'s Spec, operation: &'s Operation, input: Input) -> Self {
        let mut context = Self::without_places(spec, operation, input);
        context.related = RelatedOperations::new(&context);
        let all = context.input_schema().map(|schema| places(schema, context.samples));
        context.places = all.unwrap_or_default();
        context
    }

    /// Marks the first places of schemas and the repeated places, and adds the schemas to the known ones.
    pub(crate) fn mark_first(&mut self, known: &mut HashSet<(&'s ClauseId, &'s ClauseId)>) {
        let key = |place: &BodyPlace<'s>| (&place.schema.clause, &place.property.clause);
        for place in &mut self.places {
            place.is_repeated = known.contains(&key(place)) && place.is_deep();
        }
        for place in &mut self.places {
            place.is_first = known.insert(key(place));
        }
    }

    /// Returns the context of another operation that a case also calls. The context has no places.
    pub(crate) fn for_other_operation(spec: &'s Spec, operation: &'s Operation) -> Self {
        let mut context = Self::without_places(spec, operation, Input::Body);
        context.related = RelatedOperations::new(&context);
        context
    }

    /// Returns the context of the operation that has an effect on the same type of resources.
    pub(crate) fn other(&self, effect: ResourceEffect) -> Option<Self> {
        let type_name = &self.operation.resource.as_ref()?.type_name;
        let operation = self.spec.operation_with_effect(effect, type_name)?;
        Some(Self::for_other_operation(self.spec, operation))
    }

    /// Returns the context of an operation, with neither places nor other operations on its resource.
    fn without_places(spec: &'s Spec, operation: &'s Operation, input: Input) -> Self {
        let mut context = Self {
            spec,
            operation,
            input,
            samples: Samples { spec, keep_rules: true },
            places: Vec::new(),
            baseline: Value::Object(Map::new()),
            has_rules: false,
            related: RelatedOperations::default(),
            controls: Vec::new(),
        };
        if let Some(schema) = context.input_schema() {
            let has_rules =
                |schema: &Schema| schema.object().is_some_and(|it| !it.rules.is_empty());
            context.has_rules = spec.reached([schema]).into_iter().any(has_rules);
            let mut body = context.repair(context.samples.value(schema, Extent::Outline));
            let item = context.bulk_item().filter(|_| operation.is_bulk());
            if let (Some(item), Some(items)) = (item, body.as_array_mut()) {
                items.iter_mut().for_each(|it| make_self_sufficient(item, it, context.samples));
            }
            context.baseline = body;
        }
        context
    }

    /// Returns the schema of the part of the request that cases vary.
    pub(crate) fn input_schema(&self) -> Option<&'s Schema> {
        let operation = self.operation;
        let named = match self.input {
            Input::Body => &operation.request,
            Input::Query => &operation.query,
            Input::Headers => &operation.headers,
        };
        self.spec.schema(named.as_deref()?)
    }

    pub(crate) fn request_schema(&self) -> Option<&'s Schema> {
        self.spec.schema(self.operation.request.as_deref()?)
    }

    /// Returns the operation's effect on a single resource; `None` for a bulk operation.
    pub(crate) fn effect_on_resource(&self) -> Option<ResourceEffect> {
        self.operation.resource_effect().filter(|_| !self.operation.is_bulk())
    }

    pub(crate) fn request_object(&self) -> Option<&'s Object> {
        self.spec.object_of(self.request_schema()?)
    }

    pub(crate) fn request_property(&self, name: &str) -> Option<&'s Property> {
        self.request_object()?.properties.get(name)
    }

    /// Returns the schema of a parameter of the query.
    pub(crate) fn query_schema(&self, name: &str) -> Option<&'s Schema> {
        let query = self.spec.schema(self.operation.query.as_ref()?)?;
        Some(&self.spec.object_of(query)?.properties.get(name)?.schema)
    }

    /// Returns the path parameter that identifies the operation's resource.
    pub(crate) fn identified_by(&self) -> Option<&'s String> {
        self.operation.resource.as_ref()?.identified_by.as_ref()
    }

    /// Returns the resource of the operation, with its object type.
    pub(crate) fn resource(&self) -> Option<(&'s Resource, &'s Object)> {
        let resource = self.operation.resource.as_ref()?;
        let schema = self.spec.schema(&resource.type_name)?;
        Some((resource, self.spec.object_of(schema)?))
    }

    pub(crate) fn scheme(&self) -> Option<&'s Authentication> {
        self.spec.service.authentication.get(self.operation.authentication.as_ref()?)
    }

    /// Returns the refusals of bodies that name a resource that does not exist, each with the property and with what
    /// stands for a resource that exists.
    pub(crate) fn named_resources(
        &self,
    ) -> impl Iterator<Item = (&'s Refusal, &'s NamedResource, &'s StandIn)> {
        let body = self.request_object();
        self.operation.refusals.iter().filter_map(move |refusal| {
            let named = refusal.names.as_ref()?;
            let property = body?.properties.get(&named.property)?;
            Some((refusal, named, property.schema.stand_in.as_ref()?))
        })
    }

    /// Returns the object type of the body's items, if the body is a list of changes.
    pub(crate) fn bulk_item(&self) -> Option<&'s Object> {
        self.spec.object_of(self.request_schema()?.items()?)
    }

    /// Returns the properties that the operation stores: those that both the request and the resource have.
    pub(crate) fn stored_properties(&self) -> Vec<(&'s str, &'s Schema)> {
        let Some(request) = self.request_object().or_else(|| self.bulk_item()) else {
            return Vec::new();
        };
        let names = self.spec.stored_properties(self.operation).into_iter();
        names.filter_map(|name| Some((name, &request.properties.get(name)?.schema))).collect()
    }

    /// Returns whether a request determines the whole stored resource, according to the contract.
    pub(crate) fn sends_whole_resource(&self) -> bool {
        let is_partial = self.effect_on_resource() == Some(ResourceEffect::Updates);
        !is_partial || self.effect(&EffectKind::KeepsOmitted).is_none()
    }

    /// Returns the clause of the operation's first effect of a kind, and its level.
    pub(crate) fn effect(&self, kind: &EffectKind) -> Option<(&'s ClauseId, Level)> {
        let effect = self.operation.effects.iter().find(|effect| effect.kind == *kind)?;
        Some((&effect.clause, effect.level))
    }

    /// Returns a body that brings the resource into a known state.
    pub(crate) fn baseline(&self) -> Value {
        self.baseline.clone()
    }

    /// Changes properties that rules name, so that a body and each object within it keep every rule. An update keeps
    /// its rules even if the server appends the sent lists to stored ones.
    pub(crate) fn repair(&self, body: Value) -> Value {
        let Some(schema) = self.input_schema().filter(|_| self.has_rules) else { return body };
        let is_update = self.effect_on_resource() == Some(ResourceEffect::Updates);
        repaired(schema, body, is_update, self.samples)
    }
}
