//! Creates the resources of a target's recipes before a run, brings some of them into states, and removes them after it.
//! Nothing else is changed or removed.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::time::Duration;

use futures_util::future::try_join_all;
use serde_json::{Map, Value};
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;
use webdata_cases::case::{BETWEEN, Body, Endpoint, KeyName, Request};
use webdata_spec::Spec;
use webdata_spec::prose::plain;

use super::caller::{Caller, build_request};
use super::client::ClientError;
use super::pace::WaitLimit;
use crate::judge::{HttpResponse, SERVER_ERROR};
use crate::target::{
    Creation, Entry, Headers, ProvidedResource, RecipeRequest, ResourceState, Secret, StateKey,
    StateRecipe, Target, Until, path_of,
};
use crate::{Untrusted, describe_duration};

/// The status code for a resource that no longer exists.
const GONE: u16 = 410;

/// The status code for an unknown resource or path.
const NOT_FOUND: u16 = 404;

/// The first wait between two requests for a state; each further wait is twice as long.
const FIRST_POLLING_WAIT: Duration = Duration::from_millis(100);

/// The maximum length of a shown value, in characters.
const MAX_SHOWN: usize = 200;

/// The maximum number of resources that are created for one, one after the other.
const MAX_RANK: usize = 8;

/// The longest wait between two requests for a state.
const LONGEST_POLLING_WAIT: Duration = Duration::from_secs(5);

/// The resources that the cases of a run need.
#[derive(Debug, Clone, Default)]
pub struct NeededResources {
    /// The path parameters whose fixtures are created.
    pub fixtures: BTreeSet<String>,
    /// The states, each with its path parameter.
    pub states: BTreeSet<StateName>,
}

impl From<BTreeSet<String>> for NeededResources {
    fn from(fixtures: BTreeSet<String>) -> Self {
        Self { fixtures, ..Self::default() }
    }
}

/// The resources that were created for a run. Call `remove` at the end.
#[must_use]
pub struct Provisioned {
    caller: Caller,
    target: Target,
    spec: Spec,
    /// The resources that can be removed, in the order of creation.
    created: Vec<ProvidedResource>,
    /// The identities of resources in a state, by path parameter and name.
    states: BTreeMap<StateName, String>,
    /// The resources that cannot be removed, by path parameter.
    staying: BTreeMap<String, Vec<ProvidedResource>>,
}

/// A created resource that could not be removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leftover {
    /// The path parameter.
    pub parameter: String,
    /// The identity.
    pub id: String,
    /// The reason, which may contain text of the server.
    pub reason: Untrusted,
    /// The command line that removes it.
    pub curl: String,
}

impl fmt::Display for Leftover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { parameter, id, reason, curl } = self;
        write!(f, "{parameter} {id} is still there: {reason}\n  remove it by hand: {curl}")
    }
}

/// The reason why a run has no fixtures. Resources that had been created are removed, except those in
/// `leftovers`.
#[derive(Debug, thiserror::Error)]
pub enum ProvisionError {
    /// There is no HTTP client.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// A resource was not created.
    #[error("cannot create a {parameter}: {reason}{}{}", in_lines(leftovers), in_lines(staying))]
    NotCreated {
        /// The path parameter.
        parameter: String,
        /// The response of the server, without keys.
        reason: Untrusted,
        /// The resources that could not be removed.
        leftovers: Vec<Leftover>,
        /// The lines about resources that stay on the server.
        staying: Vec<String>,
    },
    /// The run was cancelled.
    #[error("interrupted while resources were created{}", in_lines(leftovers))]
    Interrupted {
        /// The resources that could not be removed.
        leftovers: Vec<Leftover>,
    },
}

fn in_lines(items: &[impl fmt::Display]) -> String {
    items.iter().map(|item| format!("\n{item}")).collect()
}

/// The reason why one resource is missing.
enum Failure {
    /// The run was cancelled.
    Interrupted,
    /// The reason, which may contain text of the server.
    Reason(String),
}

