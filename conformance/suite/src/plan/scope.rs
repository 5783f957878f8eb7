//! The cases that a run's verdict is about, and the whole that they are a part of.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use sha2::{Digest, Sha256};

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
        count.checked_sub(self.number).map_or(0, |behind| behind / self.of + 1)
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
