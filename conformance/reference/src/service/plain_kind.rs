//! The kind of resource types that the server knows only from the contract. New resources have the required
//! properties of their type, and a change has no consequences.
//!
//! This module knows no property except the identity.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{Schema, Shape, StringFormat};

use super::kind::Kind;
use crate::contract::schema::{self, Properties};
use crate::world::clock::moment;

/// The kind of a resource type without a kind of its own.
#[derive(Debug)]
pub(super) struct PlainKind {
    spec: Arc<Spec>,
    type_name: String,
    /// The property that holds the identity.
    identity: String,
}

impl PlainKind {
    /// Returns the kind of each resource type that operations of a contract create, read or change, by type
    /// name.
    pub(super) fn all(spec: &Arc<Spec>) -> HashMap<String, Self> {
        let resources =
            spec.operations.values().filter_map(|operation| operation.resource.as_ref());
        let kind = |resource: &webdata_spec::model::Resource| {
            let (type_name, identity) = (resource.type_name.clone(), resource.identity.clone());
            (type_name.clone(), Self { spec: Arc::clone(spec), type_name, identity })
        };
        resources.map(kind).collect()
    }

    /// Returns the initial value of a required property.
    fn value(&self, name: &str, schema: &Schema, sample: &Value, now: DateTime<Utc>) -> Value {
        let open = schema::concrete(&self.spec, schema, &Value::Null);
        match &open.shape {
            _ if schema.default.is_some() => schema.default.clone().unwrap_or_default(),
            _ if schema.nullable => Value::Null,
            Shape::String if open.format() == Some(StringFormat::DateTime) => moment(now).into(),
            _ => sample.get(name).cloned().unwrap_or_default(),
        }
    }
}

impl Kind for PlainKind {
    fn initial(&self, id: &str, now: DateTime<Utc>) -> Properties {
        let sample = self.spec.sample(&self.type_name).unwrap_or_default();
        let object = schema::object_of(&self.spec, &self.type_name).into_iter();
        let required =
            object.flat_map(|object| &object.properties).filter(|(_, property)| property.required);
        let mut properties: Properties = required
            .map(|(name, property)| {
                (name.clone(), self.value(name, &property.schema, &sample, now))
            })
            .collect();
        properties.insert(self.identity.clone(), id.into());
        properties
    }
}
