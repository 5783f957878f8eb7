//! Tests of the dashboard: its content, its commands, and its behaviour in a browser.
//!
//! The expectations are written by hand, never read from `spec/`.

#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a failure here fails the calling test"
)]

mod access;
mod browser;
mod commands;
mod content;
mod mock;
