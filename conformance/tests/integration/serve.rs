//! `serve` as those use it who keep a mock running: what it prints, its log, and how it stops.
#![expect(clippy::unwrap_used, reason = "what fails here fails the test that calls it")]
#![expect(clippy::expect_used, reason = "what fails here fails the test that calls it")]

mod greeting;
mod log;
mod options;
mod serving;
mod stopping;
