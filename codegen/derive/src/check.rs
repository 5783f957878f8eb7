//! Emits the check of a value, from its Rust type and the limits of an attribute.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{Error, LitStr};

use crate::attribute::Arguments;
use crate::rust_type::Kind;

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
        rust_type: quote!(decode::Together<#rust_type>),
        constructor: quote!(decode::Together::new(#clause, #constructor) #unique #contains),
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
        quote!(.contains(decode::Contains { accepts: #accepts, least: #min_contains, most: #max_contains })),
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

/// What a nested check is about.
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
