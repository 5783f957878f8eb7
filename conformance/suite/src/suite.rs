//! A suite: a contract and its cases.

use webdata_cases::case::Case;
use webdata_cases::challenge::Challenge;
use webdata_cases::derive::derive;
use webdata_cases::profiles::profile_of;
use webdata_spec::Spec;

use crate::order::MeasuredOrder;

/// A contract and its cases.
#[derive(Debug, Clone)]
pub struct Suite {
    /// The contract.
    pub spec: Spec,
    /// Every case of the contract.
    pub cases: Vec<Case>,
    /// The measured order of cases; empty for a suite that was not audited.
    pub order: MeasuredOrder,
}

impl Suite {
    /// Derives the cases of a contract.
    #[must_use]
    pub fn new(spec: Spec) -> Self {
        let cases = derive(&spec);
        Self { spec, cases, order: MeasuredOrder::default() }
    }

    /// Returns the suite with a challenge in the prose that its cases send.
    #[must_use]
    pub fn with_challenge(mut self, challenge: &Challenge) -> Self {
        self.cases = derive(&challenge.with_examples(&self.spec));
        self
    }

    /// Returns whether a case belongs to one of these profiles; with an empty list, every case does. A case
    /// that is not of the contract, such as a random sequence of requests, belongs to every profile.
    #[must_use]
    pub fn is_within(&self, case: &Case, profiles: &[String]) -> bool {
        let profile = || profile_of(&self.spec, case);
        profiles.is_empty()
            || profile().is_none_or(|profile| profiles.iter().any(|name| name == profile))
    }
}
