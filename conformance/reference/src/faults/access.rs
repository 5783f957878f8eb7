//! Faults of authentication.
//!
//! This module does not know the authentication scheme; the contract does.

use serde::Serialize;

/// An operation accepts a key in a form that is unauthorized.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AccessFault {
    /// The identity of the operation.
    pub operation: String,
    /// The form of the key.
    pub form: KeyForm,
}

/// An unauthorized form of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum KeyForm {
    /// No header.
    NoHeader,
    /// An empty header.
    EmptyHeader,
    /// The scheme without a key.
    NoKey,
    /// A valid key after another scheme.
    OtherScheme,
    /// A valid key without a scheme.
    NoScheme,
    /// A key that was never issued.
    UnknownKey,
    /// A valid key with further characters at its end.
    LongerKey,
    /// A key that was revoked.
    RevokedKey,
    /// A valid key that lacks permission.
    LimitedKey,
    /// The beginning of a valid key.
    CutKey,
    /// A valid key in the other letter case.
    OtherCaseKey,
    /// Any key after the scheme in lower case.
    LowerCaseScheme,
    /// Any key after the scheme in upper case.
    UpperCaseScheme,
    /// Any key after more than one space.
    ExtraSpaces,
}
