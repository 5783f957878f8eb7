//! Makes cases about gaps. Where the contract leaves a response open, the case records it and judges nothing.

use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, ClauseRoot, Gap, Observation, Probe};

use super::OperationContext;
use crate::case::{Case, Expect, Interpretation, Matcher, OpenRejection, Purpose, Request, Step};

impl<'s> OperationContext<'s> {
    /// Makes a case that observes the response to a request, where the contract leaves the response open.
    pub(crate) fn case_without_requirement(
        &self,
        gap: &Gap,
        parts: &[&str],
        clause: &ClauseId,
        request: Request,
    ) -> Case {
        let statuses = [&self.spec.service.validation_failure, &self.spec.service.unknown_path];
        let rows = statuses.into_iter().filter_map(|id| self.spec.errors.get(id));
        let rejected = rows.map(|row| {
            let meaning = format!("rejected with {}", row.status);
            Interpretation::new(Matcher::Status(row.status), meaning)
        });
        let accepted = Interpretation::new(Matcher::Success, "accepted");
        let expect = Expect::observation(gap, [accepted].into_iter().chain(rejected).collect());
        let step = Step::new(Purpose::Act, request, expect);
        self.case(parts, clause.clone(), vec![step])
    }

    /// Makes a case that observes a gap after these steps. `rest` ends its identity.
    pub(crate) fn observation(
        &self,
        gap: &Gap,
        rest: &[&str],
        mut steps: Vec<Step>,
        (request, interpretations): (Request, Vec<Interpretation>),
    ) -> Case {
        let expect = Expect::observation(gap, interpretations);
        steps.push(Step::new(Purpose::Act, request, expect));
        self.case(&[&["observations", &gap.id], rest].concat(), gap, steps)
    }

    /// Returns these interpretations, then the meanings of other successes and of a rejection of the body.
    pub(crate) fn interpretations<'m>(
        &self,
        known: impl IntoIterator<Item = (Matcher, &'m str)>,
        success: &'m str,
        rejection: &'m str,
    ) -> Vec<Interpretation> {
        let rejected = rejected(self.spec).map(|matcher| (matcher, rejection));
        let others = [(Matcher::Success, success)].into_iter().chain(rejected);
        Interpretation::all(known.into_iter().chain(others))
    }
}

/// Returns the matcher of a response that rejects a body as invalid.
pub(crate) fn rejected(spec: &Spec) -> Option<Matcher> {
    Some(Matcher::Status(spec.errors.get(&spec.service.validation_failure)?.status))
}

/// Returns the gap of a contract that a probe observes, if any.
pub(crate) fn gap_of(spec: &Spec, probe: Probe) -> Option<&Gap> {
    let is_meant = Observation::Probe(probe);
    spec.gaps.values().find(|gap| gap.observation == is_meant)
}

pub(super) fn gap_clause(gap: &str) -> ClauseId {
    ClauseRoot::Gap(gap).clause()
}

impl Case {
    /// Allows the last request to be rejected, because of a gap. The response to an accepted request is still judged.
    pub(crate) fn with_open_rejection(mut self, gap: &Gap) -> Self {
        if let Some(Expect::Success { rejection, .. }) =
            self.steps.last_mut().map(|step| &mut step.expect)
        {
            *rejection = Some(OpenRejection {
                gap: gap.id.clone(),
                accepted: "accepted and stored".to_owned(),
                rejected: "rejected".to_owned(),
                when: None,
                // Each case of the gap tests a different value.
                asks_same_question: false,
            });
            self.clauses.push(gap_clause(&gap.id));
        }
        self
    }
}
