//! The explorer: random sequences of requests, an exact oracle, and the smallest example of what is
//! wrong.
//!
//! What is sent is random, by a seed that gives it again. What is right is not: each sequence becomes a
//! case, by the model that all cases are derived by, and the suite judges it as any other. A sequence that
//! fails is shrunk to the fewest and smallest requests that fail for the same reason.

mod corpus;
mod explore;
mod lives;
mod reason;
mod sequences;
mod shrink;
mod states;
mod values;

pub use corpus::{CorpusError, read, write};
pub use explore::{Explored, Explorer, Found, Limits, Progress, Tally};
