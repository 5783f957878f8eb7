//! The record of a run: its form, whether edits of it are found, how it is joined and compared.

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
