//! Recipes: how resources that the suite may change are created before a run and removed after it.
//!
//! This module sends nothing.

use serde_json::Value;
use webdata_cases::case::{Endpoint, Request};
use webdata_cases::derive::{Lifetime, lifetimes, max_fixtures};
use webdata_spec::Spec;

use super::{Target, Text};

impl Target {
    /// Adds recipes from the operations of the contract that create and delete resources, for each path
    /// parameter without fixtures and without a recipe. They create enough resources for `jobs` cases at the
    /// same time.
    pub fn provision_by_contract(&mut self, spec: &Spec, jobs: usize) {
        for lifetime in lifetimes(spec) {
            let Lifetime { parameter, creation, identity, removal } = lifetime;
            let headers = headers(&creation);
            let (keys, removed_with) = (keys(&creation), self::headers(&removal));
            let (Some(endpoint), Some(removal)) = (creation.endpoint, removal.endpoint) else {
                continue;
            };
            if self.available_fixtures(&parameter) > 0 {
                continue;
            }
            let bodies = creation.body.as_json().cloned().into_iter().collect();
            let create = Creation { endpoint, headers, keys, bodies, id: identity };
            let delete = Deletion { endpoint: removal, headers: removed_with };
            let recipe = Recipe { count: jobs * max_fixtures(spec), create, delete };
            self.provision.insert(parameter, recipe);
        }
    }
}

/// Returns the headers of a request that are the same each time.
fn headers(request: &Request) -> Vec<(String, Text)> {
    let fixed = request.headers.iter();
    let fixed = fixed.filter(|(name, _)| !request.header_arguments.contains_key(*name));
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    fixed.map(|(name, value)| (name.clone(), Text::Plain(text(value)))).collect()
}

/// Returns the headers of a request with an idempotency key.
fn keys(request: &Request) -> Vec<String> {
    request.header_arguments.keys().cloned().collect()
}

/// How to create and remove resources for a path parameter. The requests are sent with the valid key, unless
/// their headers say otherwise.
#[derive(Debug, Clone)]
pub struct Recipe {
    /// The number of resources to create.
    pub count: usize,
    /// The request that creates a resource.
    pub create: Creation,
    /// The request that removes a resource.
    pub delete: Deletion,
}

/// The request that creates a resource.
#[derive(Debug, Clone)]
pub struct Creation {
    /// The method and path, below the base URL.
    pub endpoint: Endpoint,
    /// Additional headers.
    pub headers: Vec<(String, Text)>,
    /// The headers that get a new UUID each time.
    pub keys: Vec<String>,
    /// The JSON bodies, used in turn, so that the resources are in different states. Without bodies, no body
    /// is sent.
    pub bodies: Vec<Value>,
    /// The place of the identity in the response, as a JSON Pointer.
    pub id: String,
}

/// The request that removes a resource.
#[derive(Debug, Clone)]
pub struct Deletion {
    /// The method and path, below the base URL. The path has the parameter of the resource.
    pub endpoint: Endpoint,
    /// Additional headers.
    pub headers: Vec<(String, Text)>,
}
