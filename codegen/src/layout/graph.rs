//! Walks over the items of a crate: which values are boxed, because a type would contain itself or a variant is
//! large; which rules can be emitted; and which types have values that are charged.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;
use webdata_spec::model::{Charge, Condition, PropertyPath, Segment, Test};

use crate::error::GenerateError;
use crate::layout::items::{
    ChargedType, Field, FieldType, InnerValue, Item, Kind, Layout, Module, Presence, TypeKind,
};

/// The estimated size in bytes from which a variant is boxed; clippy warns at a difference of 200 bytes.
const LARGE: usize = 150;

/// Sets `boxed` in all items.
pub(crate) fn mark_boxed(modules: &mut [Module<'_>]) {
    let holds = direct_contents(modules);
    for item in modules.iter_mut().flat_map(|module| &mut module.items) {
        let held: Vec<&mut FieldType<'_>> = match &mut item.kind {
            Kind::Struct(structure) => {
                structure.fields.iter_mut().map(|field| &mut field.ty).collect()
            }
            Kind::Tuple(tuple) => tuple.items.iter_mut().collect(),
            Kind::Choice(_) | Kind::Union(_) | Kind::OneOf(_) | Kind::Wrapper(_) => Vec::new(),
        };
        for ty in held {
            if let TypeKind::Named { name, boxed } = &mut ty.kind {
                *boxed = reaches(&holds, &name.name, &item.name);
            }
        }
    }
    let sizes = sizes(modules);
    for item in modules.iter_mut().flat_map(|module| &mut module.items) {
        let is_large = |name: &str| sizes.get(name).is_some_and(|size| *size >= LARGE);
        match &mut item.kind {
            Kind::Union(union) => {
                for variant in &mut union.variants {
                    variant.boxed = is_large(&variant.type_name.name);
                }
            }
            Kind::OneOf(one_of) => {
                for alternative in &mut one_of.alternatives {
                    if let TypeKind::Named { name, boxed } = &mut alternative.ty.kind {
                        *boxed = is_large(&name.name);
                    }
                }
            }
            Kind::Struct(_) | Kind::Choice(_) | Kind::Tuple(_) | Kind::Wrapper(_) => {}
        }
    }
}

type Contents = BTreeMap<String, Vec<String>>;

