//! Reads the Rust type of a field: how its value is validated, and how a setter takes it.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{GenericArgument, PathArguments, PathSegment, Type};

/// Whether a property is optional, nullable, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    /// The property must be present, and not null.
    Required,
    /// The property must be present, and may be null.
    RequiredNullable,
    /// The property may be absent.
    Optional,
    /// The property may be absent or null, with different meanings.
    ThreeState(ThreeState),
}

/// The runtime's types of optional and nullable properties.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ThreeState {
    /// In requests.
    Patch,
    /// In types that only responses have.
    Nullable,
}

impl ThreeState {
    /// Returns the path of the type.
    pub(crate) fn path(self) -> TokenStream {
        match self {
            Self::Patch => quote!(runtime::Patch),
            Self::Nullable => quote!(runtime::Nullable),
        }
    }
}

impl Presence {
    pub(crate) fn is_required(self) -> bool {
        matches!(self, Self::Required | Self::RequiredNullable)
    }

    /// Returns the type of an optional and nullable property.
    pub(crate) fn three_state(self) -> Option<ThreeState> {
        match self {
            Self::ThreeState(of) => Some(of),
            Self::Required | Self::RequiredNullable | Self::Optional => None,
        }
    }
}

/// The kind of a value, by its Rust type.
#[derive(Clone)]
pub(crate) enum Kind {
    Boolean,
    Integer,
    Number,
    Text,
    Any,
    List(Box<Kind>),
    Dictionary(Box<Kind>),
    /// A value or null.
    Nullable(Box<Kind>),
    Boxed(Box<Kind>),
    /// A type of the contract.
    Named(Box<Type>),
}

/// The classes of required values that the compiler distinguishes in spite of conversions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Boolean,
    Number,
    List,
    Dictionary,
    /// A string, or a type that a string may be converted into.
    Other,
}

impl Kind {
    /// Returns the kind of a type.
    pub(crate) fn read(ty: &Type) -> Self {
        let Some(last) = last_segment(ty) else { return Self::Named(Box::new(ty.clone())) };
        let (name, inside) = (last.ident.to_string(), arguments(last));
        match (name.as_str(), inside.as_slice()) {
            ("bool", []) => Self::Boolean,
            ("i64", []) => Self::Integer,
            ("f64", []) => Self::Number,
            ("String", []) => Self::Text,
            ("Value", []) if is_of_serde_json(ty) => Self::Any,
            ("Vec", [item]) => Self::List(Box::new(Self::read(item))),
            ("BTreeMap", [_, value]) => Self::Dictionary(Box::new(Self::read(value))),
            ("Option", [inner]) => Self::Nullable(Box::new(Self::read(inner))),
            ("Box", [inner]) => Self::Boxed(Box::new(Self::read(inner))),
            _ => Self::Named(Box::new(ty.clone())),
        }
    }

    /// Collects the named types inside.
    pub(crate) fn named<'k>(&'k self, types: &mut Vec<&'k Type>) {
        match self {
            Self::Named(ty) => types.push(ty),
            Self::List(inner)
            | Self::Dictionary(inner)
            | Self::Nullable(inner)
            | Self::Boxed(inner) => inner.named(types),
            Self::Boolean | Self::Integer | Self::Number | Self::Text | Self::Any => {}
        }
    }

    pub(crate) fn class(&self) -> Class {
        match self {
            Self::Boolean => Class::Boolean,
            Self::Integer | Self::Number => Class::Number,
            Self::List(_) => Class::List,
            Self::Dictionary(_) => Class::Dictionary,
            Self::Nullable(inner) => inner.class(),
            Self::Text | Self::Any | Self::Boxed(_) | Self::Named(_) => Class::Other,
        }
    }
}

/// Returns the presence of a field, from its type, and the type of its value.
pub(crate) fn presence(ty: &Type, nullable: bool) -> (Presence, &Type) {
    let inside = last_segment(ty).map(|last| (last.ident.to_string(), arguments(last)));
    match inside {
        Some((name, inside)) if inside.len() == 1 => match name.as_str() {
            "Option" if nullable => (Presence::RequiredNullable, inside[0]),
            "Option" => (Presence::Optional, inside[0]),
            "Patch" => (Presence::ThreeState(ThreeState::Patch), inside[0]),
            "Nullable" => (Presence::ThreeState(ThreeState::Nullable), inside[0]),
            _ => (Presence::Required, ty),
        },
        _ => (Presence::Required, ty),
    }
}

fn last_segment(ty: &Type) -> Option<&PathSegment> {
    match ty {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    }
}

fn arguments(segment: &PathSegment) -> Vec<&Type> {
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return Vec::new() };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

fn is_of_serde_json(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    path.path.segments.iter().any(|segment| segment.ident == "serde_json")
}

/// An argument: its type, and the expression that converts it.
pub(crate) struct Argument {
    pub(crate) rust_type: TokenStream,
    pub(crate) made: TokenStream,
}

/// Returns the argument of a setter, with conversions such as `impl Into<String>`.
pub(crate) fn argument(ty: &Type, presence: Presence, value: &TokenStream) -> Argument {
    let into = |ty: &TokenStream| quote!(impl ::core::convert::Into<#ty>);
    if presence == Presence::RequiredNullable {
        let rust_type = into(&quote!(Option<#ty>));
        return Argument { rust_type, made: quote!(::core::convert::Into::into(#value)) };
    }
    match Kind::read(ty) {
        Kind::Boolean | Kind::Integer => Argument { rust_type: quote!(#ty), made: quote!(#value) },
        Kind::List(item) => {
            let item_type = inside(ty, 0);
            let list = quote!(::core::iter::IntoIterator);
            match *item {
                Kind::Boolean | Kind::Integer => Argument {
                    rust_type: quote!(impl #list<Item = #item_type>),
                    made: quote!(#list::into_iter(#value).collect()),
                },
                _ => {
                    let item = into(&quote!(#item_type));
                    Argument {
                        rust_type: quote!(impl #list<Item = #item>),
                        made: quote! {
                            #list::into_iter(#value).map(::core::convert::Into::into).collect()
                        },
                    }
                }
            }
        }
        Kind::Dictionary(_) => {
            let inner = inside(ty, 1);
            let (name, inner) = (into(&quote!(String)), into(&quote!(#inner)));
            let list = quote!(::core::iter::IntoIterator);
            Argument {
                rust_type: quote!(impl #list<Item = (#name, #inner)>),
                made: quote! {
                    #list::into_iter(#value).map(|(name, value)| (
                        ::core::convert::Into::into(name),
                        ::core::convert::Into::into(value),
                    )).collect()
                },
            }
        }
        // The standard library converts a value into a `Box` of it.
        _ => Argument {
            rust_type: into(&quote!(#ty)),
            made: quote!(::core::convert::Into::into(#value)),
        },
    }
}

/// Returns the generic argument of a type at an index.
fn inside(ty: &Type, place: usize) -> Option<&Type> {
    last_segment(ty).and_then(|last| arguments(last).get(place).copied())
}
