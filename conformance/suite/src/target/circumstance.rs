//! How a target meets a circumstance that the contract names and no request alone brings about.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Headers, Secret};

/// What a request is changed in, so that it meets a circumstance.
#[derive(Debug, Clone, Default)]
pub struct Circumstance {
    /// The key that it is sent with in place of the valid one.
    pub key: Option<Secret>,
    /// Path parameters, such as the identity of a job that has ended.
    pub parameters: BTreeMap<String, String>,
    /// Headers that are added.
    pub headers: Headers,
    /// The body that is sent in place of the case's own.
    pub body: Option<Value>,
}

/// What a request is changed in, so that the server answers with an error.
#[derive(Debug, Clone, Default)]
pub struct Provocation {
    /// The key that it is sent with in place of the valid one, such as one that is out of credits.
    pub key: Option<Secret>,
    /// Headers that are added.
    pub headers: Headers,
}