/// Returns the types that each type contains without a list or a map in between.
fn direct_contents(modules: &[Module<'_>]) -> Contents {
    fn direct<'t>(ty: &'t FieldType<'_>) -> Option<&'t str> {
        match &ty.kind {
            TypeKind::Named { name, .. } => Some(&name.name),
            _ => None,
        }
    }
    let items = modules.iter().flat_map(|module| &module.items);
    let contents = items.map(|item| {
        let names = item.names(direct).into_iter();
        (item.name.clone(), names.map(str::to_owned).collect())
    });
    contents.collect()
}

fn reaches(contents: &Contents, from: &str, to: &str) -> bool {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(name) = open.pop() {
        if name == to {
            return true;
        }
        if seen.insert(name) {
            open.extend(contents.get(name).into_iter().flatten().map(String::as_str));
        }
    }
    false
}

/// Estimates the sizes in bytes on a 64-bit machine.
fn sizes(modules: &[Module<'_>]) -> BTreeMap<String, usize> {
    let items: BTreeMap<&str, &Kind<'_>> = modules
        .iter()
        .flat_map(|module| &module.items)
        .map(|item| (item.name.as_str(), &item.kind))
        .collect();
    items.keys().map(|name| ((*name).to_owned(), size_of_item(name, &items, 0))).collect()
}

const TEXT: usize = 24;
const POINTER: usize = 8;
const JSON: usize = 72;
/// Deeper nesting than this counts as large.
const DEEPEST: usize = 16;

fn size_of_item(name: &str, items: &BTreeMap<&str, &Kind<'_>>, depth: usize) -> usize {
    match items.get(name) {
        _ if depth > DEEPEST => LARGE,
        Some(Kind::Struct(structure)) => {
            structure.fields.iter().map(|field| size_of_field(field, items, depth + 1)).sum()
        }
        Some(Kind::Tuple(tuple)) => {
            tuple.items.iter().map(|item| size_of_type(item, items, depth + 1)).sum()
        }
        Some(Kind::Wrapper(ty)) => size_of_type(ty, items, depth + 1),
        Some(Kind::Choice(_)) | None => TEXT,
        Some(Kind::Union(union)) => {
            let variants = union.variants.iter();
            largest(variants.map(|variant| size_of_item(&variant.type_name.name, items, depth + 1)))
        }
        Some(Kind::OneOf(one_of)) => {
            let alternatives = one_of.alternatives.iter();
            largest(alternatives.map(|alternative| size_of_type(&alternative.ty, items, depth + 1)))
        }
    }
}

/// Returns the size of an enum with variants of these sizes and one for any JSON value.
fn largest(variants: impl Iterator<Item = usize>) -> usize {
    let boxed = variants.map(|size| if size >= LARGE { POINTER } else { size });
    boxed.max().unwrap_or_default().max(JSON) + POINTER
}

fn size_of_field(field: &Field<'_>, items: &BTreeMap<&str, &Kind<'_>>, depth: usize) -> usize {
    let is_number = matches!(field.ty.kind, TypeKind::Integer | TypeKind::Number);
    // An optional number has no bit pattern left for "absent".
    let has_tag = is_number && field.presence != Presence::Required;
    size_of_type(&field.ty, items, depth) + if has_tag { POINTER } else { 0 }
}

fn size_of_type(ty: &FieldType<'_>, items: &BTreeMap<&str, &Kind<'_>>, depth: usize) -> usize {
    match &ty.kind {
        TypeKind::Any => JSON,
        TypeKind::Boolean => 1,
        TypeKind::Integer | TypeKind::Number | TypeKind::Named { boxed: true, .. } => POINTER,
        TypeKind::Text | TypeKind::File | TypeKind::List(_) | TypeKind::Dictionary(_) => TEXT,
        TypeKind::Named { name, boxed: false } => size_of_item(&name.name, items, depth),
    }
}

/// Returns the names of the types that requests carry: bodies, queries, headers, and all types inside them.
pub(crate) fn request_types(layout: &Layout<'_>) -> BTreeSet<String> {
    let operations = layout.spec.operations.values();
    let mut open: Vec<&str> = operations
        .flat_map(|operation| {
            [operation.request.as_deref(), operation.query.as_deref(), operation.headers.as_deref()]
        })
        .flatten()
        .collect();
    let mut names = BTreeSet::new();
    while let Some(name) = open.pop() {
        if names.insert(name.to_owned()) {
            open.extend(layout.item(name).into_iter().flat_map(Item::named_types));
        }
    }
    names
}

/// Checks that the rules of each type can be emitted.
///
/// # Errors
/// If a rule reads a discriminator that no field keeps and that the type does not imply.
pub(crate) fn check_rules(layout: &Layout<'_>) -> Result<(), GenerateError> {
    for item in layout.items() {
        let Kind::Struct(structure) = &item.kind else { continue };
        let tag = structure.tag.as_ref().filter(|tag| tag.only_value().is_none());
        for rule in &structure.object.rules {
            let clause = || rule.clause.to_string();
            let mut read = rule.conditions().filter_map(|one| one.path.0.first());
            if let Some(tag) = tag
                && read.any(|first| *first == Segment::Property(tag.property.to_owned()))
            {
                let property = tag.property.to_owned();
                return Err(GenerateError::DiscriminatorInRule { clause: clause(), property });
            }
        }
    }
    Ok(())
}

/// Returns all charged types, in the order of the items.
pub(crate) fn charged_types<'s>(layout: &Layout<'s>) -> Vec<ChargedType<'s>> {
    let named: BTreeSet<&str> =
        layout.spec.charges.values().filter_map(charged_type_name).collect();
    let mut charged: BTreeSet<&str> =
        layout.items().map(|item| item.name.as_str()).filter(|name| named.contains(name)).collect();
    // A type that contains a charged type is charged, too; the loop ends when it finds no further type.
    loop {
        let more: Vec<&str> = layout
            .items()
            .filter(|item| !charged.contains(item.name.as_str()))
            .filter(|item| {
                inner_values(item).iter().any(|inner| charged.contains(inner.item.as_str()))
            })
            .map(|item| item.name.as_str())
            .collect();
        if more.is_empty() {
            break;
        }
        charged.extend(more);
    }
    let items = layout.items().filter(|item| charged.contains(item.name.as_str()));
    let mut charged_types: Vec<_> =
        items.map(|item| charged_type(layout, item, &charged)).collect();
    // A type that is charged when empty is also charged when it is absent, and so is a type that contains it.
    while let Some((at, property)) = next_default(layout, &charged_types) {
        charged_types[at].defaults.push((property, Cow::Owned(json!({}))));
    }
    charged_types
}

