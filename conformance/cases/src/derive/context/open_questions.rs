//! Makes cases that observe what the contract leaves open. Such cases judge nothing.

use serde_json::Value;
use webdata_spec::model::{ClauseId, Gap, Level};

use super::OperationContext;
use crate::case::{Case, Expect, Purpose, Request, Seen, Sign, Step};

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
        (request, signs): (Request, Vec<Sign>),
    ) -> Case {
        let expect = Expect::Observation { gap: gap.id.clone(), signs };
        let act = Step::new(Purpose::Act, request, expect);
        self.open_case(gap, id, vec![self.arrange(stored), act])
    }

    /// Interprets a success and a rejection of the body.
    pub(in crate::derive) fn signs(&self, success: &str, rejection: &str) -> Vec<Sign> {
        let mut signs = vec![Sign { when: Seen::Success, says: success.to_owned() }];
        if let Some(row) = self.spec.errors.get(&self.spec.service.validation_failure) {
            signs.push(Sign { when: Seen::Status(row.status), says: rejection.to_owned() });
        }
        signs
    }

    /// Interprets the response as accepted or refused.
    pub(in crate::derive) fn accepted_or_refused(&self) -> Vec<Sign> {
        self.signs("accepted", "refused")
    }
}
