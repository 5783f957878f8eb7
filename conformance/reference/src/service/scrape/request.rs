//! One scrape that was asked for: whose it is, which page, and by which options.
//!
//! It must not do anything of it.

use chrono::{DateTime, Utc};
use serde_json::Value;
use webdata_spec::model::Condition;

use super::options;
use crate::contract::Contract;
use crate::contract::refusal::Refusal;
use crate::service::backend::Backend;
use crate::world::teams::Team;

/// The state of a team that keeps nothing.
const ZERO_DATA_RETENTION: &str = "zero-data-retention";

/// A scrape that was asked for.
pub(super) struct ScrapeRequest<'a> {
    pub(super) backend: &'a Backend,
    pub(super) team: &'a Team,
    pub(super) url: &'a str,
    /// The options as they were sent.
    pub(super) sent: &'a Value,
    /// The options that it goes by.
    pub(super) options: Value,
    pub(super) now: DateTime<Utc>,
}

impl<'a> ScrapeRequest<'a> {
    /// A scrape that a team asks for.
    pub(super) fn new(backend: &'a Backend, team: &'a Team, url: &'a str, sent: &'a Value) -> Self {
        let contract = &backend.contract;
        let options = match &contract.scrape_options {
            Some(known) => options::effective(&contract.spec, &known.schema, sent),
            None => sent.clone(),
        };
        Self { backend, team, url, sent, options, now: backend.world.clock.now() }
    }

    /// The contract that it is served by.
    pub(super) fn contract(&self) -> &'a Contract {
        &self.backend.contract
    }

    /// Whether the contract says something of the options.
    pub(super) fn has_clause(&self, clause: &str) -> bool {
        self.contract().has_clause(&format!("ScrapeOptions.{clause}"))
    }

    /// Refuses the scrape in a circumstance that the contract lists with the options.
    ///
    /// # Errors
    /// The refusal, unless the contract has none of this identity, or its condition does not hold.
    pub(super) fn refuse(&self, circumstance: &str) -> Result<(), Refusal> {
        let clause = format!("ScrapeOptions.refusals.{circumstance}");
        let holds = |when: &Condition| options::holds(when, self.sent, &self.options);
        self.contract().refuse_where(&clause, holds)
    }

    /// Whether an option was sent.
    pub(super) fn given(&self, option: &str) -> bool {
        self.sent.get(option).is_some()
    }

    /// An option that is true or false.
    pub(super) fn flag(&self, option: &str) -> bool {
        self.options.get(option) == Some(&Value::Bool(true))
    }

    /// An option that is a number; what is below zero counts as zero, and what is beyond 64 bits as
    /// the most that they hold.
    pub(super) fn number(&self, option: &str) -> Option<u64> {
        let number = self.options.get(option)?;
        number.as_u64().or_else(|| number.as_f64().map(|number| number as u64))
    }

    /// The default of an option that is a number, whatever else was sent.
    pub(super) fn usual(&self, option: &str) -> Option<u64> {
        let spec = &self.contract().spec;
        let known = spec.object("ScrapeOptions")?.properties.get(option)?;
        known.schema.default.as_ref()?.as_u64()
    }

    /// An option that is a text.
    pub(super) fn text(&self, option: &str) -> &str {
        self.options.get(option).and_then(Value::as_str).unwrap_or_default()
    }

    /// An option that is a list.
    pub(super) fn list(&self, option: &str) -> &[Value] {
        self.options.get(option).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// Whether it is served from the cache alone because of lockdown.
    pub(super) fn is_locked_down(&self) -> bool {
        self.flag("lockdown") && self.has_clause("lockdown.behaviour.no-contact")
    }

    /// Whether nothing of it may be kept.
    pub(super) fn keeps_nothing(&self) -> bool {
        self.flag("lockdown") && self.has_clause("lockdown.behaviour.zero-data-retention")
            || self.backend.world.teams.states(self.team).contains(ZERO_DATA_RETENTION)
    }
}
