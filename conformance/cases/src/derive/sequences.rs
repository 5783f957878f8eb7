//! Random sequences of requests, and what each is answered with: by a small model of what is stored.
//!
//! What is sent comes in as data; nothing here is random, and nothing is sent. The model is the one by
//! which cases are derived, so a sequence becomes a case like any other.

mod sequence;
mod vocabulary;

use indexmap::IndexMap;
use serde_json::{Map, Value};
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, Condition, EffectKind, Level, ResourceEffect};

use super::context::{Input, OperationContext};
use super::ideas::concurrent::open_refusal;
use super::ideas::effects::{properties_set, read_back};
use super::values::readings::holds;
use super::values::samples::Extent;
use crate::case::{Argument, Body, Case, Expect, Expected, Member, Purpose, Request, Step};
pub use sequence::{Move, Sequence, Spelling};
pub use vocabulary::Vocabulary;

/// Says what the requests of sequences are answered with, by a contract.
pub struct Oracle<'s> {
    /// The operations that update one stored resource and keep what is left out.
    contexts: Vec<OperationContext<'s>>,
    /// The derived cases that the target can be sent.
    cases: IndexMap<&'s str, &'s Case>,
}

/// A sequence as a case.
#[derive(Debug, Clone)]
pub struct Told {
    /// The case.
    pub case: Case,
    /// For each step of the case, the move that it is of; reading back is one move more than there are.
    pub moves: Vec<usize>,
}

/// What is known of the resources on the way through a sequence.
struct Walk<'w, 's> {
    context: &'w OperationContext<'s>,
    steps: Vec<Step>,
    /// The step whose response last showed a resource, for each of them; none where an update may have
    /// been carried out since or not.
    shown: Vec<Option<usize>>,
    /// The clause that the last request is about.
    clause: ClauseId,
}

impl<'s> Oracle<'s> {
    /// Takes a contract, and those of its derived cases that the target can be sent.
    pub fn new(spec: &'s Spec, cases: impl IntoIterator<Item = &'s Case>) -> Self {
        let updates = spec.operations.values().filter(|operation| {
            operation.resource_effect() == Some(ResourceEffect::Updates) && !operation.is_bulk()
        });
        let contexts = updates.map(|own| OperationContext::new(spec, own, Input::Body));
        let cases = cases.into_iter().map(|case| (case.id.as_str(), case)).collect();
        let keeps = |own: &OperationContext<'_>| own.effect(&EffectKind::KeepsOmitted).is_some();
        Self { contexts: contexts.filter(keeps).collect(), cases }
    }

    /// Returns what can be sent to each of the operations that sequences can be made of.
    #[must_use]
    pub fn vocabularies(&self) -> Vec<Vocabulary<'s>> {
        let all = self.contexts.iter().map(|context| Vocabulary::new(context, &self.cases));
        all.filter(|own| !own.properties.is_empty()).collect()
    }

    /// Makes the case of a sequence, named `name`. Moves that are not what they claim to be, as `broken`
    /// tells, are left out: it returns the clauses that a request breaks.
    ///
    /// Returns `None` where nothing is left, or the contract has no such operation.
    pub fn case(
        &self,
        name: &str,
        sequence: &Sequence,
        broken: &dyn Fn(&Request) -> Vec<ClauseId>,
    ) -> Option<Told> {
        let is_meant = |own: &&OperationContext<'_>| own.operation.id == sequence.operation;
        let context = self.contexts.iter().find(is_meant)?;
        let clause = context.operation.clause();
        let mut walk = Walk { context, steps: Vec::new(), shown: Vec::new(), clause };
        let mut moves = Vec::new();
        for (index, own) in sequence.moves.iter().enumerate() {
            self.add(&mut walk, sequence, own, broken);
            moves.resize(walk.steps.len(), index);
        }
        if sequence.read_back {
            (0..walk.shown.len()).for_each(|resource| walk.read(resource));
            moves.resize(walk.steps.len(), sequence.moves.len());
        }
        let id = context.id(&["explored", name]);
        let is_tested = |step: &Step| step.purpose != Purpose::Arrange;
        let is_some = walk.steps.iter().any(is_tested);
        let (clause, steps) = (walk.clause, walk.steps);
        is_some.then(|| Told { case: context.case(id, Level::Must, clause, steps), moves })
    }

    fn add(
        &self,
        walk: &mut Walk<'_, 's>,
        sequence: &Sequence,
        own: &Move,
        broken: &dyn Fn(&Request) -> Vec<ClauseId>,
    ) {
        let breaks_nothing = |step: &Step| broken(&step.request).is_empty();
        match own {
            Move::Update { resource, given, spelling, headers_of } => {
                let Some(mut step) = walk.update(*resource, given).filter(breaks_nothing) else {
                    return;
                };
                walk.arrange(sequence, *resource);
                walk.keep(*resource, given, &mut step);
                if let Body::Json(body) = std::mem::take(&mut step.request.body) {
                    step.request.body = spelling.body(body);
                }
                let like = headers_of.as_ref().and_then(|id| self.cases.get(id.as_str()));
                if let Some(like) = like.and_then(|case| case.steps.last()) {
                    step.request.headers.clone_from(&like.request.headers);
                    step.request.media_type.clone_from(&like.request.media_type);
                }
                walk.say();
                walk.shown[*resource] = Some(walk.steps.len());
                walk.steps.push(step);
            }
            Move::Refused { resource, like, beside } => {
                let Some(like) = self.cases.get(like.as_str()) else { return };
                let Some(step) = like.steps.last() else { return };
                let mut step = on(step, *resource);
                if let Body::Json(Value::Object(body)) = &mut step.request.body {
                    for (name, value) in beside {
                        body.entry(name).or_insert_with(|| value.clone());
                    }
                }
                // With what is given besides, it has to break the same and no more.
                let expected: Vec<ClauseId> = like.breaks.iter().cloned().collect();
                if broken(&step.request) != expected {
                    return;
                }
                walk.arrange(sequence, *resource);
                walk.clause = like.clauses.first().unwrap_or(&walk.clause).clone();
                walk.steps.push(step);
            }
            Move::AtOnce { resource, given } => {
                let both = given.each_ref().map(|own| walk.update(*resource, own));
                let [Some(mut one), Some(mut other)] = both else { return };
                if !breaks_nothing(&one) || !breaks_nothing(&other) {
                    return;
                }
                walk.arrange(sequence, *resource);
                let refusal = open_refusal(walk.context);
                other.with_previous = true;
                for step in [&mut one, &mut other] {
                    if let Expect::Success { refusal: open, members, .. } = &mut step.expect {
                        open.clone_from(&refusal);
                        // What the other one gives may be shown already.
                        members.clear();
                    }
                }
                walk.say();
                walk.shown[*resource] = None;
                walk.steps.extend([one, other]);
            }
            Move::Other { like } => {
                let Some(like) = self.cases.get(like.as_str()) else { return };
                walk.steps.extend(like.steps.iter().cloned());
            }
        }
    }
}

