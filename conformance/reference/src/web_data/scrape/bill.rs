//! The bill of a scrape, charge by charge.
//!
//! The figures come from the contract. Work is charged at once, even if the request is rejected later.

use serde_json::Value;

use crate::contract::errors::RequestError;
use crate::web_data::scrape::price::{BASE_CREDITS, max_price_of, price};
use crate::web_data::{WebData, require_credits};
use crate::world::teams::Team;

/// The charges of one scrape.
pub(super) struct Bill<'s> {
    service: &'s WebData,
    team: &'s Team,
    credits: u64,
}

impl<'s> Bill<'s> {
    /// Creates an empty bill for a team.
    pub(super) fn new(service: &'s WebData, team: &'s Team) -> Self {
        Self { service, team, credits: 0 }
    }

    /// Returns the credits that were charged so far.
    pub(super) fn credits(&self) -> u64 {
        self.credits
    }

    /// Charges a charge of the contract `times` times, if its condition holds on `object`.
    pub(super) fn charge(&mut self, charge: &str, object: &Value, times: usize) {
        let times = u64::try_from(times).unwrap_or(u64::MAX);
        self.add(price(&self.service.contract.spec, charge, object).saturating_mul(times));
    }

    /// Charges the base price of a scrape, which the contract does not show.
    pub(super) fn charge_base(&mut self) {
        self.add(BASE_CREDITS);
    }

    /// Rejects a scrape whose maximum cost exceeds the team's credits. `options` include their defaults, and
    /// `threats` are the rules of threat protection.
    ///
    /// # Errors
    /// The error, if the catalogue has one.
    pub(super) fn require_credits(
        &self,
        options: &Value,
        threats: Option<&Value>,
    ) -> Result<(), RequestError> {
        let max = max_price_of(&self.service.contract.spec, options, threats);
        require_credits(self.service, self.team, max)
    }

    fn add(&mut self, credits: u64) {
        self.service.world.teams.charge(self.team, credits);
        self.credits = self.credits.saturating_add(credits);
    }
}
