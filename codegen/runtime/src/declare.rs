//! What the derive macro says of every type in the same words: as a macro that the compiler expands by
//! itself, it costs users less than tokens that the derive macro hands over.
//!
//! Not for users, who derive `Model`.

/// Gives a type the methods of all types, plain reading by the same pass, and its JSON Schema.
#[doc(hidden)]
#[macro_export]
macro_rules! declare {
    ($name:ident, $called:literal, $text:expr, $pointer:literal, [$($reference:literal = $to:ty),*]) => {
        impl $name {
            /// Reads and judges JSON text in one pass.
            ///
            /// # Errors
            /// The text is no JSON, or breaks the contract: then with every violation, up to a
            /// thousand.
            pub fn parse(json: &[u8]) -> Result<Self, $crate::ParseError> {
                $crate::decode::parse(json)
            }

            /// Reads and judges a JSON value.
            ///
            /// # Errors
            /// Every violation, up to a thousand.
            pub fn check(value: &$crate::serde_json::Value) -> Result<Self, $crate::Violations> {
                $crate::decode::check(value)
            }

            /// Judges a value that was built in Rust, or read by plain `serde`.
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
