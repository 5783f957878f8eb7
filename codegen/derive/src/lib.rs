//! The derive macros of generated types.
//!
//! [`Model`] reads a declaration and its `#[model(..)]` attributes, as the macros of `serde` and `garde` do.
//! It implements decoding, validation, serialization and construction. One description of each property
//! serves both decoding and validation. The macros know no contract; the emitted code calls
//! `webdata-runtime`.

mod alternatives;
mod attribute;
mod builder;
mod catalogue;
mod events;
mod model;
mod object;
mod structure;
#[cfg(test)]
mod tests;
mod tuple;
mod value;

use proc_macro::TokenStream;
use quote::quote;
use syn::ext::IdentExt as _;
use syn::parse::Parser as _;
use syn::{Data, DeriveInput, Error, Field, Fields, parse_macro_input};

use crate::attribute::Arguments;
use crate::model::{DerivedCode, Model};

/// Derives a type of a contract from its declaration.
///
/// A struct with named fields is an object. An `Option` field is an optional property, and a `Patch` or
/// `Nullable` field is also nullable. `#[model(nullable)]` marks an `Option` that is nullable, but required.
/// A field of the type `serde_json::Map` has the properties that are not listed.
/// The Rust type of a value decides how the value is validated; the attribute adds the limits:
///
/// | of | words |
/// |---|---|
/// | a type | `"clause"` unless it is the type's name, `schema = ".."`, `refers_to(..)`, `rule(..)` |
/// | an object | `closed`, `min_properties`, `max_properties`, `exactly_one(..)`, `dependent(..)`, `tag(..)`, `builder` |
/// | a field | `"name"` unless it is the field's in camel case, `nullable`, `default`, `secret`, `clause` |
/// | a string | `constant`, `min_length`, `max_length`, `pattern`, `format`, `minimum_interval` |
/// | an integer of a field | `milliseconds`, the length of its unit: an accessor returns it as a `Duration` |
/// | a number | `constant`, `minimum`, `maximum`, `exclusive_minimum`, `exclusive_maximum`, `multiple_of` |
/// | a list | `items(..)`, `min_items`, `max_items`, `unique_items`, `contains(..)`, `min_contains`, `max_contains` |
/// | a map | `values(..)`, `property_names(..)`, `min_properties`, `max_properties` |
///
/// An enum of unit variants is a string out of a list, each `#[model("..")]`; `open` allows other strings. An enum with
/// `discriminator` is one of several objects, and any other enum is one of several JSON types. The variant with a
/// `serde_json::Value` keeps values that the contract does not list. A tuple struct is a named value, or with `tuple` a
/// list whose items have different types.
///
/// # Secrets
///
/// The value of a field with `secret` is not shown by `Debug`, which the macro implements for a struct with such a field.
///
/// # Constructors
///
/// - A type with optional properties has a builder with a setter for each of them.
/// - Required properties are arguments of `builder` and of `new`, if no two of them can be swapped without a compile
///   error: at most one boolean, one number, one list, one map and one value of any other type. `new` does not validate.
/// - Otherwise there is no `new`. Each required property has a setter, and `build` reports missing ones as
///   `<clause>.required`.
/// - A setter takes what converts into the field's type, or an `Option` of it, where `None` leaves the property out.
///   `additional_property` adds a property that is not listed.
/// - A setter has the name of its field, or `with_<field>` if the builder has another method with that name (`new`,
///   `build`, `clear_<field>`).
///
/// # Typed values
///
/// A string field keeps the string as received. With a feature, `parse_<field>` returns the string, or each
/// string of a list, as the type of its format: `uuid` as `uuid::Uuid`, `uri` as `url::Url`, `date-time` as
/// `jiff::Timestamp`. The `Result` of an optional or nullable property has an `Option`. `<field>_as_cron` returns a
/// string of the format `schedule-phrase` as a cron expression.
#[proc_macro_derive(Model, attributes(model))]
pub fn derive_model(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    derive_type(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// Declares a static with the check of a path parameter, from a declaration like that of a field of a [`Model`]. Its
/// attribute begins with the clause. The names `runtime` and `decode` must be in scope.
#[proc_macro]
pub fn parameter_check(input: TokenStream) -> TokenStream {
    let check = Field::parse_named.parse(input).and_then(|field| value::parameter_check(&field));
    check.unwrap_or_else(Error::into_compile_error).into()
}

/// Derives the events of a channel from an enum with `#[events("clause")]`. Each event has a variant with
/// `#[event("name")]` that holds the payload. The last variant holds the `name` and `payload` of all other
/// events.
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

/// Derives the type, by the shape of its declaration.
fn derive_type(input: &DeriveInput) -> syn::Result<proc_macro2::TokenStream> {
    let arguments = Arguments::read(&input.attrs, "model", input.ident.span())?;
    let clause = arguments
        .name()?
        .map_or_else(|| input.ident.unraw().to_string(), |literal| literal.value());
    let model = Model { input, arguments, clause };
    let DerivedCode { beside, implementations, types } = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => object::derive(&model, fields)?,
            Fields::Unnamed(fields) if model.arguments.flag("tuple") => {
                tuple::derive(&model, fields)?
            }
            Fields::Unnamed(fields) => tuple::wrapper(&model, fields)?,
            Fields::Unit => {
                return Err(Error::new(input.ident.span(), "a type of a contract has fields"));
            }
        },
        Data::Enum(data) => match model.arguments.string("discriminator")? {
            Some(discriminator) => alternatives::objects(&model, data, &discriminator)?,
            None if data.variants.iter().any(|variant| matches!(variant.fields, Fields::Unit)) => {
                alternatives::strings(&model, data)?
            }
            None => alternatives::json_types(&model, data)?,
        },
        Data::Union(_) => {
            return Err(Error::new(input.ident.span(), "a union cannot be a type of a contract"));
        }
    };
    let schema = model::declaration(&model, &types)?;
    model.arguments.finish()?;
    Ok(quote! {
        #beside

        // `expect` would warn for each type without either.
        #[allow(deprecated, clippy::too_many_arguments)]
        #[automatically_derived]
        const _: () = {
            use ::webdata_runtime::{self as runtime, decode, serde, serde_json};
            #implementations
            #schema
        };
    })
}
