//! Finds the types whose values are charged, directly or for the values inside them.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_json::json;
use webdata_spec::model::{Charge, Condition, PropertyPath, Segment, Test};

use super::items::{ChargedType, Field, FieldType, InnerValue, Item, Kind, Layout, TypeKind};

/// Returns all charged types, in the order of the items.
pub(super) fn charged_types<'s>(layout: &Layout<'s>) -> Vec<ChargedType<'s>> {
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
    let charges = layout.spec.charges.values().enumerate();
    let charges = charges.filter_map(|(at, charge)| match &charge.when {
        Some((name, when)) if *name == item.name => Some((at, charge, when)),
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
        Kind::Wrapper(wrapper) => paths.extend(named_type(&wrapper.ty, Vec::new())),
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