impl From<String> for Failure {
    fn from(reason: String) -> Self {
        Self::Reason(reason)
    }
}

/// A state of a resource: the path parameter and the name.
type StateName = (String, String);

/// What is left to wait for: the recipe of the state, and the values of the path parameters.
type Wait = (StateRecipe, BTreeMap<String, String>);

fn failed_in((parameter, name): &StateName) -> impl FnOnce(Failure) -> (String, Failure) {
    let what = format!("{parameter} in the state `{name}`");
    move |failure| (what, failure)
}

/// The key of a request: one of the target's, or another.
type RequestKey<'k> = (KeyName, Option<&'k Secret>);

/// Creates resources, all or none. No wait for the server lasts longer than `time`, or past the cancellation of `stop`. A
/// request that was sent is awaited, since only its response names what has to be removed.
///
/// # Errors
/// If a resource is not created, does not reach its state, or the run was cancelled.
pub async fn provision(
    target: &Target,
    spec: &Spec,
    needed: &NeededResources,
    time: Option<Duration>,
    stop: &CancellationToken,
) -> Result<Provisioned, ProvisionError> {
    let mut provisioned = Provisioned::new(target, spec, Vec::new())?;
    let until = WaitLimit::within(time, stop.clone());
    let (parameter, failure) = match provisioned.create_all(needed, &until).await {
        Ok(()) => return Ok(provisioned),
        Err(failed) => failed,
    };
    let staying = provisioned.staying();
    let leftovers = provisioned.remove().await;
    Err(match failure {
        Failure::Interrupted => ProvisionError::Interrupted { leftovers },
        Failure::Reason(reason) => {
            let reason = target.redactor().redact(reason).into();
            ProvisionError::NotCreated { parameter, reason, leftovers, staying }
        }
    })
}

impl Provisioned {
    /// Returns resources that were created earlier.
    pub(super) fn new(
        target: &Target,
        spec: &Spec,
        created: Vec<ProvidedResource>,
    ) -> Result<Self, ClientError> {
        let (states, staying) = (BTreeMap::new(), BTreeMap::new());
        let caller = Caller::new(target, spec)?;
        Ok(Self { caller, target: target.clone(), spec: spec.clone(), created, states, staying })
    }

    /// Creates resources.
    ///
    /// # Errors
    /// The path parameter whose resource was not created, and the reason.
    async fn create_all(
        &mut self,
        needed: &NeededResources,
        until: &WaitLimit,
    ) -> Result<(), (String, Failure)> {
        let spec = self.spec.clone();
        let parents = needed.states.iter().flat_map(|(name, _)| {
            let mut names = spec.full_name(name);
            names.pop();
            names
        });
        let fixtures = needed.fixtures.iter().flat_map(|name| spec.full_name(name));
        let mut names: BTreeSet<&str> = fixtures.chain(parents).collect();
        let provision = self.target.settings.provision.clone();
        let mut open: Vec<&str> = names.iter().copied().collect();
        while let Some(name) = open.pop() {
            let create = provision.get(name).and_then(|recipe| recipe.create.as_ref());
            let named = create.into_iter().flat_map(|create| create.stand_ins.values());
            open.extend(named.map(|(name, _)| name.as_str()).filter(|name| names.insert(name)));
        }
        let recipes = self.target.settings.provision.iter();
        let recipes = recipes.map(|(name, recipe)| (name.clone(), recipe.count));
        let is_needed =
            |(name, count): &(String, usize)| *count > 0 && names.contains(name.as_str());
        let mut recipes: Vec<(String, usize)> = recipes.filter(is_needed).collect();
        // Parents come before what belongs to them, and resources before those whose bodies name them.
        recipes.sort_by_key(|(parameter, _)| self.rank(parameter, MAX_RANK));
        for (parameter, count) in recipes {
            for index in 0..count {
                let created = self.create_fixture(&parameter, index, until).await;
                created.map_err(|failure| (parameter.clone(), failure))?;
            }
        }
        for round in self.rounds(&needed.states) {
            let mut waits = Vec::new();
            for state in &round {
                let wait = self.create_state(state, until).await;
                waits.extend(wait.map_err(failed_in(state))?.map(|wait| (state, wait)));
            }
            let waiting = waits.iter().map(async |(state, (recipe, path))| {
                let reached = self.wait_for(recipe, as_path(path), until).await;
                reached.map_err(failed_in(state))
            });
            try_join_all(waiting).await?;
        }
        Ok(())
    }

