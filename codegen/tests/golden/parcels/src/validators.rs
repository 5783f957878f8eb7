//! The validators of the contract's types, by the names of the types.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

pub use webdata_runtime::{UpdateCheck, Validator};

/// The validator of every type that has a name in the contract, sorted by these names.
pub static ALL: &[Validator] = &[
    Validator::new::<super::wire::CreateHeaders>("CreateHeaders"),
    Validator::new::<super::wire::CreatedHeaders>("CreatedHeaders"),
    Validator::new::<super::locker::Failure>("Failure"),
    Validator::new::<super::wire::GoneHeaders>("GoneHeaders"),
    Validator::new::<super::parcel::Label>("Label"),
    Validator::new::<super::wire::ListHeaders>("ListHeaders"),
    Validator {
        after_update: &[
            UpdateCheck::new(&super::operations::REPLACE_LOCKER),
            UpdateCheck::new(&super::operations::CHANGE_LOCKER),
        ],
        ..Validator::new::<super::locker::Locker>("Locker")
    },
    Validator::new::<super::locker::LockerQuery>("LockerQuery"),
    Validator::new::<super::locker::LockerSearch>("LockerSearch"),
    Validator {
        after_update: &[UpdateCheck::new(&super::operations::REPLACE_LOCKERS)],
        ..Validator::new::<super::locker::Lockers>("Lockers")
    },
    Validator::new::<super::parcel::Parcel>("Parcel"),
    Validator::new::<super::parcel::ParcelAnswer>("ParcelAnswer"),
    Validator {
        after_update: &[UpdateCheck::new(&super::operations::UPDATE_PARCEL)],
        ..Validator::new::<super::parcel::ParcelChange>("ParcelChange")
    },
    Validator::new::<super::parcel::ParcelChangeOfOne>("ParcelChangeOfOne"),
    Validator {
        after_update: &[UpdateCheck::new(&super::operations::UPDATE_PARCELS)],
        ..Validator::new::<super::parcel::ParcelChanges>("ParcelChanges")
    },
    Validator {
        after_update: &[
            UpdateCheck::new(&super::operations::CREATE_PARCEL),
            UpdateCheck::new(&super::operations::REPLACE_PARCEL),
        ],
        ..Validator::new::<super::parcel::ParcelDraft>("ParcelDraft")
    },
    Validator::new::<super::wire::ParcelPage>("ParcelPage"),
    Validator::new::<super::wire::ParcelQuery>("ParcelQuery"),
    Validator::new::<super::parcel::ParcelState>("ParcelState"),
    Validator::new::<super::parcel::Parcels>("Parcels"),
];
