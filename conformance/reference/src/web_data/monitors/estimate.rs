//! The estimate of the most credits that a month of a monitor can cost.
//!
//! The estimate is computed at every change of a monitor, so it does not iterate over single runs.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use webdata_spec::Spec;

use super::goal::Goal;
use super::schedule::Schedule;
use crate::contract::Contract;
use crate::contract::schema::Properties;
use crate::web_data::checks::targets;
use crate::web_data::scrape::price;

/// The clause by which an estimate includes the evaluation of every page.
const WITH_EVALUATION: &str = "Monitor.estimatedCreditsPerMonth.behaviour.lower-with-judging";

/// The highest estimate; many JSON readers parse whole numbers into signed 64-bit integers.
const MAX_ESTIMATE: u64 = i64::MAX.unsigned_abs();

/// The statements of a contract that estimates depend on.
#[derive(Debug)]
pub(super) struct Estimate {
    spec: Arc<Spec>,
    includes_evaluation: bool,
}

impl Estimate {
    /// Reads the statements of a contract that estimates depend on.
    pub(super) fn new(contract: &Contract) -> Self {
        let includes_evaluation = contract.has_clause(WITH_EVALUATION);
        Self { spec: Arc::clone(&contract.spec), includes_evaluation }
    }

    /// Returns the estimate for the month after a moment; `None` for a monitor that does not run.
    pub(super) fn credits(
        &self,
        monitor: &Properties,
        goal: &Goal,
        from: DateTime<Utc>,
    ) -> Option<u64> {
        let runs = Schedule::new(monitor)?.runs_per_month(from);
        let is_evaluated = self.includes_evaluation && goal.is_on(monitor);
        let evaluation = if is_evaluated { goal.credits() } else { 0 };
        let each = monitor.get("targets")?.as_array()?.iter().map(|target| {
            // The results of a search are scraped with default options.
            let is_search = target.get("type").is_some_and(|kind| kind == "search");
            let options = target.get("scrapeOptions").filter(|_| !is_search);
            let scrape = price::max_price(&self.spec, options);
            let page = scrape.saturating_add(evaluation);
            targets::max_pages(&self.spec, target).saturating_mul(page)
        });
        let check = each.fold(0, u64::saturating_add);
        Some(check.saturating_mul(runs).min(MAX_ESTIMATE))
    }
}
