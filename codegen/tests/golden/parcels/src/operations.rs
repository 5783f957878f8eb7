//! The operations: how each is called, and how its bodies are judged.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime as runtime;
use webdata_runtime::Violations;
use webdata_runtime::decode;
use webdata_runtime::parameters::{Form, Parameter, Parameters};
use super::errors::ErrorKind;
pub use webdata_runtime::{Authentication, Endpoint};

/// An operation.
pub type Operation = webdata_runtime::Operation<ErrorKind>;

/// Takes a parcel in.
///
/// `POST /v1/parcels`
///
/// Each success creates a Parcel with an identity of its own
/// (`operations.createParcel.creates`).
///
/// Each property that is given is stored and returned.
/// (`operations.createParcel.effects.stores-given`)
///
/// Its own errors, beside those of every operation:
///
/// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
/// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
pub static CREATE_PARCEL: Operation = Operation {
    id: "createParcel",
    endpoint: Some(Endpoint {
        method: "POST",
        path: "/v1/parcels",
    }),
    parameters: &[],
    authentication: Some(Authentication {
        id: "key",
        header: "Authorization",
        scheme: "Key",
    }),
    status: Some(201),
    errors: &[ErrorKind::Closed, ErrorKind::BadRequest, ErrorKind::BadKey],
    refusals: &[],
    check_request: Some(decode::violations::<super::parcel::ParcelDraft>),
    check_response: Some(decode::violations::<super::parcel::Parcel>),
    check_error: decode::violations::<super::locker::Failure>,
    check_after_update: Some(|request, _| runtime::rule::judge_update(
        CREATE_PARCEL_RULES,
        CREATE_PARCEL_SETS,
        request,
        runtime::rule::NOTHING,
    )),
};

static CREATE_PARCEL_RULES: &[runtime::rule::Rule] = &[
    runtime::rule::Rule {
        clause: "ParcelDraft.rules",
        id: "insured-has-value",
        when: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("insured")],
            test: runtime::rule::Test::Equals(runtime::rule::Literal::Boolean(true)),
        },
        unless: None,
        requires: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("value")],
            test: runtime::rule::Test::Given(true),
        },
        message: "breaks a rule: A parcel that is insured has a value.",
    },
];

static CREATE_PARCEL_SETS: &[runtime::rule::Sets] = &[];

impl super::parcel::ParcelDraft {
    /// The rules that what is stored would break once `createParcel` had taken this:
    ///
    /// A parcel that is insured has a value. (`ParcelDraft.rules.insured-has-value`)
    #[must_use]
    pub fn violations_after_create_parcel(&self) -> Violations {
        runtime::rule::judge_update(
            CREATE_PARCEL_RULES,
            CREATE_PARCEL_SETS,
            self,
            runtime::rule::NOTHING,
        )
    }
}

/// Shows a parcel.
///
/// `GET /v1/parcels/{parcelId}`
///
/// Returns the Parcel as it is stored (`operations.readParcel.reads`).
///
/// Its own errors, beside those of every operation:
///
/// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
/// - [`ErrorKind::NotYours`] (403): The Parcel belongs to another team.
/// - [`ErrorKind::NotHere`] (404): There is no such Parcel.
pub static READ_PARCEL: Operation = Operation {
    id: "readParcel",
    endpoint: Some(Endpoint {
        method: "GET",
        path: "/v1/parcels/{parcelId}",
    }),
    parameters: &["parcelId"],
    authentication: Some(Authentication {
        id: "key",
        header: "Authorization",
        scheme: "Key",
    }),
    status: Some(200),
    errors: &[ErrorKind::Closed, ErrorKind::BadKey],
    refusals: &[],
    check_request: None,
    check_response: Some(decode::violations::<super::parcel::ParcelAnswer>),
    check_error: decode::violations::<super::locker::Failure>,
    check_after_update: None,
};

