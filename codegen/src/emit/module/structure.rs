//! Emits the declaration of a struct: its fields with their limits, and the facts about the whole object.

use proc_macro2::TokenStream;
use quote::quote;

use super::attribute::{attribute, limits, own_limits};
use super::type_attribute;
use super::types::field_type;
use crate::deprecation::deprecated;
use crate::docs::{description_of_type, doc, effect, object_limits, rejection, rule, value_docs};
use crate::emit::conditions;
use crate::error::GenerateError;
use crate::layout::{Field, Item, Kind, Layout, Presence, Struct, TypeKind};
use crate::names::{ident, serde_camel};

/// Emits the declaration.
pub(super) fn emit(
    layout: &Layout<'_>,
    item: &Item<'_>,
    structure: &Struct<'_>,
) -> Result<TokenStream, GenerateError> {
    let name = ident(&item.name);
    let mut paragraphs = value_docs(item.schema, format!("The object `{}`.", item.schema.clause));
    paragraphs.push(object_limits(item.schema));
    if structure.additional.is_none() {
        paragraphs.push("Plain `serde` drops other properties.".to_owned());
    }
    paragraphs.extend(serialized_alone(layout, item, structure));
    paragraphs.extend(structure.object.rules.iter().map(rule));
    paragraphs.extend(structure.object.effects.iter().map(effect));
    paragraphs.extend(structure.object.refusals.iter().map(rejection));
    let doc_of_struct = doc(paragraphs);
    let default = structure
        .fields
        .iter()
        .all(|field| !field.presence.is_required())
        .then(|| quote!(Default,));
    let of_type = attribute(&arguments(layout, item, structure));
    let rules = rules(structure)?;
    let open = type_attribute::non_exhaustive(layout, item);
    let fields = structure.fields.iter().map(|field| declare_field(layout, field));
    let additional = structure.additional.as_ref().map(|name| {
        let name = ident(name);
        quote! {
            /// Properties that the contract does not list. They are kept and sent, but not validated.
            #[model(additional)]
            pub #name: serde_json::Map<String, serde_json::Value>,
        }
    });
    Ok(quote! {
        #doc_of_struct
        #[derive(Debug, Clone, #default PartialEq, runtime::Model)]
        #of_type
        #(#rules)*
        #open
        pub struct #name {
            #(#fields,)*
            #additional
        }
    })
}

fn arguments(layout: &Layout<'_>, item: &Item<'_>, structure: &Struct<'_>) -> Vec<TokenStream> {
    let mut arguments = type_attribute::arguments(layout, item);
    arguments.extend(structure.tag.as_ref().map(|tag| {
        let (property, values) = (tag.property, tag.values);
        let optional = (!tag.required).then(|| quote!(, optional));
        quote!(tag(#property, #(#values),* #optional))
    }));
    arguments.extend(structure.additional.is_none().then(|| quote!(closed)));
    arguments.extend(own_limits(item.schema));
    let builder =
        structure.builder.as_ref().filter(|name| **name != format!("{}Builder", item.name));
    arguments.extend(builder.map(|name| {
        let name = ident(name);
        quote!(builder = #name)
    }));
    arguments
}

/// Emits an attribute for each rule about the object as it was sent.
fn rules(structure: &Struct<'_>) -> Result<Vec<TokenStream>, GenerateError> {
    let rules = structure.rules_as_sent().into_iter().map(|rule| {
        let (id, sentence) = (&rule.id, &rule.doc);
        let when = conditions::condition(&rule.when, &rule.clause)?;
        let requires = conditions::condition(&rule.requires, &rule.clause)?;
        let unless = rule.unless.as_ref().map(|unless| {
            let unless = conditions::condition(unless, &rule.clause)?;
            Ok::<_, GenerateError>(quote!(, unless = #unless))
        });
        let unless = unless.transpose()?;
        Ok(quote!(#[model(rule(#id, #sentence, when = #when, requires = #requires #unless))]))
    });
    rules.collect()
}

/// Describes a variant that several values of its discriminator select.
fn serialized_alone(
    layout: &Layout<'_>,
    item: &Item<'_>,
    structure: &Struct<'_>,
) -> Option<String> {
    let property = structure.tag.as_ref().filter(|tag| tag.only_value().is_none())?.property;
    let unions = layout.items().filter(|other| match &other.kind {
        Kind::Union(union) => {
            union.variants.iter().any(|variant| variant.type_name.name == item.name)
        }
        _ => false,
    });
    let unions: Vec<_> = unions.map(|union| format!("`{}`", union.name)).collect();
    Some(format!(
        "On its own, it is serialized without `{property}`; as a variant of {}, it has the property.",
        unions.join(" or ")
    ))
}

fn declare_field(layout: &Layout<'_>, field: &Field<'_>) -> TokenStream {
    let (name, property) = (ident(&field.name), field.property);
    let fallback = format!("The property `{property}`.");
    let doc = doc(value_docs(field.ty.schema, description_of_type(layout, &field.ty, fallback)));
    let mut arguments = Vec::new();
    if serde_camel(&field.name) != property {
        arguments.push(quote!(#property));
    }
    arguments.extend((field.presence == Presence::RequiredNullable).then(|| quote!(nullable)));
    arguments.extend(limits(&field.ty));
    arguments.extend(default(layout, field).map(|default| quote!(default = #default)));
    let attribute = attribute(&arguments);
    let rust_type = field_type(field);
    let deprecated = deprecated(field.ty.schema.deprecated.as_ref());
    quote!(#doc #deprecated #attribute pub #name: #rust_type)
}

/// Emits the default of an optional field, if it is a plain value.
fn default(layout: &Layout<'_>, field: &Field<'_>) -> Option<TokenStream> {
    let default = field.ty.schema.default.as_ref()?;
    match field.presence {
        Presence::Patch | Presence::Nullable if default.is_null() && is_plain(layout, field) => {
            return Some(quote!(null));
        }
        Presence::Optional | Presence::Patch | Presence::Nullable => {}
        Presence::Required | Presence::RequiredNullable => return None,
    }
    match &field.ty.kind {
        TypeKind::Boolean => default.as_bool().map(|value| quote!(#value)),
        TypeKind::Integer => {
            let value = default.as_i64().map(proc_macro2::Literal::i64_unsuffixed)?;
            Some(quote!(#value))
        }
        TypeKind::Number => {
            let value = default.as_f64().map(proc_macro2::Literal::f64_unsuffixed)?;
            Some(quote!(#value))
        }
        TypeKind::Text => default.as_str().map(|value| quote!(#value)),
        TypeKind::Named { name, boxed: false } => {
            let Kind::Choice(variants) = &layout.item(&name.name)?.kind else { return None };
            let value = default.as_str()?;
            let variant = variants.iter().find(|variant| variant.value == value)?;
            let (name, variant) = (ident(&name.name), ident(&variant.name));
            Some(quote!(#name::#variant))
        }
        _ => None,
    }
}

/// Returns whether a field is neither a list nor an object.
fn is_plain(layout: &Layout<'_>, field: &Field<'_>) -> bool {
    match &field.ty.kind {
        TypeKind::Boolean | TypeKind::Integer | TypeKind::Number | TypeKind::Text => true,
        TypeKind::Named { name, boxed: false } => {
            layout.item(&name.name).is_some_and(|item| item.schema.words().is_some())
        }
        _ => false,
    }
}
