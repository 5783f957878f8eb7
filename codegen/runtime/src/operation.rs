//! The operations of a service as data, and a response with the headers that the contract names.

use serde_json::Value;

use crate::Violations;
use crate::multipart::Part;

/// The method and path of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Endpoint {
    /// The HTTP method.
    pub method: &'static str,
    /// The path with its prefix and its `{parameters}`.
    pub path: &'static str,
}

impl Endpoint {
    /// Makes an endpoint of a method and a path.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(method: &'static str, path: &'static str) -> Self {
        Self { method, path }
    }
}

/// How a request is authenticated: `<header>: <scheme> <key>`, or `<header>: <key>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Authentication {
    /// The name of the scheme in the contract.
    pub id: &'static str,
    /// The header with the key.
    pub header: &'static str,
    /// The word before the key; empty if the header has the key alone.
    pub scheme: &'static str,
}

/// An operation of a service, as data. `K` is the error catalogue of the service.
#[derive(Debug, Clone, Copy)]
pub struct Operation<K: 'static> {
    /// The name of the operation in the contract.
    pub id: &'static str,
    /// The method and path, if the contract shows them.
    pub endpoint: Option<Endpoint>,
    /// The names of the path parameters, even if the contract does not show the path.
    pub parameters: &'static [&'static str],
    /// How requests are authenticated; `None` if they are not.
    pub authentication: Option<Authentication>,
    /// The status code of a success; `None` if any success is allowed.
    pub status: Option<u16>,
    /// The errors of the operation.
    pub errors: &'static [K],
    /// The errors of well-formed requests that the service rejects without doing anything, so that a client may repeat
    /// such a request.
    pub refusals: &'static [K],
    /// The parts of a request body, if the body has parts.
    pub parts: Option<&'static [Part]>,
    /// Validates a request body, if there is one.
    pub check_request: Option<fn(&Value) -> Violations>,
    /// Validates the body of a success, if the contract shows it.
    pub check_response: Option<fn(&Value) -> Violations>,
    /// Validates the body of an error.
    pub check_error: fn(&Value) -> Violations,
    /// Validates what would be stored after a request: the rules of the request that also read stored
    /// properties. For a request that is a list, `stored` has the stored value of each item, in order. For a
    /// request that replaces the resource, `stored` is ignored.
    pub check_after_update: Option<fn(request: &Value, stored: &Value) -> Violations>,
}

impl<K> Operation<K> {
    /// Makes an operation of which the contract shows only the name and the form of its errors.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(id: &'static str, check_error: fn(&Value) -> Violations) -> Self {
        Self {
            id,
            endpoint: None,
            parameters: &[],
            authentication: None,
            status: None,
            errors: &[],
            refusals: &[],
            parts: None,
            check_request: None,
            check_response: None,
            check_error,
            check_after_update: None,
        }
    }

    /// Returns whether a success has no body, by its status code.
    #[must_use]
    pub fn has_no_content(&self) -> bool {
        self.status.is_some_and(has_no_content)
    }
}

/// Concatenates two lists with `N` items together.
#[must_use]
pub const fn concat<K: Copy, const N: usize>(first: &[K], second: &[K]) -> [K; N] {
    // An empty list has no item to initialize the array with.
    let mut all = [match first {
        [one, ..] => *one,
        [] => second[0],
    }; N];
    let mut at = 0;
    while at < N {
        all[at] = if at < first.len() { first[at] } else { second[at - first.len()] };
        at += 1;
    }
    all
}

/// Returns whether a response with a status code has no body.
pub(crate) const fn has_no_content(status: u16) -> bool {
    matches!(status, 204 | 205)
}

/// The body of a response, and the headers that the contract names.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WithHeaders<T, H> {
    /// The body; `()` if there is none.
    pub body: T,
    /// The headers.
    pub headers: H,
}

impl<T, H> WithHeaders<T, H> {
    /// Combines a body and headers.
    #[must_use]
    pub const fn new(body: T, headers: H) -> Self {
        Self { body, headers }
    }
}
