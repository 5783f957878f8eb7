//! A log of bounded size, which keeps the newest entries, ordered from the oldest to the newest.
//!
//! The log knows nothing about its entries.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The number of entries that a log keeps.
const CAPACITY: usize = 1000;

/// A log that keeps its newest entries.
#[derive(Debug)]
pub(crate) struct BoundedLog<T>(Mutex<Entries<T>>);

/// The permanent number of an entry in its log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct EntryNumber(usize);

#[derive(Debug)]
struct Entries<T> {
    entries: VecDeque<T>,
    /// The number of entries that were dropped before the oldest kept entry.
    dropped: usize,
}

impl<T> Default for BoundedLog<T> {
    fn default() -> Self {
        Self(Mutex::new(Entries { entries: VecDeque::new(), dropped: 0 }))
    }
}

impl<T: Clone> BoundedLog<T> {
    /// Appends an entry, and drops the oldest entry of a full log.
    pub(crate) fn add(&self, entry: T) -> EntryNumber {
        let mut log = self.locked();
        if log.entries.len() >= CAPACITY {
            log.entries.pop_front();
            log.dropped += 1;
        }
        log.entries.push_back(entry);
        EntryNumber(log.dropped + log.entries.len() - 1)
    }

    /// Changes an entry that is still in the log.
    pub(crate) fn change(&self, number: EntryNumber, change: impl FnOnce(&mut T)) {
        let mut log = self.locked();
        let index = number.0.checked_sub(log.dropped);
        if let Some(entry) = index.and_then(|index| log.entries.get_mut(index)) {
            change(entry);
        }
    }

    /// Returns a copy of the entries, the oldest first.
    pub(crate) fn entries(&self) -> Vec<T> {
        self.locked().entries.iter().cloned().collect()
    }

    /// Removes every entry.
    pub(crate) fn clear(&self) {
        let mut log = self.locked();
        log.dropped += log.entries.len();
        log.entries.clear();
    }

    /// Locks the entries. A thread that panicked with the lock leaves only whole entries behind, so poisoning
    /// is ignored.
    fn locked(&self) -> MutexGuard<'_, Entries<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_log_keeps_its_newest_entries_with_their_numbers() {
        let log = BoundedLog::default();
        let numbers: Vec<EntryNumber> = (0..CAPACITY + 3).map(|entry| log.add(entry)).collect();
        assert_eq!(log.entries(), (3..CAPACITY + 3).collect::<Vec<_>>());
        for number in [2, 3, CAPACITY + 2] {
            log.change(numbers[number], |entry| *entry = 0);
        }
        let entries = log.entries();
        assert_eq!((entries[0], entries[1], entries[CAPACITY - 1]), (0, 4, 0));

        log.clear();
        assert!(log.entries().is_empty());
        let first = log.add(7);
        log.change(numbers[4], |entry| *entry = 0);
        assert_eq!(log.entries(), [7], "an old number refers to no new entry");
        log.change(first, |entry| *entry = 8);
        assert_eq!(log.entries(), [8]);
    }
}
