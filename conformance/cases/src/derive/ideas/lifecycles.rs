//! Lifecycles: transitions between states that requests can set, and runs that an operation starts.

use serde_json::{Value, json};
use webdata_spec::model::{
    ClauseId, ClauseRoot, Gap, IllegalMoves, Level, Lifecycle, Property, Resource, ResourceEffect,
    Situation, SituationResponse, SituationSuccess, Transition,
};

use crate::case::{
    Argument, Body, Case, Expect, Expected, Interpretation, Matcher, Member, PossibleResponse,
    Purpose, Request, Step,
};
use crate::derive::context::OperationContext;
use crate::derive::context::changes::with_required;
use crate::derive::context::expectations::expect_error;
use crate::derive::context::states::{reachable, unstated};
use crate::derive::values::samples::listed;

/// Makes cases of transitions between states, from and to each state that a request can set. A gap may leave open what
/// else a transition changes; `observations` observes it. Where illegal moves have an error, each case creates a
/// resource, and brings it into its state by legal moves.
pub(super) fn lifecycles(context: &OperationContext<'_>) -> Vec<Case> {
    let case = |(lifecycle, from, step): (&_, String, &_)| {
        transition_case(context, lifecycle, &from, step)
    };
    let all = transitions(context).into_iter();
    let open = all.filter(|(lifecycle, ..)| lifecycle.illegal.is_none()).filter_map(case);
    let guards = context.spec.guards(context.operation).filter(|_| !context.operation.is_bulk());
    open.chain(guards.flat_map(|guard| guarded_moves(context, guard))).collect()
}

/// Makes cases of actions that move their resource.
pub(super) fn actions(context: &OperationContext<'_>) -> Vec<Case> {
    let moved = context.spec.moved_by(context.operation);
    moved.flat_map(|lifecycle| moves_by_action(context, lifecycle)).collect()
}

/// Makes a case for each state that a resource can reach: the action moves it, or is illegal. An action in the state
/// to which it leads has no case, because the contract does not say whether that is a move.
fn moves_by_action(context: &OperationContext<'_>, lifecycle: &Lifecycle) -> Vec<Case> {
    let name = lifecycle.property.as_str();
    let moves = || lifecycle.transitions.iter().filter(|it| it.operation == context.operation.id);
    let is_target = |state: &String| moves().any(|step| step.to == *state);
    let case = |(from, mut steps): (String, Vec<Step>)| {
        let (resource, _) = context.resource()?;
        let created = context.related.created_in(0)?;
        let legal = moves().find(|step| step.from.contains(&from));
        let step = legal.or_else(|| moves().next())?;
        let label = format!("{from}-to-{}", step.to);
        let member = |state: &str, clause| {
            context.member(name, Expected::Equal(state.into()), clause).into_iter().collect()
        };
        let request = context.action_request();
        if legal.is_some() {
            let members: Vec<Member> = member(&step.to, step.clause.clone());
            let is_shown = context.returns_resource(resource);
            let shown = if is_shown { members.clone() } else { Vec::new() };
            steps.push(Step::new(Purpose::Act, request, context.success(shown)));
            steps.extend(context.read_again(created, members));
            return Some(context.case(&["lifecycle", name, &label], step, steps));
        }
        let illegal = lifecycle.illegal.as_ref().filter(|_| !is_target(&from))?;
        let clause = lifecycle.illegal_clause();
        steps.push(context.fails(request, &illegal.error)?);
        steps.extend(context.read_again(created, member(&from, clause.clone())));
        let parts = ["lifecycle", name, "illegal", &label];
        Some(context.case(&parts, (illegal.level, clause), steps))
    };
    reachable(context, lifecycle).into_iter().filter_map(case).collect()
}

