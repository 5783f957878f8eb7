//! Checks of monitors: a check visits every target, compares the pages with the earlier results, and reports
//! the changes.
//!
//! This module does not decide how a monitor is stored. Checks wait for nothing, since pages load in no time. The
//! task that runs due checks does not poll: it sleeps until the next check, or until it is woken for an earlier
//! one.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde_json::Value;
use similar::TextDiff;

use crate::contract::schema::Properties;
use crate::shared::Shared;
use crate::web_data::monitors::{self, Goal};
use crate::web_data::visit::{self, Visit, VisitResult, Visitor};
use crate::web_data::world::checks::{
    Check, CheckGuard, CheckedPage, Content, Counts, Outcome, Results, Target, is_retained,
    next_run,
};
use crate::web_data::{WebData, notifications};
use crate::world::store::ResourceId;

/// Checks a monitor now and announces the results; `None` if the monitor does not exist or is not active.
/// The caller shows by `_turn` that no other check runs.
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
    let pages = visit_all(&monitor, &monitors.goal, &mut visitor, began);
    let counts = Counts::new(&pages);
    let check = Check {
        id,
        monitor_id: name.id.clone(),
        began,
        credits: visitor.credits,
        summary: monitors.summary(&counts),
        pages,
    };
    service.world.store.change(name, &team, |stored| {
        monitors.end_check(stored, began, &counts, service.world.clock.now());
    });
    service.state.checks.keep(&monitor, check.clone());
    notifications::announce(service, &monitor, &check);
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
    let results = &service.state.checks.results;
    let id = monitor.get("id").and_then(Value::as_str).unwrap_or_default();
    results.lock().drop_old(id, |at| is_retained(monitor, at, now));
    let mut checked = Vec::new();
    let targets = monitor.get("targets").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    for (index, target) in targets.iter().enumerate() {
        let kind = target.get("type").and_then(Value::as_str);
        let is_search = kind == Some("search");
        let visit = match kind {
            Some("scrape") => visit::visit_urls(visitor, target),
            Some("crawl") => visit::visit_linked(visitor, target),
            Some("search") => visit::visit_results(visitor, target),
            _ => continue,
        };
        let target = Target::new(id, &targets[..index], target);
        for (mut page, evidence) in compare_visit(results, target, visit, now) {
            let is_evaluated = match page.outcome {
                Outcome::Changed => true,
                Outcome::New => is_search,
                Outcome::Same | Outcome::Removed | Outcome::Error => false,
            };
            if is_evaluated && goal.is_on(monitor) {
                let is_paid = visitor.charge(goal.credits);
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

/// Compares the pages of a target with the earlier results, and stores the current ones. Each page comes with
/// the text on which the goal is evaluated.
fn compare_visit(
    results: &Shared<Results>,
    target: Target,
    visit: Visit,
    now: DateTime<Utc>,
) -> Vec<(CheckedPage, String)> {
    let mut earlier = results.lock().take(&target);
    let mut current = BTreeMap::new();
    let mut compared = Vec::new();
    let mut seen_urls = HashSet::new();
    let page = |url: String, outcome| CheckedPage {
        target_id: target.id.clone(),
        url,
        outcome,
        error: None,
        relevant: None,
        diff: None,
        is_announced: false,
    };
    for (url, seen) in visit.pages {
        // A URL that a target lists twice is one page.
        if !seen_urls.insert(url.clone()) {
            continue;
        }
        let before = earlier.remove(&url);
        let error = match seen {
            VisitResult::Page(content) => {
                let (outcome, diff) = compare_content(before.as_ref().map(|(b, _)| b), &content);
                let evidence = diff.as_deref().map_or_else(|| content.text(), changed_lines);
                compared.push((CheckedPage { diff, ..page(url.clone(), outcome) }, evidence));
                current.insert(url, (content, now));
                continue;
            }
            VisitResult::Gone if before.is_some() => {
                compared.push((page(url, Outcome::Removed), String::new()));
                continue;
            }
            VisitResult::Gone => "there is no such page".to_owned(),
            VisitResult::Failed(error) => error,
        };
        let page = page(url.clone(), Outcome::Error);
        compared.push((CheckedPage { error: Some(error), ..page }, String::new()));
        // After a failure, the next check compares with the results before the failure.
        current.extend(before.map(|before| (url, before)));
    }
    if visit.is_complete {
        let gone = earlier.into_keys().map(|url| (page(url, Outcome::Removed), String::new()));
        compared.extend(gone);
    } else {
        current.extend(earlier);
    }
    results.lock().keep(target, current);
    compared
}

fn compare_content(before: Option<&Content>, now: &Content) -> (Outcome, Option<String>) {
    match before {
        None => (Outcome::New, None),
        Some(before) if before == now => (Outcome::Same, None),
        Some(before) => {
            let (before, now) = (before.text(), now.text());
            let diff = TextDiff::from_lines(&before, &now);
            (Outcome::Changed, Some(diff.unified_diff().to_string()))
        }
    }
}

/// Returns the removed and the added lines of a diff.
fn changed_lines(diff: &str) -> String {
    let lines = diff.lines().filter(|line| line.starts_with(['+', '-']));
    lines.map(|line| line.get(1..).unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// Runs checks when they are due while the server runs.
pub(crate) async fn run_scheduler(service: Arc<WebData>) {
    loop {
        run_due_checks(&service, &service.state.checks.lock());
        let at = next_due(&service);
        let alarm = &service.state.checks.alarm;
        alarm.set(at);
        // The schedule may have changed before the alarm was set.
        if next_due(&service) != at {
            continue;
        }
        match at {
            Some(at) if service.world.clock.is_running() => {
                let wait = (at - service.world.clock.now()).to_std().unwrap_or_default();
                tokio::select! {
                    () = tokio::time::sleep(wait) => {}
                    () = alarm.woken() => {}
                }
            }
            // A clock that stands still wakes this task when it is moved.
            _ => alarm.woken().await,
        }
    }
}

/// Runs all checks that are due, the earliest first. A monitor with several missed runs is checked once, at
/// the current moment.
pub(crate) fn run_due_checks(service: &WebData, turn: &CheckGuard<'_>) -> Vec<Check> {
    let now = service.world.clock.now();
    let mut due = all_next_runs(service);
    due.retain(|(at, _)| *at <= now);
    due.sort_by(|(at, name), (other_at, other)| (at, &name.id).cmp(&(other_at, &other.id)));
    due.iter().filter_map(|(_, name)| run(service, name, turn)).collect()
}

/// Returns the moment of the next check of any monitor.
pub(crate) fn next_due(service: &WebData) -> Option<DateTime<Utc>> {
    all_next_runs(service).into_iter().map(|(at, _)| at).min()
}

fn all_next_runs(service: &WebData) -> Vec<(DateTime<Utc>, ResourceId)> {
    service.world.store.find(|name, _, properties| {
        let is_monitor = name.type_name == monitors::TYPE && monitors::is_active(properties);
        Some((next_run(properties).filter(|_| is_monitor)?, name.clone()))
    })
}
