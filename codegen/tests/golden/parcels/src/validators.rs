//! The checks of the contract's types, by the names of the types.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

pub use webdata_runtime::{UpdateCheck, Validator};

/// The check of every type that has a name in the contract, sorted by these names.
pub static ALL: &[Validator] = &[
    Validator {
        type_name: "CreateHeaders",
        check: webdata_runtime::decode::violations::<super::wire::CreateHeaders>,
        after_update: &[],
    },
    Validator {
        type_name: "CreatedHeaders",
        check: webdata_runtime::decode::violations::<super::wire::CreatedHeaders>,
        after_update: &[],
    },
    Validator {
        type_name: "Failure",
        check: webdata_runtime::decode::violations::<super::locker::Failure>,
        after_update: &[],
    },
    Validator {
        type_name: "GoneHeaders",
        check: webdata_runtime::decode::violations::<super::wire::GoneHeaders>,
        after_update: &[],
    },
    Validator {
        type_name: "Label",
        check: webdata_runtime::decode::violations::<super::parcel::Label>,
        after_update: &[],
    },
    Validator {
        type_name: "ListHeaders",
        check: webdata_runtime::decode::violations::<super::wire::ListHeaders>,
        after_update: &[],
    },
    Validator {
        type_name: "Locker",
        check: webdata_runtime::decode::violations::<super::locker::Locker>,
        after_update: &[
            UpdateCheck::new(&super::operations::REPLACE_LOCKER),
            UpdateCheck::new(&super::operations::CHANGE_LOCKER),
        ],
    },
    Validator {
        type_name: "LockerQuery",
        check: webdata_runtime::decode::violations::<super::locker::LockerQuery>,
        after_update: &[],
    },
    Validator {
        type_name: "LockerSearch",
        check: webdata_runtime::decode::violations::<super::locker::LockerSearch>,
        after_update: &[],
    },
    Validator {
        type_name: "Lockers",
        check: webdata_runtime::decode::violations::<super::locker::Lockers>,
        after_update: &[UpdateCheck::new(&super::operations::REPLACE_LOCKERS)],
    },
    Validator {
        type_name: "Parcel",
        check: webdata_runtime::decode::violations::<super::parcel::Parcel>,
        after_update: &[],
    },
    Validator {
        type_name: "ParcelAnswer",
        check: webdata_runtime::decode::violations::<super::parcel::ParcelAnswer>,
        after_update: &[],
    },
    Validator {
        type_name: "ParcelChange",
        check: webdata_runtime::decode::violations::<super::parcel::ParcelChange>,
        after_update: &[UpdateCheck::new(&super::operations::UPDATE_PARCEL)],
    },
    Validator {
        type_name: "ParcelChangeOfOne",
        check: webdata_runtime::decode::violations::<super::parcel::ParcelChangeOfOne>,
        after_update: &[],
    },
    Validator {
        type_name: "ParcelChanges",
        check: webdata_runtime::decode::violations::<super::parcel::ParcelChanges>,
        after_update: &[UpdateCheck::new(&super::operations::UPDATE_PARCELS)],
    },
    Validator {
        type_name: "ParcelDraft",
        check: webdata_runtime::decode::violations::<super::parcel::ParcelDraft>,
        after_update: &[
            UpdateCheck::new(&super::operations::CREATE_PARCEL),
            UpdateCheck::new(&super::operations::REPLACE_PARCEL),
        ],
    },
    Validator {
        type_name: "ParcelPage",
        check: webdata_runtime::decode::violations::<super::wire::ParcelPage>,
        after_update: &[],
    },
    Validator {
        type_name: "ParcelQuery",
        check: webdata_runtime::decode::violations::<super::wire::ParcelQuery>,
        after_update: &[],
    },
    Validator {
        type_name: "ParcelState",
        check: webdata_runtime::decode::violations::<super::parcel::ParcelState>,
        after_update: &[],
    },
    Validator {
        type_name: "Parcels",
        check: webdata_runtime::decode::violations::<super::parcel::Parcels>,
        after_update: &[],
    },
];
