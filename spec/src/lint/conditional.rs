//! Lint of versions, preconditions, idempotency keys and dates of operations, causes of errors, and situations.

use std::cell::OnceCell;
use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::lint::Lint;
use crate::lint::references::PlacedSchema;
use crate::model::{
    CONDITION, ClauseId, Keyword, Operand, Operation, PRECONDITION, PRECONDITION_FAILED,
    ResourceEffect, Schema, Shape, StringFormat, VERSION,
};
use crate::nearest::did_you_mean;
use crate::page::{OperationPage, OperationSituationPage, SituationPage};
use crate::resolve::Place;
use crate::statements::ClauseIndex;

/// The length of a UUID; the suite uses UUIDs as keys.
const UUID_LENGTH: u64 = 36;

/// The requirements for a header.
struct WantedHeader<'w> {
    /// The name of the type of the headers.
    headers: Option<&'w String>,
    /// The key of the page that names the type.
    word: &'w str,
    /// The name that HTTP prescribes, if it prescribes one.
    name: Option<&'static str>,
    /// Whether the header has idempotency keys, and so may have limits that every UUID meets.
    is_key: bool,
}

impl<'p> Lint<'p> {
    /// Checks versions, preconditions, keys and dates of operations.
    pub(super) fn conditions(&self) {
        for (id, page, place) in self.operations() {
            self.version(page, &place);
            self.precondition(page, &place);
            self.conditional_read(page, &place);
            self.idempotency(page, &place);
            self.dates(page, self.spec.operations.get(id), &place);
        }
    }

    fn version(&self, page: &OperationPage, place: &Place<'_>) {
        let Some((resource, name)) = page
            .resource
            .as_ref()
            .and_then(|resource| Some((resource, resource.version.as_ref()?)))
        else {
            return;
        };
        let place = place.at("resource").at("version");
        let has_one_resource = match resource.effect {
            ResourceEffect::Creates => true,
            ResourceEffect::Reads | ResourceEffect::Updates | ResourceEffect::Replaces => {
                resource.identified_by.is_some()
            }
            ResourceEffect::Lists
            | ResourceEffect::Deletes
            | ResourceEffect::Starts
            | ResourceEffect::Cancels
            | ResourceEffect::Uses => false,
        };
        if !has_one_resource {
            let help = "remove it, or move it to the operation that reads one resource";
            self.report(place.entry("only a response with one resource has a version"), help);
            return;
        }
        let headers = page.response.as_ref().and_then(|response| response.headers.as_ref());
        let wanted =
            WantedHeader { headers, word: "response.headers", name: Some(VERSION), is_key: false };
        let Some(header) = self.header(name, &wanted, &place) else { return };
        if !header.page.required.contains(name) {
            let help = format!("add it to `required` of `{}`", headers.map_or("", |name| name));
            self.report(place.value("the header of a version must be required"), help);
        }
    }

    fn precondition(&self, page: &OperationPage, place: &Place<'_>) {
        let Some(precondition) = &page.precondition else { return };
        let place = place.at("precondition");
        let changes = page.resource.as_ref().is_some_and(|resource| match resource.effect {
            ResourceEffect::Updates | ResourceEffect::Replaces | ResourceEffect::Deletes => {
                resource.identified_by.is_some()
            }
            ResourceEffect::Creates
            | ResourceEffect::Reads
            | ResourceEffect::Lists
            | ResourceEffect::Starts
            | ResourceEffect::Cancels
            | ResourceEffect::Uses => false,
        });
        if !changes {
            let help = "remove it; only an operation that updates, replaces or deletes one resource has a \
                        precondition";
            self.report(place.entry("the operation changes no stored resource"), help);
            return;
        }
        let headers = page.headers.as_ref();
        let wanted =
            WantedHeader { headers, word: "headers", name: Some(PRECONDITION), is_key: false };
        self.header(&precondition.header, &wanted, &place.at("header"));
        let row = self.spec.errors.get(&precondition.error);
        if let Some(row) = row.filter(|row| row.status != PRECONDITION_FAILED) {
            let message = format!("`{}` has the status code {}", row.id, row.status);
            let help = format!(
                "name an error with the status code {PRECONDITION_FAILED}, as RFC 9110 prescribes"
            );
            self.report(place.at("error").value(message), help);
        }
        let type_name = page.resource.as_ref().map(|resource| resource.type_name.as_str());
        if let Some(name) = type_name.filter(|name| !self.reads_version(name)) {
            let message = format!("no operation returns the version of a `{name}`");
            let help = format!(
                "add `version = \"{VERSION}\"` to the `resource` of an operation that reads one"
            );
            self.report(place.entry(message), help);
        }
    }

    /// Returns whether an operation reads one resource of a type with its version.
    fn reads_version(&self, type_name: &str) -> bool {
        let reads = self.spec.operation_with_effect(ResourceEffect::Reads, type_name);
        reads
            .and_then(|operation| operation.resource.as_ref())
            .is_some_and(|resource| resource.version.is_some())
    }

