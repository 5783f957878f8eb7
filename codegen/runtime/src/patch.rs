//! A property of an update: absent, null and a value mean three different things.

use crate::three_state::three_state;

three_state! {
    /// An optional and nullable property of a partial update.
    ///
    /// In a struct of your own, add `#[serde(default, skip_serializing_if = "Patch::is_absent")]`.
    Patch,
    absent: "Left out: the stored value is kept.",
    null: "Null: the stored value is cleared."
}

impl<T> Patch<T> {
    /// Returns the value after an update of `stored`.
    #[must_use]
    pub fn or_stored(self, stored: Option<T>) -> Option<T> {
        match self {
            Self::Absent => stored,
            Self::Null => None,
            Self::Value(value) => Some(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Patch;

    #[test]
    fn an_update_keeps_clears_or_replaces() {
        let stored = Some(1);
        assert_eq!(Patch::Absent.or_stored(stored), Some(1));
        assert_eq!(Patch::Null.or_stored(stored), None);
        assert_eq!(Patch::Value(2).or_stored(stored), Some(2));
    }
}
