//! Mutants of responses.
//!
//! In a success, a value is missing, renamed, null, of another type, or outside of its format or limits; or the
//! whole response is wrong. In an error, a property of the body is wrong. A few error rows, which represent the
//! others, also have wrong whole responses.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value, json};
use webdata_spec::model::{
    Additional, ClauseId, ErrorRow, ErrorText, JsonType, Keyword, Object, Operation,
    ResourceEffect, Schema, Shape, StringFormat,
};
use webdata_spec::prose::capitalized;
use webdata_spec::{Spec, kebab};

use super::super::constraints;
use super::super::objects::other_value;
use super::{DifferenceBuilder, Place, ValueChange, first_of_each, places, stores_given};
use crate::differences::{
    Conversion, Pattern, Reach, ResponseKind, ResponseOverride, Segment, ValueClass, ValuePath,
};
use crate::exchange::error_body;

/// The properties of an error body that a row fills.
const TEXT: &str = "error";
const CODE: &str = "code";

pub(super) fn successes(builder: &mut DifferenceBuilder<'_>, operation: &Operation) {
    whole_response(builder, operation);
    types_at_any_depth(builder, operation);
    let Some(schema) = operation.response_type().and_then(|name| builder.spec.schema(name)) else {
        return;
    };
    // A type is mutated at the first place that reaches it.
    for place in first_of_each(own_places(builder, operation, schema)) {
        ResponsePlace { builder, operation, place: &place, is_anywhere: false }.derive();
    }
    identity(builder, operation);
}

/// Adds the mutants of types at any depth of a response: those that situations look for, and those of the events
/// that it lists.
fn types_at_any_depth(builder: &mut DifferenceBuilder<'_>, operation: &Operation) {
    let channels = builder.spec.channels.values();
    let listed = channels.filter(|channel| channel.operation.as_ref() == Some(&operation.id));
    let events = listed.flat_map(|channel| channel.events.values());
    let carried = events.filter_map(|event| event.carries.as_deref());
    let names: Vec<&str> = operation.found_types().chain(carried).collect();
    for schema in names.into_iter().filter_map(|name| builder.spec.schema(name)).collect::<Vec<_>>()
    {
        // A type is recognized by its properties, so the type itself has no mutants.
        for place in places(builder.spec, schema).iter().filter(|place| !place.path.0.is_empty()) {
            ResponsePlace { builder, operation, place, is_anywhere: true }.derive();
        }
    }
}

/// Returns the places of a response, without those within a property of a resource that an earlier operation
/// also returns. Those places are the same for all operations, unless a server produces them twice.
fn own_places<'s>(
    builder: &DifferenceBuilder<'s>,
    operation: &Operation,
    schema: &'s Schema,
) -> Vec<Place<'s>> {
    let mut all_places = places(builder.spec, schema);
    let Some(resource) = &operation.resource else { return all_places };
    let mut all = builder.spec.operations.values();
    let first = all.find(|other| {
        let returned = other.resource.as_ref();
        returned.is_some_and(|returned| returned.type_name == resource.type_name)
            && other.response_type().is_some()
    });
    if first.is_some_and(|first| first.id != operation.id) {
        let deepest = 1 + usize::from(resource.returned_in.is_some());
        let is_member = |step: &&Segment| matches!(step, Segment::Member(_));
        all_places.retain(|place| place.path.0.iter().filter(is_member).count() <= deepest);
    }
    all_places
}

struct ResponsePlace<'f, 's, 'p> {
    builder: &'f mut DifferenceBuilder<'s>,
    operation: &'p Operation,
    place: &'p Place<'s>,
    /// Whether the place is within an object at any depth of the response.
    is_anywhere: bool,
}

