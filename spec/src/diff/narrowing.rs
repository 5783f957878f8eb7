//! Compares which values are allowed before and after a change: by a constraint, by schemas without names and prose, and
//! by contracts without deprecated entries.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::mem::discriminant;

use crate::diff::side::{Side, usages_by_type};
use crate::model::{
    ClauseId, Condition, Effect, EffectKind, Keyword, Object, Operand, Refusal, Rule, Schema,
    Shape, Spec,
};
use crate::statements::fact::Requirement;

/// The difference between two sets of allowed values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Narrowing {
    /// Some values are no longer allowed.
    pub(super) narrows: bool,
    /// Some values are newly allowed.
    pub(super) widens: bool,
    /// Whether some values are allowed was stated, and is now left open.
    pub(super) opens: bool,
    /// Whether some values are allowed was left open, and is now stated.
    pub(super) closes: bool,
}

const SAME: Narrowing = Narrowing { narrows: false, widens: false, opens: false, closes: false };

/// Fewer values are allowed.
pub(super) const NARROWS: Narrowing = Narrowing { narrows: true, ..SAME };

/// More values are allowed.
pub(super) const WIDENS: Narrowing = Narrowing { widens: true, ..SAME };

/// Some values are no longer allowed, and others newly are.
const CROSSES: Narrowing = Narrowing { narrows: true, widens: true, ..SAME };

const OPENS: Narrowing = Narrowing { opens: true, ..SAME };

const CLOSES: Narrowing = Narrowing { closes: true, ..SAME };

impl Narrowing {
    /// Compares two lower limits, the old one first. Upper limits are passed in reverse order.
    fn from_limits<T: PartialOrd>(less: &T, more: &T) -> Self {
        if less < more {
            NARROWS
        } else if less > more {
            WIDENS
        } else {
            SAME
        }
    }

    /// Compares two sets of allowed values.
    fn from_sets<T: Ord>(old: &BTreeSet<T>, new: &BTreeSet<T>) -> Self {
        Self { narrows: !old.is_subset(new), widens: !new.is_subset(old), ..SAME }
    }

    fn union(self, other: Self) -> Self {
        Self {
            narrows: self.narrows || other.narrows,
            widens: self.widens || other.widens,
            opens: self.opens || other.opens,
            closes: self.closes || other.closes,
        }
    }
}

/// Compares a constraint of two contracts; `None` means that the contract does not have the constraint.
pub(super) fn compare_requirements(
    old: Option<&Requirement>,
    new: Option<&Requirement>,
) -> Narrowing {
    match (old, new) {
        (None, None) => SAME,
        (None, Some(Requirement::Nullable)) => WIDENS,
        (Some(Requirement::Nullable), None) => NARROWS,
        (None, Some(Requirement::Body(_, false))) => WIDENS,
        // What clients send in the body is ignored.
        (Some(Requirement::Body(..)), None) => CROSSES,
        (None, Some(Requirement::Open(_))) => OPENS,
        (Some(Requirement::Open(_)), None) => CLOSES,
        (None, Some(_)) => NARROWS,
        (Some(_), None) => WIDENS,
        (Some(old), Some(new)) => compare_both(old, new),
    }
}

