//! The most credits that a month of a monitor can cost.
//!
//! It must not walk the runs of a month one by one: it is made whenever a monitor is changed.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use webdata_spec::Spec;

use super::goal::Goal;
use super::schedule::Schedule;
use crate::contract::Contract;
use crate::contract::schema::Properties;
use crate::service::checks::targets;
use crate::service::scrape::price;

/// The clause that says that an estimate has the judging of every page in it.
const WITH_JUDGING: &str = "Monitor.estimatedCreditsPerMonth.behaviour.lower-with-judging";

/// The most that is told; whole numbers of JSON are commonly read into 64 bits with a sign.
const MOST: u64 = i64::MAX.unsigned_abs();

/// What an estimate is made of.
#[derive(Debug)]
pub(super) struct Estimate {
    spec: Arc<Spec>,
    has_judging: bool,
}

impl Estimate {
    /// Takes from a contract what an estimate is made of.
    pub(super) fn new(contract: &Contract) -> Self {
        let has_judging = contract.has_clause(WITH_JUDGING);
        Self { spec: Arc::clone(&contract.spec), has_judging }
    }

    /// The estimate for the month from a moment on; a monitor that does not run has none.
    pub(super) fn credits(
        &self,
        monitor: &Properties,
        goal: &Goal,
        from: DateTime<Utc>,
    ) -> Option<u64> {
        let runs = Schedule::new(monitor)?.runs_a_month(from);
        let is_judged = self.has_judging && goal.is_on(monitor);
        let judging = if is_judged { goal.credits() } else { 0 };
        let each = monitor.get("targets")?.as_array()?.iter().map(|target| {
            // The results of a search are scraped by the defaults.
            let is_search = target.get("type").is_some_and(|kind| kind == "search");
            let options = target.get("scrapeOptions").filter(|_| !is_search);
            let scrape = price::most(&self.spec, options);
            let page = scrape.saturating_add(judging);
            targets::most_pages(&self.spec, target).saturating_mul(page)
        });
        let check = each.fold(0, u64::saturating_add);
        Some(check.saturating_mul(runs).min(MOST))
    }
}
