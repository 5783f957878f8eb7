//! Finds where the types of a contract are used: by which operations, and at which places of requests.

use std::collections::{HashMap, HashSet};

use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, ClauseRoot, Schema};
use webdata_spec::walk;

pub(super) struct Places {
    /// The first operation that uses a type, by the name of the type.
    first: HashMap<String, String>,
    /// The first operation whose request contains a type, by the name of the type.
    sending: HashMap<String, String>,
    /// The properties, items and variants of requests that refer to a type, by the name of the type.
    asked: HashMap<String, Vec<String>>,
    /// The further places of a type in requests, by the name of the type: see [`Places::places_beyond_first`].
    further: HashMap<String, Vec<(String, String)>>,
    /// The first operation that lists an error, and the number of operations that do, by the identity of the
    /// error.
    listing: HashMap<String, (String, usize)>,
}

impl Places {
    pub(super) fn new(spec: &Spec) -> Self {
        let mut places = Self {
            first: HashMap::new(),
            sending: HashMap::new(),
            asked: HashMap::new(),
            further: HashMap::new(),
            listing: HashMap::new(),
        };
        for operation in spec.operations.values() {
            for error in operation.errors.iter().collect::<HashSet<_>>() {
                let first = || (operation.id.clone(), 0);
                places.listing.entry(error.clone()).or_insert_with(first).1 += 1;
            }
            if let Some(name) = &operation.request {
                places.visit(spec, name, &operation.id, true);
            }
            let own_errors =
                (operation.error_body != spec.service.error_body).then_some(&operation.error_body);
            let types = operation.response_type().into_iter().chain(own_errors).map(String::as_str);
            for name in types.chain(operation.found_types()) {
                places.visit(spec, name, &operation.id, false);
            }
        }
        let names = places.asked.keys();
        places.further =
            names.map(|name| (name.clone(), places.find_places_beyond_first(spec, name))).collect();
        places
    }

    fn visit(&mut self, spec: &Spec, name: &str, operation: &str, asked: bool) {
        let Some(named_type) = spec.types.get(name) else { return };
        let is_new = !self.first.contains_key(name) || asked && !self.asked.contains_key(name);
        if !is_new {
            return;
        }
        self.first.entry(name.to_owned()).or_insert_with(|| operation.to_owned());
        if asked {
            self.asked.entry(name.to_owned()).or_default();
            self.sending.insert(name.to_owned(), operation.to_owned());
        }
        for (place, name) in references(&named_type.schema) {
            self.visit(spec, &name, operation, asked);
            if asked && let Some(places) = self.asked.get_mut(&name) {
                places.push(place);
            }
        }
    }

    pub(super) fn is_in_requests(&self, path: &str) -> bool {
        walk::parameter(path).is_some() || self.asked.contains_key(walk::type_name(path))
    }

    /// Returns whether no operation uses the type at a path: only events or errors contain it.
    pub(super) fn is_in_no_operation(&self, path: &str) -> bool {
        !self.first.contains_key(walk::type_name(path))
    }

    /// Returns the places of requests that refer to a type.
    pub(super) fn references_to(&self, type_name: &str) -> &[String] {
        self.asked.get(type_name).map_or(&[], Vec::as_slice)
    }

    /// Returns all places but the first at which requests use a type, directly or through a type that
    /// contains it. Each place comes with the type that it refers to.
    pub(super) fn places_beyond_first(&self, type_name: &str) -> &[(String, String)] {
        self.further.get(type_name).map_or(&[], Vec::as_slice)
    }

    /// Returns whether a place is in the requests of a later operation than the first that sends the type.
    pub(super) fn is_of_further_operation(&self, place: &str, type_name: &str) -> bool {
        self.sending.get(walk::type_name(place)) != self.sending.get(type_name)
    }

    fn find_places_beyond_first(&self, spec: &Spec, type_name: &str) -> Vec<(String, String)> {
        let (mut holders, mut known) = (vec![type_name], HashSet::from([type_name]));
        let mut further = Vec::new();
        let mut at = 0;
        while let Some(&name) = holders.get(at) {
            at += 1;
            for (index, place) in self.references_to(name).iter().enumerate() {
                let is_schema = spec.schema_at(place).is_some_and(Schema::is_reference);
                if index > 0 && is_schema {
                    further.push((place.clone(), name.to_owned()));
                }
                let holder = walk::type_name(place);
                if known.insert(holder) {
                    holders.push(holder);
                }
            }
        }
        further
    }

    /// Returns the identity of the operation that mutants of a clause break, or `service`.
    pub(super) fn operation(&self, spec: &Spec, clause: &ClauseId) -> String {
        let at = match clause.root() {
            ClauseRoot::Operation(id) => Some(id),
            ClauseRoot::Lifecycle(_) => spec.lifecycles.iter().find_map(|lifecycle| {
                let transitions = lifecycle.transitions.iter();
                let transitions = transitions.map(|step| (&step.clause, step.operation.as_str()));
                let situations = lifecycle.situations.iter();
                let situations = situations.map(|it| (&it.clause, it.operation.as_str()));
                let mut all = transitions.chain(situations);
                // Illegal moves belong to the operation of the first transition.
                let is_own = lifecycle.illegal_clause() == *clause;
                let first = lifecycle.transitions.first().filter(|_| is_own);
                let first = first.map(|step| step.operation.as_str());
                all.find(|(listed, _)| *listed == clause).map(|(_, id)| id).or(first)
            }),
            ClauseRoot::Error(id) => {
                // An error that every operation lists belongs to the service.
                let listed = self.listing.get(id);
                let of_some = listed.filter(|(_, count)| *count < spec.operations.len());
                of_some.map(|(first, _)| first.as_str())
            }
            ClauseRoot::Type(name) => self.first.get(name).map(String::as_str),
            _ => None,
        };
        at.unwrap_or("service").to_owned()
    }
}

/// Returns the types that a schema refers to, each with the place of the reference.
pub(super) fn references(schema: &Schema) -> Vec<(String, String)> {
    let at = |schema: &Schema| {
        let place = schema.clause.as_str();
        let values = schema.union().into_iter().flat_map(|union| union.variants.keys());
        let places: Vec<String> = values.map(|value| format!("{place}.{value}")).collect();
        let places = if places.is_empty() { vec![place.to_owned()] } else { places };
        places.into_iter().zip(schema.type_names().into_iter().cloned()).collect::<Vec<_>>()
    };
    schema.within().into_iter().flat_map(at).collect()
}
