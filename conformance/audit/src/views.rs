//! The views of an audit: `audit.html`, a map of clauses by mutants, which needs no network; the table of scores by
//! families of mutants; and the table of how many mutants the first cases of the order notice.

use std::path::Path;

use askama::Template;
use indexmap::IndexMap;
use webdata_spec::web_page::breakable;
use webdata_suite::order::MeasuredOrder;
use webdata_suite::report::{WriteError, write_files};

use crate::document::{Audit, MutantStatus, Row, Score};

/// Writes `audit.json` and `audit.html` into a folder, which is created if it is missing. For a whole audit,
/// it also writes the order of cases as `order.txt`, with its table `order.md`.
///
/// # Errors
/// When a file cannot be created or written.
pub fn write(audit: &Audit, folder: &Path) -> Result<(), WriteError> {
    let form =
        |form, cause: &dyn std::fmt::Display| WriteError::Form { form, cause: cause.to_string() };
    let json = serde_json::to_string_pretty(audit).map_err(|error| form("audit.json", &error))?;
    let html = AuditPage::new(audit).render().map_err(|error| form("audit.html", &error))?;
    write_files(folder, [("audit.json", json.as_str()), ("audit.html", &html)])?;
    match audit.order.mutants() {
        0 => Ok(()),
        _ => write_files(
            folder,
            [("order.txt", &audit.order.to_string()), ("order.md", &curve_table(&audit.order))],
        ),
    }
}

#[derive(Template)]
#[template(path = "audit.html")]
struct AuditPage<'a> {
    audit: &'a Audit,
    failures: Vec<String>,
    /// The rows by area of the contract and by clause.
    areas: IndexMap<&'a str, IndexMap<&'a str, Vec<&'a Row>>>,
}

impl<'a> AuditPage<'a> {
    fn new(audit: &'a Audit) -> Self {
        let mut areas: IndexMap<&str, IndexMap<&str, Vec<&Row>>> = IndexMap::new();
        for row in &audit.rows {
            let clause = row.clause.as_str();
            let area = clause.split('.').next().unwrap_or(clause);
            areas.entry(area).or_default().entry(clause).or_default().push(row);
        }
        Self { audit, failures: audit.failures(), areas }
    }

    fn survivors(&self) -> impl Iterator<Item = &'a Row> {
        let alive =
            |row: &&Row| matches!(row.status, MutantStatus::Survived | MutantStatus::Unservable(_));
        self.audit.rows.iter().filter(alive)
    }
}

impl Row {
    fn css_class(&self) -> &'static str {
        match self.status {
            MutantStatus::Noticed => "noticed",
            MutantStatus::Survived => "survived",
            MutantStatus::Equivalent(_) => "equivalent",
            MutantStatus::BeyondReach(_) => "beyond-reach",
            MutantStatus::NotImplemented(_) | MutantStatus::LeftOut => "not-implemented",
            MutantStatus::Unservable(_) => "unservable",
        }
    }

    /// Describes the result: the case that noticed the mutant, or the reason why none did.
    fn explanation(&self) -> String {
        match &self.status {
            MutantStatus::Noticed => match self.noticed_by.first() {
                Some(case) => format!("noticed by {case}"),
                None => "noticed".to_owned(),
            },
            MutantStatus::Survived => self.missing_case(),
            MutantStatus::Equivalent(why) => format!("no client could tell the difference: {why}"),
            MutantStatus::BeyondReach(why) => format!("beyond reach: {why}"),
            MutantStatus::NotImplemented(why) => why.clone(),
            MutantStatus::LeftOut => "not in the sample of a quick audit".to_owned(),
            MutantStatus::Unservable(why) => format!("could not be served: {why}"),
        }
    }
}

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
    lines.extend(counted.map(|(family, score)| table_line(family, &score)));
    lines.push(table_line("**all**", &audit.score));
    lines.join("\n") + "\n"
}

fn table_line(name: &str, score: &Score) -> String {
    // Operations that are not implemented do not measure the suite, so the table has no column for them.
    let Score { mutants, noticed, survived, equivalent, unservable, beyond_reach, .. } = score;
    let survived = survived + unservable;
    format!("| {name} | {mutants} | {noticed} | {equivalent} | {survived} | {beyond_reach} |")
}

fn curve_table(order: &MeasuredOrder) -> String {
    let curve: Vec<usize> = order.curve().collect();
    let mut lines = vec![
        "| the first cases | mutants noticed | share |".to_owned(),
        "|---:|---:|---:|".to_owned(),
    ];
    let counts = [50, 100, 200, 300, 500, 1000]
        .into_iter()
        .filter(|cases| *cases < curve.len())
        .chain([curve.len()]);
    lines.extend(counts.filter_map(|cases| {
        let noticed = curve.get(cases.checked_sub(1)?)?;
        let share = (noticed * 1000).checked_div(order.mutants())? as f64 / 10.0;
        Some(format!("| {cases} | {noticed} of {} | {share} % |", order.mutants()))
    }));
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_is_rendered_as_a_table() {
        let order = "4 mutants\n2 a\n1 b\n".parse().expect("an order");
        let table = "| the first cases | mutants noticed | share |\n|---:|---:|---:|\n| 2 | 3 of 4 | 75 % |\n";
        assert_eq!(curve_table(&order), table);
        assert_eq!(curve_table(&MeasuredOrder::default()).lines().count(), 2);
    }
}