/// Lists the parcels of a team.
///
/// `GET /v1/parcels`
///
/// Returns each Parcel of the team, and no other (`operations.listParcels.lists`).
///
/// `state` leaves out each Parcel with another value (`operations.listParcels.filters.state`).
///
/// `tags` leaves out each Parcel with another value (`operations.listParcels.filters.tags`).
///
/// `insured` leaves out each Parcel with another value
/// (`operations.listParcels.filters.insured`).
///
/// Sorted by `value`, ascending (`operations.listParcels.order.value`).
///
/// Sorted by `value`, descending (`operations.listParcels.order.-value`).
///
/// Sorted by `label`, ascending (`operations.listParcels.order.label`).
///
/// Pages by `cursor` meet each resource once (`operations.listParcels.pagination.walk`).
///
/// A page has at most `limit` resources (`operations.listParcels.pagination.limit`).
///
/// Its own errors, beside those of every operation:
///
/// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
/// - [`ErrorKind::BadCursor`] (400): The cursor is none that the service has given out.
/// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
pub static LIST_PARCELS: Operation = Operation {
    id: "listParcels",
    endpoint: Some(Endpoint {
        method: "GET",
        path: "/v1/parcels",
    }),
    parameters: &[],
    authentication: Some(Authentication {
        id: "key",
        header: "Authorization",
        scheme: "Key",
    }),
    status: Some(200),
    errors: &[
        ErrorKind::Closed,
        ErrorKind::BadRequest,
        ErrorKind::BadCursor,
        ErrorKind::BadKey,
    ],
    refusals: &[],
    check_request: None,
    check_response: Some(decode::violations::<super::wire::ParcelPage>),
    check_error: decode::violations::<super::locker::Failure>,
    check_after_update: None,
};

/// Puts another parcel in the place of one.
///
/// `PUT /v1/parcels/{parcelId}`
///
/// Each property that is given is stored and returned.
/// (`operations.replaceParcel.effects.stores-given`)
///
/// Each property that is left out has its default afterwards, or none.
/// (`operations.replaceParcel.effects.resets-omitted`)
///
/// A request that is rejected changes nothing.
/// (`operations.replaceParcel.effects.refusal-keeps-all`)
///
/// Its own errors, beside those of every operation:
///
/// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
/// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
/// - [`ErrorKind::NotHere`] (404): There is no such Parcel.
pub static REPLACE_PARCEL: Operation = Operation {
    id: "replaceParcel",
    endpoint: Some(Endpoint {
        method: "PUT",
        path: "/v1/parcels/{parcelId}",
    }),
    parameters: &["parcelId"],
    authentication: Some(Authentication {
        id: "key",
        header: "Authorization",
        scheme: "Key",
    }),
    status: Some(200),
    errors: &[ErrorKind::Closed, ErrorKind::BadRequest, ErrorKind::BadKey],
    refusals: &[],
    check_request: Some(decode::violations::<super::parcel::ParcelDraft>),
    check_response: Some(decode::violations::<super::parcel::Parcel>),
    check_error: decode::violations::<super::locker::Failure>,
    check_after_update: Some(|request, _| runtime::rule::judge_update(
        REPLACE_PARCEL_RULES,
        REPLACE_PARCEL_SETS,
        request,
        runtime::rule::NOTHING,
    )),
};

static REPLACE_PARCEL_RULES: &[runtime::rule::Rule] = &[
    runtime::rule::Rule {
        clause: "ParcelDraft.rules",
        id: "insured-has-value",
        when: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("insured")],
            test: runtime::rule::Test::Equals(runtime::rule::Literal::Boolean(true)),
        },
        unless: None,
        requires: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("value")],
            test: runtime::rule::Test::Given(true),
        },
        message: "breaks a rule: A parcel that is insured has a value.",
    },
];

static REPLACE_PARCEL_SETS: &[runtime::rule::Sets] = &[];

impl super::parcel::ParcelDraft {
    /// The rules that what is stored would break once `replaceParcel` had taken this:
    ///
    /// A parcel that is insured has a value. (`ParcelDraft.rules.insured-has-value`)
    #[must_use]
    pub fn violations_after_replace_parcel(&self) -> Violations {
        runtime::rule::judge_update(
            REPLACE_PARCEL_RULES,
            REPLACE_PARCEL_SETS,
            self,
            runtime::rule::NOTHING,
        )
    }
}

