//! Types and checks of the Web Data Service API, version v2.
//!
//! Programmatic access to web data over HTTP: search, scrape, interact, parse, monitor, crawl,
//! map and agent.
//!
//! `T::parse` reads and judges bytes, `T::check` a JSON value, `value.validate()` a value built
//! in Rust; each finds every violation. Plain `serde` reads leniently.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

#[rustfmt::skip]
pub mod error;
#[rustfmt::skip]
pub mod errors;
#[rustfmt::skip]
pub mod limits;
#[rustfmt::skip]
pub mod monitor;
#[rustfmt::skip]
pub mod notification;
#[rustfmt::skip]
pub mod operations;
#[rustfmt::skip]
pub mod schedule;
#[rustfmt::skip]
pub mod scrape;
#[rustfmt::skip]
pub mod target;
#[rustfmt::skip]
pub mod webhook;

pub use webdata_runtime::{ParseError, Patch, Violation, Violations};
