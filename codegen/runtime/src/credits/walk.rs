//! Finds the charges that apply to a value.

use serde_json::Value;

use super::table::{Earner, Inside, Table};
use crate::rule::{Members, View, holds, json, reach};

/// The charges that apply to a value.
pub(super) struct Earned {
    /// For each charge, the number of values that it applies to.
    ///
    /// A charged value and all values inside it count once for each charge: they are the options of one
    /// request, however many of them cause the same charge.
    pub(super) times: Vec<u64>,
    /// Whether the charges apply to the value as a whole, rather than to values inside it.
    pub(super) by_the_whole: bool,
}

/// Returns the charges that apply to a value of the type with index `of`.
pub(super) fn earned(table: &'static Table, of: usize, view: View<'_>) -> Earned {
    let mut earned = Earned { times: vec![0; table.charges.len()], by_the_whole: true };
    outside(table, of, view, &mut earned);
    earned
}

/// Adds the charges of a value that is not inside a charged one.
fn outside(table: &'static Table, of: usize, view: View<'_>, all: &mut Earned) {
    let Some(earner) = table.types.get(of) else { return };
    if earner.charges.is_empty() {
        each_inside(earner, view, &mut |inside, view| {
            // An empty path leads to the value itself, as another type.
            all.by_the_whole &= inside.path.is_empty();
            outside(table, inside.of, view, all);
        });
        return;
    }
    let mut earned = vec![false; all.times.len()];
    within(table, earner, view, &mut earned);
    for (times, _) in all.times.iter_mut().zip(earned).filter(|(_, earned)| *earned) {
        *times += 1;
    }
}

fn within(table: &'static Table, earner: &Earner, view: View<'_>, earned: &mut [bool]) {
    if let View::Object(object) = view {
        let object = Effective::new(object, earner);
        for (charge, when) in earner.charges {
            if let Some(earned) = earned.get_mut(*charge)
                && holds(when, &object) == Some(true)
            {
                *earned = true;
            }
        }
    }
    each_inside(earner, view, &mut |inside, view| {
        if let Some(earner) = table.types.get(inside.of) {
            within(table, earner, view, earned);
        }
    });
}

/// Calls `visit` with each value inside that is of the expected type.
fn each_inside(earner: &Earner, view: View<'_>, visit: &mut dyn FnMut(&Inside, View<'_>)) {
    let object = match view {
        View::Object(object) => Some(Effective::new(object, earner)),
        _ => None,
    };
    let view = object.as_ref().map_or(view, |object| View::Object(object));
    for inside in earner.inside {
        reach(view, inside.path, &mut |value| {
            let is_of_the_type = match (&inside.when, value) {
                (None, _) => true,
                (Some(when), View::Object(object)) => holds(when, object) == Some(true),
                (Some(_), _) => false,
            };
            if is_of_the_type {
                visit(inside, value);
            }
            // `false` continues with the next value.
            false
        });
    }
}

/// An object with the defaults of its absent properties.
struct Effective<'e> {
    object: &'e dyn Members,
    defaults: Vec<(&'static str, Value)>,
}

impl<'e> Effective<'e> {
    fn new(object: &'e dyn Members, earner: &Earner) -> Self {
        let defaults = earner.defaults.iter();
        // Generated defaults are valid JSON, so this never falls back to null.
        let defaults =
            defaults.map(|(name, text)| (*name, serde_json::from_str(text).unwrap_or_default()));
        Self { object, defaults: defaults.collect() }
    }
}

impl Members for Effective<'_> {
    fn member(&self, name: &str) -> View<'_> {
        match self.object.member(name) {
            View::Absent => {
                let default = self.defaults.iter().find(|(property, _)| *property == name);
                default.map_or(View::Absent, |(_, default)| json(default))
            }
            given => given,
        }
    }

    fn is_empty(&self) -> bool {
        self.object.is_empty()
    }
}