/// Changes what is given of a parcel.
///
/// `PATCH /v1/parcels/{parcelId}`
///
/// Each property that is given is stored and returned.
/// (`operations.updateParcel.effects.stores-given`)
///
/// A parcel that loses its value loses its insurance.
/// (`operations.updateParcel.effects.worthless-is-not-insured`)
///
/// Its own errors, beside those of every operation:
///
/// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
/// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
/// - [`ErrorKind::NotHere`] (404): There is no such Parcel.
pub static UPDATE_PARCEL: Operation = Operation {
    id: "updateParcel",
    endpoint: Some(Endpoint {
        method: "PATCH",
        path: "/v1/parcels/{parcelId}",
    }),
    parameters: &["parcelId"],
    authentication: Some(Authentication {
        id: "key",
        header: "Authorization",
        scheme: "Key",
    }),
    status: Some(200),
    errors: &[ErrorKind::Closed, ErrorKind::BadRequest, ErrorKind::BadKey],
    refusals: &[],
    check_request: Some(decode::violations::<super::parcel::ParcelChange>),
    check_response: Some(decode::violations::<super::parcel::ParcelAnswer>),
    check_error: decode::violations::<super::locker::Failure>,
    check_after_update: Some(|request, stored| runtime::rule::judge_update(
        UPDATE_PARCEL_RULES,
        UPDATE_PARCEL_SETS,
        request,
        stored,
    )),
};

static UPDATE_PARCEL_RULES: &[runtime::rule::Rule] = &[
    runtime::rule::Rule {
        clause: "ParcelChange.rules",
        id: "insured-is-worth-something",
        when: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("insured")],
            test: runtime::rule::Test::Equals(runtime::rule::Literal::Boolean(true)),
        },
        unless: None,
        requires: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("value")],
            test: runtime::rule::Test::Given(true),
        },
        message: "breaks a rule: A parcel that is insured has a value.",
    },
];

static UPDATE_PARCEL_SETS: &[runtime::rule::Sets] = &[
    runtime::rule::Sets {
        when: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("value")],
            test: runtime::rule::Test::Equals(runtime::rule::Literal::Integer(0)),
        },
        unless: None,
        property: "insured",
        value: runtime::rule::Literal::Boolean(false),
    },
];

impl super::parcel::ParcelChange {
    /// The rules that `stored` would break once `updateParcel` had taken this:
    ///
    /// A parcel that is insured has a value. (`ParcelChange.rules.insured-is-worth-something`)
    #[must_use]
    pub fn violations_after_update(&self, stored: &super::parcel::Parcel) -> Violations {
        runtime::rule::judge_update(
            UPDATE_PARCEL_RULES,
            UPDATE_PARCEL_SETS,
            self,
            stored,
        )
    }
}

/// Changes what is given of several parcels.
///
/// `PATCH /v1/parcels`
///
/// Each property that is given is stored and returned.
/// (`operations.updateParcels.effects.stores-given`)
///
/// Each property that is left out keeps its stored value.
/// (`operations.updateParcels.effects.keeps-omitted`)
///
/// A request that is rejected changes nothing.
/// (`operations.updateParcels.effects.refusal-keeps-all`)
///
/// Its own errors, beside those of every operation:
///
/// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
/// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
/// - [`ErrorKind::NotHere`] (404): There is no such Parcel.
pub static UPDATE_PARCELS: Operation = Operation {
    id: "updateParcels",
    endpoint: Some(Endpoint {
        method: "PATCH",
        path: "/v1/parcels",
    }),
    parameters: &[],
    authentication: Some(Authentication {
        id: "key",
        header: "Authorization",
        scheme: "Key",
    }),
    status: Some(200),
    errors: &[ErrorKind::Closed, ErrorKind::BadRequest, ErrorKind::BadKey],
    refusals: &[],
    check_request: Some(decode::violations::<super::parcel::ParcelChanges>),
    check_response: Some(decode::violations::<super::parcel::Parcels>),
    check_error: decode::violations::<super::locker::Failure>,
    check_after_update: Some(|request, stored| runtime::rule::judge_listed(
        UPDATE_PARCELS_RULES,
        UPDATE_PARCELS_SETS,
        request,
        stored,
    )),
};