/// Makes the case of the state of a new resource whose creation asks for none.
pub(super) fn initial(context: &OperationContext<'_>) -> Vec<Case> {
    let Some((resource, _)) = context.resource() else { return Vec::new() };
    let of_type = context.spec.lifecycles.iter().filter(|it| it.type_name == resource.type_name);
    let case = |lifecycle: &Lifecycle| {
        let states = lifecycle.initial.iter().map(|state| state.as_str().into()).collect();
        let clause = lifecycle.initial_clause();
        let member =
            context.member(&lifecycle.property, Expected::OneOf(states), clause.clone())?;
        let create =
            context.accepted(Purpose::Act, unstated(context, lifecycle), vec![member.clone()]);
        let read = context.read_again(context.related.created_in(0)?, vec![member]);
        let steps = [create].into_iter().chain(read).collect();
        Some(context.case(&["lifecycle", &lifecycle.property, "initial"], clause, steps))
    };
    of_type.filter(|it| !it.initial.is_empty()).filter_map(case).collect()
}

/// Makes a case for each pair of a state that a resource can reach and another state that a request can set.
fn guarded_moves(
    context: &OperationContext<'_>,
    (lifecycle, illegal, asked): (&Lifecycle, &IllegalMoves, &Property),
) -> Vec<Case> {
    let name = lifecycle.property.as_str();
    let reached = reachable(context, lifecycle);
    let asked: Vec<&str> = listed(context.spec.resolve(&asked.schema)).collect();
    let mut cases = Vec::new();
    for (from, steps) in &reached {
        for to in asked.iter().filter(|to| **to != from.as_str()) {
            let Some(created) = context.related.created_in(0) else { continue };
            let label = format!("{from}-to-{to}");
            let body = with_required(context, json!({ name: to }));
            let member =
                |state: &str, clause| context.member(name, Expected::Equal(state.into()), clause);
            let mut steps = steps.clone();
            let step = |it: &&Transition| it.operation == context.operation.id && it.to == **to;
            if lifecycle.is_legal(&context.operation.id, from, to) {
                let Some(step) = lifecycle.transitions.iter().find(step) else { continue };
                let members: Vec<_> = member(to, step.clause.clone()).into_iter().collect();
                let act = context.accepted(Purpose::Act, body, members.clone());
                steps.push(context.on_resource(&created, act));
                steps.extend(context.read_again(created, members));
                cases.push(context.case(&["lifecycle", name, &label], step, steps));
            } else {
                let request = context.request(body);
                let Some(act) = context.fails(request, &illegal.error) else { continue };
                steps.push(context.on_resource(&created, act));
                let clause = lifecycle.illegal_clause();
                let kept = member(from, clause.clone()).into_iter().collect();
                steps.extend(context.read_again(created, kept));
                let parts = ["lifecycle", name, "illegal", &label];
                cases.push(context.case(&parts, (illegal.level, clause), steps));
            }
        }
    }
    cases
}

/// Makes cases that observe how a property changes with the state of its resource.
pub(super) fn observed_transitions(context: &OperationContext<'_>, gap: &Gap) -> Vec<Case> {
    let Some((resource, object)) = context.resource() else { return Vec::new() };
    let is_here = gap.place.root() == ClauseRoot::Type(&resource.type_name);
    let property = Some(gap.place.below_root()).filter(|_| is_here);
    let Some(property) = property.filter(|name| object.properties.contains_key(*name)) else {
        return Vec::new();
    };
    let pointer = format!("{}/{property}", resource.pointer());
    // The current state is set twice before the transition. A change by the second request is not an effect
    // of the transition.
    let lacks = Matcher::Lacks(pointer.clone());
    let earlier = |matcher| Matcher::Earlier(1, Box::new(matcher));
    let stands = earlier(Matcher::SameAsStep(pointer.clone(), 0));
    let moved = Matcher::Present(pointer.clone());
    let interpretations = [
        (Matcher::SameAsStep(pointer.clone(), 1), "kept"),
        (Matcher::All(vec![lacks.clone(), earlier(lacks)]), "not in any response"),
        (Matcher::Value(pointer, Value::Null), "null"),
        (Matcher::All(vec![moved.clone(), stands]), "another value"),
        (moved, "another value, as after every update"),
        (Matcher::Success, "left out of the response"),
    ];
    let changes = transitions(context)
        .into_iter()
        .filter(|(lifecycle, from, step)| lifecycle.illegal.is_none() && *from != step.to);
    let case = |(lifecycle, from, step): (&Lifecycle, String, &Transition)| {
        let name = format!("{from}-to-{}", step.to);
        let interpret =
            |(matcher, meaning)| Interpretation::new(matcher, format!("{name}: {meaning}"));
        let interpretations = interpretations.clone().map(interpret).into();
        let (stored, sent) = bodies_of_transition(context, lifecycle, &from, step);
        let steps = vec![context.arrange(stored.clone()), context.arrange(stored)];
        let question = (context.request(sent), interpretations);
        context.observation(gap, &[&name], steps, question)
    };
    changes.map(case).collect()
}

