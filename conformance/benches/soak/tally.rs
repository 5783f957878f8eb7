//! What was sent so far, and what was answered otherwise than expected.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many wrong answers are shown.
const EXAMPLES: usize = 10;

/// What was sent, and what was answered otherwise than expected.
#[derive(Default)]
pub(crate) struct Tally(Mutex<Counts>);

#[derive(Default)]
struct Counts {
    /// How often, and how often wrongly, by kind.
    kinds: BTreeMap<&'static str, (u64, u64)>,
    examples: Vec<String>,
}

impl Tally {
    /// Notes a request.
    pub(crate) fn note(
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

    /// How many requests were sent.
    pub(crate) fn sent(&self) -> u64 {
        self.sum(|(sent, _)| *sent)
    }

    /// How many were not answered as expected.
    pub(crate) fn wrong(&self) -> u64 {
        self.sum(|(_, wrong)| *wrong)
    }

    fn sum(&self, look: impl Fn(&(u64, u64)) -> u64) -> u64 {
        let counts = self.locked();
        counts.kinds.values().map(look).sum()
    }

    /// The first wrong answers.
    pub(crate) fn examples(&self) -> Vec<String> {
        self.locked().examples.clone()
    }

    /// How many requests were sent of each kind.
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
