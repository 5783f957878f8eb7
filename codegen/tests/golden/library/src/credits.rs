//! What requests cost, as far as the contract says: charges in credits, in addition to the base
//! charge of a request, which the contract does not show.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::credits::{self, Earner, Table};
use webdata_runtime::path;
use webdata_runtime::rule::{Literal, equals};
pub use webdata_runtime::credits::{Charge, Charged, Counts, Estimate, Line, Unit};

/// Every charge that the contract states, in its order, including charges of zero. The clause of a
/// charge is `charges.<id>`.
pub static CHARGES: &[Charge] = &[
    Charge::new("wrapping", "A gift is wrapped.").credits(2),
    Charge::new("copy", "A page is copied.").per(Unit::Page),
];

/// Estimates the charges of a value in credits, in addition to charges that the contract does
/// not show, such as the base charge of a request.
///
/// The estimate has a line for each charge that the value is subject to, with the contract's
/// defaults for absent properties. `counts` has the amounts, such as the pages of a document;
/// an amount that `counts` lacks is unknown, and so is the number of requests for values inside
/// another value. Of alternative charges, one applies, and the estimate does not know which.
///
/// Charges whose condition does not depend on the value have no line, and the sums do not
/// include them: `copy`.
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
