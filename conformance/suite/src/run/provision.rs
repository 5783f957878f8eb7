//! Creates the resources of a target's recipes before a run, and removes them after it. Nothing else is
//! changed or removed.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::time::Duration;

use serde_json::Value;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;
use webdata_cases::case::{BETWEEN, Body, KeyName};
use webdata_spec::Spec;

use super::caller::{Caller, build_request};
use super::client::ClientError;
use super::pace::WaitLimit;
use crate::Untrusted;
use crate::judge::HttpResponse;
use crate::target::{Recipe, Target, path_of};

/// The status code for a resource that no longer exists.
const GONE: u16 = 410;

/// The status code for an unknown resource or path.
const NOT_FOUND: u16 = 404;

/// The resources that were created for a run. Call `remove` at the end.
#[must_use]
pub struct Provisioned {
    caller: Caller,
    target: Target,
    spec: Spec,
    /// Path parameters and identities, in the order of creation.
    created: Vec<(String, String)>,
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
    #[error("cannot create a {parameter}: {reason}{}", in_lines(leftovers))]
    NotCreated {
        /// The path parameter.
        parameter: String,
        /// The response of the server, without keys.
        reason: Untrusted,
        /// The resources that could not be removed.
        leftovers: Vec<Leftover>,
    },
    /// The run was cancelled.
    #[error("interrupted while resources were created{}", in_lines(leftovers))]
    Interrupted {
        /// The resources that could not be removed.
        leftovers: Vec<Leftover>,
    },
}

fn in_lines(leftovers: &[Leftover]) -> String {
    leftovers.iter().map(|leftover| format!("\n{leftover}")).collect()
}

/// Creates resources for these path parameters, all or none. No wait for the server lasts longer than `time`,
/// or past the cancellation of `stop`. A request that was sent is awaited, since only its response names what
/// has to be removed.
///
/// # Errors
/// If a resource is not created, or the run was cancelled.
pub async fn provision(
    target: &Target,
    spec: &Spec,
    parameters: &BTreeSet<String>,
    time: Option<Duration>,
    stop: &CancellationToken,
) -> Result<Provisioned, ProvisionError> {
    let mut provisioned = Provisioned {
        caller: Caller::new(target, spec)?,
        target: target.clone(),
        spec: spec.clone(),
        created: Vec::new(),
    };
    let until = WaitLimit::within(time, stop.clone());
    let names = parameters.iter().flat_map(|parameter| spec.full_name(parameter));
    let names: BTreeSet<&str> = names.collect();
    let recipes = target.provision.iter().filter(|(name, _)| names.contains(name.as_str()));
    let mut recipes: Vec<(&String, &Recipe)> = recipes.collect();
    // Parents come before what belongs to them.
    recipes.sort_by_key(|(parameter, _)| spec.full_name(parameter).len());
    for (parameter, recipe) in recipes {
        for index in 0..recipe.count {
            match provisioned.create(parameter, recipe, index, &until).await {
                Ok(Some(id)) => provisioned.created.push((parameter.clone(), id)),
                Ok(None) => {
                    return Err(ProvisionError::Interrupted {
                        leftovers: provisioned.remove().await,
                    });
                }
                Err(reason) => {
                    let leftovers = provisioned.remove().await;
                    let (parameter, reason) = (parameter.clone(), reason.into());
                    return Err(ProvisionError::NotCreated { parameter, reason, leftovers });
                }
            }
        }
    }
    Ok(provisioned)
}

impl Provisioned {
    /// Returns the identities of the created resources, by path parameter.
    #[must_use]
    pub fn fixtures(&self) -> HashMap<String, Vec<String>> {
        let mut fixtures: HashMap<String, Vec<String>> = HashMap::new();
        for (parameter, id) in &self.created {
            fixtures.entry(parameter.clone()).or_default().push(id.clone());
        }
        fixtures
    }

    /// Removes every created resource, the last first, and returns those that still exist. Each request has
    /// the usual time limit.
    pub async fn remove(self) -> Vec<Leftover> {
        let mut leftovers = Vec::new();
        // The parameters whose recipes have removed a resource, so that their paths are right.
        let mut sound: BTreeSet<&str> = BTreeSet::new();
        let until = WaitLimit::for_cleanup(None);
        for (parameter, id) in self.created.iter().rev() {
            let Some(recipe) = self.target.provision.get(parameter) else { continue };
            let (endpoint, headers) = (&recipe.delete.endpoint, &recipe.delete.headers);
            let named = path_of(&self.spec, parameter, id);
            let removal = build_request(&self.spec, endpoint, named, Body::None, KeyName::Valid);
            let response = self.caller.call(&removal, headers, &until).await;
            let is_found = !matches!(&response, Ok(response) if response.status == NOT_FOUND);
            let reason = match response {
                Ok(response) if response.is_success() => {
                    sound.insert(parameter);
                    continue;
                }
                Ok(response) if response.status == GONE => continue,
                Ok(response) => {
                    let shown = self.caller.describe_response(&response);
                    let hint = if is_found { "" } else { "; is the path right?" };
                    format!("the server responded with {shown}{hint}")
                }
                Err(error) => self.caller.redact(error.to_string()),
            };
            let curl = self.caller.command_line(&removal, headers);
            let (parameter, id, reason) = (parameter.clone(), id.clone(), reason.into());
            let leftover = Leftover { parameter, id, reason, curl };
            leftovers.push((leftover, is_found));
        }
        leftovers.retain(|(leftover, is_found)| {
            *is_found || !sound.contains(leftover.parameter.as_str())
        });
        leftovers.into_iter().map(|(leftover, _)| leftover).collect()
    }

