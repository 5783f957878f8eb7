//! One of the two contracts, with what the comparison looks up in it.

use std::collections::{BTreeMap, HashMap};

use super::collect::{self, Node};
use super::reach::{self, Reach};
use super::statement::Statement;
use crate::model::{ClauseId, Spec};

/// A contract that is compared.
pub(super) struct Side<'s> {
    pub(super) spec: &'s Spec,
    pub(super) statements: BTreeMap<ClauseId, Statement<'s>>,
    /// Every schema, by its path.
    pub(super) nodes: HashMap<&'s str, Node<'s>>,
    reach: HashMap<&'s str, Reach>,
    /// What the types that were only renamed are called on the other side.
    pub(super) renamed: HashMap<&'s str, &'s str>,
}

impl<'s> Side<'s> {
    /// Takes a contract apart; `renamed` is what its types are called on the other side, and
    /// `names` what types of the old contract are called in the new one.
    pub(super) fn new(
        spec: &'s Spec,
        renamed: HashMap<&'s str, &'s str>,
        names: &HashMap<&'s str, &'s str>,
    ) -> Self {
        let (statements, nodes) = collect::collect(spec, names);
        Self { spec, statements, nodes, reach: reach::of_types(spec), renamed }
    }

    /// How values of the schema at a path travel.
    pub(super) fn reach(&self, path: &str) -> Reach {
        if path.starts_with("operations.") {
            return Reach::REQUESTS;
        }
        self.reach.get(root(path)).copied().unwrap_or_default()
    }
}

/// The name of the type that a path is in.
pub(super) fn root(path: &str) -> &str {
    path.split_once('.').map_or(path, |(name, _)| name)
}
