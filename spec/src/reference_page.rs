//! The view of a contract for people: one page of Markdown that has every clause exactly once, with its
//! identity.
//!
//! The tables of clauses come from [`Spec::clauses`], so the page and the reports agree. The text around the
//! tables is an overview.

mod gaps;
mod markdown;
mod operations;
mod types;
mod writer;

use std::collections::HashMap;

use self::markdown::{Table, code, join_with_and, paragraph, prose};
use self::types::limits;
use self::writer::{ClauseRow, Outline, Row, Topic, Writer, level, other_source};
use crate::model::{
    Charge, Clause, ClauseId, ClauseRoot, ProfileNeed, Refusal, SERVICE_FEATURE, ServiceLimit,
    Spec, is_within,
};

pub use self::markdown::slug;

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
                .into_values()
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

impl<'s> Writer<'s> {
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

    fn service(&mut self) {
        let service = &self.spec.service;
        self.heading(&Topic::Service);
        self.source(&service.source);
        let own = |id: &str| {
            is_within(id, "service")
                && !is_within(id, "service.retry")
                && !is_within(id, "service.versioning")
        };
        let unknown_path = Self::error_link(&service.unknown_path);
        let lines = self.take(own).into_iter();
        let lines =
            lines.map(|c| ClauseRow::new(c).with_link(&service.unknown_path, &unknown_path));
        self.clause_table("", &service.source, lines.collect());
        self.add(format!(
            "A response that is not a success has the body {}, unless its operation says otherwise. \
             A body that breaks a constraint results in {}, unless the constraint names another \
             error.",
            self.type_link(&service.error_body),
            Self::error_link(&service.validation_failure),
        ));
        self.list_open_points(own);
        self.authentication();
        self.team_states();
        self.retry_rules();
        self.versioning();
    }

    fn authentication(&mut self) {
        let schemes = &self.spec.service.authentication;
        if schemes.is_empty() {
            return;
        }
        self.heading(&Topic::Authentication);
        for scheme in schemes.values() {
            let header = code(&format!("{}: {}<key>", scheme.header, scheme.prefix()));
            self.add(format!("{}: each request has the header {header}.", code(&scheme.id)));
            self.source(&scheme.source);
            let links: Vec<_> = scheme.errors().map(|id| (id, Self::error_link(id))).collect();
            let line = |clause| {
                let line = ClauseRow::new(clause);
                let is_of = |name: &String| line.statement.ends_with(&prose(name));
                match links.iter().find(|(id, _)| is_of(id)) {
                    Some((id, link)) => line.with_link(id, link),
                    None => line,
                }
            };
            let clause = ClauseRoot::Authentication(&scheme.id).clause();
            let lines = self.take_below(clause.as_str()).into_iter().map(line).collect();
            self.clause_table("", &scheme.source, lines);
            self.open_points(clause.as_str());
        }
        self.open_points_of("authentication");
    }

    /// Adds the states of a team. The section has no clauses: the refusals that name a state have them.
    fn team_states(&mut self) {
        let states = &self.spec.service.team_states;
        if states.is_empty() {
            return;
        }
        self.heading(&Topic::TeamStates);
        self.add(
            "A team may be in one of these states, which decide how its requests are handled."
                .to_owned(),
        );
        let mut table = Table::new(&["State", "Meaning", "Rejected requests", "Contract"]);
        for (id, state) in states {
            let refusals = self.refusals().into_iter();
            let naming = refusals.filter(|(_, r)| r.team_state.as_ref() == Some(id));
            let refused = naming.map(|(of, r)| {
                format!("{}: {}", self.outline.link(&of), Self::error_link(&r.error))
            });
            let refused = refused.collect::<Vec<_>>().join("<br>");
            table.row([code(id), prose(&state.doc), refused, prose(&state.source)]);
        }
        self.add(table.markdown());
    }

    /// Returns every refusal, with the heading of its section.
    fn refusals(&self) -> Vec<(Topic, &'s Refusal)> {
        let mut refusals = Vec::new();
        for (id, operation) in &self.spec.operations {
            refusals.extend(operation.refusals.iter().map(|r| (Topic::operation(id), r)));
        }
        for (name, schema) in self.schemas() {
            if let Some(object) = schema.object() {
                refusals.extend(object.refusals.iter().map(|r| (Topic::named_type(name), r)));
            }
        }
        refusals
    }

    fn retry_rules(&mut self) {
        let Some(retry) = &self.spec.service.retry else { return };
        self.heading(&Topic::Retry);
        let errors = self.outline.link_as("the errors", &Topic::Errors);
        self.add(format!(
            "The table of {errors} says for each error whether a client may repeat the request."
        ));
        self.source(&retry.source);
        self.clauses_below("service.retry", &retry.source);
    }

    /// Adds the clauses and the open points of a part of the service.
    fn clauses_below(&mut self, path: &str, source: &str) {
        let lines = self.take_below(path).into_iter().map(ClauseRow::new).collect();
        self.clause_table("", source, lines);
        self.open_points(path);
    }

    fn versioning(&mut self) {
        let Some(versioning) = &self.spec.service.versioning else { return };
        self.heading(&Topic::Versioning);
        self.add(paragraph(&format!(
            "The version of the interface is {}.",
            self.spec.service.version
        )));
        self.source(&versioning.source);
        self.clauses_below("service.versioning", &versioning.source);
    }

