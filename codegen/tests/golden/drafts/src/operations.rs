//! The operations: the method, path, request, responses and errors of each.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::decode;
use webdata_runtime::parameters::{Form, Parameter, Parameters};
use super::error_catalogue::ErrorKind;
pub use webdata_runtime::{Authentication, Endpoint};

/// An operation.
pub type Operation = webdata_runtime::Operation<ErrorKind>;

const KEY_AUTHENTICATION: Authentication = Authentication {
    id: "key",
    header: "Authorization",
    scheme: "Key",
};

/// Stores a new draft.
///
/// `POST /v1/drafts`
///
/// Each success creates a Draft with an identity of its own (`operations.createDraft.creates`).
///
/// `ETag` is the version of the Draft, and changes with it (`operations.createDraft.version`).
///
/// Requests with the same `Idempotency-Key` and the same body create one Draft; another
/// `Idempotency-Key` creates another one (`operations.createDraft.idempotency`).
///
/// A known `Idempotency-Key` with another body results in key-reused
/// (`operations.createDraft.idempotency.reused`).
///
/// Each property in the request is stored and returned.
/// (`operations.createDraft.effects.stores-given`)
///
/// Errors of this operation, besides those of every operation:
///
/// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
/// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
/// - [`ErrorKind::NoPermission`] (403): The key may not do this.
/// - [`ErrorKind::KeyReused`] (422): `Idempotency-Key` was sent with another body before.
pub static CREATE_DRAFT: Operation = Operation {
    endpoint: Some(Endpoint::new("POST", "/v1/drafts")),
    authentication: Some(KEY_AUTHENTICATION),
    status: Some(201),
    errors: &[ErrorKind::Closed],
    check_request: Some(decode::violations::<super::draft::DraftContent>),
    check_response: Some(decode::violations::<super::draft::Draft>),
    ..Operation::new("createDraft", decode::violations::<super::wire::Failure>)
};

/// Shows a draft.
///
/// `GET /v1/drafts/{draftId}`
///
/// Returns the Draft as it is stored (`operations.readDraft.reads`).
///
/// `ETag` is the version of the Draft, and changes with it (`operations.readDraft.version`).
///
/// A request whose `If-None-Match` is the version of the Draft results in 304, without a body
/// (`operations.readDraft.condition`).
///
/// Errors of this operation, besides those of every operation:
///
/// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
/// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
/// - [`ErrorKind::NoPermission`] (403): The key may not do this.
/// - [`ErrorKind::NotHere`] (404): The Draft does not exist.
pub static READ_DRAFT: Operation = Operation {
    endpoint: Some(Endpoint::new("GET", "/v1/drafts/{draftId}")),
    parameters: &["draftId"],
    authentication: Some(KEY_AUTHENTICATION),
    status: Some(200),
    errors: &[ErrorKind::Closed],
    check_response: Some(decode::violations::<super::draft::Draft>),
    ..Operation::new("readDraft", decode::violations::<super::wire::Failure>)
};

/// Changes what is given of a draft.
///
/// `PATCH /v1/drafts/{draftId}`
///
/// `ETag` is the version of the Draft, and changes with it (`operations.updateDraft.version`).
///
/// A request whose `If-Match` is not the version of the Draft results in version-differs, and
/// changes nothing (`operations.updateDraft.precondition`).
///
/// Each property in the request is stored and returned.
/// (`operations.updateDraft.effects.stores-given`)
///
/// Each property that the request leaves out keeps its stored value.
/// (`operations.updateDraft.effects.keeps-omitted`)
///
/// A rejected request changes nothing. (`operations.updateDraft.effects.refusal-keeps-all`)
///
/// Errors of this operation, besides those of every operation:
///
/// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
/// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
/// - [`ErrorKind::NoPermission`] (403): The key may not do this.
/// - [`ErrorKind::NotHere`] (404): The Draft does not exist.
/// - [`ErrorKind::VersionDiffers`] (412): `If-Match` does not have the current version of the
///   Draft.
pub static UPDATE_DRAFT: Operation = Operation {
    endpoint: Some(Endpoint::new("PATCH", "/v1/drafts/{draftId}")),
    parameters: &["draftId"],
    authentication: Some(KEY_AUTHENTICATION),
    status: Some(200),
    errors: &[ErrorKind::Closed],
    check_request: Some(decode::violations::<super::draft::DraftChange>),
    check_response: Some(decode::violations::<super::draft::Draft>),
    ..Operation::new("updateDraft", decode::violations::<super::wire::Failure>)
};

