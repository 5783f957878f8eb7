//! The clauses of the service as a whole.

use super::{ClauseList, with_unit};
use crate::model::{ClauseId, ErrorText, Level, Observation};

impl ClauseList<'_> {
    pub(super) fn service(&mut self) {
        let service = &self.spec.service;
        let of = ClauseId::new("service");
        self.behaviour(&of, &service.behaviour, Level::Must, &service.source);
        let statement = format!("every path starts with {}", service.base_path);
        self.add(&ClauseId::new("service.basePath"), Level::Must, statement, &service.source);
        let statement = format!("a path that belongs to no operation: {}", service.unknown_path);
        let row = self.spec.errors.get(&service.unknown_path);
        let source = row.map_or(service.source.as_str(), |row| row.source.as_str());
        self.add(&ClauseId::new("service.unknownPath"), Level::Must, statement, source);
        let statement = format!("bodies have the media type {}", service.media_type);
        self.add(&ClauseId::new("service.mediaType"), Level::Must, statement, &service.source);
        if let Some(versioning) = &service.versioning {
            let of = ClauseId::new("service.versioning");
            self.behaviour(&of, &versioning.behaviour, Level::Must, &versioning.source);
        }
    }

    pub(super) fn authentication(&mut self) {
        for scheme in self.spec.service.authentication.values() {
            let statement = format!(
                "each request has the header `{}: {} <key>`; another scheme, or none, is rejected: {}",
                scheme.header, scheme.scheme, scheme.rejected
            );
            self.add(&scheme.clause("scheme"), scheme.level, statement, &scheme.source);
            for form in ["missing", "malformed", "revoked"] {
                let statement = format!("a key that is {form} is rejected: {}", scheme.rejected);
                self.add(&scheme.clause(form), scheme.level, statement, &scheme.source);
            }
            let statement = format!("a key without permission is rejected: {}", scheme.forbidden);
            self.add(&scheme.clause("permission"), scheme.level, statement, &scheme.source);
            let of = ClauseId::new(format!("authentication.{}", scheme.id));
            self.behaviour(&of, &scheme.behaviour, scheme.level, &scheme.source);
        }
    }

    pub(super) fn errors(&mut self) {
        for row in self.spec.errors.values() {
            let mut add = |part, statement: String| {
                self.add(&row.clause(part), row.level, statement, &row.source);
            };
            add("status", format!("the status code is {}", row.status));
            match &row.text {
                ErrorText::Exact(text) => add("error", format!("the message is `{text}`")),
                ErrorText::Free(text) => {
                    add("error", format!("the message is `{text}` or another one"));
                }
                ErrorText::Described(description) if row.words.is_empty() => {
                    add("error", format!("the message says that {description}"));
                }
                ErrorText::Described(description) => {
                    let words = row.words.join("` or `");
                    add(
                        "error",
                        format!("the message contains `{words}` and says that {description}"),
                    );
                }
                ErrorText::NotShown => {}
            }
            if let Some(code) = &row.code {
                add("code", format!("the code is `{code}`"));
            }
            add("retry", row.retry.phrase().to_owned());
        }
    }

    pub(super) fn retry_rules(&mut self) {
        let Some(retry) = &self.spec.service.retry else { return };
        let statuses: Vec<String> = retry.statuses.iter().map(u16::to_string).collect();
        let mut add = |part, level, statement| {
            let id = ClauseId::new("service.retry").child(part);
            self.add(&id, level, statement, &retry.source);
        };
        let statement =
            format!("clients repeat requests only after the status codes {}", statuses.join(", "));
        add("statuses", Level::Must, statement);
        let statement = format!(
            "a response with the status code {} has the header {}, in seconds",
            retry.header_status, retry.header
        );
        add("header", retry.header_level, statement);
        let statement = format!("clients wait at least as long as {} says", retry.header);
        add("wait", Level::Must, statement);
        let statement = "without the header, clients wait with exponential backoff and jitter";
        add("backoff", Level::Must, statement.to_owned());
        let statement = format!(
            "the delay is {} to the power of the attempt in seconds, at most {}, and up to {} of \
             jitter; at most {}",
            retry.base_seconds,
            with_unit(retry.cap_seconds.into(), "second", "seconds"),
            with_unit(retry.jitter_seconds.into(), "second", "seconds"),
            with_unit(retry.attempts.into(), "attempt", "attempts"),
        );
        add("pace", retry.pace_level, statement);
    }

    pub(super) fn limits(&mut self) {
        for limit in self.spec.limits.values() {
            let id = ClauseId::new(format!("limits.{}", limit.id));
            let statement = format!("{} Exceeding it: {}.", limit.doc, limit.error);
            self.add(&id, Level::Must, statement, &limit.source);
        }
        for charge in self.spec.charges.values() {
            let id = ClauseId::new(format!("charges.{}", charge.id));
            let statement = match charge.credits {
                Some(0) => format!("{} No credits are charged.", charge.doc),
                Some(credits) => {
                    let credits = with_unit(credits.into(), "credit", "credits");
                    format!("{} {credits} per {}.", charge.doc, charge.per.name())
                }
                None => charge.doc.clone(),
            };
            let statement = match &charge.instead_of {
                Some(other) => format!("{statement} Replaces charges.{other}."),
                None => statement,
            };
            self.add(&id, Level::Must, statement, &charge.source);
        }
    }

    pub(super) fn events(&mut self) {
        for channel in self.spec.channels.values() {
            for event in channel.events.values() {
                let id = channel.clause().child(&event.name);
                let carries = event.carries.iter().map(|name| format!(" The payload is {name}."));
                let statement = format!("{}{}", event.doc, carries.collect::<String>());
                self.add(&id, channel.level, statement, &channel.source);
            }
            self.behaviour(&channel.clause(), &channel.behaviour, channel.level, &channel.source);
        }
    }

    pub(super) fn gaps(&mut self) {
        for gap in self.spec.gaps.values() {
            let id = ClauseId::new(format!("gaps.{}", gap.id));
            let statement = match &gap.observation {
                Observation::Probe(_) => gap.question.clone(),
                Observation::Unobservable(reason) => format!("{} ({reason})", gap.question),
            };
            self.add(&id, Level::Open, statement, &gap.source);
        }
    }
}
