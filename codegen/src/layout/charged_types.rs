//! Finds the types whose values are charged, directly or for the values inside them.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_json::json;
use webdata_spec::model::{Charge, Condition, PropertyPath, Segment, Test};

use super::items::{ChargedType, Field, FieldType, Inside, Item, Kind, Layout, TypeKind};

/// Returns all charged types, in the order of the items.
pub(super) fn charged_types<'s>(layout: &Layout<'s>) -> Vec<ChargedType<'s>> {
    let named: BTreeSet<&str> = layout.spec.charges.values().filter_map(owner).collect();
    let mut reaching: BTreeSet<&str> =
        layout.items().map(|item| item.name.as_str()).filter(|name| named.contains(name)).collect();
    // A type that contains a charged type is charged, too; the loop ends when it finds no further type.
    loop {
        let more: Vec<&str> = layout
            .items()
            .filter(|item| !reaching.contains(item.name.as_str()))
            .filter(|item| {
                inside(item).iter().any(|inside| reaching.contains(inside.item.as_str()))
            })
            .map(|item| item.name.as_str())
            .collect();
        if more.is_empty() {
            break;
        }
        reaching.extend(more);
    }
    let items = layout.items().filter(|item| reaching.contains(item.name.as_str()));
    let mut found: Vec<_> = items.map(|item| charged_type(layout, item, &reaching)).collect();
    // A type that is charged when empty is also charged when it is absent, and so is a type that contains it.
    while let Some((at, property)) = left_out(layout, &found) {
        found[at].defaults.push((property, Cow::Owned(json!({}))));
    }
    found
}

/// Returns an optional property that is not among the defaults yet, and whose type may be charged by its own
/// defaults: the index of the type that has it, and its name.
fn left_out<'s>(layout: &Layout<'s>, found: &[ChargedType<'s>]) -> Option<(usize, &'s str)> {
    let by_default = |name: &str| {
        let charged_type = found.iter().find(|charged_type| charged_type.item == name);
        let may_be_empty = fields(layout, name).all(may_be_left_out);
        may_be_empty && charged_type.is_some_and(|charged_type| !charged_type.defaults.is_empty())
    };
    found.iter().enumerate().find_map(|(at, charged_type)| {
        let mut fields = fields(layout, &charged_type.item).filter(|field| may_be_left_out(field));
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

fn may_be_left_out(field: &Field<'_>) -> bool {
    !field.presence.is_required()
}

fn owner(charge: &Charge) -> Option<&str> {
    charge.when.as_ref().map(|(name, _)| name.as_str())
}

fn charged_type<'s>(
    layout: &Layout<'s>,
    item: &Item<'s>,
    reaching: &BTreeSet<&str>,
) -> ChargedType<'s> {
    let charges = layout.spec.charges.values().enumerate();
    let charges = charges.filter_map(|(at, charge)| match &charge.when {
        Some((name, when)) if *name == item.name => Some((at, charge, when)),
        _ => None,
    });
    let mut inside = inside(item);
    inside.retain(|inside| reaching.contains(inside.item.as_str()));
    let mut found = ChargedType {
        item: item.name.clone(),
        charges: charges.collect(),
        inside,
        defaults: Vec::new(),
    };
    if let Kind::Struct(structure) = &item.kind {
        let looked_at: BTreeSet<String> = found.paths().filter_map(first_property).collect();
        let defaults = structure
            .fields
            .iter()
            .filter(|field| may_be_left_out(field) && looked_at.contains(field.property));
        found.defaults = defaults
            .filter_map(|field| {
                let default = field.ty.schema.default.as_ref()?;
                Some((field.property, Cow::Borrowed(default)))
            })
            .collect();
    }
    found
}

fn first_property(path: &[Segment]) -> Option<String> {
    match path.first() {
        Some(Segment::Property(name)) => Some(name.clone()),
        _ => None,
    }
}

/// Returns the values of named types inside an item.
fn inside(item: &Item<'_>) -> Vec<Inside> {
    let mut found = Vec::new();
    match &item.kind {
        Kind::Struct(structure) => {
            for field in &structure.fields {
                let path = vec![Segment::Property(field.property.to_owned())];
                found.extend(named_type(&field.ty, path));
            }
        }
        // A value of the `oneOf` is viewed as the value of its alternative.
        Kind::OneOf(one_of) => {
            found.extend(
                one_of.alternatives.iter().filter_map(|one| named_type(&one.ty, Vec::new())),
            );
        }
        Kind::Wrapper(wrapper) => found.extend(named_type(&wrapper.ty, Vec::new())),
        Kind::Union(union) => found.extend(union.variants.iter().map(|variant| {
            let path = PropertyPath(vec![Segment::Property(union.union.discriminator.clone())]);
            let test = Test::Equals(variant.variant.value.into());
            Inside {
                path: Vec::new(),
                when: Some(Condition { path, test }),
                item: variant.type_name.name.clone(),
            }
        })),
        // No path leads to an item of such a list.
        Kind::Choice(_) | Kind::Tuple(_) => {}
    }
    found
}

/// Returns the named type of a value, or of a list's items. No path can name the values of a map.
fn named_type(ty: &FieldType<'_>, mut path: Vec<Segment>) -> Option<Inside> {
    match &ty.kind {
        TypeKind::Named { name, .. } => Some(Inside { path, when: None, item: name.name.clone() }),
        TypeKind::List(inner) => {
            path.push(Segment::AnyItem);
            named_type(inner, path)
        }
        _ => None,
    }
}
