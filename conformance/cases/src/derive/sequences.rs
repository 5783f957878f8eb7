//! Makes cases of random sequences of requests. A small model of the stored resources gives the expected
//! responses.
//!
//! The sequences come in as data: this module contains no randomness and sends nothing. The model is that of
//! the derived cases, so a sequence becomes a case like any other.

mod created_resources;
mod jobs;
mod mistakes;
mod sequence;
mod vocabulary;

use indexmap::IndexMap;
use serde_json::{Map, Value};
use webdata_spec::Spec;
use webdata_spec::model::{
    ClauseId, Condition, EffectKind, Level, Resource, ResourceEffect, Segment,
};

use self::created_resources::ResourceType;
use self::jobs::Jobs;
use self::mistakes::has_mistake;
use super::context::changes::{no_op_body, no_op_body_without};
use super::context::{Input, OperationContext};
use super::ideas::concurrent::open_rejection;
use super::ideas::effects::properties_set;
use super::values::samples::Extent;
use crate::case::{
    AnyOrder, Argument, Body, Case, ConcurrentUpdate, Expected, Member, Purpose, Request, Step,
};
use crate::interpreter::holds;
use crate::profiles::is_within;

pub use self::mistakes::{NOT_JSON, RAW};
pub use self::sequence::{Action, Sequence, Spelling};
pub use self::vocabulary::{ResourceVocabulary, Vocabulary};

/// Derives the expected responses to sequences of requests from a contract.
pub struct Oracle<'s> {
    /// The operations that update one resource, keep omitted properties and return the resource.
    contexts: Vec<OperationContext<'s>>,
    /// The operations that create resources which another operation can delete.
    resource_types: Vec<ResourceType<'s>>,
    /// The operations that start runs.
    jobs: Vec<Jobs<'s>>,
    /// The operations whose bodies can have mistakes.
    requests: Vec<OperationContext<'s>>,
    /// The derived cases that the target can run, by identity.
    cases: IndexMap<&'s str, &'s Case>,
}

/// A sequence and the case that was made from it.
#[derive(Debug, Clone)]
pub struct SequenceCase {
    /// The case.
    pub case: Case,
    /// For each step of the case, the index of its action. Steps that read the resources at the end have the
    /// number of actions.
    pub actions: Vec<usize>,
}

/// Returns the clauses that a request breaks.
type BrokenClauses<'b> = &'b dyn Fn(&Request) -> Vec<ClauseId>;

/// The steps of a sequence so far, and what they tell about the resources.
struct SequenceBuilder<'w, 's> {
    context: &'w OperationContext<'s>,
    steps: Vec<Step>,
    /// For each resource, the step whose response last showed it; `None` if an update since then may or may
    /// not have been applied.
    last_shown: Vec<Option<usize>>,
    /// The clause that the last request tests.
    clause: ClauseId,
}