    /// Creates one resource; returns `None` if the run was cancelled before the request was sent.
    async fn create(
        &self,
        parameter: &str,
        recipe: &Recipe,
        index: usize,
        until: &WaitLimit,
    ) -> Result<Option<String>, String> {
        if until.is_cancelled() {
            return Ok(None);
        }
        let body = recipe.create.bodies.iter().cycle().nth(index);
        let body = body.cloned().map_or(Body::None, Body::Json);
        let endpoint = &recipe.create.endpoint;
        let parent = self.parent(parameter)?;
        let parents = parent.map(|(name, id)| path_of(&self.spec, name, id)).unwrap_or_default();
        let mut creation = build_request(&self.spec, endpoint, parents, body, KeyName::Valid);
        let keys =
            recipe.create.keys.iter().map(|name| (name.clone(), Uuid::new_v4().to_string().into()));
        creation.headers.extend(keys);
        let response = match self.caller.call(&creation, &recipe.create.headers, until).await {
            Ok(response) => response,
            Err(ClientError::Interrupted) => return Ok(None),
            Err(error) => {
                let hint = match &error {
                    ClientError::NotSent(_) => "",
                    _ => "; check whether the server created a resource nevertheless",
                };
                return Err(format!("{}{hint}", self.caller.redact(error.to_string())));
            }
        };
        let response_text = || self.caller.describe_response(&response);
        if !response.is_success() {
            return Err(format!("the server responded with {}", response_text()));
        }
        let id = identity(&response, &recipe.create.id).ok_or_else(|| {
            let pointer = &recipe.create.id;
            format!(
                "the response has no identity at `{pointer}`, so what was created has to be removed \
                 by hand: {}",
                response_text()
            )
        })?;
        if self.caller.redact(id.clone()) != id {
            return Err(format!(
                "the response has one of the target's keys at `{}`, where its identity should be: {}",
                recipe.create.id,
                response_text()
            ));
        }
        let id = parent.map_or_else(|| id.clone(), |(_, parent)| format!("{parent}{BETWEEN}{id}"));
        match self.owner(parameter, &id) {
            Some(owner) => Err(format!(
                "the response has the identity {id} at `{}`, which {owner} has already; check \
                 whether the server created a resource nevertheless: {}",
                recipe.create.id,
                response_text()
            )),
            None => Ok(Some(id)),
        }
    }

    /// Returns the parent of the resources of a path parameter, if they have one: the first that was created, or the
    /// first that the target gives.
    fn parent<'p>(&'p self, parameter: &'p str) -> Result<Option<(&'p str, &'p str)>, String> {
        let Some(name) = self.spec.full_name(parameter).into_iter().nth_back(1) else {
            return Ok(None);
        };
        let created = self.created.iter().find(|(known, _)| known == name).map(|(_, id)| id);
        let given = || self.target.fixtures.get(name)?.first();
        let id = created.or_else(given);
        let id = id.ok_or_else(|| {
            format!("there is no {name} that it could belong to; add one to `[fixtures]`")
        });
        id.map(|id| Some((name, id.as_str())))
    }

    /// Returns where an identity is used already, since two cases would otherwise share a resource.
    fn owner(&self, parameter: &str, id: &str) -> Option<&'static str> {
        if self.created.iter().any(|(known, created)| known == parameter && created == id) {
            return Some("a resource that was created before");
        }
        let fixtures = self.target.fixtures.get(parameter)?;
        fixtures.iter().any(|fixture| fixture == id).then_some("a fixture of the target")
    }
}

/// Returns an identity: a string or a number without characters that change the meaning of a path.
pub(super) fn identity(response: &HttpResponse, pointer: &str) -> Option<String> {
    let id = match response.at(pointer)? {
        Value::String(id) => id.clone(),
        Value::Number(id) => id.to_string(),
        _ => return None,
    };
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.~:".contains(c);
    let is_sound = id.chars().all(is_plain) && id.chars().any(|c| c.is_ascii_alphanumeric());
    is_sound.then_some(id)
}