static UPDATE_PARCELS_RULES: &[runtime::rule::Rule] = &[
    runtime::rule::Rule {
        clause: "ParcelChangeOfOne.rules",
        id: "insured-has-value",
        when: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("insured")],
            test: runtime::rule::Test::Equals(runtime::rule::Literal::Boolean(true)),
        },
        unless: None,
        requires: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("value")],
            test: runtime::rule::Test::Given(true),
        },
        message: "breaks a rule: A parcel that is insured has a value.",
    },
];

static UPDATE_PARCELS_SETS: &[runtime::rule::Sets] = &[];

impl super::parcel::ParcelChanges {
    /// The rules that `stored`, in the order of the items, would break once `updateParcels` had
    /// taken these:
    ///
    /// A parcel that is insured has a value. (`ParcelChangeOfOne.rules.insured-has-value`)
    #[must_use]
    pub fn violations_after_update<'s>(
        &self,
        stored: impl IntoIterator<Item = &'s super::parcel::Parcel>,
    ) -> Violations {
        runtime::rule::judge_updates(
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
/// Its own errors, beside those of every operation:
///
/// - [`ErrorKind::BadKey`] (401): The key is missing, malformed or revoked.
/// - [`ErrorKind::NotHere`] (404): There is no such Parcel.
pub static DELETE_PARCEL: Operation = Operation {
    id: "deleteParcel",
    endpoint: Some(Endpoint {
        method: "DELETE",
        path: "/v1/parcels/{parcelId}",
    }),
    parameters: &["parcelId"],
    authentication: Some(Authentication {
        id: "key",
        header: "Authorization",
        scheme: "Key",
    }),
    status: Some(204),
    errors: &[ErrorKind::Closed, ErrorKind::BadKey],
    refusals: &[],
    check_request: None,
    check_response: None,
    check_error: decode::violations::<super::locker::Failure>,
    check_after_update: None,
};

/// Puts other lockers in the place of several.
///
/// `PUT /v1/lockers`
///
/// Each property that is given is stored and returned.
/// (`operations.replaceLockers.effects.stores-given`)
///
/// Each property that is left out has its default afterwards, or none.
/// (`operations.replaceLockers.effects.resets-omitted`)
///
/// A request that is rejected changes nothing.
/// (`operations.replaceLockers.effects.refusal-keeps-all`)
///
/// Its own errors, beside those of every operation:
///
/// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
/// - [`ErrorKind::NotHere`] (404): There is no such Locker.
pub static REPLACE_LOCKERS: Operation = Operation {
    id: "replaceLockers",
    endpoint: Some(Endpoint {
        method: "PUT",
        path: "/v1/lockers",
    }),
    parameters: &[],
    authentication: None,
    status: Some(200),
    errors: &[ErrorKind::Closed, ErrorKind::BadRequest],
    refusals: &[],
    check_request: Some(decode::violations::<super::locker::Lockers>),
    check_response: Some(decode::violations::<super::locker::Lockers>),
    check_error: decode::violations::<super::locker::Failure>,
    check_after_update: Some(|request, _| runtime::rule::judge_listed(
        REPLACE_LOCKERS_RULES,
        REPLACE_LOCKERS_SETS,
        request,
        runtime::rule::NOTHING,
    )),
};

static REPLACE_LOCKERS_RULES: &[runtime::rule::Rule] = &[
    runtime::rule::Rule {
        clause: "Locker.rules",
        id: "wide-has-doors",
        when: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("wide")],
            test: runtime::rule::Test::Equals(runtime::rule::Literal::Boolean(true)),
        },
        unless: None,
        requires: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("doors")],
            test: runtime::rule::Test::Given(true),
        },
        message: "breaks a rule: A wide locker says how many doors it has.",
    },
];

