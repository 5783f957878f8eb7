//! Writes the comparison as Markdown.
//!
//! This module does not know how the tools were run.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::schemathesis::{EXAMPLES, VERSION};
use super::suite::SECONDS;
use super::{CORRECT, Record, ToolResult};
use crate::measure::median;

/// Returns the table, and a sentence about the method.
pub(super) fn table(suite: &Record, explorer: &Record, rival: &Record) -> String {
    let rows = [suite, explorer, rival].map(Row::new);
    let mut text =
        format!("| | the suite | the explorer | schemathesis {VERSION} |\n|---|---:|---:|---:|\n");
    // Writing into a string never fails.
    for (name, of) in COLUMNS {
        let cells = rows.each_ref().map(of).join(" | ");
        let _ = writeln!(text, "| {name} | {cells} |");
    }
    let [by_suite, by_explorer, by_rival] = [suite, explorer, rival].map(noticed_mutants);
    let both: BTreeSet<&String> = by_suite.union(&by_explorer).copied().collect();
    let _ = write!(
        text,
        "\nThe suite and the explorer together notice {} of the {} mutants, and schemathesis {} that \
         they miss. False alarms are counted by case, or by operation and check, over {CORRECT} runs \
         with the seeds 1 to {CORRECT}; failures that a tool reports there do not count on mutants, \
         which are run with the seed 1. The explorer had {SECONDS} seconds for each server and ended at its first failure. \
         schemathesis ran with {EXAMPLES} examples for each operation.\n",
        both.len(),
        suite.mutants.len(),
        by_rival.difference(&both).count(),
    );
    text
}

/// The heading of a row, and the function that writes its cell.
type Column = (&'static str, fn(&Row) -> String);

const COLUMNS: [Column; 4] = [
    ("mutants noticed", |row| format!("{} of {}", row.noticed, row.mutants)),
    ("false alarms on the correct server", |row| row.alarms.to_string()),
    ("requests for one server, the median", |row| row.requests.to_string()),
    ("seconds for one server, the median", |row| format!("{:.1}", row.seconds)),
];

/// The figures of one tool.
struct Row {
    mutants: usize,
    noticed: usize,
    alarms: usize,
    requests: usize,
    seconds: f64,
}

impl Row {
    fn new(record: &Record) -> Self {
        let all: Vec<&ToolResult> =
            record.correct.iter().chain(record.mutants.iter().map(|(_, result)| result)).collect();
        Self {
            mutants: record.mutants.len(),
            noticed: noticed_mutants(record).len(),
            alarms: false_alarms(record).len(),
            requests: median(&all.iter().map(|result| result.requests).collect::<Vec<_>>()),
            seconds: median(&all.iter().map(|result| result.seconds).collect::<Vec<_>>()),
        }
    }
}

/// Returns the failures that a tool reports about the correct server.
fn false_alarms(record: &Record) -> BTreeSet<&String> {
    record.correct.iter().flat_map(|result| &result.failures).collect()
}

/// Returns the mutants with a failure that the tool does not report about the correct server.
fn noticed_mutants(record: &Record) -> BTreeSet<&String> {
    let alarms = false_alarms(record);
    let mutants = record.mutants.iter();
    let mutants = mutants
        .filter(|(_, result)| result.failures.iter().any(|failure| !alarms.contains(failure)));
    mutants.map(|(mutant, _)| mutant).collect()
}

#[cfg(test)]
mod tests {
    use super::{Record, Row, ToolResult};

    fn result(failures: &[&str]) -> ToolResult {
        let failures = failures.iter().map(|&failure| failure.to_owned()).collect();
        ToolResult { failures, requests: 10, seconds: 1.0, in_time: true }
    }

    #[test]
    fn what_is_held_against_the_correct_server_notices_no_mutant() {
        let record = Record {
            correct: vec![result(&["a"]), result(&["a", "b"])],
            mutants: vec![
                ("as the correct one".to_owned(), result(&["a", "b"])),
                ("otherwise".to_owned(), result(&["b", "c"])),
                ("unnoticed".to_owned(), result(&[])),
            ],
        };
        let row = Row::new(&record);
        assert_eq!((row.mutants, row.noticed, row.alarms), (3, 1, 2));
    }
}
