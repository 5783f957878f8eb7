//! What is saved: everything that shapes later answers, as one JSON document.
//!
//! It must not hold the logs of requests, scrapes, deliveries and e-mails, which tell what was and
//! decide about nothing.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use webdata_spec::Spec;

use super::StateMistake;
use crate::agents::Job;
use crate::cache::Copy;
use crate::clock::{self, Clock};
use crate::identities::Identities;
use crate::scrape::{Branch, Earlier};
use crate::store::{Name, Stored};
use crate::teams::{Known, Team};
use crate::web::Page;
use crate::{Shared, checks};

/// The number of this form of the document.
const FORMAT: u64 = 1;

/// How deep a document may stand inside itself: deeper than anything that a request brings, since
/// those are read to a depth of 128, and far from what would use up the stack of a thread.
const MOST_DEPTH: usize = 256;

/// The state of a server.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(in super::super) struct Document {
    format: u64,
    contract: Origin,
    clock: clock::Setting,
    draws: Draws,
    teams: Known,
    resources: Vec<(Name, Stored)>,
    /// Those of the resources that whoever started the server asked for.
    fixtures: Vec<(Name, Team)>,
    pages: BTreeMap<String, Page>,
    jobs: IndexMap<String, Job>,
    cache: Vec<(String, Copy)>,
    history: Vec<(Branch, Earlier)>,
    checks: checks::Saved,
    /// The size that bodies are held to instead of the contract's.
    body_bytes: Option<usize>,
}

/// The contract of a server.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Origin {
    name: String,
    version: String,
    hash: String,
}

/// How far what the seed decides has come.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Draws {
    seed: Option<u64>,
    identities: u64,
    trouble: u64,
}

/// What says whether the rest can be read.
#[derive(Debug, Deserialize)]
struct Head {
    format: u64,
    contract: Option<Origin>,
}

impl Origin {
    fn of(spec: &Spec) -> Self {
        let (name, version) = (spec.service.name.clone(), spec.service.version.clone());
        Self { name, version, hash: spec.hash.clone() }
    }

    fn told(&self) -> String {
        let short = self.hash.get(..12).unwrap_or(&self.hash);
        format!("{} {}, hash {short}", self.name, self.version)
    }
}

impl Document {
    /// The state as it stands.
    pub(super) fn of(shared: &Shared) -> Self {
        let (seed, identities) = shared.identities.saved();
        Self {
            format: FORMAT,
            contract: Origin::of(&shared.contract.spec),
            clock: shared.clock.saved(),
            draws: Draws { seed, identities, trouble: shared.trouble.saved() },
            teams: shared.teams.saved(),
            resources: shared.store.saved(),
            fixtures: shared.fixtures.all(),
            pages: shared.web.pages(),
            jobs: shared.agents.saved(),
            cache: shared.cache.saved(),
            history: shared.history.saved(),
            checks: shared.checks.saved(),
            body_bytes: shared.body_limit.saved(),
        }
    }

    /// Reads a state of a contract.
    pub(super) fn read(bytes: &[u8], spec: &Spec) -> Result<Self, StateMistake> {
        if depth(bytes) > MOST_DEPTH {
            return Err(StateMistake::TooDeep);
        }
        let head: Head = parsed(bytes)?;
        if head.format != FORMAT {
            return Err(StateMistake::Format { found: head.format, own: FORMAT });
        }
        let own = Origin::of(spec);
        if let Some(found) = head.contract.filter(|found| *found != own) {
            return Err(StateMistake::Contract { found: found.told(), own: own.told() });
        }
        let document: Self = parsed(bytes)?;
        if document.clock.now().is_none() {
            return Err(StateMistake::Clock);
        }
        Ok(document)
    }

    /// The seed, and the identities and the clock that go on from this state.
    pub(in super::super) fn begun(&self) -> (Option<u64>, Identities, Clock) {
        let Draws { seed, identities, .. } = self.draws;
        (seed, Identities::restored(seed, identities), Clock::restored(self.clock))
    }

    /// Has a server go on from this state, which was begun with what decides its identities. No
    /// check is half way in it, since a state is never taken during one.
    pub(in super::super) fn restore(self, shared: &Shared) {
        shared.trouble.restore(self.draws.trouble);
        shared.teams.restore(self.teams);
        shared.store.restore(self.resources);
        shared.fixtures.restore(self.fixtures);
        shared.web.restore(self.pages);
        shared.agents.restore(self.jobs);
        shared.cache.restore(self.cache);
        shared.history.restore(self.history);
        shared.checks.restore(self.checks);
        shared.body_limit.restore(self.body_bytes);
    }
}

/// What a text says, which is not too deep.
fn parsed<'t, T: Deserialize<'t>>(bytes: &'t [u8]) -> Result<T, StateMistake> {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    // What a request may be as deep as stands in here even deeper.
    deserializer.disable_recursion_limit();
    let read = T::deserialize(&mut deserializer);
    let read = read.and_then(|read| deserializer.end().map(|()| read));
    read.map_err(StateMistake::Content)
}

/// How deep lists and objects stand inside each other in a JSON text.
fn depth(bytes: &[u8]) -> usize {
    let (mut depth, mut deepest, mut is_text, mut is_escaped) = (0_usize, 0, false, false);
    for byte in bytes {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_text => is_escaped = true,
            b'"' => is_text = !is_text,
            b'[' | b'{' if !is_text => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' if !is_text => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_is_that_of_lists_and_objects() {
        let table = [
            ("1", 0),
            ("[]", 1),
            (r#"{"a":[{}],"b":[]}"#, 3),
            (r#"["[[", "\"[[", "\\", []]"#, 2),
            ("]][", 1),
        ];
        for (text, expected) in table {
            assert_eq!(depth(text.as_bytes()), expected, "{text}");
        }
    }
}
