//! Describes a mutant: a server that gets one clause of a contract wrong.

use std::fmt;
use std::sync::Arc;

use webdata_reference::Fault;
use webdata_reference::faults::{Mistake, ResponseFilter};
use webdata_spec::model::{ClauseId, Keyword};
use webdata_spec::{Spec, kebab};

use super::constraints;
use crate::habits::Habit;

/// The family of the habits of a contract.
const HABITS: &str = "habits of implementations";

/// A server that gets one clause of a contract wrong in one way.
#[derive(Debug, Clone)]
pub struct Mutant {
    /// The identity, readable and stable: operation, clause and suffix, as in
    /// `update-album/AlbumUpdate.name.maxLength/accepts-257`.
    pub id: String,
    /// The clause that the server breaks.
    pub clause: ClauseId,
    /// The description of the mistake in one sentence: `A name of 257 characters is accepted.`
    pub description: String,
    /// The change that makes the server a mutant.
    pub change: Change,
}

/// A change that makes a mutant of the reference server.
#[derive(Debug, Clone)]
pub enum Change {
    /// Another contract, which the server interprets.
    Contract(Edit),
    /// A fault of the server.
    Server(Fault),
    /// A habit of implementations, in a proxy before the reference server.
    Habit(Arc<Habit>),
}

/// A change of a contract. The changed contract is made each time that it is needed, since thousands of
/// contracts would need much memory.
#[derive(Clone)]
pub struct Edit(Arc<ChangeFn>);

/// Changes a contract, or returns `None` if the contract has no such place.
type ChangeFn = dyn Fn(&mut Spec) -> Option<()> + Send + Sync;

impl Edit {
    pub(super) fn new(change: impl Fn(&mut Spec) -> Option<()> + Send + Sync + 'static) -> Self {
        Self(Arc::new(change))
    }

    /// Returns a changed copy of the contract, or an unchanged copy if the contract has no such place.
    fn apply(&self, spec: &Spec) -> Spec {
        let mut mutated = spec.clone();
        match (self.0)(&mut mutated) {
            Some(()) => mutated,
            None => spec.clone(),
        }
    }
}

impl fmt::Debug for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Edit")
    }
}

impl Mutant {
    /// Makes a mutant of an operation, or of the whole `service`.
    pub(super) fn new(
        at: &str,
        clause: &ClauseId,
        suffix: &str,
        description: String,
        change: Change,
    ) -> Self {
        let id = format!("{}/{clause}/{}", kebab(at), kebab(suffix));
        Self { id, clause: clause.clone(), description, change }
    }

    /// Returns the contract that the server interprets.
    #[must_use]
    pub fn spec(&self, spec: &Arc<Spec>) -> Arc<Spec> {
        match &self.change {
            Change::Contract(edit) => Arc::new(edit.apply(spec)),
            Change::Server(_) | Change::Habit(_) => Arc::clone(spec),
        }
    }

    /// Returns the fault of the server, if any.
    #[must_use]
    pub fn fault(&self) -> Option<&Fault> {
        match &self.change {
            Change::Contract(_) | Change::Habit(_) => None,
            Change::Server(fault) => Some(fault),
        }
    }

    /// Returns the habit of the server, if any.
    #[must_use]
    pub fn habit(&self) -> Option<&Habit> {
        match &self.change {
            Change::Habit(habit) => Some(habit),
            Change::Contract(_) | Change::Server(_) => None,
        }
    }

    /// Returns the identity of the error row, if only the responses of that error are wrong.
    #[must_use]
    pub fn error_row(&self) -> Option<&str> {
        match &self.fault()?.mistake {
            Mistake::Response(ResponseFilter::Error(row), _) => Some(row),
            _ => None,
        }
    }

    /// Returns the family of the mutant, by which tables group mutants. Each collection of habits is one.
    #[must_use]
    pub fn family(&self) -> String {
        match &self.change {
            Change::Server(fault) => fault.family().to_owned(),
            Change::Habit(habit) if habit.collection.is_empty() => HABITS.to_owned(),
            Change::Habit(habit) => format!("{HABITS}: {}", habit.collection),
            Change::Contract(_) => self.family_of_clause().to_owned(),
        }
    }

    fn family_of_clause(&self) -> &'static str {
        let clause = self.clause.as_str();
        let parts = [
            (".rules.", "rules"),
            (".effects.", "effects"),
            (".refusals.", "refusals"),
            (".moves.", "states and moves"),
            (".situations.", "states and moves"),
            (".behaviour.", "behaviour"),
        ];
        if let Some((_, family)) = parts.into_iter().find(|(part, _)| clause.contains(part)) {
            return family;
        }
        let root = clause.split('.').next().unwrap_or(clause);
        match (root, clause.rsplit('.').next().unwrap_or(clause)) {
            ("errors", _) => "errors",
            ("authentication", _) => "authentication",
            ("charges" | "limits", _) => "credits and limits of plans",
            ("events", _) => "events",
            (_, "type" | "contentMediaType" | "nullable" | "discriminator") => "types",
            (_, "enum") => "enums",
            (_, "required") => "required properties",
            (_, "default" | "generated" | "kept") => "defaults and generated values",
            (_, word) => {
                let keyword = Keyword::ALL.iter().find(|keyword| keyword.name() == word);
                keyword.map_or("operations and messages", |keyword| constraints::family(*keyword))
            }
        }
    }
}
