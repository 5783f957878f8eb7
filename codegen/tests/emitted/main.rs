//! How emitted code behaves, for make-believe contracts and for the contract itself.
//!
//! Apart stand tests that need a process (`hostile`: its memory; `allocations`: its allocator) or a
//! build (`differential`: `cargo xtask fuzz` builds it in release) of their own.

#[expect(dead_code, unreachable_pub, unused_imports, reason = "a crate, used in part")]
#[path = "../golden/bakery/src/lib.rs"]
mod bakery;
#[expect(dead_code, unreachable_pub, unused_imports, reason = "a crate, used in part")]
#[path = "../golden/drafts/src/lib.rs"]
mod drafts;
mod hard_names;
mod judged;
#[expect(dead_code, unreachable_pub, unused_imports, reason = "a crate, used in part")]
#[path = "../golden/library/src/lib.rs"]
mod library;
#[expect(dead_code, unreachable_pub, unused_imports, reason = "a crate, used in part")]
#[path = "../golden/odd-names/src/lib.rs"]
mod odd_names;
mod ordered_bread;
mod parcel_lockers;
#[expect(dead_code, unreachable_pub, unused_imports, reason = "a crate, used in part")]
#[path = "../golden/parcels/src/lib.rs"]
mod parcels;
mod served;
mod shared_drafts;
mod town_library;
mod web_data;
