//! A suite: a contract, its cases, and the validators that were generated from it.

use webdata_cases::case::Case;
use webdata_cases::challenge::Challenge;
use webdata_cases::derive::derive;
use webdata_cases::profiles::profile_of;
use webdata_runtime::Validator;
use webdata_spec::Spec;

use crate::judge::{MissingValidator, Validators};
use crate::order::MeasuredOrder;

/// A contract, its cases, and the generated code that validates bodies.
#[derive(Debug, Clone)]
pub struct Suite {
    /// The contract.
    pub spec: Spec,
    /// Every case of the contract.
    pub cases: Vec<Case>,
    /// The validators that were generated from the contract.
    pub validators: Validators,
    /// The measured order of cases; empty for a suite that was not audited.
    pub order: MeasuredOrder,
}

impl Suite {
    /// Derives the cases of a contract; `table` has the validators that were generated from it.
    ///
    /// # Errors
    /// If the table belongs to another contract.
    pub fn new(spec: Spec, table: &[Validator]) -> Result<Self, MissingValidator> {
        let cases = derive(&spec);
        let validators = Validators::new(&spec, table)?;
        Ok(Self { spec, cases, validators, order: MeasuredOrder::default() })
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
