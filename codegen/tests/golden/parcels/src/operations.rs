//! The operations: the method, path, request, responses and errors of each.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::{decode, Violations, rule};
use webdata_runtime::parameters::{Form, Parameter, Parameters};
use webdata_runtime::path;
use webdata_runtime::rule::{Literal, Rule, Sets, equals, given};
use super::error_catalogue::ErrorKind;
pub use webdata_runtime::{Authentication, Endpoint};

/// An operation.
pub type Operation = webdata_runtime::Operation<ErrorKind>;

const KEY_AUTHENTICATION: Authentication = Authentication {
    id: "key",
    header: "Authorization",
    scheme: "Key",
};

/// Takes a parcel in.
///
/// `POST /v1/parcels`
///
/// Each success creates a Parcel with an identity of its own
/// (`operations.createParcel.creates`).
///
/// Each property in the request is stored and returned.
/// (`operations.createParcel.effects.stores-given`)
///
/// Errors of this operation, besides those of every operation:
///
/// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
/// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
pub static CREATE_PARCEL: Operation = Operation {
    endpoint: Some(Endpoint::new("POST", "/v1/parcels")),
    authentication: Some(KEY_AUTHENTICATION),
    status: Some(201),
    errors: &[ErrorKind::Closed, ErrorKind::BadRequest, ErrorKind::BadKey],
    check_request: Some(decode::violations::<super::parcel::ParcelDraft>),
    check_response: Some(decode::violations::<super::parcel::Parcel>),
    check_after_update: Some(|request, _| rule::check_update(
        CREATE_PARCEL_RULES,
        CREATE_PARCEL_SETS,
        request,
        rule::NOTHING,
    )),
    ..Operation::new("createParcel", decode::violations::<super::locker::Failure>)
};

static CREATE_PARCEL_RULES: &[Rule] = &[
    Rule::new(
        "ParcelDraft.rules",
        "insured-has-value",
        "breaks a rule: A parcel that is insured has a value.",
        equals(path!("insured"), Literal::Boolean(true)),
        given(path!("value"), true),
    ),
];

static CREATE_PARCEL_SETS: &[Sets] = &[];

impl super::parcel::ParcelDraft {
    /// Returns the violations of rules that the stored resource would have after `createParcel`
    /// with this body:
    ///
    /// A parcel that is insured has a value. (`ParcelDraft.rules.insured-has-value`)
    #[must_use]
    pub fn violations_after_create_parcel(&self) -> Violations {
        rule::check_update(CREATE_PARCEL_RULES, CREATE_PARCEL_SETS, self, rule::NOTHING)
    }
}

/// Shows a parcel.
///
/// `GET /v1/parcels/{parcelId}`
///
/// Returns the Parcel as it is stored (`operations.readParcel.reads`).
///
/// Errors of this operation, besides those of every operation:
///
/// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
/// - [`ErrorKind::NotYours`] (403): The Parcel belongs to another team.
/// - [`ErrorKind::NotHere`] (404): The Parcel does not exist.
pub static READ_PARCEL: Operation = Operation {
    endpoint: Some(Endpoint::new("GET", "/v1/parcels/{parcelId}")),
    parameters: &["parcelId"],
    authentication: Some(KEY_AUTHENTICATION),
    status: Some(200),
    errors: &[ErrorKind::Closed, ErrorKind::BadKey],
    check_response: Some(decode::violations::<super::parcel::ParcelAnswer>),
    ..Operation::new("readParcel", decode::violations::<super::locker::Failure>)
};

