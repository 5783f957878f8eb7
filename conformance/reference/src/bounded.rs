//! A log and a map of bounded size, which keep only their newest entries.
//!
//! Neither knows anything about its entries.

use std::collections::VecDeque;
use std::hash::Hash;

use indexmap::{Equivalent, IndexMap};

use crate::shared::Shared;

/// The number of entries that a log keeps.
const LOG_CAPACITY: usize = 1000;

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
        if log.entries.len() >= LOG_CAPACITY {
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

    /// Removes every entry.
    pub(crate) fn clear(&self) {
        let mut log = self.0.lock();
        log.dropped += log.entries.len();
        log.entries.clear();
    }
}

/// A map of bounded size whose oldest entry is evicted first.
#[derive(Debug)]
pub(crate) struct BoundedMap<K, V> {
    capacity: usize,
    entries: IndexMap<K, V>,
}

impl<K: Hash + Eq, V> BoundedMap<K, V> {
    /// Creates an empty map that holds at most `capacity` entries.
    pub(crate) fn new(capacity: usize) -> Self {
        Self { capacity, entries: IndexMap::new() }
    }

    pub(crate) fn get<Q: Hash + Equivalent<K> + ?Sized>(&self, key: &Q) -> Option<&V> {
        self.entries.get(key)
    }

    /// Returns every entry, the oldest first.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&K, &V)> {
        self.entries.iter()
    }

    /// Inserts an entry as the newest one and returns the previous value of the key.
    pub(crate) fn insert(&mut self, key: K, value: V) -> Option<V> {
        let before = self.entries.shift_remove(&key);
        self.entries.insert(key, value);
        if self.entries.len() > self.capacity {
            self.entries.shift_remove_index(0);
        }
        before
    }

    /// Returns a copy of every entry, the oldest first.
    pub(crate) fn saved(&self) -> Vec<(K, V)>
    where
        K: Clone,
        V: Clone,
    {
        self.all().map(|(key, value)| (key.clone(), value.clone())).collect()
    }

    /// Replaces all entries by saved ones, which are ordered from the oldest to the newest.
    pub(crate) fn restore(&mut self, saved: Vec<(K, V)>) {
        self.clear();
        for (key, value) in saved {
            self.insert(key, value);
        }
    }

    /// Removes an entry and returns its value.
    pub(crate) fn remove(&mut self, key: &K) -> Option<V> {
        self.entries.shift_remove(key)
    }

    /// Removes the entries for which `keep` returns false.
    pub(crate) fn retain(&mut self, keep: impl FnMut(&K, &mut V) -> bool) {
        self.entries.retain(keep);
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_log_keeps_its_newest_entries_with_their_numbers() {
        let log = BoundedLog::default();
        let numbers: Vec<EntryNumber> = (0..LOG_CAPACITY + 3).map(|entry| log.add(entry)).collect();
        assert_eq!(log.entries(), (3..LOG_CAPACITY + 3).collect::<Vec<_>>());
        for number in [2, 3, LOG_CAPACITY + 2] {
            log.change(numbers[number], |entry| *entry = 0);
        }
        let entries = log.entries();
        assert_eq!((entries[0], entries[1], entries[LOG_CAPACITY - 1]), (0, 4, 0));

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
        let mut map = BoundedMap::new(2);
        // The key, the inserted value, the previous value, and which keys are present afterwards.
        let table = [
            ("a", 1, None, [true, false, false]),
            ("b", 2, None, [true, true, false]),
            ("a", 3, Some(1), [true, true, false]),
            ("c", 4, None, [true, false, true]),
            ("b", 5, None, [false, true, true]),
        ];
        for (key, value, before, present) in table {
            assert_eq!(map.insert(key, value), before, "{key}, {value}");
            assert_eq!(map.get(&key), Some(&value));
            assert_eq!(["a", "b", "c"].map(|key| map.get(&key).is_some()), present);
        }
    }
}
