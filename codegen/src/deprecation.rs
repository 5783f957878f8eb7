//! Writes the `#[deprecated]` attributes of items that a contract deprecates.

use proc_macro2::TokenStream;
use quote::quote;
use webdata_spec::model::Deprecation;

/// Returns the attribute by which the compiler warns users of the item.
pub(crate) fn deprecated(deprecation: Option<&Deprecation>) -> TokenStream {
    match deprecation {
        None => TokenStream::new(),
        Some(Deprecation { instead: None }) => quote!(#[deprecated]),
        Some(Deprecation { instead: Some(note) }) => quote!(#[deprecated(note = #note)]),
    }
}
