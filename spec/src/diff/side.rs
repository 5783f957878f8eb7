//! One of the two contracts, with its statements and schemas.

use std::collections::{BTreeMap, HashMap};

use super::collect::{self, Node};
use super::statement::Statement;
use super::usage::{self, Usage};
use crate::model::{ClauseId, Spec};

/// One of the two contracts of a comparison.
pub(super) struct Side<'s> {
    pub(super) spec: &'s Spec,
    pub(super) statements: BTreeMap<ClauseId, Statement<'s>>,
    /// Every schema, by its path.
    pub(super) nodes: HashMap<&'s str, Node<'s>>,
    usage: HashMap<&'s str, Usage>,
    /// The names on the other side of the types that were only renamed.
    pub(super) renamed: HashMap<&'s str, &'s str>,
}

impl<'s> Side<'s> {
    /// Splits a contract into statements. `renamed` maps the names of its types to the names on the other
    /// side; `names` maps the names of types in the old contract to their names in the new one.
    pub(super) fn new(
        spec: &'s Spec,
        renamed: HashMap<&'s str, &'s str>,
        names: &HashMap<&'s str, &'s str>,
    ) -> Self {
        let (statements, nodes) = collect::collect(spec, names);
        Self { spec, statements, nodes, usage: usage::usages_by_type(spec), renamed }
    }

    /// Returns where values of the schema at a path are used.
    pub(super) fn usage(&self, path: &str) -> Usage {
        if path.starts_with("operations.") {
            return Usage::REQUESTS;
        }
        self.usage.get(root(path)).copied().unwrap_or_default()
    }
}

/// Returns the name of the type that a path begins with.
pub(super) fn root(path: &str) -> &str {
    path.split_once('.').map_or(path, |(name, _)| name)
}
