//! Faults in what an operation does with resources as a whole, rather than with their properties.
//!
//! It must not know what is in a resource.

use serde::Serialize;

/// An operation does something else with its resource than it should.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ResourceFault {
    /// The identity of the operation.
    pub operation: String,
    /// What it does.
    pub mistake: ResourceMistake,
}

/// What is done wrongly.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ResourceMistake {
    /// A creation succeeds, and nothing is created.
    NotCreated,
    /// A new resource takes the identity, and so the place, of the one before it.
    SameIdentity,
    /// A resource is read as if it had never been changed.
    ReadsInitial,
    /// A removal succeeds, and nothing is removed.
    NotDeleted,
    /// Another resource of the team is removed, too.
    DeletesAnother,
    /// The resource of another team is found.
    FindsForeign,
    /// The resources of other teams are listed.
    ListsForeign,
    /// The newest resource is not listed.
    ListsWithoutNewest,
    /// The last resource of a page is the first of the next one, too.
    RepeatsAtBorder,
    /// The first resource of each page but the first is left out.
    SkipsAtBorder,
    /// Each page is the first one.
    IgnoresPage,
    /// A page is as long as the list.
    IgnoresLimit,
    /// A page may be longer by one than its limit.
    OneTooMany,
    /// A list that nothing is in is refused.
    EmptyRefused,
    /// The newest resource is the first of a list whose order nothing says.
    NewestFirst,
    /// The pages behind a cursor shift back by what was created since it was given out.
    RepeatsWhenCreated,
    /// The pages behind a cursor shift ahead by what was created since it was given out.
    SkipsWhenCreated,
    /// A cursor that was not given out names the first page.
    TakesAnyCursor,
    /// A cursor that was not given out is refused as any malformed request is.
    WrongCursorMalformed,
    /// A list is sorted wrongly where it is chosen by a value, or by nothing.
    Sorts(Option<String>, SortMistake),
    /// A filter is not looked at.
    IgnoresFilter(String),
    /// The version that a response tells is the same after each change.
    KeepsVersion,
    /// A resource is changed whatever its version is.
    IgnoresPrecondition,
    /// A change of another version is refused, and carried out all the same.
    KeepsRefused,
    /// A resource is returned again although the client has its version.
    IgnoresCondition,
    /// A resource is never returned to a client that has any version of it.
    NeverModified,
    /// A creation is carried out again although its key is known.
    IgnoresKey,
    /// A key with another body is a key of its own.
    DividesKeyByBody,
    /// A key with another body is answered with the resource of the first.
    ForgetsBody,
    /// The key of another team is the same key.
    SharesKeys,
    /// Of several changes only the first is carried out.
    ChangesFirstOnly,
    /// Changes before one that is refused stay.
    KeepsBeforeRefused,
}

/// What is done wrongly when a list is sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum SortMistake {
    /// It is not.
    Never,
    /// What comes first should come last.
    Reversed,
    /// Each page is sorted by itself.
    EachPage,
    /// Numbers are compared as text.
    AsText,
}
