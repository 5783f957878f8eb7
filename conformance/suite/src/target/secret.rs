//! A key, which can be sent but is never shown.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use parking_lot::RwLock;
use schemars::JsonSchema;
use serde::Deserialize;
use webdata_cases::case::KeyForm;
use webdata_runtime::redaction::Redactor;

use super::Target;
use super::command::KeyCommand;

/// The minimum length of a key that is sent in another form, in bytes. A shorter one could be a part of any word, so it
/// is not redacted.
const MIN_LENGTH: usize = 8;

/// A key, and the name of its variable.
#[derive(Clone, Deserialize)]
pub struct Secret {
    #[serde(rename = "env")]
    variable: String,
    value: String,
    /// The command that prints a new key once this one is rejected.
    #[serde(skip)]
    source: Option<Arc<KeyCommand>>,
}

impl Secret {
    /// Wraps a key, with the name that replaces it in everything that people see.
    #[must_use]
    pub fn new(variable: impl Into<String>, value: impl Into<String>) -> Self {
        Self { variable: variable.into(), value: value.into(), source: None }
    }

    /// Wraps the key of a command, which prints a new key once this one is rejected.
    #[must_use]
    pub fn renewed_by(variable: impl Into<String>, source: Arc<KeyCommand>) -> Self {
        Self { variable: variable.into(), value: source.newest(), source: Some(source) }
    }

    /// Returns the current key: the newest, if a command prints it.
    pub(crate) fn current(&self) -> Cow<'_, Self> {
        match &self.source {
            None => Cow::Borrowed(self),
            Some(source) => Cow::Owned(Self::new(&self.variable, source.newest())),
        }
    }

    /// Returns the current key and all earlier ones.
    pub(crate) fn all_values(&self) -> Vec<Self> {
        match &self.source {
            None => vec![self.clone()],
            Some(source) => {
                source.keys().into_iter().map(|key| Self::new(&self.variable, key)).collect()
            }
        }
    }

    /// Returns the command that prints a new key once this one is rejected.
    pub(crate) fn source(&self) -> Option<&Arc<KeyCommand>> {
        self.source.as_ref()
    }

    /// Returns the key, for sending only.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.value
    }

    /// Returns the name of its variable.
    #[must_use]
    pub fn variable(&self) -> &str {
        &self.variable
    }

    /// Returns the key in another form, with a placeholder that makes this form of the key in a shell. Returns `None` if
    /// the form does not change the key, or if the key is too short to be redacted. An empty key, which examples have, is
    /// returned in every form.
    #[must_use]
    pub fn changed(&self, form: KeyForm) -> Option<Self> {
        let Self { variable, value, .. } = self;
        let (expansion, changed) = match form {
            KeyForm::Whole => return Some(self.clone()),
            KeyForm::Cut => (
                format!("{{{variable}%?}}"),
                value.chars().take(value.chars().count().max(1) - 1).collect(),
            ),
            KeyForm::OtherCase => (
                format!("(printf %s \"${variable}\" | tr a-zA-Z A-Za-z)"),
                value.chars().map(other_case).collect::<String>(),
            ),
        };
        let is_other = value.is_empty() || changed != *value && changed.len() >= MIN_LENGTH;
        is_other.then(|| Self::new(expansion, changed))
    }

    /// Returns the placeholder of the key: the variable in shell syntax.
    #[must_use]
    pub fn placeholder(&self) -> String {
        format!("${}", self.variable)
    }
}

fn other_case(letter: char) -> char {
    if letter.is_ascii_lowercase() {
        letter.to_ascii_uppercase()
    } else {
        letter.to_ascii_lowercase()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.placeholder())
    }
}

/// The source of a key, which no target file has itself: `{ env = "VARIABLE" }`, or `{ command = ["PROGRAM"] }`, which
/// prints the key.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) enum KeySource {
    Variable(Variable),
    Command(CommandOfKey),
}

/// The name of an environment variable.
#[derive(JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct Variable {
    /// The variable.
    env: String,
}

/// A command that prints a key.
#[derive(JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct CommandOfKey {
    /// The program and its arguments.
    #[schemars(length(min = 1))]
    command: Vec<String>,
}