impl ResponsePlace<'_, '_, '_> {
    fn derive(mut self) {
        let place = self.place;
        // A place that is not a property cannot be missing.
        if place.required.is_some() {
            self.absent();
        }
        if !place.is_alternative {
            self.mistyped();
        }
        self.out_of_limits();
    }

    /// Adds a mutant of the place. The suffix of a nested place contains its path.
    fn add(&mut self, clause: &ClauseId, suffix: &str, description: &str, change: ValueChange) {
        let Place { name, suffix: at, .. } = self.place;
        let description = format!("In responses to {} `{name}` {description}", self.operation.id);
        let suffix = format!("answers-{suffix}-{at}");
        let reach = if self.is_anywhere { Reach::Anywhere } else { Reach::Here };
        let change = ValueChange { reach, ..change };
        self.builder.returns(clause, suffix, description, ResponseKind::Success, change);
    }

    /// Returns a change of the values here.
    fn changed(&self, to: Conversion) -> ValueChange {
        ValueChange::new(&self.place.path, to)
    }

    fn replaced(&self, value: Value) -> ValueChange {
        ValueChange::replaced(&self.place.path, value)
    }

    /// Returns the clause by which the value must be present: the property is required, or a given value is
    /// returned.
    fn presence(&self) -> Option<ClauseId> {
        if self.place.required == Some(true) {
            return Some(self.place.property.clause.child("required"));
        }
        let resource = self.operation.resource.as_ref()?;
        let stores = stores_given(self.operation)?;
        match &self.place.path.0[..] {
            [Segment::Member(outer), Segment::Member(property), ..]
                if Some(outer) == resource.returned_in.as_ref() =>
            {
                Some(stores.clause.child(property))
            }
            _ => None,
        }
    }

    fn absent(&mut self) {
        let Some(clause) = self.presence() else { return };
        self.add(&clause, "without", "is missing.", self.changed(Conversion::Absent));
        if let (Some((Segment::Member(name), owner)), 1..=2) =
            (self.place.path.0.split_last(), self.place.path.0.len())
        {
            let (owner, other) = (ValuePath(owner.to_vec()), renamed(name));
            let description = format!("is called `{other}`.");
            let change = ValueChange::new(&owner, Conversion::Renamed(name.clone(), other));
            self.add(&clause, "renamed", &description, change);
        }
        // Cases compare the response to several changes only with these changes.
        let stored = self.builder.spec.stored_properties(self.operation);
        let last = self.place.name.rsplit('.').next().unwrap_or_default();
        let is_compared = !self.operation.is_bulk() || stored.contains(&last);
        // The contract does not state what an action returns.
        let effect = self.operation.resource_effect();
        let is_stated = effect.is_some_and(|effect| effect != ResourceEffect::Uses);
        let is_compared = is_compared && is_stated && !self.is_anywhere;
        if is_compared && self.place.schema.items().is_some() {
            let change = self.changed(Conversion::WithoutLast);
            self.add(&clause, "without-last-item", "lacks its last item.", change);
        }
    }

    fn mistyped(&mut self) {
        let place = self.place;
        let clause = place.clause("type");
        let Some(other) = mistyped(&place.schema.shape) else { return };
        let description = format!("is {other}.");
        self.add(&clause, "mistyped", &description, self.replaced(other));
        if !place.is_nullable() {
            self.add(&clause, "null", "is null.", self.replaced(Value::Null));
        }
    }

    fn out_of_limits(&mut self) {
        let place = self.place;
        for (word, suffix, other) in out_of_limits(place) {
            let clause = place.clause(word);
            let description = match other.to_string() {
                long if long.len() > 60 => "is outside of its limits.".to_owned(),
                short => format!("is {short}."),
            };
            self.add(&clause, suffix, &description, self.replaced(other));
        }
        if let Some(object) = place.schema.object()
            && object.additional == Additional::Forbidden
        {
            let clause = place.clause("additionalProperties");
            let unlisted = Map::from_iter([("unlisted".to_owned(), json!(true))]);
            let change = self.changed(Conversion::Members(unlisted));
            self.add(&clause, "with-unlisted-in", "has a property `unlisted`.", change);
        }
    }
}

