//! A member of a response that may be left out and may be null.

use crate::Patch;
use crate::three_state::three_state;

three_state! {
    /// A member of a response that may be left out and may be null.
    ///
    /// Who does not tell the two apart reads [`Nullable::value`]; in a partial update, where they differ,
    /// there is [`Patch`]. In a struct of your own, give it
    /// `#[serde(default, skip_serializing_if = "Nullable::is_absent")]`.
    ///
    /// ```
    /// use webdata_runtime::Nullable;
    ///
    /// let last_run = Nullable::Value("2026-11-25T01:02:03Z");
    /// assert_eq!(last_run.value(), Some(&"2026-11-25T01:02:03Z"));
    /// assert_eq!(Nullable::<i64>::Null.into_option(), None);
    /// ```
    Nullable,
    absent: "Left out.",
    null: "Null: the service says that there is no value."
}

/// What is stored of a member that was sent, to be returned.
impl<T> From<Patch<T>> for Nullable<T> {
    fn from(sent: Patch<T>) -> Self {
        match sent {
            Patch::Absent => Self::Absent,
            Patch::Null => Self::Null,
            Patch::Value(value) => Self::Value(value),
        }
    }
}
