//! Classifies the change of a statement that both contracts have, or that stands alone: one function for each
//! kind of fact.

use std::collections::BTreeSet;

use crate::diff::allowance::Allowance;
use crate::diff::narrowing::Narrowing;
use crate::diff::statement::{Fact, Part, Parts, Requirement, Statement};
use crate::diff::usage::Usage;
use crate::diff::verdict::Verdict;
use crate::model::Level;

pub(super) fn requirement<'f>(fact: Option<&'f Fact<'_>>) -> Option<&'f Requirement> {
    match fact? {
        Fact::Constraint(word) | Fact::Demand(word) => Some(word),
        _ => None,
    }
}

pub(super) fn errors<'f>(fact: Option<&'f Fact<'_>>) -> BTreeSet<&'f str> {
    match fact {
        Some(Fact::Errors(errors)) => errors.iter().copied().collect(),
        _ => BTreeSet::new(),
    }
}

/// Returns the parts of a promise at the level `must`.
pub(super) fn parts(statement: Option<&Statement<'_>>) -> Parts {
    match statement {
        Some(Statement { level: Level::Must, fact: Fact::Promise(parts), .. }) => parts.clone(),
        _ => Parts::new(),
    }
}

/// Returns the allowance of a statement at the level `must`.
pub(super) fn allowance_of<'f>(statement: Option<&'f Statement<'_>>) -> Option<&'f Allowance> {
    match statement {
        Some(Statement { level: Level::Must, fact: Fact::Allowed(allowed), .. }) => Some(allowed),
        _ => None,
    }
}

/// The levels of a constraint; only `must` binds.
#[derive(Clone, Copy)]
pub(super) struct Levels {
    /// The level under the old contract.
    pub(super) before: Level,
    /// The level under the new contract.
    pub(super) after: Level,
    /// Whether both contracts state it.
    pub(super) in_both: bool,
}

pub(super) fn classify_constraint(usage: Usage, narrowing: Narrowing, levels: Levels) -> Verdict {
    let (was_binding, is_binding) = (levels.before == Level::Must, levels.after == Level::Must);
    let became_binding = levels.in_both && !was_binding && is_binding;
    let became_optional = levels.in_both && was_binding && !is_binding;
    let mut verdict = Verdict::default();
    let (now_open, now_stated) = (
        "servers may now accept or reject the requests",
        "whether requests are accepted is now stated",
    );
    match (levels.before, levels.after) {
        _ if !usage.requests => {}
        (Level::Open, Level::Open) => {}
        (Level::Open, _) => verdict.add(false, true, now_stated),
        (_, Level::Open) => verdict.add(true, false, now_open),
        _ => {
            let why = match (narrowing.widens, is_binding) {
                (true, _) => "requests may have other values",
                (false, true) => "requests that were accepted are rejected",
                (false, false) => "requests that were accepted may be rejected",
            };
            verdict.add(
                narrowing.narrows,
                narrowing.narrows && (is_binding || narrowing.widens),
                why,
            );
            let only_widens = narrowing.widens && !narrowing.narrows;
            verdict.add(false, only_widens, "requests that were rejected are accepted");
            verdict.add(narrowing.opens, false, now_open);
            verdict.add(false, narrowing.closes, now_stated);
            verdict.add(
                false,
                became_binding,
                "requests that servers could reject must now be rejected",
            );
        }
    }
    if usage.responses {
        let narrows = is_binding && (narrowing.narrows || narrowing.closes || became_binding);
        let widens = was_binding && (narrowing.widens || narrowing.opens || became_optional);
        let (less, more, other) = (
            "responses that were correct no longer are",
            "responses may have new values",
            "responses may have other values",
        );
        verdict.add(false, narrows, if widens { other } else { less });
        // A change that is both narrower and wider replaces a value that clients know by another one.
        let is_other = narrowing.widens && narrowing.narrows;
        let why = if narrows { other } else { more };
        verdict.add(widens && is_other, false, why);
        verdict.add_new_in_responses(widens && !is_other, why);
    }
    verdict
}

