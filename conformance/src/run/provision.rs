//! Creates what a target's recipes say before a run, and removes it after it.
//!
//! It must never change or remove anything else.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::pin::pin;

use serde_json::Value;
use webdata_spec::Spec;

use super::caller::{Caller, request};
use super::client::ClientError;
use crate::case::{Body, KeyName, Request};
use crate::judge::Answer;
use crate::target::{Recipe, Target};

/// The statuses by which a server says that there is no such thing any more.
const GONE: [u16; 2] = [404, 410];

/// What was created for a run. It has to be removed by `remove`.
#[must_use]
pub struct Provisioned {
    caller: Caller,
    target: Target,
    spec: Spec,
    /// Path parameters and identities, in the order of creation.
    made: Vec<(String, String)>,
}

/// Something that was created and could not be removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Left {
    /// The path parameter.
    pub parameter: String,
    /// The identity.
    pub id: String,
    /// Why it is still there.
    pub reason: String,
    /// The command line that removes it.
    pub curl: String,
}

impl fmt::Display for Left {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { parameter, id, reason, curl } = self;
        write!(f, "{parameter} {id} is still there: {reason}\n  remove it by hand: {curl}")
    }
}

/// Why a run has nothing to work on. What had been created is removed, but for what is `left`.
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
        /// What the server said, without keys.
        reason: String,
        /// What could not be removed.
        left: Vec<Left>,
    },
    /// Somebody asked to stop.
    #[error("interrupted while resources were created{}", listed(left))]
    Interrupted {
        /// What could not be removed.
        left: Vec<Left>,
    },
}

fn listed(left: &[Left]) -> String {
    left.iter().map(|left| format!("\n{left}")).collect()
}

/// Creates resources for these path parameters, all or none. What is under way when `interrupted`
/// ends is waited for, since only its answer names what has to be removed.
///
/// # Errors
/// When a resource is not created, or when it was interrupted.
pub async fn provision(
    target: &Target,
    spec: &Spec,
    parameters: &BTreeSet<String>,
    interrupted: impl Future,
) -> Result<Provisioned, ProvisionError> {
    let mut provisioned = Provisioned {
        caller: Caller::new(target, spec)?,
        target: target.clone(),
        spec: spec.clone(),
        made: Vec::new(),
    };
    let mut interrupted = pin!(interrupted);
    let recipes = target.provision.iter().filter(|(own, _)| parameters.contains(*own));
    for (parameter, recipe) in recipes {
        for _ in 0..recipe.count {
            let stopped = tokio::select! {
                biased;
                _ = &mut interrupted => true,
                () = std::future::ready(()) => false,
            };
            if stopped {
                return Err(ProvisionError::Interrupted { left: provisioned.remove().await });
            }
            match provisioned.create(recipe).await {
                Ok(id) => provisioned.made.push((parameter.clone(), id)),
                Err(reason) => {
                    let left = provisioned.remove().await;
                    let parameter = parameter.clone();
                    return Err(ProvisionError::NotCreated { parameter, reason, left });
                }
            }
        }
    }
    Ok(provisioned)
}

impl Provisioned {
    /// The identities of what was created, by path parameter.
    #[must_use]
    pub fn fixtures(&self) -> HashMap<String, Vec<String>> {
        let mut fixtures: HashMap<String, Vec<String>> = HashMap::new();
        for (parameter, id) in &self.made {
            fixtures.entry(parameter.clone()).or_default().push(id.clone());
        }
        fixtures
    }

    /// Removes everything that was created, the last first, and tells what is still there. Each
    /// request takes as long as a request may take.
    pub async fn remove(self) -> Vec<Left> {
        let mut left = Vec::new();
        for (parameter, id) in self.made.iter().rev() {
            let Some(recipe) = self.target.provision.get(parameter) else { continue };
            let removal = self.removal(recipe, parameter, id);
            let headers = &recipe.delete.headers;
            let reason = match self.caller.call(&removal, headers).await {
                Ok(answer) if answer.is_success() || GONE.contains(&answer.status) => continue,
                Ok(answer) => format!("the server answered {}", self.caller.said(&answer)),
                Err(error) => self.caller.redacted(error.to_string()),
            };
            let curl = self.caller.command_line(&removal, headers);
            left.push(Left { parameter: parameter.clone(), id: id.clone(), reason, curl });
        }
        left
    }

    /// Creates one resource.
    async fn create(&self, recipe: &Recipe) -> Result<String, String> {
        let body = recipe.create.body.clone().map_or(Body::None, Body::Json);
        let endpoint = &recipe.create.endpoint;
        let creation = request(&self.spec, endpoint, None, body, KeyName::Valid);
        let answer = match self.caller.call(&creation, &recipe.create.headers).await {
            Ok(answer) => answer,
            Err(error) => {
                let error = self.caller.redacted(error.to_string());
                return Err(format!("{error}; look whether the server has made one all the same"));
            }
        };
        let said = || self.caller.said(&answer);
        if !answer.is_success() {
            return Err(format!("the server answered {}", said()));
        }
        identity(&answer, &recipe.create.id).ok_or_else(|| {
            let pointer = &recipe.create.id;
            format!(
                "the answer has no identity at `{pointer}`, so what was created has to be removed \
                 by hand: {}",
                said()
            )
        })
    }

    fn removal(&self, recipe: &Recipe, parameter: &str, id: &str) -> Request {
        let endpoint = &recipe.delete.endpoint;
        request(&self.spec, endpoint, Some((parameter, id)), Body::None, KeyName::Valid)
    }
}

/// An identity, which is a text or a number, and not so odd that a path would mean something else.
fn identity(answer: &Answer, pointer: &str) -> Option<String> {
    let id = match answer.at(pointer)? {
        Value::String(id) => id.clone(),
        Value::Number(id) => id.to_string(),
        _ => return None,
    };
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.~:".contains(c);
    let is_sound = id.chars().all(is_plain) && id.chars().any(|c| c.is_ascii_alphanumeric());
    is_sound.then_some(id)
}
