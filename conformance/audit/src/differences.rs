//! How a server may differ from the reference server, as data: the one vocabulary of habits, which are mistakes,
//! and of variations, which are none.
//!
//! ```text
//! difference                     the vocabulary, and names in the data that the contract does not have
//! layer ─► walk                  applies a difference to exchanges; finds places in a body
//!       ├► selector                 selects exchanges, and values of a body
//!       ├► coercion                 what a value becomes
//!       ├► notation                 how a body is written
//!       ├► accepted_values          valid values that replace accepted invalid ones
//!       ├► reading                  paths, keys and text that are read in another way
//!       └► storing                  updates that are merged, lost, or shown late
//! ```
//!
//! No module here knows a service, a case, or why a server differs.

mod accepted_values;
mod coercion;
mod difference;
mod layer;
mod notation;
mod reading;
mod selector;
mod storing;
mod walk;

pub use difference::DataError;
pub(crate) use difference::{Difference, Mistakes, parse};
pub(crate) use layer::DifferenceLayer;
pub(crate) use walk::resource;
