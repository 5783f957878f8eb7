//! Waivers: known failures that do not count until a day. A waiver names cases or a finding, a reason, and a
//! ticket.
//!
//! The report decides what a waiver means for a run.

use std::collections::HashSet;
use std::fmt;
use std::path::{Path, PathBuf};

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use webdata_cases::case::Case;
use webdata_spec::model::ClauseId;
use webdata_spec::{Diagnostic, Document, EntryPart, Form, Source, nearest};
use wildmatch::WildMatch;

use crate::findings::{Attribute, Explained, Explanation, Judged, explained, subjects};
use crate::foreign_file::read_text;
use crate::judge::Judge;
use crate::outcome::Outcome;

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
    /// The reason why the failure does not count.
    reason: String,
    /// The ticket that tracks the failure.
    ticket: String,
    /// The last day, in UTC, on which the waiver is valid, such as 2026-12-31, without a time.
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
                !matches!(attribute, Attribute::Clause(named)
                    if !clauses.iter().any(|known| known.is_within(named)))
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

/// Returns the scopes of the waivers that are valid in a run that starts on this day, in UTC.
#[must_use]
pub fn valid_on(waivers: &[Waiver], day: Date) -> Vec<&WaiverScope> {
    waivers.iter().filter(|waiver| waiver.holds_on(day)).map(|waiver| &waiver.scope).collect()
}

/// Marks the findings that waivers of these scopes cover as waived, and returns the cases whose failures they cover.
pub(crate) fn waive(explained: &mut Explained<'_>, scopes: &[&WaiverScope]) -> HashSet<String> {
    let explanations = scopes.iter().filter_map(|scope| match scope {
        WaiverScope::Finding(explanation) => Some(explanation),
        WaiverScope::Cases(_) => None,
    });
    let explanations: Vec<&Explanation> = explanations.collect();
    let by_name = |id: &str| {
        let mut scopes = scopes.iter().filter(|scope| matches!(scope, WaiverScope::Cases(_)));
        scopes.any(|scope| scope.names(id, &[]))
    };
    let (failing, covered) = (explained.failing_cases(), explained.failing_only(&explanations));
    let waived = failing.iter().filter(|id| covered.contains(*id) || by_name(id));
    let waived: HashSet<String> = waived.map(|id| (*id).to_owned()).collect();
    for index in 0..explained.findings.len() {
        let finding = &explained.findings[index];
        let is_waived = if finding.beside {
            explained.covers_finding(index, &explanations)
        } else {
            let mut own = finding.cases.iter().filter(|id| failing.contains(id.as_str()));
            let first = own.next();
            first.is_some_and(|id| waived.contains(id)) && own.all(|id| waived.contains(id))
        };
        explained.findings[index].waived = is_waived;
    }
    waived
}

