//! The interpreter of an operation's effects, which computes the resource after a request.
//!
//! This module knows no property of the service. The kind of a resource adds the consequences beyond the
//! contract's effects.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{EffectKind, Lifecycle, Operation, ResourceEffect, Schema, Transition};

use crate::contract::compiled_schema::CompiledSchema;
use crate::contract::rules;
use crate::contract::schema::{self, Properties};

/// The value of a property that a request leaves out.
#[derive(Debug)]
enum Omitted {
    Default(Value),
    Chosen,
    Absent,
}

impl Omitted {
    fn new(schema: &Schema, is_required: bool) -> Self {
        match &schema.default {
            Some(default) => Self::Default(default.clone()),
            None if is_required => Self::Chosen,
            None => Self::Absent,
        }
    }
}

/// The effects of an operation.
#[derive(Debug)]
pub(crate) struct Effects {
    spec: Arc<Spec>,
    operation: String,
    /// The properties that a request can set: those that the request type and the resource type share.
    settable: Vec<String>,
    /// The settable properties that null removes, because they are not nullable in the resource.
    removed_by_null: Vec<String>,
    stores_given: bool,
    keeps_omitted: bool,
    /// The value of properties that are left out, if a request replaces the whole resource. Such a property
    /// gets its default. Without a default, a required property is chosen by the server, and an optional
    /// property is absent.
    omitted: Option<HashMap<String, Omitted>>,
    /// Validators of single properties; present only if a rejected request stores its valid properties.
    property_schemas: Option<HashMap<String, CompiledSchema>>,
    /// The transitions of every property that holds a state.
    transitions: HashMap<String, Vec<Transition>>,
    /// The error of an illegal move, by the property that holds the state.
    illegal: HashMap<String, String>,
}

/// Moves a resource and sets its properties, as an action does.
///
/// # Errors
/// The identity of the error for an illegal move. The resource is not changed then.
pub(crate) fn apply_action<'s>(
    spec: &'s Spec,
    operation: &str,
    stored: &mut Properties,
) -> Result<(), &'s str> {
    let Some(operation) = spec.operations.get(operation) else { return Ok(()) };
    let mut next = stored.clone();
    for lifecycle in spec.moved_by(operation) {
        let mut moves = lifecycle.transitions.iter().filter(|it| it.operation == operation.id);
        let state = stored.get(&lifecycle.property).and_then(Value::as_str).unwrap_or_default();
        let is_there = moves.clone().any(|step| step.to == state);
        match (moves.find(|step| step.from.iter().any(|from| from == state)), &lifecycle.illegal) {
            (Some(step), _) => {
                drop(next.insert(lifecycle.property.clone(), step.to.as_str().into()));
            }
            (None, Some(illegal)) if !is_there => return Err(&illegal.error),
            (None, _) => {}
        }
    }
    for effect in &operation.effects {
        if let EffectKind::Assigns { property, value } = &effect.kind {
            next.insert(property.clone(), value.clone());
        }
    }
    *stored = next;
    Ok(())
}

impl Effects {
    /// Prepares the effects of an operation, for its request type and resource type.
    pub(crate) fn from_spec(
        spec: &Arc<Spec>,
        operation: &Operation,
        request: &str,
        resource: &str,
    ) -> Self {
        let has = |wanted: &EffectKind| operation.effects.iter().any(|e| e.kind == *wanted);
        let creates = operation.resource_effect() == Some(ResourceEffect::Creates);
        let replaces = operation.resource_effect() == Some(ResourceEffect::Replaces);
        let resets = creates || has(&EffectKind::ResetsOmitted);
        let properties = |name| schema::object_of(spec, name).map(|object| &object.properties);
        let stored = properties(resource);
        // A request cannot change the identity of a stored resource.
        let identity =
            operation.resource.as_ref().map(|resource| &resource.identity).filter(|_| !creates);
        let settable: Vec<(&String, &Schema)> = properties(request)
            .into_iter()
            .flatten()
            .filter(|(name, _)| stored.is_some_and(|stored| stored.contains_key(*name)))
            .filter(|(name, _)| Some(*name) != identity)
            .map(|(name, property)| (name, &property.schema))
            .collect();
        let lifecycles = spec.lifecycles.iter().filter(|lifecycle| lifecycle.type_name == resource);
        // A rejected creation stores nothing.
        let property_schemas = if creates || has(&EffectKind::RefusalKeepsAll) {
            None
        } else {
            let check = |(name, schema): &(&String, &Schema)| {
                ((*name).clone(), CompiledSchema::new(spec, schema))
            };
            Some(settable.iter().map(check).collect())
        };
        Self {
            spec: Arc::clone(spec),
            operation: operation.id.clone(),
            settable: settable.iter().map(|(name, _)| (*name).clone()).collect(),
            removed_by_null: settable
                .iter()
                .filter(|(name, _)| {
                    let property = stored.and_then(|stored| stored.get(*name));
                    property.is_some_and(|property| !property.schema.nullable)
                })
                .map(|(name, _)| (*name).clone())
                .collect(),
            stores_given: has(&EffectKind::StoresGiven),
            // A replacement that does not reset omitted properties keeps them.
            keeps_omitted: has(&EffectKind::KeepsOmitted) || replaces && !resets,
            omitted: resets.then(|| {
                let omitted = settable.iter().map(|(name, schema)| {
                    let begins = |it: &Lifecycle| it.property == **name && !it.initial.is_empty();
                    let is_required = stored.is_some_and(|properties| properties[*name].required)
                        || creates && lifecycles.clone().any(begins);
                    ((*name).clone(), Omitted::new(schema, is_required))
                });
                omitted.collect()
            }),
            property_schemas,
            illegal: lifecycles
                .clone()
                .filter_map(|it| Some((it.property.clone(), it.illegal.as_ref()?.error.clone())))
                .collect(),
            transitions: lifecycles
                .map(|lifecycle| (lifecycle.property.clone(), lifecycle.transitions.clone()))
                .collect(),
        }
    }