/// Returns the transitions that the operation makes, each from every state that a request can set.
fn transitions<'s>(context: &OperationContext<'s>) -> Vec<(&'s Lifecycle, String, &'s Transition)> {
    let Some((resource, _)) = context.resource() else { return Vec::new() };
    let lifecycles = context.spec.lifecycles.iter();
    let mut all = Vec::new();
    for lifecycle in lifecycles.filter(|lifecycle| lifecycle.type_name == resource.type_name) {
        let property = context.request_property(&lifecycle.property);
        let settable = property
            .and_then(|property| context.spec.resolve(&property.schema).words())
            .unwrap_or_default();
        let transitions = lifecycle.transitions.iter();
        for step in transitions.filter(|step| step.operation == context.operation.id) {
            let reachable = step.from.iter().filter(|state| settable.contains(state));
            all.extend(reachable.map(|from| (lifecycle, from.clone(), step)));
        }
    }
    all
}

/// Returns the body that is stored before a transition, and the body that requests the transition.
fn bodies_of_transition(
    context: &OperationContext<'_>,
    lifecycle: &Lifecycle,
    from: &str,
    step: &Transition,
) -> (Value, Value) {
    let mut stored = context.baseline();
    stored[&lifecycle.property] = from.into();
    (stored, json!({ &lifecycle.property: step.to }))
}

fn transition_case(
    context: &OperationContext<'_>,
    lifecycle: &Lifecycle,
    from: &str,
    step: &Transition,
) -> Option<Case> {
    let (stored, sent) = bodies_of_transition(context, lifecycle, from, step);
    let expected = Expected::Equal(Value::from(step.to.as_str()));
    let member = context.member(&lifecycle.property, expected, step.clause.clone())?;
    let steps = vec![context.arrange(stored), context.accepted(Purpose::Act, sent, vec![member])];
    let name = format!("{from}-to-{}", step.to);
    Some(context.case(&["lifecycle", &lifecycle.property, &name], step, steps))
}

/// Makes cases of jobs. Each start makes a job with another identity. The state is read before and after the job is
/// cancelled, and a terminal state stays.
///
/// The contract does not state how long a job takes, so it may end before it is cancelled. A case accepts both
/// outcomes, and the report says which one was seen.
pub(super) fn runs(context: &OperationContext<'_>) -> Vec<Case> {
    let case = |runs: Runs<'_>| {
        [started_twice(context, &runs), to_cancellation(context, &runs), to_the_end(&runs)]
    };
    Runs::all(context).into_iter().flat_map(case).flatten().collect()
}

fn to_cancellation(context: &OperationContext<'_>, runs: &Runs<'_>) -> Option<Case> {
    let all = [
        Some(runs.start(context)),
        Some(runs.read(0, runs.any_state())),
        runs.cancel(0, runs.cancelled()),
        Some(runs.read(0, runs.state_after_cancellation(&[]))),
        runs.cancelled_again().and_then(|expect| runs.cancel(0, expect)),
        Some(runs.read(0, runs.state_after_cancellation(&[3]))),
    ];
    let is_cancelled = runs.canceller.is_some();
    let count = if is_cancelled { all.len() } else { 2 };
    let steps = all.into_iter().take(count).flatten().collect();
    let moved = runs.moved().map(|step| step.clause.clone());
    let canceller = runs.canceller.iter().map(|other| other.operation.clause().child("cancels"));
    let clauses = [context.operation.clause().child("starts"), runs.read_clause()];
    let clauses = clauses.into_iter().chain(moved).chain(canceller);
    let name = if is_cancelled { Runs::CASE } else { "start-to-read" };
    let parts = ["lifecycle", &runs.lifecycle.property, name];
    Some(context.case(&parts, (Level::Must, runs.clause()?), steps).with_clauses(clauses))
}

