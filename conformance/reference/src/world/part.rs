//! What every part of the world can do: start over, be saved, and go on from what was saved.
//!
//! It must not know a part.

use chrono::{DateTime, Utc};

use crate::bounded_log::BoundedLog;

/// A part of the world.
pub(crate) trait Part {
    /// What is saved of the part; `()` where it decides about no later response.
    type Saved;

    /// Puts everything back as it is at a start at this moment.
    fn reset(&self, now: DateTime<Utc>);

    /// Returns what shapes later responses.
    fn save(&self) -> Self::Saved;

    /// Has what was saved, and nothing else.
    fn restore(&self, saved: Self::Saved);
}

/// A log tells what was, and decides about nothing.
impl<T: Clone> Part for BoundedLog<T> {
    type Saved = ();

    fn reset(&self, _now: DateTime<Utc>) {
        self.clear();
    }

    fn save(&self) {}

    fn restore(&self, (): ()) {}
}
