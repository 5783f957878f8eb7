//! Lint of the entries beside types and operations: the error catalogue, charges, headings, gaps, profiles, and
//! unused entries.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::diagnostic::Diagnostic;
use crate::document::Document;
use crate::lint::references::{PathError, PlacedSchema, Types};
use crate::lint::schema_keys::duplicate_ids;
use crate::model::{
    Operation, Probe, ProfileNeed, PropertyPath, SERVICE_FEATURE, Schema, Segment, Spec, is_within,
};
use crate::nearest::{did_you_mean, nearest};
use crate::page::{EffectPage, GapPage, RefusalPage};
use crate::read::Pages;
use crate::resolve::Place;

pub(super) fn lint(
    pages: &Pages,
    spec: &Spec,
    schemas: &[PlacedSchema<'_>],
    mistakes: &mut Vec<Diagnostic>,
) {
    // An entry that was removed from a page because of a mistake may use a state.
    if !documents(pages).any(Document::has_rejected) {
        unused_team_states(pages, schemas, mistakes);
    }
    codes_without_a_property(pages, spec, mistakes);
    unknown_schemes(pages, mistakes);
    colliding_identities(pages, mistakes);
    states_beside_enums(pages, mistakes);
}

fn unused_team_states(pages: &Pages, schemas: &[PlacedSchema<'_>], mistakes: &mut Vec<Diagnostic>) {
    let of_operations = pages.operations.content.values().flat_map(|page| &page.refusals);
    let refusals = schemas.iter().flat_map(|at| &at.page.refusals).chain(of_operations);
    let mut used: HashSet<&str> = refusals.filter_map(|r| r.team_state.as_deref()).collect();
    let place = Place::new(&pages.service.document).at("teamStates");
    add_intended_names(&mut used, &place.keys());
    for id in pages.service.content.team_states.keys().filter(|id| !used.contains(id.as_str())) {
        let mistake = place.at(id).entry(format!("no refusal uses the team state `{id}`"));
        mistakes.push(mistake.with_help("remove it, or name it as the `teamState` of a refusal"));
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

/// Reports an error with a code whose body has no property for the code.
fn codes_without_a_property(pages: &Pages, spec: &Spec, mistakes: &mut Vec<Diagnostic>) {
    let types = Types::new(pages);
    let code = PropertyPath(vec![Segment::Property("code".to_owned())]);
    let mut reported = HashSet::new();
    for operation in spec.operations.values() {
        let body = &operation.error_body;
        let lacks_code = types.get(body).is_some_and(|schema| {
            matches!(types.follow(schema, &code), Err(PathError::Property(..)))
        });
        if !lacks_code {
            continue;
        }
        for row in spec.operation_errors(operation).into_iter().filter(|row| row.code.is_some()) {
            if reported.insert((&row.id, body)) {
                let place = Place::new(&pages.errors.document).at(&row.id).at("code");
                let message =
                    format!("the error body of `{}`, `{body}`, has no `code`", operation.id);
                let help = format!("add `code` to the properties of `{body}`, or remove it here");
                mistakes.push(place.entry(message).with_help(help));
            }
        }
    }
}

fn unknown_schemes(pages: &Pages, mistakes: &mut Vec<Diagnostic>) {
    let known = Place::new(&pages.service.document).at("authentication").keys();
    let place = Place::new(&pages.operations.document);
    for (id, operation) in &pages.operations.content {
        for scheme in operation.authentication.iter().filter(|s| !known.contains(&s.as_str())) {
            let place = place.at(id).at("authentication");
            mistakes.push(place.unknown("authentication scheme", scheme, &known));
        }
    }
}

fn colliding_identities(pages: &Pages, mistakes: &mut Vec<Diagnostic>) {
    let place = Place::new(&pages.operations.document);
    for (id, operation) in &pages.operations.content {
        let place = place.at(id);
        duplicate_ids("effect", operation.effects.iter().map(|e| &e.id), &place, mistakes);
        duplicate_ids("refusal", operation.refusals.iter().map(|r| &r.id), &place, mistakes);
        duplicate_ids("situation", operation.situations.iter().map(|s| &s.id), &place, mistakes);
    }
    let Some(page) = &pages.lifecycles else { return };
    for (type_name, properties) in &page.content {
        for (property, lifecycle) in properties {
            let place = Place::new(&page.document).at(type_name).at(property);
            let ids = lifecycle.situations.iter().map(|situation| &situation.id);
            duplicate_ids("situation", ids, &place, mistakes);
        }
    }
}

fn states_beside_enums(pages: &Pages, mistakes: &mut Vec<Diagnostic>) {
    let Some(page) = &pages.lifecycles else { return };
    let types = Types::new(pages);
    for (type_name, properties) in &page.content {
        let Some(schema) = types.get(type_name) else { continue };
        let known = schema.place.at("properties").keys();
        for (property, lifecycle) in properties {
            let place = Place::new(&page.document).at(type_name).at(property);
            if !known.contains(&property.as_str()) {
                mistakes.push(place.unknown_key("property", property, &known));
                continue;
            }
            let Some(at) = schema.property(property) else { continue };
            match &at.page.enumeration {
                Some(values) if *values == lifecycle.states => {}
                Some(values) => {
                    let listed = values.join("`, `");
                    let message = format!(
                        "the states differ from the `enum` of `{property}` in the type `{type_name}`"
                    );
                    let help = format!("write the values of the `enum`, in its order: `{listed}`");
                    mistakes.push(place.at("states").value(message).with_help(help));
                }
                None if at.place.is_incomplete() || place.is_incomplete() => {}
                None if lifecycle.gap.is_some() => {}
                None => {
                    let message = format!(
                        "the property `{property}` of the type `{type_name}` has no `enum` of states"
                    );
                    let help =
                        "add an `enum` with the states to the property, or name a `gap` here";
                    mistakes.push(place.entry(message).with_help(help));
                }
            }
        }
    }
}

pub(super) fn gaps(pages: &Pages, spec: &Spec, resolved: bool, mistakes: &mut Vec<Diagnostic>) {
    let Some(page) = &pages.gaps else { return };
    let clauses = spec.clauses();
    let clauses = clauses.iter().map(|clause| clause.id.as_str());
    let clauses: BTreeSet<&str> = clauses.filter(|id| !id.starts_with("gaps.")).collect();
    // If an entry was left out, its clauses are missing too, but the pages still have its name.
    let whole = resolved && !documents(pages).any(Document::has_rejected);
    // A schema with contradictory keywords may lack a part that the page names.
    let sound = whole && mistakes.is_empty();
    let named = names(pages);
    let schemas: Vec<&str> =
        spec.schemas().into_iter().map(|schema| schema.clause.as_str()).collect();
    for (id, gap) in &page.content {
        let at = Place::new(&page.document).at(id);
        values(gap, &at, mistakes);
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
                mistakes.push(at.at("place").value(message).with_help(help));
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
        mistakes.push(match did_you_mean(starts, &gap.place) {
            Some(help) => mistake.with_help(help),
            None => mistake.with_help("name a type, or an entry such as `operations.ID`, `errors.ID`, `service.KEY`, `authentication.KEY`, `lifecycles.ID`, `events.ID`, `limits.ID` or `charges.ID`"),
        });
    }
}

/// Reports values that no probe sends, and an empty list of values.
fn values(gap: &GapPage, place: &Place<'_>, mistakes: &mut Vec<Diagnostic>) {
    let Some(values) = &gap.values else { return };
    if gap.probe != Some(Probe::OpenValue) {
        let mistake = place.at("values").entry("only the probe `open-value` sends values");
        mistakes.push(mistake.with_help("write `probe = \"open-value\"`, or remove `values`"));
    } else if values.is_empty() {
        let mistake = place.at("values").value("the list of values is empty");
        mistakes.push(mistake.with_help("add values, or remove `values`"));
    }
}

fn documents(pages: &Pages) -> impl Iterator<Item = &Document> {
    let optional = [
        pages.lifecycles.as_ref().map(|page| &page.document),
        pages.limits.as_ref().map(|page| &page.document),
        pages.events.as_ref().map(|page| &page.document),
    ];
    let others = [&pages.service.document, &pages.errors.document, &pages.operations.document];
    let types = pages.types.iter().map(|(_, page)| &page.document);
    types.chain(others).chain(optional.into_iter().flatten())
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
    if let Some(page) = &pages.lifecycles {
        add("lifecycles", &page.document, &[]);
    }
    if let Some(page) = &pages.events {
        add("events", &page.document, &[]);
    }
    if let Some(page) = &pages.limits {
        add("limits", &page.document, &["limits"]);
        add("charges", &page.document, &["charges"]);
    }
    names
}

pub(super) fn headings(
    pages: &Pages,
    schemas: &[PlacedSchema<'_>],
    mistakes: &mut Vec<Diagnostic>,
) {
    let Some(headings) = &pages.service.content.headings else { return };
    let known = headings.iter().map(String::as_str).collect();
    let mut lint = Lint { known, mistakes };
    lint.service(pages);
    lint.catalogues(pages);
    lint.lifecycles(pages);
    for at in schemas {
        lint.source(at.page.source.as_ref(), &at.place);
        for (index, rule) in at.page.rules.iter().enumerate() {
            lint.source(rule.source.as_ref(), &at.place.at("rules").item(index));
        }
        lint.parts(&at.page.effects, &at.page.refusals, &at.place);
    }
}

struct Lint<'l> {
    known: Vec<&'l str>,
    mistakes: &'l mut Vec<Diagnostic>,
}

impl Lint<'_> {
    fn service(&mut self, pages: &Pages) {
        let (place, page) = (Place::new(&pages.service.document), &pages.service.content);
        self.source(Some(&page.source), &place);
        for (id, state) in &page.team_states {
            self.source(Some(&state.source), &place.at("teamStates").at(id));
        }
        for (id, scheme) in &page.authentication {
            self.source(Some(&scheme.source), &place.at("authentication").at(id));
        }
        self.source(page.retry.as_ref().map(|retry| &retry.source), &place.at("retry"));
        let versioning = page.versioning.as_ref().map(|versioning| &versioning.source);
        self.source(versioning, &place.at("versioning"));
    }

    /// Checks the sources of errors, operations, limits, charges, channels and gaps.
    fn catalogues(&mut self, pages: &Pages) {
        let place = Place::new(&pages.errors.document);
        for (id, row) in &pages.errors.content {
            self.source(Some(&row.source), &place.at(id));
        }
        let place = Place::new(&pages.operations.document);
        for (id, operation) in &pages.operations.content {
            self.source(Some(&operation.source), &place.at(id));
            self.parts(&operation.effects, &operation.refusals, &place.at(id));
        }
        if let Some(page) = &pages.limits {
            let place = Place::new(&page.document);
            for (id, limit) in &page.content.limits {
                self.source(Some(&limit.source), &place.at("limits").at(id));
            }
            for (id, charge) in &page.content.charges {
                self.source(Some(&charge.source), &place.at("charges").at(id));
            }
        }
        if let Some(page) = &pages.events {
            for (id, channel) in &page.content {
                self.source(Some(&channel.source), &Place::new(&page.document).at(id));
            }
        }
        if let Some(page) = &pages.gaps {
            for (id, gap) in &page.content {
                self.source(Some(&gap.source), &Place::new(&page.document).at(id));
            }
        }
    }

    fn lifecycles(&mut self, pages: &Pages) {
        let Some(page) = &pages.lifecycles else { return };
        for (type_name, properties) in &page.content {
            for (property, lifecycle) in properties {
                let place = Place::new(&page.document).at(type_name).at(property);
                for (index, one) in lifecycle.moves.iter().enumerate() {
                    self.source(Some(&one.source), &place.at("moves").item(index));
                }
                for (index, situation) in lifecycle.situations.iter().enumerate() {
                    self.source(Some(&situation.source), &place.at("situations").item(index));
                }
            }
        }
    }

    fn parts(&mut self, effects: &[EffectPage], refusals: &[RefusalPage], place: &Place<'_>) {
        for (index, effect) in effects.iter().enumerate() {
            self.source(effect.source.as_ref(), &place.at("effects").item(index));
        }
        for (index, refusal) in refusals.iter().enumerate() {
            self.source(refusal.source.as_ref(), &place.at("refusals").item(index));
        }
    }

    /// Checks the source of the entry at a place, if the entry has one.
    fn source(&mut self, source: Option<&String>, place: &Place<'_>) {
        let Some(source) = source else { return };
        let under = |heading: &&str| {
            let rest = source.strip_prefix(*heading);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(", "))
        };
        if !self.known.iter().any(under) {
            self.mistakes.push(place.at("source").unknown("heading", source, &self.known));
        }
    }
}

pub(super) fn unused(pages: &Pages, spec: &Spec, warnings: &mut Vec<Diagnostic>) {
    let types = types(spec);
    for (_, page) in &pages.types {
        let place = Place::new(&page.document);
        for name in page.content.keys().filter(|name| !types.contains(name.as_str())) {
            let warning = place.at(name).entry(format!("no operation uses the type `{name}`"));
            let help =
                format!("refer to `{name}` in another type or in an operation, or remove it");
            warnings.push(warning.with_help(help).into_warning());
        }
    }
    let errors = errors(spec);
    let place = Place::new(&pages.errors.document);
    for id in pages.errors.content.keys().filter(|id| !errors.contains(id.as_str())) {
        let warning = place.at(id).entry(format!("no operation has the error `{id}`"));
        let help = "add it to the `errors` of an operation, or remove it";
        warnings.push(warning.with_help(help).into_warning());
    }
    let Some(page) = &pages.events else { return };
    let place = Place::new(&page.document);
    for (id, channel) in &page.content {
        let setup = channel.type_name.as_ref().filter(|name| !types.contains(name.as_str()));
        if let (Some(name), false) = (setup, channel.events.is_empty()) {
            let place = place.at(id).at("events");
            let message = format!(
                "no operation configures the channel `{id}`: no request has its type `{name}`"
            );
            let warning = place.entry(message);
            let help = format!("refer to `{name}` in the type of a request, or remove the channel");
            warnings.push(warning.with_help(help).into_warning());
        }
    }
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

pub(super) fn profiles(pages: &Pages, mistakes: &mut Vec<Diagnostic>) {
    let Some(page) = &pages.profiles else { return };
    let operations = pages.operations.document.keys(&[]);
    let known: Vec<&str> = operations.into_iter().chain([SERVICE_FEATURE]).collect();
    let top = Place::new(&page.document);
    let mut features: HashMap<&str, &str> = HashMap::new();
    let mut needs: HashMap<ProfileNeed, &str> = HashMap::new();
    for (id, profile) in &page.content {
        let place = top.at(id);
        if profile.features.is_empty() && profile.needs.is_empty() && !place.is_incomplete() {
            let mistake = place.entry(format!("no case can belong to the profile `{id}`"));
            mistakes.push(mistake.with_help("add operations to `features`"));
        }
        for (index, feature) in profile.features.iter().enumerate() {
            let place = place.at("features").item(index);
            let operation = feature.split("::").next().unwrap_or(feature);
            if !known.contains(&operation) {
                mistakes.push(place.unknown("operation", operation, &known));
            } else if feature.split("::").any(str::is_empty) {
                let mistake =
                    place.value(format!("`{feature}` is not the beginning of a case identity"));
                let help = "write whole segments, with `::` between them";
                mistakes.push(mistake.with_help(help));
            } else if let Some(other) = features.insert(feature, id) {
                mistakes.push(already_in_profile(&place, feature, other));
            }
        }
        for (index, need) in profile.needs.iter().enumerate() {
            if let Some(other) = needs.insert(*need, id) {
                mistakes.push(already_in_profile(
                    &place.at("needs").item(index),
                    &need.to_string(),
                    other,
                ));
            }
        }
    }
    // An entry that was removed because of a mistake may have named the operation.
    let is_whole =
        !top.is_incomplete() && page.content.keys().all(|id| !top.at(id).is_incomplete());
    for operation in known.into_iter().filter(|id| is_whole && !features.contains_key(id)) {
        let mistake = top.entry(match operation {
            SERVICE_FEATURE => {
                "no profile has the feature `service`, the cases without an operation".to_owned()
            }
            operation => format!("no profile has the operation `{operation}`"),
        });
        let help = format!("add `{operation}` to the `features` of a profile");
        mistakes.push(mistake.with_help(help));
    }
}

fn already_in_profile(place: &Place<'_>, what: &str, other: &str) -> Diagnostic {
    let mistake = place.value(format!("the profile `{other}` already has `{what}`"));
    mistake.with_help("remove it here: each case belongs to one profile")
}
