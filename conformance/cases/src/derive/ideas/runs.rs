//! Runs that an operation starts: the state is asked for, the run is cancelled, asked for again,
//! and cancelled once more.
//!
//! The contract does not say how long a run takes, so it may be over before it is cancelled. A case
//! accepts both, and the report says which was seen.

use serde_json::Value;
use webdata_spec::model::{
    ClauseId, Level, Lifecycle, Operation, Situation, SituationResponse, SituationSuccess, Starts,
};

use crate::case::{
    Argument, Body, Case, Expect, Expected, Member, Possible, Purpose, Request, Step,
};
use crate::derive::context::OperationContext;
use crate::derive::context::steps::expect_error;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    Runs::all(context).into_iter().filter_map(|runs| run(context, &runs)).collect()
}

/// Makes the case of a run that is cancelled.
fn run(context: &OperationContext<'_>, runs: &Runs<'_>) -> Option<Case> {
    let steps = vec![
        runs.start(context),
        runs.read(0, runs.shown()),
        runs.end(0, runs.ended()),
        runs.read(0, runs.shown_once_ended(&[])),
        runs.end(0, runs.ended_again()),
    ];
    Some(context.case(runs.id(context), Level::Must, runs.clause()?, steps))
}

/// The runs that an operation starts: a lifecycle that has an operation which shows the state, and
/// another one that is refused once the run is over.
pub(in crate::derive) struct Runs<'s> {
    starts: &'s Starts,
    lifecycle: &'s Lifecycle,
    /// The gap that says that there are states which the contract does not show.
    gap: &'s String,
    reader: OperationContext<'s>,
    ender: OperationContext<'s>,
}

impl<'s> Runs<'s> {
    /// Returns the runs that an operation starts, for each of the lifecycles that they may have.
    pub(in crate::derive) fn all(context: &OperationContext<'s>) -> Vec<Self> {
        let Some(starts) = &context.operation.starts else { return Vec::new() };
        context.spec.lifecycles.iter().filter_map(|own| Self::new(context, starts, own)).collect()
    }

    fn new(
        context: &OperationContext<'s>,
        starts: &'s Starts,
        lifecycle: &'s Lifecycle,
    ) -> Option<Self> {
        let gap = lifecycle.gap.as_ref()?;
        let all = context.spec.operations.values();
        let mut own = all.filter(|operation| operation.parameters.contains_key(&starts.parameter));
        let is_reader =
            |operation: &&Operation| operation.response_type() == Some(&lifecycle.type_name);
        let reader = own.clone().find(is_reader)?;
        let ends = |operation: &&Operation| situations(lifecycle, operation).any(is_refusal);
        let ender = own.find(ends)?;
        let [reader, ender] =
            [reader, ender].map(|own| OperationContext::beside(context.spec, own));
        Some(Self { starts, lifecycle, gap, reader, ender })
    }

    /// Returns the identity of the case of a run that is cancelled.
    pub(in crate::derive) fn id(&self, context: &OperationContext<'_>) -> String {
        context.id(&["lifecycle", &self.lifecycle.property, "start-to-cancellation"])
    }

    /// Returns the clause of the first refusal once a run is over.
    pub(in crate::derive) fn clause(&self) -> Option<ClauseId> {
        let mut all = situations(self.lifecycle, self.ender.operation);
        Some(all.find(|own| is_refusal(own))?.clause.clone())
    }

    /// Returns a step that starts a run.
    pub(in crate::derive) fn start(&self, context: &OperationContext<'_>) -> Step {
        Step::new(Purpose::Arrange, context.well_formed(), success(Vec::new()))
    }

    /// Returns a step that asks for the state of the run that a step has started.
    pub(in crate::derive) fn read(&self, started: usize, expect: Expect) -> Step {
        Step::new(Purpose::Act, self.request(&self.reader, started), expect)
    }

    /// Returns a step that ends the run that a step has started.
    pub(in crate::derive) fn end(&self, started: usize, expect: Expect) -> Step {
        Step::new(Purpose::Act, self.request(&self.ender, started), expect)
    }

    /// Returns the request that calls another operation on the run that a step has started.
    fn request(&self, other: &OperationContext<'_>, started: usize) -> Request {
        let mut request = other.request(Body::None);
        let pointer = format!("/{}", self.starts.identity);
        let argument = Argument::Answered { step: started, pointer };
        request.parameters.insert(self.starts.parameter.clone(), argument);
        request
    }

