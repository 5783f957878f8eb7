//! The code that every derived type has, as a declarative macro. The compiler expands it faster than tokens
//! of the derive macro.
//!
//! Users derive `Model` instead of calling this macro.

/// Implements the methods of a type, `Deserialize` by the same pass, and its JSON Schema.
#[doc(hidden)]
#[macro_export]
macro_rules! declare {
    ($name:ident, $called:literal, $text:expr, $pointer:literal, [$($reference:literal = $to:ty),*]) => {
        impl $name {
            /// Reads and validates JSON text in one pass.
            ///
            /// # Errors
            /// If the text is not JSON, or breaks the contract: then with every violation, up to a thousand.
            pub fn parse(json: &[u8]) -> Result<Self, $crate::ParseError> {
                $crate::decode::parse(json)
            }

            /// Reads and validates a JSON value.
            ///
            /// # Errors
            /// Every violation, up to a thousand.
            pub fn check(value: &$crate::serde_json::Value) -> Result<Self, $crate::Violations> {
                $crate::decode::check(value)
            }

            /// Validates a value that was built in Rust, or read by plain `serde`.
            ///
            /// # Errors
            /// Every violation, up to a thousand.
            pub fn validate(&self) -> Result<(), $crate::Violations> {
                $crate::decode::validate(self)
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                $crate::decode::read(deserializer)
            }
        }

        impl $crate::schemars::JsonSchema for $name {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                ::std::borrow::Cow::Borrowed($called)
            }

            fn schema_id() -> ::std::borrow::Cow<'static, str> {
                ::std::borrow::Cow::Borrowed(::core::concat!(::core::module_path!(), "::", $called))
            }

            fn json_schema(
                generator: &mut $crate::schemars::SchemaGenerator,
            ) -> $crate::schemars::Schema {
                let references: &[$crate::json_schema::Reference] =
                    &[$(($reference, $crate::schemars::SchemaGenerator::subschema_for::<$to>)),*];
                $crate::json_schema::read($text, $pointer, references, generator)
            }
        }
    };
}
