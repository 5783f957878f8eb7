//! Verdicts on texts that take long to give, remembered: clients send the same ones again and
//! again.
//!
//! It must not decide anything, nor keep more than it has room for, however many texts come.

use std::sync::{Mutex, PoisonError};

use crate::lru::Lru;

/// The most texts of which the verdict is remembered, and the most bytes of each.
const MOST: usize = 1000;
const BYTES: usize = 100;

/// The verdicts.
#[derive(Debug)]
pub(crate) struct Remembered(Mutex<Lru<String, bool>>);

impl Default for Remembered {
    fn default() -> Self {
        Self(Mutex::new(Lru::new(MOST)))
    }
}

impl Remembered {
    /// The verdict on a text, which `decide` gives where it is not remembered.
    pub(crate) fn verdict(&self, text: &str, decide: impl FnOnce() -> bool) -> bool {
        if text.len() > BYTES {
            return decide();
        }
        let locked = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = locked().get(text).copied();
        known.unwrap_or_else(|| {
            let verdict = decide();
            locked().insert(text.to_owned(), verdict);
            verdict
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_decided_once_unless_it_is_long() {
        let remembered = Remembered::default();
        let long = "long".repeat(BYTES);
        // A text, and how often it is decided when the verdict is asked for three times.
        for (text, times) in [("a", 1), ("", 1), (long.as_str(), 3)] {
            for verdict in [true, false] {
                let text = format!("{text}{verdict}");
                let mut decided = 0;
                for _ in 0..3 {
                    let found = remembered.verdict(&text, || {
                        decided += 1;
                        verdict
                    });
                    assert_eq!(found, verdict, "{text}");
                }
                assert_eq!(decided, times, "{text}");
            }
        }
    }
}
