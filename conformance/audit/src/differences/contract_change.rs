//! Changes of the contract that a server interprets, so that the server reads the contract in another way.
//!
//! This module does not know which reading is right.

use serde::Deserialize;
use webdata_spec::Spec;
use webdata_spec::model::{Additional, RuleScope, Schema, Shape};

/// A change of the contract that a server interprets.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ContractChange {
    /// The rules of this type are about the request alone.
    RulesAsSent(String),
    /// Objects with listed properties have no others, apart from those of these types.
    ClosedExcept(Vec<String>),
}

impl ContractChange {
    pub(crate) fn apply(&self, spec: &mut Spec) {
        match self {
            Self::RulesAsSent(name) => {
                let named_type = spec.types.get_mut(name);
                if let Some(Shape::Object(object)) = named_type.map(|it| &mut it.schema.shape) {
                    object.rules.iter_mut().for_each(|rule| rule.scope = RuleScope::AsSent);
                }
            }
            Self::ClosedExcept(open) => {
                let types = spec.types.iter_mut().filter(|(name, _)| !open.contains(name));
                types.for_each(|(_, named_type)| close(&mut named_type.schema));
            }
        }
    }
}

fn close(schema: &mut Schema) {
    match &mut schema.shape {
        Shape::Object(object) if !object.properties.is_empty() => {
            object.additional = Additional::Forbidden;
            object.properties.values_mut().for_each(|property| close(&mut property.schema));
        }
        Shape::Array { items, .. } => close(items),
        Shape::OneOf(several) | Shape::Tuple(several) => several.iter_mut().for_each(close),
        _ => {}
    }
}
