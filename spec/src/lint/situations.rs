//! Lint of what brings about responses: causes of errors, and situations of operations and of lifecycles.

use std::cell::OnceCell;
use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::lint::Lint;
use crate::model::ClauseId;
use crate::nearest::did_you_mean;
use crate::page::{OperationPage, OperationSituationPage, SituationPage};
use crate::resolve::EntryPlace;
use crate::statements::ClauseIndex;

impl Lint<'_> {
    /// Reports causes of errors that an operation does not have. The errors of an operation are known only if
    /// everything is resolved.
    pub(super) fn causes(&self) {
        let known: Vec<&str> = self.pages.errors.content.keys().map(String::as_str).collect();
        for (id, page, place) in self.operations() {
            for error in page.causes.keys() {
                let place = place.at("causes").at(error);
                if !known.contains(&error.as_str()) {
                    self.push(place.unknown_key("error", error, &known));
                    continue;
                }
                let operation = self.spec.operations.get(id).filter(|_| self.resolved);
                let Some(operation) = operation else { continue };
                let errors = self.spec.operation_errors(operation);
                if errors.iter().all(|row| row.id != *error) {
                    let mistake = place.entry(format!("`{id}` does not have the error `{error}`"));
                    let ids = errors.iter().map(|row| row.id.as_str()).collect::<Vec<_>>();
                    let ids = ids.join("`, `");
                    self.report(mistake, format!("add it to `errors`; the operation has `{ids}`"));
                }
            }
        }
    }

    /// Checks the situations of operations and lifecycles.
    pub(super) fn situations(&self) {
        let clauses: OnceCell<ClauseIndex> = OnceCell::new();
        for (id, operation, place) in self.operations() {
            let mut named = HashSet::new();
            for (place, situation) in place.each("situations", &operation.situations) {
                let clause = &situation.clause;
                if !named.insert(clause) {
                    let message = format!("two situations name the clause `{clause}`");
                    let help = "a target identifies a circumstance by its clause: merge the two situations";
                    self.report(place.at("clause").value(message), help);
                }
                // An entry that was not resolved has no clauses.
                if self.resolved {
                    let known = clauses.get_or_init(|| self.spec.clauses());
                    if !known.contains_key(&ClauseId::new(clause.as_str())) {
                        let message = format!("unknown clause `{clause}`");
                        let otherwise = "the reference page of the contract lists every clause";
                        let help = did_you_mean(known.keys().map(ClauseId::as_str), clause);
                        let help = help.unwrap_or_else(|| otherwise.to_owned());
                        self.report(place.at("clause").value(message), help);
                    }
                }
                self.call_before(id, operation, situation, &place);
                if let Some(response) = response_type(operation) {
                    self.members(response, &situation.optional, &place.at("optional"));
                }
                let schema = situation.found.as_ref().and_then(|name| self.types.get(name));
                if schema.is_some_and(|schema| schema.page.properties.is_none()) {
                    let mistake = place.at("found").value("the type is not an object");
                    self.report(mistake, "name the type of an object that the response contains");
                }
            }
        }
        for (type_name, property, lifecycle, place) in self.lifecycles() {
            for (place, situation) in place.each("situations", &lifecycle.situations) {
                self.lifecycle_situation(situation, &place);
                let operation = self.pages.operations.content.get(&situation.operation);
                if operation.and_then(response_type) == Some(type_name)
                    && let Some(Value::String(state)) = situation.members.get(property)
                    && !lifecycle.states.contains(state)
                {
                    let known: Vec<&str> = lifecycle.states.iter().map(String::as_str).collect();
                    self.push(place.at("members").at(property).unknown("state", state, &known));
                }
            }
        }
    }

    /// Reports an earlier operation of a situation if the later one takes no path parameter from its response.
    fn call_before(
        &self,
        id: &str,
        operation: &OperationPage,
        situation: &OperationSituationPage,
        place: &EntryPlace<'_>,
    ) {
        let Some(earlier) = &situation.after else { return };
        let Some(page) = self.pages.operations.content.get(earlier) else { return };
        if operation.parameters.keys().all(|name| page.parameters.contains_key(name)) {
            let message = format!(
                "`{id}` takes no path parameter from the response of `{earlier}`, which is called before it"
            );
            let help = format!(
                "name an operation that lacks a path parameter of `{id}`, or remove `after`"
            );
            self.report(place.at("after").value(message), help);
        }
    }

    /// Checks the properties that a situation names of its response and its event.
    fn lifecycle_situation(&self, situation: &SituationPage, place: &EntryPlace<'_>) {
        let operation = self.pages.operations.content.get(&situation.operation);
        if let Some(response) = operation.and_then(response_type) {
            self.members(response, &situation.members, &place.at("members"));
            self.members(response, &situation.optional, &place.at("optional"));
            if let Some(schema) = self.types.get(response) {
                let known = schema.place.at("properties").keys();
                let absent = place.each("absent", &situation.absent);
                for (place, name) in absent.filter(|(_, name)| !known.contains(&name.as_str())) {
                    self.push(place.unknown("property", name, &known));
                }
            }
        }
        let Some(event) = &situation.event else { return };
        let channel = self.pages.events.content.get(&event.channel);
        let carried = channel.and_then(|channel| channel.events.get(&event.name)?.carries.as_ref());
        if let Some(carried) = carried {
            self.members(carried, &event.members, &place.at("event").at("members"));
        }
    }

    /// Checks that a type has the properties `members`, and that their schemas accept the values.
    fn members(&self, type_name: &str, members: &Map<String, Value>, place: &EntryPlace<'_>) {
        let Some(schema) = self.types.get(type_name) else { return };
        let known = schema.place.at("properties").keys();
        for (name, value) in members {
            let place = place.at(name);
            if known.contains(&name.as_str()) {
                self.member(type_name, name, value, &place);
            } else {
                self.push(place.unknown_key("property", name, &known));
            }
        }
    }
}

/// Returns the type of the body of a success.
fn response_type(operation: &OperationPage) -> Option<&String> {
    operation.response.as_ref()?.type_name.as_ref()
}
