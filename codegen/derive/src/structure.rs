//! Describes an object: its fields, its discriminator and its rules, as a declaration has them.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt as _;
use syn::{Attribute, Error, FieldsNamed, LitStr, Type};

use crate::attribute::Arguments;
use crate::model::{Model, doc_attributes};
use crate::value::{Check, Kind, Presence, is_map, presence};

/// An object.
pub(crate) struct Structure<'i> {
    pub(crate) fields: Vec<Field<'i>>,
    /// The discriminator, if the object is a variant of a union.
    pub(crate) tag: Option<Tag>,
    /// The field for unlisted properties, if the object allows them.
    pub(crate) additional: Option<&'i Ident>,
    /// Whether other properties are forbidden.
    pub(crate) closed: bool,
    /// The rules for the received object, as the elements of an array.
    pub(crate) rules: Option<TokenStream>,
}

impl Structure<'_> {
    /// Returns whether a field is a secret.
    pub(crate) fn has_secrets(&self) -> bool {
        self.fields.iter().any(|field| field.is_secret)
    }
}

/// A field of a struct.
pub(crate) struct Field<'i> {
    pub(crate) ident: &'i Ident,
    /// The type of the value, without `Option`, `Patch` or `Nullable`.
    pub(crate) ty: &'i Type,
    pub(crate) declared: &'i Type,
    pub(crate) presence: Presence,
    pub(crate) kind: Kind,
    /// The name of the property.
    pub(crate) property: String,
    pub(crate) clause: String,
    pub(crate) check: Check,
    /// The name of the static that holds the property.
    pub(crate) constant: Ident,
    pub(crate) default: Option<TokenStream>,
    /// Whether `Debug` does not show the value.
    pub(crate) is_secret: bool,
    /// Whether the string is a schedule in words.
    pub(crate) is_schedule_phrase: bool,
    /// The number of milliseconds of one unit of an integer.
    pub(crate) unit: Option<TokenStream>,
    /// The type that the string can be parsed into.
    pub(crate) typed: Option<Typed>,
    attributes: &'i [Attribute],
}

impl Field<'_> {
    /// Returns the name without the `r#` of raw identifiers.
    pub(crate) fn name(&self) -> String {
        self.ident.unraw().to_string()
    }

    /// The `#[deprecated]` attributes of the field, which its setter and its accessor also get.
    pub(crate) fn deprecated(&self) -> impl Iterator<Item = &Attribute> {
        self.attributes.iter().filter(|attribute| attribute.path().is_ident("deprecated"))
    }

    /// Returns the documentation and deprecation of the field.
    pub(crate) fn doc_attributes(&self) -> impl Iterator<Item = &Attribute> {
        doc_attributes(self.attributes)
    }
}

/// The discriminator inside a variant. It has no field, since the type implies it.
pub(crate) struct Tag {
    pub(crate) property: LitStr,
    pub(crate) values: Vec<LitStr>,
    required: bool,
}

impl Tag {
    /// Returns the value of the discriminator, if it has only one.
    pub(crate) fn known(&self) -> Option<&LitStr> {
        match self.values.as_slice() {
            [value] => Some(value),
            _ => None,
        }
    }

    /// Returns whether the discriminator is required. A struct that does not know its value does not write
    /// it, so it cannot be required.
    pub(crate) fn is_required(&self) -> bool {
        self.required
    }
}

