//! A key: it can be sent, and it is never shown.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use webdata_cases::case::KeyForm;

use super::key_command::KeyCommand;

/// How long a key is at least that is sent in another form: what is left of a shorter one might be part of
/// any word.
const LEAST: usize = 8;

/// A key and the name of the variable that it came from.
#[derive(Clone)]
pub struct Secret {
    variable: String,
    value: String,
    /// What prints another key once this one is rejected.
    source: Option<Arc<KeyCommand>>,
}

impl Secret {
    /// Takes a key and the name that stands for it in everything that people see.
    #[must_use]
    pub fn new(variable: impl Into<String>, value: impl Into<String>) -> Self {
        Self { variable: variable.into(), value: value.into(), source: None }
    }

    /// Takes the key that a command has printed, which prints another one once this is rejected.
    #[must_use]
    pub fn renewed_by(variable: impl Into<String>, source: Arc<KeyCommand>) -> Self {
        Self { variable: variable.into(), value: source.newest(), source: Some(source) }
    }

    /// The key as it is now: the newest, where a command prints them.
    pub(crate) fn current(&self) -> Cow<'_, Self> {
        match &self.source {
            None => Cow::Borrowed(self),
            Some(source) => Cow::Owned(Self::new(&self.variable, source.newest())),
        }
    }

    /// The key as it is now, and as it was before.
    pub(crate) fn all(&self) -> Vec<Self> {
        match &self.source {
            None => vec![self.clone()],
            Some(source) => {
                source.keys().into_iter().map(|key| Self::new(&self.variable, key)).collect()
            }
        }
    }

    /// What prints another key once this one is rejected.
    pub(crate) fn source(&self) -> Option<&Arc<KeyCommand>> {
        self.source.as_ref()
    }

    /// The key, to be sent and nothing else.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.value
    }

    /// The name of the variable that it came from.
    #[must_use]
    pub fn variable(&self) -> &str {
        &self.variable
    }

    /// The key in another form, with a variable of its own; none where it is the same, or too short
    /// to be hidden.
    #[must_use]
    pub fn changed(&self, form: KeyForm) -> Option<Self> {
        let (word, value) = match form {
            KeyForm::Whole => return Some(self.clone()),
            KeyForm::Cut => {
                ("CUT", self.value.chars().take(self.value.chars().count().max(1) - 1).collect())
            }
            KeyForm::OtherCase => {
                ("OTHER_CASE", self.value.chars().map(other_case).collect::<String>())
            }
        };
        let is_other = value != self.value && value.len() >= LEAST;
        is_other.then(|| Self::new(format!("{}_{word}", self.variable), value))
    }

    /// What stands for the key: the variable, as a shell writes it.
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

/// Headers of a request, each name with its value.
pub type Headers = Vec<(String, Text)>;

/// A text that people write into a target file, or name the variable of.
#[derive(Debug, Clone)]
pub enum Text {
    /// As it stands.
    Plain(String),
    /// From the environment, and never shown.
    Secret(Secret),
}

impl Text {
    /// The text, to be sent and nothing else.
    #[must_use]
    pub fn reveal(&self) -> &str {
        match self {
            Self::Plain(text) => text,
            Self::Secret(secret) => secret.reveal(),
        }
    }

    /// The text as people may see it: of a secret, the variable.
    #[must_use]
    pub fn shown(&self) -> String {
        match self {
            Self::Plain(text) => text.clone(),
            Self::Secret(secret) => secret.placeholder(),
        }
    }

    /// The secret, where it is one.
    #[must_use]
    pub fn secret(&self) -> Option<&Secret> {
        match self {
            Self::Plain(_) => None,
            Self::Secret(secret) => Some(secret),
        }
    }
}
