//! Habits of implementations: mistakes that people have made in public, as proxies before the reference
//! server.
//!
//! ```text
//! table           reads the habits of a contract from the files beside its pages
//! server          a running server that has a habit
//! recording       the exchanges of each case with a correct server, to know where a habit acts
//! ```
//!
//! No module here knows a case.

mod recording;
mod server;
mod table;

pub(crate) use recording::{Recorder, Recording};
pub use server::HabitServer;
pub use table::{Habit, habits};
