//! Resolves the service, its authentication and its errors.

use indexmap::IndexMap;

use super::place::Place;
use super::resolver::{ReferenceKind, Resolver};
use crate::model::{
    Authentication, Contact, ErrorRow, ErrorText, License, Retry, RetryRules, Service, TeamState,
    Versioning,
};
use crate::page::{
    AuthenticationPage, ErrorPage, ErrorsPage, RetryPage, RetryWord, ServicePage, VersioningPage,
    WordingWord,
};
use crate::pages::Page;

impl Resolver<'_> {
    pub(super) fn service(&mut self, page: &Page<ServicePage>) -> Service {
        let place = Place::new(&page.document);
        let page = &page.content;
        // An unknown name is reported here. The values are read only if nothing is reported.
        self.refer(ReferenceKind::Type, &page.error_body, &place.at("errorBody"));
        self.refer(ReferenceKind::Error, &page.unknown_path, &place.at("unknownPath"));
        self.refer(ReferenceKind::Error, &page.validation_failure, &place.at("validationFailure"));
        self.error_list(&page.errors, &[], &place.at("errors"));
        let states = page.team_states.iter().map(|(id, state)| {
            (id.clone(), TeamState { doc: state.doc.clone(), source: state.source.clone() })
        });
        let authentication = page.authentication.iter().map(|(id, scheme)| {
            let place = place.at("authentication").at(id);
            (id.clone(), self.authentication(id, scheme, &place))
        });
        Service {
            name: page.name.clone(),
            version: page.version.clone(),
            doc: page.doc.clone(),
            source: page.source.clone(),
            behaviour: page.behaviour.clone(),
            base_path: page.base_path.clone(),
            media_type: page.media_type.clone(),
            error_body: page.error_body.clone(),
            team_states: states.collect(),
            unknown_path: page.unknown_path.clone(),
            validation_failure: page.validation_failure.clone(),
            authentication: authentication.collect(),
            retry: page.retry.as_ref().map(retry_rules),
            versioning: page.versioning.as_ref().map(versioning),
            tags: page.tags.clone(),
            contact: page.contact.as_ref().map(|contact| Contact {
                name: contact.name.clone(),
                url: contact.url.clone(),
                email: contact.email.clone(),
            }),
            license: page.license.as_ref().map(|license| License {
                name: license.name.clone(),
                identifier: license.identifier.clone(),
            }),
        }
    }

    fn authentication(
        &mut self,
        id: &str,
        page: &AuthenticationPage,
        place: &Place<'_>,
    ) -> Authentication {
        self.refer(ReferenceKind::Error, &page.rejected, &place.at("rejected"));
        self.refer(ReferenceKind::Error, &page.forbidden, &place.at("forbidden"));
        Authentication {
            id: id.to_owned(),
            scheme: page.scheme.clone(),
            header: page.header.clone(),
            rejected: page.rejected.clone(),
            forbidden: page.forbidden.clone(),
            behaviour: page.behaviour.clone(),
            level: page.level,
            source: page.source.clone(),
        }
    }

    pub(super) fn errors(&mut self, page: &Page<ErrorsPage>) -> IndexMap<String, ErrorRow> {
        let place = Place::new(&page.document);
        let rows = page.content.iter().filter_map(|(id, row)| {
            let row = ErrorRow {
                id: id.clone(),
                status: row.status,
                text: self.error_text(row, &place.at(id))?,
                words: row.error_words.clone(),
                gap: row.gap.clone(),
                code: row.code.clone(),
                retry: match row.retry {
                    RetryWord::Never => Retry::Never,
                    RetryWord::Backoff => Retry::Backoff,
                    RetryWord::Sometimes => Retry::Sometimes,
                },
                cause: row.cause.clone(),
                level: row.level,
                source: row.source.clone(),
            };
            Some((id.clone(), row))
        });
        rows.collect()
    }

    fn error_text(&mut self, page: &ErrorPage, place: &Place<'_>) -> Option<ErrorText> {
        if let Some(gap) = &page.gap {
            self.refer(ReferenceKind::Gap, gap, &place.at("gap"));
        }
        if page.error.is_none() && place.keys().contains(&"wording") {
            let mistake = place.at("wording").entry("`wording` has no meaning without `error`");
            self.report_missing(place, mistake.with_help("remove it, or add `error`, the message"));
        }
        if page.error_says.is_none() && !page.error_words.is_empty() {
            let mistake = place.at("errorWords").entry("`errorWords` needs `errorSays`");
            self.report_missing(
                place,
                mistake.with_help("add `errorSays`, which describes the message in prose"),
            );
        }
        match (&page.error, &page.error_says, &page.gap) {
            (Some(text), None, None) => Some(match page.wording {
                WordingWord::Exact => ErrorText::Exact(text.clone()),
                WordingWord::Free => ErrorText::Free(text.clone()),
            }),
            (None, Some(says), None) => Some(ErrorText::Described(says.clone())),
            (None, None, Some(_)) => Some(ErrorText::NotShown),
            _ => {
                let mistake =
                    place.entry("an error must have exactly one of `error`, `errorSays` and `gap`");
                let help = "write the message as `error`, describe the message in prose as `errorSays`, or name the \
                            `gap` that leaves the message open; remove the others";
                self.report_missing(place, mistake.with_help(help));
                None
            }
        }
    }
}

fn retry_rules(page: &RetryPage) -> RetryRules {
    RetryRules {
        statuses: page.statuses.clone(),
        header: page.header.clone(),
        header_status: page.header_status,
        base_seconds: page.base_seconds,
        cap_seconds: page.cap_seconds,
        jitter_seconds: page.jitter_seconds,
        attempts: page.attempts,
        header_level: page.header_level,
        pace_level: page.pace_level,
        source: page.source.clone(),
    }
}

fn versioning(page: &VersioningPage) -> Versioning {
    Versioning { behaviour: page.behaviour.clone(), source: page.source.clone() }
}
