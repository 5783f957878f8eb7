//! Mutants of successful responses: each place is missing, renamed, null, of another type, or outside of its
//! format or limits; or the whole response is wrong.

use std::collections::HashSet;

use serde_json::{Value, json};
use webdata_reference::Fault;
use webdata_reference::faults::{
    ResponseChange, ResponseFault, ResponseFilter, Segment, ValueChange,
};
use webdata_spec::model::{
    Additional, ClauseId, EffectKind, JsonType, Keyword, Operation, Schema, Shape,
};

use super::super::keywords;
use super::builder::FaultBuilder;
use super::places::{Place, places};
use webdata_spec::kebab;

pub(super) fn derive(faults: &mut FaultBuilder<'_>, operation: &Operation) {
    whole_response(faults, operation);
    types_at_any_depth(faults, operation);
    let Some(schema) = operation.response_type().and_then(|name| faults.spec.schema(name)) else {
        return;
    };
    let mut seen = HashSet::new();
    for place in own_places(faults, operation, schema) {
        // A type is mutated at the first place that reaches it.
        if seen.insert((place.schema.clause.clone(), place.property.clause.clone())) {
            ResponsePlace { faults, operation, place: &place, is_anywhere: false }.derive();
        }
    }
    identity(faults, operation);
}

/// Adds the mutants of types at any depth of a response: those that situations look for, and those of the
/// events in a list.
fn types_at_any_depth(faults: &mut FaultBuilder<'_>, operation: &Operation) {
    let channels = faults.spec.channels.values();
    let listed = channels.filter(|channel| channel.operation.as_ref() == Some(&operation.id));
    let events = listed.flat_map(|channel| channel.events.values());
    let carried = events.filter_map(|event| event.carries.as_deref());
    let names: Vec<&str> = operation.found_types().chain(carried).collect();
    for schema in names.into_iter().filter_map(|name| faults.spec.schema(name)).collect::<Vec<_>>()
    {
        // A type is recognized by its properties, so the type itself has no mutants.
        for place in places(faults.spec, schema).iter().filter(|place| !place.path.0.is_empty()) {
            ResponsePlace { faults, operation, place, is_anywhere: true }.derive();
        }
    }
}

/// Returns the places of a response, without those within a property of a resource that an earlier operation
/// also returns. Those places are the same for all operations, unless a server produces them twice.
fn own_places<'s>(
    faults: &FaultBuilder<'s>,
    operation: &Operation,
    schema: &'s Schema,
) -> Vec<Place<'s>> {
    let mut all_places = places(faults.spec, schema);
    let Some(resource) = &operation.resource else { return all_places };
    let mut all = faults.spec.operations.values();
    let first = all.find(|other| {
        let of = other.resource.as_ref().is_some_and(|of| of.type_name == resource.type_name);
        of && other.response_type().is_some()
    });
    if first.is_some_and(|first| first.id != operation.id) {
        let deepest = 1 + usize::from(resource.returned_in.is_some());
        let is_member = |step: &&Segment| matches!(step, Segment::Member(_));
        all_places.retain(|place| place.path.0.iter().filter(is_member).count() <= deepest);
    }
    all_places
}

/// A place of a response.
struct ResponsePlace<'f, 's, 'p> {
    faults: &'f mut FaultBuilder<'s>,
    operation: &'p Operation,
    place: &'p Place<'s>,
    /// Whether the place is within an object at any depth of the response.
    is_anywhere: bool,
}

impl ResponsePlace<'_, '_, '_> {
    fn derive(mut self) {
        let place = self.place;
        // Variants of a union and alternatives are at the same place as the union.
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
        let Place { name, path, suffix: at, .. } = self.place;
        let description = format!("In responses to {} `{name}` {description}", self.operation.id);
        let suffix = format!("answers-{suffix}-{at}");
        let change = match self.is_anywhere {
            true => ResponseChange::Anywhere(path.clone(), change),
            false => ResponseChange::Body(path.clone(), change),
        };
        let operation = Some(self.operation.id.clone());
        let fault =
            Fault::Response(ResponseFault { operation, on: ResponseFilter::Success, change });
        self.faults.add(Some(self.operation), clause, &suffix, description, fault);
    }

    /// Returns the clause by which the value must be present: the property is required, or a given value is
    /// returned.
    fn presence(&self) -> Option<ClauseId> {
        if self.place.required == Some(true) {
            return Some(self.place.property.clause.child("required"));
        }
        let resource = self.operation.resource.as_ref()?;
        let mut effects = self.operation.effects.iter();
        let stores = effects.find(|effect| effect.kind == EffectKind::StoresGiven)?;
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
        self.add(&clause, "without", "is missing.", ValueChange::Dropped);
        if let (Some(Segment::Member(name)), 1..=2) =
            (self.place.path.0.last(), self.place.path.0.len())
        {
            let other = renamed(name);
            let description = format!("is called `{other}`.");
            self.add(&clause, "renamed", &description, ValueChange::Renamed(other));
        }
        // The response to several changes is compared with those changes.
        let stored = self.faults.spec.stored_properties(self.operation);
        let last = self.place.name.rsplit('.').next().unwrap_or_default();
        let is_compared = !self.operation.is_bulk() || stored.contains(&last);
        let is_compared = is_compared && !self.is_anywhere;
        if is_compared && self.place.schema.items().is_some() {
            let change = ValueChange::LastItemDropped;
            self.add(&clause, "without-last-item", "lacks its last item.", change);
        }
    }

    fn mistyped(&mut self) {
        let place = self.place;
        let clause = place.clause("type");
        let Some(other) = mistyped(&place.schema.shape) else { return };
        let description = format!("is {other}.");
        self.add(&clause, "mistyped", &description, ValueChange::Replaced(other));
        if !place.is_nullable() {
            self.add(&clause, "null", "is null.", ValueChange::Replaced(Value::Null));
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
            self.add(&clause, suffix, &description, ValueChange::Replaced(other));
        }
        if let Some(object) = place.schema.object()
            && object.additional == Additional::Forbidden
        {
            let clause = place.clause("additionalProperties");
            let change = ValueChange::Added("unlisted".to_owned(), json!(true));
            self.add(&clause, "with-unlisted-in", "has a property `unlisted`.", change);
        }
    }
}

