//! The derive macros of generated types: the code that is the same for each type.
//!
//! [`Model`] reads a declaration and its `#[model(..)]` attributes, as `serde` and `garde` do, and implements
//! reading, validation, serialization and construction. Decoding and validating share one description of each
//! property. The macros know no contract; the code that they emit calls `webdata-runtime`.

mod attribute;
mod builder;
mod catalogue;
mod check;
mod choice;
mod events;
mod members;
mod model;
mod one_of;
mod rust_type;
mod schema;
mod structure;
#[cfg(test)]
mod tests;
mod tuple;
mod typed;
mod union;

use proc_macro::TokenStream;
use syn::{DeriveInput, Error, parse_macro_input};

/// Makes a type of a contract from its declaration.
///
/// A struct with named fields is an object. A field of type `Option` may be left out, one of type
/// `Patch` or `Nullable` may be null, too, and `#[model(nullable)]` marks an `Option` that may only be null.
/// What a value is checked for follows from its Rust type; the attribute adds the limits:
///
/// | of | words |
/// |---|---|
/// | a type | `"clause"` unless it is the type's name, `schema = ".."`, `rules(..)` |
/// | an object | `closed`, `min_properties`, `max_properties`, `exactly_one(..)`, `dependent(..)`, `tag(..)`, `builder` |
/// | a field | `"name"` unless it is the field's in camel case, `nullable`, `additional`, `default`, `clause` |
/// | text | `constant`, `min_length`, `max_length`, `pattern`, `format`, `minimum_interval` |
/// | a number | `constant`, `minimum`, `maximum`, `exclusive_minimum`, `exclusive_maximum`, `multiple_of` |
/// | a list | `items(..)`, `min_items`, `max_items`, `unique_items`, `contains(..)`, `min_contains`, `max_contains` |
/// | a map | `values(..)`, `property_names(..)`, `min_properties`, `max_properties` |
///
/// An enum of unit variants is one of some strings, each `#[model("..")]`; one with `discriminator` is one
/// of several objects; any other is one of several JSON types. The variant `#[model(other)]` keeps what the
/// contract does not list. A struct without names is a value with a name of its own, or with `tuple` a
/// list whose items differ.
///
/// # Constructors
///
/// - A type with properties that may be left out has a builder with a setter for each of them.
/// - Required properties are the arguments of `new`, which judges nothing, and of `builder`, as long as no two
///   of them could be swapped unseen: one boolean, one number, one list, one map and one value of
///   any other type at most. Where more are required there is no `new`: each has a setter of the
///   builder, and `build` reports those that were not set as `<clause>.required`.
/// - A setter has the name of its field, or `with_<field>` where the builder has a method of that
///   name already (`new`, `build`, `clear_<field>`).
///
/// # Typed values
///
/// A field of text keeps the text. With a feature, `parse_<field>` returns it as the type of its format, and so
/// it does of a list of such texts: `uuid` as `uuid::Uuid`, `uri` as `url::Url`, `date-time` as
/// `jiff::Timestamp`. What may be left out or be null is an `Option` in the `Result`.
#[proc_macro_derive(Model, attributes(model))]
pub fn derive_model(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    model::derive(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// Derives the events of a channel from an enum: `#[events("clause")]`, a variant `#[event("name")]` with the
/// payload for each event, and last a variant with `name` and `payload` for all others.
#[proc_macro_derive(Events, attributes(events, event))]
pub fn derive_events(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    events::derive(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// Derives the rows of an error catalogue from an enum of unit variants. Each has `#[error("identity", 404,
/// exact = "text", code = "..", retry = Never)]`, and the cause of the error in the first paragraph of its
/// documentation.
#[proc_macro_derive(ErrorRows, attributes(error))]
pub fn derive_error_rows(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    catalogue::derive(&input).unwrap_or_else(Error::into_compile_error).into()
}