pub(super) fn classify_promise(before: &Parts, after: &Parts) -> Verdict {
    let mut verdict = Verdict::default();
    for (name, was) in before {
        match (was, after.get(name)) {
            (_, None) => verdict.add(true, false, "the promise no longer binds servers"),
            (Part::Scope(was), Some(Part::Scope(is))) => {
                verdict.add(!was.is_subset(is), false, "it holds in fewer cases");
                verdict.add(false, !is.is_subset(was), "it holds in more cases");
            }
            (was, Some(is)) => verdict.add(was != is, was != is, "servers must do something else"),
        }
    }
    let new = after.keys().any(|name| !before.contains_key(name));
    verdict.add(false, new, "the promise now binds servers");
    verdict
}

pub(super) fn classify_charge(before: Option<&Fact<'_>>, after: Option<&Fact<'_>>) -> Verdict {
    match (before, after) {
        (_, None) => Verdict::neither("it is no longer charged"),
        (_, Some(Fact::Charge(Some(0), _))) => Verdict::neither("no credits are charged"),
        (Some(Fact::Charge(Some(was), what)), Some(Fact::Charge(Some(is), other)))
            if what == other && is < was =>
        {
            Verdict::neither("fewer credits are charged")
        }
        (None, _) => Verdict::clients("it is now charged"),
        _ => Verdict::clients("another charge is made"),
    }
}

pub(super) fn classify_errors(before: &BTreeSet<&str>, after: &BTreeSet<&str>) -> Verdict {
    let mut verdict = Verdict::default();
    let new: Vec<&str> = after.difference(before).copied().collect();
    let gone: Vec<&str> = before.difference(after).copied().collect();
    verdict.add(!new.is_empty(), false, format!("responses may have the error {}", new.join(", ")));
    verdict.add(
        false,
        !gone.is_empty(),
        format!("responses no longer have the error {}", gone.join(", ")),
    );
    verdict
}

/// Classifies the change of a profile, which binds the servers that claim it.
pub(super) fn classify_profile(before: Option<&Fact<'_>>, after: Option<&Fact<'_>>) -> Verdict {
    match (before, after) {
        (Some(Fact::Profile(was)), Some(Fact::Profile(is))) if !is.is_subset(was) => {
            Verdict::servers("servers that claim it must meet more")
        }
        (Some(Fact::Profile(_)), Some(Fact::Profile(_))) => {
            Verdict::neither("servers that claim it must meet less")
        }
        (None, _) => Verdict::neither("no server claims it yet"),
        _ => Verdict::neither("servers can no longer claim it"),
    }
}

pub(super) fn classify_event(
    before: Option<&Fact<'_>>,
    after: Option<&Fact<'_>>,
    is_binding: bool,
) -> Verdict {
    let carried = |fact: Option<&Fact<'_>>| match fact {
        Some(Fact::Event(carries)) => carries.map(str::to_owned),
        _ => None,
    };
    match (before, after) {
        (None, _) => {
            let why = if is_binding {
                "servers must send it, and clients do not know it"
            } else {
                "clients do not know it"
            };
            let mut verdict = Verdict::default();
            verdict.add(false, is_binding, why);
            verdict.add_new_in_responses(true, why);
            verdict
        }
        (_, None) if !is_binding => Verdict::default(),
        (_, None) => Verdict::clients("it is no longer sent"),
        _ => match (carried(before), carried(after)) {
            (None, Some(_)) => Verdict::servers("its payload is now stated"),
            (Some(_), None) => Verdict::clients("its payload is no longer stated"),
            _ => Verdict::both("it has another payload"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diff::change::Breaks;

    #[test]
    fn a_profile_that_grows_breaks_those_who_claim_it() {
        let fact = |features: &[&str]| {
            Fact::Profile(features.iter().map(|feature| (*feature).to_owned()).collect())
        };
        let check = |before: &[&str], after: &[&str], breaks: Breaks, reason: &str| {
            let (before, after) = (fact(before), fact(after));
            let actual = classify_profile(Some(&before), Some(&after)).describe("");
            assert_eq!(actual, (breaks, reason.to_owned()));
        };
        check(&["a"], &["a", "b"], Breaks::Servers, "servers that claim it must meet more");
        check(&["a"], &["b"], Breaks::Servers, "servers that claim it must meet more");
        check(&["a", "b"], &["a"], Breaks::Neither, "servers that claim it must meet less");
    }
}
