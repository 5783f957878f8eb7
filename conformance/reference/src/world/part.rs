//! The trait of every part of the world: reset, save and restore.
//!
//! This module does not know the parts.

use chrono::{DateTime, Utc};

use crate::bounded_log::BoundedLog;

/// A part of the world.
pub(crate) trait Part {
    /// The saved form of the part; `()` if no later response depends on the part.
    type Saved;

    /// Resets the part to its state at a start at the moment `now`.
    fn reset(&self, now: DateTime<Utc>);

    /// Returns the state that later responses depend on.
    fn save(&self) -> Self::Saved;

    /// Replaces the state by a saved one.
    fn restore(&self, saved: Self::Saved);
}

/// No response depends on a log, so logs are not saved.
impl<T: Clone> Part for BoundedLog<T> {
    type Saved = ();

    fn reset(&self, _now: DateTime<Utc>) {
        self.clear();
    }

    fn save(&self) {}

    fn restore(&self, (): ()) {}
}
