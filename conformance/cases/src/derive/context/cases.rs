//! Names a case and assembles it from its steps, from which its needs and clauses follow. What the steps send and
//! expect is decided elsewhere.

use webdata_spec::model::{
    ClauseId, ClauseRoot, Effect, EffectKind, ErrorText, Gap, Level, Refusal, Rule, Situation,
    Transition,
};

use super::OperationContext;
use super::fixtures::{name_existing, relate_fixtures};
use super::gaps::gap_clause;
use crate::case::{Argument, Case, Deliveries, Expect, KeyForm, Need, ObservedPart, Purpose, Step};

/// The clause that a case tests, and its level; `None` for the level of the operation.
pub(crate) struct Tested {
    level: Option<Level>,
    clause: ClauseId,
}

impl From<ClauseId> for Tested {
    fn from(clause: ClauseId) -> Self {
        Self { level: None, clause }
    }
}

impl From<(Level, ClauseId)> for Tested {
    fn from((level, clause): (Level, ClauseId)) -> Self {
        Self { level: Some(level), clause }
    }
}

macro_rules! tested {
    ($($stated:ty),*) => {
        $(impl From<&$stated> for Tested {
            fn from(stated: &$stated) -> Self {
                (stated.level, stated.clause.clone()).into()
            }
        })*
    };
}

tested!(Effect, Refusal, Rule, Situation, Transition);

impl From<&Gap> for Tested {
    fn from(gap: &Gap) -> Self {
        (Level::Open, gap_clause(&gap.id)).into()
    }
}

impl<'s> OperationContext<'s> {
    /// Makes a case that is named after the operation and these parts. Its needs follow from its steps.
    ///
    /// If the first step removes a resource that no step creates, the step that creates the resource comes before it.
    pub(crate) fn case(
        &self,
        parts: &[&str],
        tested: impl Into<Tested>,
        mut steps: Vec<Step>,
    ) -> Case {
        let Tested { level, clause } = tested.into();
        let created = self.related.created_in(0);
        let is_created = |argument| Some(argument) == created.as_ref();
        if steps.first().is_some_and(|step| step.request.arguments().any(is_created)) {
            let creation = || self.related.creation().map(|step| vec![step]);
            steps.splice(0..0, self.before_action().or_else(creation).unwrap_or_default());
        }
        let level = level.unwrap_or(self.operation.level);
        let named = name_existing(self.spec, &mut steps);
        let mut case = new_case(self.id(parts), level, clause, steps);
        let resource = self.operation.resource.as_ref().filter(|_| self.operation.is_bulk());
        if let Some(resource) = resource {
            let parameter = self.spec.identity_parameter(&resource.type_name);
            let parameter = parameter.unwrap_or(&resource.type_name).to_owned();
            let count = Some(case.fixtures()).filter(|count| *count > 0);
            case.needs.extend(count.map(|count| Need::Fixture(parameter, count)));
        }
        // A case leases the fixtures of the first need, so those that bodies name come last.
        let named = named.into_iter().map(|(name, count)| Need::Fixture(name, count));
        extend_unique(&mut case.needs, named);
        // In a circumstance, the target chooses the key.
        let steps = case.steps.iter().filter(|step| step.request.circumstance.is_none());
        let bodies = steps.filter_map(|step| step.request.body.as_json());
        let states = bodies.flat_map(|body| self.circumstances(body).team_states);
        let states: Vec<Need> = states.map(|state| Need::TeamNotIn(state.to_owned())).collect();
        extend_unique(&mut case.needs, states);
        // If the contract has no operation that reads the resource, an update that leaves out the property
        // reads it.
        let is_own = |step: &Step| step.request.operation.as_ref() == Some(&self.operation.id);
        let reads_back =
            case.steps.iter().any(|step| step.purpose == Purpose::Assert && is_own(step));
        let keeps = self.effect(&EffectKind::KeepsOmitted).filter(|_| reads_back);
        case.with_clauses(keeps.map(|(clause, _)| clause.clone()))
    }

