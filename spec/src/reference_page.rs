//! The view of a contract for people: one page of Markdown that has every clause exactly once, with its
//! identity.
//!
//! The tables of clauses come from [`Spec::clauses`], so the page and the reports agree. The text around the
//! tables is an overview.

mod clause_table;
mod errors;
mod events;
mod fields;
mod gaps;
mod lifecycles;
mod limits;
mod markdown;
mod operations;
mod origins;
mod outline;
mod profiles;
mod service;
mod types;
mod value;
mod writer;

use std::collections::HashMap;

use self::clause_table::ClauseRow;
pub use self::markdown::slug;
use self::markdown::{paragraph, prose};
use self::outline::{Outline, Topic};
use self::writer::Writer;
use crate::model::Spec;

const HOW_TO_READ: &str = "\
Each line with an identity in the column *Clause* is one requirement of the contract. Violations \
name this identity, cases cover it and reports count it; this page has each identity once. A clause \
has the level `must` unless the page shows another one: `should` where the contract says \
*when available*, *typically* or the like, `open` where the contract does not show what applies. Each \
section begins with the heading of the contract's text that its clauses come from. A clause from \
another heading names that heading.";

impl Spec {
    /// Returns the contract as Markdown for people; `note` says how the page was made.
    #[must_use]
    pub fn reference_page(&self, note: &str) -> String {
        let mut page = Writer {
            spec: self,
            outline: Outline::new(self),
            clauses: self
                .clauses()
                .into_iter()
                .enumerate()
                .map(|(number, clause)| (clause.id.as_str().to_owned(), (number, clause)))
                .collect(),
            users: users(self),
            uses: uses(self),
            blocks: Vec::new(),
        };
        page.head(note);
        page.service();
        page.operations();
        page.types();
        page.errors();
        page.limits();
        page.lifecycles();
        page.events();
        page.gaps();
        page.profiles();
        page.remaining_clauses();
        page.blocks.join("\n\n") + "\n"
    }
}

impl Writer<'_> {
    fn head(&mut self, note: &str) {
        self.add(format!("# {}", prose(&Outline::title(self.spec))));
        self.add(paragraph(note));
        self.add(paragraph(&self.spec.service.doc));
        self.add(HOW_TO_READ.to_owned());
        self.heading(&Topic::Contents);
        self.add(self.outline.contents());
    }

    /// Adds the clauses that no section has taken, so that no clause is left out.
    fn remaining_clauses(&mut self) {
        let lines: Vec<ClauseRow> = self.take(|_| true).into_iter().map(ClauseRow::new).collect();
        if !lines.is_empty() {
            self.add("## Further clauses".to_owned());
            self.clause_table("", "", lines);
        }
    }
}

/// Returns the types that refer to each type, by the name of the type.
fn users(spec: &Spec) -> HashMap<&str, Vec<&str>> {
    let mut users: HashMap<&str, Vec<&str>> = HashMap::new();
    for (name, named_type) in &spec.types {
        for used in named_type.schema.types_within().filter(|used| *used != name) {
            let users = users.entry(used).or_default();
            if users.last() != Some(&name.as_str()) {
                users.push(name);
            }
        }
    }
    users
}

/// Returns the operations that use each type, and their use of it, by the name of the type. The error body of
/// the service is left out.
fn uses(spec: &Spec) -> HashMap<&str, Vec<(&str, &'static str)>> {
    let mut uses: HashMap<&str, Vec<_>> = HashMap::new();
    for (id, operation) in &spec.operations {
        let own_errors =
            Some(&operation.error_body).filter(|type_name| **type_name != spec.service.error_body);
        let named = [
            ("request", operation.request.as_ref()),
            ("query", operation.query.as_ref()),
            ("headers", operation.headers.as_ref()),
            ("response", operation.response_type()),
            ("response headers", operation.response_headers()),
            ("errors", own_errors),
        ];
        for (what, name) in named {
            if let Some(name) = name {
                uses.entry(name).or_default().push((id.as_str(), what));
            }
        }
    }
    uses
}