pub(crate) fn read<'i>(model: &Model<'_>, fields: &'i FieldsNamed) -> syn::Result<Structure<'i>> {
    let mut structure = Structure {
        fields: Vec::new(),
        tag: tag(model)?,
        additional: None,
        closed: model.arguments.flag("closed"),
        rules: rules(model)?,
    };
    for field in &fields.named {
        let Some(ident) = &field.ident else { continue };
        let arguments = Arguments::read(&field.attrs, "model", ident.span())?;
        if is_map(&field.ty) {
            structure.additional = Some(ident);
            arguments.finish()?;
            continue;
        }
        let (presence, ty) = presence(&field.ty, arguments.flag("nullable"));
        let kind = Kind::read(ty);
        let property = match arguments.name()? {
            Some(name) => name.value(),
            None => camel(&ident.unraw().to_string()),
        };
        let clause = format!("{}.{property}", model.clause);
        let Check { rust_type, constructor } = Check::read(&kind, &clause, &arguments)?;
        let check = match presence {
            Presence::RequiredNullable | Presence::ThreeState(_) => Check {
                rust_type: quote!(decode::Nullable<#rust_type>),
                constructor: quote!(decode::Nullable(#constructor)),
            },
            Presence::Required | Presence::Optional => Check { rust_type, constructor },
        };
        let default = arguments.tokens("default").cloned();
        let typed = Typed::read(&kind, &arguments)?;
        let is_secret = arguments.flag("secret");
        let format = arguments.string("format")?;
        let unit = arguments.tokens("milliseconds").cloned();
        let is_schedule_phrase = format.is_some_and(|format| format.value() == "schedule-phrase");
        arguments.finish()?;
        structure.fields.push(Field {
            ident,
            ty,
            declared: &field.ty,
            presence,
            kind,
            property,
            clause,
            check,
            constant: format_ident!("PROPERTY_{}", structure.fields.len()),
            default,
            is_secret,
            is_schedule_phrase,
            unit,
            typed,
            attributes: &field.attrs,
        });
    }
    if structure.additional.is_none() && !structure.closed {
        let message = "a field of the type `serde_json::Map`, or `closed` of the type, is expected";
        return Err(Error::new(model.ident().span(), message));
    }
    Ok(structure)
}

/// Emits the rules as the elements of an array.
fn rules(model: &Model<'_>) -> syn::Result<Option<TokenStream>> {
    let clause = format!("{}.rules", model.clause);
    let mut rules = TokenStream::new();
    for rule in model.arguments.each("rule") {
        let rule: Arguments = syn::parse2(rule.clone())?;
        let missing = || Error::new(rule.span(), "an identity, a sentence, `when` and `requires`");
        let [id, says] = &rule.strings()?[..] else { return Err(missing()) };
        let when = rule.tokens("when").ok_or_else(missing)?;
        let requires = rule.tokens("requires").ok_or_else(missing)?;
        let unless = rule.tokens("unless").map(|unless| quote!(.unless(#unless)));
        rule.finish()?;
        let message = format!("breaks a rule: {}", says.value());
        rules.extend(quote!(Rule::new(#clause, #id, #message, #when, #requires) #unless,));
    }
    Ok((!rules.is_empty()).then_some(rules))
}

fn tag(model: &Model<'_>) -> syn::Result<Option<Tag>> {
    let Some(arguments) = model.arguments.list("tag")? else { return Ok(None) };
    let mut strings = arguments.strings()?.into_iter();
    let property = strings.next();
    let property =
        property.ok_or_else(|| Error::new(arguments.span(), "a property is expected"))?;
    let values: Vec<_> = strings.collect();
    let required = !arguments.flag("optional");
    arguments.finish()?;
    Ok(Some(Tag { property, values, required }))
}

/// Returns the name of a field in camel case, as `serde` converts it, and as `serde_camel` of `webdata-codegen` must.
fn camel(field: &str) -> String {
    let mut name = String::new();
    for (index, word) in field.split('_').enumerate() {
        let mut letters = word.chars();
        match letters.next() {
            Some(first) if index > 0 => name.push(first.to_ascii_uppercase()),
            first => name.extend(first),
        }
        name.push_str(letters.as_str());
    }
    name
}

/// A Rust type for the values of a string format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Typed {
    Timestamp,
    Url,
    Uuid,
}

impl Typed {
    /// Returns the type of a property's values, if its format has one and the feature of that type is on.
    pub(crate) fn read(kind: &Kind, limits: &Arguments) -> syn::Result<Option<Self>> {
        let format = match kind {
            Kind::Text => limits.string("format")?,
            Kind::List(item) if matches!(**item, Kind::Text) => match limits.list("items")? {
                Some(items) => items.string("format")?,
                None => None,
            },
            _ => None,
        };
        let of_format = format.and_then(|format| match format.value().as_str() {
            "date-time" => Some(Self::Timestamp),
            "uri" => Some(Self::Url),
            "uuid" => Some(Self::Uuid),
            _ => None,
        });
        Ok(of_format.filter(|typed| typed.is_enabled()))
    }

    const fn is_enabled(self) -> bool {
        match self {
            Self::Timestamp => cfg!(feature = "jiff"),
            Self::Url => cfg!(feature = "url"),
            Self::Uuid => cfg!(feature = "uuid"),
        }
    }

    /// Returns the feature that derives accessors of the type.
    pub(crate) const fn feature(self) -> &'static str {
        match self {
            Self::Timestamp => "jiff",
            Self::Url => "url",
            Self::Uuid => "uuid",
        }
    }

    /// Returns the type, its error, and the noun for a value.
    pub(crate) fn parts(self) -> (TokenStream, TokenStream, &'static str) {
        match self {
            Self::Timestamp => {
                (quote!(runtime::jiff::Timestamp), quote!(runtime::jiff::Error), "timestamp")
            }
            Self::Url => (quote!(runtime::url::Url), quote!(runtime::url::ParseError), "URL"),
            Self::Uuid => (quote!(runtime::uuid::Uuid), quote!(runtime::uuid::Error), "UUID"),
        }
    }

    /// Describes the valid strings of the format that the type cannot hold.
    pub(crate) const fn lacks(self) -> &'static str {
        match self {
            Self::Timestamp => ", or is a time after 9999-12-30T22:00:00Z",
            Self::Url => ", or is a URI whose host or port the URL Standard does not allow",
            Self::Uuid => "",
        }
    }

    /// Describes the parts of a valid string that the type does not keep.
    pub(crate) const fn loses(self) -> &'static str {
        match self {
            Self::Timestamp => {
                " Digits below a nanosecond are dropped, and a leap second becomes the second before."
            }
            Self::Url | Self::Uuid => "",
        }
    }

    /// Returns the function of the runtime that parses a value.
    pub(crate) fn function(self) -> TokenStream {
        match self {
            Self::Timestamp => quote!(runtime::typed::timestamp),
            Self::Url => quote!(runtime::typed::url),
            Self::Uuid => quote!(runtime::typed::uuid),
        }
    }
}
