//! Randomness: the identities of new resources, and the failures and delays that the options ask for.
//!
//! All randomness comes from here, so that the same seed gives the same responses.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::fault_injection::Trouble;
use super::identities::Identities;
use super::part::Part;
use crate::contract::Contract;
use crate::options::Options;

/// All random generators of the server.
#[derive(Debug)]
pub(crate) struct Chance {
    pub(crate) identities: Arc<Identities>,
    pub(crate) trouble: Trouble,
}

/// The saved state of the generators.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Draws {
    seed: Option<u64>,
    identities: u64,
    trouble: u64,
}

impl Chance {
    /// Creates the generators that the options ask for.
    pub(super) fn new(contract: &Contract, options: &Options) -> Self {
        let identities = Arc::new(Identities::new(options.seed));
        Self { identities, trouble: Trouble::new(contract, options) }
    }
}

impl Part for Chance {
    type Saved = Draws;

    fn reset(&self, _now: DateTime<Utc>) {
        self.identities.reset();
        self.trouble.reset();
    }

    fn save(&self) -> Draws {
        let (seed, identities) = self.identities.save();
        Draws { seed, identities, trouble: self.trouble.save() }
    }

    fn restore(&self, saved: Draws) {
        self.identities.restore(saved.seed, saved.identities);
        self.trouble.restore(saved.seed, saved.trouble);
    }
}
