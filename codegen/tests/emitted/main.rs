//! Tests of the behaviour of emitted code, for the test contracts and for the real one.
//!
//! Tests that need a process of their own (`hostile`: its memory; `allocations`: its allocator) or a build of
//! their own (`differential`: `cargo xtask fuzz` builds it in release mode) are separate test targets.

#[expect(dead_code, unreachable_pub, unused_imports, reason = "the tests use a part")]
#[path = "../golden/bakery/src/lib.rs"]
mod bakery;
#[expect(dead_code, unreachable_pub, unused_imports, reason = "the tests use a part")]
#[path = "../golden/drafts/src/lib.rs"]
mod drafts;
mod hard_names;
#[expect(dead_code, unreachable_pub, unused_imports, reason = "the tests use a part")]
#[path = "../golden/library/src/lib.rs"]
mod library;
#[expect(dead_code, unreachable_pub, unused_imports, reason = "the tests use a part")]
#[path = "../golden/odd-names/src/lib.rs"]
mod odd_names;
mod parcel_lockers;
#[expect(dead_code, unreachable_pub, unused_imports, reason = "the tests use a part")]
#[path = "../golden/parcels/src/lib.rs"]
mod parcels;
mod scripted_server;
mod shared_drafts;
mod town_bakery;
mod town_library;
mod validation;
mod web_data;
