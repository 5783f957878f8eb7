//! Emits an enum of objects that a property tells apart.

use proc_macro2::TokenStream;
use quote::quote;

use super::look;
use super::model::{methods, model};
use crate::docs::{about, about_text, doc};
use crate::layout::{Item, Layout, UnionItem};
use crate::names::ident;

/// The enum and its check.
pub(super) fn emit(
    layout: &Layout<'_>,
    item: &Item<'_>,
    found: &UnionItem<'_>,
) -> Vec<TokenStream> {
    let (name, clause) = (ident(&item.name), item.schema.clause.as_str());
    let discriminator = &found.union.discriminator;
    let names: Vec<_> = found.variants.iter().map(|variant| ident(&variant.variant.name)).collect();
    let values: Vec<_> = found.variants.iter().map(|variant| variant.variant.value).collect();
    let ty = found.variants.iter().map(|variant| {
        let name = ident(&variant.type_name.name);
        if variant.boxed { quote!(Box<#name>) } else { quote!(#name) }
    });
    let types = found.variants.iter().map(|variant| ident(&variant.type_name.name));
    let other = ident(&found.other);
    let enum_doc = doc(about(item.schema, format!("The objects of `{clause}`.")));
    let variant_docs = values.iter().map(|value| {
        let says = format!("`{discriminator}` is `{value}`.");
        doc(about_text(item.schema, value, says))
    });
    // Variants write their discriminators themselves, where they can have but one value.
    let (derived, untagged, writing) = match layout.tags_know(found) {
        true => (quote!(, serde::Serialize), quote!(#[serde(untagged)]), TokenStream::new()),
        false => (TokenStream::new(), TokenStream::new(), writing(layout, item, found)),
    };
    let declaration = quote! {
        #enum_doc
        #[derive(Debug, Clone, PartialEq #derived)]
        #untagged
        pub enum #name {
            #(#variant_docs #names(#ty),)*
            /// An object that the contract does not list; judging reports it.
            #other(serde_json::Value),
        }
    };
    let value_doc = doc([format!("The value of `{discriminator}`; empty when there is none.")]);
    let methods = methods(&quote! {
        #value_doc
        #[must_use]
        pub fn discriminator(&self) -> &str {
            match self {
                #(Self::#names(_) => #values,)*
                Self::#other(value) => {
                    value.get(#discriminator).and_then(serde_json::Value::as_str).unwrap_or_default()
                }
            }
        }
    });
    let inherent = quote!(impl #name { #methods });
    let model = model(
        &name,
        clause,
        &quote!(decode::union(deserializer, at, found)),
        &quote! {
            match self {
                #(Self::#names(value) => { <#types as decode::Model>::validate_at(value, at, found); })*
                Self::#other(value) => { decode::other::<Self>(value, at, found); }
            }
        },
    );
    vec![
        declaration,
        inherent,
        writing,
        model,
        variant_decoding(item, found),
        look::union(layout, item, found),
    ]
}

/// Writes the discriminator of each variant that does not know its value.
fn writing(layout: &Layout<'_>, item: &Item<'_>, found: &UnionItem<'_>) -> TokenStream {
    let (name, other) = (ident(&item.name), ident(&found.other));
    let discriminator = &found.union.discriminator;
    let arms = found.variants.iter().map(|variant| {
        let (value, name) = (variant.variant.value, ident(&variant.variant.name));
        if layout.tag_knows(&variant.type_name) {
            quote!(Self::#name(variant) => variant.serialize(serializer),)
        } else {
            quote! {
                Self::#name(variant) => decode::tagged(#discriminator, #value, variant, serializer),
            }
        }
    });
    quote! {
        impl serde::Serialize for #name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    #(#arms)*
                    Self::#other(value) => value.serialize(serializer),
                }
            }
        }
    }
}

fn variant_decoding(item: &Item<'_>, found: &UnionItem<'_>) -> TokenStream {
    let (name, other) = (ident(&item.name), ident(&found.other));
    let discriminator = &found.union.discriminator;
    let values: Vec<_> = found.variants.iter().map(|variant| variant.variant.value).collect();
    let arms = found.variants.iter().map(|variant| {
        let (value, name) = (variant.variant.value, ident(&variant.variant.name));
        let ty = ident(&variant.type_name.name);
        let decoded = quote! {
            <#ty as decode::Object>::decode_members(members, at, found)?
        };
        if variant.boxed {
            quote!(#value => #decoded.map(Box::new).map(Self::#name),)
        } else {
            quote!(#value => #decoded.map(Self::#name),)
        }
    });
    quote! {
        impl decode::Union for #name {
            const DISCRIMINATOR: &'static str = #discriminator;
            const VARIANTS: &'static [&'static str] = &[#(#values),*];

            fn other(value: serde_json::Value) -> Self {
                Self::#other(value)
            }

            fn decode_variant<'de, A: serde::de::MapAccess<'de>>(
                value: &str,
                members: decode::Members<'_, 'de, A>,
                at: &decode::At<'_>,
                found: &mut decode::Found,
            ) -> Result<Option<Self>, A::Error> {
                Ok(match value {
                    #(#arms)*
                    _ => None,
                })
            }
        }
    }
}
