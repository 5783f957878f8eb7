//! Habits of implementations: mistakes that people have made in public, as servers in front of the
//! reference server.
//!
//! ```text
//! table ─► fault             the table, and the vocabulary that it is written in
//! layer ─► walk ─► values    the fault on the way of exchanges; places in a body, and what stands there
//!       ├► circumstance        requests and responses that a fault is about
//!       ├► reading ─► texts    values read as others
//!       ├► json_text           near misses of JSON that are read
//!       ├► let_pass ─► stand_in   valid values in place of invalid ones
//!       ├► answering           other responses
//!       ├► memory, routing, access
//! server                     a running server that has a habit
//! recording                  the exchanges of each case with a correct server, to know where a habit acts
//! ```
//!
//! The table knows the service; nothing here knows a case.

mod access;
mod answering;
mod circumstance;
mod fault;
mod json_text;
mod layer;
mod let_pass;
mod memory;
mod reading;
mod recording;
mod routing;
mod server;
mod stand_in;
mod table;
mod texts;
mod values;
mod walk;

pub(crate) use recording::{Recorder, Recording};
pub use server::HabitServer;
pub use table::{Habit, TableError, habits};
