//! Emits an enum of texts.

use proc_macro2::TokenStream;
use quote::quote;

use super::look;
use super::model::{methods, model};
use crate::deprecation::touching;
use crate::docs::{about, about_text, doc};
use crate::layout::{Item, Layout, Variant};
use crate::names::{Scope, ident};

/// The enum, its texts both ways, and its check.
pub(super) fn emit(
    layout: &Layout<'_>,
    item: &Item<'_>,
    variants: &[Variant<'_>],
) -> Vec<TokenStream> {
    let (name, clause) = (ident(&item.name), item.schema.clause.as_str());
    let names: Vec<_> = variants.iter().map(|variant| ident(&variant.name)).collect();
    let values: Vec<_> = variants.iter().map(|variant| variant.value).collect();
    let mut scope = Scope::default();
    for variant in variants {
        scope.claim(variant.name.clone());
    }
    let other = ident(&scope.claim("Other".to_owned()));
    let otherwise = match clause.strip_suffix(".items") {
        Some(list) => format!("An item of `{list}`."),
        None => format!("One of the texts of `{clause}`."),
    };
    let enum_doc = doc(about(item.schema, otherwise));
    let variant_docs =
        values.iter().map(|value| doc(about_text(item.schema, value, format!("`{value}`"))));
    let is_deprecated = |value: &&str| item.schema.deprecated_values.iter().any(|one| one == value);
    let marks = values.iter().map(|value| is_deprecated(value).then(|| quote!(#[deprecated])));
    let touching: Vec<_> = values.iter().map(|value| touching(is_deprecated(value))).collect();
    let declaration = quote! {
        #enum_doc
        #[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
        pub enum #name {
            #(#variant_docs #marks #[serde(rename = #values)] #names,)*
            /// A text that the contract does not list; judging reports it.
            #[serde(untagged)]
            #other(String),
        }
    };
    let methods = methods(&quote! {
        /// The text.
        #[must_use]
        pub fn as_str(&self) -> &str {
            match self {
                #(#touching Self::#names => #values,)*
                Self::#other(text) => text,
            }
        }
    });
    let inherent = quote!(impl #name { #methods });
    let display = quote! {
        impl std::fmt::Display for #name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
    let choices = quote! {
        impl decode::Choices for #name {
            const VALUES: &'static [&'static str] = &[#(#values),*];

            fn from_text(text: &str) -> Self {
                match text {
                    #(#touching #values => Self::#names,)*
                    other => Self::#other(other.to_owned()),
                }
            }

            fn as_str(&self) -> &str {
                self.as_str()
            }
        }
    };
    let check = quote!(decode::Choice::<Self>::new(#clause));
    let model = model(
        &name,
        clause,
        &quote!(decode::Check::decode(&#check, deserializer, at, found)),
        &quote!(decode::Check::validate(&#check, self, at, found);),
    );
    let look = look::choice(layout, item);
    vec![declaration, inherent, display, choices, model, look]
}
