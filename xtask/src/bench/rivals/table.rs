//! The comparison as Markdown.
//!
//! It must not know how the tools were run, but only what is to be said of it.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::explorer::SECONDS;
use super::schemathesis::{EXAMPLES, VERSION};
use super::tool::{CORRECT, Record, Seen};

/// The table, with a sentence on how it was made.
pub(super) fn table(own: &Record, explorer: &Record, rival: &Record) -> String {
    let rows = [own, explorer, rival].map(Row::new);
    let mut text =
        format!("| | the suite | the explorer | schemathesis {VERSION} |\n|---|---:|---:|---:|\n");
    // Writing into a string never fails.
    for (name, of) in COLUMNS {
        let cells = rows.each_ref().map(of).join(" | ");
        let _ = writeln!(text, "| {name} | {cells} |");
    }
    let [by_suite, by_explorer, by_rival] = [own, explorer, rival].map(noticed);
    let both: BTreeSet<&String> = by_suite.union(&by_explorer).copied().collect();
    let _ = write!(
        text,
        "\nThe suite and the explorer together notice {} of the {} mutants, and schemathesis {} that \
         neither does. False alarms are counted by case, or by operation and check, over {CORRECT} runs \
         with the seeds 1 to {CORRECT}; what is reported there is not counted on a mutant, where the seed \
         is 1. The explorer had {SECONDS} seconds for each server and ended at what it found first. \
         schemathesis ran with {EXAMPLES} examples for each operation.\n",
        both.len(),
        own.mutants.len(),
        by_rival.difference(&both).count(),
    );
    text
}

/// What a row is called, and what stands in it.
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
        let all: Vec<&Seen> =
            record.correct.iter().chain(record.mutants.iter().map(|(_, seen)| seen)).collect();
        let mut requests: Vec<usize> = all.iter().map(|seen| seen.requests).collect();
        let mut seconds: Vec<f64> = all.iter().map(|seen| seen.seconds).collect();
        requests.sort_unstable();
        seconds.sort_by(f64::total_cmp);
        let middle = all.len() / 2;
        Self {
            mutants: record.mutants.len(),
            noticed: noticed(record).len(),
            alarms: alarms(record).len(),
            requests: requests.get(middle).copied().unwrap_or_default(),
            seconds: seconds.get(middle).copied().unwrap_or_default(),
        }
    }
}

/// What is held against the correct server.
fn alarms(record: &Record) -> BTreeSet<&String> {
    record.correct.iter().flat_map(|seen| &seen.failures).collect()
}

/// The mutants against which something is held that is not held against the correct server.
fn noticed(record: &Record) -> BTreeSet<&String> {
    let alarms = alarms(record);
    let found = record.mutants.iter();
    let found = found.filter(|(_, seen)| seen.failures.iter().any(|own| !alarms.contains(own)));
    found.map(|(mutant, _)| mutant).collect()
}

#[cfg(test)]
mod tests {
    use super::{Record, Row, Seen};

    fn seen(failures: &[&str]) -> Seen {
        let failures = failures.iter().map(|&failure| failure.to_owned()).collect();
        Seen { failures, requests: 10, seconds: 1.0, in_time: true }
    }

    #[test]
    fn what_is_held_against_the_correct_server_notices_no_mutant() {
        let record = Record {
            correct: vec![seen(&["a"]), seen(&["a", "b"])],
            mutants: vec![
                ("as the correct one".to_owned(), seen(&["a", "b"])),
                ("otherwise".to_owned(), seen(&["b", "c"])),
                ("unnoticed".to_owned(), seen(&[])),
            ],
        };
        let row = Row::new(&record);
        assert_eq!((row.mutants, row.noticed, row.alarms), (3, 1, 2));
    }
}
