//! Merges the reports of the shards of a run.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::SignedDuration;

use super::document::{Report, WaiverReport};
use super::files::ReportFile;
use super::verify::{OtherSuite, require_same_suite};
use crate::plan::{Manifest, Scope};
use crate::{Suite, Untrusted};

/// All shards of a run must start within this time, so that old reports are not mixed in.
const MAX_START_SPREAD: SignedDuration = SignedDuration::from_hours(24);

/// The reasons why reports cannot be merged; each line names a report and its mistake.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the reports cannot be merged:{}", in_lines(.0))]
pub struct MergeError(pub Vec<String>);

/// Writes each mistake on one line, whatever the reports contain.
fn in_lines(mistakes: &[String]) -> String {
    mistakes.iter().map(|mistake| format!("\n{}", Untrusted::from(mistake.as_str()))).collect()
}

/// Merges shards, each with the name that messages use.
///
/// The merged report has no shard, the earliest start and the longest duration; everything else is derived
/// from the cases.
///
/// # Errors
/// If a shard is missing or appears twice, if the shards are of different runs, or if one was changed after
/// it was written.
pub fn merge(parts: Vec<(String, ReportFile)>, suite: &Suite) -> Result<Report, MergeError> {
    let mut mistakes = Vec::new();
    for (name, part) in &parts {
        if part.report.digest != part.digest {
            mistakes.push(format!(
                "{name}: the report was changed after it was written; `verify` shows what is wrong"
            ));
        }
        if let Err(OtherSuite { suite, contract, .. }) = require_same_suite(&part.report, suite) {
            mistakes.push(format!(
                "{name}: the suite {suite} with the contract {contract} wrote the report, and this binary has \
                 another suite or contract; merge with the webdata-conformance that wrote it"
            ));
        }
    }
    mistakes.extend(run_mismatches(&parts));
    mistakes.extend(shard_mistakes(&parts));
    if !mistakes.is_empty() {
        return Err(MergeError(mistakes));
    }
    let mut reports = parts.into_iter().map(|(_, part)| part.report);
    let Some(mut joined) = reports.next() else {
        return Err(MergeError(vec![
            "no report is given; name the report.json of each shard".to_owned(),
        ]));
    };
    for report in reports {
        joined.started_at = joined.started_at.min(report.started_at);
        joined.duration_seconds = joined.duration_seconds.max(report.duration_seconds);
        joined.cases.extend(report.cases);
        joined.markers.extend(report.markers);
    }
    let places: HashMap<&str, usize> =
        suite.cases.iter().enumerate().map(|(index, case)| (case.id.as_str(), index)).collect();
    joined.cases.sort_by_key(|case| places.get(case.id.as_str()).copied());
    let mistakes = duplicate_cases(&joined);
    if !mistakes.is_empty() {
        return Err(MergeError(mistakes));
    }
    let manifest = Manifest::from_ids(joined.cases.iter().map(|case| case.id.as_str()));
    let selected = joined.scope.selected.clone();
    if manifest != selected {
        return Err(MergeError(vec![format!(
            "the {} cases of the reports are not the {} that the run selected; `verify` shows which report is \
             wrong",
            manifest.count, selected.count
        )]));
    }
    let only_profiles = std::mem::take(&mut joined.scope.only_profiles);
    joined.scope = Scope { manifest, selected, shard: None, only_profiles };
    Ok(joined.with_conclusions(suite))
}