/// Returns a name in another naming convention: `releaseDate` is `release_date`, `name` is `Name`.
fn renamed(name: &str) -> String {
    let other = kebab(name).replace('-', "_");
    if other == name { capitalized(name) } else { other }
}

/// Returns a value of another JSON type that a careless client would still read.
fn mistyped(shape: &Shape) -> Option<Value> {
    Some(match shape.json_type()? {
        JsonType::Boolean => json!("true"),
        JsonType::Integer | JsonType::Number => json!("7"),
        JsonType::String => json!(7),
        JsonType::Array => json!({}),
        JsonType::Object => json!([]),
    })
}

/// Returns values of the right type that break another keyword, each with the keyword and the suffix in
/// identities.
fn out_of_limits(place: &Place<'_>) -> Vec<(&'static str, &'static str, Value)> {
    let schema = place.schema;
    let constraints = schema.constraints.iter();
    let mut wrong_values: Vec<_> =
        constraints.filter_map(|constraint| constraints::broken(schema, constraint)).collect();
    match &schema.shape {
        Shape::Enum(_) => wrong_values.push(("enum", "unlisted", json!("no-such-value"))),
        Shape::Integer => {
            let whole = schema.number(Keyword::Minimum).unwrap_or(7.0);
            wrong_values.push(("type", "with-fraction", json!(whole + 0.5)));
        }
        Shape::Union(union) => {
            let other = json!({ &union.discriminator: "no-such-variant" });
            wrong_values.push(("discriminator", "unknown-variant", other));
        }
        _ => {}
    }
    wrong_values
}

fn whole_response(builder: &mut DifferenceBuilder<'_>, operation: &Operation) {
    let (id, spec) = (&operation.id, builder.spec);
    let media_type = ClauseId::new("service.mediaType");
    // If the contract shows no body, any body is correct.
    if operation.response.is_none() && operation.stored_resource().is_none() {
        return;
    }
    let is_empty = operation.response.as_ref().is_some_and(|response| response.type_name.is_none());
    let mut add = |clause: &ClauseId, suffix: &str, description: &str, change: ResponseOverride| {
        // A status code without a body leaves nothing else to change.
        if is_empty && change.status.is_none() {
            return;
        }
        let description = format!("Responses to {id} {description}");
        builder.responds(clause, suffix, description, ResponseKind::Success, change);
    };
    add(&media_type, "answers-as-html", "have the media type of HTML.", as_html());
    add(&media_type, "answers-without-content-type", "have no media type.", without_type());
    let page = text("<html><body>OK</body></html>");
    add(&media_type, "answers-with-page", "are web pages.", page);
    let cut = ResponseOverride { cut: true, ..ResponseOverride::default() };
    add(&media_type, "answers-truncated", "end in the middle.", cut);
    add(&media_type, "answers-with-nothing", "have no body.", text(""));
    let stated = operation.response.as_ref().map(|_| operation.clause().child("response"));
    let Some(response) = stated.or_else(|| {
        let has_path = operation.endpoint.is_some();
        has_path.then(|| operation.clause().child("path"))
    }) else {
        return;
    };
    let status = ResponseOverride { status: Some(500), ..ResponseOverride::default() };
    add(&response, "answers-500", "that are a success have the status code 500.", status);
    if operation.response.is_none() {
        return;
    }
    let error = error_body(spec, "Internal Server Error").to_string();
    let description = "that are a success have the body of an error.";
    add(&response, "answers-with-error-body", description, text(&error));
    add(&response, "answers-with-list", "are an empty list.", text("[]"));
}

/// Returns a response with another text.
fn text(text: &str) -> ResponseOverride {
    ResponseOverride { body: Some(text.to_owned()), ..ResponseOverride::default() }
}

/// Returns a response with the media type of HTML.
fn as_html() -> ResponseOverride {
    let headers = vec![("content-type".to_owned(), "text/html".to_owned())];
    ResponseOverride { headers, ..ResponseOverride::default() }
}