impl<'s> Oracle<'s> {
    /// Creates the oracle of a contract. `cases` are the derived cases that are run. An operation without any is left out.
    pub fn new(spec: &'s Spec, cases: impl IntoIterator<Item = &'s Case>) -> Self {
        let updates = spec.operations.values().filter(|operation| {
            operation.resource_effect() == Some(ResourceEffect::Updates) && !operation.is_bulk()
        });
        let contexts = updates.map(|update| OperationContext::new(spec, update, Input::Body));
        let cases: IndexMap<_, _> =
            cases.into_iter().map(|case| (case.id.as_str(), case)).collect();
        let keeps = |context: &OperationContext<'_>| {
            cases.keys().any(|id| is_within(id, &context.operation.id))
                && context.effect(&EffectKind::KeepsOmitted).is_some()
                && context.operation.response_type().is_some()
        };
        let created = spec.operations.values();
        let created = created.filter_map(|operation| ResourceType::new(spec, operation));
        let resource_types =
            created.filter(|created| cases.contains_key(created.case().as_str())).collect();
        let starts = spec
            .operations
            .values()
            .filter(|operation| operation.resource_effect() == Some(ResourceEffect::Starts));
        let starts = starts.map(|operation| OperationContext::for_other_operation(spec, operation));
        let jobs =
            starts.filter_map(|context| Jobs::new(context, |id| cases.contains_key(id))).collect();
        let requests = spec.operations.values();
        let requests = requests
            .filter(|operation| !operation.is_multipart())
            .filter(|operation| cases.values().any(|case| has_mistake(case, &operation.id)))
            .map(|operation| OperationContext::new(spec, operation, Input::Body))
            .collect();
        Self { contexts: contexts.filter(keeps).collect(), resource_types, jobs, requests, cases }
    }

    /// Makes the case of a sequence, with `name` in its identity. `broken` returns the clauses that a request
    /// breaks; an action is left out if its request breaks other clauses than it should.
    ///
    /// Returns `None` if no action is left, if the contract has no such operation, or if the sequence is larger
    /// than any that an explorer makes.
    pub fn case(
        &self,
        name: &str,
        sequence: &Sequence,
        broken: &dyn Fn(&Request) -> Vec<ClauseId>,
    ) -> Option<SequenceCase> {
        let sequence = Some(sequence).filter(|bounded| bounded.is_bounded())?;
        let is_meant = |context: &OperationContext<'_>| context.operation.id == sequence.operation;
        if let Some(created) = self.resource_types.iter().find(|created| is_meant(&created.creates))
        {
            return created.sequence_case(name, sequence, &self.cases, broken);
        }
        if let Some(jobs) = self.jobs.iter().find(|jobs| is_meant(&jobs.context)) {
            return jobs.sequence_case(name, sequence);
        }
        let context = self.contexts.iter().find(|context| is_meant(context))?;
        let clause = context.operation.clause();
        let mut builder =
            SequenceBuilder { context, steps: Vec::new(), last_shown: Vec::new(), clause };
        let mut actions = Vec::new();
        for (index, action) in sequence.actions.iter().enumerate() {
            self.add(&mut builder, sequence, action, broken);
            actions.resize(builder.steps.len(), index);
        }
        if sequence.read_back {
            (0..builder.last_shown.len()).for_each(|resource| builder.read(resource));
            actions.resize(builder.steps.len(), sequence.actions.len());
        }
        let is_tested = |step: &Step| step.purpose != Purpose::Arrange;
        let is_some = builder.steps.iter().any(is_tested);
        let (tested, steps) = ((Level::Must, builder.clause), builder.steps);
        is_some.then(|| {
            let case = context.case(&["explored", name], tested, steps);
            let case = Case { whole_responses: true, ..case };
            SequenceCase { case, actions }
        })
    }

    fn add(
        &self,
        builder: &mut SequenceBuilder<'_, 's>,
        sequence: &Sequence,
        action: &Action,
        broken: BrokenClauses<'_>,
    ) {
        let breaks_nothing = |step: &Step| broken(&step.request).is_empty();
        match action {
            Action::Update { resource, given, spelling, headers_of } => {
                let Some(mut step) = builder.update(*resource, given).filter(breaks_nothing) else {
                    return;
                };
                builder.arrange(sequence, *resource);
                builder.expect_unchanged(*resource, given, &mut step);
                spelling.apply(&mut step.request.body);
                let like = headers_of.as_ref().and_then(|id| self.cases.get(id.as_str()));
                if let Some(like) = like.and_then(|case| case.steps.last()) {
                    step.request.headers.clone_from(&like.request.headers);
                    step.request.media_type.clone_from(&like.request.media_type);
                }
                builder.set_clause();
                builder.last_shown[*resource] = Some(builder.steps.len());
                builder.steps.push(step);
            }
            Action::Rejected { resource, like, beside } => {
                let Some(like) = self.cases.get(like.as_str()) else { return };
                let Some(step) = like.steps.last() else { return };
                if builder.context.effect(&EffectKind::RefusalKeepsAll).is_none() {
                    return;
                }
                let step = on(step, *resource);
                let Some(step) = with_further_properties(step, like, beside, broken) else {
                    return;
                };
                builder.arrange(sequence, *resource);
                builder.clause = like.clauses.first().unwrap_or(&builder.clause).clone();
                builder.steps.push(step);
            }
            Action::Mistaken { operation, resource, place, value, beside } => {
                let is_own = *operation == builder.context.operation.id;
                let beside = is_own.then_some(beside);
                let Some((clause, step)) = self.mistaken(operation, (place, value), beside, broken)
                else {
                    return;
                };
                if is_own {
                    if builder.context.effect(&EffectKind::RefusalKeepsAll).is_none() {
                        return;
                    }
                    builder.arrange(sequence, *resource);
                }
                builder.clause = clause;
                builder.steps.push(on(&step, *resource));
            }
            Action::Concurrent { resource, given, elsewhere } => {
                let meant = |resource: usize, given: &Map<String, Value>| {
                    builder.update(resource, given).filter(breaks_nothing)
                };
                let updates: Vec<Step> =
                    given.iter().filter_map(|given| meant(*resource, given)).collect();
                if updates.len() < 2 {
                    return;
                }
                let other = usize::from(*resource == 0);
                let beside = meant(other, elsewhere);
                builder.arrange(sequence, *resource);
                builder.set_clause();
                let beside = beside.map(|mut step| {
                    builder.arrange(sequence, other);
                    builder.expect_unchanged(other, elsewhere, &mut step);
                    (other, step)
                });
                builder.add_concurrent(*resource, updates, beside);
            }
            Action::Other { like } => {
                let Some(like) = self.cases.get(like.as_str()) else { return };
                builder.clause = like.clauses.first().unwrap_or(&builder.clause).clone();
                builder.steps.extend(like.steps.iter().cloned());
            }
            // These actions concern resources or runs that the sequence itself creates.
            Action::Create { .. }
            | Action::Replace { .. }
            | Action::Read { .. }
            | Action::List { .. }
            | Action::Delete { .. }
            | Action::Start
            | Action::End { .. } => {}
        }
    }
}

