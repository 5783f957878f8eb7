//! Measurements in turns, medians, and the one writer of tables.
//!
//! criterion and divan measure one function to its end before the next. On a machine with other work, the ratio of
//! two such figures says little. Here all contestants take turns.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

/// Measures each contestant once in each round. The order changes, so that no contestant always follows the same
/// one.
pub(crate) fn in_turns<C, E>(
    contestants: &mut [C],
    rounds: usize,
    mut measure: impl FnMut(&mut C) -> Result<(), E>,
) -> Result<(), E> {
    let count = contestants.len();
    for round in 0..rounds {
        for turn in 0..count {
            measure(&mut contestants[(round + turn) % count])?;
        }
    }
    Ok(())
}

/// Returns the median of some figures, which must not be empty.
pub(crate) fn median<T: Copy + PartialOrd>(figures: &[T]) -> T {
    let mut sorted = figures.to_vec();
    sorted.sort_by(|left, right| left.partial_cmp(right).unwrap_or(std::cmp::Ordering::Equal));
    sorted[sorted.len() / 2]
}

/// Returns the shortest time: other work on the machine only ever makes a time longer.
pub(crate) fn fastest(times: &[Duration]) -> Duration {
    times.iter().min().copied().unwrap_or_default()
}

/// Returns the peak memory of this process in MiB, if the system reports it.
pub(crate) fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes / 1024)
}

/// A table of figures, in columns that are as wide as their longest cells.
pub(crate) struct Table {
    /// The alignment of each column: `<` for names, `>` for figures.
    alignment: &'static str,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Starts a table with its header. `alignment` has a `<` or `>` for each column.
    pub(crate) fn new(alignment: &'static str, header: &[&str]) -> Self {
        Self { alignment, rows: vec![header.iter().map(ToString::to_string).collect()] }
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }
}

impl Display for Table {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let length =
            |row: &Vec<String>, at: usize| row.get(at).map_or(0, |cell| cell.chars().count());
        let width = |at| self.rows.iter().map(|row| length(row, at)).max().unwrap_or_default();
        let columns: Vec<(usize, char)> =
            self.alignment.chars().enumerate().map(|(at, side)| (width(at), side)).collect();
        for row in &self.rows {
            let cells = row.iter().zip(&columns).map(|(cell, (width, side))| match side {
                '<' => format!("{cell:width$}"),
                _ => format!("{cell:>width$}"),
            });
            writeln!(f, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
        }
        Ok(())
    }
}
