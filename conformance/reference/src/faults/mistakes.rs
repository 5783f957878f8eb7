//! Mistakes that happen inside of the server: of keys, of the store, of resources and of webhooks.
//!
//! The steps that make them are where the server does its work. This module only names them.

use serde_json::{Map, Value};

/// An unauthorized form of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    /// A valid key with further words after it.
    TextBehindKey,
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

/// A mistake of storing an update.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StorageMistake {
    /// The response shows a new value of the property, but the value is not stored.
    NotStored(String),
    /// A new value of the property is stored, but the response shows the old value.
    Stale(String),
    /// A property that is left out is reset.
    Wipes(String),
    /// A new value of the property is stored in every resource of the team.
    StoredEverywhere(String),
    /// A property of a request that is rejected with an error row is stored.
    StoresRejected {
        /// The property.
        property: String,
        /// The identity of the row.
        row: String,
    },
    /// A property is stored before a late check rejects the request, whose only mistakes are of one keyword of JSON
    /// Schema.
    StoresBeforeCheck {
        /// The property.
        property: String,
        /// The keyword.
        keyword: &'static str,
    },
    /// An update reads, changes and writes in three steps, so that a concurrent update is lost.
    LostUpdate,
    /// An update that changes nothing is rejected with this error row.
    RejectsUnchanged(String),
    /// A property is not stored if the request also has another property.
    NotStoredBeside {
        /// The property.
        property: String,
        /// The other property.
        beside: String,
    },
    /// A body that repeats an earlier body, but not the last one, gets a success and is not stored.
    NotStoredAgain,
}

/// A mistake in an operation on resources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResourceMistake {
    /// A creation succeeds, but nothing is created.
    NotCreated,
    /// A new resource gets the identity of the one before it, and replaces it.
    SameIdentity,
    /// A read returns the resource as it was created.
    ReadsInitial,
    /// A removal succeeds, but nothing is removed.
    NotDeleted,
    /// A cancellation succeeds, but the job continues.
    NotCancelled,
    /// A job whose terminal state was read runs again.
    Revives,
    /// Another resource of the team is removed as well.
    DeletesAnother,
    /// Resources of other teams are found.
    FindsForeign,
    /// Resources of other teams are listed.
    ListsForeign,
    /// Resources of any parent are found or listed, not only those of the parent that this path parameter names.
    IgnoresParent(String),
    /// The parent that this path parameter names need not exist.
    AcceptsUnknownParent(String),
    /// The response has another identity than that of the parent in this property.
    ShowsOtherParent(String),
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// A fault of webhooks.
#[derive(Debug, Clone, PartialEq)]
pub enum WebhookFault {
    /// Events go to another path on the subscriber's host.
    Elsewhere,
    /// Events are sent without the configured headers.
    WithoutHeaders,
    /// Only the first of the configured headers is sent.
    FirstHeaderOnly,
    /// The configured headers are sent with empty values.
    EmptyHeaders,
    /// The configured metadata is sent with null values.
    EmptyMetadata,
    /// An event is also sent to webhooks that did not subscribe to it.
    Unwanted(String),
    /// An event is never sent.
    Missing(String),
}

impl WebhookFault {
    /// Changes the URL, the headers, the metadata and the subscribed events of a webhook.
    pub(super) fn change(
        &self,
        url: &mut String,
        headers: &mut Vec<(String, String)>,
        metadata: Option<&mut Value>,
        events: &mut Vec<String>,
    ) {
        match self {
            Self::Elsewhere => url.push_str("/elsewhere"),
            Self::WithoutHeaders => headers.clear(),
            Self::FirstHeaderOnly => headers.truncate(1),
            Self::EmptyHeaders => headers.iter_mut().for_each(|(_, value)| value.clear()),
            Self::EmptyMetadata => {
                let properties = metadata.and_then(Value::as_object_mut).into_iter();
                properties.flat_map(Map::values_mut).for_each(|value| *value = Value::Null);
            }
            Self::Unwanted(event) => events.push(event.clone()),
            Self::Missing(event) => events.retain(|wanted| wanted != event),
        }
    }
}
