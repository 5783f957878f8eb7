//! Habits of implementations: mistakes that people have made in public, as proxies before the reference
//! server.
//!
//! ```text
//! table ─► fault             the table, and the vocabulary that its pages use
//! layer ─► walk ─► values    applies a fault to exchanges; finds places in a body, and selects values there
//!       ├► condition           conditions on the request or the response
//!       ├► reading ─► texts    values that are read as others
//!       ├► json_text           text that is almost JSON and is read as JSON
//!       ├► let_pass ─► stand_in   valid values that replace accepted invalid ones
//!       ├► override_response   wrong responses
//!       ├► memory, routing, access
//! server                     a running server that has a habit
//! recording                  the exchanges of each case with a correct server, to know where a habit acts
//! ```
//!
//! The table knows the service. No module here knows a case.

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
