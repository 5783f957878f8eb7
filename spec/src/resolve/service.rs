//! The service, its errors, limits, lifecycles and gaps.

use indexmap::IndexMap;

use super::{Named, Place, Resolver};
use crate::model::{
    Authentication, ClauseId, ErrorRow, Gap, Lifecycle, Move, Observation, Retry, RetryRules,
    Service, ServiceLimit, Wording,
};
use crate::page::{
    AuthenticationPage, ErrorsPage, GapPage, GapsPage, LifecyclePage, LifecyclesPage, LimitsPage,
    MovePage, RetryPage, RetryWord, ServicePage, WordingWord,
};
use crate::read::Page;

impl Resolver<'_> {
    pub(super) fn service(&mut self, page: &Page<ServicePage>) -> Service {
        let place = Place::new(&page.document);
        let page = &page.content;
        // A dangling name is reported here; the value is only read when nothing was reported.
        self.refer(Named::Type, &page.error_body, &place.at("errorBody"));
        self.refer(Named::Error, &page.unknown_path, &place.at("unknownPath"));
        self.refer(Named::Error, &page.validation_failure, &place.at("validationFailure"));
        let authentication = page.authentication.iter().map(|(id, scheme)| {
            let place = place.at("authentication").at(id);
            (id.clone(), self.authentication(id, scheme, &place))
        });
        Service {
            name: page.name.clone(),
            version: page.version.clone(),
            doc: page.doc.clone(),
            source: page.source.clone(),
            base_path: page.base_path.clone(),
            media_type: page.media_type.clone(),
            error_body: page.error_body.clone(),
            unknown_path: page.unknown_path.clone(),
            validation_failure: page.validation_failure.clone(),
            authentication: authentication.collect(),
            retry: page.retry.as_ref().map(retry_rules),
        }
    }

    fn authentication(
        &mut self,
        id: &str,
        page: &AuthenticationPage,
        place: &Place<'_>,
    ) -> Authentication {
        self.refer(Named::Error, &page.rejected, &place.at("rejected"));
        self.refer(Named::Error, &page.forbidden, &place.at("forbidden"));
        Authentication {
            id: id.to_owned(),
            scheme: page.scheme.clone(),
            header: page.header.clone(),
            rejected: page.rejected.clone(),
            forbidden: page.forbidden.clone(),
            level: page.level,
            source: page.source.clone(),
        }
    }

    pub(super) fn errors(&mut self, page: &Page<ErrorsPage>) -> IndexMap<String, ErrorRow> {
        let rows = page.content.iter().map(|(id, row)| {
            let row = ErrorRow {
                id: id.clone(),
                status: row.status,
                text: row.error.clone(),
                wording: match row.wording {
                    WordingWord::Exact => Wording::Exact,
                    WordingWord::Free => Wording::Free,
                },
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
            (id.clone(), row)
        });
        rows.collect()
    }

    pub(super) fn limits(&mut self, page: &Page<LimitsPage>) -> IndexMap<String, ServiceLimit> {
        let place = Place::new(&page.document);
        let limits = page.content.iter().map(|(id, limit)| {
            let place = place.at(id);
            self.refer(Named::Error, &limit.error, &place.at("error"));
            if let Some(gap) = &limit.gap {
                self.refer(Named::Gap, gap, &place.at("gap"));
            }
            if limit.value.is_some() == limit.gap.is_some() {
                let mistake = place.entry("a limit has either a `value` or a `gap`");
                self.report_missing(
                    &place,
                    mistake.with_help("give exactly one of `value` and `gap`"),
                );
            }
            let limit = ServiceLimit {
                id: id.clone(),
                doc: limit.doc.clone(),
                error: limit.error.clone(),
                gap: limit.gap.clone(),
                value: limit.value,
                source: limit.source.clone(),
            };
            (id.clone(), limit)
        });
        limits.collect()
    }

    pub(super) fn lifecycles(&mut self, page: &Page<LifecyclesPage>) -> Vec<Lifecycle> {
        let place = Place::new(&page.document);
        let mut lifecycles = Vec::new();
        for (type_name, properties) in &page.content {
            if !self.types.contains(&type_name.as_str()) {
                let mistake = place.at(type_name).unknown_key("type", type_name, &self.types);
                self.report(mistake);
            }
            for (property, lifecycle) in properties {
                let place = place.at(type_name).at(property);
                lifecycles.push(self.lifecycle(type_name, property, lifecycle, &place));
            }
        }
        lifecycles
    }

    fn lifecycle(
        &mut self,
        type_name: &str,
        property: &str,
        page: &LifecyclePage,
        place: &Place<'_>,
    ) -> Lifecycle {
        let base = ClauseId::new(format!("lifecycles.{type_name}.{property}"));
        let moves = page.moves.iter().enumerate().map(|(index, page_move)| {
            let place = place.at("moves").item(index);
            self.state_move(&base, &page.states, page_move, &place)
        });
        let moves = moves.collect();
        for (index, page_move) in page.moves.iter().enumerate() {
            if page.moves[..index].iter().any(|earlier| earlier.to == page_move.to) {
                let mistake = place.at("moves").item(index).at("to");
                let mistake = mistake.value(format!("there are two moves to `{}`", page_move.to));
                self.report(mistake.with_help("a move is known by its state: make them one"));
            }
        }
        Lifecycle {
            type_name: type_name.to_owned(),
            property: property.to_owned(),
            states: page.states.clone(),
            moves,
        }
    }

    fn state_move(
        &mut self,
        base: &ClauseId,
        states: &[String],
        page: &MovePage,
        place: &Place<'_>,
    ) -> Move {
        self.refer(Named::Operation, &page.operation, &place.at("operation"));
        let known: Vec<&str> = states.iter().map(String::as_str).collect();
        let from = page.from.iter().flatten().enumerate();
        let named = from.map(|(index, state)| (place.at("from").item(index), state));
        for (place, state) in named.chain([(place.at("to"), &page.to)]) {
            if !states.contains(state) {
                let mistake = place.unknown("state", state, &known);
                self.report(mistake);
            }
        }
        Move {
            to: page.to.clone(),
            from: page.from.clone().unwrap_or_else(|| states.to_vec()),
            operation: page.operation.clone(),
            clause: base.child(&page.to),
            level: page.level,
            source: page.source.clone(),
        }
    }

    pub(super) fn gaps(&mut self, page: &Page<GapsPage>) -> IndexMap<String, Gap> {
        let place = Place::new(&page.document);
        let gaps = page.content.iter().filter_map(|(id, gap)| {
            let observation = self.observation(gap, &place.at(id))?;
            let gap = Gap {
                id: id.clone(),
                question: gap.question.clone(),
                observation,
                source: gap.source.clone(),
            };
            Some((id.clone(), gap))
        });
        gaps.collect()
    }

    fn observation(&mut self, page: &GapPage, place: &Place<'_>) -> Option<Observation> {
        match (page.probe, &page.unobservable) {
            (Some(probe), None) => Some(Observation::Probe(probe)),
            (None, Some(reason)) => Some(Observation::Unobservable(reason.clone())),
            _ => {
                let mistake =
                    place.entry("a gap has either a `probe` or a reason why there is none");
                let help = "give exactly one of `probe` and `unobservable`";
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
        level: page.level,
        source: page.source.clone(),
    }
}
