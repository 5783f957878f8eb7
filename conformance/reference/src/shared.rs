//! A value that several threads share.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A mutex that ignores poisoning: every change of a shared value leaves the value consistent, also if the thread
/// panics afterwards. The lock is never held across an await.
#[derive(Debug, Default)]
pub(crate) struct Shared<T>(Mutex<T>);

impl<T> Shared<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(Mutex::new(value))
    }

    /// Waits until no other thread uses the value.
    pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Default> Shared<T> {
    /// Replaces the value by its default.
    pub(crate) fn reset(&self) {
        *self.lock() = T::default();
    }
}
