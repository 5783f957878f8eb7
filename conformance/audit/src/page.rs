//! Renders `audit.html`: a map of clauses by mutants, in one file that needs no network.

use askama::Template;
use indexmap::IndexMap;

use crate::curve::plot;
use crate::document::{Audit, MutantStatus, Row};

/// The template of `audit.html`.
#[derive(Template)]
#[template(path = "audit.html")]
pub(super) struct AuditPage<'a> {
    audit: &'a Audit,
    failures: Vec<String>,
    /// The rows by area of the contract and by clause.
    areas: IndexMap<&'a str, IndexMap<&'a str, Vec<&'a Row>>>,
}

impl<'a> AuditPage<'a> {
    pub(super) fn new(audit: &'a Audit) -> Self {
        let mut areas: IndexMap<&str, IndexMap<&str, Vec<&Row>>> = IndexMap::new();
        for row in &audit.rows {
            let clause = row.clause.as_str();
            let area = clause.split('.').next().unwrap_or(clause);
            areas.entry(area).or_default().entry(clause).or_default().push(row);
        }
        Self { audit, failures: audit.failures(), areas }
    }

    /// Returns the plot of the order of cases, if an order was measured.
    fn plot(&self) -> Option<String> {
        (self.audit.order.mutants() > 0).then(|| plot(&self.audit.order))
    }

    fn survivors(&self) -> impl Iterator<Item = &'a Row> {
        let alive =
            |row: &&Row| matches!(row.status, MutantStatus::Survived | MutantStatus::Unservable(_));
        self.audit.rows.iter().filter(alive)
    }
}

impl Row {
    /// Returns the CSS class of the result.
    fn css_class(&self) -> &'static str {
        match self.status {
            MutantStatus::Killed => "killed",
            MutantStatus::Survived => "survived",
            MutantStatus::Equivalent(_) => "equivalent",
            MutantStatus::BeyondReach(_) => "beyond-reach",
            MutantStatus::NotImplemented(_) => "not-implemented",
            MutantStatus::Unservable(_) => "unservable",
        }
    }

    /// Describes the result: the case that noticed the mutant, or the reason why none did.
    fn explanation(&self) -> String {
        match &self.status {
            MutantStatus::Killed => match self.killed_by.first() {
                Some(case) => format!("noticed by {case}"),
                None => "noticed".to_owned(),
            },
            MutantStatus::Survived => self.needs().unwrap_or_default(),
            MutantStatus::Equivalent(why) => format!("no client could tell the difference: {why}"),
            MutantStatus::BeyondReach(why) => format!("beyond reach: {why}"),
            MutantStatus::NotImplemented(why) => why.clone(),
            MutantStatus::Unservable(why) => format!("could not be served: {why}"),
        }
    }
}
