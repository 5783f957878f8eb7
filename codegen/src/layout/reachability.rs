//! Finds what is reachable: the properties that conditions read, none of which may be a discriminator, and
//! the types that requests carry.

use std::collections::BTreeSet;

use webdata_spec::model::{ClauseId, Condition, EffectKind, ResourceEffect, RuleScope, Segment};

use super::items::{FieldType, Item, Kind, Layout, TypeKind};
use crate::error::GenerateError;

/// Returns the names of the types that requests carry: bodies, queries, headers, and all types inside them.
pub(super) fn request_types(layout: &Layout<'_>) -> BTreeSet<String> {
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

/// Follows every path of every condition.
///
/// # Errors
/// If a path leads to a place that does not exist in Rust.
pub(super) fn check_condition_paths(layout: &Layout<'_>) -> Result<(), GenerateError> {
    let mut checker = PathChecker { layout, visited: BTreeSet::new() };
    for item in layout.items() {
        let Kind::Struct(structure) = &item.kind else { continue };
        for rule in &structure.object.rules {
            if rule.scope == RuleScope::AsSent {
                for condition in conditions(&rule.when, rule.unless.as_ref(), Some(&rule.requires))
                {
                    checker.condition(&item.name, condition, &rule.clause)?;
                }
            } else if !is_update_request(layout, &item.name) {
                let (clause, name) = (rule.clause.to_string(), item.name.clone());
                return Err(GenerateError::RuleWithoutUpdate { clause, name });
            }
        }
    }
    for operation in layout.spec.operations.values() {
        let (Some(sent), Some(resource)) = (layout.request_object(operation), &operation.resource)
        else {
            continue;
        };
        let rules: Vec<_> =
            sent.object.rules.iter().filter(|rule| rule.scope == RuleScope::AfterUpdate).collect();
        if rules.is_empty() || !resource.effect.stores() {
            continue;
        }
        let request = &sent.item.name;
        let is_update = resource.effect == ResourceEffect::Updates;
        for owner in std::iter::once(request).chain(is_update.then_some(&resource.type_name)) {
            for rule in &rules {
                for condition in conditions(&rule.when, rule.unless.as_ref(), Some(&rule.requires))
                {
                    checker.condition(owner, condition, &rule.clause)?;
                }
            }
        }
        for effect in &operation.effects {
            if let EffectKind::Sets { when, unless, .. } = &effect.kind {
                for condition in conditions(when, unless.as_ref(), None) {
                    checker.condition(request, condition, &effect.clause)?;
                }
            }
        }
    }
    for charged_type in &layout.charged_types {
        let clause = ClauseId::new("charges");
        for path in charged_type.paths() {
            checker.item(&charged_type.item, path, &clause)?;
        }
        // A variant is reached through its union.
        for inner in charged_type.inner_values.iter().filter(|inner| inner.when.is_some()) {
            let variant =
                layout.charged_types.iter().find(|charged_type| charged_type.item == inner.item);
            for path in variant.iter().flat_map(|variant| variant.paths()) {
                checker.item(&charged_type.item, path, &clause)?;
            }
        }
    }
    Ok(())
}

fn is_update_request(layout: &Layout<'_>, name: &str) -> bool {
    let mut storing = layout
        .spec
        .operations
        .values()
        .filter(|operation| operation.resource_effect().is_some_and(ResourceEffect::stores));
    storing.any(|operation| {
        layout.request_object(operation).is_some_and(|sent| sent.item.name == name)
    })
}

fn conditions<'c>(
    when: &'c Condition,
    unless: Option<&'c Condition>,
    requires: Option<&'c Condition>,
) -> impl Iterator<Item = &'c Condition> {
    std::iter::once(when).chain(unless).chain(requires)
}

struct PathChecker<'p, 's> {
    layout: &'p Layout<'s>,
    /// The types that a path has ended at, so that a recursive type is visited once.
    visited: BTreeSet<String>,
}

impl PathChecker<'_, '_> {
    fn condition(
        &mut self,
        owner: &str,
        condition: &Condition,
        clause: &ClauseId,
    ) -> Result<(), GenerateError> {
        self.item(owner, &condition.path.0, clause)
    }

    /// Follows a path from a named type on.
    fn item(
        &mut self,
        name: &str,
        path: &[Segment],
        clause: &ClauseId,
    ) -> Result<(), GenerateError> {
        let layout = self.layout;
        let Some(item) = layout.item(name) else { return Ok(()) };
        if path.is_empty() && !self.visited.insert(name.to_owned()) {
            return Ok(());
        }
        // A union or wrapper is visited through its values, even where a path ends.
        match &item.kind {
            Kind::Wrapper(wrapper) => return self.field_type(&wrapper.ty, path, clause),
            Kind::OneOf(one_of) => {
                let mut alternatives = one_of.alternatives.iter();
                return alternatives
                    .try_for_each(|alternative| self.field_type(&alternative.ty, path, clause));
            }
            Kind::Tuple(tuple) => {
                let rest = path.split_first().map_or(path, |(_, rest)| rest);
                let mut items = tuple.items.iter();
                return items.try_for_each(|item| self.field_type(item, rest, clause));
            }
            Kind::Struct(_) | Kind::Choice(_) | Kind::Union(_) => {}
        }
        let Some((Segment::Property(property), rest)) = path.split_first() else { return Ok(()) };
        match &item.kind {
            Kind::Struct(structure) => {
                if structure.tag.as_ref().is_some_and(|tag| tag.property == property) {
                    let (clause, property) = (clause.to_string(), property.clone());
                    return Err(GenerateError::DiscriminatorInRule { clause, property });
                }
                match structure.fields.iter().find(|field| field.property == property) {
                    Some(field) => self.field_type(&field.ty, rest, clause),
                    None => Ok(()),
                }
            }
            Kind::Union(union) => {
                if *property != union.union.discriminator {
                    for variant in &union.variants {
                        self.item(&variant.type_name.name, path, clause)?;
                    }
                }
                Ok(())
            }
            Kind::Choice(_) | Kind::OneOf(_) | Kind::Tuple(_) | Kind::Wrapper(_) => Ok(()),
        }
    }

    fn field_type(
        &mut self,
        ty: &FieldType<'_>,
        path: &[Segment],
        clause: &ClauseId,
    ) -> Result<(), GenerateError> {
        match &ty.kind {
            TypeKind::Named { name, .. } => self.item(&name.name, path, clause),
            TypeKind::List(inner) | TypeKind::Dictionary(inner) => {
                // A list or map can be visited only if its items can.
                self.field_type(inner, path.split_first().map_or(path, |(_, rest)| rest), clause)
            }
            _ => Ok(()),
        }
    }
}