/// Returns a response without a media type.
fn without_type() -> ResponseOverride {
    let without_headers = vec!["content-type".to_owned()];
    ResponseOverride { without_headers, ..ResponseOverride::default() }
}

/// Adds mutants that return a new identity, generated value or unchangeable time in each response.
fn identity(builder: &mut DifferenceBuilder<'_>, operation: &Operation) {
    let (Some(resource), Some(response)) = (&operation.resource, &operation.response) else {
        return;
    };
    let Some(schema) = response.type_name.as_ref().and_then(|name| builder.spec.schema(name))
    else {
        return;
    };
    let clause = operation.clause().child("response");
    for place in own_places(builder, operation, schema) {
        if place.schema.kept.is_some() && place.schema.format() == Some(StringFormat::DateTime) {
            let description =
                format!("`{}` is another one in each response to {}.", place.name, operation.id);
            let change = ValueChange::new(&place.path, Conversion::FreshTime);
            let (clause, suffix) = (place.clause("kept"), format!("answers-new-{}", place.suffix));
            builder.returns(&clause, suffix, description, ResponseKind::Success, change);
        }
        let outer = resource.returned_in.iter().map(|name| format!("{name}."));
        let is_own = place.name == format!("{}{}", outer.collect::<String>(), resource.identity);
        if !is_own && !place.schema.generated {
            continue;
        }
        let clause = if is_own { clause.clone() } else { place.clause("generated") };
        let description =
            format!("`{}` is another one in each response to {}.", place.name, operation.id);
        let change = ValueChange::new(&place.path, Conversion::FreshUuid);
        let suffix = format!("answers-new-{}", place.suffix);
        builder.returns(&clause, suffix, description, ResponseKind::Success, change);
    }
}

/// Adds the mutants of nullable properties of successes: they are wrong only where null is correct, or only
/// elsewhere.
pub(super) fn nullables(builder: &mut DifferenceBuilder<'_>, operation: &Operation) {
    let schema = operation.response_type().and_then(|name| builder.spec.schema(name));
    // A bulk response has its resources in a list, and a server may omit the properties beside the list.
    let is_single = operation.stored_resource().is_some() && !operation.is_bulk();
    let Some(schema) = schema.filter(|_| is_single) else { return };
    for place in places(builder.spec, schema) {
        if !place.is_nullable() || place.in_list {
            continue;
        }
        let mut add = |word: &str, suffix: &str, description: &str, is: ValueClass, to| {
            let clause = match word {
                "nullable" => place.property.clause.child(word),
                _ => place.clause(word),
            };
            let description =
                format!("In responses to {} `{}` {description}", operation.id, place.name);
            let suffix = format!("answers-{suffix}-{}", place.suffix);
            let change = ValueChange { is: Some(is), ..ValueChange::new(&place.path, to) };
            builder.returns(&clause, suffix, description, ResponseKind::Success, change);
        };
        let (null, other) = (ValueClass::Null, ValueClass::NotNull);
        if let Some(value) = mistyped(&place.schema.shape) {
            let description = "is of another type unless null.";
            add("type", "mistyped-unless-null", description, other, Conversion::Value(value));
        }
        let no = Conversion::Value(json!(false));
        add("nullable", "false-for-null", "is false where it is null.", null, no);
        match (&place.schema.shape, place.schema.format()) {
            (Shape::String, Some(format)) => {
                let empty = Conversion::Value(json!(""));
                add("format", "empty-for-null", "is \"\" where it is null.", null, empty);
                let word = Conversion::Value(json!("soon"));
                add("format", "unformatted-unless-null", "is a word unless null.", other, word);
                if format == StringFormat::DateTime {
                    let pattern = Pattern::new("^(.{10})T(.{8}).*$");
                    let to = Conversion::Substituted(pattern, "$1 $2".to_owned());
                    let description = "has the format of a database.";
                    add("format", "without-offset", description, other, to);
                }
            }
            (Shape::Integer, _) => {
                let fraction = Conversion::Value(json!(7.5));
                let description = "has a fraction unless null.";
                add("type", "fraction-unless-null", description, other, fraction);
            }
            _ => {}
        }
    }
}

