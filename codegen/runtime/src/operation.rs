//! The words of a list of operations: what emitted lists are made of.

use serde_json::Value;

use crate::Violations;

/// How an operation is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Endpoint {
    /// The HTTP method.
    pub method: &'static str,
    /// The path with its prefix, and with `{parameters}`.
    pub path: &'static str,
}

impl Endpoint {
    /// A method and a path.
    #[must_use]
    pub const fn new(method: &'static str, path: &'static str) -> Self {
        Self { method, path }
    }
}

/// How a request shows who sends it: `<header>: <scheme> <key>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Authentication {
    /// The identity.
    pub id: &'static str,
    /// The header that carries the key.
    pub header: &'static str,
    /// The word before the key.
    pub scheme: &'static str,
}

/// An operation of a service whose catalogue of errors is `K`.
#[derive(Debug, Clone, Copy)]
pub struct Operation<K: 'static> {
    /// The identity.
    pub id: &'static str,
    /// How it is called, where the contract shows it.
    pub endpoint: Option<Endpoint>,
    /// The names of the parameters of its path, whether the path is shown or not.
    pub parameters: &'static [&'static str],
    /// How a request shows who sends it, where it has to.
    pub authentication: Option<Authentication>,
    /// The status when all is well; none where any success will do.
    pub status: Option<u16>,
    /// The errors that it may answer with.
    pub errors: &'static [K],
    /// The errors of those requests that it refuses although they are well formed: nothing was
    /// done.
    pub refusals: &'static [K],
    /// Judges a request body, where there is one.
    pub check_request: Option<fn(&Value) -> Violations>,
    /// Judges the body of the answer when all is well, where the contract shows it.
    pub check_response: Option<fn(&Value) -> Violations>,
    /// Judges the body of any other answer.
    pub check_error: fn(&Value) -> Violations,
    /// Judges what would be stored after a request: the request's rules that look at stored
    /// members too. Of a request that is a list, `stored` is what is stored of each item, in their
    /// order. Of one that takes the place of what is stored, `stored` says nothing.
    pub check_after_update: Option<fn(request: &Value, stored: &Value) -> Violations>,
}

impl<K> Operation<K> {
    /// An operation of which the contract shows no more than its identity and the body of its errors.
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
            check_request: None,
            check_response: None,
            check_error,
            check_after_update: None,
        }
    }

    /// Returns whether a success has no body, as HTTP says of its status.
    #[must_use]
    pub fn has_no_content(&self) -> bool {
        self.status.is_some_and(has_no_content)
    }
}

/// Two lists, one behind the other; of `N` items together.
#[must_use]
pub const fn concat<K: Copy, const N: usize>(first: &[K], second: &[K]) -> [K; N] {
    // Without any item there is nothing to fill the list with.
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

/// Returns whether a response with a status has no body.
pub(crate) const fn has_no_content(status: u16) -> bool {
    matches!(status, 204 | 205)
}
