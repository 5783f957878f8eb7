//! Lifecycles: transitions between states that requests can set, and runs that an operation starts.

use serde_json::{Value, json};
use webdata_spec::model::{
    ClauseId, Gap, IllegalMoves, Level, Lifecycle, Operation, Property, ResourceEffect, Situation,
    SituationResponse, SituationSuccess, Starts, Transition,
};

use crate::case::{
    Argument, Body, Case, Expect, Expected, Interpretation, Matcher, Member, PossibleResponse,
    Purpose, Request, Step,
};
use crate::derive::context::OperationContext;
use crate::derive::context::changes::with_required;
use crate::derive::context::steps::expect_error;
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

/// Makes a case for each state that a resource can be brought into, and each state that a request can ask for.
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
            let Some(created) = context.created_in(0) else { continue };
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
                let request = context.request_with(body);
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

/// Returns the states that legal moves bring a new resource into, each with the shortest steps: the creation, whose request
/// names a state, and updates.
fn reachable(context: &OperationContext<'_>, lifecycle: &Lifecycle) -> Vec<(String, Vec<Step>)> {
    let name = lifecycle.property.as_str();
    let Some(creates) = context.other(ResourceEffect::Creates) else { return Vec::new() };
    let (Some(property), Some(created)) = (creates.request_property(name), context.created_in(0))
    else {
        return Vec::new();
    };
    let first = listed(context.spec.resolve(&property.schema)).map(|state| {
        let mut body = creates.baseline();
        body[name] = state.into();
        (state.to_owned(), vec![creates.arrange(body)])
    });
    let mut reached: Vec<(String, Vec<Step>)> = first.collect();
    let mut next = 0;
    while let Some((from, steps)) = reached.get(next).cloned() {
        next += 1;
        for step in lifecycle.transitions.iter().filter(|step| step.from.contains(&from)) {
            let operation = context.spec.operations.get(&step.operation);
            let operation = operation.filter(|it| !it.is_bulk() && it.endpoint.is_some());
            let is_new = !reached.iter().any(|(state, _)| *state == step.to);
            let Some(operation) = operation.filter(|_| is_new) else { continue };
            let other = OperationContext::for_other_operation(context.spec, operation);
            let asks = other.request_property(name).is_some_and(|property| {
                listed(context.spec.resolve(&property.schema)).any(|state| state == step.to)
            });
            if asks {
                let update = other.arrange(with_required(&other, json!({ name: &step.to })));
                let update = other.on_resource(&created, update);
                reached.push((step.to.clone(), steps.iter().cloned().chain([update]).collect()));
            }
        }
    }
    reached
}

/// Makes cases that observe how a property changes with the state of its resource.
pub(super) fn observed_transitions(context: &OperationContext<'_>, gap: &Gap) -> Vec<Case> {
    let Some((resource, object)) = context.resource() else { return Vec::new() };
    let property = gap.place.strip_prefix(&format!("{}.", resource.type_name));
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
        let question = (context.request_with(sent), interpretations);
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

/// Makes cases of runs: the case reads the state, cancels the run, reads the state again and cancels once more.
///
/// The contract does not state how long a run takes, so the run may end before it is cancelled. A case accepts both
/// outcomes, and the report says which one was seen.
pub(super) fn runs(context: &OperationContext<'_>) -> Vec<Case> {
    let case = |runs: Runs<'_>| {
        let steps = vec![
            runs.start(context),
            runs.read(0, runs.any_state()),
            runs.cancel(0, runs.cancelled()),
            runs.read(0, runs.state_after_cancellation(&[])),
            runs.cancel(0, runs.cancelled_again()),
        ];
        Some(context.case(&runs.parts(), (Level::Must, runs.clause()?), steps))
    };
    Runs::all(context).into_iter().filter_map(case).collect()
}

/// The runs that an operation starts. Their lifecycle has an operation that shows the state, and an operation
/// that fails once the run is over.
pub(crate) struct Runs<'s> {
    starts: &'s Starts,
    lifecycle: &'s Lifecycle,
    /// The gap that allows states which the contract does not show.
    gap: &'s String,
    reader: OperationContext<'s>,
    canceller: OperationContext<'s>,
}

impl<'s> Runs<'s> {
    /// Returns the runs that an operation starts, for each lifecycle that they may have.
    pub(crate) fn all(context: &OperationContext<'s>) -> Vec<Self> {
        let Some(starts) = &context.operation.starts else { return Vec::new() };
        let lifecycles = context.spec.lifecycles.iter();
        lifecycles.filter_map(|lifecycle| Self::new(context, starts, lifecycle)).collect()
    }

    fn new(
        context: &OperationContext<'s>,
        starts: &'s Starts,
        lifecycle: &'s Lifecycle,
    ) -> Option<Self> {
        let gap = lifecycle.gap.as_ref()?;
        let all = context.spec.operations.values();
        let mut of_jobs =
            all.filter(|operation| operation.parameters.contains_key(&starts.parameter));
        let is_reader =
            |operation: &&Operation| operation.response_type() == Some(&lifecycle.type_name);
        let reader = of_jobs.clone().find(is_reader)?;
        let ends = |operation: &&Operation| situations(lifecycle, operation).any(is_error);
        let canceller = of_jobs.find(ends)?;
        let [reader, canceller] = [reader, canceller]
            .map(|operation| OperationContext::for_other_operation(context.spec, operation));
        Some(Self { starts, lifecycle, gap, reader, canceller })
    }

