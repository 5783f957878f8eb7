//! Renders the score by families of mutants as a Markdown table.

use indexmap::IndexMap;

use crate::document::{Audit, Row, Score};

/// Renders the table of an audit: a row for each family of mutants, in alphabetical order, and a last row
/// for all.
#[must_use]
pub fn table(audit: &Audit) -> String {
    let mut families: IndexMap<&str, Vec<&Row>> = IndexMap::new();
    for row in &audit.rows {
        families.entry(&row.family).or_default().push(row);
    }
    families.sort_unstable_keys();
    let mut lines = vec![
        "| what the server gets wrong | mutants | noticed | equivalent | survived | beyond reach |"
            .to_owned(),
        "|---|---:|---:|---:|---:|---:|".to_owned(),
    ];
    let counted = families.into_iter().map(|(family, rows)| (family, Score::new(rows)));
    lines.extend(counted.map(|(family, score)| line(family, &score)));
    lines.push(line("**all**", &audit.score));
    lines.join("\n") + "\n"
}

fn line(name: &str, score: &Score) -> String {
    // Operations that are not implemented do not measure the suite, so the table has no column for them.
    let Score { mutants, killed, survived, equivalent, unservable, beyond_reach, .. } = score;
    let survived = survived + unservable;
    format!("| {name} | {mutants} | {killed} | {equivalent} | {survived} | {beyond_reach} |")
}
