//! Tables of data that the dashboard shows.
//!
//! This module does not know how a table is rendered.

/// The largest number of rows that a table shows.
pub(crate) const MAX_ROWS: usize = 50;

/// A table of data.
#[derive(Debug)]
pub(crate) struct Table {
    /// The name of the table within the page.
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) columns: Vec<Column>,
    /// The rows that are shown, each with a cell for every column.
    pub(crate) rows: Vec<Vec<Cell>>,
    /// The number of rows that are not shown.
    pub(crate) more: usize,
    /// The name of the control plane's list of all rows.
    pub(crate) list: String,
}

/// A column of a table.
#[derive(Debug)]
pub(crate) struct Column {
    pub(crate) heading: String,
    pub(crate) is_number: bool,
}

impl Column {
    /// Creates a column of strings.
    pub(crate) fn text(heading: impl Into<String>) -> Self {
        Self { heading: heading.into(), is_number: false }
    }

    /// Creates a column of numbers.
    pub(crate) fn number(heading: impl Into<String>) -> Self {
        Self { heading: heading.into(), is_number: true }
    }
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cell {
    /// The name of a row.
    Name(String),
    /// The name of a team.
    Team(String),
    /// A state, and whether most operations are possible in it.
    State(String, bool),
    /// A moment, or a dash.
    Moment(String),
    Number(u64),
    /// The identity of a row, which leads to its entry in the control plane.
    Identity(String),
}
