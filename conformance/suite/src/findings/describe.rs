//! Describes requests and responses by attributes. Passes and deviations are described by the same functions.

use std::collections::HashMap;

use serde_json::{Number, Value};
use webdata_cases::interpreter::Interpreter;
use webdata_cases::json;
use webdata_spec::Spec;
use webdata_spec::model::{
    ClauseId, ClauseRoot, Constraint, JsonType, Keyword, Object, Property, Schema, Shape,
};

use super::Judged;
use super::attribute::{Attribute, AttributeName};
use super::observation::Kind;
use super::subject::{Due, Subject, is_of_error, is_of_service, keyword, places_above};
use crate::judge::is_success;
use crate::outcome::{Exchange, RequestBody, ResponseRecord};

/// What the contract says about a schema and the property that has it.
#[derive(Debug, Clone, Copy)]
struct Facts<'s> {
    schema: &'s Schema,
    property: Option<(&'s str, &'s Property)>,
}

/// Knows what the contract says about what is sent and received.
#[derive(Debug)]
pub(super) struct Describer<'s> {
    pub(super) spec: &'s Spec,
    facts: HashMap<&'s str, Facts<'s>>,
    /// The schemas of properties, by the clause of their type and by their name.
    properties: HashMap<(&'s str, &'s str), &'s Schema>,
}

impl<'s> Describer<'s> {
    pub(super) fn new(spec: &'s Spec) -> Self {
        let operations = spec.operations.values();
        let parameters = operations.flat_map(|operation| operation.parameters.values());
        let parameters = parameters.map(|parameter| &parameter.schema);
        let schemas = spec.schemas().into_iter().chain(parameters);
        let mut facts: HashMap<&str, Facts<'_>> = schemas
            .map(|schema| (schema.clause.as_str(), Facts { schema, property: None }))
            .collect();
        let objects = spec.schemas().into_iter().filter_map(Schema::object);
        let mut properties = HashMap::new();
        for (name, property) in objects.flat_map(|object: &Object| &object.properties) {
            let (schema, name) = (&property.schema, name.as_str());
            facts
                .insert(schema.clause.as_str(), Facts { schema, property: Some((name, property)) });
            properties.insert((spec.resolve(schema).clause.as_str(), name), schema);
        }
        Self { spec, facts, properties }
    }

    /// Returns whether types judge values by a clause.
    pub(super) fn is_of_value(&self, clause: &ClauseId) -> bool {
        let (schema, word) = clause.split_last();
        let is_of_schema = self.facts.contains_key(schema) && keyword(clause).is_some();
        is_of_schema && !["default", "generated"].contains(&word)
    }

    /// Returns whether a response is judged by a clause that is not about a value of a type.
    pub(super) fn judges(
        &self,
        clause: &ClauseId,
        subject: &Subject,
        response: &ResponseRecord,
    ) -> bool {
        match (clause.root(), clause.below_root()) {
            (ClauseRoot::Operation(id), _) => subject.operation.as_deref() == Some(id),
            (ClauseRoot::Service, word) if word.split('.').next() == Some("retry") => {
                let retry = self.spec.service.retry.as_ref();
                retry.is_some_and(|retry| retry.header_status == response.status)
            }
            (ClauseRoot::Service, _) => true,
            _ => false,
        }
    }

