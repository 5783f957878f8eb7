//! Integration tests: the binary as users call it, verdicts on correct and on faulty servers, reports, and
//! the audit.
//!
//! These tests need the generated crate or several crates at once, so they are not in the crate of one of
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
mod changed_contract;
mod circumstances;
mod command_line;
mod correct_servers;
mod curl_commands;
mod equal_values;
mod explorer;
mod failure_messages;
mod faults;
mod findings;
mod fuzz;
#[cfg(unix)]
mod github_action;
mod harmless_requests;
#[expect(dead_code, reason = "hostile_servers.rs uses the rest")]
mod hostile_responses;
#[cfg(unix)]
mod interrupts;
mod kiosk_contract;
mod known_servers;
mod made_records;
mod made_servers;
mod nextest;
mod output;
mod own_contract;
mod panics;
mod record;
mod recount;
mod reference_server;
mod remedies;
mod response_headers;
mod run_limits;
mod sentences;
#[cfg(unix)]
mod serve;
mod shards;
#[cfg(unix)]
mod small_bodies;
mod surroundings;
mod two_runs;
mod views;

/// The suite of the contract, derived once for all tests.
static SUITE: std::sync::LazyLock<webdata_suite::Suite> =
    std::sync::LazyLock::new(|| webdata_conformance::suite().expect("the contract is valid"));

/// The behaviour and the paths that the reference server adds to the contract.
static EXTENSION: std::sync::LazyLock<webdata_reference::Extension> =
    std::sync::LazyLock::new(|| {
        let spec = webdata_conformance::embedded().expect("the contract is valid");
        webdata_conformance::extension(&spec).expect("the extension is valid")
    });
