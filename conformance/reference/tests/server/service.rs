//! Tests of the reference server over real HTTP, against the contract's text.
//!
//! The expectations are transcribed from the contract by hand, except for limits. Values at a limit and
//! beyond it come from `spec/`, whose test `contract` compares the limits with the contract's text.

#![expect(clippy::unwrap_used, reason = "a failure here fails the calling test")]

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
mod extension;
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
