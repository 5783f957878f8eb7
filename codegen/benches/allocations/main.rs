//! How often the generated code allocates, beside what the decoded values are made of. It prints
//! figures; the test of the same name fails when there are more than there should be.

#[path = "../decode/allocation_count.rs"]
mod allocation_count;
#[expect(dead_code, reason = "what is wrong with bodies is for the bench of times")]
#[path = "../decode/bodies.rs"]
mod bodies;
#[expect(dead_code, reason = "nothing is measured here")]
#[path = "../shared/harness.rs"]
mod harness;
#[path = "../decode/mirror.rs"]
mod mirror;

use std::alloc::System;
use std::process::ExitCode;

use harness::Table;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() -> ExitCode {
    harness::run(|_| {
        let header = ["", "value", "parse", "reader", "serde", "growths", "serde's"];
        let mut table = Table::new("<>>>>>>", &header);
        for count in allocation_count::all()? {
            let [growths, serde_growths] = count.growths;
            let figures =
                [count.value, count.parse, count.reader, count.serde, growths, serde_growths];
            table.row([count.name].into_iter().chain(figures.map(|figure| figure.to_string())));
        }
        Ok::<_, String>(format!(
            "allocations on valid bodies; growths make something larger that is there already\n{table}\
             reader: the buffer in which the JSON reader unescapes texts, once for all contestants\n"
        ))
    })
}
