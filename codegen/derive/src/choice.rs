//! Derives an enum of strings, with a variant for strings that the contract does not list.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DataEnum, Error, Fields};

use crate::attribute::Arguments;
use crate::model::{DerivedCode, Model, text_of};

/// Emits the conversions from and to strings, and the check.
pub(crate) fn derive(model: &Model<'_>, data: &DataEnum) -> syn::Result<DerivedCode> {
    let (name, clause) = (model.ident(), &model.clause);
    let (mut names, mut values, mut other) = (Vec::new(), Vec::new(), None);
    for variant in &data.variants {
        if matches!(variant.fields, Fields::Unit) {
            let arguments = Arguments::read(&variant.attrs, "model", variant.ident.span())?;
            values.push(text_of(&arguments)?);
            arguments.finish()?;
            names.push(&variant.ident);
        } else {
            other = Some(&variant.ident);
        }
    }
    let missing = || Error::new(name.span(), "a variant for other strings is expected");
    let other = other.ok_or_else(missing)?;
    let inherent = quote! {
        impl #name {
            /// Returns the string.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    #(Self::#names => #values,)*
                    Self::#other(text) => text,
                }
            }
        }

        impl std::fmt::Display for #name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl ::core::convert::From<&str> for #name {
            fn from(text: &str) -> Self {
                decode::Choices::from_text(text)
            }
        }
    };
    let choices = quote! {
        impl decode::Choices for #name {
            const VALUES: &'static [&'static str] = &[#(#values),*];

            fn from_text(text: &str) -> Self {
                match text {
                    #(#values => Self::#names,)*
                    other => Self::#other(::core::convert::From::from(other)),
                }
            }

            fn as_str(&self) -> &str {
                self.as_str()
            }
        }
    };
    let check = quote!(decode::Choice::<Self>::new(#clause));
    let reading = model.reading(
        &quote!(decode::Check::decode(&#check, deserializer, at, sink)),
        &quote!(decode::Check::validate(&#check, self, at, sink);),
    );
    let writing = model.writing(&quote!(serializer.serialize_str(self.as_str())));
    let as_view = model.as_view(&quote!(runtime::rule::View::Text(self.as_str())));
    let implementations: TokenStream = quote!(#inherent #choices #reading #writing #as_view);
    Ok(DerivedCode { implementations, ..DerivedCode::default() })
}
