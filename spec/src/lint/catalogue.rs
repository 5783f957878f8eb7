//! Lint of the entries beside types and operations: the error catalogue, charges, gaps, profiles, and unused
//! entries.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::document::Document;
use crate::lint::Lint;
use crate::lint::operations::is_header_name;
use crate::lint::references::PathError;
use crate::model::{
    ClauseId, Lifecycle, Operation, Probe, ProfileNeed, PropertyPath, ResourceEffect, Retry,
    SERVICE_FEATURE, Schema, Segment, Spec, is_within,
};
use crate::nearest::{did_you_mean, nearest};
use crate::omission::Omission;
use crate::page::{GapPage, JsonType, LifecyclePage, MovePage, Pages};
use crate::resolve::{EntryPlace, kind};

impl Lint<'_> {
    pub(super) fn catalogue(&self) {
        // An entry that was removed from a page because of a mistake may use a state.
        if !self.documents().any(Document::has_rejected) {
            self.unused_team_states();
        }
        self.codes_without_a_property();
        self.error_bodies();
        self.media_type();
        self.unknown_schemes();
        self.identities();
        self.states_beside_enums();
    }

    fn unused_team_states(&self) {
        let of_operations = self.operations().flat_map(|(_, page, _)| &page.refusals);
        let refusals = self.schemas.iter().flat_map(|at| &at.page.refusals).chain(of_operations);
        let mut used: HashSet<&str> = refusals.filter_map(|r| r.team_state.as_deref()).collect();
        let place = EntryPlace::new(&self.pages.service.document).at("teamStates");
        add_intended_names(&mut used, &place.keys());
        let states = self.pages.service.content.team_states.keys();
        for id in states.filter(|id| !used.contains(id.as_str())) {
            let mistake = place.at(id).entry(format!("no refusal uses the team state `{id}`"));
            self.report(mistake, "remove it, or name it as the `teamState` of a refusal");
        }
    }

    /// Reports an error with a code whose body has no property for the code.
    fn codes_without_a_property(&self) {
        let code = PropertyPath(vec![Segment::Property("code".to_owned())]);
        let mut reported = HashSet::new();
        for operation in self.spec.operations.values() {
            let body = &operation.error_body;
            let lacks_code = self.types.get(body).is_some_and(|schema| {
                matches!(self.types.follow(schema, &code), Err(PathError::Property(..)))
            });
            let rows = self.spec.operation_errors(operation).into_iter().filter(|_| lacks_code);
            for row in rows.filter(|row| row.code.is_some()) {
                if reported.insert((&row.id, body)) {
                    let place = EntryPlace::new(&self.pages.errors.document).at(&row.id).at("code");
                    let message =
                        format!("the error body of `{}`, `{body}`, has no `code`", operation.id);
                    let help =
                        format!("add `code` to the properties of `{body}`, or remove it here");
                    self.report(place.entry(message), help);
                }
            }
        }
    }

    /// Reports an error body without the property `error`, in which the catalogue states the message of each row.
    fn error_bodies(&self) {
        let error = PropertyPath(vec![Segment::Property("error".to_owned())]);
        let service = &self.pages.service;
        let place = EntryPlace::new(&service.document).at("errorBody");
        let of_operations = self.operations();
        let of_operations = of_operations
            .filter_map(|(_, page, at)| Some((page.error_body.as_ref()?, at.at("errorBody"))));
        let mut seen = HashSet::new();
        for (name, place) in [(&service.content.error_body, place)].into_iter().chain(of_operations)
        {
            let Some(body) = self.types.get(name).filter(|_| seen.insert(name)) else { continue };
            let is_string = self.types.follow(body, &error).is_ok_and(|reached| {
                let mut kinds = reached.iter().filter_map(|at| kind(at.page));
                kinds.all(|kind| kind == JsonType::String)
            });
            if !is_string {
                let mistake = place.value(format!("`{name}` has no string `error`"));
                let help = "add `error = { type = \"string\" }` to its properties: each row of the catalogue states \
                            its message there";
                self.report_omission(mistake, help, Omission::ErrorBodies);
            }
        }
    }

    /// Reports a media type that is not that of JSON documents.
    fn media_type(&self) {
        let page = &self.pages.service;
        if let Some(omission) = Omission::of_media_type(&page.content.media_type) {
            let place = EntryPlace::new(&page.document).at("mediaType");
            let mistake = place.value("requests and responses of a contract are JSON documents");
            self.report_omission(mistake, "write `application/json`", omission);
        }
    }

    fn unknown_schemes(&self) {
        let service = &self.pages.service;
        for (id, scheme) in &service.content.authentication {
            let place = EntryPlace::new(&service.document).at("authentication").at(id);
            let has_word = scheme.header.eq_ignore_ascii_case("Authorization");
            if scheme.header.eq_ignore_ascii_case("Cookie") || !is_header_name(&scheme.header) {
                let message = format!("`{}` cannot carry a key", scheme.header);
                let help =
                    "write `Authorization`, or the name of another header such as `X-Api-Key`";
                let mistake = place.at("header").value(message);
                self.report_omission(mistake, help, Omission::KeysElsewhere);
                continue;
            }
            if has_word && scheme.scheme.is_empty() {
                let mistake =
                    place.at("header").value("a scheme precedes the key in `Authorization`");
                self.report(mistake, "write the word before the key as `scheme`, such as `Bearer`");
            } else if !has_word && !scheme.scheme.is_empty() {
                let message = format!("in `{}`, nothing precedes the key", scheme.header);
                self.report(
                    place.at("scheme").value(message),
                    "remove `scheme`, or write `Authorization`",
                );
            }
        }
        let known = EntryPlace::new(&self.pages.service.document).at("authentication").keys();
        for (_, operation, place) in self.operations() {
            for scheme in operation.authentication.iter().filter(|s| !known.contains(&s.as_str())) {
                let place = place.at("authentication");
                self.push(place.unknown("authentication scheme", scheme, &known));
            }
        }
    }

    fn states_beside_enums(&self) {
        for (type_name, property, lifecycle, place) in self.lifecycles() {
            let Some(schema) = self.types.get(type_name) else { continue };
            let known = schema.place.at("properties").keys();
            if !known.contains(&property.as_str()) {
                self.push(place.unknown_key("property", property, &known));
                continue;
            }
            let Some(at) = schema.property(property) else { continue };
            self.illegal_moves(type_name, property, lifecycle, &place);
            let at = self.resolve(at.clone()).unwrap_or(at);
            match &at.page.enumeration {
                Some(values) if *values == lifecycle.states => {}
                Some(values) => {
                    let listed = values.join("`, `");
                    let message = format!(
                        "the states differ from the `enum` of `{property}` in the type `{type_name}`"
                    );
                    let help = format!("write the values of the `enum`, in its order: `{listed}`");
                    self.report(place.at("states").value(message), help);
                }
                None if at.place.is_incomplete() || place.is_incomplete() => {}
                None if lifecycle.gap.is_some() => {}
                None => {
                    let message = format!(
                        "the property `{property}` of the type `{type_name}` has no `enum` of states"
                    );
                    let help =
                        "add an `enum` with the states to the property, or name a `gap` here";
                    self.report(place.entry(message), help);
                }
            }
        }
    }

    /// Reports a move that is not possible from each state that requests can set. The contract names no error for
    /// such a request.
    fn illegal_moves(
        &self,
        type_name: &str,
        property: &str,
        lifecycle: &LifecyclePage,
        place: &EntryPlace<'_>,
    ) {
        let set_by = |operation: &Operation| {
            let object = self.spec.object(operation.request.as_ref()?)?;
            self.spec.resolve(&object.properties.get(property)?.schema).words()
        };
        let with_effect = |effect| self.spec.operation_with_effect(effect, type_name);
        if lifecycle.illegal.is_some() {
            self.guarded_requests(type_name, property, lifecycle, place);
        }
        let created = with_effect(ResourceEffect::Creates).and_then(set_by);
        if let Some(operation) = with_effect(ResourceEffect::Updates) {
            let moves = lifecycle.moves.iter().filter(|it| it.operation == operation.id);
            let moves: Vec<&String> = moves.map(|it| &it.to).collect();
            // A misspelt or a second move to a state may be meant.
            let is_known = |it: &MovePage| {
                let is_operation = self.pages.operations.content.contains_key(&it.operation);
                is_operation && lifecycle.states.contains(&it.to)
            };
            let is_sure = moves.iter().collect::<BTreeSet<_>>().len() == moves.len()
                && lifecycle.moves.iter().all(is_known);
            let set = set_by(operation).into_iter().flatten();
            let is_open = lifecycle.illegal.is_none();
            let set = set.filter(|_| !moves.is_empty() && is_sure && is_open);
            if let Some(state) = set.into_iter().find(|state| !moves.contains(state)) {
                let message = format!("`{}` sets `{state}`, and no move leads there", operation.id);
                let help = format!(
                    "add a move to `{state}`, remove the state from the request, or add `illegal`, the error of a request \
                     for it"
                );
                self.report(place.entry(message), help);
            }
        }
        let moved = lifecycle.moves.iter().map(|page_move| &page_move.to);
        let settable = moved.chain(created.into_iter().flatten());
        let settable: Vec<&String> =
            settable.filter(|state| lifecycle.states.contains(state)).collect();
        for (place, page_move) in place.each("moves", &lifecycle.moves) {
            let Some(from) = page_move.from.as_ref().filter(|_| lifecycle.illegal.is_none()) else {
                continue;
            };
            // A request that sets the state that the resource has changes nothing.
            let is_illegal = |state: &&&String| **state != &page_move.to && !from.contains(state);
            if let Some(state) = settable.iter().find(is_illegal) {
                let message = format!(
                    "requests set `{state}`, and the contract does not say what a move from there to `{}` earns",
                    page_move.to
                );
                let help = format!(
                    "add `{state}` to `from`, remove the move, or add `illegal`, the error of a move that is not listed"
                );
                self.report(place.at("from").value(message), help);
            }
        }
    }

    /// Reports requests that ask for a move in a way that says too little of its legality: those that must name a state,
    /// and those that replace the resource. Also reports an operation that may ask for moves and makes none.
    fn guarded_requests(
        &self,
        type_name: &str,
        property: &str,
        lifecycle: &LifecyclePage,
        place: &EntryPlace<'_>,
    ) {
        let place = place.at("illegal");
        let mut is_asked = false;
        for operation in self.spec.operations.values() {
            let Some(resource) =
                operation.resource.as_ref().filter(|it| it.type_name == *type_name)
            else {
                continue;
            };
            let object = self.spec.sent_object(operation);
            let Some(set) = object.and_then(|object| object.properties.get(property)) else {
                continue;
            };
            let id = &operation.id;
            if resource.effect == ResourceEffect::Replaces {
                is_asked = true;
                let message = format!("`{id}` replaces the resource and with it `{property}`");
                let help = "remove the property from its request, and let an operation that updates change it";
                self.report(place.entry(message), help);
            }
            if resource.effect != ResourceEffect::Updates {
                continue;
            }
            is_asked = true;
            let object = object.into_iter();
            let effects = operation.effects.iter().chain(object.clone().flat_map(|it| &it.effects));
            let effects = effects.map(|it| (&it.clause, it.kind.properties().collect::<Vec<_>>()));
            let rules = object.flat_map(|it| &it.rules);
            let rules = rules.map(|it| {
                (&it.clause, it.conditions().map(|condition| condition.path.root()).collect())
            });
            for (clause, _) in effects.chain(rules).filter(|(_, named)| named.contains(&property)) {
                let message = format!("`{clause}` names `{property}`");
                let help = "remove the rule or the effect, or `illegal`: the stored state decides which states a request \
                            may ask for";
                self.report_omission(place.entry(message), help, Omission::StateRules);
            }
            if set.required {
                let message = format!("each request of `{id}` must ask for a state");
                let help = format!(
                    "remove `{property}` from `required`: a request without it keeps the state"
                );
                self.report(place.entry(message), help);
            }
            if !lifecycle.moves.iter().any(|it| it.operation == *id) {
                let message = format!("`{id}` sets `{property}`, and makes no move");
                let help = "add its moves, or remove the property from its request";
                self.report(place.entry(message), help);
            }
        }
        let moves = |it: &Lifecycle| it.type_name == type_name && it.property == property;
        let is_moved = || self.spec.operations.values().any(|it| self.spec.moved_by(it).any(moves));
        if !is_asked && self.resolved && !is_moved() {
            let mistake = place.entry("no operation that updates asks for a move");
            let help = "remove it, add the property to the request of an update, or name an action in the moves";
            self.report(mistake, help);
        }
    }

    /// Checks that the retry rules list status codes of errors, including each error that clients may repeat a
    /// request after.
    pub(super) fn retried_statuses(&self) {
        let Some(retry) = &self.spec.service.retry else { return };
        let place = EntryPlace::new(&self.pages.service.document).at("retry");
        for (place, status) in place.each("statuses", &retry.statuses) {
            if !(400..=599).contains(status) {
                let mistake = place.value("this is not the status code of an error");
                self.report(mistake, "write a status code from 400 to 599");
            }
        }
        if !retry.statuses.contains(&retry.header_status) {
            let message = format!("the status code {} is not in `statuses`", retry.header_status);
            let help = "name a status code of `statuses`, or add this one there";
            self.report(place.at("headerStatus").value(message), help);
        }
        for row in self.spec.errors.values().filter(|row| row.retry == Retry::Backoff) {
            if !retry.statuses.contains(&row.status) {
                let place = EntryPlace::new(&self.pages.errors.document).at(&row.id).at("retry");
                let message = format!("the retry rules do not list the status code {}", row.status);
                let help = "add it to `statuses` under `retry` in `service.toml`";
                self.report(place.value(message), help);
            }
        }
    }

    pub(super) fn gaps(&self) {
        let (pages, spec) = (self.pages, self.spec);
        let page = &pages.gaps;
        let clauses = spec.clauses();
        let clauses = clauses.keys().map(ClauseId::as_str);
        let clauses: BTreeSet<&str> = clauses.filter(|id| !id.starts_with("gaps.")).collect();
        // If an entry was left out, its clauses are missing too, but the pages still have its name.
        let whole = self.resolved && !self.documents().any(Document::has_rejected);
        // A schema with contradictory keywords may lack a part that the page names.
        let sound = whole && self.mistakes.borrow().is_empty();
        let named = names(pages);
        let schemas: Vec<&str> =
            spec.schemas().into_iter().map(|schema| schema.clause.as_str()).collect();
        for (id, gap) in &page.content {
            let at = EntryPlace::new(&page.document).at(id);
            self.gap_values(gap, &at);
            let strict = if gap.values.is_some() { sound } else { whole };
            if !strict && named.iter().any(|name| is_within(&gap.place, name)) {
                continue;
            }
            if gap.values.is_some() {
                if !schemas.contains(&gap.place.as_str()) {
                    let message = format!("`{}` is not a type or a part of a type", gap.place);
                    let otherwise = "name the schema that the values are sent to: `Type.property`";
                    let help = did_you_mean(schemas.iter().copied(), &gap.place);
                    let help = help.unwrap_or_else(|| otherwise.to_owned());
                    self.report(at.at("place").value(message), help);
                }
                continue;
            }
            let below = format!("{}.", gap.place);
            let is_below = |identity: &&str| identity.starts_with(&below);
            if clauses.contains(gap.place.as_str())
                || clauses.range(below.as_str()..).next().is_some_and(is_below)
            {
                continue;
            }
            let mistake = at.at("place").value(format!("no clause begins with `{}`", gap.place));
            let starts = clauses.iter().flat_map(|clause| {
                let ends = clause.match_indices('.').map(|(end, _)| end);
                ends.chain([clause.len()]).filter_map(|end| clause.get(..end))
            });
            let otherwise = "name a type, or an entry such as `operations.ID`, `errors.ID`, `service.KEY`, \
                             `authentication.KEY`, `lifecycles.ID`, `events.ID`, `limits.ID` or `charges.ID`";
            let help = did_you_mean(starts, &gap.place);
            self.report(mistake, help.unwrap_or_else(|| otherwise.to_owned()));
        }
    }

    /// Reports values that no probe sends, and an empty list of values.
    fn gap_values(&self, gap: &GapPage, place: &EntryPlace<'_>) {
        let Some(values) = &gap.values else { return };
        if gap.probe != Some(Probe::OpenValue) {
            let mistake = place.at("values").entry("only the probe `open-value` sends values");
            self.report(mistake, "write `probe = \"open-value\"`, or remove `values`");
        } else if values.is_empty() {
            let mistake = place.at("values").value("the list of values is empty");
            self.report(mistake, "add values, or remove `values`");
        }
    }

    pub(super) fn unused(&self) {
        let (pages, spec) = (self.pages, self.spec);
        let types = types(spec);
        for (_, page) in &pages.types {
            let place = EntryPlace::new(&page.document);
            for name in page.content.keys().filter(|name| !types.contains(name.as_str())) {
                let warning = place.at(name).entry(format!("no operation uses the type `{name}`"));
                let help =
                    format!("refer to `{name}` in another type or in an operation, or remove it");
                self.report(warning, help);
            }
        }
        let errors = errors(spec);
        let place = EntryPlace::new(&pages.errors.document);
        for id in pages.errors.content.keys().filter(|id| !errors.contains(id.as_str())) {
            let warning = place.at(id).entry(format!("no operation has the error `{id}`"));
            let help = "add it to the `errors` of an operation, or remove it";
            self.report(warning, help);
        }
        let place = EntryPlace::new(&pages.events.document);
        for (id, channel) in &pages.events.content {
            let setup = channel.type_name.as_ref().filter(|name| !types.contains(name.as_str()));
            if let (Some(name), false) = (setup, channel.events.is_empty()) {
                let place = place.at(id).at("events");
                let message = format!(
                    "no operation configures the channel `{id}`: no request has its type `{name}`"
                );
                let warning = place.entry(message);
                let help =
                    format!("refer to `{name}` in the type of a request, or remove the channel");
                self.report(warning, help);
            }
        }
    }

    pub(super) fn profiles(&self) {
        let pages = self.pages;
        let page = &pages.profiles;
        if page.content.is_empty() {
            return;
        }
        let operations = pages.operations.document.keys(&[]);
        let known: Vec<&str> = operations.into_iter().chain([SERVICE_FEATURE]).collect();
        let top = EntryPlace::new(&page.document);
        let mut features: HashMap<&str, &str> = HashMap::new();
        let mut needs: HashMap<ProfileNeed, &str> = HashMap::new();
        for (id, profile) in &page.content {
            let place = top.at(id);
            if profile.features.is_empty() && profile.needs.is_empty() && !place.is_incomplete() {
                let mistake = place.entry(format!("no case can belong to the profile `{id}`"));
                self.report(mistake, "add operations to `features`");
            }
            for (place, feature) in place.each("features", &profile.features) {
                let operation = feature.split("::").next().unwrap_or(feature);
                if !known.contains(&operation) {
                    self.push(place.unknown("operation", operation, &known));
                } else if feature.split("::").any(str::is_empty) {
                    let mistake =
                        place.value(format!("`{feature}` is not the beginning of a case identity"));
                    let help = "write whole segments, with `::` between them";
                    self.report(mistake, help);
                } else if let Some(other) = features.insert(feature, id) {
                    self.already_in_profile(&place, feature, other);
                }
            }
            for (place, need) in place.each("needs", &profile.needs) {
                if let Some(other) = needs.insert(*need, id) {
                    self.already_in_profile(&place, &need.to_string(), other);
                }
            }
        }
        // An entry that was removed because of a mistake may have named the operation.
        let is_whole =
            !top.is_incomplete() && page.content.keys().all(|id| !top.at(id).is_incomplete());
        for operation in known.into_iter().filter(|id| is_whole && !features.contains_key(id)) {
            let mistake = top.entry(match operation {
                SERVICE_FEATURE => {
                    "no profile has the feature `service`, the cases without an operation"
                        .to_owned()
                }
                operation => format!("no profile has the operation `{operation}`"),
            });
            let help = format!("add `{operation}` to the `features` of a profile");
            self.report(mistake, help);
        }
    }

    fn already_in_profile(&self, place: &EntryPlace<'_>, what: &str, other: &str) {
        let mistake = place.value(format!("the profile `{other}` already has `{what}`"));
        self.report(mistake, "remove it here: each case belongs to one profile");
    }
}

