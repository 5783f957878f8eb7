//! The paths that clients and servers bind to operations for which the contract shows none. Both accept the same
//! paths.

use crate::Operation;

/// The reason why an operation cannot be bound to a path.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{operation}` cannot be bound to `{path}`: {reason}")]
pub struct BindError {
    /// The operation.
    pub operation: &'static str,
    /// The path that was given.
    pub path: String,
    /// The problem with the method, the path or the operation.
    pub reason: String,
}

impl BindError {
    /// Checks that a path has each parameter of an operation once and no other. Clients and servers accept the same
    /// paths.
    pub(crate) fn check<K>(operation: &Operation<K>, path: &str) -> Result<(), Self> {
        let names = path_parameters(path).map_err(|reason| Self::new(operation, path, reason))?;
        let once = |name: &&str| names.iter().filter(|other| other == &name).count() == 1;
        if names.len() == operation.parameters.len() && operation.parameters.iter().all(once) {
            return Ok(());
        }
        let each = if operation.parameters.is_empty() { "" } else { ", each once and no other" };
        let reason = format!("its path has {}{each}", named(operation.parameters));
        Err(Self::new(operation, path, reason))
    }

    pub(crate) fn new<K>(operation: &Operation<K>, path: &str, reason: String) -> Self {
        Self { operation: operation.id, path: path.to_owned(), reason }
    }
}

/// Returns the parameters of a path in words.
pub(crate) fn named(parameters: &[&str]) -> String {
    if parameters.is_empty() {
        return "no parameters".to_owned();
    }
    let names: Vec<String> = parameters.iter().map(|name| format!("`{{{name}}}`")).collect();
    names.join(" and ")
}

/// Returns the name of a path segment that is a parameter.
pub(crate) fn parameter(segment: &str) -> Option<&str> {
    let name = segment.strip_prefix('{')?.strip_suffix('}')?;
    (!name.is_empty() && !name.contains(['{', '}', '*'])).then_some(name)
}

/// Returns the names of the parameters of a path, in order, or why no operation can have the path.
fn path_parameters(path: &str) -> Result<Vec<&str>, String> {
    let segments = path.strip_prefix('/').ok_or("a path starts with `/`")?;
    let mut names = Vec::new();
    for segment in segments.split('/') {
        match parameter(segment) {
            Some(name) => names.push(name),
            None if !segment.contains(['{', '}']) => literal(segment)?,
            None => {
                return Err(format!("a `{{parameter}}` is a whole segment, unlike `{segment}`"));
            }
        }
    }
    Ok(names)
}

/// Checks that a text is a path segment (RFC 3986, section 3.3) without encoding.
fn literal(segment: &str) -> Result<(), String> {
    let allowed = |c: &char| c.is_ascii_alphanumeric() || "-._~!$&'()*+,;=:@".contains(*c);
    if let Some(c) = segment.chars().find(|c| !allowed(c)) {
        return Err(format!("`{c}` cannot be part of a path"));
    }
    match segment {
        "." | ".." => Err("a path cannot have the segments `.` and `..`".to_owned()),
        _ if segment.starts_with([':', '*']) => {
            Err(format!("`{segment}` starts like a parameter of a router"))
        }
        _ => Ok(()),
    }
}
