//! Compares which values a constraint allows before and after a change.

use std::collections::BTreeSet;
use std::mem::discriminant;

use super::reduced_schema::reduce;
use super::side::Side;
use super::statement::Requirement;
use crate::model::{Keyword, Operand, Schema, Shape};

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
const CROSSES: Narrowing = Narrowing { narrows: true, widens: true, ..SAME };
const OPENS: Narrowing = Narrowing { opens: true, ..SAME };
const CLOSES: Narrowing = Narrowing { closes: true, ..SAME };

impl Narrowing {
    fn from_limits<T: PartialOrd>(less: &T, more: &T) -> Self {
        if less < more {
            NARROWS
        } else if less > more {
            WIDENS
        } else {
            SAME
        }
    }

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