/// Adds the names that misspelt references mean. The reference is reported; the row is not reported as
/// unused.
fn add_intended_names<'n>(used: &mut HashSet<&'n str>, known: &[&'n str]) {
    let dangling = used.iter().filter(|name| !known.contains(name));
    let meant: Vec<&str> =
        dangling.filter_map(|name| nearest(known.iter().copied(), name)).collect();
    used.extend(meant);
}

/// Returns the names on the pages, including entries that could not be resolved.
fn names(pages: &Pages) -> Vec<String> {
    let types = pages.types.iter().flat_map(|(_, page)| page.document.keys(&[]));
    let mut names: Vec<String> = types.map(str::to_owned).collect();
    let mut add = |prefix: &str, document: &Document, path: &[&str]| {
        let path: Vec<String> = path.iter().map(|step| (*step).to_owned()).collect();
        names.extend(document.keys(&path).iter().map(|key| format!("{prefix}.{key}")));
    };
    add("operations", &pages.operations.document, &[]);
    add("errors", &pages.errors.document, &[]);
    add("service", &pages.service.document, &[]);
    add("authentication", &pages.service.document, &["authentication"]);
    add("lifecycles", &pages.lifecycles.document, &[]);
    add("events", &pages.events.document, &[]);
    add("limits", &pages.limits.document, &["limits"]);
    add("charges", &pages.limits.document, &["charges"]);
    names
}

