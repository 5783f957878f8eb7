//! Finds the charges that a value earns, by looking at it as rules do.

use serde_json::Value;

use super::table::{Earner, Inside, Table};
use crate::rule::{Members, View, holds, json, reach};

/// How the charges are earned.
pub(super) struct Earned {
    /// How many values earn each of them.
    ///
    /// A value that can earn charges itself counts once for each, with all that is inside it: the
    /// options of one request, however many of its parts ask for the same thing.
    pub(super) times: Vec<u64>,
    /// Whether it is the value as a whole that earns them, rather than values inside it.
    pub(super) by_the_whole: bool,
}

/// How a value earns the charges.
pub(super) fn earned(table: &'static Table, of: usize, view: View<'_>) -> Earned {
    let mut earned = Earned { times: vec![0; table.charges.len()], by_the_whole: true };
    outside(table, of, view, &mut earned);
    earned
}

/// A value that is not inside of one that earns charges.
fn outside(table: &'static Table, of: usize, view: View<'_>, all: &mut Earned) {
    let Some(earner) = table.types.get(of) else { return };
    if earner.charges.is_empty() {
        each_inside(earner, view, &mut |inside, view| {
            // Without a path it is the same value, as another type.
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

/// Each value inside that is of the type that it is looked for as.
fn each_inside(earner: &Earner, view: View<'_>, visit: &mut dyn FnMut(&Inside, View<'_>)) {
    let object = match view {
        View::Object(object) => Some(Effective::new(object, earner)),
        _ => None,
    };
    let view = object.as_ref().map_or(view, |object| View::Object(object));
    for inside in earner.inside {
        reach(view, inside.path, &mut |found| {
            let is_of_the_type = match (&inside.when, found) {
                (None, _) => true,
                (Some(when), View::Object(object)) => holds(when, object) == Some(true),
                (Some(_), _) => false,
            };
            if is_of_the_type {
                visit(inside, found);
            }
            // All of them are visited.
            false
        });
    }
}

/// An object with what holds of the members that are left out.
struct Effective<'e> {
    object: &'e dyn Members,
    defaults: Vec<(&'static str, Value)>,
}

impl<'e> Effective<'e> {
    fn new(object: &'e dyn Members, earner: &Earner) -> Self {
        let defaults = earner.defaults.iter();
        // Emitted texts are JSON; what is none would hold nothing.
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
