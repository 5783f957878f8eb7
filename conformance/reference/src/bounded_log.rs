//! What is kept of something without end: the newest entries, the oldest of them first.
//!
//! It must not look into an entry.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many entries are kept.
const KEPT: usize = 1000;

/// The newest entries.
#[derive(Debug)]
pub(crate) struct BoundedLog<T>(Mutex<Kept<T>>);

/// The number that an entry has for good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Number(usize);

#[derive(Debug)]
struct Kept<T> {
    entries: VecDeque<T>,
    /// How many entries there were before the oldest that is kept.
    gone: usize,
}

impl<T> Default for BoundedLog<T> {
    fn default() -> Self {
        Self(Mutex::new(Kept { entries: VecDeque::new(), gone: 0 }))
    }
}

impl<T: Clone> BoundedLog<T> {
    /// Adds an entry, in place of the oldest one where there are enough.
    pub(crate) fn add(&self, entry: T) -> Number {
        let mut kept = self.locked();
        if kept.entries.len() >= KEPT {
            kept.entries.pop_front();
            kept.gone += 1;
        }
        kept.entries.push_back(entry);
        Number(kept.gone + kept.entries.len() - 1)
    }

    /// Changes an entry, where it is still kept.
    pub(crate) fn change(&self, number: Number, change: impl FnOnce(&mut T)) {
        let mut kept = self.locked();
        let index = number.0.checked_sub(kept.gone);
        if let Some(entry) = index.and_then(|index| kept.entries.get_mut(index)) {
            change(entry);
        }
    }

    /// The entries, the oldest first.
    pub(crate) fn entries(&self) -> Vec<T> {
        self.locked().entries.iter().cloned().collect()
    }

    /// Forgets every entry.
    pub(crate) fn clear(&self) {
        let mut kept = self.locked();
        kept.gone += kept.entries.len();
        kept.entries.clear();
    }

    /// A thread that failed with the lock in hand leaves whole entries behind.
    fn locked(&self) -> MutexGuard<'_, Kept<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_entries_are_kept_under_their_numbers() {
        let log = BoundedLog::default();
        let numbers: Vec<Number> = (0..KEPT + 3).map(|entry| log.add(entry)).collect();
        assert_eq!(log.entries(), (3..KEPT + 3).collect::<Vec<_>>());
        for number in [2, 3, KEPT + 2] {
            log.change(numbers[number], |entry| *entry = 0);
        }
        let entries = log.entries();
        assert_eq!((entries[0], entries[1], entries[KEPT - 1]), (0, 4, 0));

        log.clear();
        assert!(log.entries().is_empty());
        let first = log.add(7);
        log.change(numbers[4], |entry| *entry = 0);
        assert_eq!(log.entries(), [7], "an old number means none of the new entries");
        log.change(first, |entry| *entry = 8);
        assert_eq!(log.entries(), [8]);
    }
}
