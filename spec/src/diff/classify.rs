//! Classifies changes by the rules on the page of [`super`].

mod facts;
mod one_sided;

use super::allowance;
use super::change::{Change, ChangeKind};
use super::narrowing::{compare_kinds, compare_requirements, is_same_kind};
use super::side::Side;
use super::statement::{Fact, Owner, Statement, Wording};
use super::usage::Usage;
use super::verdict::Verdict;
use crate::model::{ClauseId, Level};
use facts::{
    Levels, allowance_of, classify_charge, classify_constraint, classify_errors, classify_event,
    classify_profile, classify_promise, errors, parts, requirement,
};

/// Returns the change of one statement, or `None` if the statement did not change.
pub(super) fn change(id: &ClauseId, old: &Side<'_>, new: &Side<'_>) -> Option<Change> {
    let (before, after) = separate_headings(old.statements.get(id), new.statements.get(id));
    let shown = |statement: &&Statement<'_>| !statement.hidden;
    let kind = match (before.filter(shown), after.filter(shown)) {
        (None, None) => return None,
        (None, Some(_)) => ChangeKind::Added,
        (Some(_), None) => ChangeKind::Removed,
        (Some(before), Some(after)) if before.is_equivalent(after) => return None,
        (Some(_), Some(_)) => ChangeKind::Changed,
    };
    let classifier = Classifier { old, new, before, after };
    let verdict = classifier.verdict(after.or(before)?.owner)?;
    let kept = verdict.breaks_only_by_new_parts();
    let (breaks, why) = verdict.describe("the statement binds neither side");
    let text = |statement: Option<&Statement<'_>>| {
        statement.filter(shown).map(|statement| statement.text.clone())
    };
    let (before, after) = (text(before), text(after));
    Some(Change { clause: id.clone(), kind, before, after, breaks, announced: false, kept, why })
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
            _ if before.hidden || after.hidden => Verdict::neither("another clause states it too"),
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
            Fact::Promise(_) => classify_promise(&parts(self.before), &parts(self.after)),
            Fact::Agreed(_) | Fact::Errors(_) | Fact::Event(_) if self.is_open() => {
                Verdict::default()
            }
            Fact::Agreed(_) => Verdict::both("both sides act on it"),
            Fact::Allowed(_) => {
                allowance::classify(allowance_of(self.before), allowance_of(self.after))
            }
            Fact::Charge(..) => classify_charge(before, after),
            Fact::Errors(_) => classify_errors(&errors(before), &errors(after)),
            Fact::Event(_) => classify_event(before, after, self.is_binding()),
            Fact::Gap(_) => Verdict::neither(match (before, after) {
                (None, _) => "now left open; the removed statement is classified on its own",
                (_, None) => "no longer left open; the new statement is classified on its own",
                _ => "still left open",
            }),
            Fact::Profile(_) => classify_profile(before, after),
            Fact::Prose(_)
            | Fact::Label(_)
            | Fact::Source(..)
            | Fact::Examples(_)
            | Fact::Deprecated(_) => Verdict::default(),
        }
    }
}
