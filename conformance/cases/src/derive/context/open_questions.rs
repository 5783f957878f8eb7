//! Makes cases that observe what the contract leaves open. Such cases judge nothing.

use serde_json::Value;
use webdata_spec::model::{ClauseId, Gap, Level};

use super::OperationContext;
use crate::case::{Case, Expect, Interpretation, Matcher, Purpose, Request, Step};

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
        (request, interpretations): (Request, Vec<Interpretation>),
    ) -> Case {
        let (gap_id, never_5xx) = (gap.id.clone(), None);
        let expect = Expect::Observation { gap: gap_id, interpretations, never_5xx };
        let act = Step::new(Purpose::Act, request, expect);
        self.open_case(gap, id, vec![self.arrange(stored), act])
    }

    /// Interprets a success and a rejection of the body.
    pub(in crate::derive) fn interpretations(
        &self,
        success: &str,
        rejection: &str,
    ) -> Vec<Interpretation> {
        let mut interpretations = vec![Interpretation::new(Matcher::Success, success)];
        if let Some(row) = self.spec.errors.get(&self.spec.service.validation_failure) {
            interpretations.push(Interpretation::new(Matcher::Status(row.status), rejection));
        }
        interpretations
    }

    /// Interprets the response as accepted or refused.
    pub(in crate::derive) fn accepted_or_refused(&self) -> Vec<Interpretation> {
        self.interpretations("accepted", "refused")
    }
}
