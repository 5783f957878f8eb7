//! What a request costs, as far as a contract says: charges as data, and which of them a value
//! earns.
//!
//! Unknown amounts stay unknown; they never count as zero.

mod estimate;
mod table;
mod walk;

pub use estimate::{Counts, Estimate, Line};
pub use table::{Charge, Charged, Earner, Inside, Table, Unit};

/// What a value is charged for, by a table.
#[must_use]
pub fn estimate<T: Charged>(table: &'static Table, value: &T, counts: &Counts) -> Estimate {
    let earned = walk::earned(table, T::TYPE, value.look());
    Estimate::new(table, &earned, counts)
}
