//! Describes requests and responses by attributes. Passes and deviations are described by the same functions.

use std::collections::HashMap;

use serde_json::{Number, Value};
use webdata_cases::case::Surroundings;
use webdata_cases::interpreter::Interpreter;
use webdata_cases::json;
use webdata_spec::Spec;
use webdata_spec::model::{
    ClauseId, ClauseRoot, Constraint, JsonType, Keyword, Object, Property, Schema, Shape,
};

use super::Judged;
use super::attribute::{Attribute, DeclaredType, HasDefault, KeywordFamily, Presence, SentWord};
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
        if is_success(status) {
            operation.response_type().map(String::as_str)
        } else {
            Some(&operation.error_body)
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
        let status = row.map(|row| Attribute::Status(row.status));
        [Attribute::Error(error.to_owned())].into_iter().chain(status).collect()
    }

    /// Describes a request.
    pub(super) fn request(&self, case: &Judged<'_>, subject: &Subject) -> Vec<Attribute> {
        let mut known = Vec::from_iter(subject.operation.clone().map(Attribute::Operation));
        if let Due::Error(error) = &subject.due {
            known.extend(self.error(error));
        }
        known.extend(subject.texts.iter().copied().map(Attribute::Text));
        known.extend(subject.key.map(Attribute::Key));
        known.extend(subject.media_type.clone().map(Attribute::MediaType));
        known.extend(subject.headers.iter().cloned().map(Attribute::Header));
        let Some(clause) = &subject.clause else { return known };
        known.extend(clause_attributes(clause));
        let is_limit = Keyword::ALL.iter().any(|word| {
            keyword(clause) == Some(word.name()) && !word.json_types().contains(&"object")
        });
        known.extend(is_limit.then_some(Attribute::Family(KeywordFamily::Limits)));
        known.extend(subject.schema.iter().flat_map(|schema| self.schema(schema)));
        for place in subject.place.iter().chain(&subject.variant_place) {
            known.extend([Attribute::At(place.clone()), Attribute::Within(place.clone())]);
            for above in places_above(place) {
                known.extend([Attribute::Below(above.into()), Attribute::Within(above.into())]);
            }
        }
        known.extend(subject.part.map(Attribute::Part));
        known.extend(subject.sent.map(Attribute::Sent));
        known.extend(subject.forms().map(Attribute::Form));
        known.extend(subject.position.map(Attribute::Position));
        let is_crowd = subject.around == Some(Surroundings::Crowd);
        known.extend(is_crowd.then_some(Attribute::Around(Surroundings::Crowd)));
        known.extend(subject.around.map(|_| Attribute::Around(Surroundings::Siblings)));
        known.push(Attribute::Sample(case.sample().to_owned()));
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
            let (resolved, stated) = (self.spec.resolve(schema), &schema.clause);
            if let Some(value) = value {
                let limits = resolved.constraints.iter().filter(|limit| is_at_limit(value, limit));
                let clauses = limits.map(|limit| resolved.clause.child(limit.keyword.name()));
                known.extend(clauses.map(Attribute::Limit));
                if let (Value::String(word), Shape::Enum(_)) = (value, &resolved.shape) {
                    let (property, word) = (stated.clone(), word.clone());
                    known.push(Attribute::Word(SentWord { property, word }));
                }
                if let Shape::Union(union) = &resolved.shape {
                    let word = value.get(&union.discriminator).and_then(Value::as_str);
                    let variant = word.and_then(|word| union.variants.get(word));
                    let variant = variant.map(|variant| ClauseId::new(variant.as_str()));
                    known.extend(variant.map(Attribute::With));
                }
            }
            let stated = stated.clone();
            known.push(match value {
                None => Attribute::Without(stated),
                Some(Value::Null) => Attribute::Null(stated),
                Some(_) => Attribute::With(stated),
            });
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
            known.push(Attribute::Status(status));
            // What a request for no operation, or with no JSON, is like, and the reason of an error.
            let is_told = |tested: &&ClauseId| is_of_service(tested) || is_of_error(clause);
            let tested = subject.clause.as_ref().filter(is_told);
            known.extend(tested.into_iter().flat_map(clause_attributes));
            let of_body = subject.forms().filter(|form| form.is_of_body());
            known.extend(of_body.map(Attribute::Form));
        }
        known.extend(subject.operation.clone().map(Attribute::Operation));
        let errors = self.errors_due(subject, status).into_iter();
        known.extend(errors.map(|error| Attribute::Error(error.to_owned())));
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
        known.extend(subject.operation.clone().map(Attribute::Operation));
        if let Some(code) = status.filter(|status| !is_success(*status)) {
            known.push(Attribute::Status(code));
            let errors = self.errors_due(subject, status).into_iter();
            known.extend(errors.map(|error| Attribute::Error(error.to_owned())));
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
        let alternatives = self.spec.alternatives(schema).into_iter();
        known.extend(alternatives.filter_map(DeclaredType::of).map(Attribute::Type));
        let format = schema.format().or_else(|| self.spec.resolve(schema).format());
        known.extend(format.map(|format| Attribute::Format(format.name().to_owned())));
        if let Some((name, property)) = property {
            let is_required = property.required;
            let presence = if is_required { Presence::Required } else { Presence::Optional };
            let has_default = schema.default.is_some();
            let default = if has_default { HasDefault::Some } else { HasDefault::None };
            known.push(Attribute::Property((*name).to_owned()));
            known.push(Attribute::Presence(presence));
            known.push(Attribute::Default(default));
        }
        known
    }
}

impl DeclaredType {
    /// Returns the type that a schema declares; `None` if it allows several.
    fn of(schema: &Schema) -> Option<Self> {
        if schema.words().is_some() {
            return Some(Self::ListedWord);
        }
        schema.shape.json_type().map(|json_type| match json_type {
            JsonType::Array => Self::Array,
            JsonType::Object => Self::Object,
            JsonType::Integer => Self::Integer,
            JsonType::Number => Self::Number,
            JsonType::String => Self::String,
            JsonType::Boolean => Self::Boolean,
        })
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
    let keyword = keyword(clause).map(|word| Attribute::Keyword(word.to_owned()));
    above.map(|path| Attribute::Clause(ClauseId::new(path))).chain(keyword).collect()
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
