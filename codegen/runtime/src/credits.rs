//! Estimates what a request costs, as far as the contract says: the charges as data, and those that apply to
//! a value.
//!
//! An unknown amount leaves the total without an upper bound.

mod estimate;
mod table;
mod walk;

pub use estimate::{Counts, Estimate, Line};
pub use table::{Charge, Charged, Earner, Inside, Table, Unit};

/// Estimates the charges of a value by a table.
#[must_use]
pub fn estimate<T: Charged>(table: &'static Table, value: &T, counts: &Counts) -> Estimate {
    let earned = walk::earned(table, T::TYPE, value.as_view());
    Estimate::new(table, &earned, counts)
}
