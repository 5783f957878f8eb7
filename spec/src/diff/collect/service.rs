//! Collects the statements about operations, lifecycles and the service as a whole.

use std::collections::BTreeSet;

use crate::diff::change::{Allowance, RetryTiming};
use crate::diff::collect::{Collector, any_of_words, new_demand, promise, property_path};
use crate::diff::statement::{Fact, Owner, Part, Parts, Requirement, Wording};
use crate::model::{
    ClauseId, EffectKind, ErrorText, Idempotency, Level, Lifecycle, Observation, Operation, Order,
    Precondition, Resource, Situation, SituationResponse, Sorting, Transport,
};

impl<'s> Collector<'_, 's> {
    pub(super) fn operation(&mut self, operation: &'s Operation) {
        let spec = self.spec;
        let of = |word: &str| operation.clause().child(word);
        let level = operation.level;
        self.around = &operation.source;
        for parameter in operation.parameters.values() {
            self.schema(&parameter.schema, None);
        }
        self.owner = Owner::Operation(&operation.id);
        self.add_deprecation(&operation.clause(), operation.deprecated.as_ref());
        self.add_doc(&operation.clause(), "doc", &operation.doc);
        self.add_doc(
            &operation.clause(),
            "summary",
            operation.summary.as_deref().unwrap_or_default(),
        );
        self.add_source(&operation.clause(), &operation.source, "");
        if let Some(endpoint) = &operation.endpoint {
            let path = format!("{} {}{}", endpoint.method, spec.service.base_path, endpoint.path);
            self.add(of("path"), level, promise([("", &path)]));
        }
        if let Some(scheme) = &operation.authentication {
            let text = format!("a key is required: {scheme}");
            self.add_with_text(of("authentication"), level, new_demand(scheme.clone()), text);
        }
        if let Some(request) = &operation.request {
            let name = self.name(request).to_owned();
            let fact = Fact::Demand(Requirement::Body(name, operation.request_required));
            self.add(of("request"), level, fact).wording = Wording::Name(request.clone());
        }
        if let Some(response) = &operation.response {
            let body = response.type_name.as_deref();
            let name = body.map_or("no body", |name| self.name(name));
            let mut parts = Parts::from([("type".to_owned(), Part::from(name))]);
            if let Some(status) = response.status {
                parts.insert("status".to_owned(), Part::Value(status.to_string()));
            }
            let statement = self.add(of("response"), level, Fact::Promise(parts));
            statement.wording = Wording::Name(body.unwrap_or("no body").to_owned());
            if let Some(headers) = &response.headers {
                let fact = promise([("", self.name(headers))]);
                let statement = self.add(of("responseHeaders"), level, fact);
                statement.wording = Wording::Name(headers.clone());
            }
        }
        for (word, sent) in [("query", &operation.query), ("headers", &operation.headers)] {
            if let Some(sent) = sent {
                let name = self.name(sent).to_owned();
                let text = format!("has the {word} {name}");
                self.add_with_text(
                    of(word),
                    level,
                    Fact::Demand(Requirement::Body(name, false)),
                    text,
                );
            }
        }
        let fact = Fact::Agreed(self.name(&operation.error_body).to_owned());
        let statement = self.add(of("errorBody"), level, fact);
        statement.text = format!("errors have the body {}", operation.error_body);
        statement.wording = Wording::Name(operation.error_body.clone());
        if let Some(resource) = &operation.resource {
            self.resource(operation, resource);
        }
        self.conditional(operation);
        if let Some(pagination) = &operation.pagination {
            let style = pagination.style.name();
            let next = pagination.next.as_deref().unwrap_or_default();
            let parameter = pagination.parameter.as_str();
            let walk = promise([("style", style), ("parameter", parameter), ("next", next)]);
            self.add(of("pagination").child("walk"), level, walk);
            if let Some(limit) = &pagination.limit {
                self.add(of("pagination").child("limit"), level, promise([("", limit)]));
            }
            if let Some(error) = &pagination.unknown {
                let fact = Fact::Agreed(error.clone());
                self.add(operation.pagination_clause("unknown"), level, fact);
            }
            if pagination.stable {
                self.add(operation.pagination_clause("stable"), level, promise([("", "")]));
            }
        }
        let chosen_by = match &operation.order {
            Some(Order::Chosen(parameter)) => parameter.as_str(),
            Some(Order::By(_)) | None => "",
        };
        for (_, Sorting { property, direction }, clause) in spec.sortings(operation) {
            let parts = [
                ("parameter", chosen_by),
                ("property", property.as_str()),
                ("direction", direction.name()),
            ];
            self.add(clause, level, promise(parts));
        }
        let errors: BTreeSet<&str> = operation.errors.iter().map(String::as_str).collect();
        let listed = errors.iter().copied().collect::<Vec<_>>().join(", ");
        let text = format!("may return the errors {listed}");
        self.add_with_text(of("errors"), level, Fact::Errors(errors), text);
        for (error, cause) in &operation.causes {
            self.add_doc(&of("causes"), error, cause);
        }
        for effect in &operation.effects {
            self.effect(effect, &operation.source);
            if effect.kind == EffectKind::StoresGiven {
                for name in spec.stored_properties(operation) {
                    self.add(effect.clause.child(name), effect.level, promise([("", "")]));
                }
            }
        }
        self.add_refusals(&operation.refusals, operation.request.as_deref(), &operation.source);
        operation.situations.iter().for_each(|situation| self.operation_situation(situation));
        self.add_behaviour(&operation.clause(), &operation.behaviour, level);
    }

    fn resource(&mut self, operation: &'s Operation, resource: &'s Resource) {
        let of = |word: &str| operation.clause().child(word);
        let level = operation.level;
        let quoted = |name: &Option<String>| name.clone().unwrap_or_default();
        let place = format!(
            "`{}` is `{}` of `{}`",
            quoted(&resource.identified_by),
            resource.identity,
            quoted(&resource.returned_in)
        );
        let name = self.name(&resource.type_name).to_owned();
        for (word, error) in [("unknown", &resource.unknown), ("foreign", &resource.foreign)] {
            let Some(error) = error else { continue };
            let fact = Fact::Agreed(format!("{name}: {error}, {place}"));
            let statement = self.add(of(word), level, fact);
            statement.extend_clause(&place);
            statement.wording = Wording::Name(resource.type_name.clone());
        }
        if resource.effect.promise(&name).is_some() {
            let fact = Fact::Agreed(format!("{name}: {place}"));
            let statement = self.add(of(resource.effect.name()), level, fact);
            statement.extend_clause(&place);
            statement.wording = Wording::Name(resource.type_name.clone());
        }
        for filter in self.spec.filters(operation) {
            self.add(of("filters").child(filter), level, promise([("", filter)]));
        }
    }

    /// Collects what an operation promises for requests with a condition or an idempotency key, and its dates
    /// of deprecation.
    fn conditional(&mut self, operation: &'s Operation) {
        let of = |word: &str| operation.clause().child(word);
        let level = operation.level;
        let version = operation.resource.as_ref().and_then(|resource| resource.version.as_deref());
        if let Some(header) = version {
            self.add(of("version"), level, promise([("", header)]));
        }
        if let Some(Precondition { header, error }) = &operation.precondition {
            let parts = promise([("header", header.as_str()), ("error", error)]);
            self.add(of("precondition"), level, parts);
        }
        if let Some(header) = &operation.condition {
            self.add(of("condition"), level, promise([("", header)]));
        }
        if let Some(Idempotency { header, reused }) = &operation.idempotency {
            self.add(of("idempotency"), level, promise([("", header)]));
            if let Some(error) = reused {
                self.add(of("idempotency").child("reused"), level, promise([("", error)]));
            }
        }
        for notice in operation.notices() {
            self.add(notice.clause, level, promise([("", &notice.value)]));
        }
    }

    pub(super) fn lifecycle(&mut self, lifecycle: &'s Lifecycle) {
        self.owner = Owner::Itself;
        if let Some(gap) = &lifecycle.gap {
            let of = format!("lifecycles.{}.{}", lifecycle.type_name, lifecycle.property);
            let states = lifecycle.states.iter().cloned().collect();
            let listed = lifecycle.states.join("`, `");
            let text =
                format!("the contract shows the states `{listed}`, and there may be others: {gap}");
            let fact = Fact::Constraint(Requirement::Enum(states));
            self.add_with_text(ClauseId::new(of).child("states"), Level::Open, fact, text);
        }
        for step in &lifecycle.transitions {
            self.add_source(&step.clause, &step.source, "");
            let parts = Parts::from([
                ("operation".to_owned(), Part::from(step.operation.as_str())),
                ("from".to_owned(), Part::Scope(step.from.iter().cloned().collect())),
            ]);
            self.add(step.clause.clone(), step.level, Fact::Promise(parts));
        }
        lifecycle.situations.iter().for_each(|situation| self.situation(situation));
    }

    fn situation(&mut self, situation: &'s Situation) {
        self.add_source(&situation.clause, &situation.source, "");
        let mut meaning = situation.doc.clone();
        let mut parts = Parts::from([("".to_owned(), Part::from(situation.operation.as_str()))]);
        match &situation.response {
            SituationResponse::Error(error) => {
                parts.insert("error".to_owned(), Part::from(error.as_str()));
            }
            SituationResponse::Success(success) => {
                for (name, value) in &success.members {
                    parts.insert(format!("member {name}"), Part::Value(value.to_string()));
                }
                for name in &success.absent {
                    parts.insert(format!("member {name}"), Part::from("absent"));
                }
                for (name, value) in &success.optional {
                    parts.insert(format!("optional {name}"), Part::Value(value.to_string()));
                }
                if let Some(event) = &success.event {
                    let name = format!("event {} {}", event.channel, event.name);
                    for (member, value) in &event.members {
                        parts.insert(format!("{name} {member}"), Part::Value(value.to_string()));
                    }
                    parts.insert(name, Part::from(""));
                }
                if !success.words.is_empty() {
                    parts.insert("words".to_owned(), any_of_words(&success.words));
                }
                if let Some(text) = &success.says {
                    meaning = format!("{meaning} {text}");
                }
            }
        }
        let statement = self.add(situation.clause.clone(), situation.level, Fact::Promise(parts));
        statement.wording = Wording::Meaning(meaning);
    }

    /// Collects the response of an operation in a circumstance.
    fn operation_situation(&mut self, situation: &'s Situation) {
        let id = ClauseId::new(format!("operations.{}.situations", situation.operation));
        let mut parts = Parts::from([("".to_owned(), Part::from(situation.clause.as_str()))]);
        let after = situation
            .after
            .iter()
            .map(|operation| ("after".to_owned(), Part::from(operation.as_str())));
        parts.extend(after);
        let mut meaning = situation.doc.clone();
        match &situation.response {
            SituationResponse::Error(error) => {
                parts.insert("error".to_owned(), Part::from(error.as_str()));
            }
            SituationResponse::Success(success) => {
                for (word, members) in
                    [("anywhere", &success.anywhere), ("optional", &success.optional)]
                {
                    for (name, value) in members {
                        parts.insert(format!("{word} {name}"), Part::Value(value.to_string()));
                    }
                }
                if let Some(type_found) = &success.found {
                    parts.insert("found".to_owned(), Part::from(self.name(type_found)));
                }
                if !success.words.is_empty() {
                    parts.insert("words".to_owned(), any_of_words(&success.words));
                }
                meaning.extend(success.says.iter().map(|text| format!(" {text}")));
            }
        }
        let phrases = situation.response.phrases();
        let phrases = if phrases.is_empty() { "a success".to_owned() } else { phrases.join(", ") };
        let id = id.child(&situation.id);
        let statement = self.add(id, situation.level, Fact::Promise(parts));
        let after = situation.after.iter().map(|operation| format!(" after {operation}"));
        let after = after.collect::<String>();
        statement.text = format!("{} is observed{after}: {phrases}", situation.clause);
        statement.wording = Wording::Meaning(meaning);
    }
}

