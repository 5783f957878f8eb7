//! The path of an operation for which the contract shows none.

use std::fmt;

use ::axum::http::Method;

/// The reason why an operation cannot be bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BindError {
    /// The contract has no such operation.
    Unknown {
        /// The given identity.
        operation: &'static str,
    },
    /// The contract shows the path of the operation, or it is bound already.
    HasPath {
        /// The operation.
        operation: &'static str,
        /// Its path.
        path: String,
    },
    /// The method is not an HTTP method.
    Method {
        /// The given method.
        method: String,
    },
    /// The path does not start with `/`, has braces around only a part of a segment, or a segment that starts
    /// with `:` or `*`, which the router takes for an older form of parameters.
    Path {
        /// The given path.
        path: String,
    },
    /// The path does not have each parameter of the operation once, and no other.
    Parameters {
        /// The path.
        path: String,
        /// The parameters of the operation.
        expected: &'static [&'static str],
    },
    /// Another operation has this method and path.
    Taken {
        /// The method and the path.
        called: String,
        /// The other operation.
        by: &'static str,
    },
}

impl fmt::Display for BindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { operation } => {
                write!(f, "the contract has no operation `{operation}`")
            }
            Self::HasPath { operation, path } => {
                write!(f, "`{operation}` has the path `{path}` already")
            }
            Self::Method { method } => write!(f, "`{method}` is not an HTTP method"),
            Self::Path { path } => write!(
                f,
                "`{path}` is not the path of an operation: it must start with `/`, a `{{parameter}}` \
                 must be a whole segment, and no segment may start with `:` or `*`"
            ),
            Self::Parameters { path, expected } => {
                let list: Vec<String> =
                    expected.iter().map(|name| format!("`{{{name}}}`")).collect();
                write!(f, "`{path}` needs each of these once and no other: {}", list.join(", "))
            }
            Self::Taken { called, by } => write!(f, "`{called}` belongs to `{by}` already"),
        }
    }
}

impl std::error::Error for BindError {}

/// Checks a method and a path for an operation with these parameters.
pub(super) fn check(
    method: &str,
    path: &str,
    parameters: &'static [&'static str],
) -> Result<Method, BindError> {
    let bad_method = || BindError::Method { method: method.to_owned() };
    let parsed = Method::from_bytes(method.as_bytes()).map_err(|_| bad_method())?;
    let allowed = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'?' | b'#' | b'%');
    if !path.starts_with('/') || !path.bytes().all(allowed) {
        return Err(BindError::Path { path: path.to_owned() });
    }
    let mut named = Vec::new();
    for segment in path.split('/') {
        match parameter(segment) {
            Some(name) => named.push(name),
            None if segment.contains(['{', '}']) || segment.starts_with([':', '*']) => {
                return Err(BindError::Path { path: path.to_owned() });
            }
            None => {}
        }
    }
    let once = |expected: &&str| named.iter().filter(|name| name == &expected).count() == 1;
    if named.len() == parameters.len() && parameters.iter().all(once) {
        Ok(parsed)
    } else {
        Err(BindError::Parameters { path: path.to_owned(), expected: parameters })
    }
}

/// Returns the name of a path segment that is a parameter.
pub(super) fn parameter(segment: &str) -> Option<&str> {
    let name = segment.strip_prefix('{')?.strip_suffix('}')?;
    (!name.is_empty() && !name.contains(['{', '}', '*'])).then_some(name)
}
