//! The extension of a contract: what the reference server adds to it, from the file `conformance/reference.toml`
//! beside its pages.
//!
//! This module knows no behaviour; it only names the one that a contract opts in to.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use webdata_spec::model::{Endpoint, Operation};
use webdata_spec::{Source, Spec, companion};

/// What the reference server adds to a contract. Without an extension, the server does only what the contract
/// states.
///
/// ```no_run
/// use std::path::Path;
/// use webdata_reference::Extension;
/// use webdata_spec::{Spec, companions};
///
/// let folder = Path::new("spec/v2");
/// let extension = Extension::read(&Spec::load(folder)?, &companions(folder)?)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Extension {
    pub(crate) behaviour: Option<BehaviourName>,
    /// The endpoints on this server of operations for which the contract shows none, by operation.
    paths: BTreeMap<String, Endpoint>,
    /// The circumstances that the server sets up for the suite, by operation or type, and then by clause. A type
    /// stands for every operation that stores one resource of the type.
    pub(crate) circumstances: Arc<BTreeMap<String, BTreeMap<String, Circumstance>>>,
}

/// A request that meets a circumstance, and what the server sets up before.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Circumstance {
    /// The settings of the team that sends the request; the home team by default.
    pub(crate) team: Option<Value>,
    /// The events before the request, in a form that only the behaviour knows.
    pub(crate) set_up: Option<Value>,
    /// The path parameters.
    #[serde(default)]
    pub(crate) parameters: BTreeMap<String, String>,
    pub(crate) body: Option<Value>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum BehaviourName {
    WebData,
}

/// The mistakes in an extension.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {}", Extension::FILE, mistakes.join("\n"))]
pub struct ExtensionError {
    mistakes: Vec<String>,
}

impl ExtensionError {
    /// Fails if there are mistakes.
    pub(crate) fn check(mistakes: Vec<String>) -> Result<(), Self> {
        if mistakes.is_empty() { Ok(()) } else { Err(Self { mistakes }) }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    behaviour: Option<BehaviourName>,
    #[serde(default)]
    paths: BTreeMap<String, FilePath>,
    #[serde(default)]
    circumstance: BTreeMap<String, BTreeMap<String, Circumstance>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FilePath {
    method: Method,
    path: String,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum Method {
    Get,
    Put,
    Post,
    Patch,
    Delete,
}

impl Method {
    fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Put => "PUT",
            Self::Post => "POST",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
        }
    }
}

impl Extension {
    /// The name of the file in the folder `conformance/` beside the pages of a contract.
    const FILE: &str = "reference.toml";

    /// Reads the extension of a contract from the files of [`webdata_spec::companions`].
    ///
    /// # Errors
    /// Returns the mistakes in the file. A mistake is an unknown key, method, behaviour or operation, or a path for
    /// an operation whose path the contract shows.
    pub fn read(spec: &Spec, files: &[Source]) -> Result<Self, ExtensionError> {
        companion(files, Self::FILE)
            .map_or_else(|| Ok(Self::default()), |text| Self::parse(spec, text))
    }

    fn parse(spec: &Spec, text: &str) -> Result<Self, ExtensionError> {
        let file: File = toml::from_str(text)
            .map_err(|error| ExtensionError { mistakes: vec![error.to_string()] })?;
        let mistakes = file.paths.iter().filter_map(|(id, shown)| mistake(spec, id, &shown.path));
        let named = file.circumstance.keys();
        let unknown = named
            .filter(|name| !spec.operations.contains_key(*name) && !spec.types.contains_key(*name));
        let unknown = unknown.map(|name| {
            format!("circumstance.{name}: the contract has no operation or type `{name}`")
        });
        ExtensionError::check(mistakes.chain(unknown).collect())?;
        let paths = file.paths.into_iter().map(|(id, FilePath { method, path })| {
            (id, Endpoint { method: method.name().to_owned(), path })
        });
        let circumstances = Arc::new(file.circumstance);
        Ok(Self { behaviour: file.behaviour, paths: paths.collect(), circumstances })
    }

    /// Returns the endpoint of an operation below the base path: the contract's, or else the extension's.
    pub(crate) fn endpoint(&self, operation: &Operation) -> Option<Endpoint> {
        operation.endpoint.clone().or_else(|| self.paths.get(&operation.id).cloned())
    }

    /// Returns the endpoints of operations for which a contract shows none, each below the base path.
    #[must_use]
    pub fn bound(&self, spec: &Spec) -> BTreeMap<String, Endpoint> {
        let hidden = spec.operations.values().filter(|operation| operation.endpoint.is_none());
        let bound =
            hidden.filter_map(|operation| Some((operation.id.clone(), self.endpoint(operation)?)));
        bound.collect()
    }

    /// Returns the endpoints of [`Extension::bound`], each with its whole path.
    pub(crate) fn bindings(&self, spec: &Spec) -> BTreeMap<String, Endpoint> {
        let mut bound = self.bound(spec);
        for endpoint in bound.values_mut() {
            endpoint.path.insert_str(0, &spec.service.base_path);
        }
        bound
    }
}

/// Returns the mistake in the path of an operation.
fn mistake(spec: &Spec, id: &str, path: &str) -> Option<String> {
    let Some(operation) = spec.operations.get(id) else {
        let hidden = spec.operations.values().filter(|operation| operation.endpoint.is_none());
        let hidden: Vec<&str> = hidden.map(|operation| operation.id.as_str()).collect();
        return Some(format!(
            "paths.{id}: the contract has no operation `{id}`; {}",
            if hidden.is_empty() {
                "it shows the path of every operation, so remove the line".to_owned()
            } else {
                format!("it shows no path for {}", hidden.join(", "))
            }
        ));
    };
    if let Some(Endpoint { method, path }) = &operation.endpoint {
        return Some(format!(
            "paths.{id}: the contract shows `{method} {path}` for this operation; remove the line"
        ));
    }
    if !path.starts_with('/') {
        return Some(format!("paths.{id}.path: `{path}` does not begin with `/`"));
    }
    let steps = path.split('/');
    let named = steps.filter_map(|step| step.strip_prefix('{')?.strip_suffix('}'));
    let named: Vec<&str> = named.collect();
    let unknown = named.iter().find(|name| !operation.parameters.contains_key(**name));
    if let Some(unknown) = unknown {
        let known: Vec<&str> = operation.parameters.keys().map(String::as_str).collect();
        return Some(format!(
            "paths.{id}.path: the operation has no parameter `{unknown}`; it has {}",
            if known.is_empty() { "none".to_owned() } else { known.join(", ") }
        ));
    }
    let missing = operation.parameters.keys().find(|name| !named.contains(&name.as_str()));
    missing.map(|name| format!("paths.{id}.path: the parameter `{{{name}}}` is missing"))
}
