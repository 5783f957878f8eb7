//! Waivers: known failures that do not count until a day. A waiver names cases or a finding, a reason, and a
//! ticket.
//!
//! The report decides what a waiver means for a run.

use std::fmt;
use std::path::{Path, PathBuf};

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toml::{Spanned, Table, Value};
use webdata_cases::case::Case;
use webdata_spec::model::ClauseId;
use webdata_spec::nearest;
use wildmatch::WildMatch;

use crate::findings::{AttributeName, Explanation};
use crate::foreign_file::{one_line_message, read_text};

/// A known failure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Written", into = "Written")]
#[schemars(with = "Written")]
pub struct Waiver {
    /// The failures that the waiver covers.
    pub scope: WaiverScope,
    /// The reason.
    pub reason: String,
    /// The ticket that tracks the failure.
    pub ticket: String,
    /// The last day, in UTC, on which the waiver is valid.
    pub expires: Date,
}

/// The failures that a waiver covers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WaiverScope {
    /// The failures of cases whose identity matches; `*` stands for any characters, `?` for one.
    Cases(String),
    /// The deviations that this explanation is about.
    Finding(Explanation),
}

/// A waiver in a report.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Written {
    /// The identities of its cases; `*` stands for any characters, `?` for one. Absent if the waiver names a
    /// finding.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cases: Option<String>,
    /// The explanation of its finding, or the clause of its findings or above them. Absent if the waiver names
    /// cases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    finding: Option<Named>,
    /// The reason.
    reason: String,
    /// The ticket that tracks the failure.
    ticket: String,
    /// The last day, in UTC, on which the waiver is valid.
    expires: Date,
}

/// How a waiver names a finding.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Named {
    /// By its clause, or one above.
    Clause(ClauseId),
    /// By its explanation.
    Explanation(Explanation),
}

impl From<Named> for Explanation {
    fn from(named: Named) -> Self {
        match named {
            Named::Clause(clause) => Self::of_clause(&clause),
            Named::Explanation(explanation) => explanation,
        }
    }
}

impl From<Explanation> for Named {
    fn from(explanation: Explanation) -> Self {
        match explanation.as_clause() {
            Some(clause) => Self::Clause(clause),
            None => Self::Explanation(explanation),
        }
    }
}

impl TryFrom<Written> for Waiver {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<Self, Self::Error> {
        let Written { cases, finding, reason, ticket, expires } = written;
        let scope = match (cases, finding) {
            (Some(cases), None) => WaiverScope::Cases(cases),
            (None, Some(finding)) => WaiverScope::Finding(finding.into()),
            (Some(_), Some(_)) | (None, None) => return Err(ONE_OF),
        };
        Ok(Self { scope, reason, ticket, expires })
    }
}

impl From<Waiver> for Written {
    fn from(waiver: Waiver) -> Self {
        let Waiver { scope, reason, ticket, expires } = waiver;
        let (cases, finding) = match scope {
            WaiverScope::Cases(cases) => (Some(cases), None),
            WaiverScope::Finding(finding) => (None, Some(finding)),
        };
        Self { cases, finding: finding.map(Named::from), reason, ticket, expires }
    }
}

/// The mistake of a waiver that names both cases and a finding, or neither.
const ONE_OF: &str = "give either `cases` or `finding`";

impl Waiver {
    /// Returns whether the waiver is valid in a run that starts on this day, in UTC.
    #[must_use]
    pub fn holds_on(&self, day: Date) -> bool {
        day <= self.expires
    }
}

impl WaiverScope {
    /// Returns whether the waiver may cover a case: by its identity, or by a clause that the case covers. An
    /// explanation without a clause may cover any case.
    #[must_use]
    pub fn names(&self, id: &str, clauses: &[ClauseId]) -> bool {
        match self {
            Self::Cases(glob) => WildMatch::new(glob).matches(id),
            Self::Finding(explanation) => explanation.attributes.iter().all(|attribute| {
                let named = ClauseId::new(attribute.value.as_str());
                attribute.name != AttributeName::Clause
                    || clauses.iter().any(|known| known.is_within(&named))
            }),
        }
    }

