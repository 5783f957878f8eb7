//! Creates the resources of a target's recipes before a run, and removes them after it. Nothing else is
//! changed or removed.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::time::Duration;

use serde_json::Value;
use tokio_util::sync::CancellationToken;
use webdata_cases::case::{Body, KeyName, Request};
use webdata_spec::Spec;

use super::caller::{Caller, request};
use super::client::ClientError;
use super::fresh::uuid;
use super::pace::Until;
use crate::Untrusted;
use crate::judge::HttpResponse;
use crate::target::{Recipe, Target};

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
    made: Vec<(String, String)>,
}

/// A created resource that could not be removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Left {
    /// The path parameter.
    pub parameter: String,
    /// The identity.
    pub id: String,
    /// The reason, which may contain text of the server.
    pub reason: Untrusted,
    /// The command line that removes it.
    pub curl: String,
}

impl fmt::Display for Left {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { parameter, id, reason, curl } = self;
        write!(f, "{parameter} {id} is still there: {reason}\n  remove it by hand: {curl}")
    }
}

/// The reason why a run has no fixtures. Resources that had been created are removed, except those in `left`.
#[derive(Debug, thiserror::Error)]
pub enum ProvisionError {
    /// There is no HTTP client.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// A resource was not created.
    #[error("cannot create a {parameter}: {reason}{}", listed(left))]
    NotCreated {
        /// The path parameter.
        parameter: String,
        /// The response of the server, without keys.
        reason: Untrusted,
        /// The resources that could not be removed.
        left: Vec<Left>,
    },
    /// The run was cancelled.
    #[error("interrupted while resources were created{}", listed(left))]
    Interrupted {
        /// The resources that could not be removed.
        left: Vec<Left>,
    },
}

fn listed(left: &[Left]) -> String {
    left.iter().map(|left| format!("\n{left}")).collect()
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
        made: Vec::new(),
    };
    let until = Until::within(time, stop.clone());
    let recipes = target.provision.iter().filter(|(own, _)| parameters.contains(*own));
    for (parameter, recipe) in recipes {
        for index in 0..recipe.count {
            match provisioned.create(parameter, recipe, index, &until).await {
                Ok(Some(id)) => provisioned.made.push((parameter.clone(), id)),
                Ok(None) => {
                    return Err(ProvisionError::Interrupted { left: provisioned.remove().await });
                }
                Err(reason) => {
                    let left = provisioned.remove().await;
                    let (parameter, reason) = (parameter.clone(), reason.into());
                    return Err(ProvisionError::NotCreated { parameter, reason, left });
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
        for (parameter, id) in &self.made {
            fixtures.entry(parameter.clone()).or_default().push(id.clone());
        }
        fixtures
    }

    /// Removes every created resource, the last first, and returns those that still exist. Each request has
    /// the usual time limit.
    pub async fn remove(self) -> Vec<Left> {
        let mut left = Vec::new();
        // The parameters whose recipes have removed a resource, so that their paths are right.
        let mut sound: BTreeSet<&str> = BTreeSet::new();
        let until = Until::tidying_up(None);
        for (parameter, id) in self.made.iter().rev() {
            let Some(recipe) = self.target.provision.get(parameter) else { continue };
            let removal = self.removal(recipe, parameter, id);
            let headers = &recipe.delete.headers;
            let response = self.caller.call(&removal, headers, &until).await;
            let is_found = !matches!(&response, Ok(response) if response.status == NOT_FOUND);
            let reason = match response {
                Ok(response) if response.is_success() => {
                    sound.insert(parameter);
                    continue;
                }
                Ok(response) if response.status == GONE => continue,
                Ok(response) if is_found => {
                    format!("the server responded with {}", self.caller.said(&response))
                }
                Ok(response) => {
                    format!(
                        "the server responded with {}; is the path right?",
                        self.caller.said(&response)
                    )
                }
                Err(error) => self.caller.redacted(error.to_string()),
            };
            let curl = self.caller.command_line(&removal, headers);
            let (parameter, id, reason) = (parameter.clone(), id.clone(), reason.into());
            let own = Left { parameter, id, reason, curl };
            left.push((own, is_found));
        }
        left.retain(|(own, is_found)| *is_found || !sound.contains(own.parameter.as_str()));
        left.into_iter().map(|(own, _)| own).collect()
    }

    /// Creates one resource; returns `None` if the run was cancelled before the request was sent.
    async fn create(
        &self,
        parameter: &str,
        recipe: &Recipe,
        index: usize,
        until: &Until,
    ) -> Result<Option<String>, String> {
        if until.is_called_off() {
            return Ok(None);
        }
        let body = recipe.create.bodies.iter().cycle().nth(index);
        let body = body.cloned().map_or(Body::None, Body::Json);
        let endpoint = &recipe.create.endpoint;
        let mut creation = request(&self.spec, endpoint, None, body, KeyName::Valid);
        let keys = recipe.create.keys.iter().map(|name| (name.clone(), uuid().into()));
        creation.headers.extend(keys);
        let response = match self.caller.call(&creation, &recipe.create.headers, until).await {
            Ok(response) => response,
            Err(ClientError::Interrupted) => return Ok(None),
            Err(error) => {
                let made = match &error {
                    ClientError::Over(_) => "",
                    _ => "; check whether the server created a resource nevertheless",
                };
                return Err(format!("{}{made}", self.caller.redacted(error.to_string())));
            }
        };
        let said = || self.caller.said(&response);
        if !response.is_success() {
            return Err(format!("the server responded with {}", said()));
        }
        let id = identity(&response, &recipe.create.id).ok_or_else(|| {
            let pointer = &recipe.create.id;
            format!(
                "the response has no identity at `{pointer}`, so what was created has to be removed \
                 by hand: {}",
                said()
            )
        })?;
        if self.caller.redacted(id.clone()) != id {
            return Err(format!(
                "the response has one of the target's keys at `{}`, where its identity should be: {}",
                recipe.create.id,
                said()
            ));
        }
        match self.holder(parameter, &id) {
            Some(holder) => Err(format!(
                "the response has the identity {id} at `{}`, which {holder} has already; check \
                 whether the server created a resource nevertheless: {}",
                recipe.create.id,
                said()
            )),
            None => Ok(Some(id)),
        }
    }

    /// Returns where an identity is used already, since two cases would otherwise share a resource.
    fn holder(&self, parameter: &str, id: &str) -> Option<&'static str> {
        if self.made.iter().any(|(own, made)| own == parameter && made == id) {
            return Some("a resource that was created before");
        }
        let fixtures = self.target.fixtures.get(parameter)?;
        fixtures.iter().any(|own| own == id).then_some("a fixture of the target")
    }

    fn removal(&self, recipe: &Recipe, parameter: &str, id: &str) -> Request {
        let endpoint = &recipe.delete.endpoint;
        request(&self.spec, endpoint, Some((parameter, id)), Body::None, KeyName::Valid)
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