/// Makes the case in which two starts with the same body have jobs of their own.
fn started_twice(context: &OperationContext<'_>, runs: &Runs<'_>) -> Option<Case> {
    let clause = context.operation.clause().child("starts");
    let (resource, _) = context.resource()?;
    let pointer = format!("{}/{}", resource.pointer(), resource.identity);
    let other = Member::new(pointer, Expected::OtherThanStep(0), clause.clone());
    let mut again = runs.start(context);
    again.expect.extend([other]);
    let again = Step { purpose: Purpose::Act, ..again };
    let reads = [0, 1].map(|step| runs.read(step, runs.any_state()));
    let steps = [runs.start(context), again].into_iter().chain(reads).collect();
    let parts = ["lifecycle", &runs.lifecycle.property, "started-twice"];
    Some(context.case(&parts, clause, steps))
}

/// Makes the case in which a terminal state stays, for jobs that no request ends. The target names an ended job.
fn to_the_end(runs: &Runs<'_>) -> Option<Case> {
    let Lifecycle { property, terminal, .. } = runs.lifecycle;
    if runs.canceller.is_some() || terminal.is_empty() {
        return None;
    }
    let clause = runs.lifecycle.terminal_clause();
    let last = Expected::OneOf(terminal.iter().map(|state| state.as_str().into()).collect());
    let same = [runs.expect_state(last.clone()), runs.expect_state(Expected::SameAsStep(0))];
    let read = |members| {
        let request = runs.reader.in_circumstance(&clause);
        Step::new(Purpose::Act, request, Expect::any_success(members))
    };
    let steps = vec![read(vec![runs.expect_state(last)]), read(same.into())];
    Some(runs.reader.case(&["lifecycle", property, "terminal"], clause.clone(), steps))
}

/// The jobs that an operation starts, with the operation that reads their state, and perhaps one that cancels them.
pub(crate) struct Runs<'s> {
    lifecycle: &'s Lifecycle,
    /// The gap that allows several responses: further states, or how long a job takes.
    gap: &'s str,
    /// The place of the identity in the response to a start, as a JSON Pointer (RFC 6901).
    identity: String,
    reader: OperationContext<'s>,
    canceller: Option<OperationContext<'s>>,
}

impl<'s> Runs<'s> {
    /// The end of the identity of the case that cancels a job.
    const CASE: &'static str = "start-to-cancellation";

    /// Returns the jobs that an operation starts, for each lifecycle that they have.
    pub(crate) fn all(context: &OperationContext<'s>) -> Vec<Self> {
        let Some(resource) = &context.operation.resource else { return Vec::new() };
        let starts = resource.effect == ResourceEffect::Starts;
        let lifecycles = context
            .spec
            .lifecycles
            .iter()
            .filter(|lifecycle| starts && lifecycle.type_name == resource.type_name);
        lifecycles.filter_map(|lifecycle| Self::new(context, resource, lifecycle)).collect()
    }

    fn new(
        context: &OperationContext<'s>,
        resource: &Resource,
        lifecycle: &'s Lifecycle,
    ) -> Option<Self> {
        let spec = context.spec;
        let clause = context.operation.clause().child(resource.effect.name());
        let duration = || spec.gaps.values().find(|gap| gap.place == clause);
        let gap = lifecycle.gap.as_ref().or_else(|| Some(&duration()?.id))?;
        let other = |effect| {
            let operation = spec.operation_on(effect, &resource.type_name)?;
            Some(OperationContext::for_other_operation(spec, operation))
        };
        let identity = format!("{}/{}", resource.pointer(), resource.identity);
        let reader = other(ResourceEffect::Reads)?;
        let canceller = other(ResourceEffect::Cancels);
        Some(Self { lifecycle, gap, identity, reader, canceller })
    }

