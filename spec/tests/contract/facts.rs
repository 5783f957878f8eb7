//! Facts: the cells of the row of a place such as `fields.MonitorUpdate.name`, read from a transcription or collected from
//! the model of the pages.
//!
//! This module does not know what the facts should be.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;
use webdata_spec::model::{
    Effect, EffectKind, ErrorText, JsonType, Keyword, Object, Operation, Property, Refusal,
    RuleScope, Schema, Shape, Side, SituationResponse, SituationSuccess, Transport,
};
use webdata_spec::prose;
use webdata_spec::{Spec, Step};

impl Facts {
    /// Collects the facts of the pages.
    pub(crate) fn from_spec(spec: &Spec) -> Self {
        let mut facts = Self::default();
        add_types(spec, &mut facts);
        add_operations(spec, &mut facts);
        add_service(spec, &mut facts);
        facts
    }
}

/// The file of accepted differences, which is not a transcription.
pub(crate) const ACCEPTED_FILE: &str = "accepted.toml";

/// The key of the sentences in a transcription, which are no facts.
const SENTENCES: &str = "heading";

/// The cells of each place.
#[derive(Debug, Default)]
pub(crate) struct Facts(pub(crate) BTreeMap<String, Vec<String>>);

impl Facts {
    /// Reads a transcription.
    pub(crate) fn from_folder(folder: &Path) -> Result<Self, String> {
        let mut facts = Self::default();
        for entry in fs::read_dir(folder).map_err(|error| error.to_string())? {
            let path = entry.map_err(|error| error.to_string())?.path();
            let name = path.file_name().unwrap_or_default();
            if name == ACCEPTED_FILE || path.extension().is_none_or(|suffix| suffix != "toml") {
                continue;
            }
            let failed = |error: String| format!("{}: {error}", path.display());
            let text = fs::read_to_string(&path).map_err(|error| failed(error.to_string()))?;
            let mut table: toml::Table =
                text.parse().map_err(|error| failed(format!("{error}")))?;
            table.remove(SENTENCES);
            facts.read("", &toml::Value::Table(table)).map_err(failed)?;
        }
        Ok(facts)
    }

    fn read(&mut self, place: &str, value: &toml::Value) -> Result<(), String> {
        let cells = match value {
            toml::Value::Table(table) => {
                return table.iter().try_for_each(|(key, value)| match place {
                    "" => self.read(key, value),
                    _ => self.read(&format!("{place}.{key}"), value),
                });
            }
            toml::Value::Array(cells) => cells.iter().map(cell).collect(),
            single => vec![cell(single)],
        };
        match self.0.insert(place.to_owned(), cells) {
            None => Ok(()),
            Some(_) => Err(format!("{place} is transcribed twice")),
        }
    }

    /// Adds cells to those of a place. Without any cell, the place has no fact.
    fn add(&mut self, place: impl Into<String>, cells: impl IntoIterator<Item = String>) {
        let mut cells = cells.into_iter().peekable();
        if cells.peek().is_some() {
            self.0.entry(place.into()).or_default().extend(cells);
        }
    }
}

