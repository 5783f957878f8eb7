//! On valid input nothing is allocated beyond what the decoded value is made of, wherever discriminators
//! stand among the members; nor does anything grow that plain decoding would not make grow, too.
//!
//! It must not look at times: allocations are counted, so that a slow day changes nothing.

#[expect(dead_code, reason = "what is wrong with bodies is for the bench of times")]
#[path = "../../benches/decode/bodies.rs"]
mod bodies;
#[path = "../../benches/decode/counted.rs"]
mod counted;
#[path = "../../benches/decode/mirror/mod.rs"]
mod mirror;

use std::alloc::System;

use counted::Counted;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn parse_allocates_what_the_value_is_made_of() {
    let all = counted::all().expect("all bodies are valid");
    assert!(all.iter().all(|own| own.value > 0), "nothing is counted");
    let wrong: Vec<String> = all
        .iter()
        .filter(|own| {
            let [grown, serde_grown] = own.growths;
            own.parse != own.value + own.reader || grown > serde_grown
        })
        .map(|own| {
            let Counted { name, parse, value, serde, growths, .. } = own;
            format!(
                "{name}: {parse} allocations; value {value}, serde {serde}; growths {growths:?}"
            )
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
