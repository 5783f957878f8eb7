//! The rival: the same types as a Rust user would write them by hand, with `serde`'s derives to
//! decode and `garde`'s to validate.
//!
//! Its figures are transcribed from the contract by hand, as that user would have to; the bench
//! first asks whether the rivals agree. It must not use the generated crate. The formats are judged by the
//! runtime's functions, so that they cost the same here and there.

#![expect(dead_code, reason = "what is decoded is not read; decoding it is what is measured")]

mod action;
mod format;
mod monitor;
mod scrape;
mod target;
mod validators;

pub(crate) use monitor::MonitorUpdate;
pub(crate) use scrape::ScrapeOptions;
