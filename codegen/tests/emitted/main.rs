//! Tests of the behaviour of emitted code, for the test contracts and for the real one.
//!
//! Tests that need a process of their own (`hostile`: its memory; `allocations`: its allocator) or a build of
//! their own (`differential`: `cargo xtask fuzz` builds it in release mode) are separate test targets.

mod allotment_leaves;
mod hard_names;
mod parcel_lockers;
mod scripted_server;
mod shared_drafts;
mod town_bakery;
mod town_library;
mod validation;
mod web_data;

use webdata_test_contracts::{allotments, bakery, drafts, library, odd_names, parcels};