pub(super) fn errors(builder: &mut DifferenceBuilder<'_>) {
    let spec = builder.spec;
    let thorough = representatives(spec);
    let bodies = bodies(spec);
    for row in spec.errors.values() {
        let body = bodies.get(row.id.as_str()).copied();
        let body = spec.object(body.unwrap_or(&spec.service.error_body));
        envelope(builder, row, body);
        let change = ResponseOverride { status: Some(200), ..ResponseOverride::default() };
        let clause = row.clause("status");
        add_for_row(builder, row, (&clause, "answers-200"), "have the status code 200.", change);
        if thorough.contains(row.id.as_str()) {
            whole_error(builder, row, body);
        }
        retry(builder, row);
    }
}

/// Returns the rows that represent the others: for invalid bodies, wrong keys, unknown resources and unknown paths.
fn representatives(spec: &Spec) -> HashSet<&str> {
    let keys =
        spec.service.authentication.values().map(|authentication| authentication.rejected.as_str());
    let service = [&spec.service.validation_failure, &spec.service.unknown_path];
    let resources = spec.operations.values().filter_map(|operation| operation.resource.as_ref());
    let unknown = resources.filter_map(|resource| resource.unknown.as_deref());
    service.into_iter().map(String::as_str).chain(keys).chain(unknown).collect()
}

/// Returns the type of the body of each error: the default error body, if an operation with it has the row.
fn bodies(spec: &Spec) -> HashMap<&str, &str> {
    let usual = spec.service.error_body.as_str();
    let mut bodies = HashMap::new();
    for operation in spec.operations.values() {
        for row in spec.operation_errors(operation) {
            let body = bodies.entry(row.id.as_str()).or_insert(operation.error_body.as_str());
            if operation.error_body == usual {
                *body = usual;
            }
        }
    }
    bodies
}

/// Adds a mutant whose responses of an error row are changed as a whole.
fn add_for_row(
    builder: &mut DifferenceBuilder<'_>,
    row: &ErrorRow,
    (clause, suffix): (&ClauseId, &str),
    description: &str,
    change: ResponseOverride,
) {
    let description = format!("Responses with {} {description}", row.id);
    let (suffix, of) = (format!("{suffix}-of-{}", row.id), ResponseKind::Row(row.id.clone()));
    builder.responds(clause, suffix, description, of, change);
}

/// Adds a mutant whose responses of an error row have another value.
fn change_for_row(
    builder: &mut DifferenceBuilder<'_>,
    row: &ErrorRow,
    (clause, suffix): (&ClauseId, &str),
    description: &str,
    change: ValueChange,
) {
    let description = format!("Responses with {} {description}", row.id);
    let (suffix, of) = (format!("{suffix}-of-{}", row.id), ResponseKind::Row(row.id.clone()));
    builder.returns(clause, suffix, description, of, change);
}

