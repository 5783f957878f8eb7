//! What a scrape costs, charge by charge.
//!
//! It must not know a figure of the contract. What was done is charged at once, even where the
//! request is refused later.

use serde_json::Value;

use super::price::{BASE_CREDITS, most_under, price};
use crate::contract::refusal::Refusal;
use crate::service::backend::Backend;
use crate::service::charging::afford;
use crate::world::teams::Team;

/// The charges of one scrape.
pub(super) struct Bill<'s> {
    backend: &'s Backend,
    team: &'s Team,
    credits: u64,
}

impl<'s> Bill<'s> {
    /// A bill that a team pays.
    pub(super) fn new(backend: &'s Backend, team: &'s Team) -> Self {
        Self { backend, team, credits: 0 }
    }

    /// What was charged so far.
    pub(super) fn credits(&self) -> u64 {
        self.credits
    }

    /// Charges a charge of the contract so many times, where its condition holds on the object that
    /// it is for.
    pub(super) fn charge(&mut self, charge: &str, object: &Value, times: usize) {
        let times = u64::try_from(times).unwrap_or(u64::MAX);
        self.add(price(&self.backend.contract.spec, charge, object).saturating_mul(times));
    }

    /// Charges what every scrape costs that has no price of its own.
    pub(super) fn charge_base(&mut self) {
        self.add(BASE_CREDITS);
    }

    /// Refuses a scrape of a team that does not have the most credits which it may cost, by options
    /// that have their defaults and under rules of threat protection.
    ///
    /// # Errors
    /// The refusal, where the catalogue has one.
    pub(super) fn afford(&self, options: &Value, threats: Option<&Value>) -> Result<(), Refusal> {
        let most = most_under(&self.backend.contract.spec, options, threats);
        afford(self.backend, self.team, most)
    }

    fn add(&mut self, credits: u64) {
        self.backend.world.teams.charge(self.team, credits);
        self.credits = self.credits.saturating_add(credits);
    }
}
