//! The record of a run: its format, the detection of edits, merging and comparison.

mod challenge_and_signature;
mod commands;
mod diff;
mod edits;
mod forged;
mod format;
mod merge;
mod profiles;
mod runs;
mod switched_off;
mod verify;
mod waivers;
