//! The list of all clauses of a contract, each with what it says.

use std::collections::HashSet;

use crate::model::{
    Additional, Clause, ClauseId, EffectKind, Level, Object, Observation, Operation, Schema, Shape,
    Spec, StringFormat, Text, Union, Wording,
};

impl Spec {
    /// Every clause, in the order of the pages: types, operations, lifecycles, authentication,
    /// errors, retry rules, limits, gaps.
    #[must_use]
    pub fn clauses(&self) -> Vec<Clause> {
        let mut list = List { clauses: Vec::new(), discriminators: self.discriminators() };
        for found in self.types.values() {
            list.schema(&found.schema);
        }
        for operation in self.operations.values() {
            list.operation(operation, self);
        }
        for lifecycle in &self.lifecycles {
            for step in &lifecycle.moves {
                let says = format!(
                    "`{}` set by {} moves {} to {}",
                    lifecycle.property,
                    step.operation,
                    step.from.join(", "),
                    step.to
                );
                list.add(&step.clause, step.level, says, &step.source);
            }
        }
        list.service(self);
        list.clauses
    }

    /// The discriminators inside variants: what they must be is a clause of the union.
    fn discriminators(&self) -> HashSet<ClauseId> {
        let unions = self.types.values().filter_map(|found| match &found.schema.shape {
            Shape::Union(union) => Some(union),
            _ => None,
        });
        let inside = |union: &Union| {
            let name = union.discriminator.clone();
            let types = union.variants.values().cloned();
            types.map(move |type_name| ClauseId::new(type_name).child(&name)).collect::<Vec<_>>()
        };
        unions.flat_map(inside).collect()
    }
}

impl Spec {
    /// The properties that an operation stores: listed by its request and by its resource.
    #[must_use]
    pub fn stored_properties(&self, operation: &Operation) -> Vec<&str> {
        let object = |name: &str| match &self.types.get(name)?.schema.shape {
            Shape::Object(object) => Some(object),
            _ => None,
        };
        let request = operation.request.as_deref().and_then(object);
        let resource = operation.resource.as_ref().and_then(|r| object(&r.type_name));
        let (Some(request), Some(resource)) = (request, resource) else { return Vec::new() };
        let both = request.properties.keys().filter(|name| resource.properties.contains_key(*name));
        both.map(String::as_str).collect()
    }
}

struct List {
    clauses: Vec<Clause>,
    discriminators: HashSet<ClauseId>,
}

impl List {
    fn add(&mut self, id: &ClauseId, level: Level, says: impl Into<String>, source: &str) {
        let (says, source) = (says.into(), source.to_owned());
        self.clauses.push(Clause { id: id.clone(), level, says, source });
    }

    fn of(&mut self, schema: &Schema, word: &str, says: impl Into<String>) {
        self.add(&schema.clause.child(word), schema.level, says, &schema.source);
    }

    fn of_some<T>(&mut self, schema: &Schema, word: &str, limit: Option<T>, says: fn(T) -> String) {
        if let Some(limit) = limit {
            self.of(schema, word, says(limit));
        }
    }

    fn schema(&mut self, schema: &Schema) {
        if let Some(name) = schema.shape.json_type() {
            let or_null = if schema.nullable { " or null" } else { "" };
            self.of(schema, "type", format!("{name}{or_null}"));
        }
        if schema.nullable {
            self.of(schema, "nullable", "may be null");
        }
        if let Some(default) = &schema.default {
            self.of(schema, "default", format!("{default} when left out"));
        }
        if schema.generated {
            self.of(schema, "generated", "made by the service when left out, and then kept");
        }
        match &schema.shape {
            Shape::Any | Shape::Ref(_) => {}
            Shape::Boolean { constant } => {
                self.of_some(schema, "const", *constant, |value| format!("always {value}"));
            }
            Shape::Integer { minimum, maximum } => {
                self.of_some(schema, "minimum", *minimum, |limit| format!("at least {limit}"));
                self.of_some(schema, "maximum", *maximum, |limit| format!("at most {limit}"));
            }
            Shape::Number { minimum, maximum } => {
                self.of_some(schema, "minimum", *minimum, |limit| format!("at least {limit}"));
                self.of_some(schema, "maximum", *maximum, |limit| format!("at most {limit}"));
            }
            Shape::String(text) => self.text(schema, text),
            Shape::Enum(values) => {
                self.of(schema, "enum", format!("one of `{}`", values.join("`, `")));
            }
            Shape::Array { items, min_items, max_items } => {
                self.of_some(schema, "minItems", *min_items, |limit| {
                    format!("at least {}", counted(limit, "item", "items"))
                });
                self.of_some(schema, "maxItems", *max_items, |limit| {
                    format!("at most {}", counted(limit, "item", "items"))
                });
                self.schema(items);
            }
            Shape::Map(values) => self.schema(values),
            Shape::Object(object) => self.object(schema, object),
            Shape::Union(union) => {
                let values: Vec<&str> = union.variants.keys().map(String::as_str).collect();
                let says = format!("`{}` is one of `{}`", union.discriminator, values.join("`, `"));
                self.of(schema, "discriminator", says);
            }
        }
    }

    fn text(&mut self, schema: &Schema, text: &Text) {
        self.of_some(schema, "minLength", text.min_length, |n| {
            format!("at least {}", counted(n, "character", "characters"))
        });
        self.of_some(schema, "maxLength", text.max_length, |n| {
            format!("at most {}", counted(n, "character", "characters"))
        });
        self.of_some(schema, "pattern", text.pattern.as_ref(), |p| format!("matches `{p}`"));
        self.of_some(schema, "format", text.format, |format| {
            format!("of the format {}", format.name())
        });
        if let Some(StringFormat::Cron { minimum_interval: Some(interval) }) = text.format {
            let says = format!("runs at least {} seconds apart", interval.as_secs());
            self.of(schema, "minimumInterval", says);
        }
    }

