//! What a run is measured against: which cases, and which part of which whole.
//!
//! It must not know what a case is about.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use sha2::{Digest, Sha256};

/// What a run is measured against: its own cases, and of which whole they are a part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scope {
    /// Which cases are run.
    pub manifest: Manifest,
    /// Which cases were selected: more than are run where this is a shard, and the same for each
    /// shard of a run.
    pub selected: Manifest,
    /// Which part of the selected cases is run; none for all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The profiles whose cases alone could be selected; none for all cases.
    #[serde(default, rename = "onlyProfiles", skip_serializing_if = "Vec::is_empty")]
    pub only_profiles: Vec<String>,
}

/// How many cases there are, and which.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The number of cases.
    pub count: usize,
    /// SHA-256 over their identities, in lower-case hexadecimal.
    pub hash: String,
}

/// One of several parts that a run is split into, so that machines share the work.
///
/// Neighbours in the order of derivation cost much the same, so each part takes every `of`th case:
/// the parts differ by one case at most, and the same contract is always split in the same way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// Which part, from 1.
    #[schemars(range(min = 1, max = 10_000))]
    pub number: usize,
    /// How many parts there are.
    #[schemars(range(min = 1, max = 10_000))]
    pub of: usize,
}

/// More parts than any run has cases for; what is read in a report is counted up to it.
const MOST_SHARDS: usize = 10_000;

/// What is wrong with the name of a shard.
#[derive(Debug, thiserror::Error)]
#[error(
    "write it like 2/4, the second of four: from 1/1, no more than the number of parts, and those \
     no more than {MOST_SHARDS}"
)]
pub struct NoShard;

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(written: &str) -> Result<Self, Self::Err> {
        let (number, of) = written.split_once('/').ok_or(NoShard)?;
        let count = |text: &str| text.trim().parse::<usize>().map_err(|_| NoShard);
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
            let says = format!("the shard {number}/{of} is none; {error}");
            <D::Error as serde::de::Error>::custom(says)
        })
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl Shard {
    fn new(number: usize, of: usize) -> Result<Self, NoShard> {
        let is_one = (1..=of).contains(&number) && of <= MOST_SHARDS;
        if is_one { Ok(Self { number, of }) } else { Err(NoShard) }
    }

    /// How many of so many cases are in this part.
    pub(crate) fn size(self, count: usize) -> usize {
        count.checked_sub(self.number).map_or(0, |behind| behind / self.of + 1)
    }

    /// Whether a case is in this part, by its place in what was selected.
    pub(crate) fn has(self, index: usize) -> bool {
        index % self.of == self.number - 1
    }
}

impl Manifest {
    /// The manifest of some cases, by their identities in the order of derivation.
    pub(crate) fn of<'i>(ids: impl Iterator<Item = &'i str> + Clone) -> Self {
        Self { count: ids.clone().count(), hash: hash(ids) }
    }
}

/// SHA-256 over identities, in lower-case hexadecimal.
pub fn hash<'i>(ids: impl Iterator<Item = &'i str>) -> String {
    let mut hasher = Sha256::new();
    for id in ids {
        hasher.update(id.as_bytes());
        hasher.update([b'\n']);
    }
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