    /// Returns the number of resources that must exist before one of a path parameter, one after the other. `limit` ends a
    /// circle.
    fn rank(&self, parameter: &str, limit: usize) -> usize {
        let names = self.spec.full_name(parameter).into_iter().rev().skip(1);
        let recipe = self.target.settings.provision.get(parameter);
        let create = recipe.and_then(|recipe| recipe.create.as_ref());
        let named = create.into_iter().flat_map(|create| create.stand_ins.values());
        let before =
            names.chain(named.map(|(parameter, _)| parameter.as_str())).filter(|_| limit > 0);
        before.map(|name| self.rank(name, limit - 1) + 1).max().unwrap_or(0)
    }

    /// Returns states in rounds: each after those that its parameters name. States that have nothing to wait for come last,
    /// because they may pass by themselves.
    fn rounds(&self, needed: &BTreeSet<StateName>) -> Vec<Vec<StateName>> {
        let recipe = |(parameter, name): &StateName| match self.target.state(parameter, name)? {
            ResourceState::Made(recipe) => Some(recipe),
            ResourceState::Given(_) => None,
        };
        let named_by = |state: &StateName| {
            let parameters = recipe(state).into_iter().flat_map(|recipe| &recipe.parameters);
            parameters.map(|(name, text)| (name.clone(), text.clone())).collect::<Vec<_>>()
        };
        let mut order: Vec<StateName> = Vec::new();
        let mut open: Vec<StateName> = needed.iter().cloned().collect();
        while let Some(state) = open.pop() {
            open.extend(named_by(&state));
            // A state moves behind each state that names it, which is before it in the reversed order.
            order.retain(|known| *known != state);
            order.push(state);
        }
        let named: BTreeSet<StateName> = order.iter().flat_map(&named_by).collect();
        let mut rounds: BTreeMap<usize, Vec<StateName>> = BTreeMap::new();
        let mut numbers: BTreeMap<StateName, usize> = BTreeMap::new();
        for state in order.into_iter().rev() {
            let Some(how) = self.target.state(&state.0, &state.1) else { continue };
            let before = named_by(&state);
            let number = before.iter().filter_map(|state| numbers.get(state)).max();
            let number = number.map_or(0, |number| number + 1);
            numbers.insert(state.clone(), number);
            let passes = matches!(how, ResourceState::Made(recipe) if recipe.until.is_none());
            let number = if passes && !named.contains(&state) { usize::MAX } else { number };
            rounds.entry(number).or_default().push(state);
        }
        rounds.into_values().collect()
    }

    /// Returns the identities of the created fixtures, by path parameter.
    #[must_use]
    pub fn fixtures(&self) -> HashMap<String, Vec<String>> {
        let mut fixtures: HashMap<String, Vec<String>> = HashMap::new();
        for created in self.created.iter().filter(|created| created.state.is_none()) {
            fixtures.entry(created.parameter.clone()).or_default().push(created.id.clone());
        }
        fixtures
    }

    /// Returns the identities of the resources in a state, by path parameter and name.
    #[must_use]
    pub fn states(&self) -> &BTreeMap<StateName, String> {
        &self.states
    }

    /// Returns a line about the resources of each path parameter that stay on the server.
    #[must_use]
    pub fn staying(&self) -> Vec<String> {
        let line = |(parameter, resources): (&String, &Vec<ProvidedResource>)| {
            let names = resources.iter().map(|resource| match &resource.state {
                Some(state) => format!("{} ({state})", resource.id),
                None => resource.id.clone(),
            });
            let names = self.caller.redact(names.collect::<Vec<_>>().join(", "));
            format!(
                "{parameter} {names}: left on the server, since `[provision.{parameter}]` has no `delete`"
            )
        };
        self.staying.iter().map(line).collect()
    }