impl Walk<'_, '_> {
    /// Returns the step of an update that a correct server carries out, if it is one. It repairs what
    /// breaks a rule across properties.
    fn update(&self, resource: usize, given: &Map<String, Value>) -> Option<Step> {
        let context = self.context;
        let body = settled(context, context.repair(Value::Object(given.clone())))?;
        if given.is_empty() || context.may_be_refused(&body) {
            return None;
        }
        let mut members = context.echo(&body);
        members.extend(context.translated(&body));
        Some(on(&context.accepted(Purpose::Act, body, members), resource))
    }

    /// Brings a resource into a known state before its first request, where the sequence asks for that.
    fn arrange(&mut self, sequence: &Sequence, resource: usize) {
        if resource < self.shown.len() {
            return;
        }
        for new in self.shown.len()..=resource {
            let step = sequence.arranged.then_some(self.steps.len());
            if step.is_some() {
                self.steps.push(on(&self.context.arrange(self.context.baseline()), new));
            }
            self.shown.push(step);
        }
    }

    /// Expects that what an update leaves out is as it was.
    fn keep(&self, resource: usize, given: &Map<String, Value>, step: &mut Step) {
        let Some(shown) = self.shown[resource] else { return };
        let Body::Json(body) = &step.request.body else { return };
        let set = properties_set(self.context, body);
        let kept = self.same(shown, |name| {
            !given.contains_key(name) && body.get(name).is_none() && !set.contains(&name)
        });
        if let Expect::Success { members, .. } = &mut step.expect {
            members.extend(kept);
        }
    }

    /// Expects properties to be as an earlier response showed them.
    fn same(&self, shown: usize, is_kept: impl Fn(&str) -> bool) -> Vec<Member> {
        let Some((clause, _)) = self.context.effect(&EffectKind::KeepsOmitted) else {
            return Vec::new();
        };
        let names = self.context.stored_properties().into_iter().map(|(name, _)| name);
        let member = |name| self.context.member(name, Expected::SameAsStep(shown), clause.clone());
        names.filter(|name| is_kept(name)).filter_map(member).collect()
    }

    /// Reads a resource back: all is as the last response showed it.
    fn read(&mut self, resource: usize) {
        let Some(shown) = self.shown[resource] else { return };
        let Some(step) = read_back(self.context, "", Vec::new()) else { return };
        let mut step = on(&step, resource);
        let sent = match &step.request.body {
            Body::Json(Value::Object(sent)) => sent.clone(),
            _ => Map::new(),
        };
        if let Expect::Success { members, .. } = &mut step.expect {
            members.extend(self.same(shown, |name| !sent.contains_key(name)));
        }
        self.steps.push(step);
    }

    /// Takes the clause by which updates are stored for what the case is about.
    fn say(&mut self) {
        if let Some((clause, _)) = self.context.effect(&EffectKind::StoresGiven) {
            self.clause = clause.clone();
        }
    }
}

/// Adds what rules across properties require where a body takes away the exception that what is stored may
/// need. Returns `None` where the body takes away what is required, too.
fn settled(context: &OperationContext<'_>, mut body: Value) -> Option<Value> {
    let object = context.request_object()?;
    for rule in &object.rules {
        let takes_exception =
            |unless: &Condition| body.get(unless.path.root()).is_some() && !holds(unless, &body);
        if !rule.unless.as_ref().is_some_and(takes_exception) || holds(&rule.requires, &body) {
            continue;
        }
        let required = rule.requires.path.root();
        if body.get(required).is_some() {
            return None;
        }
        let property = object.properties.get(required)?;
        body[required] = context.samples.value(&property.schema, Extent::Full);
    }
    Some(body)
}

/// A step about another resource than the first.
fn on(step: &Step, resource: usize) -> Step {
    let mut step = step.clone();
    for argument in step.request.arguments_mut() {
        if let Argument::Fixture { index } = argument {
            *index = resource;
        }
    }
    step
}
