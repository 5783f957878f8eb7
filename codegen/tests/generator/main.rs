//! The generator: the files that it writes, and what it refuses.
//!
//! Must not compile what was generated, as `emitted` does: goldens that no longer compile could then
//! not be written anew.

mod generated_files;
mod refusals;
