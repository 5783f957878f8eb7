//! The statements about the service as a whole.

use std::collections::BTreeSet;

use super::fact::{
    Allowance, Fact, Owner, Parts, PromisePart, Requirement, RetryTiming, Wording, any_of_words,
    promise,
};
use super::{Statements, property_path};
use crate::model::{Charge, ClauseRoot, ErrorText, Level, Observation};
use crate::prose::pluralize;

impl<'s> Statements<'_, 's> {
    pub(super) fn service(&mut self) {
        let service = &self.spec.service;
        let id = ClauseRoot::Service.clause();
        let child = |word: &str| id.child(word);
        self.begin(Level::Must, &service.source);
        for (word, text) in [("name", &service.name), ("version", &service.version)] {
            self.fact(child(word), Level::Must, text, Fact::Label(text));
        }
        self.doc(&id, "doc", &service.doc);
        self.heading(&id, &service.source, "");
        let failure = &service.validation_failure;
        let text = format!("a body that breaks a constraint results in {failure}");
        self.fact(child("validationFailure"), Level::Must, text, Fact::Agreed(failure.clone()));
        for (state, described) in &service.team_states {
            let id = child("teamStates").child(state);
            self.heading(&id, &described.source, "");
            self.fact(id, Level::Must, &described.doc, Fact::Prose(&described.doc));
        }
        self.behaviour(&id, &service.behaviour);
        let text = format!("every path starts with {}", service.base_path);
        self.clause(child("basePath"), text, Fact::Agreed(service.base_path.clone()));
        if let Some(row) = self.spec.errors.get(&service.unknown_path) {
            self.source = &row.source;
        }
        let text = format!("a path that belongs to no operation: {}", service.unknown_path);
        self.clause(child("unknownPath"), text, Fact::Agreed(service.unknown_path.clone()));
        self.source = &service.source;
        let text = format!("bodies have the media type {}", service.media_type);
        self.clause(child("mediaType"), text, Fact::Agreed(service.media_type.clone()));
        if let Some(versioning) = &service.versioning {
            self.heading(&child("versioning"), &versioning.source, "");
            self.begin(Level::Must, &versioning.source);
            self.behaviour(&child("versioning"), &versioning.behaviour);
        }
        self.authentication();
        self.errors();
        self.retry_rules();
        self.limits();
        self.charges();
        self.channels();
        self.gaps();
        self.profiles();
    }

    fn authentication(&mut self) {
        for scheme in self.spec.service.authentication.values() {
            self.begin(scheme.level, &scheme.source);
            let header = format!("{}: {}", scheme.header, scheme.prefix());
            let header = header.trim_end();
            let otherwise = match scheme.scheme.as_str() {
                "" => "a key in another header",
                _ => "another scheme, or none,",
            };
            let text = format!(
                "each request has the header `{header} <key>`; {otherwise} is rejected: {}",
                scheme.rejected
            );
            let fact = promise([("", &scheme.rejected), ("header", header)]);
            self.clause(scheme.clause("scheme"), text, fact);
            for form in ["missing", "malformed", "revoked"] {
                let text = format!("a key that is {form} is rejected: {}", scheme.rejected);
                self.clause(scheme.clause(form), text, promise([("", &scheme.rejected)]));
            }
            if let Some(forbidden) = &scheme.forbidden {
                let text = format!("a key without permission is rejected: {forbidden}");
                self.clause(scheme.clause("permission"), text, promise([("", forbidden)]));
            }
            let path = ClauseRoot::Authentication(&scheme.id).clause();
            self.heading(&path, &scheme.source, "");
            self.behaviour(&path, &scheme.behaviour);
        }
    }

    fn errors(&mut self) {
        for row in self.spec.errors.values() {
            self.owner = Owner::Row(&row.id);
            self.begin(row.level, &row.source);
            let status = row.status.to_string();
            let text = format!("the status code is {status}");
            self.clause(row.clause("status"), text, promise([("", &status)]));
            let message = match &row.text {
                ErrorText::Exact(text) => Some((
                    format!("the message is `{text}`"),
                    promise([("text", text), ("no other", "")]),
                    Wording::None,
                )),
                ErrorText::Free(text) => Some((
                    format!("the message is `{text}` or another one"),
                    promise([("text", text)]),
                    Wording::None,
                )),
                ErrorText::Described(description) => {
                    let words = (!row.words.is_empty())
                        .then(|| ("words".to_owned(), any_of_words(&row.words)));
                    let contains = match words {
                        Some(_) => format!("contains `{}` and ", row.words.join("` or `")),
                        None => String::new(),
                    };
                    let text = format!("the message {contains}says that {description}");
                    let fact = Fact::Promise(words.into_iter().collect());
                    Some((text, fact, Wording::Meaning(description.clone())))
                }
                ErrorText::NotShown => None,
            };
            if let Some((text, fact, wording)) = message {
                self.clause(row.clause("error"), text, fact).wording = wording;
            }
            if let Some(code) = &row.code {
                let text = format!("the code is `{code}`");
                self.clause(row.clause("code"), text, promise([("", code)]));
            }
            let allowed = Fact::Allowed(Allowance::AfterError(row.retry));
            self.clause(row.clause("retry"), row.retry.phrase(), allowed);
            self.heading(&ClauseRoot::Error(&row.id).clause(), &row.source, "");
            self.fact(row.clause("cause"), row.level, &row.cause, Fact::Label(&row.cause));
        }
        self.owner = Owner::Itself;
    }

    fn retry_rules(&mut self) {
        let Some(retry) = &self.spec.service.retry else { return };
        let id = ClauseRoot::Service.clause().child("retry");
        let child = |word: &str| id.child(word);
        self.heading(&id, &retry.source, "");
        self.begin(Level::Must, &retry.source);
        let statuses: Vec<String> = retry.statuses.iter().map(u16::to_string).collect();
        let text =
            format!("clients repeat requests only after the status codes {}", statuses.join(", "));
        let allowed = Allowance::AfterStatuses(retry.statuses.iter().copied().collect());
        self.clause(child("statuses"), text, Fact::Allowed(allowed));
        let (status, header) = (retry.header_status, &retry.header);
        self.level = retry.header_level;
        let text =
            format!("a response with the status code {status} has the header {header}, in seconds");
        self.clause(child("header"), text, promise([("", &format!("{status} {header}"))]));
        self.level = Level::Must;
        let text = format!("clients wait at least as long as {header} says");
        let allowed = Allowance::AfterWait(header.clone());
        self.clause(child("wait"), text, Fact::Allowed(allowed));
        let text = "without the header, clients wait with exponential backoff and jitter";
        let allowed = Allowance::AfterWait(String::new());
        self.clause(child("backoff"), text, Fact::Allowed(allowed));
        self.level = retry.pace_level;
        let text = format!(
            "the delay is {} to the power of the attempt in seconds, at most {}, and up to {} of \
             jitter; at most {}",
            retry.base_seconds,
            pluralize(retry.cap_seconds, "second"),
            pluralize(retry.jitter_seconds, "second"),
            pluralize(retry.attempts, "attempt"),
        );
        let allowed = Allowance::AtPace(RetryTiming::from_rules(retry));
        self.clause(child("pace"), text, Fact::Allowed(allowed));
    }

    fn limits(&mut self) {
        for limit in self.spec.limits.values() {
            let id = ClauseRoot::Limit(&limit.id).clause();
            self.heading(&id, &limit.source, "");
            self.begin(Level::Must, &limit.source);
            let text = format!("{} Exceeding it: {}.", limit.doc, limit.error);
            let fact = Fact::Demand(Requirement::Limit(limit.value, limit.error.clone()));
            let statement = self.clause(id, text, fact);
            statement.wording = Wording::Meaning(limit.doc.clone());
            statement.details = match (limit.value, &limit.gap) {
                (Some(value), _) => Some(format!("at most {value}")),
                (None, Some(gap)) => Some(format!("the contract shows no value: {gap}")),
                (None, None) => None,
            };
        }
    }

    fn charges(&mut self) {
        for charge in self.spec.charges.values() {
            let Charge { id, doc, credits, per, when, instead_of, source, .. } = charge;
            let id = ClauseRoot::Charge(id).clause();
            self.heading(&id, source, "");
            self.begin(Level::Must, source);
            let price = match credits {
                Some(0) => " No credits are charged.".to_owned(),
                Some(credits) => format!(" {} per {}.", pluralize(*credits, "credit"), per.name()),
                None => String::new(),
            };
            let instead = instead_of.iter().map(|other| format!(" Replaces charges.{other}."));
            let text = format!("{doc}{price}{}", instead.collect::<String>());
            let what =
                when.as_ref().map(|(name, when)| format!("{} where {when}", self.name(name)));
            let what = format!("{} {what:?} {instead_of:?}", per.name());
            let statement = self.clause(id, text, Fact::Charge(*credits, what));
            statement.wording = match when {
                Some(_) => Wording::Beside(doc.clone()),
                None => Wording::Meaning(doc.clone()),
            };
            if let Some((name, when)) = when {
                statement.depends_on = property_path(Some(name), Some(when));
                statement.details = Some(format!("{name} where {when}"));
            }
        }
    }

    fn channels(&mut self) {
        for channel in self.spec.channels.values() {
            let path = channel.clause();
            let transport = channel.transport.phrase();
            let mut parts = Parts::from([("transport".to_owned(), PromisePart::from(transport))]);
            let mut text = format!("sent by {transport}");
            if let Some(name) = &channel.type_name {
                parts.insert("type".to_owned(), PromisePart::from(self.name(name)));
                text = format!("{text}, configured by {name}");
            }
            if let Some(operation) = &channel.operation {
                parts.insert("operation".to_owned(), PromisePart::from(operation.as_str()));
                text = format!("{text}, {operation}");
            }
            self.fact(path.child("transport"), channel.level, text, Fact::Promise(parts));
            self.doc(&path, "doc", &channel.doc);
            self.heading(&path, &channel.source, "");
            self.begin(channel.level, &channel.source);
            for event in channel.events.values() {
                let carries = event.carries.iter().map(|name| format!(" The payload is {name}."));
                let text = format!("{}{}", event.doc, carries.collect::<String>());
                let fact = Fact::Event(event.carries.as_deref().map(|name| self.name(name)));
                let statement = self.clause(path.child(&event.name), text, fact);
                statement.wording = Wording::Meaning(event.doc.clone());
            }
            self.behaviour(&path, &channel.behaviour);
        }
    }

    fn gaps(&mut self) {
        for gap in self.spec.gaps.values() {
            let id = ClauseRoot::Gap(&gap.id).clause();
            self.heading(&id, &gap.source, "");
            self.begin(Level::Open, &gap.source);
            let values: Vec<String> = gap.values.iter().map(ToString::to_string).collect();
            let with = if values.is_empty() {
                String::new()
            } else {
                format!(" with {}", values.join(", "))
            };
            let (place, question) = (&gap.place, &gap.question);
            let (text, how, seen) = match &gap.observation {
                Observation::Probe(probe) => (
                    question.clone(),
                    format!("probe {probe}"),
                    format!(", observed by the probe {probe}{with}"),
                ),
                Observation::Unobservable(reason) => (
                    format!("{question} ({reason})"),
                    format!("unobservable {reason}"),
                    String::new(),
                ),
            };
            let fact = Fact::Gap(format!("{place} {question} {how}{with}"));
            self.clause(id, text, fact).details = Some(format!("at {place}{seen}"));
        }
    }

    fn profiles(&mut self) {
        for profile in self.spec.profiles.values() {
            let id = ClauseRoot::Profile(&profile.id).clause();
            let needs = profile.needs.iter().map(|need| format!("cases that need {need}"));
            let features: BTreeSet<String> =
                profile.features.iter().cloned().chain(needs).collect();
            let listed = features.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
            self.doc(&id, "doc", &profile.doc);
            let text = format!("the cases of {listed}");
            self.fact(id, Level::Must, text, Fact::Profile(features));
        }
    }
}
