//! Leases resources to cases, so that two cases that write never share one.

use std::collections::HashMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The resources that the suite may change, by path parameter.
pub(super) struct Fixtures {
    free: Mutex<HashMap<String, Vec<String>>>,
    returned: Condvar,
}

/// Leased resources. They are returned when the lease is dropped.
pub(super) struct Lease<'f> {
    fixtures: &'f Fixtures,
    parameter: String,
    pub(super) ids: Vec<String>,
}

impl Fixtures {
    pub(super) fn new(all: HashMap<String, Vec<String>>) -> Self {
        Self { free: Mutex::new(all), returned: Condvar::new() }
    }

    /// Waits until `count` resources are free and takes them all at once, so that cases do not deadlock.
    pub(super) fn lease(&self, parameter: &str, count: usize) -> Lease<'_> {
        let mut free = self.lock();
        loop {
            let ids_of_parameter = free.entry(parameter.to_owned()).or_default();
            if ids_of_parameter.len() >= count {
                let ids = ids_of_parameter.split_off(ids_of_parameter.len() - count);
                return Lease { fixtures: self, parameter: parameter.to_owned(), ids };
            }
            free = self.returned.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Vec<String>>> {
        // Nothing panics while the lock is held, and the lists would still be valid.
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        let ids = std::mem::take(&mut self.ids);
        self.fixtures.lock().entry(std::mem::take(&mut self.parameter)).or_default().extend(ids);
        self.fixtures.returned.notify_all();
    }
}