    /// Returns the parts of the identity of the case that cancels a run.
    pub(crate) fn parts(&self) -> [&str; 3] {
        ["lifecycle", &self.lifecycle.property, "start-to-cancellation"]
    }

    /// Returns the clause of the first error after the end of a run.
    pub(crate) fn clause(&self) -> Option<ClauseId> {
        let mut all = situations(self.lifecycle, self.canceller.operation);
        Some(all.find(|possible| is_error(possible))?.clause.clone())
    }

    pub(crate) fn start(&self, context: &OperationContext<'_>) -> Step {
        Step::new(Purpose::Arrange, context.valid_request(), Expect::any_success(Vec::new()))
    }

    /// Returns a step that reads the state of the run that an earlier step started.
    pub(crate) fn read(&self, started: usize, expect: Expect) -> Step {
        Step::new(Purpose::Act, self.request(&self.reader, started), expect)
    }

    /// Returns a step that cancels the run that an earlier step started.
    pub(crate) fn cancel(&self, started: usize, expect: Expect) -> Step {
        Step::new(Purpose::Act, self.request(&self.canceller, started), expect)
    }

    /// Returns the request of another operation for the run that an earlier step started.
    fn request(&self, other: &OperationContext<'_>, started: usize) -> Request {
        let mut request = other.request(Body::None);
        let pointer = format!("/{}", self.starts.identity);
        let argument = Argument::ResponseValue { step: started, pointer };
        request.parameters.insert(self.starts.parameter.clone(), argument);
        request
    }

    pub(crate) fn any_state(&self) -> Expect {
        Expect::any_success(self.expect_state(Expected::Present).into_iter().collect())
    }

    /// Expects the response to the first cancellation. The run may already be over.
    pub(crate) fn cancelled(&self) -> Expect {
        let cancelled = PossibleResponse::new("cancelled", Expect::any_success(Vec::new()));
        self.expect_any_of(std::iter::once(cancelled).chain(self.errors()).collect())
    }

    /// Expects the response to a further cancellation.
    pub(crate) fn cancelled_again(&self) -> Expect {
        self.expect_any_of(self.errors())
    }

    /// Expects a state that a cancelled run may have: that of a situation, or a state that the contract does
    /// not show. Once one of the `earlier` steps showed the final state, the state must stay.
    pub(crate) fn state_after_cancellation(&self, earlier: &[usize]) -> Expect {
        let state = |(situation, success): (&Situation, &SituationSuccess)| {
            let members = success.members.iter();
            let members = members.map(|(name, value)| {
                let value = Expected::Equal(value.clone());
                Member::new(format!("/{name}"), value, situation.clause.clone())
            });
            PossibleResponse::new(situation.id.as_str(), Expect::any_success(members.collect()))
        };
        let kept = self.state_after_cancelling().into_iter().flat_map(|value| {
            let since = |step: &usize| Expected::KeptSince(*step, value.clone());
            earlier.iter().map(since).filter_map(|state| self.expect_state(state))
        });
        let shown = self.expect_state(Expected::Present).into_iter();
        let other = Expect::any_success(shown.chain(kept).collect());
        let known = self.successes().map(state);
        self.expect_any_of(
            known.chain([PossibleResponse::new("in another state", other)]).collect(),
        )
    }

    /// Returns the final state of a cancelled run, if the contract shows exactly one and no transition away
    /// from it.
    fn state_after_cancelling(&self) -> Option<&Value> {
        let mut states =
            self.successes().map(|(_, success)| success.members.get(&self.lifecycle.property));
        let first = states.next()??;
        let leads_away = |state: &String| *first == **state;
        let mut transitions = self.lifecycle.transitions.iter();
        let stays = !transitions.any(|transition| transition.from.iter().any(leads_away));
        (stays && states.all(|state| state == Some(first))).then_some(first)
    }

    /// Returns the situations in which a success shows the state.
    fn successes(&self) -> impl Iterator<Item = (&Situation, &SituationSuccess)> {
        situations(self.lifecycle, self.reader.operation).filter_map(|situation| {
            match &situation.response {
                SituationResponse::Success(success) => Some((situation, &**success)),
                SituationResponse::Error(_) => None,
            }
        })
    }

    /// Expects a value of the state, if a situation shows it.
    fn expect_state(&self, value: Expected) -> Option<Member> {
        let situation = situations(self.lifecycle, self.reader.operation).next()?;
        let pointer = format!("/{}", self.lifecycle.property);
        Some(Member::new(pointer, value, situation.clause.clone()))
    }

    fn expect_any_of(&self, responses: Vec<PossibleResponse>) -> Expect {
        Expect::AnyOf { gap: self.gap.clone(), responses }
    }

    /// Returns the errors that a run which is over may cause.
    fn errors(&self) -> Vec<PossibleResponse> {
        let error = |situation: &Situation| match &situation.response {
            SituationResponse::Error(id) => {
                let row = self.canceller.spec.errors.get(id)?;
                let text = row.text.shown().unwrap_or(id);
                Some(PossibleResponse::new(format!("{} `{text}`", row.status), expect_error(row)))
            }
            SituationResponse::Success(_) => None,
        };
        situations(self.lifecycle, self.canceller.operation).filter_map(error).collect()
    }
}

fn situations<'l>(
    lifecycle: &'l Lifecycle,
    operation: &'l Operation,
) -> impl Iterator<Item = &'l Situation> {
    lifecycle.situations.iter().filter(|situation| situation.operation == operation.id)
}

fn is_error(situation: &Situation) -> bool {
    matches!(situation.response, SituationResponse::Error(_))
}
