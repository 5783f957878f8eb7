//! Makes the mutants that are no edit of the contract: differences in requests and responses, or inside of the server.
//!
//! ```text
//! bodies ─ spellings        constraints that are checked only somewhere; lost and wrong properties; formats
//! conversions               values that are read or stored as others
//! requests                  requests that are taken wrongly, and keys
//! responses                 successes and errors
//! resources                 storage, lists, versions, jobs and webhooks
//! ```
//!
//! No module here knows how a difference is carried out. None uses the derivation of cases either, so the places
//! of bodies are found a second time.

mod bodies;
mod conversions;
mod requests;
mod resources;
mod responses;
mod spellings;

use std::collections::{HashMap, HashSet};

use serde_json::Value;
use webdata_spec::model::{
    ClauseId, Effect, EffectKind, Level, Observation, Operation, Probe, ResourceEffect, Schema,
};
use webdata_spec::{Spec, Step};

use super::mutant::Mutant;
use crate::differences::{
    BodyMistake, Conversion, Deviation, Difference, ExactPlace, Inside, Reach, ResourceMistake,
    ResponseKind, ResponseOverride, Rewrite, Segment, ValueClass, ValuePath, ValueSelector,
};

/// The families of these mutants, by which tables group them.
const REQUESTS: &str = "requests taken wrongly";
const BODIES: &str = "bodies read wrongly";
const RESPONSES: &str = "answers";
const ACCESS: &str = "access and isolation";
const STORAGE: &str = "storage";
const JOBS: &str = "jobs";
const RESOURCES: &str = "resources";
const WEBHOOKS: &str = "webhooks";

/// Returns every mutant that is no edit of the contract, in the order of the contract's clauses.
pub(super) fn mutants(spec: &Spec) -> Vec<Mutant> {
    let clauses = spec.clauses();
    let order: HashMap<ClauseId, usize> = clauses.keys().cloned().zip(0..).collect();
    let stated = clauses.into_values().filter(|clause| clause.level != Level::Open);
    let stated = stated.map(|clause| clause.id).collect();
    let (seen, mutants) = (HashSet::new(), Vec::new());
    let earlier = HashSet::new();
    let mut builder = DifferenceBuilder { spec, operation: None, stated, seen, earlier, mutants };
    let mut known = HashSet::new();
    for operation in spec.operations.values() {
        builder.operation = Some(operation);
        bodies::unchecked_places(&mut builder, operation);
        conversions::coercions(&mut builder, operation);
        spellings::derive(&mut builder, operation);
        conversions::tempting(&mut builder, operation, &mut known);
        conversions::odd_values(&mut builder, operation);
        conversions::losses(&mut builder, operation);
        conversions::observed_values(&mut builder, operation);
        bodies::lost_properties(&mut builder, operation);
        requests::derive(&mut builder, operation);
        bodies::wrong_defaults(&mut builder, operation);
        responses::successes(&mut builder, operation);
        responses::nullables(&mut builder, operation);
        requests::keys(&mut builder, operation);
        resources::storage(&mut builder, operation);
        resources::derive(&mut builder, operation);
        resources::lists(&mut builder, operation);
        resources::versions(&mut builder, operation);
        let places = builder.request_places(operation);
        builder.earlier.extend(places.iter().map(Place::key));
    }
    builder.operation = None;
    responses::errors(&mut builder);
    resources::webhooks(&mut builder);
    builder.mutants.sort_by_cached_key(|mutant| order.get(&mutant.clause).copied());
    builder.mutants
}

/// Collects the mutants that are no edit of the contract, and names them.
struct DifferenceBuilder<'s> {
    spec: &'s Spec,
    /// The operation whose mutants are collected; `None` for those of the whole service.
    operation: Option<&'s Operation>,
    /// The clauses that are not open.
    stated: HashSet<ClauseId>,
    /// The identities of the mutants. Of two mutants with the same identity, the first is kept.
    seen: HashSet<String>,
    /// The places in requests of earlier operations, each as its [`Place::key`].
    earlier: HashSet<(&'s ClauseId, &'s ClauseId)>,
    mutants: Vec<Mutant>,
}

