//! Makes sequences that create resources and read, list, update, replace and delete them, even after the
//! deletion.
//!
//! The runner removes the resources that a case has created, whatever the outcome of the case.

mod resource;

use indexmap::IndexMap;
use serde_json::{Map, Value};
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, ClauseRoot, EffectKind, Level, Operation, ResourceEffect};

use self::resource::Resource;
use super::{Action, BrokenClauses, Sequence, SequenceCase, valid_update, with_further_properties};
use crate::case::{Argument, Case, Expect, Expected, ListTest, Member, Purpose, Request, Step};
use crate::derive::context::OperationContext;
use crate::derive::context::changes::with_required;
use crate::derive::ideas::effects::{left_out, properties_set};
use crate::derive::ideas::lists::listed;
use crate::derive::values::rules::Reading;
use crate::interpreter::holds;

/// The operations on resources of a type that the contract has operations to create and to delete.
pub(super) struct ResourceType<'s> {
    pub(super) creates: OperationContext<'s>,
    /// The other operations, each with its effect.
    others: Vec<(ResourceEffect, OperationContext<'s>)>,
}

impl<'s> ResourceType<'s> {
    /// Returns the operations for the resources that `creates` creates, or `None` if none of them deletes the
    /// resources.
    pub(super) fn new(spec: &'s Spec, creates: &'s Operation) -> Option<Self> {
        use ResourceEffect::{Creates, Deletes, Lists, Reads, Replaces, Updates};
        let type_name = &creates.resource.as_ref()?.type_name;
        if spec.operation_with_effect(Creates, type_name)?.id != creates.id {
            return None;
        }
        let other = |effect| {
            let operation = spec.operation_with_effect(effect, type_name)?;
            Some((effect, OperationContext::for_other_operation(spec, operation)))
        };
        let others = [Deletes, Reads, Lists, Updates, Replaces].into_iter().filter_map(other);
        let created = Self {
            creates: OperationContext::for_other_operation(spec, creates),
            others: others.collect(),
        };
        created.operation_with(Deletes)?;
        created.creates.operation.response_type()?;
        Some(created)
    }

    /// Returns the operation with this effect on the resources.
    pub(super) fn operation_with(&self, effect: ResourceEffect) -> Option<&OperationContext<'s>> {
        self.others.iter().find(|(known, _)| *known == effect).map(|(_, context)| context)
    }

    /// Returns every operation on the resources, the creation first.
    pub(super) fn contexts(&self) -> impl Iterator<Item = &OperationContext<'s>> {
        std::iter::once(&self.creates).chain(self.others.iter().map(|(_, context)| context))
    }

    /// Returns the identity of the derived case of a single creation.
    pub(super) fn case(&self) -> String {
        self.creates.id(&["creates", "stored"])
    }

    /// Returns the clause that requires a deleted resource to be gone.
    pub(super) fn deletes(&self) -> Option<ClauseId> {
        let operation = self.operation_with(ResourceEffect::Deletes)?.operation;
        Some(operation.clause().child(ResourceEffect::Deletes.name()))
    }

    /// Returns the properties that requests can set and nothing else may change. A state whose transitions
    /// are open or may be illegal is left out.
    pub(super) fn names(&self) -> Vec<&'s str> {
        let all =
            self.contexts().flat_map(OperationContext::stored_properties).map(|(name, _)| name);
        let (context, mut names) = (&self.creates, all.collect::<Vec<&str>>());
        let type_name = context.operation.resource.as_ref().map(|resource| &resource.type_name);
        let open = |name: &&str| {
            context.spec.lifecycles.iter().any(|lifecycle| {
                (lifecycle.gap.is_some() || lifecycle.illegal.is_some())
                    && Some(&lifecycle.type_name) == type_name
                    && lifecycle.property == *name
            })
        };
        names.retain(|name| !open(name));
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Makes the case of a sequence, or returns `None` if no action can be sent.
    pub(super) fn sequence_case(
        &self,
        name: &str,
        sequence: &Sequence,
        cases: &IndexMap<&'s str, &'s Case>,
        broken: BrokenClauses<'_>,
    ) -> Option<SequenceCase> {
        let (steps, resources, clauses) = (Vec::new(), Vec::new(), Vec::new());
        let mut builder =
            ResourceSequence { resource_type: self, cases, broken, steps, resources, clauses };
        let mut actions = Vec::new();
        for (index, action) in sequence.actions.iter().enumerate() {
            // Actions that cannot be sent are left out.
            if let Some(step) = builder.step(action) {
                builder.steps.push(step);
                actions.push(index);
            }
        }
        let clause = builder.clauses.last()?.clone();
        let case = self.creates.case(&["explored", name], (Level::Must, clause), builder.steps);
        let case = Case { whole_responses: true, ..case.with_clauses(builder.clauses) };
        Some(SequenceCase { case, actions })
    }
}

