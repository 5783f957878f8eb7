//! Writes the parts of the crate page about values: how to build them, and which have Rust types of their
//! own.

use webdata_spec::model::{Keyword, Operand, StringFormat};

use crate::layout::{Constructor, Field, Item, Kind, Layout, Presence, Struct, TypeKind};
use crate::names::ident;

/// Returns the section about building values.
pub(super) fn builders_section() -> [String; 2] {
    [
        "# Build values".to_owned(),
        "A type with optional properties has a `builder`, with a setter for each of them; `build` validates \
         the whole value. Required properties are arguments of `builder`, and of `new`, which returns the \
         value without validation. Required properties of one type are setters instead, so that they cannot \
         be swapped, and `build` reports each missing one. Setters take what converts into the \
         field's type, such as `&str`. A setter has the name of its field; if the builder already has a \
         method of that name, it is `with_<field>`, such as `with_new`. A nullable property also \
         has `clear_<field>`. Properties that the contract does not list are read \
         into the map `additional_properties`, and sent with the others. An optional and nullable property is a [`Patch`] in types that \
         requests carry, and a [`Nullable`] in types that only responses carry."
            .to_owned(),
    ]
}

/// A format with a Rust type of its own.
struct RustType {
    feature: &'static str,
    /// The name of the variable in the example.
    variable: &'static str,
    /// The argument of a constructor.
    argument: &'static str,
}

impl RustType {
    fn from_format(format: StringFormat) -> Option<Self> {
        let (feature, variable, argument) = match format {
            StringFormat::Uuid => ("uuid", "uuid", "uuid"),
            StringFormat::Uri => ("url", "url", "url"),
            StringFormat::DateTime => ("jiff", "timestamp", "timestamp.to_string()"),
            _ => return None,
        };
        Some(Self { feature, variable, argument })
    }
}

/// Returns the section about strings with Rust types of their own, or nothing if the contract has none.
pub(super) fn typed_values_section(layout: &Layout<'_>, root: &str) -> Vec<String> {
    let examples = layout.items().filter_map(|item| example(layout, root, item));
    let Some(example) = examples.min_by_key(String::len) else { return Vec::new() };
    vec![
        "# Typed values".to_owned(),
        "Strings keep the text that was received. With the features `uuid`, `url` \
         and `jiff`, a property that is a UUID, a URI or a date-time also has the method \
         `parse_<field>`, which returns a `uuid::Uuid`, `url::Url` or `jiff::Timestamp`; for an optional \
         property, the `Result` has an `Option`. Constructors and setters take a `Uuid` or a `Url`. \
         For a `Timestamp`, pass `timestamp.to_string()`:"
            .to_owned(),
        example,
    ]
}

/// Returns an example with a required property, in a type without other required properties.
fn example(layout: &Layout<'_>, root: &str, item: &Item<'_>) -> Option<String> {
    let Kind::Struct(structure) = &item.kind else { return None };
    let module = &layout.type_name(&item.name)?.module;
    let (field, RustType { feature, variable, argument }) = required(structure)?;
    let sample = layout.spec.sample(&item.name)?;
    let (module, name, method) =
        (ident(module), &item.name, ident(&format!("parse_{}", field.name)));
    Some(format!(
        "```\n\
         # #[cfg(feature = \"{feature}\")]\n\
         # {{\n\
         use {root}::{module}::{name};\n\n\
         let body = br#\"{sample}\"#;\n\
         let read = {name}::parse(body).expect(\"the contract allows it\");\n\
         let {variable} = read.{method}().expect(\"`parse` validates formats, too\");\n\
         assert!({name}::new({argument}).validate().is_ok());\n\
         # }}\n\
         ```"
    ))
}

/// Returns the only required property of a struct, if it is a string with a Rust type of its own.
fn required<'f, 's>(structure: &'f Struct<'s>) -> Option<(&'f Field<'s>, RustType)> {
    if !matches!(structure.constructor, Constructor::New | Constructor::Builder) {
        return None;
    }
    let mut required = structure.fields.iter().filter(|field| field.presence.is_required());
    let (field, None) = (required.next()?, required.next()) else { return None };
    let is_text = matches!(field.ty.kind, TypeKind::Text);
    if !is_text || field.presence != Presence::Required {
        return None;
    }
    let constraints = &field.ty.schema.constraints;
    let format = constraints.iter().find(|constraint| constraint.keyword == Keyword::Format)?;
    let Operand::Format(format) = format.operand else { return None };
    Some((field, RustType::from_format(format)?))
}
