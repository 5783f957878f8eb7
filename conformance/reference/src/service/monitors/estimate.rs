//! The most credits that a month of a monitor can cost.
//!
//! It must not walk the runs of a month one by one: it is made whenever a monitor is changed.

use std::collections::HashSet;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use webdata_spec::Spec;
use webdata_spec::model::ClauseId;

use super::super::checks;
use super::super::checks::judge::Judge;
use super::super::scrape;
use super::super::store::Properties;
use super::schedule::Plan;

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
    pub(super) fn of(spec: &Arc<Spec>, clauses: &HashSet<ClauseId>) -> Self {
        let has_judging = clauses.contains(&ClauseId::new(WITH_JUDGING));
        Self { spec: Arc::clone(spec), has_judging }
    }

    /// The estimate for the month from a moment on; a monitor that does not run has none.
    pub(super) fn credits(
        &self,
        monitor: &Properties,
        judge: &Judge,
        from: DateTime<Utc>,
    ) -> Option<u64> {
        let runs = Plan::of(monitor)?.runs_a_month(from);
        let is_judged = self.has_judging && judge.is_on(monitor);
        let judging = if is_judged { judge.credits() } else { 0 };
        let each = monitor.get("targets")?.as_array()?.iter().map(|target| {
            // The results of a search are scraped by the defaults.
            let is_search = target.get("type").is_some_and(|kind| kind == "search");
            let options = target.get("scrapeOptions").filter(|_| !is_search);
            let scrape = scrape::most_credits(&self.spec, options);
            let page = scrape.saturating_add(judging);
            checks::most_pages(&self.spec, target).saturating_mul(page)
        });
        let check = each.fold(0, u64::saturating_add);
        Some(check.saturating_mul(runs).min(MOST))
    }
}
