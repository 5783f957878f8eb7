//! The page that the reference server has for people: what it says, that what it says to type works,
//! that it follows what happens, and that it works in a browser.
//!
//! What is expected here is written by hand, never read from `spec/`.

#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "what fails here fails the test that calls it"
)]

mod access;
mod browser;
mod commands;
mod content;
mod documents;
mod hostile;
mod mock;
mod stream;
