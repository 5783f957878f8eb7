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
mod service;
mod types;
mod value;

use std::collections::{BTreeMap, HashMap};

use self::clause_table::Line;
pub use self::markdown::slug;
use self::markdown::{paragraph, prose};
use self::outline::{Outline, Row, Topic};
use crate::json_schema::references;
use crate::model::{Clause, Gap, Operation, Spec};

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
        let mut page = Page {
            spec: self,
            outline: Outline::new(self),
            clauses: self
                .clauses()
                .into_iter()
                .enumerate()
                .map(|(number, clause)| (clause.id.as_str().to_owned(), (number, clause)))
                .collect(),
            users: users(self),
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
        page.whatever_is_left();
        page.blocks.join("\n\n") + "\n"
    }
}

/// The page while it is written.
struct Page<'s> {
    spec: &'s Spec,
    outline: Outline,
    /// The clauses that do not stand on the page yet, each with its number in the contract's order.
    clauses: BTreeMap<String, (usize, Clause)>,
    /// The types that name a type.
    users: HashMap<&'s str, Vec<&'s str>>,
    blocks: Vec<String>,
}

impl Page<'_> {
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

    /// Adds a block of Markdown, unless it is empty.
    fn add(&mut self, block: String) {
        if !block.is_empty() {
            self.blocks.push(block);
        }
    }

    fn heading(&mut self, topic: &Topic) {
        self.add(Outline::heading(topic));
    }

    fn source(&mut self, source: &str) {
        self.add(format!("Contract: {}.", prose(source)));
    }

    /// Takes the clauses that are to stand on the page next.
    fn take(&mut self, belongs: impl Fn(&str) -> bool) -> Vec<Clause> {
        self.take_all(|clauses| clauses.keys().filter(|id| belongs(id)).cloned().collect())
    }

    /// Takes the clauses whose identities start with `path`.
    fn take_below(&mut self, path: &str) -> Vec<Clause> {
        // A slash is what follows a dot.
        let below = format!("{path}.")..format!("{path}/");
        self.take_all(|clauses| {
            let itself = clauses.get_key_value(path).map(|(id, _)| id);
            itself.into_iter().chain(clauses.range(below).map(|(id, _)| id)).cloned().collect()
        })
    }

    fn take_all(
        &mut self,
        which: impl FnOnce(&BTreeMap<String, (usize, Clause)>) -> Vec<String>,
    ) -> Vec<Clause> {
        let ids = which(&self.clauses);
        let taken = ids.iter().filter_map(|id| self.clauses.remove(id));
        let mut taken: Vec<(usize, Clause)> = taken.collect();
        taken.sort_by_key(|(number, _)| *number);
        taken.into_iter().map(|(_, clause)| clause).collect()
    }

    fn type_link(&self, name: &str) -> String {
        self.outline.link(&Topic::named_type(name))
    }

    fn operation_link(&self, id: &str) -> String {
        self.outline.link(&Topic::operation(id))
    }

    fn error_link(id: &str) -> String {
        Row::Error(id).link(&prose(id))
    }

    fn gap_link(id: &str) -> String {
        Row::Gap(id).link(&prose(id))
    }

    /// The method and the path as they are sent; none where the contract does not show them.
    fn call(&self, operation: &Operation) -> Option<String> {
        let endpoint = operation.endpoint.as_ref()?;
        Some(format!("{} {}{}", endpoint.method, self.spec.service.base_path, endpoint.path))
    }

    /// The open points about what stands at a path or below it, as a list of questions.
    fn open_points(&mut self, path: &str) {
        self.list_open_points(|place| is_below(path, place));
    }

    /// The open points about a part of the contract as a whole.
    fn open_points_of(&mut self, part: &str) {
        self.list_open_points(|place| place == part);
    }

    fn list_open_points(&mut self, is_here: impl Fn(&str) -> bool) {
        let gaps = self.spec.gaps.iter().filter(|(_, gap)| is_here(&gap.place));
        let line =
            |(id, gap): (&String, &Gap)| format!("- {}", Row::Gap(id).link(&prose(&gap.question)));
        let lines: Vec<String> = gaps.map(line).collect();
        if !lines.is_empty() {
            self.add(format!("Left open:\n\n{}", lines.join("\n")));
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

/// Whether an identity is `path` itself or stands below it.
fn is_below(path: &str, id: &str) -> bool {
    id.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}
