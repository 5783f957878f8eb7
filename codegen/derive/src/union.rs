//! Derives an enum of objects that a discriminator selects.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::{DataEnum, Error, Fields, Ident, LitStr, Type};

use crate::attribute::Arguments;
use crate::model::{DerivedCode, Model, text_of};
use crate::rust_type::Kind;

/// A variant of a union.
struct Variant<'v> {
    name: &'v Ident,
    value: LitStr,
    /// The type in the variant, without its `Box`.
    holds: Type,
    boxed: bool,
}

/// Emits the methods of the enum and its check.
pub(crate) fn derive(
    model: &Model<'_>,
    data: &DataEnum,
    discriminator: &LitStr,
) -> syn::Result<DerivedCode> {
    let (mut variants, mut other) = (Vec::new(), None);
    for variant in &data.variants {
        let arguments = Arguments::read(&variant.attrs, "model", variant.ident.span())?;
        let name = &variant.ident;
        if arguments.flag("other") {
            other = Some(name);
            continue;
        }
        let (holds, boxed) = held(name, &variant.fields)?;
        variants.push(Variant { name, value: text_of(&arguments)?, holds, boxed });
        arguments.finish()?;
    }
    let missing = || Error::new(model.ident().span(), "a variant `#[model(other)]` is expected");
    let other = other.ok_or_else(missing)?;
    let name = model.ident();
    let names: Vec<_> = variants.iter().map(|variant| variant.name).collect();
    let values: Vec<_> = variants.iter().map(|variant| &variant.value).collect();
    let types: Vec<_> = variants.iter().map(|variant| &variant.holds).collect();
    let doc = format!("Returns the value of `{}`; empty if there is none.", discriminator.value());
    let inherent = quote! {
        impl #name {
            #[doc = #doc]
            #[must_use]
            pub fn discriminator(&self) -> &str {
                match self {
                    #(Self::#names(_) => #values,)*
                    Self::#other(value) => value
                        .get(#discriminator)
                        .and_then(serde_json::Value::as_str)
                        .unwrap_or_default(),
                }
            }
        }
    };
    let reading = model.reading(
        &quote!(decode::union(deserializer, at, sink)),
        &quote! {
            match self {
                #(Self::#names(value) => <#types as decode::Model>::validate_at(value, at, sink),)*
                Self::#other(value) => decode::other::<Self>(value, at, sink),
            }
        },
    );
    let writing = model.writing(&quote! {
        match self {
            #(Self::#names(variant) => {
                runtime::encode::object::<#types, S>(
                    variant,
                    Some((#discriminator, #values)),
                    serializer,
                )
            })*
            Self::#other(value) => serde::Serialize::serialize(value, serializer),
        }
    });
    let view = model.as_view(&quote!(runtime::rule::View::Object(self)));
    let as_view = quote! {
        impl runtime::rule::Members for #name {
            fn member(&self, name: &str) -> runtime::rule::View<'_> {
                if name == #discriminator {
                    return runtime::rule::View::Text(self.discriminator());
                }
                match self {
                    #(Self::#names(value) => {
                        <#types as runtime::rule::Members>::member(value, name)
                    })*
                    Self::#other(value) => runtime::rule::Members::member(value, name),
                }
            }

            fn is_empty(&self) -> bool {
                false
            }
        }
        #view
    };
    let decoding = decoding(name, other, discriminator, &variants);
    let conversions = conversions(name, &variants);
    let implementations = quote!(#inherent #reading #writing #decoding #as_view #conversions);
    let types = variants.into_iter().map(|variant| variant.holds).collect();
    Ok(DerivedCode { implementations, types, ..DerivedCode::default() })
}

fn held(name: &Ident, fields: &Fields) -> syn::Result<(Type, bool)> {
    let one = match fields {
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => &fields.unnamed[0].ty,
        _ => return Err(Error::new(name.span(), "a variant that holds one type is expected")),
    };
    Ok(match Kind::read(one) {
        Kind::Boxed(inner) => match *inner {
            Kind::Named(ty) => (*ty, true),
            _ => (one.clone(), false),
        },
        _ => (one.clone(), false),
    })
}

fn decoding(
    name: &Ident,
    other: &Ident,
    discriminator: &LitStr,
    variants: &[Variant<'_>],
) -> TokenStream {
    let values: Vec<_> = variants.iter().map(|variant| &variant.value).collect();
    let arms = variants.iter().map(|Variant { name, value, holds, boxed }| {
        let boxed = boxed.then(|| quote!(.map(Box::new)));
        quote! {
            #value => {
                <#holds as decode::Object>::decode_members(members, at, sink)? #boxed .map(Self::#name)
            }
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
                at: &decode::JsonPath<'_>,
                sink: &mut decode::ViolationSink,
            ) -> Result<Option<Self>, A::Error> {
                Ok(match value {
                    #(#arms)*
                    _ => None,
                })
            }
        }
    }
}

/// Emits `From` for each type that only one variant holds.
fn conversions(name: &Ident, variants: &[Variant<'_>]) -> TokenStream {
    let name_of = |one: &Variant<'_>| one.holds.to_token_stream().to_string();
    let names: Vec<_> = variants.iter().map(name_of).collect();
    let is_once = |name: &String| names.iter().filter(|other| *other == name).count() == 1;
    let once = variants.iter().zip(&names).filter(|(_, name)| is_once(name)).map(|(one, _)| one);
    let conversions = once.map(|Variant { name: variant, holds, boxed, .. }| {
        let made = if *boxed { quote!(Box::new(value)) } else { quote!(value) };
        quote! {
            impl ::core::convert::From<#holds> for #name {
                fn from(value: #holds) -> Self {
                    Self::#variant(#made)
                }
            }
        }
    });
    conversions.collect()
}
