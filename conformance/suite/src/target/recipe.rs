//! Recipes: how the suite creates resources, brings them into states, and removes them. Nothing is sent here.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::Value;
use webdata_cases::case::{Endpoint, KeyName};

use super::{Headers, Secret};

/// How to create and remove resources for a path parameter. The requests are sent with the valid key, unless
/// their headers or a state say otherwise.
#[derive(Debug, Clone, Default)]
pub struct Recipe {
    /// The number of resources to create in place of fixtures.
    pub count: usize,
    /// The request that creates such a resource.
    pub create: Option<Creation>,
    /// The request that removes a resource; without it, resources stay on the server.
    pub delete: Option<RecipeRequest>,
    /// The states of further resources, by name.
    pub states: BTreeMap<String, ResourceState>,
}

impl Recipe {
    /// Returns the headers of each request.
    pub(super) fn headers(&self) -> Vec<&Headers> {
        let states = || self.made_states().map(|(_, state)| state);
        let creations = states().map(|state| &state.create).chain(&self.create);
        let polls = states().filter_map(|state| state.until.as_ref()).map(|until| &until.request);
        let requests = states().flat_map(|state| &state.then).chain(polls).chain(&self.delete);
        let headers = creations.map(|creation| &creation.headers);
        headers.chain(requests.map(|request| &request.headers)).collect()
    }

    /// Returns the states that requests bring about, by name.
    pub(crate) fn made_states(&self) -> impl Iterator<Item = (&String, &StateRecipe)> {
        self.states.iter().filter_map(|(name, state)| match state {
            ResourceState::Made(recipe) => Some((name, &**recipe)),
            ResourceState::Given(_) => None,
        })
    }
}

/// A resource in a state that circumstances name.
#[derive(Debug, Clone)]
pub enum ResourceState {
    /// The identity of a resource that exists.
    Given(String),
    /// How to create the resource and bring it into the state.
    Made(Box<StateRecipe>),
}

impl ResourceState {
    /// Returns the longest wait for the state, if a run has to wait for it.
    #[must_use]
    pub fn longest_wait(&self) -> Option<Duration> {
        match self {
            Self::Made(recipe) => recipe.until.as_ref().map(|until| until.within),
            Self::Given(_) => None,
        }
    }
}

/// How to create a resource and bring it into a state.
#[derive(Debug, Clone)]
pub struct StateRecipe {
    /// The key of all requests, in place of the valid one.
    pub key: Option<StateKey>,
    /// The values of further path parameters: identities, or names of states.
    pub parameters: BTreeMap<String, String>,
    /// The request that creates the resource, or whose response names it.
    pub create: Creation,
    /// The requests that follow.
    pub then: Vec<RecipeRequest>,
    /// The response to wait for.
    pub until: Option<Until>,
}

/// The key of the requests of a state.
#[derive(Debug, Clone)]
pub enum StateKey {
    /// A key of the target.
    Named(KeyName),
    /// Another key.
    Other(Secret),
}

/// A request that is repeated until its response has a value.
#[derive(Debug, Clone)]
pub struct Until {
    /// The request.
    pub request: RecipeRequest,
    /// The place of the value in the response, as a JSON Pointer.
    pub at: String,
    /// The value.
    pub equals: Value,
    /// The longest wait for the value.
    pub within: Duration,
}

/// The request that creates a resource.
#[derive(Debug, Clone)]
pub struct Creation {
    /// The method and path, below the base URL.
    pub endpoint: Endpoint,
    /// Additional headers.
    pub headers: Headers,
    /// The headers that get a new UUID each time.
    pub keys: Vec<String>,
    /// The JSON bodies, used in turn, so that the resources are in different states. Without bodies, no body
    /// is sent.
    pub bodies: Vec<Value>,
    /// The place of the identity in the response, as a JSON Pointer.
    pub id: String,
}

/// A request of a recipe.
#[derive(Debug, Clone)]
pub struct RecipeRequest {
    /// The method and path, below the base URL. The path may have the parameter of the resource.
    pub endpoint: Endpoint,
    /// Additional headers.
    pub headers: Headers,
    /// The JSON body.
    pub body: Option<Value>,
}