/// Adds the mutants of the properties that every error has.
fn envelope(builder: &mut DifferenceBuilder<'_>, row: &ErrorRow, body: Option<&Object>) {
    let Some(object) = body else { return };
    for (name, property) in &object.properties {
        let path = ValuePath::default().member(name);
        let clause_of = |word: &str| property.schema.clause.child(word);
        let mut change = |word: &str, suffix: &str, description: &str, change: ValueChange| {
            let suffix = format!("{}-{suffix}", kebab(name));
            change_for_row(builder, row, (&clause_of(word), &suffix), description, change);
        };
        let replaced = |value| ValueChange::replaced(&path, value);
        if property.required {
            let dropped = ValueChange::new(&path, Conversion::Absent);
            change("required", "left-out", &format!("lack `{name}`."), dropped);
        }
        if let Some(other) = property.schema.constant().and_then(other_value) {
            let description = format!("have `{name}` {other}.");
            change("const", "inverted", &description, replaced(other));
        }
        // The code of a row without one may have any value.
        let is_there = property.required || (name == CODE && row.code.is_some());
        if let Some(other) = mistyped(&property.schema.shape).filter(|_| is_there) {
            let description = format!("have {other} for `{name}`.");
            change("type", "mistyped", &description, replaced(other));
            let description = format!("have null for `{name}`.");
            change("type", "null", &description, replaced(Value::Null));
        }
    }
    if row.code.is_some() {
        let code = ValuePath::default().member(CODE);
        let dropped = ValueChange::new(&code, Conversion::Absent);
        let clause = row.clause(CODE);
        change_for_row(builder, row, (&clause, "code-left-out"), "lack `code`.", dropped);
    }
    if let ErrorText::Exact(text) = &row.text {
        let nested = json!({ "message": text });
        let path = ValuePath::default().member(TEXT);
        let nested = ValueChange::replaced(&path, nested);
        let clause = row.clause(TEXT);
        change_for_row(
            builder,
            row,
            (&clause, "text-nested"),
            "have the text in an object.",
            nested,
        );
    }
}

fn whole_error(builder: &mut DifferenceBuilder<'_>, row: &ErrorRow, body: Option<&Object>) {
    let media_type = ClauseId::new("service.mediaType");
    let page = format!("<html><body><h1>{}</h1></body></html>", row.status);
    let cut = ResponseOverride { cut: true, ..ResponseOverride::default() };
    let changes = [
        ("html", "have the media type of HTML.", as_html()),
        ("no-content-type", "have no media type.", without_type()),
        ("page", "are web pages.", text(&page)),
        ("plain-text", "are plain text.", text(&row.cause)),
        ("truncated", "end in the middle.", cut),
        ("nothing", "have no body.", text("")),
    ];
    for (suffix, description, change) in changes {
        add_for_row(builder, row, (&media_type, suffix), description, change);
    }
    let Some(object) = body else { return };
    for (name, property) in &object.properties {
        let Some(other) = property.schema.constant().and_then(other_value) else { continue };
        let clause = property.schema.clause.child("const");
        let twice = format!("{}:{other}", Value::from(name.as_str()));
        let (last, first) = (twice.clone(), twice);
        let changes = [
            (
                "twice-then-other",
                ResponseOverride { appended: last, ..ResponseOverride::default() },
            ),
            (
                "twice-first-other",
                ResponseOverride { prepended: first, ..ResponseOverride::default() },
            ),
        ];
        for (suffix, change) in changes {
            let description = format!("have `{name}` twice, once as {other}.");
            let suffix = format!("{}-{suffix}", kebab(name));
            add_for_row(builder, row, (&clause, &suffix), &description, change);
        }
    }
}

/// Adds the mutants of the header that says when to retry.
fn retry(builder: &mut DifferenceBuilder<'_>, row: &ErrorRow) {
    let retry = builder.spec.service.retry.as_ref();
    let Some(retry) = retry.filter(|retry| retry.header_status == row.status) else { return };
    let clause = ClauseId::new("service.retry.header");
    let header = retry.header.clone();
    let values = [
        ("as-date", "Wed, 21 Oct 2026 07:28:00 GMT"),
        ("as-fraction", "1.5"),
        ("with-unit", "30s"),
        ("negative", "-1"),
        ("empty", ""),
    ];
    for (suffix, value) in values {
        let headers = vec![(header.clone(), value.to_owned())];
        let change = ResponseOverride { headers, ..ResponseOverride::default() };
        let description = format!("have `{value}` in {header}.");
        add_for_row(builder, row, (&clause, &format!("header-{suffix}")), &description, change);
    }
}
