//! Plans a run: selects cases by name, and matches them with the target.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use sha2::{Digest, Sha256};
use tokio_util::sync::CancellationToken;
use webdata_cases::case::{Case, KeyName, Need};
use webdata_spec::model::Level;

use crate::order::MeasuredOrder;
use crate::outcome::Obstacles;
use crate::quantities::pluralize;
use crate::target::Target;
use crate::waivers::Waiver;

/// The cases of one run.
#[derive(Debug)]
pub struct Plan {
    /// The cases, in the order of derivation.
    pub cases: Vec<PlannedCase>,
    /// The indices of the cases in sending order.
    pub order: Vec<usize>,
    /// The cases that the verdict is about.
    pub scope: Scope,
    /// The time limit of the run, if there is one; a case that has not started by then is not sent.
    pub deadline: Option<Duration>,
    /// The conditions that end the run before all cases are sent.
    pub limits: Limits,
    /// The seed of a random sending order; `None` for the measured order.
    pub shuffle: Option<u64>,
    /// Cancels the run: no further case is sent, and running cases are interrupted.
    pub stop: CancellationToken,
}

impl Plan {
    /// Returns the cases that a run sends.
    pub fn sent(&self) -> impl Iterator<Item = &Case> {
        let sent = self.cases.iter().filter(|planned| planned.skip.is_none());
        sent.map(|planned| &planned.case)
    }

    /// Returns the identities of the cases that a run sends.
    #[must_use]
    pub fn sent_ids(&self) -> HashSet<String> {
        self.sent().map(|case| case.id.clone()).collect()
    }

    /// Returns the cases that a run skips, each with what the target lacks or switches off.
    pub fn skipped(&self) -> impl Iterator<Item = (&Case, &Obstacles)> {
        self.cases.iter().filter_map(|planned| Some((&planned.case, planned.skip.as_ref()?)))
    }
}

/// A case, and the reason if it is skipped.
#[derive(Debug)]
pub struct PlannedCase {
    /// The case.
    pub case: Case,
    /// What the target lacks or switches off.
    pub skip: Option<Obstacles>,
}

/// The cases that a run asks for; all without filters.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// The identity must contain one of these.
    pub filters: Vec<String>,
    /// Whether the filters are whole identities.
    pub exact: bool,
    /// The identity must not contain any of these.
    pub skip: Vec<String>,
    /// The profiles whose cases are selected; all if empty.
    pub profiles: Vec<String>,
    /// The part of the selected cases, or `None` for all of them.
    pub shard: Option<Shard>,
}

/// The reason why there is nothing to run.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// No case matches.
    #[error("no case matches {filters}; `webdata-conformance list` shows every case")]
    NothingSelected {
        /// The filters.
        filters: String,
    },
    /// The contract has no such profile.
    #[error("the contract has no profile `{name}`; it has {}", .known.join(", "))]
    UnknownProfile {
        /// The given name.
        name: String,
        /// The profiles of the contract.
        known: Vec<String>,
    },
    /// There are more shards than cases.
    #[error("the shard {shard} has no case, since only {count} are selected; ask for fewer shards")]
    EmptyShard {
        /// The given shard.
        shard: Shard,
        /// The number of selected cases.
        count: usize,
    },
    /// The target lacks these. Without them, a run would skip most of the selected cases and still look good.
    #[error("the target lacks what selected cases need:\n{}", .0.join("\n"))]
    MissingNeeds(Vec<String>),
}

impl Selection {
    fn selects(&self, id: &str) -> bool {
        let wanted = self.filters.is_empty() || self.filters.iter().any(|it| self.matches(it, id));
        wanted && !self.skips(id)
    }

    fn skips(&self, id: &str) -> bool {
        self.skip.iter().any(|filter| self.matches(filter, id))
    }

    fn matches(&self, filter: &str, id: &str) -> bool {
        if self.exact { id == filter } else { id.contains(filter) }
    }

    fn describe(&self) -> String {
        let quoted = |words: &[String]| {
            words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(" or ")
        };
        match (self.filters.is_empty(), self.skip.is_empty()) {
            (true, _) => format!("once {} is skipped", quoted(&self.skip)),
            (false, true) => quoted(&self.filters),
            (false, false) => format!("{} without {}", quoted(&self.filters), quoted(&self.skip)),
        }
    }
}

