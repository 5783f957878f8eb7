//! The parcel lockers: a contract with creation, lists, replacement, removal and updates of several
//! resources.

mod audit;
mod by_hand;
mod conformant;
mod exploration;
mod faults;
mod lifecycles;
mod offset_pages;

use webdata_suite::Suite;

use crate::contract;

/// Returns the suite of the contract.
fn suite() -> Suite {
    contract::suite("parcels")
}