    /// Builds the identity of a case of this operation from its parts.
    pub(crate) fn id(&self, parts: &[&str]) -> String {
        let all = [&[self.operation.id.as_str(), self.input.word()], parts].concat();
        all.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("::")
    }
}

/// Makes a case for no particular operation. Its needs and clauses follow from its steps.
pub(crate) fn new_case(id: String, level: Level, clause: ClauseId, mut steps: Vec<Step>) -> Case {
    relate_fixtures(&mut steps);
    let mut case = Case {
        id,
        level,
        clauses: vec![clause],
        needs: Vec::new(),
        each_fixture: false,
        whole_responses: false,
        steps,
        breaks: None,
        around: None,
        sentence: None,
    };
    let mut needs = Vec::new();
    let mut clauses = Vec::new();
    for step in &case.steps {
        needs.extend(step.request.authorization.iter().filter_map(|authorization| {
            Some(match authorization.form {
                KeyForm::Whole => Need::Key(authorization.key?),
                changed => Need::ChangedKey(authorization.key?, changed),
            })
        }));
        needs.extend(step.request.is_trigger.then_some(Need::Webhooks));
        needs.extend(step.request.provoke.iter().cloned().map(Need::Provocation));
        if let Some(operation) = &step.request.operation {
            if step.request.endpoint.is_none() {
                needs.push(Need::Binding(operation.clone()));
            }
            let circumstance = step.request.circumstance.iter().cloned();
            needs.extend(circumstance.map(|clause| Need::Circumstance(operation.clone(), clause)));
        }
        for (name, argument) in &step.request.parameters {
            if matches!(argument, Argument::Fixture { above: 0, .. }) {
                needs.push(Need::Fixture(name.clone(), case.fixtures()));
            }
        }
        if step.purpose != Purpose::Arrange {
            clauses.extend(expected_clauses(&step.expect));
        }
    }
    extend_unique(&mut case.needs, needs);
    case.with_clauses(clauses)
}

fn expected_clauses(expect: &Expect) -> Vec<ClauseId> {
    match expect {
        Expect::Success { members, rejection, .. } => {
            let open = rejection.iter().map(|open| gap_clause(&open.gap));
            members.iter().map(|member| member.clause.clone()).chain(open).collect()
        }
        Expect::Error { id, text, words, code, .. } => {
            // A message that the service words freely is judged only by the words that the contract gives for
            // it.
            let judged = matches!(text, ErrorText::Exact(_) | ErrorText::Free(_));
            let judged = judged || !words.is_empty();
            let parts = [("status", true), ("error", judged), ("code", code.is_some())];
            let parts = parts.into_iter().filter(|(_, judged)| *judged);
            parts.map(|(part, _)| ClauseRoot::Error(id).clause().child(part)).collect()
        }
        Expect::AnyOf { gap, responses } => {
            let all = responses.iter().flat_map(|response| expected_clauses(&response.expect));
            all.chain([gap_clause(gap)]).collect()
        }
        Expect::Deliveries(Deliveries { hooks, observed: None }) => {
            hooks.iter().map(|hook| hook.clause.clone()).collect()
        }
        Expect::Deliveries(Deliveries { observed: Some(ObservedPart { gap, .. }), .. })
        | Expect::Observation { gap, .. } => vec![gap_clause(gap)],
    }
}

/// Adds the elements that a list lacks, in order.
fn extend_unique<T: PartialEq>(list: &mut Vec<T>, others: impl IntoIterator<Item = T>) {
    for other in others {
        if !list.contains(&other) {
            list.push(other);
        }
    }
}

impl Case {
    pub(crate) fn with_clauses(mut self, clauses: impl IntoIterator<Item = ClauseId>) -> Self {
        extend_unique(&mut self.clauses, clauses);
        self
    }
}
