//! Target files: TOML that people write, with keys named by environment variable.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::fs;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;
use webdata_spec::model::ClauseId;

use super::webhooks::{DEFAULT_WAIT, LOOPBACK};
use super::{Circumstance, DEFAULT_TIMEOUT, Secret, Target, Trigger, Webhooks};
use crate::case::{Endpoint, KeyName};

/// What is wrong with the description of a target.
#[derive(Debug, thiserror::Error)]
pub enum TargetError {
    /// The file could not be opened.
    #[error("cannot read the target file {}: {cause}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        cause: io::Error,
    },
    /// The file is no target file.
    #[error("the target file {} cannot be used:\n{cause}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// Where and why.
        cause: Box<toml::de::Error>,
    },
    /// A variable that should hold a key is not set.
    #[error("the environment variable {variable} is not set; it should hold the {key} key")]
    MissingVariable {
        /// The variable.
        variable: String,
        /// The key, by its name, or by the circumstance that it is for.
        key: String,
    },
    /// The variable holds what no header can carry.
    #[error("the environment variable {variable} holds characters that a header cannot carry")]
    UnusableKey {
        /// The variable.
        variable: String,
    },
    /// Two entries tell how to meet one circumstance.
    #[error("the target file tells twice how to call {operation} in the circumstance {clause}")]
    Twice {
        /// The operation.
        operation: String,
        /// The circumstance.
        clause: ClauseId,
    },
    /// The base URL cannot be used.
    #[error(
        "the base URL `{url}` cannot be used: {reason}; write it like `https://api.example.com`"
    )]
    BaseUrl {
        /// As it was written, without credentials.
        url: String,
        /// Why.
        reason: &'static str,
    },
    /// No request can be sent in this time, or none ends.
    #[error("`{0} = {1}` in the target file cannot be used; write 1 to 3600")]
    Time(&'static str, u64),
}

/// What stands in a target file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct TargetFile {
    name: Option<String>,
    base_url: String,
    #[serde(default)]
    keys: BTreeMap<KeyName, KeyFile>,
    #[serde(default)]
    fixtures: HashMap<String, Vec<String>>,
    #[serde(default)]
    provoke: HashMap<String, HashMap<String, String>>,
    #[serde(default)]
    team: TeamFile,
    #[serde(default)]
    bind: HashMap<String, Endpoint>,
    #[serde(default)]
    circumstance: Vec<CircumstanceFile>,
    webhooks: Option<WebhooksFile>,
    timeout_seconds: Option<u64>,
}

/// How webhooks reach the runner.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct WebhooksFile {
    listen: Option<SocketAddr>,
    url: Option<String>,
    trigger: TriggerFile,
    wait_seconds: Option<u64>,
}

/// What has the server look at a resource.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct TriggerFile {
    method: String,
    path: String,
    #[serde(default)]
    headers: BTreeMap<String, String>,
}

/// How a circumstance is met.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct CircumstanceFile {
    operation: String,
    clause: ClauseId,
    key: Option<KeyFile>,
    #[serde(default)]
    parameters: BTreeMap<String, String>,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    body: Option<serde_json::Value>,
}

/// What is said of the team of the valid key.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct TeamFile {
    #[serde(default)]
    not_in: BTreeSet<String>,
}

/// A key in a target file: where to find it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct KeyFile {
    env: String,
}

impl Target {
    /// A target from its base URL, the variables that hold its keys, and its fixtures.
    ///
    /// # Errors
    /// When the URL cannot be used or a variable is not set.
    pub fn new(
        name: Option<String>,
        base_url: &str,
        key_variables: impl IntoIterator<Item = (KeyName, String)>,
        fixtures: HashMap<String, Vec<String>>,
    ) -> Result<Self, TargetError> {
        let base_url = usable_base_url(base_url)?;
        let keys = key_variables
            .into_iter()
            .map(|(key, variable)| Ok((key, from_environment(&key, variable)?)))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            name: name.unwrap_or_else(|| base_url.clone()),
            base_url,
            keys,
            fixtures,
            provocations: HashMap::new(),
            circumstances: HashMap::new(),
            bindings: HashMap::new(),
            team_not_in: BTreeSet::new(),
            webhooks: None,
            timeout: DEFAULT_TIMEOUT,
            in_process: None,
        })
    }
}