/// Lists the parcels of a team.
///
/// `GET /v1/parcels`
///
/// Returns each Parcel of the team, and no other (`operations.listParcels.lists`).
///
/// `state` excludes each Parcel with another value (`operations.listParcels.filters.state`).
///
/// `tags` excludes each Parcel with another value (`operations.listParcels.filters.tags`).
///
/// `insured` excludes each Parcel with another value
/// (`operations.listParcels.filters.insured`).
///
/// Sorted by `value`, ascending (`operations.listParcels.order.value`).
///
/// Sorted by `value`, descending (`operations.listParcels.order.-value`).
///
/// Sorted by `label`, ascending (`operations.listParcels.order.label`).
///
/// A walk over the pages by `cursor` returns each resource once
/// (`operations.listParcels.pagination.walk`).
///
/// A page has at most `limit` resources (`operations.listParcels.pagination.limit`).
///
/// Errors of this operation, besides those of every operation:
///
/// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
/// - [`ErrorKind::BadCursor`] (400): The service has never returned the cursor.
/// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
pub static LIST_PARCELS: Operation = Operation {
    endpoint: Some(Endpoint::new("GET", "/v1/parcels")),
    authentication: Some(KEY_AUTHENTICATION),
    status: Some(200),
    errors: &[
        ErrorKind::Closed,
        ErrorKind::BadRequest,
        ErrorKind::BadCursor,
        ErrorKind::BadKey,
    ],
    check_response: Some(decode::violations::<super::wire::ParcelPage>),
    ..Operation::new("listParcels", decode::violations::<super::locker::Failure>)
};

/// Replaces a parcel.
///
/// `PUT /v1/parcels/{parcelId}`
///
/// Each property in the request is stored and returned.
/// (`operations.replaceParcel.effects.stores-given`)
///
/// Each property that the request leaves out is reset to its default, or removed if it has
/// none. (`operations.replaceParcel.effects.resets-omitted`)
///
/// A rejected request changes nothing. (`operations.replaceParcel.effects.refusal-keeps-all`)
///
/// Errors of this operation, besides those of every operation:
///
/// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
/// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
/// - [`ErrorKind::NotHere`] (404): The Parcel does not exist.
pub static REPLACE_PARCEL: Operation = Operation {
    endpoint: Some(Endpoint::new("PUT", "/v1/parcels/{parcelId}")),
    parameters: &["parcelId"],
    authentication: Some(KEY_AUTHENTICATION),
    status: Some(200),
    errors: &[ErrorKind::Closed, ErrorKind::BadRequest, ErrorKind::BadKey],
    check_request: Some(decode::violations::<super::parcel::ParcelDraft>),
    check_response: Some(decode::violations::<super::parcel::Parcel>),
    check_after_update: Some(|request, _| rule::check_update(
        REPLACE_PARCEL_RULES,
        REPLACE_PARCEL_SETS,
        request,
        rule::NOTHING,
    )),
    ..Operation::new("replaceParcel", decode::violations::<super::locker::Failure>)
};

static REPLACE_PARCEL_RULES: &[Rule] = &[
    Rule::new(
        "ParcelDraft.rules",
        "insured-has-value",
        "breaks a rule: A parcel that is insured has a value.",
        equals(path!("insured"), Literal::Boolean(true)),
        given(path!("value"), true),
    ),
];

static REPLACE_PARCEL_SETS: &[Sets] = &[];

impl super::parcel::ParcelDraft {
    /// Returns the violations of rules that the stored resource would have after `replaceParcel`
    /// with this body:
    ///
    /// A parcel that is insured has a value. (`ParcelDraft.rules.insured-has-value`)
    #[must_use]
    pub fn violations_after_replace_parcel(&self) -> Violations {
        rule::check_update(
            REPLACE_PARCEL_RULES,
            REPLACE_PARCEL_SETS,
            self,
            rule::NOTHING,
        )
    }
}

