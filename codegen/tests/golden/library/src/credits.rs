//! The charges of requests, in credits. The contract does not show the base charge of a
//! request, so no sum includes it.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::credits::{self, Earner, Table};
use webdata_runtime::path;
use webdata_runtime::rule::{Literal, equals};
pub use webdata_runtime::credits::{Charge, Charged, Counts, Estimate, Line, Unit};

/// Every charge that the contract states, in its order, with charges of zero credits. The clause of a
/// charge is `charges.<id>`.
pub static CHARGES: &[Charge] = &[
    Charge::new("wrapping", "A gift is wrapped.").credits(2),
    Charge::new("copy", "A page is copied.").per(Unit::Page),
];

/// Estimates the charges of a value, in credits. Charges that the contract does not show, such
/// as the base charge of a request, are not included.
///
/// - The estimate has a line for each charge that applies to the value. An absent property has
///   the contract's default.
/// - `counts` has the amounts, such as the pages of a document. An amount that `counts` lacks
///   is unknown. The number of requests for values inside another value is unknown, too.
/// - Of charges that replace each other, one applies. The estimate does not know which.
///
/// These charges do not depend on the value, so they have no line, and the sums do not include
/// them: `copy`.
#[must_use]
pub fn estimate(value: &impl Charged, counts: &Counts) -> Estimate {
    credits::estimate(&TABLE, value, counts)
}

static TABLE: Table = Table {
    charges: CHARGES,
    types: &[
        Earner {
            charges: &[(0, equals(path!("gift"), Literal::Boolean(true)))],
            ..Earner::NOTHING
        },
    ],
};

impl Charged for super::order::Order {
    const TYPE: usize = 0;
}
