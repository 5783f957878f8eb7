//! What requests cost, as far as the contract says: charges in credits, over and above the base
//! charge of a request, which it does not show.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::credits::{self, Earner, Table};
use webdata_runtime::path;
use webdata_runtime::rule::{Literal, equals};
pub use webdata_runtime::credits::{Charge, Charged, Counts, Estimate, Line, Unit};

/// Every charge that the contract states, in its order, those of nothing included; its
/// clause is `charges.<id>`.
pub static CHARGES: &[Charge] = &[
    Charge::new("wrapping", "A gift is wrapped.").credits(2),
    Charge::new("copy", "A page is copied.").per(Unit::Page),
];

/// What a value is charged for, in credits, over and above what the contract does not show,
/// which is the base charge of a request among others.
///
/// It is about what the value asks for: a charge is a line when the value earns it, with the
/// defaults that the contract states for what is left out. How much there is to count, such as
/// the pages of a document, is told by `counts`; what is not told is not known, and so is how
/// many requests are made for values inside another. Of charges that are made in place of each
/// other, one is made, and which one is not known.
///
/// Of charges whose condition is not told by a value there is never a line, and nothing of them
/// is in the sums: `copy`.
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