impl SequenceBuilder<'_, '_> {
    /// Returns the step of an update that a correct server accepts, if there is one.
    fn update(&self, resource: usize, given: &Map<String, Value>) -> Option<Step> {
        let context = self.context;
        let body = valid_update(context, given)?;
        let mut members = context.expect_stored(&body);
        members.extend(context.expect_runs(&body));
        Some(on(&context.accepted(Purpose::Act, body, members), resource))
    }

    /// Brings a resource into a known state before its first request, if the sequence requires that.
    fn arrange(&mut self, sequence: &Sequence, resource: usize) {
        if resource < self.last_shown.len() {
            return;
        }
        for new in self.last_shown.len()..=resource {
            let step = sequence.arranged.then_some(self.steps.len());
            if step.is_some() {
                self.steps.push(on(&self.context.arrange(self.context.baseline()), new));
            }
            self.last_shown.push(step);
        }
    }

    /// Expects that the properties which an update omits are unchanged.
    fn expect_unchanged(&self, resource: usize, given: &Map<String, Value>, step: &mut Step) {
        let Some(shown) = self.last_shown[resource] else { return };
        let Body::Json(body) = &step.request.body else { return };
        let set = properties_set(self.context, body);
        let kept = self.unchanged(shown, |name| {
            !given.contains_key(name) && body.get(name).is_none() && !set.contains(&name)
        });
        step.expect.extend(kept);
    }

    /// Expects properties to be as an earlier response showed them.
    fn unchanged(&self, shown: usize, is_kept: impl Fn(&str) -> bool) -> Vec<Member> {
        let Some((clause, _)) = self.context.effect(&EffectKind::KeepsOmitted) else {
            return Vec::new();
        };
        let names = self.context.stored_properties().into_iter().map(|(name, _)| name);
        let member = |name| self.context.member(name, Expected::SameAsStep(shown), clause.clone());
        names.filter(|name| is_kept(name)).filter_map(member).collect()
    }