fn cell(value: &toml::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Returns the name of a row of the error catalogue: its status code and its message or code. If the contract
/// shows neither, the identity is the name.
fn error_name(spec: &Spec, id: &str) -> String {
    use webdata_spec::model::ErrorText::{Described, Exact, Free, NotShown};
    let Some(row) = spec.errors.get(id) else { return id.to_owned() };
    let name = match &row.text {
        Exact(text) | Free(text) | Described(text) => text,
        NotShown => row.code.as_ref().unwrap_or(&row.id),
    };
    format!("{} {name}", row.status)
}

/// The cell for a number that the contract does not show.
const NO_FIGURE: &str = "figure not shown";

/// Adds the facts of the service.
fn add_service(spec: &Spec, facts: &mut Facts) {
    let service = &spec.service;
    let error = |id: &str| error_name(spec, id);
    let versioning =
        service.versioning.as_ref().filter(|versioning| !versioning.behaviour.is_empty());
    for (part, text) in [
        ("name", service.name.clone()),
        ("version", service.version.clone()),
        ("basePath", service.base_path.clone()),
        ("mediaType", service.media_type.clone()),
        ("errorBody", service.error_body.clone()),
        ("unknownPath", error(&service.unknown_path)),
        ("validationFailure", error(&service.validation_failure)),
        ("versioning", versioning.map_or("not shown", |_| "in words").to_owned()),
    ] {
        facts.add(format!("service.{part}"), [text]);
    }
    for (id, scheme) in &service.authentication {
        for (part, text) in [
            ("header", format!("{}: {}", scheme.header, scheme.scheme)),
            ("rejected", error(&scheme.rejected)),
            ("forbidden", error(scheme.forbidden.as_deref().unwrap_or_default())),
            ("level", scheme.level.to_string()),
        ] {
            facts.add(format!("authentication.{id}.{part}"), [text]);
        }
    }
    add_errors(spec, facts);
    for limit in spec.limits.values() {
        let figure = limit.value.map_or(NO_FIGURE.to_owned(), |value| value.to_string());
        facts.add(format!("serviceLimits.{}", error(&limit.error)), [figure]);
    }
    add_charges(spec, facts);
    add_events(spec, facts);
}

fn add_errors(spec: &Spec, facts: &mut Facts) {
    for row in spec.errors.values() {
        let text = match row.text {
            ErrorText::Exact(_) => "exact",
            ErrorText::Free(_) => "exact, or a message",
            ErrorText::Described(_) => "a message saying so",
            ErrorText::NotShown => "not shown",
        };
        let code = row.code.iter().map(|code| format!("code {code}"));
        let cells = [text.to_owned(), row.retry.name().to_owned()].into_iter().chain(code);
        facts.add(format!("errors.{}", error_name(spec, &row.id)), cells);
    }
    let Some(retry) = &spec.service.retry else { return };
    facts.add("retry.statuses", retry.statuses.iter().map(u16::to_string));
    let header = [&retry.header, &retry.header_status.to_string(), &retry.header_level.to_string()];
    facts.add("retry.header", header.map(String::clone));
    facts.add(
        "retry.pace",
        [
            format!("base {} s", retry.base_seconds),
            format!("cap {} s", retry.cap_seconds),
            format!("jitter {} s", retry.jitter_seconds),
            format!("{} attempts", retry.attempts),
            retry.pace_level.to_string(),
        ],
    );
}

fn add_charges(spec: &Spec, facts: &mut Facts) {
    for (id, charge) in &spec.charges {
        let figure = match charge.credits {
            Some(credits) => format!("{credits} a {}", charge.per.name()),
            None => format!("{NO_FIGURE}, a {}", charge.per.name()),
        };
        let when = charge.when.iter().map(|(name, when)| format!("{name}: {when}"));
        let instead = charge.instead_of.iter().map(|other| format!("in place of {other}"));
        facts.add(format!("charges.{id}"), [figure].into_iter().chain(when).chain(instead));
    }
}

fn add_events(spec: &Spec, facts: &mut Facts) {
    for (id, channel) in &spec.channels {
        let transport = match channel.transport {
            Transport::Webhook => "webhook",
            Transport::Email => "email",
            Transport::Trace => "trace",
        };
        let set_up = channel.type_name.iter().map(|name| format!("set up by {name}"));
        let cells = [transport.to_owned()].into_iter().chain(set_up);
        facts.add(format!("events.{id}.(channel)"), cells);
        for (name, event) in &channel.events {
            let carries = event.carries.clone().unwrap_or("not shown".to_owned());
            facts.add(format!("events.{id}.{name}"), [carries]);
        }
    }
}

/// The cell for something that the contract does not show.
const NOT_SHOWN: &str = "not shown";

/// Adds the facts of every operation and lifecycle.
fn add_operations(spec: &Spec, facts: &mut Facts) {
    for operation in spec.operations.values() {
        add_operation(spec, operation, facts);
    }
    for row in spec.errors.values() {
        let answers = |operation: &&Operation| {
            spec.operation_errors(operation).iter().any(|error| error.id == row.id)
        };
        let operations: Vec<_> = spec.operations.values().filter(answers).collect();
        let every = operations.len() == spec.operations.len();
        let every = every.then(|| "every operation".to_owned());
        let ids = operations.iter().map(|operation| operation.id.clone());
        facts.add(format!("answers.{}", error_name(spec, &row.id)), every.into_iter().chain(ids));
    }
    add_lifecycles(spec, facts);
}

fn add_operation(spec: &Spec, operation: &Operation, facts: &mut Facts) {
    let id = &operation.id;
    let mut add =
        |part: &str, cells: Vec<String>| facts.add(format!("operations.{id}.{part}"), cells);
    let call = operation.endpoint.as_ref().map_or(NOT_SHOWN.to_owned(), |endpoint| {
        format!("{} {}{}", endpoint.method, spec.service.base_path, endpoint.path)
    });
    add("call", vec![call]);
    let presence = if operation.request_required { "required" } else { "optional" };
    add(
        "request",
        match &operation.request {
            Some(request) => vec![request.clone(), presence.to_owned()],
            None => vec!["none".to_owned()],
        },
    );
    add(
        "response",
        match &operation.response {
            Some(response) => {
                let status = response.status.map(|status| status.to_string());
                let status = status.unwrap_or_else(|| format!("status {NOT_SHOWN}"));
                let body = response.type_name.clone().unwrap_or("no body".to_owned());
                let headers = response.headers.iter().map(|name| format!("headers {name}"));
                [status, body].into_iter().chain(headers).collect()
            }
            None => vec![NOT_SHOWN.to_owned()],
        },
    );
    if let Some(resource) = &operation.resource {
        let identity = resource.identified_by.iter();
        let identity = identity.map(|name| format!("{} is {name}", resource.identity));
        let returned = resource.returned_in.iter().map(|name| format!("returned in {name}"));
        let effect = format!("{} {}", resource.effect.name(), resource.type_name);
        let errors = resource.errors().map(|error| error_name(spec, error));
        let filters = spec.filters(operation).into_iter().map(|name| format!("filtered by {name}"));
        let cells = [effect].into_iter().chain(identity).chain(returned).chain(errors);
        add("resource", cells.chain(filters).collect());
    }
    for (part, sent) in [("query", &operation.query), ("headers", &operation.headers)] {
        if let Some(sent) = sent {
            add(part, vec![sent.clone()]);
        }
    }
    if let Some(pages) = &operation.pagination {
        let others = [("limit", &pages.limit), ("next", &pages.next)].into_iter();
        let others = others.filter_map(|(word, name)| Some(format!("{word} {}", name.as_ref()?)));
        let by = format!("{} by {}", pages.style.name(), pages.parameter);
        let unknown = pages.unknown.iter().map(|error| error_name(spec, error));
        let stable = pages.stable.then(|| "stable".to_owned());
        add("pagination", [by].into_iter().chain(others).chain(unknown).chain(stable).collect());
    }
    let sorted = spec.sortings(operation).into_iter().map(|(value, sorting, _)| {
        let chosen = value.map(|value| format!("{value}: ")).unwrap_or_default();
        format!("{chosen}{} {}", sorting.property, sorting.direction.name())
    });
    let sorted: Vec<String> = sorted.collect();
    if !sorted.is_empty() {
        add("order", sorted);
    }
    add("errorBody", vec![operation.error_body.clone()]);
    add("authentication", vec![operation.authentication.clone().unwrap_or("none".to_owned())]);
    for (name, parameter) in &operation.parameters {
        facts.add(format!("parameters.{id}.{name}"), [describe(&parameter.schema)]);
        add_schema(spec, &format!("{id}.{name}"), &parameter.schema, facts);
    }
    add_effects(id, &operation.effects, facts);
    add_refusals(spec, id, &operation.refusals, facts);
    for error in operation.causes.keys() {
        let place = format!("causes.{id}.{}", error_name(spec, error));
        facts.add(place, ["in words".to_owned()]);
    }
}

fn add_lifecycles(spec: &Spec, facts: &mut Facts) {
    for lifecycle in &spec.lifecycles {
        let place = format!("states.{}.{}", lifecycle.type_name, lifecycle.property);
        let others = lifecycle.gap.iter().map(|_| "others are not shown".to_owned());
        let states = lifecycle.states.iter().map(|state| {
            let is_in = |states: &[String]| states.contains(state);
            let kinds = [("initial", &lifecycle.initial), ("terminal", &lifecycle.terminal)];
            let kinds = kinds.into_iter().filter(|(_, states)| is_in(states));
            kinds.fold(state.clone(), |text, (kind, _)| format!("{text} ({kind})"))
        });
        facts.add(format!("{place}.(all)"), states.chain(others));
        for step in &lifecycle.transitions {
            let text = format!("by {} from {} states", step.operation, step.from.len());
            facts.add(format!("{place}.{}", step.to), [text]);
        }
        for situation in &lifecycle.situations {
            let answer = match &situation.response {
                SituationResponse::Error(error) => error_name(spec, error),
                SituationResponse::Success(success) => render_success(success),
            };
            facts.add(format!("situations.{}", situation.operation), [answer]);
        }
    }
}

fn render_success(success: &SituationSuccess) -> String {
    let object = |members| serde_json::Value::Object(members).to_string();
    let mut text = object(success.members.clone());
    if !success.absent.is_empty() {
        text = format!("{text} without {}", success.absent.join(", "));
    }
    for (word, members) in [("optional", &success.optional), ("anywhere", &success.anywhere)] {
        if !members.is_empty() {
            text = format!("{text} {word} {}", object(members.clone()));
        }
    }
    text.extend(success.found.iter().map(|name| format!(" found {name}")));
    if success.says.is_some() {
        text.push_str(" and words");
    }
    if let Some(event) = &success.event {
        let members = object(event.members.clone());
        text = format!("{text}, {}: {} {members}", event.channel, event.name);
    }
    text
}

/// Adds the facts of every type.
fn add_types(spec: &Spec, facts: &mut Facts) {
    for (name, named_type) in &spec.types {
        match &named_type.schema.shape {
            Shape::Object(object) => add_object(spec, name, (&named_type.schema, object), facts),
            Shape::Union(union) => {
                facts.add(format!("variants.{name}.(by)"), [union.discriminator.clone()]);
                for (value, variant) in &union.variants {
                    facts.add(format!("variants.{name}.{value}"), [variant.clone()]);
                }
            }
            _ => facts.add(format!("types.{name}"), [describe(&named_type.schema)]),
        }
        add_schema(spec, name, &named_type.schema, facts);
    }
}

fn add_object(spec: &Spec, name: &str, (schema, object): (&Schema, &Object), facts: &mut Facts) {
    facts.add(format!("fields.{name}.(whole)"), whole(schema, object));
    for (field, Property { schema, required }) in &object.properties {
        let presence = if *required { "required" } else { "optional" };
        facts.add(format!("fields.{name}.{field}"), [describe(schema), presence.to_owned()]);
    }
    for rule in &object.rules {
        let unless = rule.unless.iter().map(|unless| format!(" unless {unless}"));
        let scope = match rule.scope {
            RuleScope::AsSent => "as sent",
            RuleScope::AfterUpdate => "after the update",
        };
        let (requires, when, unless) = (&rule.requires, &rule.when, unless.collect::<String>());
        let text = format!("{requires} when {when}{unless}, judged {scope}");
        facts.add(format!("rules.{name}"), [text]);
    }
    add_effects(name, &object.effects, facts);
    add_refusals(spec, name, &object.refusals, facts);
}

/// Adds the effects that set a field.
fn add_effects(of: &str, effects: &[Effect], facts: &mut Facts) {
    for effect in effects {
        let EffectKind::Sets { when, unless, property, value } = &effect.kind else { continue };
        let unless = unless.iter().map(|unless| format!(" unless {unless}")).collect::<String>();
        facts.add(format!("sets.{of}.{property}"), [format!("{value} when {when}{unless}")]);
    }
}

/// Adds the circumstances in which a well-formed request is rejected.
fn add_refusals(spec: &Spec, of: &str, refusals: &[Refusal], facts: &mut Facts) {
    for refusal in refusals {
        let when = refusal.when.as_ref();
        let when = when.map_or("in words".to_owned(), |when| format!("when {when}"));
        let team = if refusal.team_state.is_some() { ", by the team" } else { "" };
        let place = format!("refusals.{of}.{}", error_name(spec, &refusal.error));
        facts.add(place, [format!("{when}{team}")]);
    }
}

/// Adds the facts of a schema and of all schemas within it, except for their kind.
fn add_schema(spec: &Spec, place: &str, schema: &Schema, facts: &mut Facts) {
    let limits = limits(schema);
    if !limits.is_empty() {
        let default = schema.default.iter().map(|default| format!("default {}", plain(default)));
        facts.add(format!("limits.{place}"), std::iter::once(limits).chain(default));
    }
    if !schema.examples.is_empty() {
        facts.add(format!("examples.{place}"), schema.examples.iter().map(prose::plain));
    }
    if let Some(error) = &schema.error {
        facts.add(format!("errorOf.{place}"), [error_name(spec, error)]);
    }
    if let Some(words) = schema.words() {
        facts.add(format!("values.{place}"), words.iter().cloned());
    }
    for (step, child) in schema.children() {
        let place = match step {
            Step::Item => format!("{place}.items"),
            Step::Position(index) => format!("{place}.items.{index}"),
            Step::Entry => format!("{place}.values"),
            Step::Property(name, _) => format!("{place}.{name}"),
            Step::Alternative(index, _) => format!("{place}.{index}"),
            Step::Variant(..) => continue,
        };
        add_schema(spec, &place, child, facts);
    }
}

/// Returns kind, limits and default on one line: `integer 1000 to 300000, default 60000`.
fn describe(schema: &Schema) -> String {
    let mut text = kind(schema);
    let limits = limits(schema);
    if !limits.is_empty() {
        text = format!("{text} {limits}");
    }
    if schema.nullable {
        text.push_str(" or null");
    }
    if schema.generated {
        text.push_str(", generated");
    }
    if let Some(default) = &schema.default {
        text = format!("{text}, default {}", plain(default));
    }
    if schema.default_description.is_some() {
        text.push_str(", default in words");
    }
    text
}

fn kind(schema: &Schema) -> String {
    let name = match &schema.shape {
        Shape::Any => "any".to_owned(),
        Shape::Boolean | Shape::Integer | Shape::Number | Shape::String => {
            let json_type = schema.shape.json_type().map_or("", JsonType::name);
            match (schema.constant(), schema.format()) {
                (Some(value), _) => plain(value),
                (None, Some(format)) => format!("{json_type} {}", format.name()),
                (None, None) => json_type.to_owned(),
            }
        }
        Shape::Enum(_) => "enum".to_owned(),
        Shape::Array { items, .. } => format!("[{}]", describe(items)),
        Shape::Tuple(items) => {
            format!("({})", items.iter().map(describe).collect::<Vec<_>>().join(", "))
        }
        Shape::Map(values) => format!("{{{}}}", describe(values)),
        Shape::Object(_) => "object".to_owned(),
        Shape::Union(_) => "union".to_owned(),
        Shape::OneOf(alternatives) => {
            alternatives.iter().map(describe).collect::<Vec<_>>().join(" / ")
        }
        Shape::Ref(name) => name.clone(),
    };
    match schema.unit {
        Some(unit) => format!("{name} of {}", unit.name()),
        None => name,
    }
}

/// Returns the limits of a value: `1 to 256 characters`, `at most 25 items`.
fn limits(schema: &Schema) -> String {
    match schema.shape {
        Shape::Object(_) => String::new(),
        _ => constraints(schema).join(""),
    }
}

/// Describes the constraints of an object as a whole.
fn whole(schema: &Schema, object: &Object) -> Vec<String> {
    let none = object.properties.is_empty().then(|| "no properties".to_owned());
    none.into_iter().chain(constraints(schema)).collect()
}

/// Describes the keywords. A number that is limited on both sides has a range.
fn constraints(schema: &Schema) -> Vec<String> {
    let mut all = schema.all_constraints();
    all.sort_by_key(|constraint| match constraint.keyword {
        Keyword::AdditionalProperties => 3,
        Keyword::Pattern => 2,
        _ => 1,
    });
    let mut text = Vec::new();
    for constraint in &all {
        let opposite =
            all.iter().find(|other| Some(other.keyword) == constraint.keyword.opposite());
        let many = constraint
            .keyword
            .counted_unit()
            .map(|of| format!(" {}", of.plural()))
            .unwrap_or_default();
        let (side, limit) = (constraint.keyword.side(), &constraint.operand);
        match constraint.keyword {
            Keyword::Const | Keyword::Format => {}
            Keyword::Pattern => text.push(format!("matching {limit}").replace('`', "")),
            Keyword::MinimumInterval => text.push(format!("at least {limit} seconds apart")),
            _ => match (side, opposite) {
                (Some(Side::Minimum), Some(upper)) => {
                    text.push(format!("{limit} to {}{many}", upper.operand));
                }
                (Some(Side::Maximum), Some(_)) => {}
                (Some(Side::Minimum), None) => text.push(format!("at least {limit}{many}")),
                (Some(Side::Maximum), None) => text.push(format!("at most {limit}{many}")),
                (None, _) => text.push(constraint.sentence().replace('`', "")),
            },
        }
    }
    text
}

/// Returns a value as a string; `5.0` becomes `5`.
fn plain(value: &Value) -> String {
    match value.as_f64() {
        Some(number) => number.to_string(),
        None => value.to_string(),
    }
}
