//! Faults in what is stored of an update.
//!
//! It must not know what is stored.

use serde::Serialize;

/// An operation on a stored resource stores something else than it should.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StorageFault {
    /// The identity of the operation.
    pub operation: String,
    /// What it does.
    pub mistake: StorageMistake,
}

/// What is stored wrongly.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum StorageMistake {
    /// A property that is given is answered with, and not stored.
    NotStored(String),
    /// A property that is given is stored, and the response shows it as it was before.
    Stale(String),
    /// A property that is not given starts anew.
    Wipes(String),
    /// A property that is given is stored in every resource of the team.
    StoredEverywhere(String),
    /// A property of a request that is refused with a row of the catalogue is stored.
    KeptOfRefused {
        /// The property.
        property: String,
        /// The identity of the row.
        row: String,
    },
    /// An update is read, changed and written in three steps, so that one in between is lost.
    LostUpdate,
    /// An update that changes nothing is refused with a row of the catalogue.
    RefusesUnchanged(String),
    /// A property that is given beside another one is not stored.
    NotStoredBeside {
        /// The property.
        property: String,
        /// The other one.
        beside: String,
    },
    /// A body that was handled before, and not last, is answered and not stored.
    NotStoredAgain,
}