    /// Returns the parts of the identity of the case that cancels a job.
    pub(crate) fn parts(&self) -> [&str; 3] {
        ["lifecycle", &self.lifecycle.property, Self::CASE]
    }

    /// Returns the clause of the first error for cancelling an ended job, or else of the cancellation or the read.
    pub(crate) fn clause(&self) -> Option<ClauseId> {
        let Some(canceller) = &self.canceller else { return Some(self.read_clause()) };
        let mut all = self.lifecycle.situations_of(&canceller.operation.id);
        let error = all.find(|possible| is_error(possible));
        let clause = error.map(|possible| possible.clause.clone());
        clause.or_else(|| Some(canceller.operation.clause().child("cancels")))
    }

    fn read_clause(&self) -> ClauseId {
        self.reader.operation.clause().child("reads")
    }

    pub(crate) fn start(&self, context: &OperationContext<'_>) -> Step {
        Step::new(Purpose::Arrange, context.valid_request(), Expect::any_success(Vec::new()))
    }

    /// Returns a step that reads the state of the job that an earlier step started.
    pub(crate) fn read(&self, started: usize, expect: Expect) -> Step {
        Step::new(Purpose::Act, self.request(&self.reader, started), expect)
    }

    /// Returns a step that cancels the job that an earlier step started, if the contract has such an operation.
    pub(crate) fn cancel(&self, started: usize, expect: Expect) -> Option<Step> {
        let canceller = self.canceller.as_ref()?;
        Some(Step::new(Purpose::Act, self.request(canceller, started), expect))
    }

    /// Returns the request of another operation for the job that an earlier step started.
    fn request(&self, other: &OperationContext<'_>, started: usize) -> Request {
        let mut request = other.request(Body::None);
        let argument = Argument::ResponseValue { step: started, pointer: self.identity.clone() };
        request.name_resource(other.operation, &argument);
        request
    }

    pub(crate) fn any_state(&self) -> Expect {
        let states = self.lifecycle.states.iter().map(|state| state.as_str().into()).collect();
        let expected = if self.is_closed() { Expected::OneOf(states) } else { Expected::Present };
        Expect::any_success(
            [self.expect_state(expected)].into_iter().chain(self.same_job()).collect(),
        )
    }

    /// Expects the identity of the job that the path names, if the state has an identity.
    fn same_job(&self) -> Option<Member> {
        let (resource, state) = self.reader.resource()?;
        state.properties.get(&resource.identity)?;
        let same = Expected::Parameter(resource.identified_by.clone()?);
        self.reader.member(
            &resource.identity,
            same,
            self.reader.operation.clause().child("response"),
        )
    }

    /// Returns whether the contract shows all states.
    fn is_closed(&self) -> bool {
        self.lifecycle.gap.is_none()
    }

