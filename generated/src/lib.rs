//! Types and checks of the Web Data Service API, version v2.
//!
//! Programmatic access to web data over HTTP.
//!
//! `T::parse` reads and judges bytes, `T::check` a JSON value, `value.validate()` a value built
//! in Rust; each finds every violation. Plain `serde` reads leniently.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

#[cfg(feature = "client")]
#[rustfmt::skip]
pub mod client;
#[rustfmt::skip]
pub mod action;
#[rustfmt::skip]
pub mod agent;
#[rustfmt::skip]
pub mod error;
#[rustfmt::skip]
pub mod errors;
#[rustfmt::skip]
pub mod format;
#[rustfmt::skip]
pub mod limits;
#[rustfmt::skip]
pub mod monitor;
#[rustfmt::skip]
pub mod notification;
#[rustfmt::skip]
pub mod operations;
#[rustfmt::skip]
pub mod parser;
#[rustfmt::skip]
pub mod redaction;
#[rustfmt::skip]
pub mod schedule;
#[rustfmt::skip]
pub mod scrape;
#[rustfmt::skip]
pub mod target;
#[rustfmt::skip]
pub mod threat_protection;
#[rustfmt::skip]
pub mod webhook;

pub use webdata_runtime::{ParseError, Patch, Violation, Violations};
