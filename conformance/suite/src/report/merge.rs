//! Merges the reports of the shards of a run.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::SignedDuration;

use super::document::{Report, WaiverReport};
use super::read::ReportFile;
use super::verify::{OtherSuite, same_suite};
use crate::plan::{Manifest, Scope};
use crate::{Suite, Untrusted};

/// All shards of a run must start within this time, so that old reports are not mixed in.
const MAX_START_SPREAD: SignedDuration = SignedDuration::from_hours(24);

/// The reasons why reports cannot be merged; each line names a report and its mistake.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the reports cannot be joined:{}", in_lines(.0))]
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
            mistakes.push(format!("{name}: it was changed after it was written; see `verify`"));
        }
        if let Err(OtherSuite { suite, contract, .. }) = same_suite(&part.report, suite) {
            mistakes.push(format!(
                "{name}: it is of the suite {suite} and the contract {contract}, which are not this \
                 binary's"
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
        return Err(MergeError(vec!["no report is named".to_owned()]));
    };
    for report in reports {
        joined.started_at = joined.started_at.min(report.started_at);
        joined.duration_seconds = joined.duration_seconds.max(report.duration_seconds);
        joined.cases.extend(report.cases);
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
            "together they have {} cases that are not the {} that were selected; `verify` tells \
             which report is wrong",
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
                "{name}: it started at {:.0}, more than {} hours after {other}, which did at {:.0}; \
                 run all shards again",
                report.started_at,
                MAX_START_SPREAD.as_hours(),
                earliest.started_at
            ));
        }
    }
    for (name, ReportFile { report, .. }) in parts.iter().skip(1) {
        if report.run_id != first.run_id {
            let describe_run = |report: &Report| match &report.run_id {
                Some(id) => format!("the run {id}"),
                None => "a run without a name".to_owned(),
            };
            let (this, other) = (describe_run(report), describe_run(first));
            mistakes.push(format!("{name}: it is of {this}, and {first_name} of {other}"));
        }
        let mut differs = |what: &str| {
            mistakes.push(format!("{name}: it has {what} than {first_name}"));
        };
        if report.scope.selected != first.scope.selected {
            differs("other cases selected");
        }
        if report.challenge != first.challenge {
            differs("another challenge");
        }
        if report.claimed != first.claimed {
            differs("other profiles claimed");
        }
        if report.off != first.off {
            differs("other features switched off");
        }
        if report.level != first.level {
            differs("another level");
        }
        let limits =
            |report: &Report| (report.budget.map(|budget| budget.seconds), report.fail_fast);
        if limits(report) != limits(first) {
            differs("another budget, or number of findings that end the run,");
        }
        if !report.server.is_same_server(&first.server) {
            let [this, other] = [&report.server, &first.server];
            let [this, other] =
                [this, other].map(|this| format!("{} at {}", this.name, this.base_url));
            differs(&format!("another server ({this}, and not {other})"));
        }
        if waivers(report) != waivers(first) {
            differs("other waivers");
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
            mistakes.push(format!("{name}: it is no shard, but a whole run"));
            continue;
        };
        counts.insert(shard.of);
        if let Some(other) = by_number.insert(shard.number, name) {
            mistakes.push(format!("{name}: it is the shard {shard}, as {other} is"));
        }
    }
    match counts.iter().copied().collect::<Vec<_>>().as_slice() {
        [] => {}
        [count] => {
            let missing = (1..=*count).filter(|number| !by_number.contains_key(number));
            mistakes.extend(missing.map(|number| format!("the shard {number}/{count} is missing")));
        }
        several => {
            let counts: Vec<String> = several.iter().map(ToString::to_string).collect();
            mistakes
                .push(format!("they are of different numbers of shards: {}", counts.join(", ")));
        }
    }
    mistakes
}

fn duplicate_cases(joined: &Report) -> Vec<String> {
    let duplicates = joined.cases.windows(2).filter(|pair| pair[0].id == pair[1].id);
    duplicates.map(|pair| format!("the case {} appears twice", pair[0].id)).collect()
}
