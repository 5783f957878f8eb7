//! Faults of storing an update.
//!
//! This module does not know the stored properties.

use serde::Serialize;

/// A fault of an operation that stores a resource.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StorageFault {
    /// The identity of the operation.
    pub operation: String,
    /// The mistake.
    pub mistake: StorageMistake,
}

/// A mistake of storing an update.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum StorageMistake {
    /// The response shows a new value of the property, but the value is not stored.
    NotStored(String),
    /// A new value of the property is stored, but the response shows the old value.
    Stale(String),
    /// A property that is left out is reset.
    Wipes(String),
    /// A new value of the property is stored in every resource of the team.
    StoredEverywhere(String),
    /// A property of a request that is rejected with an error row is stored.
    StoresRejected {
        /// The property.
        property: String,
        /// The identity of the row.
        row: String,
    },
    /// An update reads, changes and writes in three steps, so that a concurrent update is lost.
    LostUpdate,
    /// An update that changes nothing is rejected with this error row.
    RejectsUnchanged(String),
    /// A property is not stored if the request also has another property.
    NotStoredBeside {
        /// The property.
        property: String,
        /// The other property.
        beside: String,
    },
    /// A body that repeats an earlier body, but not the last one, gets a success and is not stored.
    NotStoredAgain,
}
