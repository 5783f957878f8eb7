//! The faults that a server of the shared drafts may have.

/// What the server gets wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A draft has the same version after each change.
    KeepsVersion,
    /// The response to an update has the version before the update.
    ReturnsOldVersion,
    /// A draft is updated whatever the version in `If-Match`.
    IgnoresIfMatch,
    /// A replacement with another version is rejected, but stored.
    ReplacesDespiteRejection,
    /// Every version in `If-Match` counts as stale.
    RejectsEveryVersion,
    /// A draft is removed whatever the version in `If-Match`.
    RemovesAnyVersion,
    /// A client with the current version gets the draft instead of a 304.
    IgnoresIfNoneMatch,
    /// A client with any version gets a 304.
    NeverModified,
    /// A second creation with the same key creates another draft.
    IgnoresKey,
    /// A creation with a used key and another body gets the first draft.
    ForgetsBody,
    /// Teams share idempotency keys.
    SharesKeys,
    /// The list has no `Deprecation` header.
    WithoutDeprecation,
    /// The `Deprecation` header is an HTTP date.
    DeprecationAsDate,
    /// The list has no `Sunset` header.
    WithoutSunset,
    /// The `Sunset` header is a day late.
    LateSunset,
}
