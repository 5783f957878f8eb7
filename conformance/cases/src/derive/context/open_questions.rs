//! Makes cases that observe what the contract leaves open. Such cases judge nothing.

use serde_json::Value;
use webdata_spec::model::{ClauseId, Gap, Level, Observation, Probe};

use super::OperationContext;
use crate::case::{
    Body, Case, Expect, Interpretation, Matcher, OpenRejection, Purpose, Request, Step,
};

impl<'s> OperationContext<'s> {
    /// Returns the gap of the contract that a probe observes, if any.
    pub(in crate::derive) fn gap(&self, probe: Probe) -> Option<&'s Gap> {
        let is_meant = Observation::Probe(probe);
        self.spec.gaps.values().find(|gap| gap.observation == is_meant)
    }

    /// Allows the last request of a case to be rejected. The response to an accepted request is still judged.
    pub(in crate::derive) fn allow_rejection(&self, gap: &Gap, mut case: Case) -> Case {
        if let Some(Expect::Success { rejection, .. }) =
            case.steps.last_mut().map(|step| &mut step.expect)
        {
            *rejection = Some(OpenRejection {
                gap: gap.id.clone(),
                accepted: "accepted, and stored as it was sent".to_owned(),
                rejected: "rejected".to_owned(),
                when: None,
                // Each case of the gap tests a different value.
                asks_same_question: false,
            });
            case.clauses.push(ClauseId::new(format!("gaps.{}", gap.id)));
        }
        case
    }

    /// Makes a case that observes the response to an invalid request. Only a 5xx response fails the case.
    pub(in crate::derive) fn case_without_requirement(
        &self,
        gap: &Gap,
        id: String,
        clause: &ClauseId,
        request: Request,
    ) -> Case {
        let mut interpretations = vec![Interpretation::new(Matcher::Success, "accepted")];
        let statuses = [&self.spec.service.validation_failure, &self.spec.service.unknown_path];
        let rows = statuses.into_iter().filter_map(|id| self.spec.errors.get(id));
        interpretations.extend(rows.map(|row| {
            Interpretation::new(
                Matcher::Status(row.status),
                format!("rejected with {}", row.status),
            )
        }));
        let never_5xx = Some(clause.clone());
        let expect = Expect::Observation { gap: gap.id.clone(), interpretations, never_5xx };
        let step = Step::new(Purpose::Act, request, expect);
        self.case(id, self.operation.level, clause.clone(), vec![step])
    }

    /// Makes a case that observes a gap.
    pub(in crate::derive) fn open_case(&self, gap: &Gap, id: String, steps: Vec<Step>) -> Case {
        self.case(id, Level::Open, ClauseId::new(format!("gaps.{}", gap.id)), steps)
    }

    /// Makes a case that observes a gap after bringing the resource into a known state.
    pub(in crate::derive) fn observation(
        &self,
        gap: &Gap,
        id: String,
        stored: Value,
        question: (Request, Vec<Interpretation>),
    ) -> Case {
        self.observation_after(gap, id, vec![self.arrange(stored)], question)
    }

    /// Makes a case that observes a gap after these steps.
    pub(in crate::derive) fn observation_after(
        &self,
        gap: &Gap,
        id: String,
        mut steps: Vec<Step>,
        (request, interpretations): (Request, Vec<Interpretation>),
    ) -> Case {
        let (gap_id, never_5xx) = (gap.id.clone(), None);
        let expect = Expect::Observation { gap: gap_id, interpretations, never_5xx };
        steps.push(Step::new(Purpose::Act, request, expect));
        self.open_case(gap, id, steps)
    }

    /// Returns a step that accepts any response. A later step is compared with that response.
    pub(in crate::derive) fn comparison_step(&self, gap: &Gap, body: Value) -> Step {
        let gap = gap.id.clone();
        let expect = Expect::Observation { gap, interpretations: Vec::new(), never_5xx: None };
        Step::new(Purpose::Arrange, self.request(Body::Json(body)), expect)
    }

    /// Returns the meanings of a success and of a rejection of the body.
    pub(in crate::derive) fn interpretations(
        &self,
        success: &str,
        rejection: &str,
    ) -> Vec<Interpretation> {
        let mut interpretations = vec![Interpretation::new(Matcher::Success, success)];
        let rejected =
            self.rejection_matcher().map(|matcher| Interpretation::new(matcher, rejection));
        interpretations.extend(rejected);
        interpretations
    }

    /// Returns the matcher of a rejected body.
    pub(in crate::derive) fn rejection_matcher(&self) -> Option<Matcher> {
        let row = self.spec.errors.get(&self.spec.service.validation_failure)?;
        Some(Matcher::Status(row.status))
    }

    /// Returns the meanings "accepted" and "rejected" of a response.
    pub(in crate::derive) fn accepted_or_rejected(&self) -> Vec<Interpretation> {
        self.interpretations("accepted", "rejected")
    }
}
