//! Who is bound by a statement, and so broken when it changes: one function for each kind of fact.

use std::collections::BTreeSet;

use crate::diff::allowance::Allowance;
use crate::diff::narrowing::Narrowing;
use crate::diff::reach::Reach;
use crate::diff::statement::{Fact, Part, Parts, Statement, Word};
use crate::diff::verdict::Verdict;
use crate::model::Level;

pub(super) fn word<'f>(fact: Option<&'f Fact<'_>>) -> Option<&'f Word> {
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

/// The parts that a statement binds a server to.
pub(super) fn parts(statement: Option<&Statement<'_>>) -> Parts {
    match statement {
        Some(Statement { level: Level::Must, fact: Fact::Promise(parts), .. }) => parts.clone(),
        _ => Parts::new(),
    }
}

/// What a statement firmly allows clients to do.
pub(super) fn allowed<'f>(statement: Option<&'f Statement<'_>>) -> Option<&'f Allowance> {
    match statement {
        Some(Statement { level: Level::Must, fact: Fact::Allowed(allowed), .. }) => Some(allowed),
        _ => None,
    }
}

/// How firmly a constraint is stated; only what is firm binds.
#[derive(Clone, Copy)]
pub(super) struct Firmness {
    /// Under the old contract.
    pub(super) was: Level,
    /// Under the new one.
    pub(super) is: Level,
    /// Whether both contracts state it.
    pub(super) stays: bool,
}

pub(super) fn constrained(reach: Reach, found: Narrowing, firm: Firmness) -> Verdict {
    let (was_firm, is_firm) = (firm.was == Level::Must, firm.is == Level::Must);
    let firmer = firm.stays && !was_firm && is_firm;
    let looser = firm.stays && was_firm && !is_firm;
    let mut verdict = Verdict::default();
    let (now_open, now_stated) =
        ("requests may be accepted or refused now", "whether requests are accepted is stated now");
    match (firm.was, firm.is) {
        _ if !reach.requests => {}
        (Level::Open, Level::Open) => {}
        (Level::Open, _) => verdict.add(false, true, now_stated),
        (_, Level::Open) => verdict.add(true, false, now_open),
        _ => {
            let why = match (found.widens, is_firm) {
                (true, _) => "requests may be something else",
                (false, true) => "requests that were accepted are refused",
                (false, false) => "requests that were accepted may be refused",
            };
            verdict.add(found.narrows, found.narrows && (is_firm || found.widens), why);
            let only_widens = found.widens && !found.narrows;
            verdict.add(false, only_widens, "requests that were refused are accepted");
            verdict.add(found.opens, false, now_open);
            verdict.add(false, found.closes, now_stated);
            verdict.add(false, firmer, "requests that could be refused must be now");
        }
    }
    if reach.answers {
        let narrows = is_firm && (found.narrows || found.closes || firmer);
        let widens = was_firm && (found.widens || found.opens || looser);
        let (less, more, other) = (
            "answers that were right are not any more",
            "answers may be what they could not be",
            "answers may be something else",
        );
        verdict.add(false, narrows, if widens { other } else { less });
        // What is neither wider nor narrower is another value in the place of one that clients know.
        let is_other = found.widens && found.narrows;
        let why = if narrows { other } else { more };
        verdict.add(widens && is_other, false, why);
        verdict.add_new_in_answers(widens && !is_other, why);
    }
    verdict
}

pub(super) fn promised(before: &Parts, after: &Parts) -> Verdict {
    let mut verdict = Verdict::default();
    for (name, was) in before {
        match (was, after.get(name)) {
            (_, None) => verdict.add(true, false, "servers are not bound to it any more"),
            (Part::For(was), Some(Part::For(is))) => {
                verdict.add(!was.is_subset(is), false, "it holds in fewer cases");
                verdict.add(false, !is.is_subset(was), "it holds in more cases");
            }
            (was, Some(is)) => verdict.add(was != is, was != is, "servers must do something else"),
        }
    }
    let new = after.keys().any(|name| !before.contains_key(name));
    verdict.add(false, new, "servers are bound to it now");
    verdict
}

pub(super) fn charged(before: Option<&Fact<'_>>, after: Option<&Fact<'_>>) -> Verdict {
    match (before, after) {
        (_, None) => Verdict::neither("it is not charged any more"),
        (_, Some(Fact::Charge(Some(0), _))) => Verdict::neither("it costs nothing"),
        (Some(Fact::Charge(Some(was), what)), Some(Fact::Charge(Some(is), other)))
            if what == other && is < was =>
        {
            Verdict::neither("less is charged")
        }
        (None, _) => Verdict::clients("it is charged now"),
        _ => Verdict::clients("something else is charged"),
    }
}

pub(super) fn answered(before: &BTreeSet<&str>, after: &BTreeSet<&str>) -> Verdict {
    let mut verdict = Verdict::default();
    let new: Vec<&str> = after.difference(before).copied().collect();
    let gone: Vec<&str> = before.difference(after).copied().collect();
    verdict.add(!new.is_empty(), false, format!("may answer {}", new.join(", ")));
    verdict.add(false, !gone.is_empty(), format!("may not answer {} any more", gone.join(", ")));
    verdict
}

/// A profile binds the servers that claim it.
pub(super) fn profiled(before: Option<&Fact<'_>>, after: Option<&Fact<'_>>) -> Verdict {
    match (before, after) {
        (Some(Fact::Profile(was)), Some(Fact::Profile(is))) if !is.is_subset(was) => {
            Verdict::servers("who claims it has to meet more")
        }
        (Some(Fact::Profile(_)), Some(Fact::Profile(_))) => {
            Verdict::neither("who claims it has to meet less")
        }
        (None, _) => Verdict::neither("nobody has claimed it"),
        _ => Verdict::neither("nobody can claim it any more"),
    }
}

pub(super) fn announced(
    before: Option<&Fact<'_>>,
    after: Option<&Fact<'_>>,
    firm: bool,
) -> Verdict {
    let carried = |fact: Option<&Fact<'_>>| match fact {
        Some(Fact::Event(carries)) => carries.map(str::to_owned),
        _ => None,
    };
    match (before, after) {
        (None, _) => {
            let why = if firm {
                "servers must send it, and clients do not know it"
            } else {
                "clients do not know it"
            };
            let mut verdict = Verdict::default();
            verdict.add(false, firm, why);
            verdict.add_new_in_answers(true, why);
            verdict
        }
        (_, None) if !firm => Verdict::default(),
        (_, None) => Verdict::clients("it is not sent any more"),
        _ => match (carried(before), carried(after)) {
            (None, Some(_)) => Verdict::servers("what it carries is stated now"),
            (Some(_), None) => Verdict::clients("what it carries is not stated any more"),
            _ => Verdict::both("it carries something else"),
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
            Fact::Profile(features.iter().map(|own| (*own).to_owned()).collect())
        };
        let check = |before: &[&str], after: &[&str], breaks: Breaks, says: &str| {
            let (before, after) = (fact(before), fact(after));
            let found = profiled(Some(&before), Some(&after)).describe("");
            assert_eq!(found, (breaks, says.to_owned()));
        };
        check(&["a"], &["a", "b"], Breaks::Servers, "who claims it has to meet more");
        check(&["a"], &["b"], Breaks::Servers, "who claims it has to meet more");
        check(&["a", "b"], &["a"], Breaks::Neither, "who claims it has to meet less");
    }
}
