//! Counts the requests, and the responses that were not as expected.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The number of wrong responses that are shown.
const EXAMPLES: usize = 10;

/// The numbers of requests and of wrong responses.
#[derive(Default)]
pub(crate) struct Tally(Mutex<Counts>);

#[derive(Default)]
struct Counts {
    /// The number of requests and of wrong responses, by kind.
    kinds: BTreeMap<&'static str, (u64, u64)>,
    examples: Vec<String>,
}

impl Tally {
    /// Counts a request.
    pub(crate) fn count(
        &self,
        kind: &'static str,
        is_right: bool,
        example: impl FnOnce() -> String,
    ) {
        let mut counts = self.locked();
        let (sent, wrong) = counts.kinds.entry(kind).or_default();
        *sent += 1;
        if !is_right {
            *wrong += 1;
            if counts.examples.len() < EXAMPLES {
                counts.examples.push(example());
            }
        }
    }

    /// Returns the number of requests.
    pub(crate) fn sent(&self) -> u64 {
        self.sum(|(sent, _)| *sent)
    }

    /// Returns the number of wrong responses.
    pub(crate) fn wrong_responses(&self) -> u64 {
        self.sum(|(_, wrong)| *wrong)
    }

    fn sum(&self, look: impl Fn(&(u64, u64)) -> u64) -> u64 {
        let counts = self.locked();
        counts.kinds.values().map(look).sum()
    }

    /// Returns the first wrong responses.
    pub(crate) fn examples(&self) -> Vec<String> {
        self.locked().examples.clone()
    }

    /// Renders the number of requests of each kind.
    pub(crate) fn table(&self) -> String {
        let counts = self.locked();
        let rows = counts.kinds.iter().map(|(kind, (sent, wrong))| {
            let wrong = if *wrong > 0 { format!("  {wrong} wrong") } else { String::new() };
            format!("{kind:30}{sent:>9}{wrong}\n")
        });
        rows.collect()
    }

    fn locked(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
