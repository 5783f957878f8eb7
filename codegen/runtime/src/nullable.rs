//! An optional and nullable property of a response.

use crate::Patch;
use crate::three_state::three_state;

three_state! {
    /// An optional and nullable property of a response.
    ///
    /// [`Nullable::value`] treats absent and null alike. In a partial update, where they differ, properties
    /// are [`Patch`] instead. In a struct of your own, add `#[serde(default, skip_serializing_if =
    /// "Nullable::is_absent")]`.
    ///
    /// ```
    /// # use webdata_runtime::Nullable;
    /// let last_run = Nullable::Value("2026-11-25T01:02:03Z");
    /// assert_eq!(last_run.value(), Some(&"2026-11-25T01:02:03Z"));
    /// assert_eq!(Nullable::<i64>::Null.into_option(), None);
    /// ```
    Nullable,
    absent: "Left out.",
    null: "Null: the service says that there is no value."
}

/// Converts a property of a request into one of the response.
impl<T> From<Patch<T>> for Nullable<T> {
    fn from(sent: Patch<T>) -> Self {
        match sent {
            Patch::Absent => Self::Absent,
            Patch::Null => Self::Null,
            Patch::Value(value) => Self::Value(value),
        }
    }
}
