//! Derives an enum of the events of a channel: their names, and strict and lenient reading.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Fields, Ident, LitStr, Type};

use crate::attribute::Arguments;
use crate::model::text_of;
use crate::value::Kind;

/// An event that the contract lists.
struct Event<'e> {
    variant: &'e Ident,
    name: LitStr,
    carries: &'e Type,
}

impl Event<'_> {
    /// Returns whether the contract shows the payload.
    fn is_shown(&self) -> bool {
        !matches!(Kind::read(self.carries), Kind::Any)
    }

    /// Emits the match arm that validates the payload.
    fn strict(&self) -> TokenStream {
        let Self { variant, name, carries } = self;
        if self.is_shown() {
            quote!(#name => <#carries>::check(payload).map(Self::#variant),)
        } else {
            quote!(#name => Ok(Self::#variant(::core::clone::Clone::clone(payload))),)
        }
    }

    /// Emits the match arm that reads the payload, or keeps it in the variant `other` if it does not fit.
    fn lenient(&self, other: &Ident) -> TokenStream {
        let Self { variant, name, .. } = self;
        if self.is_shown() {
            quote! {
                #name => match runtime::webhook::lenient(&payload) {
                    Some(carried) => Self::#variant(carried),
                    None => Self::#other { name: String::from(name), payload },
                },
            }
        } else {
            quote!(#name => Self::#variant(payload),)
        }
    }
}

/// Emits the methods of the enum.
pub(crate) fn derive(input: &DeriveInput) -> syn::Result<TokenStream> {
    let name = &input.ident;
    let Data::Enum(data) = &input.data else {
        return Err(Error::new(name.span(), "an enum of events is expected"));
    };
    let clause = text_of(&Arguments::read(&input.attrs, "events", name.span())?)?;
    let (mut events, mut other) = (Vec::new(), None);
    for variant in &data.variants {
        match &variant.fields {
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                let arguments = Arguments::read(&variant.attrs, "event", variant.ident.span())?;
                let carries = &fields.unnamed[0].ty;
                events.push(Event { variant: &variant.ident, name: text_of(&arguments)?, carries });
            }
            _ => other = Some(&variant.ident),
        }
    }
    let missing = || Error::new(name.span(), "a variant for other events is expected");
    let other = other.ok_or_else(missing)?;
    let variants: Vec<_> = events.iter().map(|event| event.variant).collect();
    let names: Vec<_> = events.iter().map(|event| &event.name).collect();
    let strict = events.iter().map(Event::strict);
    let lenient = events.iter().map(|event| event.lenient(other));
    Ok(quote! {
        #[automatically_derived]
        const _: () = {
            use ::webdata_runtime::{self as runtime, serde_json};

            impl #name {
                /// The names of the events that the contract lists, in its order.
                pub const NAMES: &'static [&'static str] = &[#(#names),*];

                /// Returns the name of the event.
                #[must_use]
                pub fn name(&self) -> &str {
                    match self {
                        #(Self::#variants(_) => #names,)*
                        Self::#other { name, .. } => name,
                    }
                }

                /// Reads and validates an event: its name and its payload.
                ///
                /// # Errors
                /// If the contract does not list the name, or the payload breaks the contract. The violations: the
                /// first 1,000, and the number of the others.
                pub fn read(
                    name: &str,
                    payload: &serde_json::Value,
                ) -> Result<Self, runtime::Violations> {
                    match name {
                        #(#strict)*
                        _ => Err(runtime::webhook::unlisted(#clause, Self::NAMES)),
                    }
                }

                /// Reads an event of a service that may be newer. Unlisted events and payloads that do not
                /// fit are kept unchanged.
                #[must_use]
                pub fn read_leniently(name: &str, payload: serde_json::Value) -> Self {
                    match name {
                        #(#lenient)*
                        _ => Self::#other { name: String::from(name), payload },
                    }
                }
            }

            #[doc(hidden)]
            impl runtime::webhook::DeliveredEvent for #name {
                const CLAUSE: &'static str = #clause;
                const NAMES: &'static [&'static str] = Self::NAMES;

                fn read(
                    name: &str,
                    payload: &serde_json::Value,
                ) -> Result<Self, runtime::Violations> {
                    Self::read(name, payload)
                }

                fn read_leniently(name: &str, payload: serde_json::Value) -> Self {
                    Self::read_leniently(name, payload)
                }
            }
        };
    })
}
