//! Collects the statements about the service as a whole.

use std::collections::BTreeSet;

use super::collector::{Collector, any_of_words, property_path};
use super::schemas::promise;
use crate::diff::allowance::{Allowance, RetryTiming};
use crate::diff::statement::{Fact, Owner, Part, Parts, Requirement, Wording};
use crate::model::{ClauseId, ErrorText, Level, Observation, Transport};

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
