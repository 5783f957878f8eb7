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
    made: RwLock<(usize, Arc<Redactor>)>,
}

impl Target {
    /// Returns a redactor that replaces every secret of the target by the name of its variable.
    pub(crate) fn redactor(&self) -> TargetRedactor {
        self.redactor_with(Secret::placeholder)
    }

    /// Returns a redactor that replaces every secret of the target by a label.
    pub(crate) fn redactor_with(&self, label: fn(&Secret) -> String) -> TargetRedactor {
        let made = RwLock::new((self.printed(), Arc::new(self.redactor_now(label))));
        TargetRedactor { target: self.clone(), label, made }
    }

    /// Returns how many keys commands have printed so far.
    fn printed(&self) -> usize {
        self.secrets().filter_map(Secret::source).map(|source| source.count()).sum()
    }

    /// Returns a redactor for the secrets that are known now.
    fn redactor_now(&self, label: fn(&Secret) -> String) -> Redactor {
        let changed = |own: &Secret| {
            KeyForm::CHANGED.into_iter().filter_map(|form| own.changed(form)).collect::<Vec<_>>()
        };
        let keys = self.keys.values().flat_map(Secret::all);
        let changed: Vec<Secret> = keys.flat_map(|own| changed(&own)).collect();
        let mut secrets: Vec<Secret> = self.secrets().flat_map(Secret::all).collect();
        secrets.extend(self.transport.proxy.password());
        secrets.extend(changed);
        Redactor::new(secrets.iter().map(|secret| (secret.reveal(), label(secret))))
    }
}

impl TargetRedactor {
    /// Replaces each secret in a text by its label.
    pub(crate) fn redact(&self, text: String) -> String {
        let printed = self.target.printed();
        // Nothing panics while the lock is held.
        let made = self.made.read().unwrap_or_else(PoisonError::into_inner).clone();
        if made.0 == printed {
            return made.1.redact(text);
        }
        let redactor = Arc::new(self.target.redactor_now(self.label));
        let own = (printed, Arc::clone(&redactor));
        *self.made.write().unwrap_or_else(PoisonError::into_inner) = own;
        redactor.redact(text)
    }
}
