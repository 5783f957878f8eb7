//! The record of a run: its format, the detection of edits, merging and comparison.

mod challenge_and_signature;
mod commands;
mod diff;
mod edits;
mod format;
mod hostile_strings;
mod merge;
mod profiles;
mod setup;
mod switched_off;
mod verify;
mod waivers;

use std::path::Path;

use crate::binary;

/// Runs the binary with words between spaces; see [`binary::check`].
fn check(folder: &Path, words: &str, code: i32, expected: &[&str]) -> String {
    binary::check(folder, &words.split(' ').collect::<Vec<_>>(), code, expected)
}
