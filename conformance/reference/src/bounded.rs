//! A log and a map of bounded size, which keep only their newest entries.
//!
//! Neither knows anything about its entries.

use std::collections::VecDeque;
use std::hash::Hash;

use indexmap::{Equivalent, IndexMap};

use crate::shared::Shared;

/// The number of entries that a log or a map keeps.
const CAPACITY: usize = 1000;

/// A log that keeps its newest entries.
#[derive(Debug)]
pub(crate) struct BoundedLog<T>(Shared<LogEntries<T>>);

/// The permanent number of an entry in its log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct EntryNumber(usize);

#[derive(Debug)]
struct LogEntries<T> {
    entries: VecDeque<T>,
    /// The number of entries that were dropped before the oldest kept entry.
    dropped: usize,
}

impl<T> Default for BoundedLog<T> {
    fn default() -> Self {
        Self(Shared::new(LogEntries { entries: VecDeque::new(), dropped: 0 }))
    }
}

impl<T: Clone> BoundedLog<T> {
    /// Appends an entry, and drops the oldest entry of a full log.
    pub(crate) fn add(&self, entry: T) -> EntryNumber {
        let mut log = self.0.lock();
        if log.entries.len() >= CAPACITY {
            log.entries.pop_front();
            log.dropped += 1;
        }
        log.entries.push_back(entry);
        EntryNumber(log.dropped + log.entries.len() - 1)
    }

    /// Changes an entry that is still in the log.
    pub(crate) fn change(&self, number: EntryNumber, change: impl FnOnce(&mut T)) {
        let mut log = self.0.lock();
        let index = number.0.checked_sub(log.dropped);
        if let Some(entry) = index.and_then(|index| log.entries.get_mut(index)) {
            change(entry);
        }
    }

    /// Returns a copy of the entries, the oldest first.
    pub(crate) fn entries(&self) -> Vec<T> {
        self.0.lock().entries.iter().cloned().collect()
    }

    pub(crate) fn clear(&self) {
        let mut log = self.0.lock();
        log.dropped += log.entries.len();
        log.entries.clear();
    }
}

/// A map that keeps its newest entries.
#[derive(Debug)]
pub(crate) struct BoundedMap<K, V>(IndexMap<K, V>);

impl<K, V> Default for BoundedMap<K, V> {
    fn default() -> Self {
        Self(IndexMap::new())
    }
}

impl<K: Hash + Eq, V> BoundedMap<K, V> {
    pub(crate) fn get<Q: Hash + Equivalent<K> + ?Sized>(&self, key: &Q) -> Option<&V> {
        self.0.get(key)
    }

    /// Returns every entry, the oldest first.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&K, &V)> {
        self.0.iter()
    }

    /// Inserts an entry as the newest one and returns the previous value of the key.
    pub(crate) fn insert(&mut self, key: K, value: V) -> Option<V> {
        let before = self.0.shift_remove(&key);
        self.0.insert(key, value);
        if self.0.len() > CAPACITY {
            self.0.shift_remove_index(0);
        }
        before
    }

    /// Removes an entry and returns its value.
    pub(crate) fn remove(&mut self, key: &K) -> Option<V> {
        self.0.shift_remove(key)
    }

    /// Removes the entries for which `keep` returns false.
    pub(crate) fn retain(&mut self, keep: impl FnMut(&K, &mut V) -> bool) {
        self.0.retain(keep);
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

    #[test]
    fn a_full_map_evicts_its_oldest_entry() {
        let mut map = BoundedMap::default();
        for key in 0..CAPACITY {
            assert_eq!(map.insert(key, 1), None);
        }
        assert_eq!(map.insert(0, 2), Some(1), "the entry becomes the newest one");
        map.insert(CAPACITY, 3);
        assert_eq!(
            [0, 1, 2, CAPACITY].map(|key| map.get(&key).copied()),
            [Some(2), None, Some(1), Some(3)]
        );
    }
}
