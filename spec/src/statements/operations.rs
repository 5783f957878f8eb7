//! The statements about operations and lifecycles.

use std::collections::{BTreeSet, HashMap};

use super::Statements;
use super::fact::{Fact, Owner, Parts, PromisePart, Requirement, Wording, any_of_words, promise};
use crate::model::{
    ClauseId, EffectKind, Endpoint, Idempotency, IllegalMoves, Level, Lifecycle, NOT_MODIFIED,
    Operation, Order, Pagination, Parent, Precondition, Resource, ResourceEffect, Response,
    Situation, SituationResponse, Sorting, Spec,
};

impl Spec {
    /// Returns what an operation promises in addition to its effects: what it does with its resource, how a
    /// list is filtered, and how its pages are walked.
    #[must_use]
    pub fn promises(&self, operation: &Operation) -> Vec<(ClauseId, String)> {
        let names = HashMap::new();
        let mut statements = Statements::new(self, &names);
        statements.promises(operation);
        statements.all.into_iter().map(|statement| (statement.id, statement.text)).collect()
    }
}

impl<'s> Statements<'_, 's> {
    pub(super) fn operation(&mut self, operation: &'s Operation) {
        let child = |word: &str| operation.clause().child(word);
        self.owner = Owner::Operation(&operation.id);
        self.begin(operation.level, &operation.source);
        self.operation_facts(operation);
        self.exchange(operation);
        if let Some(resource) = &operation.resource {
            let Resource { type_name, unknown, foreign, .. } = resource;
            let errors = [
                ("unknown", "that does not exist", unknown),
                ("foreign", "of another team", foreign),
            ];
            for (word, which, error) in errors {
                let Some(error) = error else { continue };
                let fact =
                    Fact::Agreed(format!("{}: {error}, {}", self.name(type_name), place(resource)));
                let statement = self.clause(
                    child(word),
                    format!("a {} {which}: {error}", resource.noun()),
                    fact,
                );
                statement.details = Some(place(resource));
                statement.wording = Wording::Name(type_name.clone());
            }
        }
        self.parents(operation);
        if let Some(error) = operation.pagination.as_ref().and_then(|pages| pages.unknown.as_ref())
        {
            let text = format!("a cursor that the service did not issue: {error}");
            let fact = Fact::Agreed(error.clone());
            self.clause(operation.pagination_clause("unknown"), text, fact);
        }
        self.promises(operation);
        self.around = &operation.source;
        for parameter in operation.parameters.values() {
            self.schema(&parameter.schema, None);
        }
        self.owner = Owner::Operation(&operation.id);
        for effect in &operation.effects {
            self.effect(effect, &operation.source);
            if effect.kind == EffectKind::StoresGiven {
                for name in self.spec.stored_properties(operation) {
                    let text = format!("`{name}` is stored and returned if the request has it");
                    self.clause(effect.clause.child(name), text, promise([("", "")]));
                }
            }
        }
        self.refusals(&operation.refusals, operation.request.as_deref(), &operation.source);
        self.begin(operation.level, &operation.source);
        self.behaviour(&operation.clause(), &operation.behaviour);
    }

    /// Adds what an operation states about the parents in its path: the errors for a parent that does not exist or
    /// belongs to another team, and for a resource that belongs to another parent.
    fn parents(&mut self, operation: &'s Operation) {
        let Some(resource) = &operation.resource else { return };
        let named = resource.identified_by.as_ref().and(resource.unknown.as_ref());
        let mut child = (resource.type_name.as_str(), named);
        for parent in resource.parents() {
            let Parent { type_name, identified_by, property, unknown, foreign, .. } = parent;
            let clause = operation.parent_clause(identified_by);
            let (of, error) = child;
            let text = match (error, resource.effect) {
                (Some(error), _) => Some(format!("a {of} of another {type_name}: {error}")),
                (None, ResourceEffect::Lists) => {
                    Some(format!("the list has no {of} of another {type_name}"))
                }
                (None, _) => None,
            };
            let place = format!("`{identified_by}` names the {}", self.name(type_name));
            let agreed = |error: &str| Fact::Agreed(format!("{place}: {error}"));
            if let Some(text) = text {
                let fact = agreed(error.map_or("", String::as_str));
                self.clause(clause.clone(), text, fact).wording = Wording::Name(type_name.clone());
            }
            let errors = [
                ("unknown", "that does not exist", unknown),
                ("foreign", "of another team", foreign),
            ];
            for (word, which, error) in errors {
                let Some(error) = error else { continue };
                let text = format!("a {type_name} {which}: {error}");
                let statement = self.clause(clause.child(word), text, agreed(error));
                statement.wording = Wording::Name(type_name.clone());
            }
            if let Some(property) = property.as_ref().filter(|_| operation.returns_one()) {
                let text = format!("`{property}` is `{identified_by}` of the path");
                self.clause(clause.child("property"), text, promise([("", property)]));
            }
            child = (type_name, unknown.as_ref());
        }
    }

    /// Adds what an operation states without clauses of its own.
    fn operation_facts(&mut self, operation: &'s Operation) {
        let child = |word: &str| operation.clause().child(word);
        let level = operation.level;
        self.deprecation(&operation.clause(), operation.deprecated.as_ref());
        self.doc(&operation.clause(), "doc", &operation.doc);
        self.doc(&operation.clause(), "summary", operation.summary.as_deref().unwrap_or_default());
        self.heading(&operation.clause(), &operation.source, "");
        if let Some(scheme) = &operation.authentication {
            let text = format!("a key is required: {scheme}");
            let fact = Fact::Demand(Requirement::Opaque(scheme.clone()));
            self.fact(child("authentication"), level, text, fact);
        }
        for (word, sent) in [("query", &operation.query), ("headers", &operation.headers)] {
            if let Some(sent) = sent {
                let name = self.name(sent).to_owned();
                let text = format!("has the {word} {name}");
                self.fact(child(word), level, text, Fact::Demand(Requirement::Body(name, false)));
            }
        }
        let errors: BTreeSet<&str> = operation.errors.iter().map(String::as_str).collect();
        let listed = errors.iter().copied().collect::<Vec<_>>().join(", ");
        let text = format!("may return the errors {listed}");
        self.fact(child("errors"), level, text, Fact::Errors(errors));
        for (error, cause) in &operation.causes {
            self.doc(&child("causes"), error, cause);
        }
        operation.situations.iter().for_each(|situation| self.operation_situation(situation));
    }

    /// Adds how an operation is called, and what it returns.
    fn exchange(&mut self, operation: &'s Operation) {
        let child = |word: &str| operation.clause().child(word);
        if let Some(Endpoint { method, path }) = &operation.endpoint {
            let call = format!("{method} {}{path}", self.spec.service.base_path);
            let fact = promise([("", &call)]);
            self.clause(child("path"), call, fact);
        }
        if let Some(request) = &operation.request {
            let required = operation.request_required;
            let is = if required { "required" } else { "optional" };
            let fact = Fact::Demand(Requirement::Body(self.name(request).to_owned(), required));
            let statement =
                self.clause(child("request"), format!("a body is {is}: {request}"), fact);
            statement.wording = Wording::Name(request.clone());
            if operation.is_multipart() {
                let media_type = operation.request_media_type.name();
                let text = format!("the body is {media_type}, a part for each property");
                let fact = Fact::Agreed(media_type.to_owned());
                self.clause(child("requestMediaType"), text, fact);
            }
        }
        if let Some(Response { status, type_name, headers }) = &operation.response {
            let body = type_name.as_deref().unwrap_or("no body");
            let mut parts = Parts::from([("type".to_owned(), PromisePart::from(self.name(body)))]);
            parts.extend(status.map(|s| ("status".to_owned(), PromisePart::Value(s.to_string()))));
            let status = status.map_or("a success".to_owned(), |status| status.to_string());
            let text = format!("returns {status} with {body}");
            let statement = self.clause(child("response"), text, Fact::Promise(parts));
            statement.wording = Wording::Name(body.to_owned());
            if let Some(headers) = headers {
                let fact = promise([("", self.name(headers))]);
                let text = format!("returns the headers {headers}");
                self.clause(child("responseHeaders"), text, fact).wording =
                    Wording::Name(headers.clone());
            }
        }
        let body = &operation.error_body;
        let text = format!("errors have the body {body}");
        let fact = Fact::Agreed(self.name(body).to_owned());
        let statement = if *body == self.spec.service.error_body {
            self.fact(child("errorBody"), operation.level, text, fact)
        } else {
            self.clause(child("errorBody"), text, fact)
        };
        statement.wording = Wording::Name(body.clone());
    }

    fn promises(&mut self, operation: &'s Operation) {
        let child = |word: &str| operation.clause().child(word);
        if let Some(resource) = &operation.resource {
            let Resource { type_name: name, effect, version, parent, .. } = resource;
            let owner = parent.as_ref().map_or("team", |parent| parent.type_name.as_str());
            if let Some(text) = resource.promise(owner) {
                let fact = Fact::Agreed(format!("{}: {}", self.name(name), place(resource)));
                let statement = self.clause(child(effect.name()), text, fact);
                statement.details = Some(place(resource));
                statement.wording = Wording::Name(name.clone());
            }
            if let Some(header) = version {
                let text = format!("`{header}` is the version of the {name}, and changes with it");
                self.clause(child("version"), text, promise([("", header)]));
            }
            self.conditional(operation, name);
            for filter in self.spec.filters(operation) {
                let text = format!("`{filter}` excludes each {name} with another value");
                self.clause(child("filters").child(filter), text, promise([("", filter)]));
            }
        }
        let chosen_by = match &operation.order {
            Some(Order::Chosen(parameter)) => parameter.as_str(),
            Some(Order::By(_)) | None => "",
        };
        for (_, Sorting { property, direction }, clause) in self.spec.sortings(operation) {
            let direction = direction.name();
            let parts = [
                ("parameter", chosen_by),
                ("property", property.as_str()),
                ("direction", direction),
            ];
            self.clause(clause, format!("sorted by `{property}`, {direction}"), promise(parts));
        }
        if let Some(Pagination { style, parameter, limit, next, stable, items, .. }) =
            &operation.pagination
        {
            let child = |word: &str| operation.pagination_clause(word);
            let next = next.as_deref().unwrap_or_default();
            let of_job = items.as_deref().unwrap_or_default();
            let parts = [
                ("style", style.name()),
                ("parameter", parameter),
                ("next", next),
                ("items", of_job),
            ];
            let what = items.as_ref().map_or("resource", |_| "result");
            let text = format!("a walk over the pages by `{parameter}` returns each {what} once");
            self.clause(child("walk"), text, promise(parts));
            if let Some(limit) = limit {
                let text = format!("a page has at most `{limit}` {what}s");
                self.clause(child("limit"), text, promise([("", limit)]));
            }
            if *stable {
                let text =
                    "a walk returns each resource once, even if others are created meanwhile";
                self.clause(child("stable"), text, promise([("", "")]));
            }
        }
        for notice in operation.notices() {
            let text = format!("each success has the header `{}: {}`", notice.header, notice.value);
            self.clause(notice.clause, text, promise([("", &notice.value)]));
        }
    }

    /// Adds what an operation promises for requests with a condition or an idempotency key.
    fn conditional(&mut self, operation: &'s Operation, name: &str) {
        let child = |word: &str| operation.clause().child(word);
        if let Some(Precondition { header, error }) = &operation.precondition {
            let text = format!(
                "a request whose `{header}` is not the version of the {name} results in {error}, and \
                 changes nothing"
            );
            let fact = promise([("header", header.as_str()), ("error", error)]);
            self.clause(child("precondition"), text, fact);
        }
        if let Some(header) = &operation.condition {
            let text = format!(
                "a request whose `{header}` is the version of the {name} results in {NOT_MODIFIED}, \
                 without a body"
            );
            self.clause(child("condition"), text, promise([("", header)]));
        }
        if let Some(Idempotency { header, reused }) = &operation.idempotency {
            let text = format!(
                "requests with the same `{header}` and the same body create one {name}; another \
                 `{header}` creates another one"
            );
            self.clause(child("idempotency"), text, promise([("", header)]));
            if let Some(error) = reused {
                let text = format!("a known `{header}` with another body results in {error}");
                self.clause(child("idempotency").child("reused"), text, promise([("", error)]));
            }
        }
    }

    /// Adds the states that a lifecycle begins in.
    fn initial(&mut self, lifecycle: &'s Lifecycle, operation: &'s Operation, start: &str) {
        if !lifecycle.initial.is_empty() {
            let text = format!("{start} `{}`", lifecycle.initial.join("`, `"));
            let fact = Fact::Promise(states_of(&lifecycle.initial));
            self.fact(lifecycle.initial_clause(), operation.level, text, fact);
        }
    }

    pub(super) fn lifecycle(&mut self, lifecycle: &'s Lifecycle) {
        let Lifecycle { type_name, property, states, terminal, gap, .. } = lifecycle;
        let Lifecycle { clause, transitions, illegal, situations, .. } = lifecycle;
        if let Some(starts) = self.spec.operation_on(ResourceEffect::Starts, type_name) {
            self.begin(starts.level, &starts.source);
            self.initial(lifecycle, starts, "a new job is in");
            let listed = |states: &[String]| states.join("`, `");
            if !terminal.is_empty() {
                let text = format!("a job never leaves `{}`", listed(terminal));
                let fact = Fact::Promise(states_of(terminal));
                self.clause(lifecycle.terminal_clause(), text, fact);
            }
        }
        if let Some(creates) = self.spec.operation_with_effect(ResourceEffect::Creates, type_name) {
            self.begin(creates.level, &creates.source);
            self.initial(
                lifecycle,
                creates,
                "without a state in its request, a new resource is in",
            );
        }
        if let Some(gap) = gap {
            let id = clause.child("states");
            let listed = states.join("`, `");
            let text =
                format!("the contract shows the states `{listed}`, and there may be others: {gap}");
            let fact = Fact::Constraint(Requirement::Enum(states.iter().cloned().collect()));
            self.fact(id, Level::Open, text, fact);
        }
        for step in transitions {
            self.heading(&step.clause, &step.source, "");
            self.begin(step.level, &step.source);
            let parts = Parts::from([
                ("operation".to_owned(), PromisePart::from(step.operation.as_str())),
                ("from".to_owned(), PromisePart::Scope(step.from.iter().cloned().collect())),
            ]);
            let from = step.from.join(", ");
            let text =
                format!("{} changes `{property}` from {from} to {}", step.operation, step.to);
            self.clause(step.clause.clone(), text, Fact::Promise(parts));
        }
        if let Some(IllegalMoves { error, level, source }) = illegal {
            let clause = lifecycle.illegal_clause();
            self.heading(&clause, source, "");
            self.begin(*level, source);
            let text =
                format!("a request that changes `{property}` in another way results in {error}");
            self.clause(clause, text, Fact::Demand(Requirement::Opaque(error.clone())));
        }
        for situation in situations {
            self.heading(&situation.clause, &situation.source, "");
            self.begin(situation.level, &situation.source);
            let (parts, meaning) = self.situation(situation, &situation.operation);
            let response = situation.response.phrases().join(", ");
            let text = format!("{} {} returns: {response}", situation.doc, situation.operation);
            let statement = self.clause(situation.clause.clone(), text, Fact::Promise(parts));
            statement.wording = Wording::Meaning(meaning);
        }
    }

    /// Adds the response of an operation in a circumstance.
    fn operation_situation(&mut self, situation: &'s Situation) {
        let id = format!("operations.{}.situations.{}", situation.operation, situation.id);
        let (mut parts, meaning) = self.situation(situation, situation.clause.as_str());
        let after = situation.after.as_ref();
        parts.extend(after.map(|id| ("after".to_owned(), PromisePart::from(id.as_str()))));
        let after = after.map(|operation| format!(" after {operation}")).unwrap_or_default();
        let phrases = situation.response.phrases();
        let phrases = if phrases.is_empty() { "a success".to_owned() } else { phrases.join(", ") };
        let text = format!("{} is observed{after}: {phrases}", situation.clause);
        let fact = Fact::Promise(parts);
        let statement = self.fact(ClauseId::new(id), situation.level, text, fact);
        statement.wording = Wording::Meaning(meaning);
    }

    /// Returns the parts of the promise about a situation, and the prose of the situation.
    fn situation(&self, situation: &'s Situation, subject: &str) -> (Parts, String) {
        let mut parts = Parts::from([(String::new(), PromisePart::from(subject))]);
        let mut meaning = situation.doc.clone();
        let success = match &situation.response {
            SituationResponse::Error(error) => {
                parts.insert("error".to_owned(), PromisePart::from(error.as_str()));
                return (parts, meaning);
            }
            SituationResponse::Success(success) => success,
        };
        for (word, members) in [
            ("member", &success.members),
            ("optional", &success.optional),
            ("anywhere", &success.anywhere),
        ] {
            for (name, value) in members {
                parts.insert(format!("{word} {name}"), PromisePart::Value(value.to_string()));
            }
        }
        let absent = success.absent.iter();
        parts.extend(absent.map(|name| (format!("member {name}"), PromisePart::from("absent"))));
        let found = success.found.as_deref().map(|name| self.name(name));
        parts.extend(found.map(|name| ("found".to_owned(), PromisePart::from(name))));
        if let Some(event) = &success.event {
            let name = format!("event {} {}", event.channel, event.name);
            for (member, value) in &event.members {
                parts.insert(format!("{name} {member}"), PromisePart::Value(value.to_string()));
            }
            parts.insert(name, PromisePart::from(""));
        }
        if !success.words.is_empty() {
            parts.insert("words".to_owned(), any_of_words(&success.words));
        }
        meaning.extend(success.says.iter().map(|text| format!(" {text}")));
        (parts, meaning)
    }
}

fn states_of(states: &[String]) -> Parts {
    Parts::from([(String::new(), PromisePart::Scope(states.iter().cloned().collect()))])
}

/// Describes how the resource of an operation is named and returned.
fn place(resource: &Resource) -> String {
    let Resource { identified_by, identity, returned_in, .. } = resource;
    let quoted = |name: &Option<String>| name.clone().unwrap_or_default();
    format!("`{}` is `{identity}` of `{}`", quoted(identified_by), quoted(returned_in))
}