    /// Expects any state.
    pub(in crate::derive) fn shown(&self) -> Expect {
        success(self.state(Expected::Present).into_iter().collect())
    }

    /// Expects the response to the first request that ends a run, which may be over by itself.
    pub(in crate::derive) fn ended(&self) -> Expect {
        let cancelled = possible("cancelled", success(Vec::new()));
        self.any_of(std::iter::once(cancelled).chain(self.refusals()).collect())
    }

    /// Expects the response to a further request that ends a run.
    pub(in crate::derive) fn ended_again(&self) -> Expect {
        self.any_of(self.refusals())
    }

    /// Expects a state that a run may have which was ended: that of a situation, or one that the contract
    /// does not show. Once one of the `earlier` steps showed the one that a run keeps, it is that one.
    pub(in crate::derive) fn shown_once_ended(&self, earlier: &[usize]) -> Expect {
        let state = |(situation, success): (&Situation, &SituationSuccess)| {
            let members = success.members.iter();
            let members = members.map(|(name, value)| {
                let value = Expected::Equal(value.clone());
                Member::new(format!("/{name}"), value, situation.clause.clone())
            });
            possible(&situation.id, self::success(members.collect()))
        };
        let kept = self.kept().map(|value| {
            let since = |step: &usize| Expected::KeptSince(*step, value.clone());
            earlier.iter().map(since).filter_map(|own| self.state(own)).collect::<Vec<Member>>()
        });
        let shown = self.state(Expected::Present).into_iter();
        let other = success(shown.chain(kept.into_iter().flatten()).collect());
        let known = self.answers().map(state);
        self.any_of(known.chain([possible("in another state", other)]).collect())
    }

    /// Returns the state that a run which was ended keeps once it has it: the one that the contract shows
    /// of such a run, if it shows no other one and no move away from it.
    fn kept(&self) -> Option<&Value> {
        let mut states = self.answers().map(|(_, own)| own.members.get(&self.lifecycle.property));
        let first = states.next()??;
        let leads_away = |state: &String| *first == **state;
        let mut moves = self.lifecycle.moves.iter();
        let stays = !moves.any(|own| own.from.iter().any(leads_away));
        (stays && states.all(|own| own == Some(first))).then_some(first)
    }

    /// Returns the situations in which a success shows the state.
    fn answers(&self) -> impl Iterator<Item = (&Situation, &SituationSuccess)> {
        situations(self.lifecycle, self.reader.operation).filter_map(|own| match &own.response {
            SituationResponse::Success(success) => Some((own, &**success)),
            SituationResponse::Error(_) => None,
        })
    }

    /// Expects a value of the state, where a situation shows it.
    fn state(&self, value: Expected) -> Option<Member> {
        let situation = situations(self.lifecycle, self.reader.operation).next()?;
        let pointer = format!("/{}", self.lifecycle.property);
        Some(Member::new(pointer, value, situation.clause.clone()))
    }

    fn any_of(&self, answers: Vec<Possible>) -> Expect {
        Expect::AnyOf { gap: self.gap.clone(), answers }
    }

    /// Returns the refusals of a run that is over.
    fn refusals(&self) -> Vec<Possible> {
        let refusal = |situation: &Situation| match &situation.response {
            SituationResponse::Error(error) => {
                let row = self.ender.spec.errors.get(error)?;
                let text = row.text.shown().unwrap_or(error);
                Some(possible(&format!("{} `{text}`", row.status), expect_error(row)))
            }
            SituationResponse::Success(_) => None,
        };
        situations(self.lifecycle, self.ender.operation).filter_map(refusal).collect()
    }
}

fn situations<'l>(
    lifecycle: &'l Lifecycle,
    operation: &'l Operation,
) -> impl Iterator<Item = &'l Situation> {
    lifecycle.situations.iter().filter(|own| own.operation == operation.id)
}

fn is_refusal(situation: &Situation) -> bool {
    matches!(situation.response, SituationResponse::Error(_))
}

fn success(members: Vec<Member>) -> Expect {
    Expect::Success { status: None, members, refusal: None }
}

fn possible(meaning: &str, expect: Expect) -> Possible {
    Possible { meaning: meaning.to_owned(), expect }
}
