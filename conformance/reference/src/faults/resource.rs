//! Faults of operations on resources as a whole, rather than on their properties.
//!
//! This module does not know the properties of resources.

use serde::Serialize;

/// A fault of an operation on resources.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ResourceFault {
    /// The identity of the operation.
    pub operation: String,
    /// The mistake.
    pub mistake: ResourceMistake,
}

/// A mistake in an operation on resources.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ResourceMistake {
    /// A creation succeeds, but nothing is created.
    NotCreated,
    /// A new resource gets the identity of the one before it, and replaces it.
    SameIdentity,
    /// A read returns the resource as it was created.
    ReadsInitial,
    /// A removal succeeds, but nothing is removed.
    NotDeleted,
    /// Another resource of the team is removed as well.
    DeletesAnother,
    /// Resources of other teams are found.
    FindsForeign,
    /// Resources of other teams are listed.
    ListsForeign,
    /// The newest resource is not listed.
    ListsWithoutNewest,
    /// The last resource of each page is repeated on the next page.
    RepeatsAtBorder,
    /// The first resource of each page after the first page is left out.
    SkipsAtBorder,
    /// Every page is the first page.
    IgnoresPage,
    /// The first page has the whole list.
    IgnoresLimit,
    /// A page may have one more resource than its limit.
    OneTooMany,
    /// Listing no resources is rejected.
    RejectsEmptyList,
    /// The newest resource comes first in a list without a specified order.
    NewestFirst,
    /// Resources that are created after a cursor was issued shift the pages after the cursor back.
    RepeatsWhenCreated,
    /// Resources that are created after a cursor was issued shift the pages after the cursor ahead.
    SkipsWhenCreated,
    /// A cursor that was never issued selects the first page.
    TakesAnyCursor,
    /// A cursor that was never issued gets a validation failure in place of its own error.
    WrongCursorMalformed,
    /// A list is sorted wrongly if the sorting parameter has this value; `None` for the default order.
    Sorts(Option<String>, SortMistake),
    /// A filter is ignored.
    IgnoresFilter(String),
    /// The version in responses stays the same after each change.
    KeepsVersion,
    /// A resource is changed whatever version the request names.
    IgnoresPrecondition,
    /// A change of another version is rejected, but stored all the same.
    StoresRejected,
    /// A resource is sent again although the client has its version.
    IgnoresCondition,
    /// A resource is never sent to a client that has any version of it.
    NeverModified,
    /// A creation is repeated although its idempotency key is known.
    IgnoresKey,
    /// An idempotency key with another body counts as another key.
    DividesKeyByBody,
    /// An idempotency key with another body gets the resource of the first body.
    ForgetsBody,
    /// The idempotency keys of all teams are shared.
    SharesKeys,
    /// Only the first of several changes is stored.
    ChangesFirstOnly,
    /// Changes before a rejected change are stored.
    StoresBeforeRejected,
}

/// A mistake of sorting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum SortMistake {
    /// The list is not sorted.
    Never,
    /// The order is reversed.
    Reversed,
    /// Each page is sorted by itself.
    EachPage,
    /// Numbers are compared as strings.
    AsText,
}
