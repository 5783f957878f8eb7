//! Derives the enums: a string out of a list, one of several objects that a discriminator selects, and one of
//! several JSON types.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, format_ident, quote};
use syn::{DataEnum, Error, Fields, LitStr, Type};

use crate::attribute::Arguments;
use crate::model::{DerivedCode, Model, text_of};
use crate::value::{Check, Kind};

/// Emits the conversions from and to strings, and the check.
pub(crate) fn strings(model: &Model<'_>, data: &DataEnum) -> syn::Result<DerivedCode> {
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

        /// A string that the contract does not list is kept.
        impl ::core::convert::From<&str> for #name {
            fn from(text: &str) -> Self {
                decode::Choices::from_text(text)
            }
        }

        /// A string that the contract does not list is kept.
        impl ::core::convert::From<String> for #name {
            fn from(text: String) -> Self {
                decode::Choices::from_text(&text)
            }
        }

        /// A string that the contract does not list is an error.
        impl ::core::str::FromStr for #name {
            type Err = decode::Unlisted;

            fn from_str(text: &str) -> Result<Self, decode::Unlisted> {
                decode::listed(text)
            }
        }

        impl PartialEq<str> for #name {
            fn eq(&self, text: &str) -> bool {
                self.as_str() == text
            }
        }

        impl PartialEq<&str> for #name {
            fn eq(&self, text: &&str) -> bool {
                self.as_str() == *text
            }
        }
    };
    let open = model.arguments.flag("open").then(|| {
        quote!(
            const IS_OPEN: bool = true;
        )
    });
    let choices = quote! {
        #[doc(hidden)]
        impl decode::Choices for #name {
            const VALUES: &'static [&'static str] = &[#(#values),*];
            #open

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

/// A variant of a union.
struct Variant<'v> {
    name: &'v Ident,
    value: LitStr,
    /// The type in the variant, without its `Box`.
    holds: Type,
    boxed: bool,
}