fn compare_both(old: &Requirement, new: &Requirement) -> Narrowing {
    match (old, new) {
        _ if old == new => SAME,
        (Requirement::Types(old), Requirement::Types(new)) => match (old, new) {
            (Some(old), Some(new)) => {
                Narrowing::from_sets(&with_integers(old), &with_integers(new))
            }
            (None, _) => NARROWS,
            (_, None) => WIDENS,
        },
        (Requirement::Minimum(old), Requirement::Minimum(new)) => Narrowing::from_limits(old, new),
        (Requirement::Maximum(old), Requirement::Maximum(new)) => Narrowing::from_limits(new, old),
        (Requirement::MultipleOf(old), Requirement::MultipleOf(new)) => {
            match (new % old == 0.0, old % new == 0.0) {
                (true, _) => NARROWS,
                (false, true) => WIDENS,
                (false, false) => CROSSES,
            }
        }
        (Requirement::DependentRequired(old), Requirement::DependentRequired(new)) => {
            Narrowing::from_sets(new, old)
        }
        (Requirement::Enum(old), Requirement::Enum(new)) => Narrowing::from_sets(old, new),
        (Requirement::Variants(old_name, old), Requirement::Variants(new_name, new))
            if old_name == new_name =>
        {
            Narrowing::from_sets(&old.iter().collect(), &new.iter().collect())
        }
        (Requirement::ExactlyOne(old, old_all), Requirement::ExactlyOne(new, new_all)) => {
            // If only one contract knows a property, only that contract allows values for it.
            let narrows = old.difference(new).next().is_some()
                || new.difference(old).any(|name| old_all.contains(name));
            let widens = new.difference(old).next().is_some()
                || old.difference(new).any(|name| new_all.contains(name));
            Narrowing { narrows, widens, ..SAME }
        }
        (
            Requirement::Rule { asks: old, unless: old_unless, open: old_open },
            Requirement::Rule { asks: new, unless: new_unless, open: new_open },
        ) => {
            let exception = match (old_unless, new_unless) {
                _ if old != new => CROSSES,
                (None, Some(_)) => WIDENS,
                (Some(_), None) => NARROWS,
                (old, new) if old == new => SAME,
                _ => CROSSES,
            };
            exception.union(match (old_open, new_open) {
                (false, true) => OPENS,
                (true, false) => CLOSES,
                _ => SAME,
            })
        }
        (Requirement::Body(old, _), Requirement::Body(new, required)) if old == new => {
            if *required { NARROWS } else { WIDENS }
        }
        (Requirement::Open(old), Requirement::Open(new)) => {
            let sets = Narrowing::from_sets(old, new);
            Narrowing { opens: sets.widens, closes: sets.narrows, ..SAME }
        }
        (Requirement::Limit(old, old_error), Requirement::Limit(new, new_error)) => {
            if old_error != new_error {
                return CROSSES;
            }
            match (old, new) {
                (Some(old), Some(new)) => Narrowing::from_limits(new, old),
                (Some(_), None) => OPENS,
                (None, Some(_)) => CLOSES,
                (None, None) => SAME,
            }
        }
        _ => CROSSES,
    }
}

/// Returns the types, with `integer` if `number` is among them.
fn with_integers(types: &BTreeSet<String>) -> BTreeSet<&str> {
    let integers = types.contains("number").then_some("integer");
    types.iter().map(String::as_str).chain(integers).collect()
}

/// Returns whether two schemas are of the same kind, so that their constraints can be compared one by one.
pub(super) fn is_same_kind(old: &Schema, new: &Schema) -> bool {
    // An integer is a number too.
    let is_number = |schema: &Schema| matches!(schema.shape, Shape::Integer | Shape::Number);
    discriminant(&old.shape) == discriminant(&new.shape) || is_number(old) && is_number(new)
}

