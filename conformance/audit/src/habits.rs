//! Habits of implementations: mistakes that people have made in public, as proxies before the reference
//! server.
//!
//! ```text
//! table ─► fault                 the table, and the vocabulary that its pages use
//! layer ─► walk ─► values        applies a fault to exchanges; finds places in a body, and selects values there
//!       ├► condition                conditions on the request or the response
//!       ├► coercion ─► string_coercion   values that are read as others
//!       ├► lenient_json             text that is almost JSON and is read as JSON
//!       ├► accepted_values ─► stand_in   valid values that replace accepted invalid ones
//!       ├► response_override        wrong responses
//!       ├► inconsistency, routing, access
//! server                         a running server that has a habit
//! recording                      the exchanges of each case with a correct server, to know where a habit acts
//! ```
//!
//! The table knows the service. No module here knows a case.

mod accepted_values;
mod access;
mod coercion;
mod condition;
mod fault;
mod inconsistency;
mod layer;
mod lenient_json;
mod recording;
mod response_override;
mod routing;
mod server;
mod stand_in;
mod string_coercion;
mod table;
mod values;
mod walk;

pub(crate) use recording::{Recorder, Recording};
pub use server::HabitServer;
pub use table::{Habit, TableError, habits};