static REPLACE_LOCKERS_SETS: &[runtime::rule::Sets] = &[];

impl super::locker::Lockers {
    /// The rules that what is stored would break once `replaceLockers` had taken this:
    ///
    /// A wide locker says how many doors it has. (`Locker.rules.wide-has-doors`)
    #[must_use]
    pub fn violations_after_replace_lockers(&self) -> Violations {
        runtime::rule::judge_updates(
            REPLACE_LOCKERS_RULES,
            REPLACE_LOCKERS_SETS,
            self.0.iter().map(|item| (item, runtime::rule::NOTHING)),
        )
    }
}

/// Puts another locker in the place of one.
///
/// `PUT /v1/lockers/{name}`
///
/// Each property that is given is stored and returned.
/// (`operations.replaceLocker.effects.stores-given`)
///
/// Each property that is left out has its default afterwards, or none.
/// (`operations.replaceLocker.effects.resets-omitted`)
///
/// A request that is rejected changes nothing.
/// (`operations.replaceLocker.effects.refusal-keeps-all`)
///
/// Its own errors, beside those of every operation:
///
/// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
/// - [`ErrorKind::NotHere`] (404): There is no such Locker.
pub static REPLACE_LOCKER: Operation = Operation {
    id: "replaceLocker",
    endpoint: Some(Endpoint {
        method: "PUT",
        path: "/v1/lockers/{name}",
    }),
    parameters: &["name"],
    authentication: None,
    status: Some(200),
    errors: &[ErrorKind::Closed, ErrorKind::BadRequest],
    refusals: &[],
    check_request: Some(decode::violations::<super::locker::Locker>),
    check_response: Some(decode::violations::<super::locker::Locker>),
    check_error: decode::violations::<super::locker::Failure>,
    check_after_update: Some(|request, _| runtime::rule::judge_update(
        REPLACE_LOCKER_RULES,
        REPLACE_LOCKER_SETS,
        request,
        runtime::rule::NOTHING,
    )),
};

static REPLACE_LOCKER_RULES: &[runtime::rule::Rule] = &[
    runtime::rule::Rule {
        clause: "Locker.rules",
        id: "wide-has-doors",
        when: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("wide")],
            test: runtime::rule::Test::Equals(runtime::rule::Literal::Boolean(true)),
        },
        unless: None,
        requires: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("doors")],
            test: runtime::rule::Test::Given(true),
        },
        message: "breaks a rule: A wide locker says how many doors it has.",
    },
];

static REPLACE_LOCKER_SETS: &[runtime::rule::Sets] = &[];

impl super::locker::Locker {
    /// The rules that what is stored would break once `replaceLocker` had taken this:
    ///
    /// A wide locker says how many doors it has. (`Locker.rules.wide-has-doors`)
    #[must_use]
    pub fn violations_after_replace_locker(&self) -> Violations {
        runtime::rule::judge_update(
            REPLACE_LOCKER_RULES,
            REPLACE_LOCKER_SETS,
            self,
            runtime::rule::NOTHING,
        )
    }
}

/// Changes what is given of a locker.
///
/// `PATCH /v1/lockers/{name}`
///
/// Each property that is given is stored and returned.
/// (`operations.changeLocker.effects.stores-given`)
///
/// Each property that is left out keeps its stored value.
/// (`operations.changeLocker.effects.keeps-omitted`)
///
/// A request that is rejected changes nothing.
/// (`operations.changeLocker.effects.refusal-keeps-all`)
///
/// Its own errors, beside those of every operation:
///
/// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
/// - [`ErrorKind::NotHere`] (404): There is no such Locker.
pub static CHANGE_LOCKER: Operation = Operation {
    id: "changeLocker",
    endpoint: Some(Endpoint {
        method: "PATCH",
        path: "/v1/lockers/{name}",
    }),
    parameters: &["name"],
    authentication: None,
    status: Some(200),
    errors: &[ErrorKind::Closed, ErrorKind::BadRequest],
    refusals: &[],
    check_request: Some(decode::violations::<super::locker::Locker>),
    check_response: Some(decode::violations::<super::locker::Locker>),
    check_error: decode::violations::<super::locker::Failure>,
    check_after_update: Some(|request, stored| runtime::rule::judge_update(
        CHANGE_LOCKER_RULES,
        CHANGE_LOCKER_SETS,
        request,
        stored,
    )),
};