/// Returns the names of the types that operations and events use.
fn types(spec: &Spec) -> HashSet<&str> {
    let operations = || spec.operations.values();
    let bodies = operations().flat_map(|operation| {
        let types = operation.sent_types().chain(operation.returned_types());
        types.chain([operation.error_body.as_str()])
    });
    let resources = operations().filter_map(|operation| operation.resource.as_ref());
    let events = spec.channels.values().flat_map(|channel| channel.events.values());
    let names = bodies
        .chain(resources.map(|resource| resource.type_name.as_str()))
        .chain(events.filter_map(|event| event.carries.as_deref()))
        .chain(operations().flat_map(Operation::found_types))
        .chain([spec.service.error_body.as_str()]);
    let schemas = names.filter_map(|name| Some(&spec.types.get(name)?.schema));
    let reached = spec.reached(schemas.chain(operations().flat_map(parameters)));
    let types = reached.into_iter().filter_map(|schema| spec.types.get(schema.clause.as_str()));
    types.map(|named_type| named_type.name.as_str()).collect()
}

fn parameters(operation: &Operation) -> impl Iterator<Item = &Schema> {
    operation.parameters.values().map(|parameter| &parameter.schema)
}

/// Returns the identities of the errors that responses can have.
fn errors(spec: &Spec) -> HashSet<&str> {
    let service = &spec.service;
    let operations =
        spec.operations.values().flat_map(|operation| spec.operation_errors(operation));
    let limits = spec.limits.values().map(|limit| limit.error.as_str());
    let rows = [service.unknown_path.as_str(), service.validation_failure.as_str()];
    operations.map(|row| row.id.as_str()).chain(limits).chain(rows).collect()
}
