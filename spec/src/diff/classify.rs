//! Classifies changes by the rules on the page of [`super`].

use std::collections::BTreeSet;

use crate::diff::change::{Change, ChangeKind, Verdict, classify_allowance};
use crate::diff::narrowing::{
    NARROWS, Narrowing, WIDENS, compare_kinds, compare_requirements, is_same_kind,
};
use crate::diff::side::{Side, Usage};
use crate::model::{Additional, Channel, ClauseId, ClauseRoot, Level, Shape, Transport, is_within};
use crate::statements::fact::{Allowance, Fact, Owner, Parts, PromisePart, Requirement, Wording};
use crate::statements::{Listing, Statement};
use crate::walk::{parameter, type_name};

/// Returns the change of one statement, or `None` if the statement did not change.
pub(super) fn change(id: &ClauseId, old: &Side<'_>, new: &Side<'_>) -> Option<Change> {
    let (before, after) = separate_headings(old.statements.get(id), new.statements.get(id));
    let shown = |statement: &&Statement<'_>| statement.listing != Listing::Hidden;
    let kind = match (before.filter(shown), after.filter(shown)) {
        (None, None) => return None,
        (None, Some(_)) => ChangeKind::Added,
        (Some(_), None) => ChangeKind::Removed,
        (Some(before), Some(after)) if before.is_equivalent(after) => return None,
        (Some(_), Some(_)) => ChangeKind::Changed,
    };
    let classifier = Classifier { old, new, before, after };
    let verdict = classifier.verdict(after.or(before)?.owner)?;
    let (breaks, why) = verdict.describe("the statement binds neither side");
    let text = |statement: Option<&Statement<'_>>| {
        statement.filter(shown).map(|statement| statement.text.clone())
    };
    let (before, after) = (text(before), text(after));
    Some(Change { clause: id.clone(), kind, before, after, breaks, announced: false, why })
}

/// Separates a heading from another statement with the same identity. A stored property or an event may have
/// the name `source`; it is not compared with a heading.
fn separate_headings<'j, 's>(
    before: Option<&'j Statement<'s>>,
    after: Option<&'j Statement<'s>>,
) -> (Option<&'j Statement<'s>>, Option<&'j Statement<'s>>) {
    let is_statement = |statement: &&Statement<'_>| !matches!(statement.fact, Fact::Source(..));
    match (before, after) {
        (Some(left), Some(right)) if is_statement(&left) != is_statement(&right) => {
            (before.filter(is_statement), after.filter(is_statement))
        }
        both => both,
    }
}

struct Classifier<'j, 's> {
    old: &'j Side<'s>,
    new: &'j Side<'s>,
    before: Option<&'j Statement<'s>>,
    after: Option<&'j Statement<'s>>,
}

impl Classifier<'_, '_> {
    /// Returns the verdict. Returns `None` for the documentation of an entry that is new or removed as a
    /// whole, and for a heading that is reported at another entry.
    fn verdict(&self, owner: Owner<'_>) -> Option<Verdict> {
        let comes_along = !self.both_have_owner(owner);
        match self.fact() {
            Fact::Label(_) | Fact::Examples(_) | Fact::Deprecated(_) if comes_along => {
                return None;
            }
            Fact::Deprecated(_) => {
                return Some(Verdict::neither(match (self.before, self.after) {
                    (None, _) => "it still works; clients should stop using it",
                    (_, None) => "removed, or no longer deprecated",
                    _ => "what is deprecated still works",
                }));
            }
            Fact::Examples(_) => {
                return Some(Verdict::neither(
                    "examples are input for the cases and bind neither side",
                ));
            }
            Fact::Source(..) => {
                let (before, after) = (&self.before?.fact, &self.after?.fact);
                return match (before, after) {
                    (Fact::Source(was, _), Fact::Source(is, _)) if was == is => None,
                    (Fact::Source(_, true), Fact::Source(_, true)) => None,
                    _ => Some(Verdict::neither("documentation only")),
                };
            }
            Fact::Label(_) => return Some(Verdict::neither("documentation only")),
            Fact::Prose(_) => return Some(Verdict::needs_review("prose: read it")),
            _ => {}
        }
        if comes_along {
            return Some(self.one_sided(owner));
        }
        if let Some(verdict) = self.classify_with_property().or_else(|| self.classify_wording()) {
            return Some(verdict);
        }
        Some(match owner {
            Owner::Schema(path) if self.usage(path).is_empty() => {
                Verdict::neither("no request and no response of both contracts uses the type")
            }
            Owner::Schema(path) => self.classify_schema(path),
            _ => self.classify_fact(Usage::RESPONSES, None),
        })
    }