/// Returns whether the contract says that a rejected request changes nothing.
fn refusal_keeps_all(context: &OperationContext<'_>) -> bool {
    let changes = [ResourceEffect::Updates, ResourceEffect::Replaces];
    let is_change = context.effect_on_resource().is_some_and(|effect| changes.contains(&effect));
    !is_change || context.effect(&EffectKind::RefusalKeepsAll).is_some()
}

/// The steps of a sequence so far, and what they tell about the resources.
struct ResourceSequence<'w, 's> {
    resource_type: &'w ResourceType<'s>,
    cases: &'w IndexMap<&'s str, &'s Case>,
    broken: BrokenClauses<'w>,
    steps: Vec<Step>,
    resources: Vec<Resource>,
    /// The clauses that the steps test.
    clauses: Vec<ClauseId>,
}

impl<'s> ResourceSequence<'_, 's> {
    /// Returns the step of an action, if the action can be sent.
    fn step(&mut self, action: &Action) -> Option<Step> {
        match action {
            Action::Create { given } => self.create(given),
            Action::Read { resource } => self.read(*resource),
            Action::List { query } => self.list(query),
            Action::Update { resource, given, spelling, .. } => {
                let mut step = self.update(*resource, given)?;
                spelling.apply(&mut step.request.body);
                Some(step)
            }
            Action::Replace { resource, given } => self.replace(*resource, given),
            Action::Delete { resource } => self.delete(*resource),
            Action::Rejected { resource, like, beside } => self.rejected(*resource, like, beside),
            Action::Mistaken { .. }
            | Action::Concurrent { .. }
            | Action::Other { .. }
            | Action::Start
            | Action::End { .. } => None,
        }
    }

    fn create(&mut self, given: &Map<String, Value>) -> Option<Step> {
        let context = &self.resource_type.creates;
        let body = self.whole(context, given)?;
        let clause = context.operation.clause().child(ResourceEffect::Creates.name());
        let identity = &context.resource()?.0.identity;
        let earlier = self.resources.iter().map(|earlier| Expected::OtherThanStep(earlier.step));
        let values = std::iter::once(Expected::Present).chain(earlier);
        let members = values.filter_map(|value| context.member(identity, value, clause.clone()));
        let stored = stored_by(context, &body);
        let members = members.chain(stored.clone()).collect();
        let names = self.resource_type.names();
        let step = self.if_valid(context.accepted(Purpose::Act, body.clone(), members))?;
        let index = self.steps.len();
        let mut resource = Resource::new(index, names);
        resource.record(index, context, &body, stored);
        self.resources.push(resource);
        self.clauses.push(clause);
        Some(step)
    }

    fn read(&mut self, resource: usize) -> Option<Step> {
        let (argument, target) = (self.argument(resource)?, &self.resources[resource]);
        if target.is_deleted {
            let context = self.resource_type.operation_with(ResourceEffect::Reads)?;
            let step = self.unknown(context, context.minimal_request(), resource)?;
            return Some(Step { purpose: Purpose::Assert, ..step });
        }
        let creates = &self.resource_type.creates;
        let pointer = creates.related.read_pointer()?;
        let mut step = creates.related.read(argument, target.members(&pointer))?;
        let reader = step.request.operation.clone()?;
        let effect = creates.spec.operations.get(&reader)?.resource_effect()?;
        let clause = ClauseRoot::Operation(&reader).clause().child(effect.name());
        step.expect.extend(target.unchanged(&reader, &pointer, &clause));
        self.resources[resource].shown.insert(reader, self.steps.len());
        self.clauses.push(clause);
        Some(step)
    }

    /// Lists the resources. Existing resources must be in the list once, deleted ones must not.
    fn list(&mut self, query: &Map<String, Value>) -> Option<Step> {
        let context = self.resource_type.operation_with(ResourceEffect::Lists)?;
        let clause = context.operation.clause().child(ResourceEffect::Lists.name());
        let deletes = self.resource_type.deletes()?;
        let mut tests = Vec::new();
        for resource in &self.resources {
            let identity = context.identity_in(resource.step)?;
            let (is_listed, filter) = match resource.fits(context, query) {
                _ if resource.is_deleted => (false, Some(deletes.clone())),
                Some(decided) => decided,
                None => continue,
            };
            let properties = resource.in_list(context);
            let test = if is_listed {
                ListTest::Has { identity, properties }
            } else {
                ListTest::Lacks(identity)
            };
            tests.push((test, filter.unwrap_or_else(|| clause.clone())));
        }
        let identity = context.resource()?.0.identity.clone();
        tests.push((ListTest::Distinct(identity), clause.clone()));
        let pointer = context.resource()?.0.pointer();
        let mut step = listed(context, query.clone(), &clause, [])?;
        let member = |(test, clause)| Member::new(pointer.clone(), Expected::List(test), clause);
        step.expect.extend(tests.into_iter().map(member));
        let step = self.if_valid(step)?;
        self.clauses.push(clause);
        Some(Step { purpose: Purpose::Assert, ..step })
    }

    fn update(&mut self, resource: usize, given: &Map<String, Value>) -> Option<Step> {
        let context = self.resource_type.operation_with(ResourceEffect::Updates)?;
        let (argument, target) = (self.argument(resource)?, &self.resources[resource]);
        let body = valid_update(context, given)?;
        if !keeps_rules(context, target, &body) {
            return None;
        }
        let step = self.if_valid(context.accepted(Purpose::Act, body.clone(), Vec::new()))?;
        if target.is_deleted {
            return self.unknown(context, step.request, resource);
        }
        let index = self.steps.len();
        let target = &mut self.resources[resource];
        let stored = stored_by(context, &body);
        let set = properties_set(context, &body);
        let keeps = context.effect(&EffectKind::KeepsOmitted).map(|(clause, _)| clause);
        target.change(index, |name| {
            keeps.is_none() || body.get(name).is_some() || set.contains(&name)
        });
        let mut members = stored.clone();
        if let (Some(clause), Some(_)) = (keeps, context.operation.response_type()) {
            let pointer = context.resource()?.0.pointer();
            let kept = target.members(&pointer).into_iter();
            members.extend(kept.map(|member| Member { clause: clause.clone(), ..member }));
            members.extend(target.unchanged(&context.operation.id, &pointer, clause));
        }
        target.record(index, context, &body, stored);
        let stores = context.effect(&EffectKind::StoresGiven).map(|(clause, _)| clause.clone());
        self.clauses.extend(stores);
        Some(context.on_resource(&argument, expecting(context, step, members)))
    }

    fn replace(&mut self, resource: usize, given: &Map<String, Value>) -> Option<Step> {
        let context = self.resource_type.operation_with(ResourceEffect::Replaces)?;
        let argument = self.argument(resource)?;
        let (effect_of, request) = (context.resource()?.0, context.request_object()?);
        // The contract does not state the effect of an identity in the body.
        if request.properties.contains_key(&effect_of.identity) {
            return None;
        }
        let body = self.whole(context, given)?;
        let step = self.if_valid(context.accepted(Purpose::Act, body.clone(), Vec::new()))?;
        if self.resources[resource].is_deleted {
            return self.unknown(context, step.request, resource);
        }
        let mut stored = stored_by(context, &body);
        let resets = context.effect(&EffectKind::ResetsOmitted).map(|(clause, _)| clause);
        for (name, _) in context.stored_properties() {
            if let (Some(clause), None) = (resets, body.get(name))
                && let Some(value) = left_out(context, name)
            {
                // A server may leave out a default.
                let member = context.member(name, value, clause.clone());
                stored.extend(member.map(Member::whole_is_omissible));
            }
        }
        let index = self.steps.len();
        self.resources[resource].change(index, |_| true);
        self.resources[resource].record(index, context, &body, stored.clone());
        let stores = context.effect(&EffectKind::StoresGiven).map(|(clause, _)| clause.clone());
        self.clauses.extend(stores);
        Some(context.on_resource(&argument, expecting(context, step, stored)))
    }

    fn delete(&mut self, resource: usize) -> Option<Step> {
        let context = self.resource_type.operation_with(ResourceEffect::Deletes)?;
        let argument = self.argument(resource)?;
        if self.resources[resource].is_deleted {
            return self.unknown(context, context.valid_request(), resource);
        }
        self.resources[resource].is_deleted = true;
        self.clauses.push(self.resource_type.deletes()?);
        Some(context.on_resource(&argument, context.succeeds(Vec::new())))
    }

    /// Sends the request of a derived case that the server must reject, which changes nothing.
    fn rejected(
        &mut self,
        resource: usize,
        like: &str,
        beside: &Map<String, Value>,
    ) -> Option<Step> {
        let like = *self.cases.get(like)?;
        let [step] = like.steps.as_slice() else { return None };
        let is_own = |context: &OperationContext<'_>| {
            step.request.operation.as_ref() == Some(&context.operation.id)
        };
        let context = self.resource_type.contexts().find(|context| is_own(context))?;
        if !matches!(step.expect, Expect::Error { .. }) || !refusal_keeps_all(context) {
            return None;
        }
        let mut step = step.clone();
        let named = context.identified_by().and_then(|name| step.request.parameters.get(name));
        if let Some(Argument::Fixture { index, .. }) = named {
            let is_there = self.resources.get(resource).is_some_and(|there| !there.is_deleted);
            let argument = self.argument(resource).filter(|_| is_there && *index == 0)?;
            step.request.name_resource(context.operation, &argument)?;
        }
        let step = with_further_properties(step, like, beside, self.broken)?;
        self.clauses.extend(like.clauses.first().cloned());
        Some(step)
    }

    /// Returns a step that must fail because its resource is deleted.
    fn unknown(
        &mut self,
        context: &OperationContext<'s>,
        request: Request,
        resource: usize,
    ) -> Option<Step> {
        let error = context.resource()?.0.unknown.as_ref()?;
        let step = context.on_resource(&self.argument(resource)?, context.fails(request, error)?);
        self.clauses.push(self.resource_type.deletes()?);
        Some(step)
    }

    /// Returns the argument for the identity of a resource that the sequence has created.
    fn argument(&self, resource: usize) -> Option<Argument> {
        self.resource_type.creates.related.created_in(self.resources.get(resource)?.step)
    }

    /// Returns a body with these properties and the required ones.
    fn whole(&self, context: &OperationContext<'s>, given: &Map<String, Value>) -> Option<Value> {
        let known = context.stored_properties();
        let mut members = given.clone();
        members.retain(|name, _| known.iter().any(|(known, _)| known == name));
        let body = context.repair(with_required(context, Value::Object(members)));
        (!context.may_be_rejected(&body)).then_some(body)
    }

    /// Returns the step if its request breaks no clause.
    fn if_valid(&self, step: Step) -> Option<Step> {
        (self.broken)(&step.request).is_empty().then_some(step)
    }
}

