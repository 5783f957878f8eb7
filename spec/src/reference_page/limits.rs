//! Limits of the service and of fields, and credit charges.

use super::clause_table::{ClauseRow, level, other_source};
use super::fields::fields;
use super::markdown::{Table, code, prose};
use super::outline::{Row, Topic};
use super::value;
use super::writer::Writer;
use crate::model::{Charge, Clause, ServiceLimit, Spec};

impl<'s> Writer<'s> {
    pub(super) fn limits(&mut self) {
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
            let clause = find_clause(&clauses, &format!("limits.{id}"));
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
            for field in fields(&named_type.schema) {
                // An object's fields have rows of their own; a requirement of the object as a whole is not a
                // number.
                let is_object = field.schema.object().is_some();
                let limits = value::limits(field.schema);
                if field.required.is_some() && !is_object && !limits.is_empty() {
                    let unit = field.schema.unit;
                    let unit = unit.map_or_else(String::new, |unit| format!(" ({})", unit.name()));
                    table.row([self.type_link(name), code(&field.path), limits + &unit]);
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
            let clause = find_clause(&clauses, &format!("charges.{id}"));
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
}

fn find_clause<'c>(clauses: &'c [Clause], id: &str) -> Option<&'c Clause> {
    clauses.iter().find(|clause| clause.id.as_str() == id)
}
