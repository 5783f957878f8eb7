//! Random sequences of requests, and what each is answered with: by a small model of what is stored.
//!
//! What is sent comes in as data; nothing here is random, and nothing is sent. The model is the one by
//! which cases are derived, so a sequence becomes a case like any other.

mod at_once;
mod jobs;
mod lives;
mod sequence;
mod settled;
mod vocabulary;

use indexmap::IndexMap;
use serde_json::{Map, Value};
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, EffectKind, Level, ResourceEffect};

use self::jobs::Jobs;
use self::lives::Life;
use super::context::changes::{neutral, neutral_without};
use super::context::{Input, OperationContext};
use super::ideas::effects::properties_set;
use crate::case::{Argument, Body, Case, Expect, Expected, Member, Purpose, Request, Step};
pub use sequence::{Move, Sequence, Spelling};
use settled::settled;
pub use vocabulary::{LifeVocabulary, Vocabulary};

/// Says what the requests of sequences are answered with, by a contract.
pub struct Oracle<'s> {
    /// The operations that update one stored resource, keep what is left out and show what is stored.
    contexts: Vec<OperationContext<'s>>,
    /// The operations that create resources which can be deleted again.
    lives: Vec<Life<'s>>,
    /// The operations that start runs.
    jobs: Vec<Jobs<'s>>,
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
        let cases: IndexMap<_, _> =
            cases.into_iter().map(|case| (case.id.as_str(), case)).collect();
        let keeps = |own: &OperationContext<'_>| {
            own.effect(&EffectKind::KeepsOmitted).is_some()
                && own.operation.response_type().is_some()
        };
        let lives = spec.operations.values().filter_map(|own| Life::new(spec, own));
        let lives = lives.filter(|own| cases.contains_key(own.case().as_str())).collect();
        let starts = spec.operations.values().filter(|own| own.starts.is_some());
        let starts = starts.map(|own| OperationContext::beside(spec, own));
        let jobs = starts.filter_map(|own| Jobs::new(own, |id| cases.contains_key(id))).collect();
        Self { contexts: contexts.filter(keeps).collect(), lives, jobs, cases }
    }

    /// Makes the case of a sequence, named `name`. Moves that are not what they claim to be, as `broken`
    /// tells, are left out: it returns the clauses that a request breaks.
    ///
    /// Returns `None` where nothing is left, the contract has no such operation, or the sequence is larger
    /// than any that an explorer makes.
    pub fn case(
        &self,
        name: &str,
        sequence: &Sequence,
        broken: &dyn Fn(&Request) -> Vec<ClauseId>,
    ) -> Option<Told> {
        let sequence = Some(sequence).filter(|own| own.is_bounded())?;
        let is_meant = |own: &&OperationContext<'_>| own.operation.id == sequence.operation;
        if let Some(life) = self.lives.iter().find(|own| is_meant(&&own.creates)) {
            return life.told(name, sequence, &self.cases, broken);
        }
        if let Some(jobs) = self.jobs.iter().find(|own| is_meant(&&own.context)) {
            return jobs.told(name, sequence);
        }
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
                if walk.context.effect(&EffectKind::RefusalKeepsAll).is_none() {
                    return;
                }
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
            Move::AtOnce { resource, given, elsewhere } => {
                let meant = |resource: usize, given: &Map<String, Value>| {
                    walk.update(resource, given).filter(breaks_nothing)
                };
                let updates: Vec<Step> =
                    given.iter().filter_map(|given| meant(*resource, given)).collect();
                if updates.len() < 2 {
                    return;
                }
                let other = usize::from(*resource == 0);
                let beside = meant(other, elsewhere);
                walk.arrange(sequence, *resource);
                walk.say();
                let beside = beside.map(|mut step| {
                    walk.arrange(sequence, other);
                    walk.keep(other, elsewhere, &mut step);
                    (other, step)
                });
                walk.at_once(*resource, updates, beside);
            }
            Move::Other { like } => {
                let Some(like) = self.cases.get(like.as_str()) else { return };
                walk.steps.extend(like.steps.iter().cloned());
            }
            // No resource here is the sequence's own, and none is a run.
            Move::Create { .. }
            | Move::Replace { .. }
            | Move::Read { .. }
            | Move::List { .. }
            | Move::Delete { .. }
            | Move::Start
            | Move::End { .. } => {}
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
        let Some((mut step, sent)) = self.showing(resource, |_| false) else { return };
        if let Expect::Success { members, .. } = &mut step.expect {
            members.extend(self.same(shown, |name| !sent.contains_key(name)));
        }
        self.steps.push(step);
    }

    /// Returns a step that shows a resource as an update does, and the properties that the step sends to
    /// be shown it. They are none of those to avoid, if there are others.
    fn showing(
        &self,
        resource: usize,
        is_avoided: impl Fn(&str) -> bool,
    ) -> Option<(Step, Map<String, Value>)> {
        let context = self.context;
        let pointer = context.operation.resource.as_ref()?.pointer();
        if context.read_pointer() == Some(pointer) {
            let step = context.read(Argument::Fixture { index: 0 }, Vec::new())?;
            return Some((on(&step, resource), Map::new()));
        }
        let body = neutral_without(context, is_avoided).or_else(|| neutral(context, ""))?;
        let sent = body.as_object()?.clone();
        let step = context.accepted(Purpose::Assert, body, Vec::new());
        Some((on(&step, resource), sent))
    }

    /// Takes the clause by which updates are stored for what the case is about.
    fn say(&mut self) {
        if let Some((clause, _)) = self.context.effect(&EffectKind::StoresGiven) {
            self.clause = clause.clone();
        }
    }
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
