//! Tests of the reference server over real HTTP: what only they can hold, such as the control plane, limits, the
//! clock, notifications, and behaviour that no response of the contract shows.
//!
//! The suite itself tests every clause of the contract against this server. The expectations are transcribed from
//! the contract by hand, except for limits. Values at a limit and beyond it come from `spec/`, whose test `contract`
//! compares the limits with the contract's text.

#![expect(clippy::unwrap_used, reason = "a failure here fails the calling test")]

pub(crate) mod agents;
mod cache;
mod checks;
mod content;
mod control;
mod extension;
mod mocking;
mod monitors;
mod nested;
mod notifications;
mod scrape;
mod teams;
