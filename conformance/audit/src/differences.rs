//! How a server may differ from the reference server, as data: the one vocabulary of habits, which are mistakes,
//! and of variations, which are none.
//!
//! ```text
//! difference                     the vocabulary
//! layer ─► walk ─► values        applies a difference to exchanges; finds places in a body, and selects values there
//!       ├► condition                conditions on the request or the response
//!       ├► coercion ─► string_coercion, reshaping   what a value becomes
//!       ├► lenient_json             text that is almost JSON and is read as JSON
//!       ├► accepted_values ─► stand_in   valid values that replace accepted invalid ones
//!       ├► response_override        other responses
//!       ├► merging                  updates that are merged with what is stored
//!       ├► inconsistency, routing, access
//! contract_change                another reading of the contract
//! mistakes                       names in the data that the contract does not have
//! ```
//!
//! No module here knows a service, a case, or why a server differs.

mod accepted_values;
mod access;
mod coercion;
mod condition;
mod contract_change;
mod difference;
mod inconsistency;
mod layer;
mod lenient_json;
mod merging;
mod mistakes;
mod reshaping;
mod response_override;
mod routing;
mod stand_in;
mod string_coercion;
mod values;
mod walk;

pub(crate) use difference::Difference;
pub(crate) use layer::{DifferenceLayer, is_same_json};
pub use mistakes::DataError;
pub(crate) use mistakes::Mistakes;
pub(crate) use walk::resource;
