//! Makes cases that observe what the contract leaves open. Such cases judge nothing.

use serde_json::Value;
use webdata_spec::model::{ClauseId, Gap, Level};

use super::OperationContext;
use crate::case::{Body, Case, Expect, Interpretation, Matcher, Purpose, Request, Step};

impl OperationContext<'_> {
    /// Makes a case that observes a gap.
    pub(in crate::derive) fn open_case(&self, gap: &Gap, id: String, steps: Vec<Step>) -> Case {
        self.case(id, Level::Open, ClauseId::new(format!("gaps.{}", gap.id)), steps)
    }

    /// Makes a case that observes a gap once the resource is in a known state.
    pub(in crate::derive) fn observation(
        &self,
        gap: &Gap,
        id: String,
        stored: Value,
        asked: (Request, Vec<Interpretation>),
    ) -> Case {
        self.observation_after(gap, id, vec![self.arrange(stored)], asked)
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

    /// Returns a step that a later one is compared with, whatever its response is.
    pub(in crate::derive) fn compared(&self, gap: &Gap, body: Value) -> Step {
        let gap = gap.id.clone();
        let expect = Expect::Observation { gap, interpretations: Vec::new(), never_5xx: None };
        Step::new(Purpose::Arrange, self.request(Body::Json(body)), expect)
    }

    /// Interprets a success and a rejection of the body.
    pub(in crate::derive) fn interpretations(
        &self,
        success: &str,
        rejection: &str,
    ) -> Vec<Interpretation> {
        let mut interpretations = vec![Interpretation::new(Matcher::Success, success)];
        let rejected = self.rejected().map(|own| Interpretation::new(own, rejection));
        interpretations.extend(rejected);
        interpretations
    }

    /// Matches a rejection of the body.
    pub(in crate::derive) fn rejected(&self) -> Option<Matcher> {
        let row = self.spec.errors.get(&self.spec.service.validation_failure)?;
        Some(Matcher::Status(row.status))
    }

    /// Interprets the response as accepted or refused.
    pub(in crate::derive) fn accepted_or_refused(&self) -> Vec<Interpretation> {
        self.interpretations("accepted", "refused")
    }
}