/// Headers of a request, each name with its value.
pub type Headers = BTreeMap<String, Text>;

/// A string, or `{ env = "VARIABLE" }` for the variable that holds it.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Text {
    /// A string in the file.
    Plain(String),
    /// A value from the environment, which is never shown.
    Secret(#[schemars(with = "Variable")] Secret),
}

impl Text {
    /// Returns the string, for sending only.
    #[must_use]
    pub fn reveal(&self) -> &str {
        match self {
            Self::Plain(text) => text,
            Self::Secret(secret) => secret.reveal(),
        }
    }

    /// Returns the string for people; for a secret, its variable.
    #[must_use]
    pub fn shown(&self) -> String {
        match self {
            Self::Plain(text) => text.clone(),
            Self::Secret(secret) => secret.placeholder(),
        }
    }

    /// Returns the secret, if it is one.
    #[must_use]
    pub fn secret(&self) -> Option<&Secret> {
        match self {
            Self::Plain(_) => None,
            Self::Secret(secret) => Some(secret),
        }
    }
}

/// Replaces the secrets of a target by labels. New keys that commands print are replaced, too.
pub(crate) struct TargetRedactor {
    target: Target,
    /// The commands that print keys.
    commands: Vec<Arc<KeyCommand>>,
    label: fn(&Secret) -> String,
    current: RwLock<Arc<KeyedRedactor>>,
}

/// A redactor of the keys that were known when it was made.
struct KeyedRedactor {
    key_count: usize,
    redactor: Redactor,
}

impl Target {
    /// Returns a text with the names of variables in place of the target's secrets.
    #[must_use]
    pub fn redact(&self, text: String) -> String {
        self.redactor().redact(text)
    }

    /// Returns a redactor that replaces every secret of the target by the name of its variable.
    pub(crate) fn redactor(&self) -> TargetRedactor {
        self.redactor_with(Secret::placeholder)
    }

    /// Returns a redactor that replaces every secret of the target by a label.
    pub(crate) fn redactor_with(&self, label: fn(&Secret) -> String) -> TargetRedactor {
        let commands: Vec<_> = self.secrets().filter_map(Secret::source).cloned().collect();
        let current = self.build_redactor(printed_keys(&commands), label);
        let current = RwLock::new(Arc::new(current));
        TargetRedactor { target: self.clone(), commands, label, current }
    }

    /// Returns a redactor for the secrets that are known now, `key_count` of which commands have printed.
    fn build_redactor(&self, key_count: usize, label: fn(&Secret) -> String) -> KeyedRedactor {
        let changed = |secret: &Secret| {
            KeyForm::CHANGED.into_iter().filter_map(|form| secret.changed(form)).collect::<Vec<_>>()
        };
        let keys = self.settings.keys.values().flat_map(Secret::all_values);
        let changed: Vec<Secret> = keys.flat_map(|secret| changed(&secret)).collect();
        let mut secrets: Vec<Secret> = self.secrets().flat_map(Secret::all_values).collect();
        secrets.extend(self.connection.transport.proxy.password());
        secrets.extend(changed);
        let redactor = Redactor::new(secrets.iter().map(|secret| (secret.reveal(), label(secret))));
        KeyedRedactor { key_count, redactor }
    }
}

impl TargetRedactor {
    /// Replaces each secret in a text by its label.
    pub(crate) fn redact(&self, text: String) -> String {
        self.current().redactor.redact(text)
    }

    /// Returns a redactor of all keys that are known now.
    fn current(&self) -> Arc<KeyedRedactor> {
        let current = Arc::clone(&self.current.read());
        let key_count = printed_keys(&self.commands);
        if current.key_count == key_count {
            return current;
        }
        let renewed = Arc::new(self.target.build_redactor(key_count, self.label));
        *self.current.write() = Arc::clone(&renewed);
        renewed
    }
}

/// Returns how many keys commands have printed so far.
fn printed_keys(commands: &[Arc<KeyCommand>]) -> usize {
    commands.iter().map(|command| command.count()).sum()
}