impl<'s> Collector<'_, 's> {
    pub(super) fn service(&mut self) {
        let service = &self.spec.service;
        let of = ClauseId::new("service");
        for (word, text) in [("name", &service.name), ("version", &service.version)] {
            self.add_with_text(of.child(word), Level::Must, Fact::Label(text), text);
        }
        self.add_doc(&of, "doc", &service.doc);
        self.add_source(&of, &service.source, "");
        for (word, text) in [
            ("basePath", &service.base_path),
            ("unknownPath", &service.unknown_path),
            ("mediaType", &service.media_type),
        ] {
            self.add(of.child(word), Level::Must, Fact::Agreed(text.clone()));
        }
        let failure = &service.validation_failure;
        let text = format!("a body that breaks a constraint results in {failure}");
        let fact = Fact::Agreed(failure.clone());
        self.add_with_text(of.child("validationFailure"), Level::Must, fact, text);
        for (id, state) in &service.team_states {
            let id = of.child("teamStates").child(id);
            self.add_source(&id, &state.source, "");
            self.add_with_text(id, Level::Must, Fact::Prose(&state.doc), &state.doc);
        }
        self.add_behaviour(&of, &service.behaviour, Level::Must);
        if let Some(versioning) = &service.versioning {
            let of = of.child("versioning");
            self.add_source(&of, &versioning.source, "");
            self.add_behaviour(&of, &versioning.behaviour, Level::Must);
        }
        self.authentication();
        self.errors();
        self.retry_rules();
        self.limits();
        self.channels();
        self.gaps();
        self.profiles();
    }

    fn authentication(&mut self) {
        for scheme in self.spec.service.authentication.values() {
            for form in ["missing", "malformed", "revoked"] {
                let fact = promise([("", &scheme.rejected)]);
                self.add(scheme.clause(form), scheme.level, fact);
            }
            let fact = promise([("", &scheme.forbidden)]);
            self.add(scheme.clause("permission"), scheme.level, fact);
            let header = format!("{}: {}", scheme.header, scheme.scheme);
            let fact = promise([("", &scheme.rejected), ("header", &header)]);
            self.add(scheme.clause("scheme"), scheme.level, fact);
            let of = ClauseId::new(format!("authentication.{}", scheme.id));
            self.add_source(&of, &scheme.source, "");
            self.add_behaviour(&of, &scheme.behaviour, scheme.level);
        }
    }

    fn errors(&mut self) {
        for row in self.spec.errors.values() {
            self.owner = Owner::Row(&row.id);
            let status = row.status.to_string();
            self.add(row.clause("status"), row.level, promise([("", &status)]));
            let (fact, wording) = match &row.text {
                ErrorText::Exact(text) => {
                    (promise([("text", text), ("no other", "")]), Wording::None)
                }
                ErrorText::Free(text) => (promise([("text", text)]), Wording::None),
                ErrorText::Described(sentence) => {
                    let words = (!row.words.is_empty())
                        .then(|| ("words".to_owned(), any_of_words(&row.words)));
                    let fact = Fact::Promise(words.into_iter().collect());
                    (fact, Wording::Meaning(sentence.clone()))
                }
                ErrorText::NotShown => (promise([]), Wording::None),
            };
            if row.text != ErrorText::NotShown {
                self.add(row.clause("error"), row.level, fact).wording = wording;
            }
            if let Some(code) = &row.code {
                self.add(row.clause("code"), row.level, promise([("", code)]));
            }
            let allowed = Fact::Allowed(Allowance::AfterError(row.retry));
            self.add(row.clause("retry"), row.level, allowed);
            self.add_source(&ClauseId::new(format!("errors.{}", row.id)), &row.source, "");
            self.add_with_text(row.clause("cause"), row.level, Fact::Label(&row.cause), &row.cause);
        }
        self.owner = Owner::Itself;
    }

    fn retry_rules(&mut self) {
        let Some(retry) = &self.spec.service.retry else { return };
        let of = ClauseId::new("service.retry");
        self.add_source(&of, &retry.source, "");
        let statuses = Allowance::AfterStatuses(retry.statuses.iter().copied().collect());
        self.add(of.child("statuses"), Level::Must, Fact::Allowed(statuses));
        let header = format!("{} {}", retry.header_status, retry.header);
        self.add(of.child("header"), retry.header_level, promise([("", &header)]));
        for (part, wait) in [("wait", retry.header.as_str()), ("backoff", "")] {
            let waiting = Allowance::AfterWait(wait.to_owned());
            self.add(of.child(part), Level::Must, Fact::Allowed(waiting));
        }
        let pace = Allowance::AtPace(RetryTiming::from_rules(retry));
        self.add(of.child("pace"), retry.pace_level, Fact::Allowed(pace));
    }

    fn limits(&mut self) {
        for limit in self.spec.limits.values() {
            let id = ClauseId::new(format!("limits.{}", limit.id));
            self.add_source(&id, &limit.source, "");
            let fact = Fact::Demand(Requirement::Limit(limit.value, limit.error.clone()));
            let statement = self.add(id, Level::Must, fact);
            statement.wording = Wording::Meaning(limit.doc.clone());
            match (limit.value, &limit.gap) {
                (Some(value), _) => statement.extend_clause(&format!("at most {value}")),
                (None, Some(gap)) => {
                    statement.extend_clause(&format!("the contract shows no value: {gap}"));
                }
                (None, None) => {}
            }
        }
        for charge in self.spec.charges.values() {
            let id = ClauseId::new(format!("charges.{}", charge.id));
            self.add_source(&id, &charge.source, "");
            let when = charge.when.as_ref().map(|(name, when)| (name.as_str(), when.to_string()));
            let description = when.as_ref().map(|(name, when)| format!("{name} where {when}"));
            let what = when.map(|(name, when)| format!("{} where {when}", self.name(name)));
            let what = format!("{} {:?} {:?}", charge.per.name(), what, charge.instead_of);
            let statement = self.add(id, Level::Must, Fact::Charge(charge.credits, what));
            statement.wording =
                if description.is_some() { Wording::Beside } else { Wording::Meaning }(
                    charge.doc.clone(),
                );
            let when = charge.when.as_ref();
            statement.depends_on =
                when.and_then(|(name, when)| property_path(Some(name), Some(when)));
            if let Some(description) = description {
                statement.extend_clause(&description);
            }
        }
    }

    fn channels(&mut self) {
        for channel in self.spec.channels.values() {
            let of = channel.clause();
            let transport = match channel.transport {
                Transport::Webhook => "requests to an address of the subscriber",
                Transport::Email => "e-mail",
                Transport::Trace => "a list that an operation returns",
            };
            let mut parts = Parts::from([("transport".to_owned(), Part::from(transport))]);
            let mut text = format!("sent by {transport}");
            if let Some(name) = &channel.type_name {
                parts.insert("type".to_owned(), Part::from(self.name(name)));
                text = format!("{text}, configured by {name}");
            }
            if let Some(operation) = &channel.operation {
                parts.insert("operation".to_owned(), Part::from(operation.as_str()));
                text = format!("{text}, {operation}");
            }
            let fact = Fact::Promise(parts);
            self.add_with_text(of.child("transport"), channel.level, fact, text);
            self.add_doc(&of, "doc", &channel.doc);
            self.add_source(&of, &channel.source, "");
            for event in channel.events.values() {
                let carries = event.carries.as_deref().map(|name| self.name(name));
                let statement =
                    self.add(of.child(&event.name), channel.level, Fact::Event(carries));
                statement.wording = Wording::Meaning(event.doc.clone());
            }
            self.add_behaviour(&of, &channel.behaviour, channel.level);
        }
    }

    fn gaps(&mut self) {
        for gap in self.spec.gaps.values() {
            let id = ClauseId::new(format!("gaps.{}", gap.id));
            self.add_source(&id, &gap.source, "");
            let how = match &gap.observation {
                Observation::Probe(probe) => format!("probe {probe}"),
                Observation::Unobservable(reason) => format!("unobservable {reason}"),
            };
            let values: Vec<String> = gap.values.iter().map(ToString::to_string).collect();
            let with = if values.is_empty() {
                String::new()
            } else {
                format!(" with {}", values.join(", "))
            };
            let fact = Fact::Gap(format!("{} {} {how}{with}", gap.place, gap.question));
            let seen = match &gap.observation {
                Observation::Probe(probe) => format!(", observed by the probe {probe}{with}"),
                Observation::Unobservable(_) => String::new(),
            };
            self.add(id, Level::Open, fact).extend_clause(&format!("at {}{seen}", gap.place));
        }
    }

    fn profiles(&mut self) {
        for profile in self.spec.profiles.values() {
            let id = ClauseId::new(format!("profiles.{}", profile.id));
            let needs = profile.needs.iter().map(|need| format!("cases that need {need}"));
            let features: BTreeSet<String> =
                profile.features.iter().cloned().chain(needs).collect();
            let description = features.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
            self.add_doc(&id, "doc", &profile.doc);
            self.add_with_text(
                id,
                Level::Must,
                Fact::Profile(features),
                format!("the cases of {description}"),
            );
        }
    }
}