    /// Returns how many of these cases the waiver covers.
    #[must_use]
    pub fn count(&self, cases: &[Case]) -> usize {
        cases.iter().filter(|case| self.names(&case.id, &case.clauses)).count()
    }
}

impl fmt::Display for WaiverScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cases(glob) => f.write_str(glob),
            Self::Finding(explanation) => match explanation.as_clause() {
                Some(clause) => write!(f, "the finding {clause}"),
                None => write!(f, "the finding {explanation}"),
            },
        }
    }
}

/// The reason why waivers cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum WaiverError {
    /// The file cannot be read.
    #[error("cannot read {}: {cause}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        cause: std::io::Error,
    },
    /// The mistakes of the file, each with its line.
    #[error("{}", .0.join("\n"))]
    Mistakes(Vec<String>),
}

/// The maximum size of a file of waivers, in bytes.
const MAX_FILE_BYTES: u64 = 16 << 20;

/// Reads a file of waivers for a suite.
///
/// # Errors
/// All mistakes of the file: invalid TOML, unknown and missing keys, empty reasons and tickets, patterns that
/// match no case of the suite, and clauses that no case covers.
pub fn load(path: &Path, cases: &[Case]) -> Result<Vec<Waiver>, WaiverError> {
    let text = read_text(path, MAX_FILE_BYTES)
        .map_err(|cause| WaiverError::Io { path: path.to_owned(), cause })?;
    read(&path.display().to_string(), &text, cases)
}

/// Reads the text of a file; messages call the file `name`.
///
/// # Errors
/// As for [`load`], without those about reading the file.
pub fn read(name: &str, text: &str, cases: &[Case]) -> Result<Vec<Waiver>, WaiverError> {
    /// The file.
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Page {
        #[serde(default)]
        waiver: Vec<Spanned<Table>>,
    }
    let line_of = |at: usize| text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1;
    let page: Page = toml::from_str(text).map_err(|error| {
        let line = line_of(error.span().map_or(0, |span| span.start));
        WaiverError::Mistakes(vec![format!("{name}:{line}: {}", one_line_message(&error))])
    })?;
    let mut waivers: Vec<Waiver> = Vec::new();
    let mut mistakes = Vec::new();
    for table in page.waiver {
        let line = line_of(table.span().start);
        let mut entry = Entry { table: table.into_inner(), mistakes: Vec::new() };
        if let Some(waiver) = entry.waiver(cases) {
            if waivers.iter().any(|known| known.scope == waiver.scope) {
                let scope = &waiver.scope;
                let mistake = format!("`{scope}` is waived twice; remove one of the two waivers");
                entry.mistakes.push(mistake);
            }
            waivers.push(waiver);
        }
        let with_line = |mistake| format!("{name}:{line}: {mistake}");
        mistakes.extend(entry.mistakes.into_iter().map(with_line));
    }
    if mistakes.is_empty() { Ok(waivers) } else { Err(WaiverError::Mistakes(mistakes)) }
}

/// Returns a clause and the clauses above it.
fn clause_and_parents(clause: &str) -> impl Iterator<Item = &str> {
    let ends = clause.match_indices('.').map(|(end, _)| end).chain([clause.len()]);
    ends.map(|end| &clause[..end])
}

/// A waiver in the file, and its mistakes.
struct Entry {
    table: Table,
    mistakes: Vec<String>,
}

impl Entry {
    const KEYS: [&str; 5] = ["cases", "finding", "reason", "ticket", "expires"];

    /// Returns the waiver, or `None` if a part of it is missing.
    fn waiver(&mut self, cases: &[Case]) -> Option<Waiver> {
        let unknown = self.table.keys().filter(|key| !Self::KEYS.contains(&key.as_str()));
        let unknown = unknown.map(|key| {
            format!("`{key}` is not a key of a waiver; the keys are {}", Self::KEYS.join(", "))
        });
        self.mistakes.extend(unknown.collect::<Vec<_>>());
        let scope = self.scope(cases);
        let reason = self.text("reason");
        let (ticket, expires) = (self.text("ticket"), self.date("expires"));
        Some(Waiver { scope: scope?, reason: reason?, ticket: ticket?, expires: expires? })
    }