    /// Reads a resource, which must be as the last response showed it.
    fn read(&mut self, resource: usize) {
        let Some(shown) = self.last_shown[resource] else { return };
        let Some((mut step, sent)) = self.reading_step(resource, |_| false) else { return };
        step.expect.extend(self.unchanged(shown, |name| !sent.contains_key(name)));
        self.steps.push(step);
    }

    /// Returns a step whose response shows a resource, and the properties that the step sends. The step sends avoided
    /// properties only if there are no others.
    fn reading_step(
        &self,
        resource: usize,
        is_avoided: impl Fn(&str) -> bool,
    ) -> Option<(Step, Map<String, Value>)> {
        let context = self.context;
        let pointer = context.operation.resource.as_ref()?.pointer();
        if context.related.read_pointer() == Some(pointer) {
            let step = context.related.read(Argument::FIRST_FIXTURE, Vec::new())?;
            return Some((on(&step, resource), Map::new()));
        }
        let body = no_op_body_without(context, is_avoided).or_else(|| no_op_body(context, ""))?;
        let sent = body.as_object()?.clone();
        let step = context.accepted(Purpose::Assert, body, Vec::new());
        Some((on(&step, resource), sent))
    }

    /// Makes the clause about stored values the clause that the case tests.
    fn set_clause(&mut self) {
        if let Some((clause, _)) = self.context.effect(&EffectKind::StoresGiven) {
            self.clause = clause.clone();
        }
    }

    /// Adds concurrent updates of a resource, one of another resource if given, and the step that reads the
    /// result.
    fn add_concurrent(
        &mut self,
        resource: usize,
        updates: Vec<Step>,
        beside: Option<(usize, Step)>,
    ) {
        let before = self.last_shown[resource].take();
        let rejection = open_rejection(self.context);
        let mut concurrent = Vec::new();
        for (index, mut step) in updates.into_iter().enumerate() {
            step.with_previous = index > 0;
            // A response may already show the values of another update, so no response is judged alone.
            let sets = self.sets(&step.request.body, step.expect.members());
            concurrent.push(ConcurrentUpdate { step: self.steps.len(), sets });
            step.expect = self.context.success(Vec::new()).or_rejection(rejection.clone());
            self.steps.push(step);
        }
        if let Some((other, mut step)) = beside {
            step.with_previous = true;
            self.last_shown[other] = Some(self.steps.len());
            self.steps.push(step);
        }
        let is_set = |name: &str| concurrent.iter().any(|update| update.sets.contains_key(name));
        let Some((mut step, sent)) = self.reading_step(resource, is_set) else { return };
        if let Some(before) = before {
            let is_kept = |name: &str| !sent.contains_key(name) && !is_set(name);
            step.expect.extend(self.unchanged(before, is_kept));
        }
        for update in &mut concurrent {
            update.sets.retain(|name, _| !sent.contains_key(name));
        }
        step.expect.extend(self.any_order(before, concurrent));
        self.last_shown[resource] = Some(self.steps.len());
        self.steps.push(step);
    }

    /// Returns the properties that an update sets, each with the expectations among `members` that concern
    /// it.
    fn sets(&self, body: &Body, members: &[Member]) -> IndexMap<String, Vec<Member>> {
        let Some(body) = body.as_json() else { return IndexMap::new() };
        let set = properties_set(self.context, body);
        let names = self.context.stored_properties().into_iter().map(|(name, _)| name);
        let names = names.filter(|name| body.get(name).is_some() || set.contains(name));
        let expectations_of = |name: &str| {
            let pointer = format!("{}/{name}", self.pointer());
            let is_of = |member: &&Member| {
                let inner = member.pointer.strip_prefix(&pointer);
                inner.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            };
            members.iter().filter(is_of).cloned().collect()
        };
        names.map(|name| (name.to_owned(), expectations_of(name))).collect()
    }

