//! A member that may be left out, be null, or hold a value: three different things in an update.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A member of an object that may be left out and may be null.
///
/// In a struct, give it `#[serde(default, skip_serializing_if = "Patch::is_absent")]`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Patch<T> {
    /// Left out: in an update, the stored value is kept.
    #[default]
    Absent,
    /// Null: in an update, the stored value is cleared.
    Null,
    /// A value.
    Value(T),
}

impl<T> Patch<T> {
    /// Whether it is left out.
    pub const fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// Whether it is null.
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The value, where there is one.
    pub const fn value(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// The value, where there is one.
    pub fn into_value(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// The same with a reference to the value.
    pub const fn as_ref(&self) -> Patch<&T> {
        match self {
            Self::Absent => Patch::Absent,
            Self::Null => Patch::Null,
            Self::Value(value) => Patch::Value(value),
        }
    }

    /// The same with another value in place of the value.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Patch<U> {
        match self {
            Self::Absent => Patch::Absent,
            Self::Null => Patch::Null,
            Self::Value(value) => Patch::Value(make(value)),
        }
    }

    /// What holds after an update of `stored`.
    pub fn or_stored(self, stored: Option<T>) -> Option<T> {
        match self {
            Self::Absent => stored,
            Self::Null => None,
            Self::Value(value) => Some(value),
        }
    }
}

/// `None` is null, as in an update that clears a member.
impl<T> From<Option<T>> for Patch<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Self::Value)
    }
}

impl<T: Serialize> Serialize for Patch<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value().serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Patch<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(Self::from)
    }
}

/// As of a value or null; that it may be left out, the object around it says.
impl<T: schemars::JsonSchema> schemars::JsonSchema for Patch<T> {
    fn inline_schema() -> bool {
        Option::<T>::inline_schema()
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        Option::<T>::schema_name()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        Option::<T>::schema_id()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Option::<T>::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Patch;

    #[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    struct Update {
        #[serde(default, skip_serializing_if = "Patch::is_absent")]
        goal: Patch<String>,
    }

    #[test]
    fn tells_absent_null_and_a_value_apart_both_ways() {
        let cases: [(Value, Patch<String>); 3] = [
            (json!({}), Patch::Absent),
            (json!({ "goal": null }), Patch::Null),
            (json!({ "goal": "x" }), Patch::Value("x".to_owned())),
        ];
        for (json, goal) in cases {
            let update = Update { goal };
            assert_eq!(serde_json::from_value::<Update>(json.clone()).expect("reads"), update);
            assert_eq!(serde_json::to_value(&update).expect("writes"), json);
        }
    }

    #[test]
    fn an_update_keeps_clears_or_replaces() {
        let stored = Some(1);
        assert_eq!(Patch::Absent.or_stored(stored), Some(1));
        assert_eq!(Patch::Null.or_stored(stored), None);
        assert_eq!(Patch::Value(2).or_stored(stored), Some(2));
    }
}