    /// Returns the resource after a request. `initial` computes the fallback for omitted properties that the
    /// contract does not keep.
    pub(crate) fn apply_request(
        &self,
        stored: &Properties,
        body: &Value,
        initial: impl FnOnce() -> Properties,
    ) -> Properties {
        let mut next = stored.clone();
        if !self.keeps_omitted {
            self.reset_omitted(&mut next, body, &initial());
        }
        if self.stores_given {
            for name in &self.settable {
                if let Some(value) =
                    body.get(name).filter(|value| self.may_become(stored, name, value))
                {
                    next.insert(name.clone(), value.clone());
                    if value.is_null() && self.removed_by_null.contains(name) {
                        next.remove(name);
                    }
                }
            }
        }
        let operation = self.spec.operations.get(&self.operation);
        for effect in operation.into_iter().flat_map(|operation| &operation.effects) {
            if let EffectKind::Sets { when, unless, property, value } = &effect.kind
                && rules::applies(when, unless.as_ref(), body)
            {
                next.insert(property.clone(), value.clone());
            }
        }
        next
    }

    /// Returns whether the operation moves resources between states, but not from the state of this resource.
    pub(crate) fn is_blocked(&self, stored: &Properties) -> bool {
        self.transitions.iter().any(|(property, transitions)| {
            let state = stored.get(property).and_then(Value::as_str);
            let mut states =
                transitions.iter().filter(|step| step.operation == self.operation).peekable();
            let leaves =
                |step: &Transition| step.from.iter().any(|from| Some(from.as_str()) == state);
            state.is_some() && states.peek().is_some() && !states.any(leaves)
        })
    }

    /// Returns the identity of the error for a request that asks for an illegal move of this resource.
    pub(crate) fn illegal_move(&self, stored: &Properties, body: &Value) -> Option<&str> {
        let is_illegal = |name: &str| {
            let (Some(from), Some(to)) = (stored.get(name), body.get(name)) else { return false };
            from != to && !self.may_become(stored, name, to)
        };
        self.illegal.iter().find(|(name, _)| is_illegal(name)).map(|(_, error)| error.as_str())
    }

    /// Returns whether a request replaces the whole resource, as a creation does.
    pub(crate) fn replaces_all(&self) -> bool {
        self.omitted.is_some()
    }

    /// Returns whether a rejected request changes nothing.
    pub(crate) fn rejection_keeps_all(&self) -> bool {
        self.property_schemas.is_none()
    }

    /// Returns the properties that a rejected request stores all the same: those that are valid by
    /// themselves. Returns `None` if the contract says that a rejected request changes nothing.
    pub(crate) fn properties_stored_despite_rejection(&self, body: &Value) -> Option<Value> {
        let checks = self.property_schemas.as_ref()?;
        let members = body.as_object().into_iter().flatten();
        let good = members
            .filter(|(name, value)| checks.get(*name).is_some_and(|check| check.accepts(value)));
        Some(Value::Object(good.map(|(name, value)| (name.clone(), value.clone())).collect()))
    }

    fn reset_omitted(&self, next: &mut Properties, body: &Value, initial: &Properties) {
        for name in self.settable.iter().filter(|name| body.get(name.as_str()).is_none()) {
            let omitted = self.omitted.as_ref().and_then(|omitted| omitted.get(name));
            let value = match omitted {
                Some(Omitted::Default(default)) => Some(default),
                Some(Omitted::Absent) => None,
                Some(Omitted::Chosen) | None => initial.get(name),
            };
            match value {
                Some(value) => next.insert(name.clone(), value.clone()),
                None => next.shift_remove(name),
            };
        }
    }

    /// Returns whether a property may take a value. A property that holds a state changes only as its lifecycle
    /// allows.
    fn may_become(&self, stored: &Properties, name: &str, value: &Value) -> bool {
        let Some(transitions) = self.transitions.get(name) else {
            return true;
        };
        let Some(from) = stored.get(name).and_then(Value::as_str) else {
            return true;
        };
        // A request that replaces the whole resource sets the state too, unless the contract lists transitions for
        // the operation.
        if self.omitted.is_some()
            && !transitions.iter().any(|step| step.operation == self.operation)
        {
            return true;
        }
        transitions.iter().any(|step| {
            step.operation == self.operation
                && value.as_str() == Some(step.to.as_str())
                && step.from.iter().any(|state| state == from)
        })
    }
}
