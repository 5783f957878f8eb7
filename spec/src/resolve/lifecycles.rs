//! Resolves lifecycles, events and gaps.

use indexmap::IndexMap;

use crate::model::{
    Channel, ClauseId, ClauseRoot, Gap, Lifecycle, Observation, Operation, PaginationStyle, Probe,
    ResourceEffect, Situation, SituationResponse, SituationSuccess, Spec, Transition, Transport,
};
use crate::page::{
    EventsPage, GapPage, GapsPage, LifecyclePage, LifecyclesPage, MovePage, OperationSituationPage,
    Page, SituationPage,
};
use crate::resolve::{EntryPlace, ReferenceKind, Resolver};
use crate::walk::kebab;

impl Resolver<'_> {
    pub(super) fn lifecycles(&mut self, page: &Page<LifecyclesPage>) -> Vec<Lifecycle> {
        let place = EntryPlace::new(&page.document);
        let mut lifecycles = Vec::new();
        for (type_name, properties) in &page.content {
            if !self.types.contains(&type_name.as_str()) {
                let mistake = place.at(type_name).unknown_key("type", type_name, &self.types);
                self.push(mistake);
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
        place: &EntryPlace<'_>,
    ) -> Lifecycle {
        let base = ClauseRoot::Lifecycle(type_name).clause().child(property);
        let mut transitions: Vec<Transition> = Vec::new();
        for (place, page_move) in place.each("moves", &page.moves) {
            if transitions.iter().any(|earlier| earlier.to == page_move.to) {
                let message = format!("there are two moves to `{}`", page_move.to);
                let mistake = place.at("to").value(message);
                self.report(mistake, "the state after a move identifies it: merge the two moves");
            }
            transitions.push(self.resolve_transition(&base, &page.states, page_move, &place));
        }
        self.refer_given(ReferenceKind::Gap, page.gap.as_ref(), &place.at("gap"));
        let known: Vec<&str> = page.states.iter().map(String::as_str).collect();
        for (word, named) in [("initial", &page.initial), ("terminal", &page.terminal)] {
            for (place, state) in place.each(word, named) {
                if !page.states.contains(state) {
                    self.push(place.unknown("state", state, &known));
                }
            }
        }
        let error = page.illegal.as_ref().map(|illegal| &illegal.error);
        self.refer_given(ReferenceKind::Error, error, &place.at("illegal").at("error"));
        let situations = place.each("situations", &page.situations);
        let situations =
            situations.map(|(place, page)| self.situation(&base, page, &place)).collect();
        Lifecycle {
            type_name: type_name.to_owned(),
            property: property.to_owned(),
            clause: base,
            states: page.states.clone(),
            initial: page.initial.clone(),
            terminal: page.terminal.clone(),
            gap: page.gap.clone(),
            situations,
            illegal: page.illegal.clone(),
            transitions,
        }
    }

    fn situation(
        &mut self,
        base: &ClauseId,
        page: &SituationPage,
        place: &EntryPlace<'_>,
    ) -> Situation {
        self.refer(ReferenceKind::Operation, &page.operation, &place.at("operation"));
        let event = page.event.as_ref().map(|event| {
            let place = place.at("event");
            self.refer(ReferenceKind::Channel, &event.channel, &place.at("channel"));
            if let Some(channel) = self.pages.events.content.get(&event.channel)
                && !channel.events.contains_key(&event.name)
            {
                let known: Vec<&str> = channel.events.keys().map(String::as_str).collect();
                self.push(place.at("name").unknown("event", &event.name, &known));
            }
            event.clone()
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
            self.report_missing(place, mistake, help);
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
        place: &EntryPlace<'_>,
        source: &str,
    ) -> Situation {
        let OperationSituationPage { error, found, anywhere, optional, says, words, .. } = page;
        self.refer_given(ReferenceKind::Type, found.as_ref(), &place.at("found"));
        self.refer_given(ReferenceKind::Operation, page.after.as_ref(), &place.at("after"));
        self.check_words(says.as_ref(), words, place);
        let is_success =
            found.is_some() || says.is_some() || !(anywhere.is_empty() && optional.is_empty());
        if let (Some(_), true) = (error, is_success) {
            let mistake = place.at("error").entry("an error cannot have properties of a success");
            let help = "remove `error`, or remove `found`, `anywhere`, `optional` and `says`";
            self.report(mistake, help);
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
    fn check_words(&mut self, says: Option<&String>, words: &[String], place: &EntryPlace<'_>) {
        if says.is_none() && !words.is_empty() {
            let mistake = place.at("words").entry("`words` needs `says`");
            self.report_missing(
                place,
                mistake,
                "add `says`, which describes the response in prose",
            );
        }
    }

    fn resolve_transition(
        &mut self,
        base: &ClauseId,
        states: &[String],
        page: &MovePage,
        place: &EntryPlace<'_>,
    ) -> Transition {
        self.refer(ReferenceKind::Operation, &page.operation, &place.at("operation"));
        let known: Vec<&str> = states.iter().map(String::as_str).collect();
        let from = place.each("from", page.from.iter().flatten());
        for (place, state) in from.chain([(place.at("to"), &page.to)]) {
            if !states.contains(state) {
                let mistake = place.unknown("state", state, &known);
                self.push(mistake);
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

    pub(super) fn channels(&mut self, page: &Page<EventsPage>) -> IndexMap<String, Channel> {
        let place = EntryPlace::new(&page.document);
        let channels = page.content.iter();
        channels.map(|(id, page)| (id.clone(), self.channel(id, page, &place.at(id)))).collect()
    }

    fn channel(&mut self, id: &str, page: &Channel, place: &EntryPlace<'_>) -> Channel {
        self.refer_given(ReferenceKind::Type, page.type_name.as_ref(), &place.at("type"));
        if let Some(operation) = &page.operation {
            let place = place.at("operation");
            self.refer(ReferenceKind::Operation, operation, &place);
            if page.transport != Transport::Trace {
                let mistake = place.entry("only the transport `trace` has an `operation`");
                self.report(mistake, "remove it, or write `transport = \"trace\"`");
            }
        }
        let mut channel = Channel { id: id.to_owned(), ..page.clone() };
        for (name, event) in &mut channel.events {
            self.refer_given(
                ReferenceKind::Type,
                event.carries.as_ref(),
                &place.at("events").at(name).at("carries"),
            );
            event.name.clone_from(name);
        }
        channel
    }

    pub(super) fn gaps(&mut self, page: &Page<GapsPage>) -> IndexMap<String, Gap> {
        let place = EntryPlace::new(&page.document);
        let gaps = page.content.iter().filter_map(|(id, gap)| {
            let observation = self.observation(gap, &place.at(id))?;
            let gap = Gap {
                id: id.clone(),
                question: gap.question.clone(),
                place: ClauseId::new(&gap.place),
                observation,
                values: gap.values.clone().unwrap_or_default(),
                source: gap.source.clone(),
            };
            Some((id.clone(), gap))
        });
        gaps.collect()
    }

    fn observation(&mut self, page: &GapPage, place: &EntryPlace<'_>) -> Option<Observation> {
        match (page.probe, &page.unobservable) {
            (Some(probe), None) => Some(Observation::Probe(probe)),
            (None, Some(reason)) => Some(Observation::Unobservable(reason.clone())),
            _ => {
                let mistake = place.entry(
                    "a gap must have either a `probe` or a reason why no run can observe it",
                );
                let help = "give exactly one of `probe` and `unobservable`";
                self.report_missing(place, mistake, help);
                None
            }
        }
    }
}

/// Adds the gaps of lists: the response to a request for a page that does not exist, and the result of a walk
/// over numbered pages while resources are created. A page that asks the same question replaces the added
/// gap. Also adds the gaps of jobs whose states are known: how long such a job takes.
pub(super) fn add_implied(spec: &mut Spec) {
    let operations = spec.operations.values();
    let implied: Vec<Gap> = operations
        .flat_map(|operation| implied(spec, operation).into_iter().chain(duration(spec, operation)))
        .collect();
    for gap in implied {
        spec.gaps.entry(gap.id.clone()).or_insert(gap);
    }
}

fn duration(spec: &Spec, operation: &Operation) -> Option<Gap> {
    let resource = operation.resource.as_ref()?;
    let starts = resource.effect == ResourceEffect::Starts;
    let lifecycle = spec.job_lifecycle(&resource.type_name).filter(|_| starts)?;
    lifecycle.gap.is_none().then(|| Gap {
        id: format!("duration-of-{}", kebab(&operation.id)),
        question: format!("How long does a job of `{}` take?", operation.id),
        place: operation.clause().child(resource.effect.name()),
        observation: Observation::Unobservable(
            "No run waits until a job ends by itself.".to_owned(),
        ),
        values: Vec::new(),
        source: operation.source.clone(),
    })
}

fn implied(spec: &Spec, operation: &Operation) -> Vec<Gap> {
    let resource = operation.stored_resource();
    let (Some(pages), Some(resource)) = (&operation.pagination, resource) else {
        return Vec::new();
    };
    let id = &operation.id;
    let is_counted = pages.style != PaginationStyle::Cursor;
    let creates =
        spec.operation_with_effect(ResourceEffect::Creates, &resource.type_name).is_some();
    let gap = |probe: Probe, clause: ClauseId, question: String| {
        spec.gap_at(probe, &clause).is_none().then(|| Gap {
            id: format!("{probe}-of-{}", kebab(id)),
            question,
            place: clause,
            observation: Observation::Probe(probe),
            values: Vec::new(),
            source: operation.source.clone(),
        })
    };
    let walk = operation.pagination_clause("walk");
    let question = if is_counted {
        format!("What does `{id}` return after the last page?")
    } else {
        format!("What does `{id}` return for an altered cursor?")
    };
    let is_open = is_counted || pages.unknown.is_none() || creates;
    let no_such_page = is_open.then(|| gap(Probe::NoSuchPage, walk.clone(), question)).flatten();
    let question =
        format!("Does a walk over `{id}` return each resource once while others are created?");
    let shifts = is_counted && !pages.stable && creates;
    let shifted = shifts.then(|| gap(Probe::WalkWhileCreating, walk, question)).flatten();
    no_such_page.into_iter().chain(shifted).collect()
}