    async fn create_fixture(
        &mut self,
        parameter: &str,
        index: usize,
        until: &WaitLimit,
    ) -> Result<(), Failure> {
        let recipe = self.target.settings.provision.get(parameter);
        let Some(create) = recipe.and_then(|recipe| recipe.create.as_ref()) else { return Ok(()) };
        let parent = self.parent(parameter)?;
        let path = parent.map(|(name, id)| path_of(&self.spec, name, id)).unwrap_or_default();
        let key = (KeyName::Valid, None);
        let (id, response) = self.create(create, index, path, key, until).await?;
        let id = parent.map_or_else(|| id.clone(), |(_, parent)| format!("{parent}{BETWEEN}{id}"));
        if let Some(owner) = self.owner(parameter, &id) {
            return Err(Failure::Reason(format!(
                "the response has the identity {id} at `{}`, which {owner} has already; check \
                 whether the server created a resource nevertheless: {}",
                create.id,
                self.caller.describe_response(&response)
            )));
        }
        self.keep(ProvidedResource {
            parameter: parameter.to_owned(),
            id,
            state: None,
            parameters: BTreeMap::new(),
            provoked: self.target.provoked.clone(),
        })
    }

    /// Creates a resource, and sends the requests that bring it into its state. Returns what is left to wait for.
    async fn create_state(
        &mut self,
        (parameter, name): &StateName,
        until: &WaitLimit,
    ) -> Result<Option<Wait>, Failure> {
        let state = match self.target.state(parameter, name) {
            Some(ResourceState::Made(state)) => StateRecipe::clone(state),
            Some(ResourceState::Given(id)) => {
                self.states.insert((parameter.clone(), name.clone()), id.clone());
                return Ok(None);
            }
            None => return Ok(None),
        };
        let StateRecipe { key, parameters, create, then, until: expected } = &state;
        let mut given = BTreeMap::new();
        for (other, text) in parameters {
            let made = self.states.get(&(other.clone(), text.clone()));
            let path = path_of(&self.spec, other, made.unwrap_or(text)).into_iter();
            given.extend(path.map(|(name, id)| (name.to_owned(), id.to_owned())));
        }
        let names = self.spec.full_name(parameter);
        let mut path = given.clone();
        if !names.iter().rev().skip(1).all(|name| path.contains_key(*name))
            && let Some((parent, id)) = self.parent(parameter)?
        {
            let parents = path_of(&self.spec, parent, id).into_iter();
            path.extend(parents.map(|(name, id)| (name.to_owned(), id.to_owned())));
        }
        let key = request_key(key.as_ref());
        let (id, _) = self.create(create, 0, as_path(&path), key, until).await?;
        path.insert(parameter.clone(), id);
        let ids = names.iter().filter_map(|name| path.get(*name)).map(String::as_str);
        let id = ids.collect::<Vec<_>>().join(&BETWEEN.to_string());
        self.states.insert((parameter.clone(), name.clone()), id.clone());
        let resource = ProvidedResource {
            parameter: parameter.clone(),
            id,
            state: Some(name.clone()),
            parameters: given,
            provoked: None,
        };
        // A response that is only read names a resource that it did not create.
        if create.endpoint.method != "GET" || self.has_removal(parameter) {
            self.keep(resource)?;
        }
        for request in then {
            let response = self.send(request, as_path(&path), key, until).await?;
            if !response.is_success() {
                let Endpoint { method, path } = &request.endpoint;
                let shown = self.caller.describe_response(&response);
                let reason = format!("the server responded to {method} {path} with {shown}");
                return Err(Failure::Reason(reason));
            }
        }
        let waits = expected.is_some();
        Ok(waits.then_some((state, path)))
    }

