//! Accessors that parse a string into the Rust type of its format, each with a feature.
//!
//! The field keeps the text as it was sent, so that reading loses nothing and rejects nothing.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::attribute::Arguments;
use crate::rust_type::{Kind, Presence};
use crate::structure::Field;

/// A Rust type of the values of a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Typed {
    Timestamp,
    Url,
    Uuid,
}

impl Typed {
    /// The type of a property's values, where its format has one whose feature is on.
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

    /// The type, its error, and what a value is called.
    fn parts(self) -> (TokenStream, TokenStream, &'static str) {
        match self {
            Self::Timestamp => {
                (quote!(runtime::jiff::Timestamp), quote!(runtime::jiff::Error), "timestamp")
            }
            Self::Url => (quote!(runtime::url::Url), quote!(runtime::url::ParseError), "URL"),
            Self::Uuid => (quote!(runtime::uuid::Uuid), quote!(runtime::uuid::Error), "UUID"),
        }
    }

    /// The function of the runtime that parses one.
    fn function(self) -> TokenStream {
        match self {
            Self::Timestamp => quote!(runtime::typed::timestamp),
            Self::Url => quote!(runtime::typed::url),
            Self::Uuid => quote!(runtime::typed::uuid),
        }
    }
}

/// The accessor of a property that has a type of its own.
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
    let mut told = format!("Parses `{property}` as {called}");
    let (result, body) = match presence {
        Presence::Required => (rust_type, parsed(quote!(self.#ident))),
        Presence::Optional | Presence::RequiredNullable | Presence::ThreeState(_) => {
            told.push_str(match presence {
                Presence::Optional => "; returns `None` where it is left out",
                Presence::ThreeState(_) => "; returns `None` where it is left out or null",
                _ => "; returns `None` where it is null",
            });
            let given = match presence {
                Presence::ThreeState(_) => quote!(self.#ident.value()),
                _ => quote!(self.#ident.as_ref()),
            };
            let parsed = parsed(quote!(given));
            (quote!(Option<#rust_type>), quote!(#given.map(|given| #parsed).transpose()))
        }
    };
    let body = match (presence, is_list) {
        (Presence::Required, false) => quote!(#parse(&self.#ident)),
        _ => body,
    };
    told.push('.');
    let (method, deprecated) = (format_ident!("parse_{}", field.name()), field.deprecated());
    Some(quote! {
        #[doc = #told]
        ///
        /// # Errors
        /// When the text is none, which `validate` reports, or is none that this type can hold.
        #(#deprecated)*
        pub fn #method(&self) -> Result<#result, #error> {
            #body
        }
    })
}