    /// Returns the type of an operation's responses with a status code.
    pub(super) fn response_type(&self, operation: &str, status: u16) -> Option<&'s str> {
        let operation = self.spec.operations.get(operation)?;
        match is_success(status) {
            true => operation.response_type().map(String::as_str),
            false => Some(&operation.error_body),
        }
    }

    /// Returns the text of an error response, if the catalogue has it.
    pub(super) fn catalogue_text(&self, body: &Value) -> Option<String> {
        let text = body.get("error")?.as_str()?;
        let is_known = self.spec.errors.values().any(|row| row.text.shown() == Some(text));
        is_known.then(|| text.to_owned())
    }

    /// Returns the error that is due, or the possible ones with the status code of the response.
    pub(super) fn errors_due<'e>(&self, subject: &'e Subject, status: Option<u16>) -> Vec<&'e str> {
        let has_status = |id: &&String| {
            status.is_some() && self.spec.errors.get(*id).map(|row| row.status) == status
        };
        match &subject.due {
            Due::Error(error) => vec![error],
            Due::Success | Due::Open => {
                subject.possible.iter().filter(has_status).map(String::as_str).collect()
            }
        }
    }

    /// Describes an error that is due.
    pub(super) fn error(&self, error: &str) -> Vec<Attribute> {
        let row = self.spec.errors.get(error);
        let status = row.map(|row| Attribute::new(AttributeName::Status, row.status.to_string()));
        [Attribute::new(AttributeName::Error, error)].into_iter().chain(status).collect()
    }

    /// Describes a request.
    pub(super) fn request(&self, case: &Judged<'_>, subject: &Subject) -> Vec<Attribute> {
        use AttributeName::{
            At, Below, Form, Key, MediaType, Operation, Part, Position, Sample, Sent, Text, Within,
        };
        let given = |name, value: &Option<String>| {
            value.as_ref().map(|value| Attribute::new(name, value.as_str()))
        };
        let mut known = Vec::from_iter(given(Operation, &subject.operation));
        if let Due::Error(error) = &subject.due {
            known.extend(self.error(error));
        }
        known.extend(subject.texts.iter().map(|odd| Attribute::new(Text, odd.to_string())));
        known.extend(given(Key, &subject.key));
        known.extend(given(MediaType, &subject.media_type));
        let Some(clause) = &subject.clause else { return known };
        known.extend(clause_attributes(clause));
        let is_limit = Keyword::ALL.iter().any(|word| {
            keyword(clause) == Some(word.name()) && !word.json_types().contains(&"object")
        });
        known.extend(is_limit.then(|| Attribute::new(AttributeName::Family, "limits")));
        known.extend(subject.schema.iter().flat_map(|schema| self.schema(schema)));
        for place in subject.place.iter().chain(&subject.variant_place) {
            known.extend([At, Within].map(|name| Attribute::new(name, place)));
            for above in places_above(place) {
                known.extend([Below, Within].map(|name| Attribute::new(name, above)));
            }
        }
        let words = [
            (Part, subject.part.map(|part| part.to_string())),
            (Sent, subject.sent.map(|sent| sent.to_string())),
            (Form, subject.form.map(|form| form.to_string())),
            (Position, subject.position.map(|position| position.to_string())),
            (Sample, Some(case.sample().to_owned())),
        ];
        known
            .extend(words.into_iter().filter_map(|(name, word)| Some(Attribute::new(name, word?))));
        known
    }

    /// Describes the valid body of a request.
    pub(super) fn body(&self, subject: &Subject, exchange: &Exchange) -> Vec<Attribute> {
        let operation = subject.operation.as_ref().and_then(|id| self.spec.operations.get(id));
        let type_name = operation.and_then(|operation| operation.request.as_ref());
        let body = exchange.request.as_ref().and_then(|request| match request.body.as_ref()? {
            RequestBody::Text(text) => json::value(text.as_bytes()),
            RequestBody::Printf(_) => None,
        });
        let (Some(type_name), Some(body)) = (type_name, body) else { return Vec::new() };
        let mut known = Vec::new();
        Interpreter::new(self.spec).visit(type_name, &body, &mut |schema, value, at| {
            if at.pointer().is_empty() {
                return;
            }
            let (resolved, stated) = (self.spec.resolve(schema), schema.clause.as_str());
            let name = match value {
                None => AttributeName::Without,
                Some(Value::Null) => AttributeName::Null,
                Some(_) => AttributeName::With,
            };
            if let Some(value) = value {
                let limits = resolved.constraints.iter().filter(|limit| is_at_limit(value, limit));
                let clauses = limits.map(|limit| resolved.clause.child(limit.keyword.name()));
                known.extend(
                    clauses.map(|clause| Attribute::new(AttributeName::Limit, clause.as_str())),
                );
                if let (Value::String(word), Shape::Enum(_)) = (value, &resolved.shape) {
                    let word = format!("{stated}: {word}");
                    known.push(Attribute::new(AttributeName::Word, word));
                }
                if let Shape::Union(union) = &resolved.shape {
                    let word = value.get(&union.discriminator).and_then(Value::as_str);
                    let variant = word.and_then(|word| union.variants.get(word));
                    known.extend(
                        variant.map(|variant| {
                            Attribute::new(AttributeName::With, variant.to_string())
                        }),
                    );
                }
            }
            known.push(Attribute::new(name, stated));
        });
        known
    }

    /// Describes a response's content at a place, which a clause judges.
    pub(super) fn content(
        &self,
        kind: Kind,
        subject: &Subject,
        status: Option<u16>,
        clause: &ClauseId,
        place: &str,
    ) -> Vec<Attribute> {
        let stated = clause.around();
        if let Some(Facts { schema, .. }) = self.facts.get(stated) {
            // A clause of a type does not tell the property that has the value.
            let name = place.rsplit('/').next().unwrap_or_default();
            let schema = self.properties.get(&(stated, name)).copied().unwrap_or(schema);
            return self.value(subject, status, clause, schema);
        }
        let mut known = clause_attributes(clause);
        let status = status.filter(|_| kind == Kind::Response);
        if let Some(status) = status {
            known.push(Attribute::new(AttributeName::Status, status.to_string()));
            // What a request for no operation, or with no JSON, is like, and the reason of an error.
            let is_told = |tested: &&ClauseId| is_of_service(tested) || is_of_error(clause);
            let tested = subject.clause.as_ref().filter(is_told);
            known.extend(tested.into_iter().flat_map(clause_attributes));
            let form = subject.form.filter(|form| form.is_of_body());
            known.extend(form.map(|form| Attribute::new(AttributeName::Form, form.to_string())));
        }
        let operation = subject.operation.as_ref();
        known.extend(operation.map(|id| Attribute::new(AttributeName::Operation, id)));
        let errors = self.errors_due(subject, status).into_iter();
        known.extend(errors.map(|error| Attribute::new(AttributeName::Error, error)));
        known
    }

    /// Describes a value in a response, which a clause judges.
    pub(super) fn value(
        &self,
        subject: &Subject,
        status: Option<u16>,
        clause: &ClauseId,
        schema: &Schema,
    ) -> Vec<Attribute> {
        let mut known = clause_attributes(clause);
        known.extend(self.schema(&schema.clause));
        let operation = subject.operation.as_ref();
        known.extend(operation.map(|id| Attribute::new(AttributeName::Operation, id)));
        if let Some(code) = status.filter(|status| !is_success(*status)) {
            known.push(Attribute::new(AttributeName::Status, code.to_string()));
            let errors = self.errors_due(subject, status).into_iter();
            known.extend(errors.map(|error| Attribute::new(AttributeName::Error, error)));
        }
        known
    }

    /// Describes the request that an effect follows from.
    pub(super) fn effect(&self, case: &Judged<'_>) -> Vec<Attribute> {
        let exchanges = case.subjects.iter().zip(&case.outcome.transcript);
        let bodies = exchanges
            .filter(|(subject, _)| subject.clause.is_some())
            .flat_map(|(subject, exchange)| self.body(subject, exchange));
        let tested = case.subjects.iter().find(|subject| subject.clause.is_some());
        tested.into_iter().flat_map(|subject| self.request(case, subject)).chain(bodies).collect()
    }

    /// Returns the clauses that values of a schema are judged by, each with how many of these values it judges.
    pub(super) fn judged_clauses(&self, schema: &Schema, counts: Counts) -> Vec<(ClauseId, u32)> {
        let Counts { values, nulls, absent } = counts;
        let resolved = self.spec.resolve(schema);
        let property = self.facts.get(schema.clause.as_str()).and_then(|facts| facts.property);
        let typed = if schema.nullable || resolved.nullable { values } else { values + nulls };
        let mut judged = vec![(resolved.clause.child("type"), typed)];
        if property.is_some_and(|(_, property)| property.required) {
            judged.push((schema.clause.child("required"), values + nulls + absent));
        }
        let keyword = match &resolved.shape {
            Shape::Enum(_) => Some("enum"),
            Shape::Union(_) => Some("discriminator"),
            _ => None,
        };
        let limits = resolved.constraints.iter().map(|constraint| constraint.keyword.name());
        let keywords = keyword.into_iter().chain(limits);
        judged.extend(keywords.map(|word| (resolved.clause.child(word), values)));
        judged.retain(|(_, count)| *count > 0);
        judged
    }

    fn schema(&self, clause: &ClauseId) -> Vec<Attribute> {
        let Some(Facts { schema, property }) = self.facts.get(clause.as_str()) else {
            return Vec::new();
        };
        let mut known = Vec::new();
        for schema in self.spec.alternatives(schema) {
            let json_type = schema.shape.json_type().map(JsonType::name);
            let name = if schema.words().is_some() { Some("listed word") } else { json_type };
            known.extend(name.map(|name| Attribute::new(AttributeName::Type, name)));
        }
        let format = schema.format().or_else(|| self.spec.resolve(schema).format());
        known.extend(format.map(|format| Attribute::new(AttributeName::Format, format.name())));
        if let Some((name, property)) = property {
            let presence = if property.required { "required" } else { "optional" };
            let default = if schema.default.is_some() { "some" } else { "none" };
            known.push(Attribute::new(AttributeName::Property, *name));
            known.push(Attribute::new(AttributeName::Presence, presence));
            known.push(Attribute::new(AttributeName::Default, default));
        }
        known
    }
}