    /// Expects the result of some order of the updates.
    fn any_order(&self, before: Option<usize>, updates: Vec<ConcurrentUpdate>) -> Option<Member> {
        let (clause, _) = self.context.effect(&EffectKind::StoresGiven)?;
        let is_set = |name: &str| updates.iter().any(|update| update.sets.contains_key(name));
        // The contract may leave open whether a rejected update changes anything.
        let keeps_all = self.context.effect(&EffectKind::RefusalKeepsAll).is_some();
        let before = before.filter(|_| keeps_all);
        let same = before.map_or_else(Vec::new, |before| self.unchanged(before, is_set));
        let base = format!("{}/", self.pointer());
        let named =
            |member: Member| Some((member.pointer.strip_prefix(&base)?.to_owned(), vec![member]));
        let before = same.into_iter().filter_map(named).collect();
        let expected = Expected::AnyOrder(AnyOrder { before, updates });
        Some(Member::new(self.pointer(), expected, clause.clone()))
    }

    /// Returns the place of the resource in a response, as a JSON Pointer (RFC 6901).
    fn pointer(&self) -> String {
        self.context.operation.resource.as_ref().map(Resource::pointer).unwrap_or_default()
    }
}

/// Returns the body of an update that a correct server accepts, if there is one. The body is repaired where it breaks a
/// rule across properties.
fn valid_update(context: &OperationContext<'_>, given: &Map<String, Value>) -> Option<Value> {
    let body = without_rule_conflicts(context, context.repair(Value::Object(given.clone())))?;
    (!given.is_empty() && !context.may_be_rejected(&body)).then_some(body)
}

/// Returns the rejected step of a case with further properties, if the request still breaks the same clause and no
/// other.
fn with_further_properties(
    mut step: Step,
    like: &Case,
    further: &Map<String, Value>,
    broken: BrokenClauses<'_>,
) -> Option<Step> {
    if let Body::Json(Value::Object(body)) = &mut step.request.body {
        for (name, value) in further {
            body.entry(name).or_insert_with(|| value.clone());
        }
    }
    let expected: Vec<ClauseId> = like.breaks.iter().cloned().collect();
    (broken(&step.request) == expected).then_some(step)
}

/// Returns the step with another fixture.
fn on(step: &Step, resource: usize) -> Step {
    let mut step = step.clone();
    for argument in step.request.arguments_mut() {
        if let Argument::Fixture { index, .. } = argument {
            *index = resource;
        }
    }
    step
}

/// Adds the required properties of rules whose exception the body removes. Returns `None` if the body removes
/// a property that a rule may require of the stored resource.
fn without_rule_conflicts(context: &OperationContext<'_>, mut body: Value) -> Option<Value> {
    let object = context.request_object()?;
    for rule in &object.rules {
        let required = rule.requires.path.root();
        let removes_required = body
            .get(required)
            .is_some_and(|value| value.is_null() || !holds(&rule.requires, &body));
        let is_excepted = rule.unless.as_ref().is_some_and(|unless| holds(unless, &body));
        // A server may merge the list with the stored one.
        let is_out = body.get(rule.when.path.root()).is_some()
            && !holds(&rule.when, &body)
            && !rule.when.path.0.contains(&Segment::AnyItem);
        if removes_required && !is_excepted && !is_out {
            return None;
        }
        let takes_exception =
            |unless: &Condition| body.get(unless.path.root()).is_some() && !holds(unless, &body);
        let is_needed = rule.unless.as_ref().is_some_and(takes_exception) && !is_out;
        if !is_needed || holds(&rule.requires, &body) {
            continue;
        }
        let property = object.properties.get(required)?;
        body[required] = context.samples.value(&property.schema, Extent::Full);
    }
    Some(body)
}
