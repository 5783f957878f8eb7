//! Accessors that parse a string into the Rust type of its format, each with a feature.
//!
//! The field keeps the received string, so that reading loses nothing and rejects nothing.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::attribute::Arguments;
use crate::rust_type::{Kind, Presence};
use crate::structure::Field;

/// A Rust type for the values of a string format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Typed {
    Timestamp,
    Url,
    Uuid,
}

impl Typed {
    /// Returns the type of a property's values, if its format has one and the feature of that type is on.
    pub(crate) fn read(kind: &Kind, limits: &Arguments) -> syn::Result<Option<Self>> {
        let format = match kind {
            Kind::Text => limits.string("format")?,
            Kind::List(item) if matches!(**item, Kind::Text) => match limits.list("items")? {
                Some(items) => items.string("format")?,
                None => None,
            },
            _ => None,
        };
        let of_format = format.and_then(|format| match format.value().as_str() {
            "date-time" => Some(Self::Timestamp),
            "uri" => Some(Self::Url),
            "uuid" => Some(Self::Uuid),
            _ => None,
        });
        Ok(of_format.filter(|typed| typed.is_enabled()))
    }

    const fn is_enabled(self) -> bool {
        match self {
            Self::Timestamp => cfg!(feature = "jiff"),
            Self::Url => cfg!(feature = "url"),
            Self::Uuid => cfg!(feature = "uuid"),
        }
    }

    /// Returns the feature that derives accessors of the type.
    const fn feature(self) -> &'static str {
        match self {
            Self::Timestamp => "jiff",
            Self::Url => "url",
            Self::Uuid => "uuid",
        }
    }

    /// Returns the type, its error, and the noun for a value.
    fn parts(self) -> (TokenStream, TokenStream, &'static str) {
        match self {
            Self::Timestamp => {
                (quote!(runtime::jiff::Timestamp), quote!(runtime::jiff::Error), "timestamp")
            }
            Self::Url => (quote!(runtime::url::Url), quote!(runtime::url::ParseError), "URL"),
            Self::Uuid => (quote!(runtime::uuid::Uuid), quote!(runtime::uuid::Error), "UUID"),
        }
    }

    /// Returns the function of the runtime that parses a value.
    fn function(self) -> TokenStream {
        match self {
            Self::Timestamp => quote!(runtime::typed::timestamp),
            Self::Url => quote!(runtime::typed::url),
            Self::Uuid => quote!(runtime::typed::uuid),
        }
    }
}

/// Emits the accessor of a property whose format has a Rust type.
pub(crate) fn accessor(field: &Field<'_>) -> Option<TokenStream> {
    let typed = field.typed?;
    let Field { ident, property, presence, .. } = field;
    let ((rust_type, error, called), parse) = (typed.parts(), typed.function());
    let is_list = matches!(field.kind, Kind::List(_));
    let (rust_type, called) = match is_list {
        true => (quote!(::std::vec::Vec<#rust_type>), format!("the {called} of each item")),
        false => (rust_type, format!("a {called}")),
    };
    let parsed = |text: TokenStream| match is_list {
        true => quote!(#text.iter().map(|text| #parse(text)).collect()),
        false => quote!(#parse(#text)),
    };
    let (is_given, absence) = match presence {
        Presence::Required => (None, ""),
        Presence::Optional => {
            (Some(quote!(self.#ident.as_ref())), "; returns `None` if the property is absent")
        }
        Presence::RequiredNullable => {
            (Some(quote!(self.#ident.as_ref())), "; returns `None` if the property is null")
        }
        Presence::ThreeState(_) => (
            Some(quote!(self.#ident.value())),
            "; returns `None` if the property is absent or null",
        ),
    };
    let about = format!("Parses `{property}` as {called}{absence}.");
    let needs = format!("Needs the feature `{}`.", typed.feature());
    let (result, body) = match (is_given, is_list) {
        (Some(given), _) => {
            let parsed = parsed(quote!(given));
            (quote!(Option<#rust_type>), quote!(#given.map(|given| #parsed).transpose()))
        }
        (None, true) => (rust_type, parsed(quote!(self.#ident))),
        (None, false) => (rust_type, parsed(quote!(&self.#ident))),
    };
    let (method, deprecated) = (format_ident!("parse_{}", field.name()), field.deprecated());
    Some(quote! {
        #[doc = #about]
        #[doc = #needs]
        ///
        /// # Errors
        /// If the string is invalid, which `validate` reports too, or outside the range of the type.
        #(#deprecated)*
        pub fn #method(&self) -> Result<#result, #error> {
            #body
        }
    })
}
