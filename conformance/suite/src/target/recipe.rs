//! Recipes: how resources that the suite may change are created before a run and removed after it.
//!
//! Nothing here sends.

use serde_json::Value;
use webdata_cases::case::Endpoint;

use super::Text;

/// How to have resources for a path parameter. Its requests are sent with the valid key, unless
/// their headers say otherwise.
#[derive(Debug, Clone)]
pub struct Recipe {
    /// How many are created.
    pub count: usize,
    /// What creates one.
    pub create: Creation,
    /// What removes one.
    pub delete: Deletion,
}

/// The request that creates a resource.
#[derive(Debug, Clone)]
pub struct Creation {
    /// Where it goes, below the base URL.
    pub endpoint: Endpoint,
    /// Headers that are added.
    pub headers: Vec<(String, Text)>,
    /// The body, as JSON.
    pub body: Option<Value>,
    /// Where the identity stands in the answer, by RFC 6901.
    pub id: String,
}

/// The request that removes a resource.
#[derive(Debug, Clone)]
pub struct Deletion {
    /// Where it goes, below the base URL; its path has the parameter that names the resource.
    pub endpoint: Endpoint,
    /// Headers that are added.
    pub headers: Vec<(String, Text)>,
}
