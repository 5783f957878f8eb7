//! The shared drafts: a contract with versions, conditions, idempotency keys and notices.

mod audit;
mod by_hand;
mod conformant;
mod exploration;
mod faults;
mod lifecycles;

use webdata_suite::Suite;

use crate::contract;

/// Returns the suite of the contract.
fn suite() -> Suite {
    contract::suite("drafts")
}