/// Returns a name in another naming convention: `createdAt` is `created_at`, `name` is `Name`.
fn renamed(name: &str) -> String {
    let other = kebab(name).replace('-', "_");
    if other != name {
        return other;
    }
    let mut characters = name.chars();
    let first = characters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(characters).collect()
}

/// Returns a value of another JSON type that a careless client would still read.
pub(super) fn mistyped(shape: &Shape) -> Option<Value> {
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
        constraints.filter_map(|constraint| keywords::broken(schema, constraint)).collect();
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

/// Adds the mutants of the whole response.
fn whole_response(faults: &mut FaultBuilder<'_>, operation: &Operation) {
    let id = &operation.id;
    let media_type = ClauseId::new("service.mediaType");
    // If the contract shows no body, any body is correct.
    if operation.response.is_none() && operation.resource.is_none() {
        return;
    }
    let is_empty = operation.response.as_ref().is_some_and(|response| response.type_name.is_none());
    let mut add = |clause: &ClauseId, suffix: &str, description: &str, change: ResponseChange| {
        // A status code without a body leaves nothing else to change.
        if is_empty && !matches!(change, ResponseChange::Status(_)) {
            return;
        }
        let description = format!("Responses to {id} {description}");
        let (operation_id, on) = (Some(id.clone()), ResponseFilter::Success);
        let fault = Fault::Response(ResponseFault { operation: operation_id, on, change });
        faults.add(Some(operation), clause, suffix, description, fault);
    };
    let html = ResponseChange::Header("content-type".to_owned(), Some("text/html".to_owned()));
    add(&media_type, "answers-as-html", "have the media type of HTML.", html);
    let none = ResponseChange::Header("content-type".to_owned(), None);
    add(&media_type, "answers-without-content-type", "have no media type.", none);
    let page = ResponseChange::Text("<html><body>OK</body></html>".to_owned());
    add(&media_type, "answers-with-page", "are web pages.", page);
    add(&media_type, "answers-truncated", "end in the middle.", ResponseChange::Truncated);
    let empty = ResponseChange::Text(String::new());
    add(&media_type, "answers-with-nothing", "have no body.", empty);
    let stated = operation.response.as_ref().map(|_| operation.clause().child("response"));
    let Some(response) = stated.or_else(|| {
        let has_path = operation.endpoint.is_some();
        has_path.then(|| operation.clause().child("path"))
    }) else {
        return;
    };
    let status = ResponseChange::Status(500);
    add(&response, "answers-500", "that are a success have the status code 500.", status);
    if operation.response.is_none() {
        return;
    }
    let error = json!({ "success": false, "error": "Internal Server Error" }).to_string();
    let description = "that are a success have the body of an error.";
    add(&response, "answers-with-error-body", description, ResponseChange::Text(error));
    let inner = json!([]).to_string();
    add(&response, "answers-with-list", "are an empty list.", ResponseChange::Text(inner));
}

/// Adds mutants that return the identity of another resource, or a new one in each response.
fn identity(faults: &mut FaultBuilder<'_>, operation: &Operation) {
    let (Some(resource), Some(response)) = (&operation.resource, &operation.response) else {
        return;
    };
    let Some(schema) = response.type_name.as_ref().and_then(|name| faults.spec.schema(name)) else {
        return;
    };
    let clause = operation.clause().child("response");
    for place in own_places(faults, operation, schema) {
        let outer = resource.returned_in.iter().map(|name| format!("{name}."));
        let is_own = place.name == format!("{}{}", outer.collect::<String>(), resource.identity);
        if !is_own && !place.schema.generated {
            continue;
        }
        let clause = if is_own { clause.clone() } else { place.clause("generated") };
        let description =
            format!("`{}` is another one in each response to {}.", place.name, operation.id);
        let change = ResponseChange::Body(place.path.clone(), ValueChange::FreshUuid);
        let id = Some(operation.id.clone());
        let fault =
            Fault::Response(ResponseFault { operation: id, on: ResponseFilter::Success, change });
        let suffix = format!("answers-new-{}", place.suffix);
        faults.add(Some(operation), &clause, &suffix, description, fault);
    }
}