    fn limits(&mut self) {
        let spec: &'s Spec = self.spec;
        self.heading(&Topic::Limits);
        let clauses = self.take_below("limits");
        let mut table = Table::new(&[
            "Limit",
            "Subject",
            "Figure",
            "Exceeding it",
            "Level",
            "Clause",
            "Contract",
        ]);
        for (id, limit) in &spec.limits {
            let clause = find_clause(&clauses, &ClauseRoot::Limit(id).clause());
            table.row([
                format!("{}{}", Row::Limit(id).anchor(), prose(id)),
                prose(&limit.doc),
                Self::figure(limit),
                Self::error_link(&limit.error),
                clause.map_or_else(String::new, |clause| level(clause.level)),
                ClauseRow::identity(clause),
                other_source(&limit.source, ""),
            ]);
        }
        self.add(table.markdown());
        let of_fields = self.field_limits();
        if !of_fields.is_empty() {
            self.add(
                "Limits of fields, whose clauses are in the sections of the types:".to_owned(),
            );
            self.add(of_fields);
        }
        self.open_points("limits");
        self.charges();
    }

    fn figure(limit: &ServiceLimit) -> String {
        match (limit.value, &limit.gap) {
            (Some(value), _) => value.to_string(),
            (None, Some(gap)) => format!("not shown ({})", Self::gap_link(gap)),
            (None, None) => "not shown".to_owned(),
        }
    }

    fn field_limits(&self) -> String {
        let mut table = Table::new(&["Type", "Field", "Limits"]);
        for (name, named_type) in &self.spec.types {
            for field in named_type.schema.places() {
                // An object's fields have rows of their own; a requirement of the object as a whole is not a
                // number.
                let is_object = field.schema.object().is_some();
                let limits = limits(field.schema);
                if field.property().is_some() && !is_object && !limits.is_empty() {
                    let unit = field.schema.unit;
                    let unit = unit.map_or_else(String::new, |unit| format!(" ({})", unit.name()));
                    table.row([self.type_link(name), code(&field.name()), limits + &unit]);
                }
            }
        }
        table.markdown()
    }

    fn charges(&mut self) {
        let spec: &'s Spec = self.spec;
        if spec.charges.is_empty() {
            return;
        }
        self.heading(&Topic::Charges);
        let clauses = self.take_below("charges");
        let mut table =
            Table::new(&["Charged for", "Credits", "When", "Level", "Clause", "Contract"]);
        for (id, charge) in &spec.charges {
            let clause = find_clause(&clauses, &ClauseRoot::Charge(id).clause());
            let when = charge.when.as_ref().map_or_else(String::new, |(name, condition)| {
                format!("{}: {}", self.type_link(name), prose(&condition.to_string()))
            });
            table.row([
                format!("{}{}", Row::Charge(id).anchor(), prose(&charge.doc)),
                Self::credits(charge),
                when,
                clause.map_or_else(String::new, |clause| level(clause.level)),
                ClauseRow::identity(clause),
                other_source(&charge.source, ""),
            ]);
        }
        self.add(table.markdown());
        self.open_points("charges");
    }

    fn credits(charge: &Charge) -> String {
        let instead = charge
            .instead_of
            .iter()
            .map(|id| format!(", replaces {}", Row::Charge(id).link(&prose(id))));
        format!("{}{}", Self::price(charge), instead.collect::<String>())
    }

    fn price(charge: &Charge) -> String {
        match (charge.credits, &charge.gap) {
            (Some(0), _) => "nothing".to_owned(),
            (Some(credits), _) => format!("{credits} per {}", charge.per.name()),
            (None, Some(gap)) => {
                format!("not shown, per {} ({})", charge.per.name(), Self::gap_link(gap))
            }
            (None, None) => format!("not shown, per {}", charge.per.name()),
        }
    }

    fn profiles(&mut self) {
        let spec: &'s Spec = self.spec;
        if spec.profiles.is_empty() {
            return;
        }
        self.heading(&Topic::Profiles);
        self.add(
            "Named sets of features. A server conforms to a profile when all of its cases pass; \
             each case belongs to one profile."
                .to_owned(),
        );
        let mut table = Table::new(&["Profile", "A server of the profile offers", "Cases"]);
        for (id, profile) in &spec.profiles {
            let features = profile.features.iter().map(|feature| match feature.as_str() {
                SERVICE_FEATURE => "cases that belong to no operation".to_owned(),
                known if spec.operations.contains_key(known) => self.operation_link(known),
                deeper => code(deeper),
            });
            let needs = profile.needs.iter().map(|need| match need {
                ProfileNeed::Provocations => "cases that provoke an error".to_owned(),
                ProfileNeed::Webhooks => "cases that wait for webhooks".to_owned(),
            });
            let cases: Vec<String> = features.chain(needs).collect();
            table.row([code(id), prose(&profile.doc), join_with_and(&cases)]);
        }
        self.add(table.markdown());
    }
}

fn find_clause<'c>(clauses: &'c [Clause], id: &ClauseId) -> Option<&'c Clause> {
    clauses.iter().find(|clause| clause.id == *id)
}
