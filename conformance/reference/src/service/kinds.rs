//! The resource kinds that the server knows.
//!
//! This module does not know the properties of a resource.

use std::collections::HashMap;
use std::sync::Arc;

use super::kind::Kind;
use super::plain_kind::PlainKind;
use crate::contract::Contract;
use crate::web_data::monitors::{self, Monitors};
use crate::world::identities::Identities;

/// The resource kinds that the server knows.
#[derive(Debug)]
pub(crate) struct Kinds {
    monitors: Option<Monitors>,
    plain: HashMap<String, PlainKind>,
}

impl Kinds {
    /// Creates the kinds for the types of a contract.
    pub(super) fn new(contract: &Contract, identities: &Arc<Identities>) -> Self {
        let has_monitors = contract.spec.types.contains_key(monitors::TYPE);
        Self {
            monitors: has_monitors.then(|| Monitors::new(contract, Arc::clone(identities))),
            plain: PlainKind::all(&contract.spec).into_iter().collect(),
        }
    }

    /// Returns the kind of a type.
    pub(crate) fn kind(&self, type_name: &str) -> Option<&dyn Kind> {
        let monitors = self.monitors().filter(|_| type_name == monitors::TYPE);
        let plain = self.plain.get(type_name).map(|plain| plain as &dyn Kind);
        monitors.map(|monitors| monitors as &dyn Kind).or(plain)
    }

    /// Returns the kind of monitors, if the contract has a type for them.
    pub(crate) fn monitors(&self) -> Option<&Monitors> {
        self.monitors.as_ref()
    }
}