    fn fact(&self) -> &Fact<'_> {
        let statement = self.after.or(self.before);
        statement.map_or(&Fact::Label(""), |statement| &statement.fact)
    }

    /// Returns whether both contracts have the entry that the statement belongs to.
    fn both_have_owner(&self, owner: Owner<'_>) -> bool {
        let both = |has: fn(&Side<'_>, &str) -> bool, id| has(self.old, id) && has(self.new, id);
        match owner {
            Owner::Schema(path) => both(|side, path| side.nodes.contains_key(path), path),
            Owner::Operation(id) => both(|side, id| side.spec.operations.contains_key(id), id),
            Owner::Row(id) => both(|side, id| side.spec.errors.contains_key(id), id),
            Owner::Itself => true,
        }
    }

    /// Returns the verdict on a statement that is new or removed together with the property of its condition.
    fn classify_with_property(&self) -> Option<Verdict> {
        let alone = match (self.before, self.after) {
            (None, Some(alone)) | (Some(alone), None) => alone,
            _ => return None,
        };
        let about = alone.depends_on.as_deref()?;
        if self.both_have_owner(Owner::Schema(about)) {
            return None;
        }
        Some(match alone.fact {
            Fact::Charge(..) => {
                Verdict::neither("the property that it is charged for is new or removed too")
            }
            _ => self.one_sided(Owner::Schema(about)),
        })
    }

    /// Returns whether the statement is an effect of a type.
    fn is_effect_of_type(&self) -> bool {
        let statement = self.after.or(self.before);
        let is_schema = |owner| matches!(owner, Owner::Schema(_));
        statement.is_some_and(|it| is_schema(it.owner) && it.id.split_at("effects").is_some())
    }

    /// Returns whether the statement is an event of a channel that the old contract does not have. The events of a trace
    /// are in the responses of an operation, which clients may know.
    fn has_new_channel(&self) -> bool {
        let Some(ClauseRoot::Channel(id)) = self.after.map(|event| event.id.root()) else {
            return false;
        };
        let is_trace = |channel: &Channel| channel.transport == Transport::Trace;
        let channel = self.new.spec.channels.get(id).filter(|channel| !is_trace(channel));
        channel.is_some_and(|channel| !self.old.spec.channels.contains_key(&channel.id))
    }

    /// Returns the reason why the change of a gap breaks neither side.
    fn change_of_gap(&self) -> &'static str {
        let (side, other) = match (self.before, self.after) {
            (None, Some(_)) => (self.new, self.old),
            (Some(_), None) => (self.old, self.new),
            _ => return "still left open",
        };
        let statement = self.after.or(self.before);
        let place = statement.and_then(|statement| match statement.id.root() {
            ClauseRoot::Gap(id) => Some(&side.spec.gaps.get(id)?.place),
            _ => None,
        });
        // What stood beside the place may have been stated with it.
        let beside = place.map(|place| {
            let around = Some(place.around()).filter(|around| around.contains('.'));
            around.unwrap_or(place.as_str())
        });
        let is_about = |id: &ClauseId| beside.is_some_and(|place| is_within(id.as_str(), place));
        let mut stated = other.statements.iter().filter(|(id, _)| is_about(id));
        let is_replaced = stated.any(|(id, stated)| {
            side.statements.get(id).is_none_or(|statement| !statement.is_equivalent(stated))
        });
        match (is_replaced, self.after.is_some()) {
            (true, true) => "now left open; the removed statement is classified on its own",
            (true, false) => "no longer left open; the new statement is classified on its own",
            (false, true) => "the contract never stated it",
            (false, false) => "the contract does not state it either",
        }
    }

    /// Returns whether the statement binds, under the contract that has it.
    fn is_binding(&self) -> bool {
        self.after.or(self.before).is_some_and(|statement| statement.level == Level::Must)
    }

    /// Returns whether each contract that has the statement leaves it open.
    fn is_open(&self) -> bool {
        [self.before, self.after].into_iter().flatten().all(|usage| usage.level == Level::Open)
    }

    /// Returns the verdict if only the wording changed.
    fn classify_wording(&self) -> Option<Verdict> {
        let (before, after) = (self.before?, self.after?);
        if before.fact != after.fact || before.level != after.level {
            return None;
        }
        Some(match &after.wording {
            _ if [before, after].iter().any(|side| side.listing == Listing::Hidden) => {
                Verdict::neither("another clause states it too")
            }
            Wording::Meaning(_) => Verdict::needs_review("prose: read it"),
            Wording::Name(_) => Verdict::neither("only the name of the type changed"),
            Wording::Beside(_) | Wording::None => Verdict::neither("only the wording changed"),
        })
    }

    /// Returns whether both contracts use values of a type in requests and in responses.
    fn usage(&self, path: &str) -> Usage {
        self.old.usage(path).intersection(self.new.usage(path))
    }

    fn classify_schema(&self, path: &str) -> Verdict {
        let usage = self.usage(path);
        if let Fact::Constraint(word) = self.fact()
            && word.is_specific_to_kind()
            && let (Some(before), Some(after)) =
                (self.old.nodes.get(path), self.new.nodes.get(path))
            && !is_same_kind(before.schema, after.schema)
        {
            let narrowing = compare_kinds((before.schema, self.old), (after.schema, self.new));
            return classify_constraint(usage, narrowing, self.levels(Some(path)));
        }
        self.classify_fact(usage, Some(path))
    }

    /// Returns the levels of the statement. A contract without the statement has the level of the schema that
    /// it is about.
    fn levels(&self, path: Option<&str>) -> Levels {
        let of = |statement: Option<&Statement<'_>>, side: &Side<'_>| {
            let schema = || Some(side.nodes.get(path?)?.schema.level);
            statement.map(|statement| statement.level).or_else(schema)
        };
        Levels {
            before: of(self.before, self.old).unwrap_or_default(),
            after: of(self.after, self.new).unwrap_or_default(),
            in_both: self.before.is_some() && self.after.is_some(),
        }
    }

    fn classify_fact(&self, usage: Usage, path: Option<&str>) -> Verdict {
        let (before, after) = (self.before.map(|s| &s.fact), self.after.map(|s| &s.fact));
        match self.fact() {
            Fact::Constraint(_) | Fact::Demand(_) => {
                let usage = match (self.fact(), path) {
                    (Fact::Demand(_), None) => Usage::REQUESTS,
                    (Fact::Demand(_), Some(_)) => usage.intersection(Usage::REQUESTS),
                    _ => usage,
                };
                classify_constraint(
                    usage,
                    compare_requirements(requirement(before), requirement(after)),
                    self.levels(path),
                )
            }
            Fact::Promise(_) => {
                let (before, after) = (parts(self.before), parts(self.after));
                // What a type sets under a condition is a default under this condition.
                if before.is_empty() != after.is_empty() && self.is_effect_of_type() {
                    Verdict::both("requests that leave the property out mean something else")
                } else {
                    classify_promise(&before, &after)
                }
            }
            Fact::Agreed(_) | Fact::Errors(_) | Fact::Event(_) if self.is_open() => {
                Verdict::default()
            }
            Fact::Agreed(_) => Verdict::both("both sides act on it"),
            Fact::Allowed(_) => {
                classify_allowance(allowance_of(self.before), allowance_of(self.after))
            }
            Fact::Charge(..) => classify_charge(before, after),
            Fact::Errors(_) => classify_errors(&errors(before), &errors(after)),
            Fact::Event(_) if before.is_none() && self.has_new_channel() => {
                let mut verdict = Verdict::neither("no client subscribes to the new channel yet");
                verdict.add(false, self.is_binding(), "servers must send it");
                verdict
            }
            Fact::Event(_) => classify_event(before, after, self.is_binding()),
            Fact::Gap(_) => Verdict::neither(self.change_of_gap()),
            Fact::Profile(_) => classify_profile(before, after),
            Fact::Prose(_)
            | Fact::Label(_)
            | Fact::Source(..)
            | Fact::Examples(_)
            | Fact::Deprecated(_) => Verdict::default(),
        }
    }

    /// Returns the verdict on a statement whose owner only one of the contracts has.
    fn one_sided(&self, owner: Owner<'_>) -> Verdict {
        match owner {
            Owner::Schema(path) => self.one_sided_schema(path),
            Owner::Operation(id) => self.one_sided_operation(id),
            Owner::Row(id) => self.one_sided_error(id),
            Owner::Itself => Verdict::default(),
        }
    }

    /// Returns the verdict on a statement about a schema that only one of the contracts has.
    fn one_sided_schema(&self, path: &str) -> Verdict {
        let added = self.after.is_some();
        let side = if added { self.new } else { self.old };
        if let Some(other) = side.renamed.get(type_name(path)) {
            let verb = if added { "was" } else { "is" };
            return Verdict::neither(format!("only renamed: it {verb} called `{other}`"));
        }
        let mut child = path;
        while let Some(parent) = side.nodes.get(child).and_then(|node| node.parent) {
            let nodes = (self.old.nodes.get(parent), self.new.nodes.get(parent));
            if let (Some(before), Some(after)) = nodes {
                let usage = self.usage(parent);
                let levels = self.levels(Some(parent));
                return match (&before.schema.shape, &after.schema.shape) {
                    _ if usage.is_empty() => Verdict::neither(
                        "no request and no response of both contracts uses the type",
                    ),
                    (Shape::Object(before), Shape::Object(after)) => {
                        let closed = if added { before } else { after }.additional;
                        let closed = closed == Additional::Forbidden;
                        self.one_sided_property(usage, closed, child != path)
                    }
                    (Shape::OneOf(_), Shape::OneOf(_)) | (Shape::Tuple(_), Shape::Tuple(_)) => {
                        classify_constraint(usage, if added { WIDENS } else { NARROWS }, levels)
                    }
                    _ => {
                        let narrowing =
                            compare_kinds((before.schema, self.old), (after.schema, self.new));
                        classify_constraint(usage, narrowing, levels)
                    }
                };
            }
            child = parent;
        }
        let usage = side.usage(path);
        if let Some((operation, _)) = parameter(path) {
            if !self.both_have_owner(Owner::Operation(operation)) {
                return self.one_sided_operation(operation);
            }
            return Verdict::both("the path has other parameters");
        }
        match (added, usage.requests) {
            (_, true) if !self.is_binding() => Verdict::default(),
            (true, true) => Verdict::servers("a new type of requests"),
            (false, true) => Verdict::clients("a type of requests is removed"),
            (true, false) => Verdict::neither("a new type; its uses are classified"),
            (false, false) => Verdict::neither("a removed type; its former uses are classified"),
        }
    }

    /// Returns the verdict on a property that only one of the contracts has, or on a statement `within` the
    /// property. `closed` says whether the object forbids other properties under the other contract.
    fn one_sided_property(&self, usage: Usage, closed: bool, within: bool) -> Verdict {
        let required = !within && matches!(self.fact(), Fact::Constraint(Requirement::Required));
        let is_binding = self.is_binding();
        let mut verdict = Verdict::default();
        if self.after.is_some() {
            let must_send = required && usage.requests && !self.is_open();
            verdict.add(false, usage.requests && is_binding, "a new property of requests");
            verdict.add(must_send, must_send && is_binding, "requests must have it");
            verdict.add(false, required && usage.responses && is_binding, "responses must have it");
            let is_unknown = closed && usage.responses;
            verdict.add(is_unknown, false, "responses had no other properties");
            let only_responses = usage.responses && !usage.requests;
            return if only_responses {
                verdict.or("responses may have a new property")
            } else {
                verdict
            };
        }
        verdict.add(
            usage.requests && is_binding,
            usage.requests && closed,
            "requests may no longer have it",
        );
        verdict.add(
            usage.responses && is_binding,
            usage.responses && closed,
            "responses may lack it",
        );
        verdict
    }

    fn one_sided_operation(&self, id: &str) -> Verdict {
        if !self.is_binding() {
            Verdict::default()
        } else if self.new.spec.operations.contains_key(id) {
            Verdict::servers("a new operation")
        } else {
            Verdict::clients("the operation is removed")
        }
    }

    /// Returns the verdict on a row that is new or removed. The row matters to the operations that both
    /// contracts have.
    fn one_sided_error(&self, id: &str) -> Verdict {
        if self.is_open() {
            return Verdict::default();
        }
        let added = self.after.is_some();
        let side = if added { self.new } else { self.old };
        let mut operations = side.spec.operations.values();
        let listed = operations.any(|operation| {
            operation.errors.iter().any(|error| error == id)
                && self.both_have_owner(Owner::Operation(&operation.id))
        });
        match (listed, added) {
            (true, true) => Verdict::clients("operations may have a new error"),
            (true, false) => Verdict::servers("operations no longer have an error"),
            (false, _) => Verdict::neither("no operation that both contracts have lists the error"),
        }
    }
}

