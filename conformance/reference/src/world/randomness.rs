//! Randomness: the identities of new resources, and the failures and delays that the options ask for.
//!
//! All randomness comes from here, so that the same seed gives the same responses.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::fault_injection::FaultInjection;
use super::identities::Identities;
use super::part::Part;
use crate::contract::Contract;
use crate::options::Options;

/// All random generators of the server.
#[derive(Debug)]
pub(crate) struct Randomness {
    pub(crate) identities: Arc<Identities>,
    pub(crate) fault_injection: FaultInjection,
}

/// The saved state of the generators.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct SavedRandomness {
    seed: Option<u64>,
    identities: u64,
    trouble: u64,
}

impl Randomness {
    /// Creates the generators that the options ask for.
    pub(super) fn new(contract: &Contract, options: &Options) -> Self {
        let identities = Arc::new(Identities::new(options.seed));
        Self { identities, fault_injection: FaultInjection::new(contract, options) }
    }
}

impl Part for Randomness {
    type Saved = SavedRandomness;

    fn reset(&self, _now: DateTime<Utc>) {
        self.identities.reset();
        self.fault_injection.reset();
    }

    fn save(&self) -> SavedRandomness {
        let (seed, identities) = self.identities.save();
        SavedRandomness { seed, identities, trouble: self.fault_injection.save() }
    }

    fn restore(&self, saved: SavedRandomness) {
        self.identities.restore(saved.seed, saved.identities);
        self.fault_injection.restore(saved.seed, saved.trouble);
    }
}