static CHANGE_LOCKER_RULES: &[runtime::rule::Rule] = &[
    runtime::rule::Rule {
        clause: "Locker.rules",
        id: "wide-has-doors",
        when: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("wide")],
            test: runtime::rule::Test::Equals(runtime::rule::Literal::Boolean(true)),
        },
        unless: None,
        requires: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("doors")],
            test: runtime::rule::Test::Given(true),
        },
        message: "breaks a rule: A wide locker says how many doors it has.",
    },
];

static CHANGE_LOCKER_SETS: &[runtime::rule::Sets] = &[];

impl super::locker::Locker {
    /// The rules that `stored` would break once `changeLocker` had taken this:
    ///
    /// A wide locker says how many doors it has. (`Locker.rules.wide-has-doors`)
    #[must_use]
    pub fn violations_after_update(&self, stored: &super::locker::Locker) -> Violations {
        runtime::rule::judge_update(
            CHANGE_LOCKER_RULES,
            CHANGE_LOCKER_SETS,
            self,
            stored,
        )
    }
}

/// Lists the lockers, page by page.
///
/// `GET /v1/lockers`
///
/// Returns each Locker of the team, and no other (`operations.listLockers.lists`).
///
/// Pages by `page` meet each resource once (`operations.listLockers.pagination.walk`).
///
/// A page has at most `size` resources (`operations.listLockers.pagination.limit`).
///
/// Its own errors, beside those of every operation:
///
/// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
pub static LIST_LOCKERS: Operation = Operation {
    id: "listLockers",
    endpoint: Some(Endpoint {
        method: "GET",
        path: "/v1/lockers",
    }),
    parameters: &[],
    authentication: None,
    status: Some(200),
    errors: &[ErrorKind::Closed, ErrorKind::BadRequest],
    refusals: &[],
    check_request: None,
    check_response: Some(decode::violations::<super::locker::Lockers>),
    check_error: decode::violations::<super::locker::Failure>,
    check_after_update: None,
};

/// Lists the lockers from one on.
///
/// `GET /v1/lockers/search`
///
/// Returns each Locker of the team, and no other (`operations.searchLockers.lists`).
///
/// Pages by `offset` meet each resource once (`operations.searchLockers.pagination.walk`).
///
/// Its own errors, beside those of every operation:
///
/// - [`ErrorKind::BadRequest`] (400): The request breaks a constraint.
pub static SEARCH_LOCKERS: Operation = Operation {
    id: "searchLockers",
    endpoint: Some(Endpoint {
        method: "GET",
        path: "/v1/lockers/search",
    }),
    parameters: &[],
    authentication: None,
    status: Some(200),
    errors: &[ErrorKind::Closed, ErrorKind::BadRequest],
    refusals: &[],
    check_request: None,
    check_response: Some(decode::violations::<super::locker::Lockers>),
    check_error: decode::violations::<super::locker::Failure>,
    check_after_update: None,
};

/// Empties a locker.
///
/// `POST /v1/lockers/{name}/empty`
pub static EMPTY_LOCKER: Operation = Operation {
    id: "emptyLocker",
    endpoint: Some(Endpoint {
        method: "POST",
        path: "/v1/lockers/{name}/empty",
    }),
    parameters: &["name"],
    authentication: None,
    status: Some(204),
    errors: &[ErrorKind::Closed],
    refusals: &[],
    check_request: None,
    check_response: None,
    check_error: decode::violations::<super::locker::Failure>,
    check_after_update: None,
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
