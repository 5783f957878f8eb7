//! The list of all clauses of a contract, each with what it says.

mod operations;
mod schemas;
mod service;

use std::collections::HashSet;

use crate::model::{
    Behaviour, Clause, ClauseId, Level, Operation, Refusal, Schema, Shape, Spec, Union,
};

impl Spec {
    /// Every clause, in the order of the pages: types, operations, lifecycles, service,
    /// authentication, errors, retry rules, limits, charges, events, gaps.
    #[must_use]
    pub fn clauses(&self) -> Vec<Clause> {
        let mut list = List {
            spec: self,
            clauses: Vec::new(),
            discriminators: self.discriminators(),
            alternatives: self.alternatives(),
        };
        self.types.values().for_each(|found| list.schema(&found.schema));
        self.operations.values().for_each(|operation| list.operation(operation));
        self.lifecycles.iter().for_each(|lifecycle| list.lifecycle(lifecycle));
        list.service();
        list.authentication();
        list.errors();
        list.retry_rules();
        list.limits();
        list.events();
        list.gaps();
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

    /// The alternatives of a `oneOf`, and the types that are nothing else: their JSON type is a
    /// clause of the `oneOf`.
    fn alternatives(&self) -> HashSet<ClauseId> {
        let (mut inside, mut outside) = (HashSet::new(), HashSet::new());
        for found in self.types.values() {
            collect(&found.schema, false, &mut inside, &mut outside);
        }
        let operations = self.operations.values();
        let bodies = operations.flat_map(|o| o.request.iter().chain(o.response_type()));
        outside.extend(bodies.map(|name| ClauseId::new(name.as_str())));
        inside.retain(|clause| !outside.contains(clause));
        inside
    }
}

/// Sorts clauses by whether they are named as alternatives or otherwise.
fn collect(
    schema: &Schema,
    is_alternative: bool,
    inside: &mut HashSet<ClauseId>,
    outside: &mut HashSet<ClauseId>,
) {
    let set = if is_alternative { &mut *inside } else { &mut *outside };
    match &schema.shape {
        Shape::Ref(name) => {
            set.insert(ClauseId::new(name.as_str()));
        }
        _ if is_alternative => {
            set.insert(schema.clause.clone());
        }
        _ => {}
    }
    match &schema.shape {
        Shape::Array { items, .. } => collect(items, false, inside, outside),
        Shape::Map(values) => collect(values, false, inside, outside),
        Shape::Object(object) => {
            for property in object.properties.values() {
                collect(&property.schema, false, inside, outside);
            }
        }
        Shape::Union(union) => {
            outside.extend(union.variants.values().map(|name| ClauseId::new(name.as_str())));
        }
        Shape::OneOf(alternatives) => {
            alternatives.iter().for_each(|schema| collect(schema, true, inside, outside));
        }
        _ => {}
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

struct List<'s> {
    spec: &'s Spec,
    clauses: Vec<Clause>,
    discriminators: HashSet<ClauseId>,
    alternatives: HashSet<ClauseId>,
}

impl List<'_> {
    fn add(&mut self, id: &ClauseId, level: Level, says: impl Into<String>, source: &str) {
        let (says, source) = (says.into(), source.to_owned());
        self.clauses.push(Clause { id: id.clone(), level, says, source });
    }

    fn behaviour(&mut self, of: &ClauseId, behaviour: &Behaviour, level: Level, source: &str) {
        for (id, says) in behaviour {
            self.add(&of.child("behaviour").child(id), level, says.as_str(), source);
        }
    }

    fn refusals(&mut self, refusals: &[Refusal]) {
        for refusal in refusals {
            let says = format!("{} Answered with: {}.", refusal.doc, refusal.error);
            self.add(&refusal.clause, refusal.level, says, &refusal.source);
        }
    }
}

/// A number with its unit, in the singular where it is one.
fn counted(number: u64, one: &str, many: &str) -> String {
    let unit = if number == 1 { one } else { many };
    format!("{number} {unit}")
}