    fn object(&mut self, schema: &Schema, object: &Object) {
        self.of_some(schema, "minProperties", object.min_properties, |limit| {
            format!("at least {}", counted(limit, "property", "properties"))
        });
        if object.additional == Additional::Forbidden {
            self.of(schema, "additionalProperties", "no other properties");
        }
        if !object.exactly_one.is_empty() {
            let says = format!("exactly one of `{}`", object.exactly_one.join("`, `"));
            self.of(schema, "exactlyOne", says);
        }
        for rule in &object.rules {
            self.add(&rule.clause, rule.level, rule.doc.as_str(), &rule.source);
        }
        for property in object.properties.values() {
            if self.discriminators.contains(&property.schema.clause) {
                continue;
            }
            if property.required {
                self.of(&property.schema, "required", "always present");
            }
            self.schema(&property.schema);
        }
    }

    fn operation(&mut self, operation: &Operation, spec: &Spec) {
        let of = |word: &str| operation.clause().child(word);
        let (level, source) = (operation.level, operation.source.as_str());
        let path = format!("{} {}{}", operation.method, spec.service.base_path, operation.path);
        self.add(&of("path"), level, path, source);
        if let Some(request) = &operation.request {
            self.add(&of("request"), level, format!("a body is required: {request}"), source);
        }
        let response = &operation.response;
        let says = format!("answers {} with {}", response.status, response.type_name);
        self.add(&of("response"), level, says, source);
        if let Some(resource) = &operation.resource {
            let says = format!("no such {}: {}", resource.type_name, resource.unknown);
            self.add(&of("unknown"), level, says, source);
        }
        for parameter in operation.parameters.values() {
            self.schema(&parameter.schema);
        }
        for effect in &operation.effects {
            self.add(&effect.clause, effect.level, effect.doc.as_str(), &effect.source);
            if effect.kind == EffectKind::StoresGiven {
                for name in spec.stored_properties(operation) {
                    let says = format!("`{name}` is stored and returned when it is given");
                    self.add(&effect.clause.child(name), effect.level, says, &effect.source);
                }
            }
        }
    }

    fn service(&mut self, spec: &Spec) {
        let says = format!("a path that no operation has: {}", spec.service.unknown_path);
        let row = spec.errors.get(&spec.service.unknown_path);
        let source = row.map_or(spec.service.source.as_str(), |row| row.source.as_str());
        self.add(&ClauseId::new("service.unknownPath"), Level::Must, says, source);
        let says = format!("bodies are of the media type {}", spec.service.media_type);
        self.add(&ClauseId::new("service.mediaType"), Level::Must, says, &spec.service.source);
        for scheme in spec.service.authentication.values() {
            for form in ["missing", "malformed", "revoked"] {
                let says = format!("a key that is {form} is refused: {}", scheme.rejected);
                self.add(&scheme.clause(form), scheme.level, says, &scheme.source);
            }
            let says = format!("a key without permission is refused: {}", scheme.forbidden);
            self.add(&scheme.clause("permission"), scheme.level, says, &scheme.source);
        }
        for row in spec.errors.values() {
            let says = format!("answered with status {}", row.status);
            self.add(&row.clause("status"), row.level, says, &row.source);
            let says = match row.wording {
                Wording::Exact => format!("the text is `{}`", row.text),
                Wording::Free => format!("the text is `{}` or a message of its own", row.text),
            };
            self.add(&row.clause("error"), row.level, says, &row.source);
            if let Some(code) = &row.code {
                self.add(
                    &row.clause("code"),
                    row.level,
                    format!("the code is `{code}`"),
                    &row.source,
                );
            }
        }
        if let Some(retry) = &spec.service.retry {
            let id = ClauseId::new("service.retry");
            let says = format!("retried at most {} times in all, with backoff", retry.attempts);
            self.add(&id, retry.level, says, &retry.source);
        }
        for limit in spec.limits.values() {
            let id = ClauseId::new(format!("limits.{}", limit.id));
            let says = format!("{} (exceeding it: {})", limit.doc, limit.error);
            self.add(&id, Level::Must, says, &limit.source);
        }
        for gap in spec.gaps.values() {
            let id = ClauseId::new(format!("gaps.{}", gap.id));
            let says = match &gap.observation {
                Observation::Probe(_) => gap.question.clone(),
                Observation::Unobservable(reason) => format!("{} ({reason})", gap.question),
            };
            self.add(&id, Level::Open, says, &gap.source);
        }
    }
}

impl Shape {
    /// The name of the JSON type, where the shape itself has one.
    #[must_use]
    pub fn json_type(&self) -> Option<&'static str> {
        match self {
            Self::Any | Self::Ref(_) => None,
            Self::Boolean { .. } => Some("boolean"),
            Self::Integer { .. } => Some("integer"),
            Self::Number { .. } => Some("number"),
            Self::String(_) | Self::Enum(_) => Some("string"),
            Self::Array { .. } => Some("array"),
            Self::Map(_) | Self::Object(_) | Self::Union(_) => Some("object"),
        }
    }
}

fn counted(number: u64, one: &str, many: &str) -> String {
    let unit = if number == 1 { one } else { many };
    format!("{number} {unit}")
}
