//! The attributes of what a contract says is deprecated.

use proc_macro2::TokenStream;
use quote::quote;
use webdata_spec::model::Deprecation;

/// The attribute that has the compiler warn whoever uses the item.
pub(crate) fn deprecated(found: Option<&Deprecation>) -> TokenStream {
    match found {
        None => TokenStream::new(),
        Some(Deprecation { instead: None }) => quote!(#[deprecated]),
        Some(Deprecation { instead: Some(note) }) => quote!(#[deprecated(note = #note)]),
    }
}