/// Reads a target file.
///
/// # Errors
/// When the file cannot be read, has mistakes, or names variables that are not set.
pub fn load(path: &Path) -> Result<Target, TargetError> {
    let text = fs::read_to_string(path)
        .map_err(|cause| TargetError::Unreadable { path: path.to_owned(), cause })?;
    let file: TargetFile = toml::from_str(&text).map_err(|cause| TargetError::Malformed {
        path: path.to_owned(),
        cause: Box::new(cause),
    })?;
    let keys = file.keys.into_iter().map(|(key, found)| (key, found.env));
    let mut target = Target::new(file.name, &file.base_url, keys, file.fixtures)?;
    target.provocations = file.provoke;
    target.team_not_in = file.team.not_in;
    target.bindings = file.bind;
    for written in file.circumstance {
        let CircumstanceFile { operation, clause, key, parameters, headers, body } = written;
        let key = key.map(|key| from_environment(&clause, key.env)).transpose()?;
        let met = Circumstance { key, parameters, headers, body };
        if target.circumstances.contains_key(&(operation.clone(), clause.clone())) {
            return Err(TargetError::Twice { operation, clause });
        }
        target.circumstances.insert((operation, clause), met);
    }
    target.webhooks = file.webhooks.map(webhooks).transpose()?;
    target.timeout = seconds("timeout-seconds", file.timeout_seconds, DEFAULT_TIMEOUT)?;
    Ok(target)
}

fn webhooks(written: WebhooksFile) -> Result<Webhooks, TargetError> {
    let WebhooksFile { listen, url, trigger, wait_seconds } = written;
    let TriggerFile { method, path, headers } = trigger;
    Ok(Webhooks {
        listen: listen.unwrap_or(LOOPBACK),
        url: url.as_deref().map(usable_base_url).transpose()?,
        trigger: Trigger { endpoint: Endpoint { method, path }, headers },
        wait: seconds("wait-seconds", wait_seconds, DEFAULT_WAIT)?,
    })
}

fn seconds(
    name: &'static str,
    written: Option<u64>,
    default: Duration,
) -> Result<Duration, TargetError> {
    match written {
        Some(seconds) if !(1..=3600).contains(&seconds) => Err(TargetError::Time(name, seconds)),
        Some(seconds) => Ok(Duration::from_secs(seconds)),
        None => Ok(default),
    }
}

fn from_environment(key: &dyn fmt::Display, variable: String) -> Result<Secret, TargetError> {
    match std::env::var(&variable) {
        Ok(value) if value.is_empty() => {
            Err(TargetError::MissingVariable { variable, key: key.to_string() })
        }
        Ok(value) if !value.bytes().all(|byte| (0x20..0x7f).contains(&byte)) => {
            Err(TargetError::UnusableKey { variable })
        }
        Ok(value) => Ok(Secret::new(variable, value)),
        Err(_) => Err(TargetError::MissingVariable { variable, key: key.to_string() }),
    }
}

fn usable_base_url(written: &str) -> Result<String, TargetError> {
    let refuse = |reason| {
        // What stands before an `@` may be a password.
        let url = written.rsplit('@').next().unwrap_or_default().to_owned();
        Err(TargetError::BaseUrl { url, reason })
    };
    let Ok(url) = reqwest::Url::parse(written) else { return refuse("it is no URL") };
    if !matches!(url.scheme(), "http" | "https") {
        return refuse("its scheme is neither http nor https");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return refuse("it holds credentials, which belong into an environment variable");
    }
    if url.query().is_some() || url.fragment().is_some() {
        return refuse("it has a query or a fragment");
    }
    Ok(url.as_str().trim_end_matches('/').to_owned())
}
