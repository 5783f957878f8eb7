//! How often the generated code allocates, beside what the decoded values are made of. It prints
//! figures; the test of the same name fails when there are more than there should be.

#[path = "../decode/allocation_count.rs"]
mod allocation_count;
#[expect(dead_code, reason = "what is wrong with bodies is for the bench of times")]
#[path = "../decode/bodies.rs"]
mod bodies;
#[path = "../decode/mirror/mod.rs"]
mod mirror;

use std::alloc::System;
use std::process::ExitCode;

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() -> ExitCode {
    let all = match allocation_count::all() {
        Ok(all) => all,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    println!("allocations on valid bodies; growths make something larger that is there already");
    println!(
        "{:55}{:>7}{:>7}{:>8}{:>7}{:>9}{:>9}",
        "", "value", "parse", "reader", "serde", "growths", "serde's"
    );
    for count in &all {
        println!(
            "{:55}{:>7}{:>7}{:>8}{:>7}{:>9}{:>9}",
            count.name,
            count.value,
            count.parse,
            count.reader,
            count.serde,
            count.growths[0],
            count.growths[1],
        );
    }
    println!(
        "reader: the buffer in which the JSON reader unescapes texts, once for all contestants"
    );
    ExitCode::SUCCESS
}
