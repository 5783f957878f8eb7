//! Changes of the contract that a server interprets, so that the server reads the contract in another way.
//!
//! This module does not know which reading is right.

use serde::Deserialize;
use webdata_spec::Spec;
use webdata_spec::model::{Additional, RuleScope, Schema};

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
                if let Some(object) = named_type.and_then(|it| it.schema.object_mut()) {
                    object.rules.iter_mut().for_each(|rule| rule.scope = RuleScope::AsSent);
                }
            }
            Self::ClosedExcept(open) => {
                let mut close = |schema: &mut Schema| {
                    if let Some(object) = schema.object_mut()
                        && !object.properties.is_empty()
                    {
                        object.additional = Additional::Forbidden;
                    }
                };
                let types = spec.types.iter_mut().filter(|(name, _)| !open.contains(name));
                types.for_each(|(_, named_type)| named_type.schema.for_each_mut(&mut close));
            }
        }
    }
}
