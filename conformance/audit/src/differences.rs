//! How a server may differ from the reference server, as data: the one vocabulary of mutants and habits, which are
//! mistakes, and of variations, which are none.
//!
//! ```text
//! difference                     the vocabulary, and names in the data that the contract does not have
//! layer ─► walk                  applies a difference to exchanges; finds places in a body
//!       ├► selector ─► value_path   selects exchanges, and values of a body; exact places
//!       ├► condition, enclosing     conditions on a request or its response, and on what is around a value
//!       ├► conversion               what a value becomes
//!       ├► notation, leniency       how a body is written, and what is read as JSON
//!       ├► accepted_values          valid values that replace accepted invalid ones
//!       ├► keys                     wrong keys that are accepted
//!       └► storing                  updates that are merged, lost, or shown late
//! inside ─► translation          decisions inside of the server; wrong cron expressions for schedule phrases
//! ```
//!
//! No module here knows a service, a case, or why a server differs.

mod accepted_values;
mod condition;
mod conversion;
mod difference;
mod enclosing;
mod inside;
mod keys;
mod layer;
mod leniency;
mod notation;
mod selector;
mod storing;
mod translation;
mod value_path;
mod walk;

pub(crate) use condition::Condition;
pub(crate) use conversion::{Conversion, Pattern};
pub(crate) use difference::{
    ContractChange, Deviation, Edit, HeaderChange, Mistakes, ResponseOverride, Rewrite, parse,
};
pub use difference::{DataError, Difference};
pub(crate) use inside::{
    BodyMistake, DeliveryMistake, Inside, ResourceMistake, SortMistake, StorageMistake, Unit,
};
pub(crate) use layer::DifferenceLayer;
pub(crate) use leniency::Leniency;
pub(crate) use selector::{
    ExactPlace, Reach, ResponseKind, ValueClass, ValueSelector, one_or_many,
};
pub(crate) use translation::Translation;
pub(crate) use value_path::{Segment, ValuePath};
pub(crate) use walk::resource;
