//! Emits what every type has: its methods, and the runtime's trait for types.

use proc_macro2::TokenStream;
use quote::quote;

/// The methods that every type has.
pub(super) fn methods(further: &TokenStream) -> TokenStream {
    quote! {
        /// Reads and judges JSON text.
        ///
        /// # Errors
        /// When it cannot be read as JSON, or with every violation, up to a thousand.
        pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
            decode::parse(json)
        }

        /// Reads and judges a JSON value.
        ///
        /// # Errors
        /// Every violation, up to a thousand.
        pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
            decode::check(value)
        }

        /// Judges a value that was built in Rust, or read by plain `serde`.
        ///
        /// # Errors
        /// Every violation, up to a thousand.
        pub fn validate(&self) -> Result<(), runtime::Violations> {
            decode::validate(self)
        }

        #further
    }
}

/// The implementation of the runtime's trait for types, and plain reading by the same pass.
pub(super) fn model(
    name: &proc_macro2::Ident,
    clause: &str,
    decode: &TokenStream,
    validate: &TokenStream,
) -> TokenStream {
    // What a check does not need, its parameters leave without a name.
    let (at, found) =
        if validate.is_empty() { (quote!(_), quote!(_)) } else { (quote!(at), quote!(found)) };
    quote! {
        impl<'de> serde::Deserialize<'de> for #name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                decode::read(deserializer)
            }
        }

        impl decode::Model for #name {
            const CLAUSE: &'static str = #clause;

            fn decode<'de, D: serde::Deserializer<'de>>(
                deserializer: D,
                at: &decode::At<'_>,
                found: &mut decode::Found,
            ) -> Result<Option<Self>, D::Error> {
                #decode
            }

            fn validate_at(&self, #at: &decode::At<'_>, #found: &mut decode::Found) {
                #validate
            }
        }
    }
}