/// Selects cases, matches them with a target, and decides the sending order.
///
/// # Errors
/// If no case is selected, or if the target lacks a valid key or a fixture that cases need.
pub fn plan<'c>(
    cases: impl Iterator<Item = &'c Case>,
    selection: &Selection,
    target: &Target,
    order: &MeasuredOrder,
) -> Result<Plan, PlanError> {
    let chosen = select(cases, selection);
    if chosen.is_empty() {
        return Err(PlanError::NothingSelected { filters: selection.describe() });
    }
    let manifest = |cases: &[Case]| Manifest::from_ids(cases.iter().map(|case| case.id.as_str()));
    let selected = manifest(&chosen);
    let chosen = match selection.shard {
        Some(shard) => shard_cases(shard, chosen)?,
        None => chosen,
    };
    let lacking = lacking(&chosen, target);
    if !lacking.is_empty() {
        return Err(PlanError::MissingNeeds(lacking));
    }
    let manifest = manifest(&chosen);
    let order = order.sorted_indices(chosen.iter().map(|case| case.id.as_str()));
    let order = controls_first(order, &chosen);
    let planned = chosen.into_iter().map(|case| {
        let skip = target.obstacles(&case);
        PlannedCase { case, skip }
    });
    let only_profiles = selection.profiles.clone();
    let scope = Scope { manifest, selected, shard: selection.shard, only_profiles };
    Ok(Plan {
        cases: planned.collect(),
        order,
        scope,
        deadline: None,
        limits: Limits::default(),
        shuffle: None,
        stop: CancellationToken::new(),
    })
}

/// Returns the selected cases with their controls, since a case whose control is not sent shows little.
fn select<'c>(cases: impl Iterator<Item = &'c Case>, selection: &Selection) -> Vec<Case> {
    let all: Vec<&Case> = cases.collect();
    let mut ids: HashSet<&str> = all.iter().map(|case| &*case.id).collect();
    ids.retain(|id| selection.selects(id));
    let chosen = all.iter().filter(|case| ids.contains(&*case.id));
    let controls: Vec<&str> = chosen.filter_map(|case| case.control()).collect();
    ids.extend(controls.into_iter().filter(|id| !selection.skips(id)));
    all.into_iter().filter(|case| ids.contains(&*case.id)).cloned().collect()
}

/// Moves each control before the first case that names it, since a run may end before all cases are sent.
fn controls_first(order: Vec<usize>, cases: &[Case]) -> Vec<usize> {
    let index: HashMap<&str, usize> =
        cases.iter().enumerate().map(|(index, case)| (&*case.id, index)).collect();
    let control = |at: usize| cases[at].control().and_then(|id| index.get(id).copied());
    let mut seen = HashSet::new();
    let sent = order.into_iter().flat_map(|at| control(at).into_iter().chain([at]));
    sent.filter(|at| seen.insert(*at)).collect()
}

fn shard_cases(shard: Shard, cases: Vec<Case>) -> Result<Vec<Case>, PlanError> {
    let count = cases.len();
    let cases = cases.into_iter().enumerate().filter(|(index, _)| shard.has(*index));
    let cases: Vec<Case> = cases.map(|(_, case)| case).collect();
    if cases.is_empty() { Err(PlanError::EmptyShard { shard, count }) } else { Ok(cases) }
}

/// Returns what every run needs and the target lacks, with the remedy. A second fixture, further keys and
/// provocations are optional: the cases that need them are skipped.
fn lacking(cases: &[Case], target: &Target) -> Vec<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for case in cases.iter().filter(|case| !target.switches_off(&case.id)) {
        for remedy in case.needs.iter().filter_map(|need| remedy(need, target)) {
            *counts.entry(remedy).or_default() += 1;
        }
    }
    counts
        .into_iter()
        .map(|(remedy, count)| format!("{remedy} ({})", pluralize(count, "case")))
        .collect()
}

