//! The parcel lockers: a contract with creation, lists, replacement, removal and updates of several
//! resources.

mod audit;
mod by_hand;
mod conformant;
mod exploration;
mod faults;
#[expect(
    dead_code,
    unreachable_pub,
    unused_imports,
    unexpected_cfgs,
    reason = "a crate, used in part"
)]
#[path = "../../../codegen/tests/golden/parcels/src/lib.rs"]
mod generated;
mod lifecycles;
mod offset_pages;

use webdata_suite::Suite;

use crate::contract;

/// Returns the suite of the contract, which judges by the validators of its own generated crate.
fn suite() -> Suite {
    contract::suite("parcels", generated::validators::ALL)
}