    /// Returns the move that a cancellation makes, if the contract shows it.
    fn moved(&self) -> Option<&'s Transition> {
        let id = &self.canceller.as_ref()?.operation.id;
        self.lifecycle.transitions.iter().find(|step| step.operation == *id)
    }

    /// Expects the response to the first cancellation. The job may already be over.
    pub(crate) fn cancelled(&self) -> Expect {
        let cancelled = PossibleResponse::new("cancelled", Expect::any_success(Vec::new()));
        self.expect_any_of(std::iter::once(cancelled).chain(self.errors()).collect())
    }

    /// Expects the response to a further cancellation; `None` if the contract shows none.
    pub(crate) fn cancelled_again(&self) -> Option<Expect> {
        let errors = self.errors();
        (!errors.is_empty()).then(|| self.expect_any_of(errors))
    }

    /// Expects a state that a cancelled job may have: of a situation, after the move, or terminal. If the contract
    /// does not show all states, any state may follow. A terminal state that an `earlier` step showed must stay.
    pub(crate) fn state_after_cancellation(&self, earlier: &[usize]) -> Expect {
        let Lifecycle { property, terminal, .. } = self.lifecycle;
        let pointer = format!("{}/{property}", self.pointer());
        let in_state = |(name, clause): (&str, ClauseId)| {
            let value = Expected::Equal(name.into());
            let member = Member::new(pointer.clone(), value, clause);
            PossibleResponse::new(name, Expect::any_success(vec![member]))
        };
        let mut possible: Vec<PossibleResponse> = self.successes().map(as_shown).collect();
        if self.is_closed() {
            let moved = self.moved().map(|step| (step.to.as_str(), step.clause.clone()));
            let others =
                terminal.iter().filter(|state| moved.as_ref().is_none_or(|(to, _)| to != state));
            let others = others.map(|state| (state.as_str(), self.read_clause()));
            possible.extend(moved.clone().into_iter().chain(others).map(in_state));
        }
        if !self.is_closed() || possible.is_empty() {
            possible.push(PossibleResponse::new("in another state", self.any_state()));
        }
        let last = self.lifecycle.terminal_clause();
        let kept = earlier.iter().flat_map(|step| {
            terminal.iter().map(|state| Expected::KeptSince(*step, state.as_str().into()))
        });
        let kept: Vec<Member> =
            kept.map(|value| Member::new(pointer.clone(), value, last.clone())).collect();
        for response in &mut possible {
            response.expect.extend(kept.clone());
        }
        self.expect_any_of(possible)
    }

    /// Returns the situations in which a success shows the state.
    fn successes(&self) -> impl Iterator<Item = (&Situation, &SituationSuccess)> {
        self.lifecycle.situations_of(&self.reader.operation.id).filter_map(|situation| {
            match &situation.response {
                SituationResponse::Success(success) => Some((situation, &**success)),
                SituationResponse::Error(_) => None,
            }
        })
    }

    /// Returns the place of the job's state in a response, as a JSON Pointer (RFC 6901).
    fn pointer(&self) -> String {
        self.reader.operation.resource.as_ref().map(Resource::pointer).unwrap_or_default()
    }

    /// Expects a value of the state.
    fn expect_state(&self, value: Expected) -> Member {
        let situation = self.lifecycle.situations_of(&self.reader.operation.id).next();
        let clause = situation.map_or_else(|| self.read_clause(), |it| it.clause.clone());
        Member::new(format!("{}/{}", self.pointer(), self.lifecycle.property), value, clause)
    }

    /// Expects one of these responses. A single response is expected as it is, without a gap.
    fn expect_any_of(&self, mut responses: Vec<PossibleResponse>) -> Expect {
        match responses.pop() {
            Some(only) if responses.is_empty() => only.expect,
            last => {
                responses.extend(last);
                Expect::AnyOf { gap: self.gap.to_owned(), responses }
            }
        }
    }

    /// Returns the errors with which a server may respond to the cancellation of a job that has ended.
    fn errors(&self) -> Vec<PossibleResponse> {
        let Some(canceller) = &self.canceller else { return Vec::new() };
        let error = |situation: &Situation| match &situation.response {
            SituationResponse::Error(id) => {
                let row = canceller.spec.errors.get(id)?;
                let text = row.text.shown().unwrap_or(id);
                Some(PossibleResponse::new(format!("{} `{text}`", row.status), expect_error(row)))
            }
            SituationResponse::Success(_) => None,
        };
        self.lifecycle.situations_of(&canceller.operation.id).filter_map(error).collect()
    }
}

/// Returns the response in a situation.
fn as_shown((situation, success): (&Situation, &SituationSuccess)) -> PossibleResponse {
    let members = success.members.iter().map(|(name, value)| {
        Member::new(format!("/{name}"), Expected::Equal(value.clone()), situation.clause.clone())
    });
    PossibleResponse::new(situation.id.as_str(), Expect::any_success(members.collect()))
}

fn is_error(situation: &Situation) -> bool {
    matches!(situation.response, SituationResponse::Error(_))
}
