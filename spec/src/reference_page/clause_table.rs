//! Tables of clauses: what each says, and its identity beside it.

use super::markdown::{Table, code, prose};
use super::writer::Writer;
use crate::model::{Clause, Level};

/// A clause as it is to stand in a table.
pub(super) struct Line {
    /// What it is about, as Markdown; shown where it changes from line to line.
    pub(super) label: String,
    /// What it says, as Markdown.
    pub(super) says: String,
    pub(super) clause: Clause,
}

impl Line {
    pub(super) fn new(clause: Clause) -> Self {
        Self { label: String::new(), says: prose(&clause.says), clause }
    }

    pub(super) fn labelled(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Makes the last mention of a name a link.
    pub(super) fn linking(mut self, name: &str, link: &str) -> Self {
        let name = prose(name);
        if let Some(at) = self.says.rfind(&name).filter(|_| !name.is_empty()) {
            self.says.replace_range(at..at + name.len(), link);
        }
        self
    }

    /// The identity, or what stands in its place where there is no such clause.
    pub(super) fn identity(clause: Option<&Clause>) -> String {
        clause.map_or_else(String::new, |clause| code(clause.id.as_str()))
    }
}

impl Writer<'_> {
    /// Adds a table of clauses; `label` heads what they are about, and a source that is `source`
    /// is not repeated.
    pub(super) fn clause_table(&mut self, label: &'static str, source: &str, lines: Vec<Line>) {
        let mut table = Table::new(&[label, "What it says", "Level", "Clause", "Contract"]);
        let mut above = String::new();
        for line in lines {
            let label = if line.label == above { String::new() } else { line.label.clone() };
            above = line.label;
            let clause = &line.clause;
            let identity = Line::identity(Some(clause));
            let source = other_source(&clause.source, source);
            table.row([label, line.says, level(clause.level), identity, source]);
        }
        self.add(table.markdown());
    }
}

/// The level, where it is another than the usual one.
pub(super) fn level(level: Level) -> String {
    match level {
        Level::Must => String::new(),
        other => other.to_string(),
    }
}

/// The source, where it is another than the section's.
pub(super) fn other_source(source: &str, of_section: &str) -> String {
    if source == of_section { String::new() } else { prose(source) }
}
