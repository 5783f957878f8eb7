//! The faults that a server of the shared drafts may have.

/// What the server gets wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A draft has the same version after each change.
    KeepsVersion,
    /// The response to an update has the version before it.
    TellsOldVersion,
    /// A draft is updated whatever its version is.
    IgnoresIfMatch,
    /// Another version is rejected, and replaced all the same.
    ReplacesRefused,
    /// Any version that a client names is taken for another one.
    RefusesEveryVersion,
    /// A draft is removed whatever its version is.
    RemovesAnyVersion,
    /// A draft is shown again to a client that has it.
    IgnoresIfNoneMatch,
    /// A draft is not shown to a client that has any version.
    NeverModified,
    /// A draft is created again for the same key.
    IgnoresKey,
    /// A key with another body is answered with the draft of the first.
    ForgetsBody,
    /// The key of another team is the same key.
    SharesKeys,
    /// Nothing says that the list is deprecated.
    WithoutDeprecation,
    /// The list says since when it is deprecated as HTTP writes dates.
    DeprecationAsDate,
    /// Nothing says when the list ends.
    WithoutSunset,
    /// The list ends a day late.
    LateSunset,
}
