//! The record of a run: its format, the detection of edits, merging and comparison.

mod commands;
mod diff;
mod edits;
mod forged;
mod form;
mod merge;
mod off;
mod profiles;
mod proof;
mod runs;
mod verify;
mod waivers;
