//! Recipes: how the suite creates resources, brings them into states, and removes them. Nothing is sent here.

use std::collections::BTreeMap;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use webdata_cases::case::{Endpoint, KeyName};

use super::command::seconds;
use super::secret::{Headers, KeySource, Secret, Text};

/// How resources are created and removed.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// The number of resources to create in place of fixtures. Two for each job are enough for every case. Without
    /// it, the recipe only has states.
    #[serde(default)]
    #[schemars(with = "u64", range(min = 1, max = 100), extend("default" = null))]
    pub count: usize,
    /// The request that creates a resource. It is sent with the valid key, unless its headers say otherwise.
    pub create: Option<Creation>,
    /// The request that removes a resource, required with `count`. Without it, the resources of the states stay on
    /// the server, and the run says so.
    pub delete: Option<RecipeRequest>,
    /// The states of resources, by a name that `parameters` of a circumstance can have in place of an identity.
    /// Each is one resource, which all circumstances of that name share.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, StateRecipe>")]
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
#[derive(Debug, Clone, Deserialize)]
#[serde(from = "StateRecipe")]
pub enum ResourceState {
    /// The identity of a resource that exists.
    Given(String),
    /// How to create the resource and bring it into the state.
    Made(Box<StateRecipe>),
}

impl From<StateRecipe> for ResourceState {
    fn from(recipe: StateRecipe) -> Self {
        Self::Made(Box::new(recipe))
    }
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

/// How a resource gets into a state.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StateRecipe {
    /// The key of all requests of the state: the name of one of `[keys]`, or a further key. By default, the valid
    /// key.
    pub key: Option<StateKey>,
    /// The values of further parameters in the paths, such as another resource: identities, or names of states.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Text>")]
    pub parameters: BTreeMap<String, String>,
    /// The request that creates the resource, or whose response names it. By default, that of the recipe.
    // The reader of target files puts the request of the recipe here.
    #[schemars(with = "Option<Creation>")]
    pub create: Creation,
    /// The requests that follow, such as a cancellation. Each must succeed.
    #[serde(default)]
    pub then: Vec<RecipeRequest>,
    /// The request that is repeated until its response shows the state.
    pub until: Option<Until>,
}

/// The name of one of `[keys]`, or the source of a further key.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum StateKey {
    /// A key of the target.
    Named(#[schemars(with = "String", extend("enum" = KeyName::ALL))] KeyName),
    /// Another key.
    Other(#[schemars(with = "KeySource")] Secret),
}

/// A request that is repeated until a value of its response is as expected.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Until {
    /// The request.
    #[serde(flatten)]
    #[schemars(with = "Poll")]
    pub request: RecipeRequest,
    /// The place of the value in the response, as a JSON Pointer (RFC 6901), such as `/status`.
    #[schemars(regex(pattern = "^(/|$)"))]
    pub at: String,
    /// The expected value.
    pub equals: Value,
    /// The longest wait for the value.
    #[serde(rename = "within-seconds", default = "within", deserialize_with = "seconds")]
    #[schemars(with = "u64", range(min = 1, max = 3600), extend("default" = within().as_secs()))]
    pub within: Duration,
}

/// The request of [`Until`].
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Poll {
    /// The HTTP method.
    #[schemars(regex(pattern = "^[A-Z]+$"), extend("default" = "GET"))]
    method: Option<String>,
    /// The path below the base URL.
    path: Text,
    /// Additional headers.
    headers: Option<Headers>,
}

/// Returns the default of the longest wait for a state of a resource.
fn within() -> Duration {
    Duration::from_secs(60)
}

/// A request that creates a resource.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Creation {
    /// The method and path, below the base URL.
    #[serde(flatten)]
    #[schemars(with = "RequestLine")]
    pub endpoint: Endpoint,
    /// Additional headers.
    #[serde(default)]
    pub headers: Headers,
    /// The headers that get a new UUID each time.
    #[serde(skip)]
    pub keys: Vec<String>,
    /// The strings of the body that stand for other resources, each with the path parameter and the index of a fixture.
    #[serde(skip)]
    pub stand_ins: BTreeMap<String, (String, usize)>,
    /// The JSON body. Without `body` and `bodies`, no body is sent.
    pub body: Option<Value>,
    /// Several bodies in place of `body`, used in turn, so that the resources are in different states.
    #[serde(default)]
    pub bodies: Vec<Value>,
    /// The place of the new resource's identity in the response, as a JSON Pointer (RFC 6901), such as `/data/id`.
    #[schemars(regex(pattern = "^/"))]
    pub id: String,
}

/// A request of a recipe.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct RecipeRequest {
    /// The method and path, below the base URL. The path may have the parameter of the resource.
    #[serde(flatten)]
    #[schemars(with = "RequestLine")]
    pub endpoint: Endpoint,
    /// Additional headers.
    #[serde(default)]
    pub headers: Headers,
    /// The JSON body.
    pub body: Option<Value>,
}

/// The form of [`Endpoint`] in a request of a target file.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct RequestLine {
    /// The HTTP method.
    #[schemars(regex(pattern = "^[A-Z]+$"))]
    method: String,
    /// The path below the base URL. Path parameters stand in braces, such as `{albumId}`: that of the resource, once it
    /// is created, and those of `parameters`.
    path: Text,
}