/// How often values of a schema occur in responses.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counts {
    pub(super) values: u32,
    pub(super) nulls: u32,
    pub(super) absent: u32,
}

/// Describes a clause by itself, those above it, and its keyword.
fn clause_attributes(clause: &ClauseId) -> Vec<Attribute> {
    let path = clause.as_str();
    let ends = path.match_indices('.').map(|(end, _)| end).chain([path.len()]);
    let above = ends.map(|end| &path[..end]);
    let above = above.filter(|path| !["operations", "errors", "service"].contains(path));
    let keyword = keyword(clause).map(|word| Attribute::new(AttributeName::Keyword, word));
    above.map(|path| Attribute::new(AttributeName::Clause, path)).chain(keyword).collect()
}

/// Returns whether a value is as long, as many or as large as a limit allows.
fn is_at_limit(value: &Value, limit: &Constraint) -> bool {
    let size = match (limit.keyword, value) {
        (Keyword::MinLength | Keyword::MaxLength, Value::String(text)) => {
            Some(text.chars().count() as f64)
        }
        (Keyword::MinItems | Keyword::MaxItems, Value::Array(items)) => Some(items.len() as f64),
        (Keyword::Minimum | Keyword::Maximum, Value::Number(number)) => number.as_f64(),
        _ => None,
    };
    let bound = limit.number().and_then(Number::as_f64);
    size.is_some_and(|size| bound == Some(size))
}
