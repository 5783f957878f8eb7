//! The shared drafts: a contract with versions, conditions, idempotency keys and notices.

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
#[path = "../../../codegen/tests/golden/drafts/src/lib.rs"]
mod generated;
mod lifecycles;

use webdata_suite::Suite;

use crate::contract;

/// Returns the suite of the contract, which judges by the validators of its own generated crate.
fn suite() -> Suite {
    contract::suite("drafts", generated::validators::ALL)
}
