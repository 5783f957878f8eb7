//! Checks of monitors: a check visits every target, compares the pages with the earlier results, and reports
//! the changes.
//!
//! ```text
//! schedule            when a check is due
//! targets             the settings of a target
//! visit ─ crawl ─ search ─ web_pages    the current pages of a target
//! compare             the changes since the previous check
//! ```
//!
//! This module does not decide how a monitor is stored. Checks wait for nothing, since pages load in no time.

mod compare;
mod crawl;
pub(crate) mod schedule;
mod search;
pub(crate) mod targets;
mod visit;
pub(crate) mod web_pages;

use chrono::{DateTime, Utc};
use serde_json::Value;

use super::monitors::Goal;
use super::{deliveries, emails};
use crate::contract::schema::Properties;
use crate::web_data::service::WebData;
use crate::web_data::world::checks::{
    Check, CheckGuard, CheckedPage, Counts, Outcome, Target, is_retained,
};
use crate::world::store::ResourceId;
use visit::Visitor;

/// The clause by which new results of a search raise an alert if they match the goal.
const SEARCH_ALERTS: &str = "SearchTarget.behaviour.run-at-every-check";

/// Checks a monitor now and announces the results; `None` if the monitor does not exist or is not active.
pub(crate) fn run(service: &WebData, name: &ResourceId, _turn: &CheckGuard<'_>) -> Option<Check> {
    let monitors = service.monitors.as_ref()?;
    let team = service.world.store.owner(name)?;
    let id = service.world.randomness.identities.next().to_string();
    let began = service.world.clock.now();
    let begin = |stored: &mut Properties| {
        let begins = monitors.begin_check(stored, &id);
        begins.then(|| stored.clone())
    };
    let monitor = service.world.store.change(name, &team, begin)??;
    let mut visitor = Visitor::new(service, &team);
    let pages = visit_all(&monitor, monitors.goal(), &mut visitor, began);
    let counts = Counts::new(&pages);
    let check = Check {
        id,
        monitor_id: name.id.clone(),
        began,
        credits: visitor.credits(),
        summary: monitors.summary(&counts),
        pages,
    };
    service.world.store.change(name, &team, |stored| {
        monitors.end_check(stored, began, &counts, service.world.clock.now());
    });
    service.state.checks.keep(&monitor, check.clone());
    deliveries::announce(service, &monitor, &check);
    emails::announce(service, &monitor, &check);
    Some(check)
}

/// Visits all targets and compares their pages with the earlier results.
fn visit_all(
    monitor: &Properties,
    goal: &Goal,
    visitor: &mut Visitor<'_>,
    now: DateTime<Utc>,
) -> Vec<CheckedPage> {
    let service = visitor.service;
    let contract = &service.contract;
    let results = &service.state.checks.results;
    let id = monitor.get("id").and_then(Value::as_str).unwrap_or_default();
    results.drop_old(id, |at| is_retained(monitor, at, now));
    let mut checked = Vec::new();
    let targets = monitor.get("targets").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    for (index, target) in targets.iter().enumerate() {
        let kind = target.get("type").and_then(Value::as_str);
        let is_search = kind == Some("search");
        let visit = match kind {
            Some("scrape") => visit::visit_urls(visitor, target),
            Some("crawl") => crawl::visit(visitor, target),
            Some("search") if contract.has_clause(SEARCH_ALERTS) => {
                search::visit(visitor, target, now)
            }
            _ => continue,
        };
        let target = Target::new(id, &targets[..index], target);
        for (mut page, evidence) in compare::compare_visit(results, &target, visit, now) {
            let is_evaluated = match page.outcome {
                Outcome::Changed => true,
                Outcome::New => is_search,
                _ => false,
            };
            if is_evaluated && goal.is_on(monitor) {
                let is_paid = visitor.charge(goal.credits());
                page.relevant = is_paid.then(|| goal.evaluate(monitor, &evidence));
            }
            // A new result of a search that does not match the goal raises no alert.
            page.is_announced = page.outcome != Outcome::Same
                && !(is_search && page.outcome == Outcome::New && page.relevant == Some(false));
            checked.push(page);
        }
    }
    checked
}
