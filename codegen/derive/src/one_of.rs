//! Derives an enum of values that differ by their JSON type.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::{DataEnum, Error, Fields, Type};

use crate::attribute::Arguments;
use crate::check::Check;
use crate::model::{DerivedCode, Model};
use crate::rust_type::Kind;

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
pub(crate) fn derive(model: &Model<'_>, data: &DataEnum) -> syn::Result<DerivedCode> {
    let (mut all, mut other) = (Vec::new(), None);
    for variant in &data.variants {
        let arguments = Arguments::read(&variant.attrs, "model", variant.ident.span())?;
        if arguments.flag("other") {
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
    let missing = || Error::new(model.ident().span(), "a variant `#[model(other)]` is expected");
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
    let mut types = Vec::new();
    all.iter().for_each(|alternative| alternative.kind.named(&mut types));
    let types = types.into_iter().cloned().collect();
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
        Kind::Any | Kind::Nullable(_) | Kind::Boxed(_) | Kind::Named(_) => None,
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