    /// Repeats a request until its response shows that the resource is in its state. A response without the resource may
    /// still become another one.
    async fn wait_for(
        &self,
        state: &StateRecipe,
        path: Vec<(&str, &str)>,
        until: &WaitLimit,
    ) -> Result<(), Failure> {
        let key = request_key(state.key.as_ref());
        let Some(expected) = &state.until else { return Ok(()) };
        let end = Instant::now() + expected.within;
        let mut wait = FIRST_POLLING_WAIT;
        loop {
            let response = self.send(&expected.request, path.clone(), key, until).await?;
            let value = response.at(&expected.at).filter(|_| response.is_success());
            if value == Some(&expected.equals) {
                return Ok(());
            }
            let may_change = response.is_success()
                || response.status == NOT_FOUND
                || response.status >= SERVER_ERROR;
            let left = end.saturating_duration_since(Instant::now());
            if !may_change || left.is_zero() {
                let reason = self.unreached(expected, &response, may_change);
                return Err(Failure::Reason(reason));
            }
            let slept = until.wait(sleep(wait.min(left))).await;
            slept.map_err(|error| self.failure(&error, ""))?;
            wait = (wait * 2).min(LONGEST_POLLING_WAIT);
        }
    }

    /// Describes the response that does not show the expected state. `may_change` tells whether a later one might.
    fn unreached(&self, expected: &Until, response: &HttpResponse, may_change: bool) -> String {
        let Until { request, at, equals, within } = expected;
        let Endpoint { method, path } = &request.endpoint;
        let shown = match response.at(at).filter(|_| response.is_success()) {
            Some(value) => {
                let value = self.caller.redact(value.to_string());
                let value: String = value.chars().take(MAX_SHOWN).collect();
                format!("`{at}` is {value} instead of {equals}")
            }
            None => {
                let shown = self.caller.describe_response(response);
                format!("no {equals} at `{at}`; the server responded with {shown}")
            }
        };
        if !may_change {
            return format!("{method} {path}: {shown}");
        }
        let within = describe_duration(*within);
        format!("after {within}, {method} {path}: {shown}; raise `within-seconds` or mend `until`")
    }

    fn has_removal(&self, parameter: &str) -> bool {
        self.target.settings.provision.get(parameter).is_some_and(|recipe| recipe.delete.is_some())
    }

    /// Notes a created resource, so that it is removed.
    fn keep(&mut self, resource: ProvidedResource) -> Result<(), Failure> {
        if !self.has_removal(&resource.parameter) {
            let staying = self.staying.entry(resource.parameter.clone()).or_default();
            staying.push(resource);
            return Ok(());
        }
        let entry = Entry::Provided(resource.clone());
        self.created.push(resource);
        let noted = self.target.journal.as_ref().map_or(Ok(()), |journal| journal.add(&entry));
        noted.map_err(|cause| {
            Failure::Reason(format!("what is created cannot be noted beside the reports: {cause}"))
        })
    }

    /// Removes every created resource, the last first, and returns those that still exist. Each request has
    /// the usual time limit.
    pub async fn remove(self) -> Vec<Leftover> {
        self.remove_all().await.into_iter().map(|(leftover, _)| leftover).collect()
    }