impl<'s> DifferenceBuilder<'s> {
    /// Adds a mutant of the operation, or of the whole service, unless the clause is open.
    fn add(
        &mut self,
        family: &str,
        clause: &ClauseId,
        suffix: impl AsRef<str>,
        description: String,
        what: Deviation,
    ) {
        let operation = self.operation.map(|operation| operation.id.clone());
        let difference = Difference { operation, what };
        self.add_difference(family, clause, suffix, description, difference);
    }

    /// Adds a mutant whose difference may be about other exchanges than the operation's.
    fn add_difference(
        &mut self,
        family: &str,
        clause: &ClauseId,
        suffix: impl AsRef<str>,
        description: String,
        difference: Difference,
    ) {
        let at = self.operation.map_or("service", |operation| &operation.id);
        let mutant = Mutant::new(at, clause, (suffix.as_ref(), description), family, difference);
        if self.stated.contains(clause) && self.seen.insert(mutant.id.clone()) {
            self.mutants.push(mutant);
        }
    }

    /// Adds a mutant that validates or stores the values at a path of the request body wrongly.
    fn body(
        &mut self,
        clause: &ClauseId,
        suffix: impl AsRef<str>,
        description: String,
        path: &ValuePath,
        mistake: BodyMistake,
    ) {
        let inside = Inside::Body(path.clone(), mistake);
        self.add(BODIES, clause, suffix, description, Deviation::Inside(inside));
    }

    /// Adds a mutant that reads values of requests as others. The executor does not read the parts of a form.
    fn reads(
        &mut self,
        clause: &ClauseId,
        suffix: impl AsRef<str>,
        description: String,
        values: ValueSelector,
        to: Conversion,
    ) {
        let what = Deviation::Reads(Rewrite { values, to, adds: false });
        if !self.operation.is_some_and(Operation::is_multipart) {
            self.add(BODIES, clause, suffix, description, what);
        }
    }

    /// Adds a mutant that fails at values of requests, if the contract has an error for that.
    fn fails(
        &mut self,
        clause: &ClauseId,
        suffix: impl AsRef<str>,
        description: String,
        values: ValueSelector,
    ) {
        if let Some(row) = self.failure() {
            self.refuses(clause, suffix, description, values, row);
        }
    }

    /// Adds a mutant that responds to values of requests with an error row, as long as the body is JSON.
    fn refuses(
        &mut self,
        clause: &ClauseId,
        suffix: impl AsRef<str>,
        description: String,
        values: ValueSelector,
        row: String,
    ) {
        let given = ResponseOverride { values, row: Some(row), ..ResponseOverride::default() };
        if !self.operation.is_some_and(Operation::is_multipart) {
            self.add(BODIES, clause, suffix, description, Deviation::Provokes(Box::new(given)));
        }
    }

    /// Adds a mutant whose responses of a kind are changed as a whole.
    fn responds(
        &mut self,
        clause: &ClauseId,
        suffix: impl AsRef<str>,
        description: String,
        of: ResponseKind,
        change: ResponseOverride,
    ) {
        let values = ValueSelector { of: Some(of), ..ValueSelector::default() };
        let what = Deviation::Overrides(Box::new(ResponseOverride { values, ..change }));
        self.add(RESPONSES, clause, suffix, description, what);
    }

    /// Adds a mutant whose responses of a kind have other values at a path.
    fn returns(
        &mut self,
        clause: &ClauseId,
        suffix: impl AsRef<str>,
        description: String,
        of: ResponseKind,
        change: ValueChange,
    ) {
        let ValueChange { path, reach, is, to, adds } = change;
        let exact = Some(ExactPlace { path, schema: None, reach });
        let is = is.map(|is| vec![is]);
        let values = ValueSelector { exact, of: Some(of), is, ..ValueSelector::default() };
        let what = Deviation::Returns(Rewrite { values, to, adds });
        self.add(RESPONSES, clause, suffix, description, what);
    }