/// Updates a parcel.
///
/// `PATCH /v1/parcels/{parcelId}`
///
/// Each property that is given is stored and returned.
/// (`operations.updateParcel.effects.stores-given`)
///
/// A parcel that loses its value loses its insurance.
/// (`operations.updateParcel.effects.worthless-is-not-insured`)
///
/// Errors of this operation, besides those of every operation:
///
/// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
/// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
/// - [`ErrorKind::NotHere`] (404): The Parcel does not exist.
pub static UPDATE_PARCEL: Operation = Operation {
    endpoint: Some(Endpoint::new("PATCH", "/v1/parcels/{parcelId}")),
    parameters: &["parcelId"],
    authentication: Some(KEY_AUTHENTICATION),
    status: Some(200),
    errors: &[ErrorKind::Closed, ErrorKind::BadRequest, ErrorKind::BadKey],
    check_request: Some(decode::violations::<super::parcel::ParcelChange>),
    check_response: Some(decode::violations::<super::parcel::ParcelAnswer>),
    check_after_update: Some(|request, stored| rule::check_update(
        UPDATE_PARCEL_RULES,
        UPDATE_PARCEL_SETS,
        request,
        stored,
    )),
    ..Operation::new("updateParcel", decode::violations::<super::locker::Failure>)
};

static UPDATE_PARCEL_RULES: &[Rule] = &[
    Rule::new(
        "ParcelChange.rules",
        "insured-is-worth-something",
        "breaks a rule: A parcel that is insured has a value.",
        equals(path!("insured"), Literal::Boolean(true)),
        given(path!("value"), true),
    ),
];

static UPDATE_PARCEL_SETS: &[Sets] = &[
    Sets::new(
        equals(path!("value"), Literal::Integer(0)),
        "insured",
        Literal::Boolean(false),
    ),
];

impl super::parcel::ParcelChange {
    /// Returns the violations of rules that `stored` would have after `updateParcel` with this
    /// body:
    ///
    /// A parcel that is insured has a value. (`ParcelChange.rules.insured-is-worth-something`)
    #[must_use]
    pub fn violations_after_update(&self, stored: &super::parcel::Parcel) -> Violations {
        rule::check_update(UPDATE_PARCEL_RULES, UPDATE_PARCEL_SETS, self, stored)
    }
}

/// Updates several parcels.
///
/// `PATCH /v1/parcels`
///
/// Each property in the request is stored and returned.
/// (`operations.updateParcels.effects.stores-given`)
///
/// Each property that the request leaves out keeps its stored value.
/// (`operations.updateParcels.effects.keeps-omitted`)
///
/// A rejected request changes nothing. (`operations.updateParcels.effects.refusal-keeps-all`)
///
/// Errors of this operation, besides those of every operation:
///
/// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
/// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
/// - [`ErrorKind::NotHere`] (404): The Parcel does not exist.
pub static UPDATE_PARCELS: Operation = Operation {
    endpoint: Some(Endpoint::new("PATCH", "/v1/parcels")),
    authentication: Some(KEY_AUTHENTICATION),
    status: Some(200),
    errors: &[ErrorKind::Closed, ErrorKind::BadRequest, ErrorKind::BadKey],
    check_request: Some(decode::violations::<super::parcel::ParcelChanges>),
    check_response: Some(decode::violations::<super::parcel::Parcels>),
    check_after_update: Some(|request, stored| rule::check_listed(
        UPDATE_PARCELS_RULES,
        UPDATE_PARCELS_SETS,
        request,
        stored,
    )),
    ..Operation::new("updateParcels", decode::violations::<super::locker::Failure>)
};

static UPDATE_PARCELS_RULES: &[Rule] = &[
    Rule::new(
        "ParcelChangeOfOne.rules",
        "insured-has-value",
        "breaks a rule: A parcel that is insured has a value.",
        equals(path!("insured"), Literal::Boolean(true)),
        given(path!("value"), true),
    ),
];

static UPDATE_PARCELS_SETS: &[Sets] = &[];

impl super::parcel::ParcelChanges {
    /// Returns the violations of rules that `stored`, in the order of the items, would have after
    /// `updateParcels` with these items:
    ///
    /// A parcel that is insured has a value. (`ParcelChangeOfOne.rules.insured-has-value`)
    #[must_use]
    pub fn violations_after_update<'s>(
        &self,
        stored: impl IntoIterator<Item = &'s super::parcel::Parcel>,
    ) -> Violations {
        rule::check_updates(
            UPDATE_PARCELS_RULES,
            UPDATE_PARCELS_SETS,
            self.0.iter().zip(stored),
        )
    }
}

