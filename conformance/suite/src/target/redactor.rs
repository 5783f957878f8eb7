//! Removes every secret of a target from texts, including keys that a command printed later.

use std::sync::{Arc, PoisonError, RwLock};

use webdata_cases::case::KeyForm;
use webdata_runtime::redaction::Redactor;

use super::{Secret, Target};

/// Replaces the secrets of a target by labels.
pub(crate) struct TargetRedactor {
    target: Target,
    label: fn(&Secret) -> String,
    /// The redactor, and the number of keys when it was made.
    cached: RwLock<(usize, Arc<Redactor>)>,
}

impl Target {
    /// Returns a redactor that replaces every secret of the target by the name of its variable.
    pub(crate) fn redactor(&self) -> TargetRedactor {
        self.redactor_with(Secret::placeholder)
    }

    /// Returns a redactor that replaces every secret of the target by a label.
    pub(crate) fn redactor_with(&self, label: fn(&Secret) -> String) -> TargetRedactor {
        let cached = RwLock::new((self.key_count(), Arc::new(self.build_redactor(label))));
        TargetRedactor { target: self.clone(), label, cached }
    }

    /// Returns how many keys commands have printed so far.
    fn key_count(&self) -> usize {
        self.secrets().filter_map(Secret::source).map(|source| source.count()).sum()
    }

    /// Returns a redactor for the secrets that are known now.
    fn build_redactor(&self, label: fn(&Secret) -> String) -> Redactor {
        let changed = |secret: &Secret| {
            KeyForm::CHANGED.into_iter().filter_map(|form| secret.changed(form)).collect::<Vec<_>>()
        };
        let keys = self.keys.values().flat_map(Secret::all_values);
        let changed: Vec<Secret> = keys.flat_map(|secret| changed(&secret)).collect();
        let mut secrets: Vec<Secret> = self.secrets().flat_map(Secret::all_values).collect();
        secrets.extend(self.transport.proxy.password());
        secrets.extend(changed);
        Redactor::new(secrets.iter().map(|secret| (secret.reveal(), label(secret))))
    }
}

impl TargetRedactor {
    /// Replaces each secret in a text by its label.
    pub(crate) fn redact(&self, text: String) -> String {
        let key_count = self.target.key_count();
        // Nothing panics while the lock is held.
        let cached = self.cached.read().unwrap_or_else(PoisonError::into_inner).clone();
        if cached.0 == key_count {
            return cached.1.redact(text);
        }
        let redactor = Arc::new(self.target.build_redactor(self.label));
        let cached = (key_count, Arc::clone(&redactor));
        *self.cached.write().unwrap_or_else(PoisonError::into_inner) = cached;
        redactor.redact(text)
    }
}