    /// Adds a mutant of the operation's handling of resources. `description` follows the operation's identity.
    fn resource(
        &mut self,
        clause: &ClauseId,
        suffix: impl AsRef<str>,
        description: &str,
        mistake: ResourceMistake,
    ) {
        let what = Deviation::Inside(Inside::Resource(mistake));
        self.of_resources(clause, suffix, description, what);
    }

    /// Adds a mutant of the operation's handling of resources, with any difference. `description` is as in
    /// [`Self::resource`].
    fn of_resources(
        &mut self,
        clause: &ClauseId,
        suffix: impl AsRef<str>,
        description: &str,
        what: Deviation,
    ) {
        let id = self.operation.map_or("", |operation| &operation.id);
        self.add(RESOURCES, clause, suffix, format!("{id} {description}"), what);
    }

    /// Returns the schema of an operation's request body.
    fn request(&self, operation: &Operation) -> Option<&'s Schema> {
        self.spec.schema(operation.request.as_deref()?)
    }

    /// Returns the places of a request body. A server reads what is below the first property in the same way for
    /// each operation, so such places are left out if an operation before has their schema.
    fn request_places(&self, operation: &Operation) -> Vec<Place<'s>> {
        let Some(schema) = self.request(operation) else { return Vec::new() };
        let mut places = places(self.spec, schema);
        let is_member = |segment: &&Segment| matches!(segment, Segment::Member(_));
        let is_deep = |place: &Place<'_>| place.path.0.iter().filter(is_member).count() > 1;
        places.retain(|place| !(is_deep(place) && self.earlier.contains(&place.key())));
        places
    }

    /// Returns whether the contract has a gap that a probe observes. Without it, no case runs the probe.
    fn has_gap(&self, probe: Probe) -> bool {
        self.spec.gaps.values().any(|gap| gap.observation == Observation::Probe(probe))
    }

    /// Returns the error row of a failed server.
    fn failure(&self) -> Option<String> {
        self.spec.errors.values().find(|row| row.status == 500).map(|row| row.id.clone())
    }

    /// Returns whether an operation updates one resource by an object.
    fn is_update(&self, operation: &Operation) -> bool {
        let is_object = self.request(operation).is_some_and(|body| body.object().is_some());
        let updates = operation.resource_effect() == Some(ResourceEffect::Updates);
        updates && is_object && !operation.is_bulk()
    }

    /// Returns the effect by which an update of one resource stores the given properties.
    fn stored_by_update<'o>(&self, operation: &'o Operation) -> Option<&'o Effect> {
        stores_given(operation).filter(|_| self.is_update(operation))
    }

    /// Returns whether the contract has a refusal that depends on a property. No request can rule it out.
    fn may_be_refused_when_given(&self, place: &Place<'_>) -> bool {
        let (owner, name) = place.property.clause.split_last();
        let Some(object) = self.spec.object(owner) else { return false };
        let mut whens = object.refusals.iter().filter_map(|refusal| refusal.when.as_ref());
        whens.any(|when| when.path.root() == name)
    }
}

/// Returns the effect by which an operation stores the given properties.
fn stores_given(operation: &Operation) -> Option<&Effect> {
    operation.effects.iter().find(|effect| effect.kind == EffectKind::StoresGiven)
}

/// A change of the values at a path of a response.
struct ValueChange {
    path: ValuePath,
    reach: Reach,
    /// The class of the values; `None` for any.
    is: Option<ValueClass>,
    to: Conversion,
    /// Whether objects that lack the property get it.
    adds: bool,
}

impl ValueChange {
    fn new(path: &ValuePath, to: Conversion) -> Self {
        Self { path: path.clone(), reach: Reach::Here, is: None, to, adds: false }
    }

    /// Replaces a value, also where it is missing.
    fn replaced(path: &ValuePath, value: Value) -> Self {
        Self { adds: true, ..Self::new(path, Conversion::Value(value)) }
    }
}