/// Returns whether waivers of these scopes cover the failure of a case.
#[must_use]
pub fn is_waived(judge: Judge, case: &Case, outcome: &Outcome, scopes: &[&WaiverScope]) -> bool {
    if scopes.is_empty() {
        return false;
    }
    let subjects = subjects(judge.spec, case);
    let judged = Judged::new(case, &subjects, outcome);
    waive(&mut explained(judge, &[judged]), scopes).contains(&case.id)
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

/// A file of waivers.
#[derive(JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema is used")]
struct WaiverFile {
    waiver: Option<Vec<Waiver>>,
}

/// Reads the text of a file; messages call the file `name`.
///
/// # Errors
/// As for [`load`], without those about reading the file.
pub fn read(name: &str, text: &str, cases: &[Case]) -> Result<Vec<Waiver>, WaiverError> {
    let source = Source { name: name.to_owned(), text: text.to_owned() };
    let (mut document, mut mistakes) = Document::parse(&source);
    mistakes.extend(Form::of_type::<WaiverFile>().check(&mut document).1);
    let written = document.value()["waiver"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut scopes: Vec<WaiverScope> = Vec::new();
    for (index, waiver) in written.iter().enumerate() {
        let place = ["waiver".to_owned(), index.to_string()];
        let note = |message: String| document.mistake(&place, EntryPart::Key, message);
        match scope(waiver) {
            Ok(Some(scope)) => {
                mistakes.extend(mismatch(&scope, cases).map(note));
                if scopes.contains(&scope) {
                    let remedy = "remove one of the two waivers";
                    mistakes.push(note(format!("`{scope}` is waived twice; {remedy}")));
                }
                scopes.push(scope);
            }
            Ok(None) => {}
            Err(mistake) => mistakes.push(note(mistake)),
        }
    }
    if mistakes.is_empty() {
        let waivers: Result<_, _> = written.iter().map(Waiver::deserialize).collect();
        return waivers.map_err(|error| WaiverError::Mistakes(vec![format!("{name}: {error}")]));
    }
    mistakes.sort_by_key(Diagnostic::line_and_column);
    let line = |mistake: &Diagnostic| {
        let remedy = mistake.remedy().map(|remedy| format!("; {remedy}")).unwrap_or_default();
        format!("{name}:{}: {}{remedy}", mistake.line_and_column().0, mistake.message())
    };
    Err(WaiverError::Mistakes(mistakes.iter().map(line).collect()))
}

/// Returns a clause and the clauses above it.
fn clause_and_parents(clause: &str) -> impl Iterator<Item = &str> {
    let ends = clause.match_indices('.').map(|(end, _)| end).chain([clause.len()]);
    ends.map(|end| &clause[..end])
}

/// Returns the failures that a written waiver covers, or `None` if they have another form.
fn scope(waiver: &Value) -> Result<Option<WaiverScope>, String> {
    match (waiver.get("cases"), waiver.get("finding")) {
        (Some(cases), None) => Ok(cases.as_str().map(|glob| WaiverScope::Cases(glob.to_owned()))),
        (None, Some(Value::Array(list))) => {
            let texts = list.iter().map(|text| text.as_str().map(str::to_owned));
            let Some(texts) = texts.collect::<Option<Vec<_>>>() else { return Ok(None) };
            let mistake = match Explanation::try_from(texts) {
                Ok(explanation) if explanation != Explanation::default() => {
                    return Ok(Some(WaiverScope::Finding(explanation)));
                }
                Ok(_) => "the list is empty".to_owned(),
                Err(mistake) => mistake,
            };
            let remedy = "copy the `explanation` of the finding from report.json";
            Err(format!("`finding`: {mistake}; {remedy}"))
        }
        (None, Some(clause)) => Ok(clause
            .as_str()
            .map(|clause| WaiverScope::Finding(Explanation::of_clause(&ClauseId::new(clause))))),
        (Some(_), Some(_)) | (None, None) => Err(ONE_OF.to_owned()),
    }
}

/// Describes the mistake if no case of the suite is in the scope.
fn mismatch(scope: &WaiverScope, cases: &[Case]) -> Option<String> {
    let (problem, nearest, list) = match scope {
        _ if scope.count(cases) > 0 => return None,
        WaiverScope::Cases(glob) => {
            let ids = cases.iter().map(|case| case.id.as_str());
            (format!("no case matches `{glob}`"), nearest(ids, glob), "`list` prints every case")
        }
        WaiverScope::Finding(explanation) => {
            let clause = explanation.as_clause()?;
            let clauses = cases.iter().flat_map(|case| &case.clauses);
            let clauses = clauses.flat_map(|clause| clause_and_parents(clause.as_str()));
            (
                format!("no case covers the clause `{clause}`"),
                nearest(clauses, clause.as_str()),
                "`coverage` prints every clause",
            )
        }
    };
    Some(match nearest {
        Some(nearest) => format!("{problem}; did you mean `{nearest}`?"),
        None => format!("{problem}; {list}"),
    })
}
