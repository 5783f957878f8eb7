//! Decides which values are boxed: fields through which a type would contain itself, and variants that are
//! much larger than others.

use std::collections::{BTreeMap, BTreeSet};

use super::items::{Field, FieldType, Kind, Module, Presence, TypeKind};

/// The estimated size in bytes from which a variant is boxed; clippy warns at a difference of 200 bytes.
const LARGE: usize = 150;

/// Sets `boxed` in all items.
pub(super) fn mark_boxed(modules: &mut [Module<'_>]) {
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
    let items = modules.iter().flat_map(|module| &module.items);
    let contents = items.map(|item| {
        let named = |ty: &FieldType<'_>| match &ty.kind {
            TypeKind::Named { name, .. } => Some(name.name.clone()),
            _ => None,
        };
        let contents = match &item.kind {
            Kind::Struct(structure) => {
                structure.fields.iter().filter_map(|f| named(&f.ty)).collect()
            }
            Kind::Union(union) => {
                union.variants.iter().map(|variant| variant.type_name.name.clone()).collect()
            }
            Kind::OneOf(one_of) => one_of
                .alternatives
                .iter()
                .filter_map(|alternative| named(&alternative.ty))
                .collect(),
            Kind::Tuple(tuple) => tuple.items.iter().filter_map(named).collect(),
            Kind::Wrapper(wrapper) => named(&wrapper.ty).into_iter().collect(),
            Kind::Choice(_) => Vec::new(),
        };
        (item.name.clone(), contents)
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
        Some(Kind::Wrapper(wrapper)) => size_of_type(&wrapper.ty, items, depth + 1),
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
    let size = size_of_type(&field.ty, items, depth);
    match (&field.ty.kind, field.presence) {
        (TypeKind::Boolean, _) | (_, Presence::Required) => size,
        (TypeKind::Integer | TypeKind::Number, _) => size + POINTER,
        _ => size,
    }
}

fn size_of_type(ty: &FieldType<'_>, items: &BTreeMap<&str, &Kind<'_>>, depth: usize) -> usize {
    match &ty.kind {
        TypeKind::Any => JSON,
        TypeKind::Boolean => 1,
        TypeKind::Integer | TypeKind::Number | TypeKind::Named { boxed: true, .. } => POINTER,
        TypeKind::Text | TypeKind::List(_) | TypeKind::Dictionary(_) => TEXT,
        TypeKind::Named { name, boxed: false } => size_of_item(&name.name, items, depth),
    }
}
