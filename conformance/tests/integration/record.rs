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
