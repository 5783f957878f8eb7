//! Faults of authentication: whom the server lets in.
//!
//! It must not know the scheme: that stands in the contract.

use serde::Serialize;

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
    /// The beginning of a good key.
    CutKey,
    /// A good key in the other letter case.
    OtherCaseKey,
    /// Any key behind the word of the scheme in lower case.
    BehindLowerCase,
    /// Any key behind the word of the scheme in capitals.
    BehindCapitals,
    /// Any key that more than one blank stands before.
    BehindBlanks,
}
