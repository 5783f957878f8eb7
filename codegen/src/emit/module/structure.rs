//! Emits a struct: its declaration, its methods and how it is judged. How its members are read
//! is next door.

use proc_macro2::TokenStream;
use quote::quote;
use serde_json::Value;
use webdata_spec::model::{Schema, Shape};

use super::checks::{Check, check, field_type};
use super::model::{methods, model};
use super::{look, members};
use crate::deprecation::{deprecated, deprecated_field, touching};
use crate::docs::{about, doc, effect, refusal, rule, whole};
use crate::emit::conditions;
use crate::error::GenerateError;
use crate::layout::{Field, FieldType, Item, Kind, Layout, Presence, Struct, TypeKind};
use crate::names::{ident, serde_camel, upper_camel};

/// The struct and its check.
pub(super) fn emit(
    layout: &Layout<'_>,
    item: &Item<'_>,
    found: &Struct<'_>,
) -> Result<Vec<TokenStream>, GenerateError> {
    let (name, clause) = (ident(&item.name), item.schema.clause.as_str());
    let methods = methods(&accessors(layout, found));
    Ok(vec![
        declaration(layout, item, found),
        quote!(impl #name { #methods }),
        statics(item, found)?,
        model(
            &name,
            clause,
            &quote!(decode::object(deserializer, at, found)),
            &members::validation(item, found),
        ),
        members::decoding(item, found),
        look::structure(layout, item, found),
    ])
}

fn declaration(layout: &Layout<'_>, item: &Item<'_>, found: &Struct<'_>) -> TokenStream {
    let name = ident(&item.name);
    let mut paragraphs = about(item.schema, format!("The object `{}`.", item.schema.clause));
    paragraphs.push(whole(item.schema));
    if found.additional.is_none() {
        paragraphs.push("Plain `serde` drops other properties when it reads.".to_owned());
    }
    paragraphs.extend(written_alone(layout, item, found));
    paragraphs.extend(found.object.rules.iter().map(rule));
    paragraphs.extend(found.object.effects.iter().map(effect));
    paragraphs.extend(found.object.refusals.iter().map(refusal));
    let struct_doc = doc(paragraphs);
    let fields = found.fields.iter().map(|field| declared_field(layout, field));
    let optional =
        found.fields.iter().all(|f| matches!(f.presence, Presence::Optional | Presence::Patch));
    let default = optional.then(|| quote!(Default,));
    let camel = found.fields.iter().any(|field| field.name != field.property);
    let rename = camel.then(|| quote!(#[serde(rename_all = "camelCase")]));
    // A discriminator that can have but one value has no field, and is written all the same.
    let tag = found.tag.as_ref().and_then(|tag| Some((tag.property, tag.known()?)));
    let tag = tag.map(|(property, value)| quote!(#[serde(tag = #property, rename = #value)]));
    let additional = found.additional.as_ref().map(|name| {
        let name = ident(name);
        quote! {
            /// The members that the contract does not list, as they came. They are written beside
            /// the others, whose names they must not have.
            #[serde(flatten)]
            pub #name: serde_json::Map<String, serde_json::Value>,
        }
    });
    quote! {
        #struct_doc
        #[derive(Debug, Clone, #default PartialEq, serde::Serialize)]
        #rename
        #tag
        pub struct #name {
            #(#fields,)*
            #additional
        }
    }
}

/// What is said of a variant that stands for several values of its discriminator.
fn written_alone(layout: &Layout<'_>, item: &Item<'_>, found: &Struct<'_>) -> Option<String> {
    let property = found.tag.as_ref().filter(|tag| tag.known().is_none())?.property;
    let unions = layout.items().filter(|one| match &one.kind {
        Kind::Union(union) => union.variants.iter().any(|one| one.type_name.name == item.name),
        _ => false,
    });
    let unions: Vec<_> = unions.map(|union| format!("`{}`", union.name)).collect();
    Some(format!(
        "Written alone it has no `{property}`; as a part of {} it has.",
        unions.join(" or ")
    ))
}

fn declared_field(layout: &Layout<'_>, field: &Field<'_>) -> TokenStream {
    let (name, property) = (ident(&field.name), field.property);
    let field_doc = doc(about(field.ty.schema, unsaid_of(layout, field)));
    let rename =
        (serde_camel(&field.name) != property).then(|| quote!(#[serde(rename = #property)]));
    let leave_out = match field.presence {
        Presence::Required | Presence::RequiredNullable => TokenStream::new(),
        Presence::Optional => quote!(#[serde(skip_serializing_if = "Option::is_none")]),
        Presence::Patch => {
            quote!(#[serde(skip_serializing_if = "runtime::Patch::is_absent")])
        }
    };
    let rust_type = field_type(field);
    let deprecated = deprecated(field.ty.schema.deprecated.as_ref());
    quote!(#field_doc #deprecated #rename #leave_out pub #name: #rust_type)
}

/// What is said of a field that the contract says nothing of: what its type is.
pub(super) fn unsaid_of(layout: &Layout<'_>, field: &Field<'_>) -> String {
    unsaid(layout, &field.ty, format!("The property `{}`.", field.property))
}

/// What is said of a value that the contract says nothing of: what its type is.
pub(super) fn unsaid(layout: &Layout<'_>, ty: &FieldType<'_>, otherwise: String) -> String {
    let named = match &ty.kind {
        TypeKind::Named { name, .. } => layout.spec.types.get(&name.name),
        _ => None,
    };
    match named.map(|found| found.schema.doc.as_str()) {
        Some("") | None => otherwise,
        Some(says) => says.to_owned(),
    }
}

/// The checks of the properties, and the rules.
fn statics(item: &Item<'_>, found: &Struct<'_>) -> Result<TokenStream, GenerateError> {
    let tag = found.tag.iter().map(|tag| {
        let (constant, property, clause) = (ident(&tag.check), tag.property, tag.clause);
        let values = tag.values;
        // Where the struct does not know the value it is not written, so it cannot be asked for.
        let made = made(!tag.required || tag.known().is_none());
        quote! {
            static #constant: decode::Property<decode::Tag> = #made(
                #property,
                #clause,
                decode::Tag::new(#clause, &[#(#values),*]),
            );
        }
    });
    let properties = found.fields.iter().map(|field| {
        let (constant, property) = (ident(&field.check), field.property);
        let clause = field.ty.schema.clause.as_str();
        let Check { rust_type, made: check } = check(&field.ty);
        let made = made(matches!(field.presence, Presence::Optional | Presence::Patch));
        quote! {
            static #constant: decode::Property<#rust_type> = #made(#property, #clause, #check);
        }
    });
    let as_sent = found.rules_as_sent();
    let rules = if as_sent.is_empty() {
        TokenStream::new()
    } else {
        let name = ident(&found.rules);
        let rules = conditions::rules(item.schema.clause.as_str(), &as_sent)?;
        quote!(static #name: &[runtime::rule::Rule] = &[#rules];)
    };
    Ok(quote!(#(#tag)* #(#properties)* #rules))
}

/// What makes the check of a property.
fn made(optional: bool) -> TokenStream {
    if optional { quote!(decode::Property::optional) } else { quote!(decode::Property::new) }
}

/// For each property with a default that is a plain value: what holds, given or not.
fn accessors(layout: &Layout<'_>, found: &Struct<'_>) -> TokenStream {
    let accessors = found.fields.iter().filter_map(|field| {
        let default = field.ty.schema.default.as_ref()?;
        let (name, property) = (ident(&field.name), field.property);
        let (result, borrow, default) = effective(layout, field, default)?;
        let body = match field.presence {
            Presence::Optional => {
                let default = default?;
                quote!(self.#name #borrow.unwrap_or(#default))
            }
            Presence::Patch => {
                let no_value = match default {
                    Some(default) => quote! {
                        runtime::Patch::Absent => Some(#default),
                        runtime::Patch::Null => None,
                    },
                    None => quote!(runtime::Patch::Absent | runtime::Patch::Null => None,),
                };
                quote! {
                    match &self.#name {
                        #no_value
                        runtime::Patch::Value(value) => Some(#borrow),
                    }
                }
            }
            Presence::Required | Presence::RequiredNullable => return None,
        };
        let result = match field.presence {
            Presence::Patch => quote!(Option<#result>),
            _ => result,
        };
        let method = ident(&format!("effective_{}", field.name));
        let clause = field.ty.schema.clause.child("default");
        let fallback = field.ty.schema.default.as_ref()?;
        let says = format!("The value of `{property}`, or `{fallback}` when it is left out");
        let doc = doc([format!("{says} (`{clause}`).")]);
        let deprecated = match field.is_deprecated() {
            false => touching(deprecated_default(layout, field)),
            true => deprecated_field(field),
        };
        Some(quote! {
            #doc
            #deprecated
            #[must_use]
            pub fn #method(&self) -> #result {
                #body
            }
        })
    });
    quote!(#(#accessors)*)
}

/// Whether the default of a field is a listed text that is deprecated.
fn deprecated_default(layout: &Layout<'_>, field: &Field<'_>) -> bool {
    let TypeKind::Named { name, .. } = &field.ty.kind else { return false };
    let values = shape(layout, &name.name).map_or(&[][..], |schema| &schema.deprecated_values);
    let default = field.ty.schema.default.as_ref().and_then(Value::as_str);
    default.is_some_and(|default| values.iter().any(|value| value == default))
}

type Effective = (TokenStream, TokenStream, Option<TokenStream>);

/// The type that an accessor returns, what it returns of a field that is there (of a patch, an
/// expression in `value`; else a call behind the field), and the default (`None`: null).
fn effective(layout: &Layout<'_>, field: &Field<'_>, default: &Value) -> Option<Effective> {
    let patch = field.presence == Presence::Patch;
    let copied = if patch { quote!(*value) } else { TokenStream::new() };
    let null = |made: Option<TokenStream>| (made.is_some() || default.is_null()).then_some(made);
    match &field.ty.kind {
        TypeKind::Boolean => {
            let made = default.as_bool().map(|value| quote!(#value));
            Some((quote!(bool), copied, null(made)?))
        }
        TypeKind::Integer => {
            let made = default.as_i64().map(proc_macro2::Literal::i64_unsuffixed);
            Some((quote!(i64), copied, null(made.map(|made| quote!(#made)))?))
        }
        TypeKind::Number => {
            let made = default.as_f64().map(proc_macro2::Literal::f64_unsuffixed);
            Some((quote!(f64), copied, null(made.map(|made| quote!(#made)))?))
        }
        TypeKind::Text => {
            let made = default.as_str().map(|value| quote!(#value));
            let borrow = if patch { quote!(value.as_str()) } else { quote!(.as_deref()) };
            Some((quote!(&str), borrow, null(made)?))
        }
        TypeKind::Named { name, boxed: false } => {
            let Shape::Enum(_) = &shape(layout, &name.name)?.shape else { return None };
            let rust_name = ident(&name.name);
            let made = default.as_str().map(|value| {
                let variant = ident(&variant_name(layout, &name.name, value));
                quote!(&#rust_name::#variant)
            });
            let borrow = if patch { quote!(value) } else { quote!(.as_ref()) };
            Some((quote!(&#rust_name), borrow, null(made)?))
        }
        _ => None,
    }
}

fn shape<'s>(layout: &Layout<'s>, name: &str) -> Option<&'s Schema> {
    layout.item(name).map(|item| item.schema)
}

fn variant_name(layout: &Layout<'_>, name: &str, value: &str) -> String {
    match layout.item(name).map(|item| &item.kind) {
        Some(Kind::Choice(variants)) => variants
            .iter()
            .find(|variant| variant.value == value)
            .map_or_else(|| upper_camel(value), |variant| variant.name.clone()),
        _ => upper_camel(value),
    }
}