/// Expects the stored values of a body in the response.
fn stored_by(context: &OperationContext<'_>, body: &Value) -> Vec<Member> {
    let mut members = context.expect_stored(body);
    if context.operation.response_type().is_some() {
        members.extend(context.expect_runs(body));
    }
    members
}

/// Returns the step with these expectations, if its operation has a response body.
fn expecting(context: &OperationContext<'_>, step: Step, members: Vec<Member>) -> Step {
    let members = if context.operation.response_type().is_some() { members } else { Vec::new() };
    Step { expect: context.success(members), ..step }
}

/// Returns whether an update keeps every rule in all of its readings, whether or not the server keeps omitted
/// properties.
fn keeps_rules(context: &OperationContext<'_>, resource: &Resource, body: &Value) -> bool {
    let Some(object) = context.request_object() else { return true };
    let effects = &context.operation.effects;
    let stored = [Value::Object(resource.sent.clone()), Value::Object(Map::new())];
    let mut after = resource.sent.clone();
    after.extend(body.as_object().cloned().unwrap_or_default());
    let after = Value::Object(after);
    object.rules.iter().all(|rule| {
        let required = body.get(rule.requires.path.root());
        let removes_required = required.is_some_and(Value::is_null) || !holds(&rule.requires, body);
        if required.is_some() && removes_required {
            // The stored value of a property that no request has sent is unknown.
            return after.get(rule.when.path.root()).is_some() && !holds(&rule.when, &after);
        }
        let readings = Reading::all(rule);
        let is_broken =
            |stored| readings.iter().any(|reading| reading.broken(rule, effects, stored, body));
        !stored.iter().any(is_broken)
    })
}
