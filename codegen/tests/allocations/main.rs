//! Parsing valid input allocates only the decoded value, wherever discriminators are among the properties. No
//! buffer grows that plain `serde` decoding would not grow, too.
//!
//! The test counts allocations and measures no times, so that a slow machine changes nothing.

#[path = "../../benches/decode/allocation_count.rs"]
mod allocation_count;
#[expect(dead_code, reason = "only the benchmark uses invalid bodies")]
#[path = "../../benches/decode/bodies.rs"]
mod bodies;
#[path = "../../benches/decode/mirror.rs"]
mod mirror;

use std::alloc::System;

use allocation_count::AllocationCount;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn parse_allocates_only_the_value() {
    let all = allocation_count::all().expect("all bodies are valid");
    assert!(all.iter().all(|count| count.value > 0), "nothing is counted");
    let wrong: Vec<String> = all
        .iter()
        .filter(|count| {
            let [grown, serde_grown] = count.growths;
            count.parse != count.value + count.reader || grown > serde_grown
        })
        .map(|count| {
            let AllocationCount { name, parse, value, serde, growths, .. } = count;
            format!(
                "{name}: {parse} allocations; value {value}, serde {serde}; growths {growths:?}"
            )
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