/// Compares the values of a schema whose kind changed.
pub(super) fn compare_kinds(
    (old, old_side): (&Schema, &Side<'_>),
    (new, new_side): (&Schema, &Side<'_>),
) -> Narrowing {
    let (old, new) = (old_side.spec.resolve(old), new_side.spec.resolve(new));
    match (&old.shape, &new.shape) {
        _ if shapes_equal(old, new) => SAME,
        (Shape::Any, _) => NARROWS,
        (_, Shape::Any) => WIDENS,
        (Shape::String, Shape::Enum(values)) => {
            Narrowing { widens: !values.iter().all(|value| admits(old, value)), ..NARROWS }
        }
        (Shape::Enum(values), Shape::String) => {
            Narrowing { narrows: !values.iter().all(|value| admits(new, value)), ..WIDENS }
        }
        (Shape::OneOf(alternatives), _) => {
            let same = |one: &Schema| shapes_equal(old_side.spec.resolve(one), new);
            if alternatives.iter().any(same) { NARROWS } else { CROSSES }
        }
        (_, Shape::OneOf(alternatives)) => {
            let same = |one: &Schema| shapes_equal(old, new_side.spec.resolve(one));
            if alternatives.iter().any(same) { WIDENS } else { CROSSES }
        }
        _ => CROSSES,
    }
}

fn shapes_equal(left: &Schema, right: &Schema) -> bool {
    let (left, right) = (reduce(left, ""), reduce(right, ""));
    (left.shape, left.constraints) == (right.shape, right.constraints)
}

/// Returns whether a string is certainly allowed. Formats are not evaluated.
fn admits(schema: &Schema, value: &str) -> bool {
    let length = value.chars().count() as u64;
    schema.constraints.iter().all(|constraint| match (constraint.keyword, &constraint.operand) {
        (Keyword::MinLength, Operand::Number(min_length)) => min_length.as_u64() <= Some(length),
        (Keyword::MaxLength, Operand::Number(max_length)) => max_length.as_u64() >= Some(length),
        (_, Operand::Pattern(pattern)) => pattern.is_match(value),
        _ => false,
    })
}

/// The types of which only the name changed: pairs of the old name and the new one.
pub(super) struct Renames<'s>(Vec<(&'s str, &'s str)>);

impl<'s> Renames<'s> {
    /// Pairs each removed type with the first new type that has the same reduced schema and no pair yet.
    pub(super) fn between(old: &'s Spec, new: &'s Spec) -> Self {
        let alone = |one: &'s Spec, other: &Spec| {
            let types = one.types.values();
            let types = types.filter(|named_type| !other.types.contains_key(&named_type.name));
            types.map(|t| (t.name.as_str(), reduce(&t.schema, &t.name))).collect::<Vec<_>>()
        };
        let (gone, mut added) = (alone(old, new), alone(new, old));
        let mut renames = Vec::new();
        for (name, schema) in gone {
            if let Some(at) = added.iter().position(|(_, other)| *other == schema) {
                renames.push((name, added.remove(at).0));
            }
        }
        Self(renames)
    }

    /// Returns the new names by the old names.
    pub(super) fn forwards(&self) -> HashMap<&'s str, &'s str> {
        self.0.iter().copied().collect()
    }

    /// Returns the old names by the new names.
    pub(super) fn backwards(&self) -> HashMap<&'s str, &'s str> {
        self.0.iter().map(|(old, new)| (*new, *old)).collect()
    }
}

/// Returns the schema reduced to what decides which values are allowed. References to the type `type_name` are blanked.
pub(super) fn reduce(schema: &Schema, type_name: &str) -> Schema {
    let mut schema = schema.clone();
    schema.for_each_mut(&mut |schema| strip(schema, type_name));
    schema
}

/// Removes what a schema itself says about anything but the allowed values.
fn strip(schema: &mut Schema, type_name: &str) {
    schema.clause = ClauseId::new("");
    schema.doc.clear();
    schema.source.clear();
    schema.examples.clear();
    schema.deprecated = None;
    schema.deprecated_values.clear();
    let own = schema.type_names_mut().into_iter().filter(|name| name.as_str() == type_name);
    own.for_each(String::clear);
    match &mut schema.shape {
        Shape::Object(object) => {
            object.properties.sort_keys();
            for Rule { clause, doc, source, .. } in &mut object.rules {
                strip_text(clause, doc, source);
            }
            for Effect { clause, doc, source, .. } in &mut object.effects {
                strip_text(clause, doc, source);
            }
            for Refusal { clause, doc, source, when, team_state, .. } in &mut object.refusals {
                // Without a condition, the prose is the circumstance.
                let description = when.is_none() && team_state.is_none();
                let kept = if description { doc.clone() } else { String::new() };
                strip_text(clause, doc, source);
                *doc = kept;
            }
        }
        Shape::Union(union) => union.variants.sort_keys(),
        Shape::Enum(values) => values.sort(),
        _ => {}
    }
}

fn strip_text(clause: &mut ClauseId, doc: &mut String, source: &mut String) {
    *clause = ClauseId::new("");
    doc.clear();
    source.clear();
}

/// Returns the old contract without the deprecated entries that the new contract removed, or `None` if there
/// are none.
pub(super) fn without_removed_deprecations(old: &Spec, new: &Spec) -> Option<Spec> {
    let mut kept = HashSet::new();
    let parameters = new.operations.values().flat_map(|operation| operation.parameters.values());
    let schemas = new.types.values().map(|named_type| &named_type.schema);
    for schema in schemas.chain(parameters.map(|parameter| &parameter.schema)) {
        for schema in schema.within() {
            let words = schema.words().unwrap_or_default().iter();
            kept.extend(words.map(|word| (schema.clause.as_str(), Some(word.as_str()))));
            kept.insert((schema.clause.as_str(), None));
        }
    }
    let mut remaining = old.clone();
    remaining
        .operations
        .retain(|id, one| one.deprecated.is_none() || new.operations.contains_key(id));
    let called = |operation: &String| remaining.operations.contains_key(operation);
    for lifecycle in &mut remaining.lifecycles {
        lifecycle.transitions.retain(|step| called(&step.operation));
        lifecycle.situations.retain(|situation| called(&situation.operation));
    }
    for named_type in remaining.types.values_mut() {
        named_type.schema.for_each_mut(&mut |schema| strip_removed(schema, &kept));
    }
    // Types that only removed entries used are removed, too. Otherwise they would count as taken from every client.
    let still = used_types(&remaining);
    let led_to = used_types(old);
    remaining.types.retain(|name, _| {
        still.contains(name) || !led_to.contains(name) || new.types.contains_key(name)
    });
    (remaining != *old).then_some(remaining)
}

/// What the new contract has: schemas by their paths, and the listed strings of each.
type NewEntries<'n> = HashSet<(&'n str, Option<&'n str>)>;

/// Removes the deprecated entries of a schema itself that the new contract lacks.
fn strip_removed(schema: &mut Schema, kept: &NewEntries<'_>) {
    let clause = schema.clause.clone();
    if let Shape::Enum(values) = &mut schema.shape {
        values.retain(|value| {
            let is_deprecated = schema.deprecated_values.contains(value);
            !is_deprecated || kept.contains(&(clause.as_str(), Some(value.as_str())))
        });
    }
    let gone = schema.object_mut().map(|object| strip_object(object, kept)).unwrap_or_default();
    for constraint in &mut schema.constraints {
        if let Operand::Names(names) = &mut constraint.operand {
            names.retain(|name| !gone.contains(name));
        }
    }
}

/// Removes the deprecated properties that the new contract lacks, with the rules, effects and refusals that depend on
/// them. Returns the names of the removed properties.
fn strip_object(object: &mut Object, kept: &NewEntries<'_>) -> Vec<String> {
    let mut gone = Vec::new();
    object.properties.retain(|name, property| {
        let stays = property.schema.deprecated.is_none()
            || kept.contains(&(property.schema.clause.as_str(), None));
        if !stays {
            gone.push(name.clone());
        }
        stays
    });
    let hangs = |when: &Condition| gone.iter().any(|name| when.path.root() == name);
    object.rules.retain(|rule| !hangs(&rule.when) && !hangs(&rule.requires));
    object.effects.retain(|effect| {
        // Every effect of a type is of the kind `Sets`.
        let EffectKind::Sets { when, property, .. } = &effect.kind else { return true };
        !hangs(when) && !gone.contains(property)
    });
    object.refusals.retain(|refusal| !refusal.when.as_ref().is_some_and(hangs));
    gone
}

/// Returns the types that operations and events use.
fn used_types(spec: &Spec) -> HashSet<String> {
    usages_by_type(spec).into_keys().map(str::to_owned).collect()
}