/// Hands a parcel out.
///
/// `DELETE /v1/parcels/{parcelId}`
///
/// Removes the Parcel, and no other (`operations.deleteParcel.deletes`).
///
/// Errors of this operation, besides those of every operation:
///
/// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
/// - [`ErrorKind::NotHere`] (404): The Parcel does not exist.
pub static DELETE_PARCEL: Operation = Operation {
    endpoint: Some(Endpoint::new("DELETE", "/v1/parcels/{parcelId}")),
    parameters: &["parcelId"],
    authentication: Some(KEY_AUTHENTICATION),
    status: Some(204),
    errors: &[ErrorKind::Closed, ErrorKind::BadKey],
    ..Operation::new("deleteParcel", decode::violations::<super::locker::Failure>)
};

/// Replaces several lockers.
///
/// `PUT /v1/lockers`
///
/// Each property in the request is stored and returned.
/// (`operations.replaceLockers.effects.stores-given`)
///
/// Each property that the request leaves out is reset to its default, or removed if it has
/// none. (`operations.replaceLockers.effects.resets-omitted`)
///
/// A rejected request changes nothing. (`operations.replaceLockers.effects.refusal-keeps-all`)
///
/// Errors of this operation, besides those of every operation:
///
/// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
/// - [`ErrorKind::NotHere`] (404): The Locker does not exist.
pub static REPLACE_LOCKERS: Operation = Operation {
    endpoint: Some(Endpoint::new("PUT", "/v1/lockers")),
    status: Some(200),
    errors: &[ErrorKind::Closed, ErrorKind::BadRequest],
    check_request: Some(decode::violations::<super::locker::Lockers>),
    check_response: Some(decode::violations::<super::locker::Lockers>),
    check_after_update: Some(|request, _| rule::check_listed(
        REPLACE_LOCKERS_RULES,
        REPLACE_LOCKERS_SETS,
        request,
        rule::NOTHING,
    )),
    ..Operation::new("replaceLockers", decode::violations::<super::locker::Failure>)
};

static REPLACE_LOCKERS_RULES: &[Rule] = &[
    Rule::new(
        "Locker.rules",
        "wide-has-doors",
        "breaks a rule: A wide locker says how many doors it has.",
        equals(path!("wide"), Literal::Boolean(true)),
        given(path!("doors"), true),
    ),
];

static REPLACE_LOCKERS_SETS: &[Sets] = &[];

impl super::locker::Lockers {
    /// Returns the violations of rules that the stored resource would have after `replaceLockers`
    /// with this body:
    ///
    /// A wide locker says how many doors it has. (`Locker.rules.wide-has-doors`)
    #[must_use]
    pub fn violations_after_replace_lockers(&self) -> Violations {
        rule::check_updates(
            REPLACE_LOCKERS_RULES,
            REPLACE_LOCKERS_SETS,
            self.0.iter().map(|item| (item, rule::NOTHING)),
        )
    }
}

/// Replaces a locker.
///
/// `PUT /v1/lockers/{name}`
///
/// Each property in the request is stored and returned.
/// (`operations.replaceLocker.effects.stores-given`)
///
/// Each property that the request leaves out is reset to its default, or removed if it has
/// none. (`operations.replaceLocker.effects.resets-omitted`)
///
/// A rejected request changes nothing. (`operations.replaceLocker.effects.refusal-keeps-all`)
///
/// Errors of this operation, besides those of every operation:
///
/// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
/// - [`ErrorKind::NotHere`] (404): The Locker does not exist.
pub static REPLACE_LOCKER: Operation = Operation {
    endpoint: Some(Endpoint::new("PUT", "/v1/lockers/{name}")),
    parameters: &["name"],
    status: Some(200),
    errors: &[ErrorKind::Closed, ErrorKind::BadRequest],
    check_request: Some(decode::violations::<super::locker::Locker>),
    check_response: Some(decode::violations::<super::locker::Locker>),
    check_after_update: Some(|request, _| rule::check_update(
        REPLACE_LOCKER_RULES,
        REPLACE_LOCKER_SETS,
        request,
        rule::NOTHING,
    )),
    ..Operation::new("replaceLocker", decode::violations::<super::locker::Failure>)
};

