//! The record of a run: its form, whether edits of it are found, how it is joined and compared.

#![expect(clippy::expect_used, reason = "what fails here fails the test that calls it")]

mod form;
mod runs;