/// Returns an optional property that is not among the defaults yet, and whose type may be charged by its own
/// defaults: the index of the type that has it, and its name.
fn next_default<'s>(
    layout: &Layout<'s>,
    charged_types: &[ChargedType<'s>],
) -> Option<(usize, &'s str)> {
    let by_default = |name: &str| {
        let charged_type = charged_types.iter().find(|charged_type| charged_type.item == name);
        let may_be_empty = fields(layout, name).all(is_optional);
        may_be_empty && charged_type.is_some_and(|charged_type| !charged_type.defaults.is_empty())
    };
    charged_types.iter().enumerate().find_map(|(at, charged_type)| {
        let mut fields = fields(layout, &charged_type.item).filter(|field| is_optional(field));
        let field = fields.find(|field| {
            let is_new = charged_type.defaults.iter().all(|(name, _)| *name != field.property);
            is_new
                && matches!(&field.ty.kind, TypeKind::Named { name, .. } if by_default(&name.name))
        })?;
        Some((at, field.property))
    })
}

fn fields<'p, 's>(layout: &'p Layout<'s>, name: &str) -> impl Iterator<Item = &'p Field<'s>> {
    let structure = layout.item(name).and_then(|item| match &item.kind {
        Kind::Struct(structure) => Some(structure),
        _ => None,
    });
    structure.into_iter().flat_map(|structure| &structure.fields)
}

fn is_optional(field: &Field<'_>) -> bool {
    !field.presence.is_required()
}

fn charged_type_name(charge: &Charge) -> Option<&str> {
    charge.when.as_ref().map(|(name, _)| name.as_str())
}

fn charged_type<'s>(
    layout: &Layout<'s>,
    item: &Item<'s>,
    charged: &BTreeSet<&str>,
) -> ChargedType<'s> {
    let charges = layout.spec.charges.values();
    let charges = charges.filter_map(|charge| match &charge.when {
        Some((name, when)) if *name == item.name => Some((charge, when)),
        _ => None,
    });
    let mut inner_values = inner_values(item);
    inner_values.retain(|inner| charged.contains(inner.item.as_str()));
    let mut charged = ChargedType {
        item: item.name.clone(),
        charges: charges.collect(),
        inner_values,
        defaults: Vec::new(),
    };
    if let Kind::Struct(structure) = &item.kind {
        let looked_at: BTreeSet<String> = charged.paths().filter_map(first_property).collect();
        let defaults = structure
            .fields
            .iter()
            .filter(|field| is_optional(field) && looked_at.contains(field.property));
        charged.defaults = defaults
            .filter_map(|field| {
                let default = field.ty.schema.default.as_ref()?;
                Some((field.property, Cow::Borrowed(default)))
            })
            .collect();
    }
    charged
}

fn first_property(path: &[Segment]) -> Option<String> {
    match path.first() {
        Some(Segment::Property(name)) => Some(name.clone()),
        _ => None,
    }
}

/// Returns the values of named types inside an item.
fn inner_values(item: &Item<'_>) -> Vec<InnerValue> {
    let mut paths = Vec::new();
    match &item.kind {
        Kind::Struct(structure) => {
            for field in &structure.fields {
                let path = vec![Segment::Property(field.property.to_owned())];
                paths.extend(named_type(&field.ty, path));
            }
        }
        // A value of the `oneOf` is viewed as the value of its alternative.
        Kind::OneOf(one_of) => {
            paths.extend(
                one_of
                    .alternatives
                    .iter()
                    .filter_map(|alternative| named_type(&alternative.ty, Vec::new())),
            );
        }
        Kind::Wrapper(ty) => paths.extend(named_type(ty, Vec::new())),
        Kind::Union(union) => paths.extend(union.variants.iter().map(|variant| {
            let path = PropertyPath(vec![Segment::Property(union.union.discriminator.clone())]);
            let test = Test::Equals(variant.variant.value.into());
            InnerValue {
                path: Vec::new(),
                when: Some(Condition { path, test }),
                item: variant.type_name.name.clone(),
            }
        })),
        // No path leads to an item of such a list.
        Kind::Choice(_) | Kind::Tuple(_) => {}
    }
    paths
}

/// Returns the named type of a value, or of a list's items. No path can name the values of a map.
fn named_type(ty: &FieldType<'_>, mut path: Vec<Segment>) -> Option<InnerValue> {
    match &ty.kind {
        TypeKind::Named { name, .. } => {
            Some(InnerValue { path, when: None, item: name.name.clone() })
        }
        TypeKind::List(inner) => {
            path.push(Segment::AnyItem);
            named_type(inner, path)
        }
        _ => None,
    }
}