static REPLACE_LOCKER_RULES: &[Rule] = &[
    Rule::new(
        "Locker.rules",
        "wide-has-doors",
        "breaks a rule: A wide locker says how many doors it has.",
        equals(path!("wide"), Literal::Boolean(true)),
        given(path!("doors"), true),
    ),
];

static REPLACE_LOCKER_SETS: &[Sets] = &[];

impl super::locker::Locker {
    /// Returns the violations of rules that the stored resource would have after `replaceLocker`
    /// with this body:
    ///
    /// A wide locker says how many doors it has. (`Locker.rules.wide-has-doors`)
    #[must_use]
    pub fn violations_after_replace_locker(&self) -> Violations {
        rule::check_update(
            REPLACE_LOCKER_RULES,
            REPLACE_LOCKER_SETS,
            self,
            rule::NOTHING,
        )
    }
}

/// Updates a locker.
///
/// `PATCH /v1/lockers/{name}`
///
/// Each property in the request is stored and returned.
/// (`operations.changeLocker.effects.stores-given`)
///
/// Each property that the request leaves out keeps its stored value.
/// (`operations.changeLocker.effects.keeps-omitted`)
///
/// A rejected request changes nothing. (`operations.changeLocker.effects.refusal-keeps-all`)
///
/// Errors of this operation, besides those of every operation:
///
/// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
/// - [`ErrorKind::NotHere`] (404): The Locker does not exist.
pub static CHANGE_LOCKER: Operation = Operation {
    endpoint: Some(Endpoint::new("PATCH", "/v1/lockers/{name}")),
    parameters: &["name"],
    status: Some(200),
    errors: &[ErrorKind::Closed, ErrorKind::BadRequest],
    check_request: Some(decode::violations::<super::locker::Locker>),
    check_response: Some(decode::violations::<super::locker::Locker>),
    check_after_update: Some(|request, stored| rule::check_update(
        CHANGE_LOCKER_RULES,
        CHANGE_LOCKER_SETS,
        request,
        stored,
    )),
    ..Operation::new("changeLocker", decode::violations::<super::locker::Failure>)
};

static CHANGE_LOCKER_RULES: &[Rule] = &[
    Rule::new(
        "Locker.rules",
        "wide-has-doors",
        "breaks a rule: A wide locker says how many doors it has.",
        equals(path!("wide"), Literal::Boolean(true)),
        given(path!("doors"), true),
    ),
];

static CHANGE_LOCKER_SETS: &[Sets] = &[];

impl super::locker::Locker {
    /// Returns the violations of rules that `stored` would have after `changeLocker` with this
    /// body:
    ///
    /// A wide locker says how many doors it has. (`Locker.rules.wide-has-doors`)
    #[must_use]
    pub fn violations_after_update(&self, stored: &super::locker::Locker) -> Violations {
        rule::check_update(CHANGE_LOCKER_RULES, CHANGE_LOCKER_SETS, self, stored)
    }
}

/// Lists the lockers, page by page.
///
/// `GET /v1/lockers`
///
/// Returns each Locker of the team, and no other (`operations.listLockers.lists`).
///
/// A walk over the pages by `page` returns each resource once
/// (`operations.listLockers.pagination.walk`).
///
/// A page has at most `size` resources (`operations.listLockers.pagination.limit`).
///
/// Errors of this operation, besides those of every operation:
///
/// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
pub static LIST_LOCKERS: Operation = Operation {
    endpoint: Some(Endpoint::new("GET", "/v1/lockers")),
    status: Some(200),
    errors: &[ErrorKind::Closed, ErrorKind::BadRequest],
    check_response: Some(decode::violations::<super::locker::Lockers>),
    ..Operation::new("listLockers", decode::violations::<super::locker::Failure>)
};

