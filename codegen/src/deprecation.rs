//! The attributes of what a contract says is deprecated, and of emitted code that touches it all the same.

use proc_macro2::TokenStream;
use quote::quote;
use webdata_spec::model::Deprecation;

use crate::layout::Field;

/// The attribute that has the compiler warn whoever uses the item.
pub(crate) fn deprecated(found: Option<&Deprecation>) -> TokenStream {
    match found {
        None => TokenStream::new(),
        Some(Deprecation { instead: None }) => quote!(#[deprecated]),
        Some(Deprecation { instead: Some(note) }) => quote!(#[deprecated(note = #note)]),
    }
}

/// The attribute of a part of emitted code that touches something deprecated; nothing where it does not.
pub(crate) fn touching(is_deprecated: bool) -> TokenStream {
    if !is_deprecated {
        return TokenStream::new();
    }
    quote!(#[expect(deprecated, reason = "still in the contract")])
}

/// The attributes of a method that is deprecated because all that it does is to use this field.
pub(crate) fn deprecated_field(field: &Field<'_>) -> TokenStream {
    let (deprecated, touching) =
        (deprecated(field.ty.schema.deprecated.as_ref()), touching_field(field));
    quote!(#deprecated #touching)
}

/// The attribute of a part of emitted code that touches this field.
pub(crate) fn touching_field(field: &Field<'_>) -> TokenStream {
    touching(field.is_deprecated())
}

/// The attribute of a part of emitted code that touches all of these fields.
pub(crate) fn touching_any<'f>(fields: impl IntoIterator<Item = &'f Field<'f>>) -> TokenStream {
    touching(fields.into_iter().any(Field::is_deprecated))
}
