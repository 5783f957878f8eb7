//! A contract of somebody else goes the whole way: the suite, the reference server and the audit of the
//! shared drafts, whose crate is a golden of `codegen`.
//!
//! What the emitted code does by itself is the business of `codegen/tests/emitted/`.

mod audit;
mod by_hand;
mod conformant;
mod contract;
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
