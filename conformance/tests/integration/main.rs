//! The promises of the whole: the binary as its users call it, verdicts on servers that are right and on
//! servers that are wrong, reports, and the audit.
//!
//! All of it needs the generated crate or several crates at once, so it stands here and not beside one of
//! them.

#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "what fails here fails the test that calls it"
)]

mod abuse;
mod altered_server;
mod any_server;
mod audit;
mod audit_command;
mod binary;
mod canned;
mod careless_servers;
mod changed_contract;
mod circumstances;
mod command_line;
mod curl_commands;
mod each_fixture;
mod explorer;
mod failure_messages;
mod faults;
mod findings;
mod fuzz;
#[cfg(unix)]
mod github_action;
#[expect(dead_code, reason = "hostile_servers.rs uses the rest")]
mod hostile_responses;
#[expect(dead_code, reason = "hostile_servers.rs uses the rest")]
mod hostile_server;
#[cfg(unix)]
mod interrupts;
mod kiosk_contract;
mod limits;
mod look_ahead;
mod mutants;
mod nextest;
mod observed;
mod order;
mod output;
mod panics;
mod permissive;
mod record;
mod remedies;
mod sentences;
#[cfg(unix)]
mod serve;
mod shards;
#[cfg(unix)]
mod sigkill;
mod small_bodies;
mod spellings;
mod together;
mod views;
mod webhooks_seen;