/// Emits the methods of the enum and its check.
pub(crate) fn objects(
    model: &Model<'_>,
    data: &DataEnum,
    discriminator: &LitStr,
) -> syn::Result<DerivedCode> {
    let (mut variants, mut other) = (Vec::new(), None);
    for variant in &data.variants {
        let arguments = Arguments::read(&variant.attrs, "model", variant.ident.span())?;
        let name = &variant.ident;
        if is_other(&variant.fields) {
            other = Some(name);
            continue;
        }
        let (holds, boxed) = held(name, &variant.fields)?;
        variants.push(Variant { name, value: text_of(&arguments)?, holds, boxed });
        arguments.finish()?;
    }
    let missing = || {
        Error::new(model.ident().span(), "a variant that holds a `serde_json::Value` is expected")
    };
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
        #[doc(hidden)]
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
    let decoding = object_decoding(name, other, discriminator, &variants);
    let conversions = object_conversions(name, &variants);
    let implementations = quote!(#inherent #reading #writing #decoding #as_view #conversions);
    let types = variants.into_iter().map(|variant| variant.holds).collect();
    Ok(DerivedCode { implementations, types, ..DerivedCode::default() })
}

/// Returns whether a variant keeps values that the contract does not list.
fn is_other(fields: &Fields) -> bool {
    matches!(fields, Fields::Unnamed(fields) if fields.unnamed.len() == 1
        && matches!(Kind::read(&fields.unnamed[0].ty), Kind::Any))
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

fn object_decoding(
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
        #[doc(hidden)]
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
fn object_conversions(name: &Ident, variants: &[Variant<'_>]) -> TokenStream {
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

/// An enum variant that holds one kind of JSON value.
struct Alternative<'v> {
    name: &'v Ident,
    ty: &'v Type,
    kind: Kind,
    json_type: &'static str,
    check: Check,
    /// Whether the alternative can be converted from a string.
    takes_text: bool,
    constant: Ident,
}

/// The JSON types: in attributes, in the runtime, and in messages.
const JSON_TYPES: [(&str, &str, &str); 6] = [
    ("boolean", "Boolean", "a boolean"),
    ("integer", "Integer", "an integer"),
    ("number", "Number", "a number"),
    ("string", "String", "a string"),
    ("array", "Array", "an array"),
    ("object", "Object", "an object"),
];

/// Emits the methods of the enum and its check.
pub(crate) fn json_types(model: &Model<'_>, data: &DataEnum) -> syn::Result<DerivedCode> {
    let (mut all, mut other) = (Vec::new(), None);
    for variant in &data.variants {
        let arguments = Arguments::read(&variant.attrs, "model", variant.ident.span())?;
        if is_other(&variant.fields) {
            other = Some(&variant.ident);
            continue;
        }
        let ty = match &variant.fields {
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => &fields.unnamed[0].ty,
            _ => return Err(Error::new(variant.ident.span(), "one value is expected")),
        };
        let kind = Kind::read(ty);
        let missing = || Error::new(variant.ident.span(), "its JSON type is expected");
        let json_type = json_type(&kind, &arguments).ok_or_else(missing)?;
        let takes_text = matches!(kind, Kind::Text) || arguments.flag("choice");
        let clause = format!("{}.{}", model.clause, json_type.to_ascii_lowercase());
        let check = Check::read(&kind, &clause, &arguments)?;
        arguments.finish()?;
        let constant = format_ident!("ALTERNATIVE_{}", all.len());
        let name = &variant.ident;
        all.push(Alternative { name, ty, kind, json_type, check, takes_text, constant });
    }
    let missing = || {
        Error::new(model.ident().span(), "a variant that holds a `serde_json::Value` is expected")
    };
    let other = other.ok_or_else(missing)?;
    let names: Vec<_> = all.iter().map(|alternative| alternative.name).collect();
    let checks: Vec<_> = all.iter().map(|alternative| &alternative.constant).collect();
    let statics = all.iter().map(|Alternative { constant, check, .. }| {
        let Check { rust_type, constructor } = check;
        quote!(static #constant: #rust_type = #constructor;)
    });
    let reading = model.reading(
        &quote!(decode::one_of(deserializer, at, sink)),
        &quote! {
            match self {
                #(Self::#names(value) => decode::Check::validate(&#checks, value, at, sink),)*
                Self::#other(value) => decode::other::<Self>(value, at, sink),
            }
        },
    );
    let writing = model.writing(&quote! {
        match self {
            #(Self::#names(value) => serde::Serialize::serialize(value, serializer),)*
            Self::#other(value) => serde::Serialize::serialize(value, serializer),
        }
    });
    let as_view = model.as_view(&quote! {
        match self {
            #(Self::#names(value) => runtime::rule::AsView::as_view(value),)*
            Self::#other(value) => runtime::rule::AsView::as_view(value),
        }
    });
    let decoding = decoding(model.ident(), &all, other);
    let conversions = conversions(model.ident(), &all);
    let implementations = quote!(#(#statics)* #reading #writing #decoding #as_view #conversions);
    let types = all.iter().filter_map(|alternative| alternative.kind.named()).collect();
    Ok(DerivedCode { implementations, types, ..DerivedCode::default() })
}

/// Returns the JSON type of an alternative, from its Rust type or its attribute.
fn json_type(kind: &Kind, arguments: &Arguments) -> Option<&'static str> {
    let by_type = match kind {
        Kind::Boolean => Some("Boolean"),
        Kind::Integer => Some("Integer"),
        Kind::Number => Some("Number"),
        Kind::Text => Some("String"),
        Kind::List(_) => Some("Array"),
        Kind::Dictionary(_) => Some("Object"),
        Kind::File | Kind::Any | Kind::Nullable(_) | Kind::Boxed(_) | Kind::Named(_) => None,
    };
    let choice = arguments.flag("choice").then_some("String");
    let by_word = || {
        let mut types = JSON_TYPES.iter();
        types.find(|(word, ..)| arguments.flag(word)).map(|(_, name, _)| *name)
    };
    by_type.or(choice).or_else(by_word)
}

fn decoding(name: &Ident, all: &[Alternative<'_>], other: &Ident) -> TokenStream {
    let expected = all.iter().filter_map(|alternative| {
        JSON_TYPES
            .iter()
            .find(|(_, name, _)| *name == alternative.json_type)
            .map(|(_, _, says)| *says)
    });
    let expected: Vec<&str> = expected.collect();
    let expected = match expected.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => expected.concat(),
    };
    let kinds: Vec<_> = all
        .iter()
        .map(|alternative| Ident::new(alternative.json_type, Span::call_site()))
        .collect();
    let names = all.iter().map(|alternative| alternative.name);
    let checks = all.iter().map(|alternative| &alternative.constant);
    quote! {
        #[doc(hidden)]
        impl decode::OneOf for #name {
            const KINDS: &'static [decode::Kind] = &[#(decode::Kind::#kinds),*];
            const EXPECTED: &'static str = #expected;

            fn other(value: serde_json::Value) -> Self {
                Self::#other(value)
            }

            fn decode_alternative<'de, D: serde::Deserializer<'de>>(
                kind: decode::Kind,
                deserializer: D,
                at: &decode::JsonPath<'_>,
                sink: &mut decode::ViolationSink,
            ) -> Result<Option<Self>, D::Error> {
                Ok(match kind {
                    #(decode::Kind::#kinds => {
                        decode::Check::decode(&#checks, deserializer, at, sink)?.map(Self::#names)
                    })*
                    _ => None,
                })
            }
        }
    }
}

/// Emits `From` for the type of each alternative, and for strings if an alternative takes them.
fn conversions(name: &Ident, all: &[Alternative<'_>]) -> TokenStream {
    let each = all.iter().map(|alternative| {
        let (variant, ty) = (alternative.name, alternative.ty);
        let (ty, value) = match &alternative.kind {
            Kind::Boxed(inner) => match &**inner {
                Kind::Named(inner) => (&**inner, quote!(Box::new(value))),
                _ => (ty, quote!(value)),
            },
            _ => (ty, quote!(value)),
        };
        quote! {
            impl ::core::convert::From<#ty> for #name {
                fn from(value: #ty) -> Self {
                    Self::#variant(#value)
                }
            }
        }
    });
    let text = all.iter().find(|alternative| alternative.takes_text).map(|alternative| {
        let variant = alternative.name;
        quote! {
            impl ::core::convert::From<&str> for #name {
                fn from(text: &str) -> Self {
                    Self::#variant(::core::convert::Into::into(text))
                }
            }
        }
    });
    quote!(#(#each)* #text)
}
