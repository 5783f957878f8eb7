//! The value of a field: the kind that its Rust type shows, its check with the limits of an attribute, and the
//! argument by which a setter takes it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::{Error, Field, GenericArgument, LitStr, PathArguments, PathSegment, Type};

use crate::attribute::Arguments;
use crate::model::text_of;

/// A check: its type and the expression that constructs it.
pub(crate) struct Check {
    pub(crate) rust_type: TokenStream,
    pub(crate) constructor: TokenStream,
}

impl Check {
    /// Returns the check of a value. `clause` is the path of its clauses.
    pub(crate) fn read(kind: &Kind, clause: &str, limits: &Arguments) -> syn::Result<Self> {
        let clause = match limits.string("clause")? {
            Some(literal) => literal.value(),
            None => clause.to_owned(),
        };
        let wrapped = |name: &str, inner: &Kind| {
            let (Self { rust_type, constructor }, name) =
                (Self::read(inner, &clause, limits)?, ident(name));
            Ok(Self {
                rust_type: quote!(decode::#name<#rust_type>),
                constructor: quote!(decode::#name(#constructor)),
            })
        };
        match kind {
            Kind::Any => {
                Ok(Self { rust_type: quote!(decode::Any), constructor: quote!(decode::Any) })
            }
            Kind::Boolean => simple("Boolean", &clause, limits, &["constant"]),
            Kind::Integer => simple("Integer", &clause, limits, &NUMBER_LIMITS),
            Kind::Number => simple("Number", &clause, limits, &NUMBER_LIMITS),
            Kind::Text => text(&clause, limits),
            Kind::File => simple("File", &clause, limits, &["min_length", "max_length"]),
            Kind::Named(ty) => Ok(Self {
                rust_type: quote!(decode::Named<#ty>),
                constructor: quote!(decode::Named::new()),
            }),
            Kind::Nullable(inner) => wrapped("Nullable", inner),
            Kind::Boxed(inner) => wrapped("Boxed", inner),
            Kind::List(item) => list(item, &clause, limits),
            Kind::Dictionary(value) => dictionary(value, &clause, limits),
        }
    }
}

/// Emits the static that holds the check of a path parameter.
pub(crate) fn parameter_check(parameter: &Field) -> syn::Result<TokenStream> {
    let Field { ident, ty, attrs, .. } = parameter;
    let arguments = Arguments::read(attrs, "model", Span::call_site())?;
    let clause = text_of(&arguments)?.value();
    let Check { rust_type, constructor } = Check::read(&Kind::read(ty), &clause, &arguments)?;
    arguments.finish()?;
    Ok(quote!(static #ident: #rust_type = #constructor;))
}

/// The limits of numbers. The methods of the check have the same names.
const NUMBER_LIMITS: [&str; 6] =
    ["constant", "minimum", "maximum", "exclusive_minimum", "exclusive_maximum", "multiple_of"];

fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

/// Emits the method calls that add limits to a check.
fn calls(limits: &Arguments, words: &[&'static str]) -> TokenStream {
    let calls = words.iter().filter_map(|name| {
        let (limit, name) = (limits.tokens(name)?, ident(name));
        Some(quote!(.#name(#limit)))
    });
    calls.collect()
}

fn simple(
    name: &str,
    clause: &str,
    limits: &Arguments,
    words: &[&'static str],
) -> syn::Result<Check> {
    let (name, calls) = (ident(name), calls(limits, words));
    Ok(Check {
        rust_type: quote!(decode::#name),
        constructor: quote!(decode::#name::new(#clause) #calls),
    })
}

fn text(clause: &str, limits: &Arguments) -> syn::Result<Check> {
    let pattern = limits.tokens("pattern").map(|pattern| {
        quote!(.pattern({
            static PATTERN: runtime::Pattern = runtime::Pattern::new(#pattern);
            &PATTERN
        }))
    });
    let format = match limits.string("format")? {
        Some(format) => {
            let format = format_of(&format, limits);
            quote!(.format(#format))
        }
        None => TokenStream::new(),
    };
    let Check { rust_type, constructor } =
        simple("Text", clause, limits, &["constant", "min_length", "max_length"])?;
    Ok(Check { rust_type, constructor: quote!(#constructor #pattern #format) })
}

/// Emits a format from its name in the contract: `date-time` is `DateTime`.
fn format_of(format: &LitStr, limits: &Arguments) -> TokenStream {
    let mut name = String::new();
    for part in format.value().split('-') {
        let mut letters = part.chars();
        name.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        name.push_str(letters.as_str());
    }
    let is_cron = name == "Cron";
    let name = Ident::new(&name, format.span());
    let argument = is_cron.then(|| {
        let interval = match limits.tokens("minimum_interval") {
            Some(seconds) => quote!(Some(::core::time::Duration::from_secs(#seconds))),
            None => quote!(None),
        };
        quote!({ minimum_interval: #interval })
    });
    quote!(runtime::string_format::StringFormat::#name #argument)
}

/// Returns the limits of the values inside a list or a dictionary.
fn within(limits: &Arguments, word: &'static str) -> syn::Result<Arguments> {
    Ok(limits.list(word)?.unwrap_or_else(Arguments::none))
}

fn list(item: &Kind, clause: &str, limits: &Arguments) -> syn::Result<Check> {
    let inside = within(limits, "items")?;
    let Check { rust_type, constructor } = Check::read(item, &format!("{clause}.items"), &inside)?;
    inside.finish()?;
    let calls = calls(limits, &["min_items", "max_items"]);
    let list = Check {
        rust_type: quote!(decode::List<#rust_type>),
        constructor: quote!(decode::List::new(#clause, #constructor) #calls),
    };
    let unique = limits.flag("unique_items").then(|| quote!(.unique_items()));
    let contains = limits.list("contains")?.map(|part| contains(&part, limits)).transpose()?;
    if unique.is_none() && contains.is_none() {
        return Ok(list);
    }
    let Check { rust_type, constructor } = list;
    Ok(Check {
        rust_type: quote!(decode::WholeList<#rust_type>),
        constructor: quote!(decode::WholeList::new(#clause, #constructor) #unique #contains),
    })
}

/// Emits the limit on how many items of a list pass a check.
fn contains(part: &Arguments, limits: &Arguments) -> syn::Result<TokenStream> {
    let limit = |word: &'static str| match limits.tokens(word) {
        Some(limit) => quote!(Some(#limit)),
        None => quote!(None),
    };
    let (min_contains, max_contains) = (limit("min_contains"), limit("max_contains"));
    let accepts = accepts(part, Subject::Item)?;
    Ok(
        quote!(.contains(decode::Contains { accepts: #accepts, min_contains: #min_contains, max_contains: #max_contains })),
    )
}

fn dictionary(value: &Kind, clause: &str, limits: &Arguments) -> syn::Result<Check> {
    let inside = within(limits, "values")?;
    let clause_of_values = format!("{clause}.additionalProperties");
    let Check { rust_type, constructor } = Check::read(value, &clause_of_values, &inside)?;
    inside.finish()?;
    let calls = calls(limits, &["min_properties", "max_properties"]);
    let names = match limits.list("property_names")? {
        Some(names) => {
            let accepts = accepts(&names, Subject::Name)?;
            quote!(.property_names(#accepts))
        }
        None => TokenStream::new(),
    };
    Ok(Check {
        rust_type: quote!(decode::Dictionary<#rust_type>),
        constructor: quote!(decode::Dictionary::new(#clause, #constructor) #calls #names),
    })
}

/// The values that a nested check judges.
#[derive(Clone, Copy)]
enum Subject {
    /// An item of a list.
    Item,
    /// The name of a property.
    Name,
}

/// Emits a function that returns whether a value is one of some strings, or of a type and within its limits.
fn accepts(part: &Arguments, subject: Subject) -> syn::Result<TokenStream> {
    let values = part.strings()?;
    if !values.is_empty() {
        return Ok(match subject {
            Subject::Item => quote!(|value| ::core::matches!(value.as_str(), Some(#(#values)|*))),
            Subject::Name => quote!(|value| ::core::matches!(value, #(#values)|*)),
        });
    }
    let kinds = [
        ("boolean", Kind::Boolean),
        ("integer", Kind::Integer),
        ("number", Kind::Number),
        ("string", Kind::Text),
    ];
    for (word, kind) in kinds {
        if let Some(limits) = part.list(word)? {
            let Check { constructor, .. } = Check::read(&kind, "", &limits)?;
            limits.finish()?;
            let accepts = match subject {
                Subject::Item => quote!(accepts),
                Subject::Name => quote!(accepts_name),
            };
            return Ok(quote!(|value| decode::#accepts(&#constructor, value)));
        }
    }
    Err(Error::new(
        part.span(),
        "expected `boolean`, `integer`, `number`, `string`, or a list of strings",
    ))
}

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
            Self::ThreeState(three_state) => Some(three_state),
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
    /// The bytes of a file.
    File,
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
            ("FileBytes", []) => Self::File,
            ("Value", []) if is_of_serde_json(ty) => Self::Any,
            ("Vec", [item]) => Self::List(Box::new(Self::read(item))),
            ("BTreeMap", [_, value]) => Self::Dictionary(Box::new(Self::read(value))),
            ("Option", [inner]) => Self::Nullable(Box::new(Self::read(inner))),
            ("Box", [inner]) => Self::Boxed(Box::new(Self::read(inner))),
            _ => Self::Named(Box::new(ty.clone())),
        }
    }

    /// Returns the type of the contract inside, if there is one.
    pub(crate) fn named(&self) -> Option<Type> {
        match self {
            Self::Named(ty) => Some((**ty).clone()),
            Self::List(inner)
            | Self::Dictionary(inner)
            | Self::Nullable(inner)
            | Self::Boxed(inner) => inner.named(),
            Self::Boolean | Self::Integer | Self::Number | Self::Text | Self::File | Self::Any => {
                None
            }
        }
    }

    pub(crate) fn class(&self) -> Class {
        match self {
            Self::Boolean => Class::Boolean,
            Self::Integer | Self::Number => Class::Number,
            Self::List(_) => Class::List,
            Self::Dictionary(_) => Class::Dictionary,
            Self::Nullable(inner) => inner.class(),
            Self::Text | Self::File | Self::Any | Self::Boxed(_) | Self::Named(_) => Class::Other,
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

/// Returns whether a type is that of the properties that are not listed, `serde_json::Map`.
pub(crate) fn is_map(ty: &Type) -> bool {
    is_of_serde_json(ty) && last_segment(ty).is_some_and(|last| last.ident == "Map")
}

fn is_of_serde_json(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    path.path.segments.iter().any(|segment| segment.ident == "serde_json")
}

/// An argument: its type, and the expression that converts it.
pub(crate) struct Argument {
    /// The type parameters of the method.
    pub(crate) generics: TokenStream,
    pub(crate) rust_type: TokenStream,
    pub(crate) made: TokenStream,
}

/// Returns the argument for a required property, with conversions such as `impl Into<String>`. Compile errors point at
/// the span of the name.
pub(crate) fn argument(ty: &Type, presence: Presence, value: &Ident) -> Argument {
    let span = value.span();
    let into = |ty: &TokenStream| quote_spanned!(span=> impl ::core::convert::Into<#ty>);
    let list = quote_spanned!(span=> impl ::core::iter::IntoIterator);
    let converted = quote!(::core::convert::Into::into(#value));
    let (rust_type, made) = match Kind::read(ty) {
        _ if presence == Presence::RequiredNullable => (into(&quote!(Option<#ty>)), converted),
        // `bool` has no conversions.
        Kind::Boolean => (quote!(bool), quote!(#value)),
        Kind::List(_) => {
            let item = into(&inside(ty, 0).to_token_stream());
            let made = quote!(#value.into_iter().map(::core::convert::Into::into).collect());
            (quote!(#list<Item = #item>), made)
        }
        Kind::Dictionary(_) => {
            let (name, inner) = (into(&quote!(String)), into(&inside(ty, 1).to_token_stream()));
            let made = quote! {
                #value.into_iter().map(|(name, value)| (
                    ::core::convert::Into::into(name),
                    ::core::convert::Into::into(value),
                )).collect()
            };
            (quote!(#list<Item = (#name, #inner)>), made)
        }
        // The standard library converts a value into a `Box` of it.
        _ => (into(&ty.to_token_stream()), converted),
    };
    Argument { generics: TokenStream::new(), rust_type, made }
}

/// Returns the argument of a setter, by which a value or an `Option` is set: its type, and the expression of an
/// `Option`.
pub(crate) fn setting(ty: &Type, presence: Presence, value: &Ident) -> Argument {
    let bound = match Kind::read(ty) {
        // An `Option` is a value, too: JSON has null.
        Kind::Any => None,
        _ if presence == Presence::RequiredNullable => None,
        Kind::List(_) => {
            let item = inside(ty, 0);
            Some(quote!(ListSetting<#item, __Form>))
        }
        Kind::Dictionary(_) => {
            let inner = inside(ty, 1);
            Some(quote!(MapSetting<#ty, #inner, __Form>))
        }
        _ => Some(quote!(Setting<#ty, __Form>)),
    };
    match bound {
        Some(bound) => Argument {
            generics: quote!(<__Form>),
            rust_type: quote_spanned!(value.span()=> impl runtime::setting::#bound),
            made: quote!(<_ as runtime::setting::#bound>::setting(#value)),
        },
        None => {
            let Argument { generics, rust_type, made } = argument(ty, presence, value);
            Argument { generics, rust_type, made: quote!(Some(#made)) }
        }
    }
}

/// Returns the generic argument of a type at an index.
fn inside(ty: &Type, place: usize) -> Option<&Type> {
    last_segment(ty).and_then(|last| arguments(last).get(place).copied())
}
