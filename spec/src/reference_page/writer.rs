//! The Markdown written so far, and the clauses that are not written yet. Knows no section.

use std::collections::{BTreeMap, HashMap};

use super::markdown::prose;
use super::outline::{Outline, Row, Topic};
use crate::model::{Clause, Gap, Operation, Spec};

/// The page while it is written.
pub(super) struct Writer<'s> {
    pub(super) spec: &'s Spec,
    pub(super) outline: Outline,
    /// The clauses that are not on the page yet, each with its number in the contract's order.
    pub(super) clauses: BTreeMap<String, (usize, Clause)>,
    /// The types that refer to a type.
    pub(super) users: HashMap<&'s str, Vec<&'s str>>,
    /// The operations that use a type, and their use of it.
    pub(super) uses: HashMap<&'s str, Vec<(&'s str, &'static str)>>,
    pub(super) blocks: Vec<String>,
}

impl Writer<'_> {
    /// Adds a block of Markdown, unless it is empty.
    pub(super) fn add(&mut self, block: String) {
        if !block.is_empty() {
            self.blocks.push(block);
        }
    }

    pub(super) fn heading(&mut self, topic: &Topic) {
        self.add(Outline::heading(topic));
    }

    pub(super) fn source(&mut self, source: &str) {
        self.add(format!("Contract: {}.", prose(source)));
    }

    /// Takes the clauses that the next section shows.
    pub(super) fn take(&mut self, belongs: impl Fn(&str) -> bool) -> Vec<Clause> {
        self.take_all(|clauses| clauses.keys().filter(|id| belongs(id)).cloned().collect())
    }

    /// Takes the clauses whose identities begin with `path`.
    pub(super) fn take_below(&mut self, path: &str) -> Vec<Clause> {
        // In ASCII order, the slash follows the dot.
        let below = format!("{path}.")..format!("{path}/");
        self.take_all(|clauses| {
            let itself = clauses.get_key_value(path).map(|(id, _)| id);
            itself.into_iter().chain(clauses.range(below).map(|(id, _)| id)).cloned().collect()
        })
    }

    fn take_all(
        &mut self,
        which: impl FnOnce(&BTreeMap<String, (usize, Clause)>) -> Vec<String>,
    ) -> Vec<Clause> {
        let ids = which(&self.clauses);
        let taken = ids.iter().filter_map(|id| self.clauses.remove(id));
        let mut taken: Vec<(usize, Clause)> = taken.collect();
        taken.sort_by_key(|(number, _)| *number);
        taken.into_iter().map(|(_, clause)| clause).collect()
    }

    pub(super) fn type_link(&self, name: &str) -> String {
        self.outline.link(&Topic::named_type(name))
    }

    pub(super) fn operation_link(&self, id: &str) -> String {
        self.outline.link(&Topic::operation(id))
    }

    pub(super) fn error_link(id: &str) -> String {
        Row::Error(id).link(&prose(id))
    }

    pub(super) fn gap_link(id: &str) -> String {
        Row::Gap(id).link(&prose(id))
    }

    /// Returns the method and the whole path, or `None` if the contract does not show them.
    pub(super) fn call(&self, operation: &Operation) -> Option<String> {
        let endpoint = operation.endpoint.as_ref()?;
        Some(format!("{} {}{}", endpoint.method, self.spec.service.base_path, endpoint.path))
    }

    /// Adds the open points at a path and below it, as a list of questions.
    pub(super) fn open_points(&mut self, path: &str) {
        self.list_open_points(|place| is_below(path, place));
    }

    /// Adds the open points of a part of the contract as a whole.
    pub(super) fn open_points_of(&mut self, part: &str) {
        self.list_open_points(|place| place == part);
    }

    pub(super) fn list_open_points(&mut self, is_here: impl Fn(&str) -> bool) {
        let gaps = self.spec.gaps.iter().filter(|(_, gap)| is_here(&gap.place));
        let line =
            |(id, gap): (&String, &Gap)| format!("- {}", Row::Gap(id).link(&prose(&gap.question)));
        let lines: Vec<String> = gaps.map(line).collect();
        if !lines.is_empty() {
            self.add(format!("Left open:\n\n{}", lines.join("\n")));
        }
    }
}

/// Returns whether an identity equals `path` or is below it.
pub(super) fn is_below(path: &str, id: &str) -> bool {
    id.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}