#[derive(Clone)]
struct Place<'s> {
    path: ValuePath,
    /// The path for people: `tracks[].takes[]`.
    name: String,
    /// The path for identities, with the variants of unions: `tracks-live-takes`.
    suffix: String,
    /// The schema of the value, with references resolved.
    schema: &'s Schema,
    /// The schema of the property that leads here. It differs from `schema` only if it is a reference.
    property: &'s Schema,
    /// Whether the property is required; `None` if the place is not a property.
    required: Option<bool>,
    /// Whether the place is one of several properties of which exactly one must be present.
    is_choice: bool,
    /// Whether the place is an alternative or a variant, whose JSON type is a clause of the schema around it.
    is_alternative: bool,
    /// Whether the place is an entry of a map.
    is_entry: bool,
    /// Whether the path goes through a list or a map.
    in_list: bool,
}

impl<'s> Place<'s> {
    fn new(place: &webdata_spec::Place<'s>) -> Self {
        let choices = place.steps.last().map(|(around, _)| around.exactly_one());
        let is_choice = |name: &str| choices.into_iter().flatten().any(|choice| choice == name);
        let is_each = |step: &Step<'_>| matches!(step, Step::Item | Step::Entry);
        Self {
            path: ValuePath(place.steps.iter().filter_map(|(_, step)| segment(*step)).collect()),
            name: place.name(),
            suffix: place.suffix(),
            schema: place.schema,
            property: place.stated,
            required: place.property().map(|property| property.required),
            is_choice: matches!(place.last(), Some(Step::Property(name, _)) if is_choice(name)),
            // The type of a variant belongs to its union.
            is_alternative: place.is_alternative() || place.variant_of().is_some(),
            is_entry: matches!(place.last(), Some(Step::Entry)),
            in_list: place.steps.iter().any(|(_, step)| is_each(step)),
        }
    }

    /// Selects the values here.
    fn values(&self) -> ValueSelector {
        ValueSelector::at_place(self.path.clone(), &self.property.clause)
    }

    /// Returns the identities of the schema and of the property's own schema.
    fn key(&self) -> (&'s ClauseId, &'s ClauseId) {
        (&self.schema.clause, &self.property.clause)
    }

    /// Returns a clause of the schema here.
    fn clause(&self, word: &str) -> ClauseId {
        self.schema.clause.child(word)
    }

    fn is_nullable(&self) -> bool {
        self.property.nullable || self.schema.nullable
    }

    /// Returns whether the place is a property that may be left out.
    fn may_lack(&self) -> bool {
        self.required == Some(false) && !self.is_choice
    }

    /// Returns the name of the property of the body that contains the place.
    fn root(&self) -> Option<&str> {
        match self.path.0.first() {
            Some(Segment::Member(name)) => Some(name),
            _ => None,
        }
    }
}

/// Returns every place in a value of a schema, the outermost first, without the value itself.
fn places<'s>(spec: &'s Spec, schema: &'s Schema) -> Vec<Place<'s>> {
    spec.places(schema).iter().skip(1).map(Place::new).collect()
}

/// Returns the first place of each schema.
fn first_of_each(places: Vec<Place<'_>>) -> impl Iterator<Item = Place<'_>> {
    let mut seen = HashSet::new();
    places
        .into_iter()
        .filter(move |place| seen.insert((&place.schema.clause, &place.property.clause)))
}

/// Returns the segment of a path for a step; a step to an alternative stays at the value.
fn segment(step: Step<'_>) -> Option<Segment> {
    Some(match step {
        Step::Property(name, _) => Segment::Member(name.to_owned()),
        Step::Item | Step::Entry => Segment::Each,
        Step::Position(index) => Segment::Item(index),
        Step::Alternative(..) => return None,
        Step::Variant(union, value) => {
            Segment::Where(union.discriminator.clone(), value.to_owned())
        }
    })
}
