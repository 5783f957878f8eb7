//! Tables of clauses: their statements and their identities.

use super::markdown::{Table, code, prose};
use super::writer::Writer;
use crate::model::{Clause, Level};

/// A row of a table of clauses.
pub(super) struct ClauseRow {
    /// The subject of the clause, as Markdown; shown only in the first of several rows.
    pub(super) label: String,
    /// The statement of the clause, as Markdown.
    pub(super) statement: String,
    pub(super) clause: Clause,
}

impl ClauseRow {
    pub(super) fn new(clause: Clause) -> Self {
        Self { label: String::new(), statement: prose(&clause.statement), clause }
    }

    pub(super) fn with_label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Turns the last mention of a name into a link.
    pub(super) fn with_link(mut self, name: &str, link: &str) -> Self {
        let name = prose(name);
        if let Some(at) = self.statement.rfind(&name).filter(|_| !name.is_empty()) {
            self.statement.replace_range(at..at + name.len(), link);
        }
        self
    }

    /// Returns the identity, or nothing without a clause.
    pub(super) fn identity(clause: Option<&Clause>) -> String {
        clause.map_or_else(String::new, |clause| code(clause.id.as_str()))
    }
}

impl Writer<'_> {
    /// Adds a table of clauses. `label` is the heading of the subjects; the source `source` is not repeated
    /// in the rows.
    pub(super) fn clause_table(
        &mut self,
        label: &'static str,
        source: &str,
        lines: Vec<ClauseRow>,
    ) {
        let mut table = Table::new(&[label, "Requirement", "Level", "Clause", "Contract"]);
        let mut above = String::new();
        for line in lines {
            let label = if line.label == above { String::new() } else { line.label.clone() };
            above = line.label;
            let clause = &line.clause;
            let identity = ClauseRow::identity(Some(clause));
            let source = other_source(&clause.source, source);
            table.row([label, line.statement, level(clause.level), identity, source]);
        }
        self.add(table.markdown());
    }
}

/// Returns the level, or nothing for `must`.
pub(super) fn level(level: Level) -> String {
    match level {
        Level::Must => String::new(),
        other => other.to_string(),
    }
}

/// Returns the source, or nothing if it is the source of the section.
pub(super) fn other_source(source: &str, of_section: &str) -> String {
    if source == of_section { String::new() } else { prose(source) }
}