    fn conditional_read(&self, page: &OperationPage, place: &Place<'_>) {
        let Some(condition) = &page.condition else { return };
        let place = place.at("condition");
        let read = page.resource.as_ref().filter(|it| it.effect == ResourceEffect::Reads);
        if read.is_none_or(|resource| resource.version.is_none()) {
            let help = format!(
                "remove it, or add `version = \"{VERSION}\"` to the `resource` of an operation that \
                 reads"
            );
            self.report(place.entry("the operation reads no resource with a version"), help);
            return;
        }
        let headers = page.headers.as_ref();
        let wanted =
            WantedHeader { headers, word: "headers", name: Some(CONDITION), is_key: false };
        self.header(&condition.header, &wanted, &place.at("header"));
    }

    fn idempotency(&self, page: &OperationPage, place: &Place<'_>) {
        let Some(idempotency) = &page.idempotency else { return };
        let place = place.at("idempotency");
        let effect = page.resource.as_ref().map(|resource| resource.effect);
        if effect != Some(ResourceEffect::Creates) {
            let help = "remove it, or give the `resource` the effect `creates`";
            self.report(place.entry("the operation creates no resource"), help);
            return;
        }
        let headers = page.headers.as_ref();
        let wanted = WantedHeader { headers, word: "headers", name: None, is_key: true };
        self.header(&idempotency.header, &wanted, &place.at("header"));
    }

    /// Returns the type of the headers. Reports a header that the type does not have, or that rejects some versions or
    /// keys.
    fn header(
        &self,
        name: &String,
        wanted: &WantedHeader<'_>,
        place: &Place<'_>,
    ) -> Option<PlacedSchema<'p>> {
        let Some(headers) = wanted.headers else {
            let message = format!("the operation has no header `{name}`");
            let help =
                format!("under `{}`, name a type that has the header as a property", wanted.word);
            self.report(place.value(message), help);
            return None;
        };
        if let Some(prescribed) = wanted.name.filter(|prescribed| prescribed != name) {
            let help = format!("write `{prescribed}`, as RFC 9110 prescribes");
            let message = format!("`{name}` is not the header in which HTTP sends the version");
            self.report(place.value(message), help);
            return None;
        }
        // A missing type is reported where it is named.
        let object = self.types.get(headers)?.clone();
        let Some(property) = object.property(name) else {
            let known = object.place.at("properties").keys();
            self.push(place.unknown("header", name, &known));
            return None;
        };
        let schema = property.resolved(self.spec).map(|schema| self.spec.resolve(schema));
        if schema.is_some_and(|schema| !accepts_any(schema, wanted.is_key)) {
            let (message, help) = match wanted.is_key {
                true => (
                    "the header rejects some UUIDs",
                    "make it a string that may have 36 characters",
                ),
                false => ("the header rejects some versions", "make it a string without limits"),
            };
            self.report(property.place.entry(message), help);
        }
        Some(object)
    }

    fn dates(&self, page: &OperationPage, model: Option<&Operation>, place: &Place<'_>) {
        let stated = [("deprecatedSince", &page.deprecated_since), ("sunset", &page.sunset)];
        for (word, _) in stated.into_iter().filter(|(_, date)| date.is_some()) {
            if page.deprecated.is_none() {
                let help = "add `deprecated`, with a sentence that says what to call instead";
                self.report(place.at(word).entry("the operation is not deprecated"), help);
            }
            if page.response.is_none() {
                let help = "add `response`, or remove this date";
                self.report(
                    place
                        .at(word)
                        .entry("the operation has no `response` whose header could have the date"),
                    help,
                );
            }
        }
        let dates = model.and_then(|model| model.deprecated_since.zip(model.sunset));
        if dates.is_some_and(|(since, sunset)| sunset <= since) {
            let mistake = place.at("sunset").value("`sunset` is not after `deprecatedSince`");
            self.report(mistake, "write a later date");
        }
    }

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
        place: &Place<'_>,
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
    fn lifecycle_situation(&self, situation: &SituationPage, place: &Place<'_>) {
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
    fn members(&self, type_name: &str, members: &Map<String, Value>, place: &Place<'_>) {
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

/// Returns whether a header accepts any version, or any idempotency key that the suite makes.
pub(super) fn accepts_any(schema: &Schema, is_key: bool) -> bool {
    let is_met = |keyword, operand: &Operand| match (keyword, operand) {
        (Keyword::MaxLength, Operand::Number(max_length)) => {
            max_length.as_u64() >= Some(UUID_LENGTH)
        }
        (Keyword::MinLength, Operand::Number(min_length)) => {
            min_length.as_u64() <= Some(UUID_LENGTH)
        }
        (Keyword::Format, Operand::Format(format)) => *format == StringFormat::Uuid,
        _ => false,
    };
    let mut constraints = schema.constraints.iter();
    schema.shape == Shape::String
        && constraints.all(|constraint| is_key && is_met(constraint.keyword, &constraint.operand))
}
