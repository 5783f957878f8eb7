//! The reference server over real HTTP, held against the contract's text.
//!
//! What is expected here is transcribed from the contract by hand, limits aside. What lies at a limit
//! and beyond it follows the pages; that these state the limits of the contract's text is up to the
//! test `contract` of `spec/`.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test that calls it")]

mod access;
mod actions;
mod agents;
mod bodies;
mod cache;
mod changed_contract;
mod charges;
mod checks;
mod conditions;
mod content;
mod control;
mod cors;
mod diagnostics;
mod emails;
mod errors;
mod fault_injection;
mod faults;
mod formats;
mod limits;
mod monitoring;
mod monitors;
mod notifications;
mod receiver;
mod rejections;
mod requests;
mod rows;
mod scrape;
mod stubs;
mod targets;
mod teams;
mod threats;
mod update;
mod web;