/// Lists the lockers from one on.
///
/// `GET /v1/lockers/search`
///
/// Returns each Locker of the team, and no other (`operations.searchLockers.lists`).
///
/// A walk over the pages by `offset` returns each resource once
/// (`operations.searchLockers.pagination.walk`).
///
/// Errors of this operation, besides those of every operation:
///
/// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
pub static SEARCH_LOCKERS: Operation = Operation {
    endpoint: Some(Endpoint::new("GET", "/v1/lockers/search")),
    status: Some(200),
    errors: &[ErrorKind::Closed, ErrorKind::BadRequest],
    check_response: Some(decode::violations::<super::locker::Lockers>),
    ..Operation::new("searchLockers", decode::violations::<super::locker::Failure>)
};

/// Empties a locker.
///
/// `POST /v1/lockers/{name}/empty`
pub static EMPTY_LOCKER: Operation = Operation {
    endpoint: Some(Endpoint::new("POST", "/v1/lockers/{name}/empty")),
    parameters: &["name"],
    status: Some(204),
    errors: &[ErrorKind::Closed],
    ..Operation::new("emptyLocker", decode::violations::<super::locker::Failure>)
};

impl Parameters for super::wire::CreateHeaders {
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "Idempotency-Key",
            form: Form::Text,
            is_list: false,
        },
        Parameter {
            name: "X-Priority",
            form: Form::Json,
            is_list: false,
        },
    ];
}

impl Parameters for super::wire::CreatedHeaders {
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "Location",
            form: Form::Text,
            is_list: false,
        },
        Parameter {
            name: "X-Lanes",
            form: Form::Json,
            is_list: true,
        },
    ];
}

impl Parameters for super::wire::ParcelQuery {
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "cursor",
            form: Form::Text,
            is_list: false,
        },
        Parameter {
            name: "limit",
            form: Form::Json,
            is_list: false,
        },
        Parameter {
            name: "state",
            form: Form::Text,
            is_list: false,
        },
        Parameter {
            name: "tags",
            form: Form::Text,
            is_list: true,
        },
        Parameter {
            name: "insured",
            form: Form::Json,
            is_list: false,
        },
        Parameter {
            name: "above",
            form: Form::Json,
            is_list: false,
        },
        Parameter {
            name: "sort",
            form: Form::Text,
            is_list: false,
        },
    ];
}

impl Parameters for super::wire::ListHeaders {
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "X-Desk",
            form: Form::Text,
            is_list: true,
        },
    ];
}

impl Parameters for super::wire::GoneHeaders {
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "X-Left",
            form: Form::Json,
            is_list: false,
        },
    ];
}

impl Parameters for super::locker::LockerQuery {
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "page",
            form: Form::Json,
            is_list: false,
        },
        Parameter {
            name: "size",
            form: Form::Json,
            is_list: false,
        },
    ];
}

impl Parameters for super::locker::LockerSearch {
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "offset",
            form: Form::Json,
            is_list: false,
        },
    ];
}

/// Every operation, in the contract's order.
pub static ALL: &[&Operation] = &[
    &CREATE_PARCEL,
    &READ_PARCEL,
    &LIST_PARCELS,
    &REPLACE_PARCEL,
    &UPDATE_PARCEL,
    &UPDATE_PARCELS,
    &DELETE_PARCEL,
    &REPLACE_LOCKERS,
    &REPLACE_LOCKER,
    &CHANGE_LOCKER,
    &LIST_LOCKERS,
    &SEARCH_LOCKERS,
    &EMPTY_LOCKER,
];
