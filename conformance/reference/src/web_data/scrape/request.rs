//! A scrape request: the team, the URL and the options.
//!
//! This module does not carry the scrape out.

use chrono::{DateTime, Utc};
use serde_json::Value;
use webdata_spec::model::Condition;

use crate::contract::Contract;
use crate::contract::errors::RequestError;
use crate::web_data::WebData;
use crate::web_data::scrape::options;
use crate::world::teams::Team;

/// The state of a team with zero data retention.
const ZERO_DATA_RETENTION: &str = "zero-data-retention";

/// A scrape that a team requests.
pub(super) struct ScrapeRequest<'a> {
    pub(super) service: &'a WebData,
    pub(super) team: &'a Team,
    pub(super) url: &'a str,
    /// The options as they were sent.
    pub(super) sent: &'a Value,
    /// The effective options, with defaults and effects.
    pub(super) options: Value,
    pub(super) now: DateTime<Utc>,
}

impl<'a> ScrapeRequest<'a> {
    /// Creates the scrape request of a team.
    pub(super) fn new(service: &'a WebData, team: &'a Team, url: &'a str, sent: &'a Value) -> Self {
        let contract = &service.contract;
        let options = match &service.scrape_options {
            Some(known) => options::effective(&contract.spec, &known.schema, sent),
            None => sent.clone(),
        };
        Self { service, team, url, sent, options, now: service.world.clock.now() }
    }

    /// Returns the served contract.
    pub(super) fn contract(&self) -> &'a Contract {
        &self.service.contract
    }

    /// Returns whether the contract has a clause of the scrape options.
    pub(super) fn has_clause(&self, clause: &str) -> bool {
        self.contract().has_clause(&format!("ScrapeOptions.{clause}"))
    }

    /// Rejects the scrape in a circumstance that the contract lists with the options.
    ///
    /// # Errors
    /// The error of the circumstance, if the contract lists it and its condition holds.
    pub(super) fn reject(&self, circumstance: &str) -> Result<(), RequestError> {
        let clause = format!("ScrapeOptions.refusals.{circumstance}");
        let holds = |when: &Condition| options::holds(when, self.sent, &self.options);
        self.contract().reject_if(&clause, holds)
    }

    /// Returns whether an option was sent.
    pub(super) fn given(&self, option: &str) -> bool {
        self.sent.get(option).is_some()
    }

    /// Returns a boolean option.
    pub(super) fn flag(&self, option: &str) -> bool {
        self.options.get(option) == Some(&Value::Bool(true))
    }

    /// Returns a numeric option, clamped to the range of 64 bits.
    pub(super) fn number(&self, option: &str) -> Option<u64> {
        let number = self.options.get(option)?;
        number.as_u64().or_else(|| number.as_f64().map(|number| number as u64))
    }

    /// Returns the default of a numeric option, regardless of the sent value.
    pub(super) fn default_number(&self, option: &str) -> Option<u64> {
        let spec = &self.contract().spec;
        let known = spec.object("ScrapeOptions")?.properties.get(option)?;
        known.schema.default.as_ref()?.as_u64()
    }

    /// Returns a string option, or an empty string.
    pub(super) fn text(&self, option: &str) -> &str {
        self.options.get(option).and_then(Value::as_str).unwrap_or_default()
    }

    /// Returns an array option, or an empty slice.
    pub(super) fn list(&self, option: &str) -> &[Value] {
        self.options.get(option).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// Returns whether lockdown restricts the scrape to the cache.
    pub(super) fn is_locked_down(&self) -> bool {
        self.flag("lockdown") && self.has_clause("lockdown.behaviour.no-contact")
    }

    /// Returns whether nothing of the scrape may be stored.
    pub(super) fn stores_nothing(&self) -> bool {
        self.flag("lockdown") && self.has_clause("lockdown.behaviour.zero-data-retention")
            || self.service.world.teams.states(self.team).contains(ZERO_DATA_RETENTION)
    }
}
