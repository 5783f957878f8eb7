//! Gaps: what the contract leaves open, and how a run handles it.

use super::clause_table::ClauseRow;
use super::markdown::{Table, code, prose};
use super::outline::{Row, Topic};
use super::writer::Writer;
use super::writer::is_below;
use crate::model::{Gap, Observation, Spec};

impl<'s> Writer<'s> {
    pub(super) fn gaps(&mut self) {
        let spec: &'s Spec = self.spec;
        if spec.gaps.is_empty() {
            return;
        }
        self.heading(&Topic::Gaps);
        self.add(
            "What the contract does not show, or states with two readings. Gaps are never judged: a run \
             reports what it observes of the server."
                .to_owned(),
        );
        let clauses = self.take_below("gaps");
        let mut table = Table::new(&["Question", "About", "Observation", "Clause", "Contract"]);
        for (id, gap) in &spec.gaps {
            let identity = format!("gaps.{id}");
            let how = match &gap.observation {
                Observation::Probe(probe) => {
                    let values: Vec<String> =
                        gap.values.iter().map(|value| code(&value.to_string())).collect();
                    let with = if values.is_empty() { "" } else { " with " };
                    let probe = code(&probe.to_string());
                    format!("observed by {probe}{with}{}", values.join(", "))
                }
                Observation::Unobservable(reason) => {
                    format!("cannot be observed: {}", prose(reason))
                }
            };
            table.row([
                format!("{}{}", Row::Gap(id).anchor(), prose(&gap.question)),
                self.place(gap),
                how,
                ClauseRow::identity(clauses.iter().find(|clause| clause.id.as_str() == identity)),
                prose(&gap.source),
            ]);
        }
        self.add(table.markdown());
    }

    /// Returns the place of a gap, with a link to its section or row.
    fn place(&self, gap: &Gap) -> String {
        let shown = prose(&gap.place);
        let row = self.row_at(&gap.place);
        row.map_or_else(
            || self.outline.link_as(&shown, &self.topic_at(&gap.place)),
            |r| r.link(&shown),
        )
    }

    fn row_at(&self, place: &str) -> Option<Row<'s>> {
        let spec: &'s Spec = self.spec;
        let (kind, id) = place.split_once('.')?;
        let named = |known: &&'s String| is_below(known, id);
        match kind {
            "errors" => spec.errors.keys().find(named).map(|id| Row::Error(id)),
            "limits" => spec.limits.keys().find(named).map(|id| Row::Limit(id)),
            "charges" => spec.charges.keys().find(named).map(|id| Row::Charge(id)),
            _ => None,
        }
    }

    fn topic_at(&self, place: &str) -> Topic {
        let mut steps = place.split('.');
        let (first, second) = (steps.next().unwrap_or_default(), steps.next().unwrap_or_default());
        match (first, second) {
            ("service", "retry") => Topic::Retry,
            ("service", "versioning") => Topic::Versioning,
            ("service", _) => Topic::Service,
            ("authentication", _) => Topic::Authentication,
            ("operations", "") => Topic::Operations,
            ("operations", id) => Topic::operation(id),
            ("errors", _) => Topic::Errors,
            ("limits", _) => Topic::Limits,
            ("charges", _) => Topic::Charges,
            ("lifecycles", type_name) if !type_name.is_empty() => {
                let property = steps.next().unwrap_or_default();
                Topic::Lifecycle(type_name.to_owned(), property.to_owned())
            }
            ("lifecycles", _) => Topic::Lifecycles,
            ("events", "") => Topic::Events,
            ("events", id) => Topic::Channel(id.to_owned()),
            (type_name, _) => Topic::named_type(type_name),
        }
    }
}
