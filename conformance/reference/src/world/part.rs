//! The trait of every part of the world: reset, save and restore.
//!
//! This module does not know the parts.

use chrono::{DateTime, Utc};

use crate::bounded::BoundedLog;

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

/// Generates a struct of parts, its saved form, and its reset, save and restore from one list of parts. No part
/// can be missing from any of them.
macro_rules! parts {
    (
        $(#[$about:meta])*
        $name:ident { $($(#[$field_about:meta])* $field:ident: $field_kind:ty,)* }
        $(#[$saved_about:meta])*
        $saved:ident { $($(#[$own_about:meta])* $own:ident: $own_kind:ty,)* }
        saved { $($(#[$part_about:meta])* $part:ident: $kind:ty = $key:tt,)* }
        forgotten { $($(#[$log_about:meta])* $log:ident: $log_kind:ty,)* }
    ) => {
        $(#[$about])*
        #[derive(Debug)]
        pub(crate) struct $name {
            $($(#[$field_about])* pub(crate) $field: $field_kind,)*
            $($(#[$part_about])* pub(crate) $part: $kind,)*
            $($(#[$log_about])* pub(crate) $log: $log_kind,)*
        }

        $(#[$saved_about])*
        #[derive(Debug, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        pub(crate) struct $saved {
            $($(#[$own_about])* pub(crate) $own: $own_kind,)*
            $(#[serde(rename = $key)] pub(crate) $part: <$kind as $crate::world::part::Part>::Saved,)*
        }

        impl $name {
            /// Resets every part in turn to its state at a start at the moment that `now` returns.
            fn reset_parts(&self, now: impl Fn() -> ::chrono::DateTime<::chrono::Utc>) {
                $($crate::world::part::Part::reset(&self.$part, now());)*
                $($crate::world::part::Part::reset(&self.$log, now());)*
            }

            /// Returns the state that later responses depend on.
            pub(crate) fn save(&self, $($own: $own_kind),*) -> $saved {
                $saved { $($own,)* $($part: $crate::world::part::Part::save(&self.$part),)* }
            }

            /// Replaces the state by a saved one.
            pub(crate) fn restore(&self, saved: $saved) {
                $($crate::world::part::Part::restore(&self.$part, saved.$part);)*
            }
        }
    };
}

pub(crate) use parts;

/// No response depends on a log, so logs are not saved.
impl<T: Clone> Part for BoundedLog<T> {
    type Saved = ();

    fn reset(&self, _now: DateTime<Utc>) {
        self.clear();
    }

    fn save(&self) {}

    fn restore(&self, (): ()) {}
}
