//! The record of a run: its form, whether edits of it are found, how it is joined and compared.

#![expect(clippy::expect_used, reason = "what fails here fails the test that calls it")]

mod commands;
mod diff;
mod edits;
mod form;
mod merge;
mod off;
mod runs;
mod verify;
mod waivers;