    /// Removes every created resource, and returns those that still exist, each also as it was created.
    pub(super) async fn remove_all(self) -> Vec<(Leftover, ProvidedResource)> {
        let mut leftovers = Vec::new();
        // The parameters whose recipes have removed a resource, so that their paths are right.
        let mut sound: BTreeSet<&str> = BTreeSet::new();
        let mut removed = Vec::new();
        let until = WaitLimit::for_cleanup(None);
        for created in self.created.iter().rev() {
            let ProvidedResource { parameter, id, state, parameters, .. } = created;
            let Some(recipe) = self.target.settings.provision.get(parameter) else { continue };
            let Some(delete) = &recipe.delete else { continue };
            let state = state.as_ref().and_then(|name| self.target.state(parameter, name));
            let state = state.and_then(|state| match state {
                ResourceState::Made(state) => Some(state),
                ResourceState::Given(_) => None,
            });
            let key = request_key(state.and_then(|state| state.key.as_ref()));
            let mut path = as_path(parameters);
            path.extend(path_of(&self.spec, parameter, id));
            let removal = self.request(delete, path, key.0);
            let response =
                self.caller.call_with_key(&removal, &delete.headers, key.1, &until).await;
            let is_found = !matches!(&response, Ok(response) if response.status == NOT_FOUND);
            // The way into a state may be the removal.
            let is_removed_by_state = state.is_some_and(|state| {
                state.then.iter().any(|then| then.endpoint.method == delete.endpoint.method)
            });
            let reason = match response {
                Ok(response) if response.is_success() => {
                    sound.insert(parameter);
                    removed.push(created);
                    continue;
                }
                Ok(response) if response.status == GONE || !is_found && is_removed_by_state => {
                    removed.push(created);
                    continue;
                }
                Ok(response) => {
                    let shown = self.caller.describe_response(&response);
                    let hint = if is_found { "" } else { "; is the path right?" };
                    format!("the server responded with {shown}{hint}")
                }
                Err(error) => self.caller.redact(error.to_string()),
            };
            let curl = self.caller.command_line(&removal, &delete.headers, key.1);
            let leftover = Leftover {
                parameter: parameter.clone(),
                id: self.caller.redact(id.clone()),
                reason: reason.into(),
                curl,
            };
            leftovers.push((leftover, is_found, created));
        }
        leftovers.retain(|(leftover, is_found, created)| {
            let is_left = *is_found || !sound.contains(leftover.parameter.as_str());
            removed.extend((!is_left).then_some(*created));
            is_left
        });
        if let Some(journal) = &self.target.journal {
            for created in removed {
                journal.remove(&Entry::Provided(created.clone()));
            }
        }
        let left = leftovers.into_iter();
        left.map(|(leftover, _, created)| (leftover, created.clone())).collect()
    }

    /// Creates one resource, and returns its identity and the response.
    async fn create(
        &self,
        create: &Creation,
        index: usize,
        path: Vec<(&str, &str)>,
        key: RequestKey<'_>,
        until: &WaitLimit,
    ) -> Result<(String, HttpResponse), Failure> {
        let body =
            create.body.as_ref().or_else(|| create.bodies.iter().cycle().nth(index)).cloned();
        let Creation { endpoint, headers, keys, id, stand_ins, .. } = create;
        let mut body = body;
        for (token, (parameter, index)) in stand_ins {
            let named = self.fixture(parameter, *index).and_then(|id| id.rsplit(BETWEEN).next());
            let named = named.ok_or_else(|| missing(parameter, "name"))?;
            for value in body.iter_mut().filter_map(Value::as_object_mut).flat_map(Map::values_mut)
            {
                if *value == **token {
                    *value = named.into();
                }
            }
        }
        let (endpoint, headers) = (endpoint.clone(), headers.clone());
        let mut creation = self.request(&RecipeRequest { endpoint, headers, body }, path, key.0);
        let keys = keys.iter().map(|name| (name.clone(), Uuid::new_v4().to_string().into()));
        creation.headers.extend(keys);
        let hint = "; check whether the server created a resource nevertheless";
        let response = self.call(&creation, &create.headers, key, hint, until).await?;
        let response_text = || self.caller.describe_response(&response);
        if !response.is_success() {
            return Err(format!("the server responded with {}", response_text()).into());
        }
        let id = identity(&response, id).ok_or_else(|| {
            format!(
                "the response has no identity at `{id}`, so what was created has to be removed \
                 by hand: {}",
                response_text()
            )
        })?;
        if self.caller.redact(id.clone()) != id {
            return Err(Failure::Reason(format!(
                "the response has one of the target's keys at `{}`, where its identity should be: {}",
                create.id,
                response_text()
            )));
        }
        Ok((id, response))
    }

