//! The list of all clauses of a contract, each with its statement.

mod operations;
mod schemas;
mod service;

use std::collections::HashSet;

use crate::model::{
    Behaviour, Clause, ClauseId, Gap, Level, Observation, Operation, Order, Probe, Refusal,
    Resource, ResourceEffect, Schema, Sorting, Spec, Union,
};

impl Spec {
    /// Returns every clause, in the order of the pages: types, operations, lifecycles, service,
    /// authentication, errors, retry rules, limits, charges, events, gaps.
    #[must_use]
    pub fn clauses(&self) -> Vec<Clause> {
        let mut list = ClauseList {
            spec: self,
            clauses: Vec::new(),
            discriminators: self.discriminators(),
            alternatives: self.only_alternatives(),
        };
        self.types.values().for_each(|named_type| list.schema(&named_type.schema));
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

    /// Returns the discriminators of variants. Their values are a clause of the union.
    fn discriminators(&self) -> HashSet<ClauseId> {
        let unions = self.types.values().filter_map(|named_type| named_type.schema.union());
        let inside = |union: &Union| {
            let name = union.discriminator.clone();
            let types = union.variants.values().cloned();
            types.map(move |type_name| ClauseId::new(type_name).child(&name)).collect::<Vec<_>>()
        };
        unions.flat_map(inside).collect()
    }

    /// Returns the alternatives of a `oneOf`, and the types that are used only as alternatives. Their JSON
    /// types are a clause of the `oneOf`.
    fn only_alternatives(&self) -> HashSet<ClauseId> {
        let operations = self.operations.values();
        let bodies = operations.flat_map(|o| o.request.iter().chain(o.response_type()));
        let mut outside: HashSet<&str> = bodies.map(String::as_str).collect();
        let mut inside = HashSet::new();
        let places = self.types.values().flat_map(|named_type| named_type.schema.places());
        for place in places {
            let names = place.schema.type_names().into_iter().map(String::as_str);
            match (place.is_alternative(), place.schema.is_reference()) {
                (true, true) => inside.extend(names),
                (true, false) => {
                    inside.insert(place.schema.clause.as_str());
                    outside.extend(names);
                }
                (false, _) => outside.extend(names),
            }
        }
        inside.difference(&outside).map(|path| ClauseId::new(*path)).collect()
    }
}

impl Spec {
    /// Returns the properties that an operation stores: those that both its request and its resource list. An
    /// identity that the request uses to name the resource is not stored.
    #[must_use]
    pub fn stored_properties(&self, operation: &Operation) -> Vec<&str> {
        let Some(resource) = &operation.resource else { return Vec::new() };
        let stored = self.object(&resource.type_name);
        let request = operation.request.as_deref().and_then(|name| match self.item(name) {
            Some(item) => self.object(item),
            None => self.object(name),
        });
        let (Some(request), Some(stored)) = (request, stored) else { return Vec::new() };
        let names = request.properties.keys().map(String::as_str);
        let is_named = resource.effect.needs_identity();
        let is_identity = |name: &str| is_named && name == resource.identity;
        names.filter(|name| stored.properties.contains_key(*name) && !is_identity(name)).collect()
    }

    /// Returns the type of the items of a type that is a list, if the type of the items has a name.
    #[must_use]
    pub fn item(&self, type_name: &str) -> Option<&str> {
        let items = self.schema(type_name)?.items().filter(|items| items.is_reference())?;
        items.type_names().first().map(|name| name.as_str())
    }

    /// Returns the properties of the query that filter a list: those that its resource has too.
    #[must_use]
    pub fn filters(&self, operation: &Operation) -> Vec<&str> {
        let Some(resource) = &operation.resource else { return Vec::new() };
        let query = operation.query.as_deref().and_then(|name| self.object(name));
        let (true, Some(query), Some(stored)) =
            (resource.effect == ResourceEffect::Lists, query, self.object(&resource.type_name))
        else {
            return Vec::new();
        };
        let names = query.properties.keys().map(String::as_str);
        let pages = operation.pagination.as_ref();
        let sorts =
            |name: &str| matches!(&operation.order, Some(Order::Chosen(own)) if own == name);
        let is_of_page = |name: &str| {
            sorts(name)
                || pages.is_some_and(|pagination| {
                    pagination.parameter == name || pagination.limit.as_deref() == Some(name)
                })
        };
        names.filter(|name| stored.properties.contains_key(*name) && !is_of_page(name)).collect()
    }

