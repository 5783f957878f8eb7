//! The view of a contract for people: one page of Markdown with every clause on it once, its
//! identity beside it.
//!
//! The tables of clauses are made from [`Spec::clauses`], so that the page cannot say anything
//! else than reports do; what stands around them is there to be read quickly.

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

use self::clause_table::Line;
pub use self::markdown::slug;
use self::markdown::{paragraph, prose};
use self::outline::{Outline, Topic};
use self::writer::Writer;
use crate::json_schema::references;
use crate::model::Spec;

const HOW_TO_READ: &str = "\
A line with an identity in the column *Clause* is one statement of the contract. The identity is \
what violations name, cases cover and reports count; each stands on this page once. A clause is \
stated firmly (`must`) unless another level stands beside it: `should` where the contract says \
*when available*, *typically* or the like, `open` where it does not show what holds. The heading of \
the contract that a clause comes from stands at the head of its section, or beside the clause where \
it is another.";

impl Spec {
    /// The contract for people, as Markdown; `note` says how the page came to be.
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
        page.whatever_is_left();
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

    /// A clause is never left out, even if no section knows what it is about.
    fn whatever_is_left(&mut self) {
        let lines: Vec<Line> = self.take(|_| true).into_iter().map(Line::new).collect();
        if !lines.is_empty() {
            self.add("## Further clauses".to_owned());
            self.clause_table("", "", lines);
        }
    }
}

/// The types that name a type, by its name.
fn users(spec: &Spec) -> HashMap<&str, Vec<&str>> {
    let mut users: HashMap<&str, Vec<&str>> = HashMap::new();
    for (name, found) in &spec.types {
        for used in references(&found.schema).into_iter().filter(|used| used != name) {
            let users = users.entry(used).or_default();
            if users.last() != Some(&name.as_str()) {
                users.push(name);
            }
        }
    }
    users
}

/// The operations that name a type, and as what, by the type's name. The body of every error is not
/// told.
fn uses(spec: &Spec) -> HashMap<&str, Vec<(&str, &'static str)>> {
    let mut uses: HashMap<&str, Vec<_>> = HashMap::new();
    for (id, operation) in &spec.operations {
        let own_errors = Some(&operation.error_body).filter(|own| **own != spec.service.error_body);
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