/// Returns the facts that differ between the shards, although all shards of a run share them.
fn run_mismatches(parts: &[(String, ReportFile)]) -> Vec<String> {
    let mut mistakes = Vec::new();
    let Some((first_name, first)) = parts.first() else { return mistakes };
    let first = &first.report;
    let waivers = |report: &Report| {
        report.waivers.iter().map(|waiver: &WaiverReport| waiver.waiver.clone()).collect::<Vec<_>>()
    };
    let earliest = parts.iter().min_by_key(|(_, part)| part.report.started_at);
    for (name, ReportFile { report, .. }) in parts.iter() {
        let Some((other, ReportFile { report: earliest, .. })) = earliest else { continue };
        if report.started_at.duration_since(earliest.started_at) > MAX_START_SPREAD {
            mistakes.push(format!(
                "{name} started at {:.0}, more than {} h after {other}, which started at {:.0}; run all shards \
                 again",
                report.started_at,
                MAX_START_SPREAD.as_hours(),
                earliest.started_at
            ));
        }
    }
    for (name, ReportFile { report, .. }) in parts.iter().skip(1) {
        if report.run_id != first.run_id {
            let describe_run = |report: &Report| match &report.run_id {
                Some(id) => format!("the run `{id}`"),
                None => "a run without --run-id".to_owned(),
            };
            let (this, other) = (describe_run(report), describe_run(first));
            mistakes.push(format!(
                "{name} belongs to {this}, and {first_name} to {other}; merge only shards of one run"
            ));
        }
        let limits =
            |report: &Report| (report.budget.map(|budget| budget.seconds), report.fail_fast);
        let shared = [
            ("selected cases", report.scope.selected == first.scope.selected),
            ("challenges", report.challenge == first.challenge),
            ("claimed profiles", report.claimed == first.claimed),
            ("switched-off features", report.off == first.off),
            ("values of --level", report.level == first.level),
            ("values of --budget or --fail-fast", limits(report) == limits(first)),
            ("waivers", waivers(report) == waivers(first)),
        ];
        mistakes.extend(shared.iter().filter(|(_, is_same)| !is_same).map(|(what, _)| {
            format!(
                "{name} and {first_name} have different {what}; give all shards the same options and target file"
            )
        }));
        if !report.server.is_same_server(&first.server) {
            let [this, other] = [&report.server, &first.server];
            let [this, other] =
                [this, other].map(|this| format!("{} at {}", this.name, this.base_url));
            mistakes.push(format!(
                "{name} is about the server {this}, and {first_name} about {other}; merge only reports about \
                 one server"
            ));
        }
    }
    mistakes
}

fn shard_mistakes(parts: &[(String, ReportFile)]) -> Vec<String> {
    let mut mistakes = Vec::new();
    let mut counts: BTreeSet<usize> = BTreeSet::new();
    let mut by_number: BTreeMap<usize, &str> = BTreeMap::new();
    for (name, ReportFile { report, .. }) in parts {
        let Some(shard) = report.scope.shard else {
            mistakes.push(format!(
                "{name}: the report is of a whole run, not of a shard; give only reports of `run --shard`"
            ));
            continue;
        };
        if report.explored.is_some() {
            mistakes.push(format!(
                "{name}: an exploration belongs to a whole run, not to a shard; run the shard without one"
            ));
        }
        counts.insert(shard.of);
        if let Some(other) = by_number.insert(shard.number, name) {
            mistakes
                .push(format!("{name}: {other} is the shard {shard}, too; give each shard once"));
        }
    }
    match counts.iter().copied().collect::<Vec<_>>().as_slice() {
        [] => {}
        [count] => {
            let missing = (1..=*count).filter(|number| !by_number.contains_key(number));
            mistakes.extend(missing.map(|number| {
                format!("the shard {number}/{count} is missing; give the report of each shard")
            }));
        }
        several => {
            let counts: Vec<String> = several.iter().map(ToString::to_string).collect();
            mistakes
                .push(format!(
                    "the reports are of runs with different numbers of shards: {}; give only those of one run",
                    counts.join(", ")
                ));
        }
    }
    mistakes
}

fn duplicate_cases(joined: &Report) -> Vec<String> {
    let duplicates = joined.cases.windows(2).filter(|pair| pair[0].id == pair[1].id);
    duplicates.map(|pair| format!("the case {} is in two reports", pair[0].id)).collect()
}
