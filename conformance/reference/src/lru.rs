//! A map that keeps no more than its newest entries, for what any client can add to.
//!
//! It must not know what it keeps.

use std::hash::Hash;

use indexmap::{Equivalent, IndexMap};

/// The entries that were put in last, the oldest first.
#[derive(Debug)]
pub(crate) struct Lru<K, V> {
    most: usize,
    entries: IndexMap<K, V>,
}

impl<K: Hash + Eq, V> Lru<K, V> {
    /// An empty map that keeps so many entries at most.
    pub(crate) fn new(most: usize) -> Self {
        Self { most, entries: IndexMap::new() }
    }

    pub(crate) fn get<Q: Hash + Equivalent<K> + ?Sized>(&self, key: &Q) -> Option<&V> {
        self.entries.get(key)
    }

    /// Every entry, the oldest first.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&K, &V)> {
        self.entries.iter()
    }

    /// Puts an entry in, as the newest one, and gives what stood there before.
    pub(crate) fn insert(&mut self, key: K, value: V) -> Option<V> {
        let before = self.entries.shift_remove(&key);
        self.entries.insert(key, value);
        if self.entries.len() > self.most {
            self.entries.shift_remove_index(0);
        }
        before
    }

    /// A copy of every entry, the oldest first.
    pub(crate) fn saved(&self) -> Vec<(K, V)>
    where
        K: Clone,
        V: Clone,
    {
        self.all().map(|(key, value)| (key.clone(), value.clone())).collect()
    }

    /// Has the entries that were saved, the oldest first, and no others.
    pub(crate) fn restore(&mut self, saved: Vec<(K, V)>) {
        self.clear();
        for (key, value) in saved {
            self.insert(key, value);
        }
    }

    /// Takes an entry out.
    pub(crate) fn remove(&mut self, key: &K) -> Option<V> {
        self.entries.shift_remove(key)
    }

    /// Keeps the entries that are to be kept.
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
    fn the_oldest_entry_goes_when_there_are_too_many() {
        let mut kept = Lru::new(2);
        // What is put in, what stood there before, and what is there afterwards.
        let table = [
            ("a", 1, None, [true, false, false]),
            ("b", 2, None, [true, true, false]),
            ("a", 3, Some(1), [true, true, false]),
            ("c", 4, None, [true, false, true]),
            ("b", 5, None, [false, true, true]),
        ];
        for (key, value, before, there) in table {
            assert_eq!(kept.insert(key, value), before, "{key}, {value}");
            assert_eq!(kept.get(&key), Some(&value));
            assert_eq!(["a", "b", "c"].map(|key| kept.get(&key).is_some()), there);
        }
    }
}
