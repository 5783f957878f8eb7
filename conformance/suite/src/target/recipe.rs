//! Recipes: how resources that the suite may change are created before a run and removed after it.
//!
//! Nothing here sends.

use serde_json::Value;
use webdata_cases::case::{Endpoint, Request};
use webdata_cases::derive::{Lifetime, lifetimes, most_fixtures};
use webdata_spec::Spec;

use super::{Target, Text};

impl Target {
    /// Adds recipes by the operations that create and remove resources in the contract, for each path
    /// parameter that has neither fixtures nor a recipe; enough for `jobs` cases side by side.
    pub fn provision_by_contract(&mut self, spec: &Spec, jobs: usize) {
        for lifetime in lifetimes(spec) {
            let Lifetime { parameter, creation, identity, removal } = lifetime;
            let headers = headers(&creation);
            let (keys, removed_with) = (keys(&creation), self::headers(&removal));
            let (Some(endpoint), Some(removal)) = (creation.endpoint, removal.endpoint) else {
                continue;
            };
            if self.promised(&parameter) > 0 {
                continue;
            }
            let bodies = creation.body.as_json().cloned().into_iter().collect();
            let create = Creation { endpoint, headers, keys, bodies, id: identity };
            let delete = Deletion { endpoint: removal, headers: removed_with };
            let recipe = Recipe { count: jobs * most_fixtures(spec), create, delete };
            self.provision.insert(parameter, recipe);
        }
    }
}

/// The headers of a request that are the same each time.
fn headers(request: &Request) -> Vec<(String, Text)> {
    let fixed = request.headers.iter();
    let fixed = fixed.filter(|(name, _)| !request.header_arguments.contains_key(*name));
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    fixed.map(|(name, value)| (name.clone(), Text::Plain(text(value)))).collect()
}

/// The headers of a request that hold a key of its own.
fn keys(request: &Request) -> Vec<String> {
    request.header_arguments.keys().cloned().collect()
}

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
    /// The headers that get a UUID of their own each time.
    pub keys: Vec<String>,
    /// The bodies, as JSON, which the resources are created with in turn, so that they are in several
    /// states; without one, no body is sent.
    pub bodies: Vec<Value>,
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