fn requirement<'f>(fact: Option<&'f Fact<'_>>) -> Option<&'f Requirement> {
    match fact? {
        Fact::Constraint(word) | Fact::Demand(word) => Some(word),
        _ => None,
    }
}

fn errors<'f>(fact: Option<&'f Fact<'_>>) -> BTreeSet<&'f str> {
    match fact {
        Some(Fact::Errors(errors)) => errors.iter().copied().collect(),
        _ => BTreeSet::new(),
    }
}

/// Returns the parts of a promise at the level `must`.
fn parts(statement: Option<&Statement<'_>>) -> Parts {
    match statement {
        Some(Statement { level: Level::Must, fact: Fact::Promise(parts), .. }) => parts.clone(),
        _ => Parts::new(),
    }
}

/// Returns the allowance of a statement at the level `must`.
fn allowance_of<'f>(statement: Option<&'f Statement<'_>>) -> Option<&'f Allowance> {
    match statement {
        Some(Statement { level: Level::Must, fact: Fact::Allowed(allowed), .. }) => Some(allowed),
        _ => None,
    }
}

/// The levels of a constraint; only `must` binds.
#[derive(Clone, Copy)]
struct Levels {
    /// The level under the old contract.
    before: Level,
    /// The level under the new contract.
    after: Level,
    /// Whether both contracts state it.
    in_both: bool,
}

