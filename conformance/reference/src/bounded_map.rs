//! A map that keeps only its newest entries, for data that any client can add to.
//!
//! The map knows nothing about its values.

use std::hash::Hash;

use indexmap::{Equivalent, IndexMap};

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