    /// Returns the sortings of a list: each with the value of the query parameter that selects it, and its
    /// clause.
    #[must_use]
    pub fn sortings<'s>(
        &'s self,
        operation: &'s Operation,
    ) -> Vec<(Option<&'s str>, Sorting, ClauseId)> {
        let clause = operation.clause().child("order");
        let parameter = match &operation.order {
            None => return Vec::new(),
            Some(Order::By(sorting)) => return vec![(None, sorting.clone(), clause)],
            Some(Order::Chosen(parameter)) => parameter,
        };
        let query = operation.query.as_deref().and_then(|query| self.object(query));
        let values =
            query.and_then(|query| self.resolve(&query.properties.get(parameter)?.schema).words());
        let stored =
            operation.resource.as_ref().and_then(|resource| self.object(&resource.type_name));
        let is_stored = |sorting: &Sorting| {
            stored.is_some_and(|object| object.properties.contains_key(&sorting.property))
        };
        let sorting = |value: &'s String| {
            let sorting = Some(Sorting::parse(value)).filter(is_stored)?;
            Some((Some(value.as_str()), sorting, clause.child(value)))
        };
        values.into_iter().flatten().filter_map(sorting).collect()
    }

    /// Returns the gap of a probe at a clause.
    #[must_use]
    pub fn gap_at(&self, probe: Probe, clause: &ClauseId) -> Option<&Gap> {
        let is_probe = |gap: &Gap| gap.observation == Observation::Probe(probe);
        self.gaps.values().find(|gap| is_probe(gap) && gap.place == clause.as_str())
    }

    /// Returns the schema of the list of resources in the response of an operation that lists.
    #[must_use]
    pub fn list_schema(&self, operation: &Operation) -> Option<&Schema> {
        let resource = operation.resource.as_ref()?;
        let type_name = operation.response_type()?;
        let schema = match &resource.returned_in {
            Some(name) => &self.object(type_name)?.properties.get(name)?.schema,
            None => self.schema(type_name)?,
        };
        Some(self.resolve(schema))
    }

    /// Returns the path parameter that names resources of a type.
    #[must_use]
    pub fn identity_parameter(&self, type_name: &str) -> Option<&str> {
        let resources =
            self.operations.values().filter_map(|operation| operation.resource.as_ref());
        let mut of_type = resources.filter(|resource| resource.type_name == type_name);
        of_type.find_map(|resource| resource.identified_by.as_deref())
    }

    /// Returns the operation that has an effect on single resources of a type, and whose path the contract
    /// shows.
    #[must_use]
    pub fn operation_with_effect(
        &self,
        effect: ResourceEffect,
        type_name: &str,
    ) -> Option<&Operation> {
        self.operations.values().find(|operation| {
            let own =
                |resource: &Resource| resource.effect == effect && resource.type_name == type_name;
            let is_own = operation.resource.as_ref().is_some_and(own);
            is_own && !operation.is_bulk() && operation.endpoint.is_some()
        })
    }
}

struct ClauseList<'s> {
    spec: &'s Spec,
    clauses: Vec<Clause>,
    discriminators: HashSet<ClauseId>,
    alternatives: HashSet<ClauseId>,
}

impl ClauseList<'_> {
    fn add(&mut self, id: &ClauseId, level: Level, statement: impl Into<String>, source: &str) {
        let (statement, source) = (statement.into(), source.to_owned());
        self.clauses.push(Clause { id: id.clone(), level, statement, source });
    }

    fn behaviour(&mut self, of: &ClauseId, behaviour: &Behaviour, level: Level, source: &str) {
        for (id, statement) in behaviour {
            self.add(&of.child("behaviour").child(id), level, statement.as_str(), source);
        }
    }

    fn refusals(&mut self, refusals: &[Refusal]) {
        for refusal in refusals {
            let statement = format!("{} Error: {}.", refusal.doc, refusal.error);
            self.add(&refusal.clause, refusal.level, statement, &refusal.source);
        }
    }
}

/// Returns a number with its unit in the singular or plural.
fn with_unit(number: u64, one: &str, many: &str) -> String {
    let unit = if number == 1 { one } else { many };
    format!("{number} {unit}")
}
