//! How a target meets a circumstance: a state that the contract names and that no request alone brings about.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Headers, Secret};

/// The changes of a request that meet a circumstance.
#[derive(Debug, Clone, Default)]
pub struct Circumstance {
    /// The key to send in place of the valid one.
    pub key: Option<Secret>,
    /// Path parameters, such as the identity of a job that has ended.
    pub parameters: BTreeMap<String, String>,
    /// Additional headers.
    pub headers: Headers,
    /// The body to send in place of the case's own.
    pub body: Option<Value>,
}

/// The changes of a request that provoke an error.
#[derive(Debug, Clone, Default)]
pub struct Provocation {
    /// The key to send in place of the valid one, such as one without credits.
    pub key: Option<Secret>,
    /// Additional headers.
    pub headers: Headers,
}