fn remedy(need: &Need, target: &Target) -> Option<String> {
    match need {
        Need::Key(KeyName::Valid) if !target.settings.keys.contains_key(&KeyName::Valid) => Some(
            "a valid key; name its variable with `--key-env VAR`, or under `[keys]` in the target \
             file"
                .to_owned(),
        ),
        Need::Fixture(parameter, _)
            if target.settings.setup.is_none() && target.available_fixtures(parameter) == 0 =>
        {
            Some(format!(
                "a fixture for {parameter}; give it with `--fixture {parameter}=ID`, or under \
             `[fixtures]` in the target file"
            ))
        }
        _ => None,
    }
}

/// The limits that end a run before all of its cases are sent.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// The time after which no further case is sent. The other cases are skipped.
    pub budget: Option<Duration>,
    /// The number of findings that ends the run.
    pub fail_fast: Option<FailFast>,
}

/// The number of findings that ends a run, and which findings count.
#[derive(Debug, Clone)]
pub struct FailFast {
    /// The number.
    pub findings: usize,
    /// The lowest level whose failures count.
    pub level: Level,
    /// The failures that do not count.
    pub waivers: Vec<Waiver>,
}

/// The cases of a run, and the selection that they are a part of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scope {
    /// The cases of this run.
    pub manifest: Manifest,
    /// The selected cases. A shard runs only a part of them, and all shards of a run have the same selection.
    pub selected: Manifest,
    /// The part of the selected cases that is run; `None` for all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The profiles that the selection is limited to; empty for no limit.
    #[serde(default, rename = "onlyProfiles", skip_serializing_if = "Vec::is_empty")]
    pub only_profiles: Vec<String>,
}

/// The number of some cases, and a hash of their identities.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The number of cases.
    pub count: usize,
    /// SHA-256 of their identities, in lower-case hexadecimal.
    pub hash: String,
}

/// One of several parts of a run, so that machines can share the work.
///
/// Neighbours in the order of derivation take about the same time, so each part takes every `of`th case. The
/// parts differ by at most one case, and the same contract is always split in the same way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// The number of the part, from 1.
    #[schemars(range(min = 1, max = 10_000))]
    pub number: usize,
    /// The number of parts.
    #[schemars(range(min = 1, max = 10_000))]
    pub of: usize,
}

/// The maximum number of parts, which is more than any suite has cases.
const MAX_SHARDS: usize = 10_000;

/// The mistake in the name of a shard.
#[derive(Debug, thiserror::Error)]
#[error("write K/N with K from 1 to N, such as `2/4`, and N at most {MAX_SHARDS}")]
pub struct ShardError;

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(written: &str) -> Result<Self, Self::Err> {
        let (number, of) = written.split_once('/').ok_or(ShardError)?;
        let count = |text: &str| text.trim().parse::<usize>().map_err(|_| ShardError);
        Self::new(count(number)?, count(of)?)
    }
}

impl<'de> Deserialize<'de> for Shard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Written {
            number: usize,
            of: usize,
        }
        let Written { number, of } = Written::deserialize(deserializer)?;
        Self::new(number, of).map_err(|error| {
            let message = format!("`{number}/{of}` is not a shard; {error}");
            <D::Error as serde::de::Error>::custom(message)
        })
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl Shard {
    fn new(number: usize, of: usize) -> Result<Self, ShardError> {
        let is_valid = (1..=of).contains(&number) && of <= MAX_SHARDS;
        if is_valid { Ok(Self { number, of }) } else { Err(ShardError) }
    }

    /// Returns how many of `count` cases are in this part.
    pub(crate) fn size(self, count: usize) -> usize {
        count.checked_sub(self.number).map_or(0, |later| later / self.of + 1)
    }

    /// Returns whether a case is in this part, by its index in the selection.
    pub(crate) fn has(self, index: usize) -> bool {
        index % self.of == self.number - 1
    }
}

impl Manifest {
    /// Returns the manifest of some cases, by their identities in the order of derivation.
    pub(crate) fn from_ids<'i>(ids: impl Iterator<Item = &'i str> + Clone) -> Self {
        Self { count: ids.clone().count(), hash: hash(ids) }
    }
}

/// Returns the SHA-256 of identities, in lower-case hexadecimal.
pub fn hash<'i>(ids: impl Iterator<Item = &'i str>) -> String {
    let mut hasher = Sha256::new();
    for id in ids {
        hasher.update(id.as_bytes());
        hasher.update([b'\n']);
    }
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
