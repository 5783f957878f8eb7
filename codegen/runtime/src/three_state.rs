//! Optional and nullable properties: the common implementation of [`Patch`] and [`Nullable`], in which absent,
//! null and a value mean three different things.

/// An optional and nullable property: [`Patch`] in requests, [`Nullable`] in
/// types that only responses carry.
///
/// The default is absent.
pub trait ThreeState: Default {
    /// The type of a value.
    type Value;

    /// Returns the state of a property that is present: null for `None`.
    fn or_null(value: Option<Self::Value>) -> Self;

    /// Returns whether the property is absent.
    fn is_absent(&self) -> bool;

    /// Returns the value, if there is one.
    fn value(&self) -> Option<&Self::Value>;
}

/// Defines an enum of the three states, with everything that does not depend on the meaning of absence.
macro_rules! three_state {
    ($(#[$about:meta])* $name:ident, absent: $absent:literal, null: $null:literal) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
        pub enum $name<T> {
            #[doc = $absent]
            #[default]
            Absent,
            #[doc = $null]
            Null,
            /// A value.
            Value(T),
        }

        impl<T> $name<T> {
            /// Converts an option, where `None` leaves the property out.
            #[must_use]
            pub fn or_absent(value: Option<T>) -> Self {
                value.map_or(Self::Absent, Self::Value)
            }

            /// Converts an option, where `None` is null.
            #[must_use]
            pub fn or_null(value: Option<T>) -> Self {
                value.map_or(Self::Null, Self::Value)
            }

            /// Returns what the value dereferences to, if there is one: a `&str` of a `String`.
            #[must_use]
            pub fn as_deref(&self) -> Option<&T::Target>
            where
                T: std::ops::Deref,
            {
                self.value().map(T::deref)
            }

            /// Returns whether the property is absent.
            #[must_use]
            pub const fn is_absent(&self) -> bool {
                matches!(self, Self::Absent)
            }

            /// Returns whether the property is null.
            #[must_use]
            pub const fn is_null(&self) -> bool {
                matches!(self, Self::Null)
            }

            /// Returns the value, if there is one.
            #[must_use]
            pub const fn value(&self) -> Option<&T> {
                match self {
                    Self::Value(value) => Some(value),
                    Self::Absent | Self::Null => None,
                }
            }

            /// Converts into the value, if there is one. The difference between absent and null is lost.
            #[must_use]
            pub fn into_option(self) -> Option<T> {
                match self {
                    Self::Value(value) => Some(value),
                    Self::Absent | Self::Null => None,
                }
            }
        }

        impl<T> From<T> for $name<T> {
            fn from(value: T) -> Self {
                Self::Value(value)
            }
        }

        impl From<&str> for $name<String> {
            fn from(value: &str) -> Self {
                Self::Value(value.to_owned())
            }
        }

        #[doc(hidden)]
        impl<T> $crate::three_state::ThreeState for $name<T> {
            type Value = T;

            fn or_null(value: Option<T>) -> Self {
                Self::or_null(value)
            }

            fn is_absent(&self) -> bool {
                self.is_absent()
            }

            fn value(&self) -> Option<&T> {
                self.value()
            }
        }

        #[doc(hidden)]
        impl<T: $crate::view::AsView> $crate::view::AsView for $name<T> {
            fn as_view(&self) -> $crate::view::View<'_> {
                match self {
                    Self::Absent => $crate::view::View::Absent,
                    Self::Null => $crate::view::View::Null,
                    Self::Value(value) => value.as_view(),
                }
            }
        }

        impl<T: serde::Serialize> serde::Serialize for $name<T> {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.value().serialize(serializer)
            }
        }

        impl<'de, T: serde::Deserialize<'de>> serde::Deserialize<'de> for $name<T> {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Option::deserialize(deserializer).map(Self::or_null)
            }
        }

        /// The schema of a value or null. The object around the property says that it is optional.
        impl<T: schemars::JsonSchema> schemars::JsonSchema for $name<T> {
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
    };
}

three_state! {
    /// An optional and nullable property of a request.
    ///
    /// An `Option` has no conversion, because null clears the stored value: use [`Patch::or_absent`], or
    /// [`Patch::or_null`] if `None` is meant to clear it.
    ///
    /// ```
    /// # use webdata_runtime::Patch;
    /// let goal: Patch<String> = "Tell me when a price falls".into();
    /// assert_eq!(Patch::or_absent(None::<String>), Patch::Absent);
    /// ```
    ///
    /// ```compile_fail
    /// # use webdata_runtime::Patch;
    /// let goal: Patch<String> = None::<String>.into();
    /// ```
    ///
    /// In a struct of your own, add `#[serde(default, skip_serializing_if = "Patch::is_absent")]`.
    Patch,
    absent: "Left out. A partial update keeps the stored value.",
    null: "Null. A partial update clears the stored value."
}

three_state! {
    /// An optional and nullable property of a response.
    ///
    /// `Nullable::from(None)` is null: the service says that there is no value. [`Nullable::value`] returns `None` for
    /// absent and for null. In a partial update, where the two differ, properties are [`Patch`] instead. In a struct
    /// of your own, add `#[serde(default, skip_serializing_if = "Nullable::is_absent")]`.
    ///
    /// ```
    /// # use webdata_runtime::Nullable;
    /// let last_run = Nullable::Value("2026-11-25T01:02:03Z");
    /// assert_eq!(last_run.value(), Some(&"2026-11-25T01:02:03Z"));
    /// assert_eq!(Nullable::<i64>::Null.into_option(), None);
    /// ```
    Nullable,
    absent: "Left out.",
    null: "Null. The service says that there is no value."
}

/// `None` is null.
impl<T> From<Option<T>> for Nullable<T> {
    fn from(value: Option<T>) -> Self {
        Self::or_null(value)
    }
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

#[cfg(test)]
mod tests {
    use super::{Nullable, Patch};
    use serde_json::{Value, json};

    #[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    struct Both {
        #[serde(default, skip_serializing_if = "Patch::is_absent")]
        sent: Patch<String>,
        #[serde(default, skip_serializing_if = "Nullable::is_absent")]
        returned: Nullable<String>,
    }

    #[test]
    fn absent_null_and_values_survive_a_round_trip() {
        let text = || "x".to_owned();
        let cases: [(Value, Patch<String>, Nullable<String>); 3] = [
            (json!({}), Patch::Absent, Nullable::Absent),
            (json!({ "sent": null, "returned": null }), Patch::Null, Nullable::Null),
            (
                json!({ "sent": "x", "returned": "x" }),
                Patch::Value(text()),
                Nullable::Value(text()),
            ),
        ];
        for (json, sent, returned) in cases {
            let both = Both { sent, returned };
            assert_eq!(serde_json::from_value::<Both>(json.clone()).expect("reads"), both);
            assert_eq!(serde_json::to_value(&both).expect("writes"), json);
        }
    }
}