    /// Returns the failures that the waiver covers: cases, or a finding.
    fn scope(&mut self, cases: &[Case]) -> Option<WaiverScope> {
        let scope = match (self.table.contains_key("cases"), self.table.contains_key("finding")) {
            (true, false) => WaiverScope::Cases(self.text("cases")?),
            (false, true) => WaiverScope::Finding(self.explanation()?),
            (true, true) | (false, false) => {
                self.mistakes.push(ONE_OF.to_owned());
                return None;
            }
        };
        let is_clause = match &scope {
            WaiverScope::Finding(explanation) => explanation.as_clause().is_some(),
            WaiverScope::Cases(_) => true,
        };
        if is_clause && scope.count(cases) == 0 {
            let (problem, nearest, list) = match &scope {
                WaiverScope::Cases(glob) => {
                    let ids = cases.iter().map(|case| case.id.as_str());
                    (
                        format!("no case matches `{glob}`"),
                        nearest(ids, glob),
                        "`list` prints every case",
                    )
                }
                WaiverScope::Finding(explanation) => {
                    let mut named = explanation.attributes.iter();
                    let clause = named.find(|one| one.name == AttributeName::Clause);
                    let clause = clause.map_or("", |one| one.value.as_str());
                    let clauses = cases.iter().flat_map(|case| &case.clauses);
                    let clauses = clauses.flat_map(|clause| clause_and_parents(clause.as_str()));
                    (
                        format!("no case covers the clause `{clause}`"),
                        nearest(clauses, clause),
                        "`coverage` prints every clause",
                    )
                }
            };
            self.mistakes.push(match nearest {
                Some(nearest) => format!("{problem}; did you mean `{nearest}`?"),
                None => format!("{problem}; {list}"),
            });
        }
        Some(scope)
    }

    /// Returns the explanation of a finding, which is written as a list, or as a clause.
    fn explanation(&mut self) -> Option<Explanation> {
        let Some(Value::Array(list)) = self.table.get("finding") else {
            return Some(Explanation::of_clause(&ClauseId::new(self.text("finding")?)));
        };
        let texts = list.iter().map(|text| text.as_str().unwrap_or_default().to_owned());
        let explanation = Explanation::try_from(texts.collect::<Vec<_>>());
        let mistake = match explanation {
            Ok(explanation) if explanation != Explanation::default() => return Some(explanation),
            Ok(_) => "the list is empty".to_owned(),
            Err(mistake) => mistake,
        };
        self.mistakes.push(format!(
            "`finding`: {mistake}; copy the `explanation` of the finding from report.json"
        ));
        None
    }

    fn text(&mut self, key: &str) -> Option<String> {
        let wrong = match self.table.get(key) {
            Some(Value::String(text)) if !text.trim().is_empty() => return Some(text.clone()),
            Some(Value::String(_)) => "is empty",
            Some(_) => "is not a string",
            None => "is missing",
        };
        let remedy = match key {
            "cases" => "write the identity of a case, with `*` for any characters",
            "finding" => "write the explanation or the clause of the finding",
            "ticket" => "write the ticket that tracks the failure",
            _ => "write why the failure does not count",
        };
        self.mistakes.push(format!("`{key}` {wrong}; {remedy}, as `{key} = \"…\"`"));
        None
    }

    fn date(&mut self, key: &str) -> Option<Date> {
        let written = self.table.get(key);
        let date = written.and_then(Value::as_datetime).filter(|datetime| datetime.time.is_none());
        let date = date.and_then(|datetime| datetime.to_string().parse().ok());
        if date.is_none() {
            let wrong = if written.is_some() { "is not a date" } else { "is missing" };
            self.mistakes.push(format!(
                "`{key}` {wrong}; write the last day like `{key} = 2026-12-31`, without quotes and time"
            ));
        }
        date
    }
}