fn classify_constraint(usage: Usage, narrowing: Narrowing, levels: Levels) -> Verdict {
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
        verdict.add(widens, false, if narrows { other } else { more });
    }
    verdict
}

fn classify_promise(before: &Parts, after: &Parts) -> Verdict {
    let mut verdict = Verdict::default();
    for (name, was) in before {
        match (was, after.get(name)) {
            (_, None) => verdict.add(true, false, "the promise no longer binds servers"),
            (PromisePart::Scope(was), Some(PromisePart::Scope(is))) => {
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

fn classify_charge(before: Option<&Fact<'_>>, after: Option<&Fact<'_>>) -> Verdict {
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

fn classify_errors(before: &BTreeSet<&str>, after: &BTreeSet<&str>) -> Verdict {
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
fn classify_profile(before: Option<&Fact<'_>>, after: Option<&Fact<'_>>) -> Verdict {
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

fn classify_event(
    before: Option<&Fact<'_>>,
    after: Option<&Fact<'_>>,
    is_binding: bool,
) -> Verdict {
    let carried = |fact: Option<&Fact<'_>>| match fact {
        Some(Fact::Event(carries)) => carries.map(str::to_owned),
        _ => None,
    };
    match (before, after) {
        (None, _) if is_binding => {
            Verdict::both("servers must send it, and clients do not know it")
        }
        (None, _) => Verdict::clients("clients do not know it"),
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
