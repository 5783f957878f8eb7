//! The explorer: sends random sequences of requests, judges them exactly, and reports the smallest sequence
//! that fails.
//!
//! The requests are random, and a seed reproduces them. The verdicts are not random: each sequence becomes a
//! case, by the same model as all derived cases, and the suite judges it like any other. A failing sequence
//! is shrunk to the fewest and smallest requests that fail for the same reason.

mod corpus;
mod creations_and_runs;
mod explore;
mod reason;
mod sequences;
mod shrink;
mod states;
mod values;

pub use corpus::{CorpusError, read, write};
pub use explore::{ExplorationResult, Explorer, FailingSequence, Limits, Progress, Statistics};
