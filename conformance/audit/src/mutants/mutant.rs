//! Describes a mutant: a server that gets one clause of a contract wrong.

use std::sync::Arc;

use webdata_spec::kebab;
use webdata_spec::model::ClauseId;

use crate::differences::{Deviation, Difference, ResponseKind};
use crate::habits::Habit;

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
    /// The family of the mutant, by which tables group mutants. Each collection of habits is one.
    pub family: String,
    /// The difference between this server and the reference server.
    pub difference: Difference,
    /// The habit that the mutant is made from, if any.
    pub habit: Option<Arc<Habit>>,
    /// The kind of a mutant of a shared type that acts in the requests of a further operation alone; `None` for any other.
    pub further: Option<Further>,
}

/// A mutant of a shared type in the requests of a further operation. Few cases send such requests: one wrong value for
/// each clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Further {
    /// The first mutant of its clause at its place, which does not check the clause at all.
    Unchecked,
    /// A mutant that accepts less, and that a quick audit leaves out.
    Lesser,
}

impl Mutant {
    /// Makes a mutant of an operation, or of the whole `service`.
    pub(super) fn new(
        at: &str,
        clause: &ClauseId,
        (suffix, description): (&str, String),
        family: &str,
        difference: Difference,
    ) -> Self {
        Self {
            id: format!("{}/{clause}/{}", kebab(at), kebab(suffix)),
            clause: clause.clone(),
            description,
            family: family.to_owned(),
            difference,
            habit: None,
            further: None,
        }
    }

    /// Returns whether the server interprets another contract.
    #[must_use]
    pub fn edits_contract(&self) -> bool {
        matches!(self.difference.what, Deviation::Contract(_))
    }

    /// Returns the identity of the error row, if only the responses of that error are wrong.
    #[must_use]
    pub fn error_row(&self) -> Option<&str> {
        let values = match &self.difference.what {
            Deviation::Returns(rewrite) => &rewrite.values,
            Deviation::Overrides(given) => &given.values,
            _ => return None,
        };
        match values.of.as_ref()? {
            ResponseKind::Row(row) => Some(row),
            ResponseKind::Success => None,
        }
    }
}
