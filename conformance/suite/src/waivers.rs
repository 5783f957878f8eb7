//! Known failures that do not count, until a day: which cases, why, and where it is followed up.
//!
//! What becomes of a waiver in a run is for the report to say.

use std::fs;
use std::path::{Path, PathBuf};

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toml::{Spanned, Table, Value};
use webdata_cases::case::Case;
use wildmatch::WildMatch;

use crate::nearest::nearest;

/// A known failure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Waiver {
    /// The identities of its cases; `*` stands for any characters, `?` for one.
    pub cases: String,
    /// Why the failure is let pass.
    pub reason: String,
    /// Where it is followed up.
    pub ticket: String,
    /// The last day, in UTC, on which it holds.
    pub expires: Date,
}

impl Waiver {
    /// How many of these cases it is about.
    #[must_use]
    pub fn names(&self, cases: &[Case]) -> usize {
        named(&self.cases, cases)
    }

    /// Whether it holds for a case on a day, in UTC.
    #[must_use]
    pub fn holds(&self, id: &str, day: Date) -> bool {
        day <= self.expires && self.pattern().matches(id)
    }

    pub(crate) fn pattern(&self) -> WildMatch {
        WildMatch::new(&self.cases)
    }
}

/// Why there are no waivers.
#[derive(Debug, thiserror::Error)]
pub enum WaiverError {
    /// The operating system refused.
    #[error("cannot read {}: {cause}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What it said.
        cause: std::io::Error,
    },
    /// The file does not say what it should: each mistake with its line.
    #[error("{}", .0.join("\n"))]
    Mistakes(Vec<String>),
}

/// Reads a file of waivers for a suite.
///
/// # Errors
/// All that is wrong with the file: what is no TOML, unknown and missing keys, empty reasons and
/// tickets, and globs that no case of the suite has.
pub fn load(path: &Path, cases: &[Case]) -> Result<Vec<Waiver>, WaiverError> {
    let text = fs::read_to_string(path)
        .map_err(|cause| WaiverError::Io { path: path.to_owned(), cause })?;
    read(&path.display().to_string(), &text, cases)
}

/// Reads the text of a file, which messages call by a name.
///
/// # Errors
/// As [`load`], except that there is no file that could be missing.
pub fn read(name: &str, text: &str, cases: &[Case]) -> Result<Vec<Waiver>, WaiverError> {
    /// The file.
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Page {
        #[serde(default)]
        waiver: Vec<Spanned<Table>>,
    }
    let page: Page = toml::from_str(text)
        .map_err(|error| WaiverError::Mistakes(vec![format!("{name}: {error}")]))?;
    let mut waivers: Vec<Waiver> = Vec::new();
    let mut mistakes = Vec::new();
    for table in page.waiver {
        let line = text.get(..table.span().start).map_or(0, |before| before.matches('\n').count());
        let mut entry = Entry { table: table.into_inner(), mistakes: Vec::new() };
        if let Some(waiver) = entry.waiver(cases) {
            if waivers.iter().any(|own| own.cases == waiver.cases) {
                entry.mistakes.push(format!("`{}` is waived twice", waiver.cases));
            }
            waivers.push(waiver);
        }
        let at = |mistake| format!("{name}:{}: {mistake}", line + 1);
        mistakes.extend(entry.mistakes.into_iter().map(at));
    }
    if mistakes.is_empty() { Ok(waivers) } else { Err(WaiverError::Mistakes(mistakes)) }
}

/// A waiver as it is written, and what is wrong with it.
struct Entry {
    table: Table,
    mistakes: Vec<String>,
}

impl Entry {
    const KEYS: [&str; 4] = ["cases", "reason", "ticket", "expires"];

    /// The waiver; none where a part of it is missing.
    fn waiver(&mut self, all: &[Case]) -> Option<Waiver> {
        let unknown = self.table.keys().filter(|key| !Self::KEYS.contains(&key.as_str()));
        let unknown = unknown.map(|key| {
            format!("`{key}` is no key of a waiver; those are cases, reason, ticket, expires")
        });
        self.mistakes.extend(unknown.collect::<Vec<_>>());
        let cases = self.text("cases");
        if let Some(glob) = cases.as_ref().filter(|glob| named(glob, all) == 0) {
            let near = nearest(all.iter().map(|case| case.id.as_str()), glob)
                .map(|id| format!("; the nearest is `{id}`"));
            let near = near.unwrap_or_default();
            self.mistakes.push(format!("no case is called `{glob}`{near}"));
        }
        let reason = self.text("reason");
        let (ticket, expires) = (self.text("ticket"), self.date("expires"));
        Some(Waiver { cases: cases?, reason: reason?, ticket: ticket?, expires: expires? })
    }

    fn text(&mut self, key: &str) -> Option<String> {
        let wrong = match self.table.get(key) {
            Some(Value::String(text)) if !text.trim().is_empty() => return Some(text.clone()),
            Some(Value::String(_)) => "is empty",
            Some(_) => "is no text",
            None => "is missing",
        };
        self.mistakes.push(format!("`{key}` {wrong}"));
        None
    }

    fn date(&mut self, key: &str) -> Option<Date> {
        let written = self.table.get(key);
        let date = written.and_then(Value::as_datetime).filter(|own| own.time.is_none());
        let date = date.and_then(|own| own.to_string().parse().ok());
        if date.is_none() {
            let wrong = if written.is_some() { "is no date" } else { "is missing" };
            self.mistakes.push(format!(
                "`{key}` {wrong}; write the last day like 2026-12-31, without quotes"
            ));
        }
        date
    }
}

/// How many cases a glob fits.
fn named(glob: &str, cases: &[Case]) -> usize {
    let pattern = WildMatch::new(glob);
    cases.iter().filter(|case| pattern.matches(&case.id)).count()
}
