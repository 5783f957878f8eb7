//! Resolves lifecycles: their moves and situations.

use super::place::Place;
use super::resolver::{ReferenceKind, Resolver};
use crate::model::{
    ClauseId, Lifecycle, Situation, SituationEvent, SituationResponse, SituationSuccess, Transition,
};
use crate::page::{LifecyclePage, LifecyclesPage, MovePage, OperationSituationPage, SituationPage};
use crate::pages::Page;

impl Resolver<'_> {
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
        let transitions = page.moves.iter().enumerate().map(|(index, page_move)| {
            let place = place.at("moves").item(index);
            self.resolve_transition(&base, &page.states, page_move, &place)
        });
        let transitions = transitions.collect();
        for (index, page_move) in page.moves.iter().enumerate() {
            if page.moves[..index].iter().any(|earlier| earlier.to == page_move.to) {
                let mistake = place.at("moves").item(index).at("to");
                let mistake = mistake.value(format!("there are two moves to `{}`", page_move.to));
                self.report(
                    mistake.with_help("the state after a move identifies it: merge the two moves"),
                );
            }
        }
        if let Some(gap) = &page.gap {
            self.refer(ReferenceKind::Gap, gap, &place.at("gap"));
        }
        let situations = page.situations.iter().enumerate().map(|(index, situation)| {
            self.situation(&base, situation, &place.at("situations").item(index))
        });
        Lifecycle {
            type_name: type_name.to_owned(),
            property: property.to_owned(),
            states: page.states.clone(),
            gap: page.gap.clone(),
            situations: situations.collect(),
            transitions,
        }
    }

    fn situation(&mut self, base: &ClauseId, page: &SituationPage, place: &Place<'_>) -> Situation {
        self.refer(ReferenceKind::Operation, &page.operation, &place.at("operation"));
        let event = page.event.as_ref().map(|event| {
            let place = place.at("event");
            self.refer(ReferenceKind::Channel, &event.channel, &place.at("channel"));
            let channels = self.pages.events.as_ref().map(|events| &events.content);
            let channel = channels.and_then(|channels| channels.get(&event.channel));
            if let Some(channel) = channel
                && !channel.events.contains_key(&event.name)
            {
                let known: Vec<&str> = channel.events.keys().map(String::as_str).collect();
                self.report(place.at("name").unknown("event", &event.name, &known));
            }
            SituationEvent {
                channel: event.channel.clone(),
                name: event.name.clone(),
                members: event.members.clone(),
            }
        });
        self.check_words(page.says.as_ref(), &page.words, place);
        let success = !page.members.is_empty()
            || !page.absent.is_empty()
            || !page.optional.is_empty()
            || page.says.is_some()
            || event.is_some();
        if page.error.is_some() == success {
            let mistake = place.entry("a situation must have either an error or a success");
            let help = "give `error`, or some of `members`, `absent`, `says` and `event`";
            self.report_missing(place, mistake.with_help(help));
        }
        let response = match &page.error {
            Some(error) => {
                self.refer(ReferenceKind::Error, error, &place.at("error"));
                SituationResponse::Error(error.clone())
            }
            None => SituationResponse::Success(Box::new(SituationSuccess {
                members: page.members.clone(),
                absent: page.absent.clone(),
                says: page.says.clone(),
                optional: page.optional.clone(),
                words: page.words.clone(),
                event,
                ..SituationSuccess::default()
            })),
        };
        Situation {
            id: page.id.clone(),
            clause: base.child("situations").child(&page.id),
            doc: page.doc.clone(),
            operation: page.operation.clone(),
            after: None,
            response,
            level: page.level,
            source: page.source.clone(),
        }
    }

    /// Resolves the response of an operation in a circumstance that makes a clause observable. The lint
    /// checks that the clause exists.
    pub(super) fn operation_situation(
        &mut self,
        operation: &str,
        page: &OperationSituationPage,
        place: &Place<'_>,
        source: &str,
    ) -> Situation {
        let OperationSituationPage { error, found, anywhere, optional, says, words, .. } = page;
        if let Some(type_name) = found {
            self.refer(ReferenceKind::Type, type_name, &place.at("found"));
        }
        if let Some(after) = &page.after {
            self.refer(ReferenceKind::Operation, after, &place.at("after"));
        }
        self.check_words(says.as_ref(), words, place);
        let is_success =
            found.is_some() || says.is_some() || !(anywhere.is_empty() && optional.is_empty());
        if let (Some(_), true) = (error, is_success) {
            let mistake = place.at("error").entry("an error cannot have properties of a success");
            let help = "remove `error`, or remove `found`, `anywhere`, `optional` and `says`";
            self.report(mistake.with_help(help));
        }
        let response = match error {
            Some(error) => {
                self.refer(ReferenceKind::Error, error, &place.at("error"));
                SituationResponse::Error(error.clone())
            }
            None => SituationResponse::Success(Box::new(SituationSuccess {
                optional: optional.clone(),
                anywhere: anywhere.clone(),
                found: found.clone(),
                says: says.clone(),
                words: words.clone(),
                ..SituationSuccess::default()
            })),
        };
        Situation {
            id: page.id.clone(),
            clause: ClauseId::new(&page.clause),
            doc: page.doc.clone(),
            operation: operation.to_owned(),
            after: page.after.clone(),
            response,
            level: page.level,
            source: source.to_owned(),
        }
    }

    /// Rejects `words` without `says`: a failure could not be explained.
    fn check_words(&mut self, says: Option<&String>, words: &[String], place: &Place<'_>) {
        if says.is_none() && !words.is_empty() {
            let mistake = place.at("words").entry("`words` needs `says`");
            self.report_missing(
                place,
                mistake.with_help("add `says`, which describes the response in prose"),
            );
        }
    }

    fn resolve_transition(
        &mut self,
        base: &ClauseId,
        states: &[String],
        page: &MovePage,
        place: &Place<'_>,
    ) -> Transition {
        self.refer(ReferenceKind::Operation, &page.operation, &place.at("operation"));
        let known: Vec<&str> = states.iter().map(String::as_str).collect();
        let from = page.from.iter().flatten().enumerate();
        let named = from.map(|(index, state)| (place.at("from").item(index), state));
        for (place, state) in named.chain([(place.at("to"), &page.to)]) {
            if !states.contains(state) {
                let mistake = place.unknown("state", state, &known);
                self.report(mistake);
            }
        }
        Transition {
            to: page.to.clone(),
            from: page.from.clone().unwrap_or_else(|| states.to_vec()),
            operation: page.operation.clone(),
            clause: base.child(&page.to),
            level: page.level,
            source: page.source.clone(),
        }
    }
}
