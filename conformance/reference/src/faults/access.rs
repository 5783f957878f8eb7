//! Faults of authentication: whom the server lets in.
//!
//! It must not know the scheme: that stands in the contract.

use axum::http::HeaderMap;
use serde::Serialize;

use super::{Fault, Faults};
use crate::guard::Guard;
use crate::teams::{Keys, Standing, Team};

/// An operation lets somebody in who shows a key in a form that it should refuse.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AccessFault {
    /// The identity of the operation.
    pub operation: String,
    /// The form.
    pub form: Form,
}

/// How a key is shown that is not to be accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Form {
    /// Not at all.
    NoHeader,
    /// In a header with nothing in it.
    EmptyHeader,
    /// The scheme without a key behind it.
    NoKey,
    /// A good key behind the word of another scheme.
    OtherScheme,
    /// A good key without the word of the scheme.
    NoScheme,
    /// A key that nobody gave out.
    UnknownKey,
    /// A good key with more behind it.
    LongerKey,
    /// A key that was revoked.
    RevokedKey,
    /// A good key that lacks permission.
    LimitedKey,
}

impl Faults {
    fn of_access(&self, operation: &str) -> Option<Form> {
        match &self.0 {
            Some(Fault::Access(fault)) if fault.operation == operation => Some(fault.form),
            _ => None,
        }
    }

    /// What the sender of a request may do that the guard of an operation refused, where it is let
    /// in all the same.
    pub(in super::super) fn admit(
        &self,
        operation: &str,
        guard: &Guard,
        headers: &HeaderMap,
        keys: &Keys,
    ) -> Option<Standing> {
        let wanted = self.of_access(operation)?;
        (form(guard, headers, keys) == wanted).then(|| Standing::full(Team::HOME))
    }

    /// Whether a key may use an operation that it has no permission for.
    pub(in super::super) fn permits(&self, operation: &str) -> bool {
        self.of_access(operation) == Some(Form::LimitedKey)
    }
}

/// The form of a key that was refused.
fn form(guard: &Guard, headers: &HeaderMap, keys: &Keys) -> Form {
    let Some(value) = guard.shown(headers) else { return Form::NoHeader };
    let words: Vec<&str> = value.split_whitespace().collect();
    match words[..] {
        [] => Form::EmptyHeader,
        [key] if key == keys.valid => Form::NoScheme,
        [_] => Form::NoKey,
        [scheme, ..] if !guard.is_of_scheme(scheme) => Form::OtherScheme,
        [_, key, ..] if key == keys.revoked => Form::RevokedKey,
        [_, key, ..] if key.starts_with(&keys.valid) => Form::LongerKey,
        _ => Form::UnknownKey,
    }
}