    /// Sends a request of a recipe.
    async fn send(
        &self,
        request: &RecipeRequest,
        path: Vec<(&str, &str)>,
        key: RequestKey<'_>,
        until: &WaitLimit,
    ) -> Result<HttpResponse, Failure> {
        self.call(&self.request(request, path, key.0), &request.headers, key, "", until).await
    }

    async fn call(
        &self,
        request: &Request,
        headers: &Headers,
        (_, key): RequestKey<'_>,
        hint: &str,
        until: &WaitLimit,
    ) -> Result<HttpResponse, Failure> {
        if until.is_cancelled() {
            return Err(Failure::Interrupted);
        }
        let called = self.caller.call_with_key(request, headers, key, until).await;
        called.map_err(|error| self.failure(&error, hint))
    }

    /// Returns what the error of a request means. `hint` says what to check if the request may have arrived.
    fn failure(&self, error: &ClientError, hint: &str) -> Failure {
        let hint = match error {
            ClientError::Interrupted => return Failure::Interrupted,
            ClientError::NotSent(_) => "",
            _ => hint,
        };
        Failure::Reason(format!("{}{hint}", self.caller.redact(error.to_string())))
    }

    fn request(&self, request: &RecipeRequest, path: Vec<(&str, &str)>, key: KeyName) -> Request {
        let body = request.body.clone().map_or(Body::None, Body::Json);
        build_request(&self.spec, &request.endpoint, path, body, key)
    }

    /// Returns the parent of the resources of a path parameter, if they have one.
    fn parent<'p>(&'p self, parameter: &'p str) -> Result<Option<(&'p str, &'p str)>, String> {
        let Some(name) = self.spec.full_name(parameter).into_iter().nth_back(1) else {
            return Ok(None);
        };
        let id = self.fixture(name, 0).ok_or_else(|| missing(name, "belong to"));
        id.map(|id| Some((name, id)))
    }

    /// Returns a resource of a path parameter that others belong to or name: one that was created, or one that the target
    /// gives.
    fn fixture(&self, parameter: &str, index: usize) -> Option<&str> {
        let fixtures = self.created.iter().filter(|created| created.state.is_none());
        let created = fixtures.filter(|created| created.parameter == parameter).nth(index);
        let given = || self.target.settings.fixtures.get(parameter)?.get(index);
        created.map(|created| &created.id).or_else(given).map(String::as_str)
    }

    /// Returns where an identity is used already, since two cases would otherwise share a resource.
    fn owner(&self, parameter: &str, id: &str) -> Option<&'static str> {
        let is_same =
            |created: &ProvidedResource| created.parameter == parameter && created.id == id;
        if self.created.iter().any(is_same) {
            return Some("a resource that was created before");
        }
        let fixtures = self.target.settings.fixtures.get(parameter)?;
        fixtures.iter().any(|fixture| fixture == id).then_some("a fixture of the target")
    }
}

fn missing(parameter: &str, relation: &str) -> String {
    format!("there is no {parameter} that it could {relation}; add one to `[fixtures]`")
}

fn request_key(key: Option<&StateKey>) -> RequestKey<'_> {
    match key {
        None => (KeyName::Valid, None),
        Some(StateKey::Named(name)) => (*name, None),
        Some(StateKey::Other(key)) => (KeyName::Valid, Some(key)),
    }
}

fn as_path(parameters: &BTreeMap<String, String>) -> Vec<(&str, &str)> {
    parameters.iter().map(|(name, id)| (name.as_str(), id.as_str())).collect()
}

/// Returns an identity: a string or a number without characters that change the meaning of a path.
pub(super) fn identity(response: &HttpResponse, pointer: &str) -> Option<String> {
    let id = plain(response.at(pointer).filter(|id| id.is_string() || id.is_number())?);
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.~:".contains(c);
    let is_sound = id.chars().all(is_plain) && id.chars().any(|c| c.is_ascii_alphanumeric());
    is_sound.then_some(id)
}
