//! The service as a whole: bases, authentication, team states, retries, versions.

use super::clause_table::ClauseRow;
use super::markdown::{Table, code, paragraph, prose};
use super::outline::Topic;
use super::writer::{Writer, is_below};
use crate::model::Refusal;

impl<'s> Writer<'s> {
    pub(super) fn service(&mut self) {
        let service = &self.spec.service;
        self.heading(&Topic::Service);
        self.source(&service.source);
        let own = |id: &str| {
            is_below("service", id)
                && !is_below("service.retry", id)
                && !is_below("service.versioning", id)
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
            let header = code(&format!("{}: {} <key>", scheme.header, scheme.scheme));
            self.add(format!("{}: each request has the header {header}.", code(&scheme.id)));
            self.source(&scheme.source);
            let links = [&scheme.rejected, &scheme.forbidden].map(|id| (id, Self::error_link(id)));
            let line = |clause| {
                let line = ClauseRow::new(clause);
                let is_of = |name: &String| line.statement.ends_with(&prose(name));
                match links.iter().find(|(id, _)| is_of(id)) {
                    Some((id, link)) => line.with_link(id, link),
                    None => line,
                }
            };
            let path = format!("authentication.{}", scheme.id);
            let lines = self.take_below(&path).into_iter().map(line).collect();
            self.clause_table("", &scheme.source, lines);
            self.open_points(&path);
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
    pub(super) fn refusals(&self) -> Vec<(Topic, &'s Refusal)> {
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
        let lines = self.take_below("service.retry").into_iter().map(ClauseRow::new).collect();
        self.clause_table("", &retry.source, lines);
        self.open_points("service.retry");
    }

    fn versioning(&mut self) {
        let Some(versioning) = &self.spec.service.versioning else { return };
        self.heading(&Topic::Versioning);
        self.add(paragraph(&format!(
            "The version of the interface is {}.",
            self.spec.service.version
        )));
        self.source(&versioning.source);
        let lines = self.take_below("service.versioning").into_iter().map(ClauseRow::new).collect();
        self.clause_table("", &versioning.source, lines);
        self.open_points("service.versioning");
    }
}