/// Puts another draft in the place of one.
///
/// `PUT /v1/drafts/{draftId}`
///
/// A request whose `If-Match` is not the version of the Draft results in version-differs, and
/// changes nothing (`operations.replaceDraft.precondition`).
///
/// Each property in the request is stored and returned.
/// (`operations.replaceDraft.effects.stores-given`)
///
/// Each property that the request leaves out is reset to its default, or removed if it has
/// none. (`operations.replaceDraft.effects.resets-omitted`)
///
/// A rejected request changes nothing. (`operations.replaceDraft.effects.refusal-keeps-all`)
///
/// Errors of this operation, besides those of every operation:
///
/// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
/// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
/// - [`ErrorKind::NoPermission`] (403): The key may not do this.
/// - [`ErrorKind::NotHere`] (404): The Draft does not exist.
/// - [`ErrorKind::VersionDiffers`] (412): `If-Match` does not have the current version of the
///   Draft.
/// - [`ErrorKind::VersionMissing`] (428): The request does not say which version it replaces.
pub static REPLACE_DRAFT: Operation = Operation {
    endpoint: Some(Endpoint::new("PUT", "/v1/drafts/{draftId}")),
    parameters: &["draftId"],
    authentication: Some(KEY_AUTHENTICATION),
    status: Some(200),
    errors: &[ErrorKind::Closed],
    check_request: Some(decode::violations::<super::draft::DraftContent>),
    check_response: Some(decode::violations::<super::draft::Draft>),
    ..Operation::new("replaceDraft", decode::violations::<super::wire::Failure>)
};

/// Removes a draft.
///
/// `DELETE /v1/drafts/{draftId}`
///
/// Removes the Draft, and no other (`operations.deleteDraft.deletes`).
///
/// A request whose `If-Match` is not the version of the Draft results in version-differs, and
/// changes nothing (`operations.deleteDraft.precondition`).
///
/// Errors of this operation, besides those of every operation:
///
/// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
/// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
/// - [`ErrorKind::NoPermission`] (403): The key may not do this.
/// - [`ErrorKind::NotHere`] (404): The Draft does not exist.
/// - [`ErrorKind::VersionDiffers`] (412): `If-Match` does not have the current version of the
///   Draft.
/// - [`ErrorKind::VersionMissing`] (428): The request does not say which version it replaces.
pub static DELETE_DRAFT: Operation = Operation {
    endpoint: Some(Endpoint::new("DELETE", "/v1/drafts/{draftId}")),
    parameters: &["draftId"],
    authentication: Some(KEY_AUTHENTICATION),
    status: Some(204),
    errors: &[ErrorKind::Closed],
    ..Operation::new("deleteDraft", decode::violations::<super::wire::Failure>)
};

/// Lists the drafts of a team.
///
/// `GET /v1/drafts`
///
/// Deprecated: Keep the identities of drafts.
///
/// Returns each Draft of the team, and no other (`operations.listDrafts.lists`).
///
/// Each success has the header `Deprecation: @1768435200`
/// (`operations.listDrafts.deprecatedSince`).
///
/// Each success has the header `Sunset: Fri, 15 Jan 2027 00:00:00 GMT`
/// (`operations.listDrafts.sunset`).
///
/// Errors of this operation, besides those of every operation:
///
/// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
/// - [`ErrorKind::NoPermission`] (403): The key may not do this.
pub static LIST_DRAFTS: Operation = Operation {
    endpoint: Some(Endpoint::new("GET", "/v1/drafts")),
    authentication: Some(KEY_AUTHENTICATION),
    status: Some(200),
    errors: &[ErrorKind::Closed],
    check_response: Some(decode::violations::<super::draft::Drafts>),
    ..Operation::new("listDrafts", decode::violations::<super::wire::Failure>)
};

impl Parameters for super::wire::CreateHeaders {
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "Idempotency-Key",
            form: Form::Text,
            is_list: false,
        },
    ];
}

impl Parameters for super::wire::VersionHeaders {
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "ETag",
            form: Form::Text,
            is_list: false,
        },
    ];
}

impl Parameters for super::wire::ReadHeaders {
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "If-None-Match",
            form: Form::Text,
            is_list: false,
        },
    ];
}

impl Parameters for super::wire::ChangeHeaders {
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "If-Match",
            form: Form::Text,
            is_list: false,
        },
    ];
}

impl Parameters for super::wire::PinnedHeaders {
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "If-Match",
            form: Form::Text,
            is_list: false,
        },
    ];
}

/// Every operation, in the contract's order.
pub static ALL: &[&Operation] = &[
    &CREATE_DRAFT,
    &READ_DRAFT,
    &UPDATE_DRAFT,
    &REPLACE_DRAFT,
    &DELETE_DRAFT,
    &LIST_DRAFTS,
];
