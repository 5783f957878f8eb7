//! Writes a report as an HTML page: one file that loads nothing, for phones and large screens.
//!
//! The template escapes every text, and the page allows only its own script, so that no text of the server
//! can run. Long texts are cut; `report.json` has them whole.

mod cases;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use askama::Template;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use indexmap::IndexMap;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use webdata_spec::model::ClauseId;
use webdata_spec::web_page::{COPYABLE_SCRIPT, STYLE, breakable};

use super::document::{
    ClauseReport, FeatureReport, FeatureState, ProfileReport, ProfileState, Reach, Report, Verdict,
    WaiverReport, WaiverState,
};
use super::phrases::{
    Question, cases_with, code_spans, describe_counts, describe_finding_count, describe_waiver,
    explanation, finding_groups, finding_measure, finding_notes, is_exploration, listed_profiles,
    questions, verdict_phrase, why_uncounted,
};
use super::readings::{ReadingReport, SeveralReadings};
use crate::Printable;
use crate::findings::{Concern, Finding};
use crate::outcome::{Deviation, Outcome, OutcomeKind, is_counted};
use crate::quantities::{describe_seconds, pluralize};
use crate::untrusted::{one_line, visible};
use cases::{
    CaseDetails, CaseList, CasesByReason, Chapter, ExchangeDetails, MAX_LISTED, case_details,
    chapters, exchanges, parts, reasons,
};

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'r> {
    report: &'r Report,
    style: &'static str,
    script: String,
    /// The script's SHA-256 in base64, by which the page allows it.
    script_hash: String,
    /// The CSS class and the symbol of the verdict.
    verdict: (&'static str, &'static str),
    verdict_phrase: String,
    explanation: String,
    server: String,
    base_url: String,
    /// The outcomes that occur, in the order of reports.
    kinds: Vec<OutcomeKind>,
    features: Vec<FeatureRow<'r>>,
    finding_count: String,
    findings: Vec<FindingGroup<'r>>,
    chapters: Vec<Chapter<'r>>,
    skipped: Vec<CasesByReason<'r>>,
    questions: Vec<QuestionEntry<'r>>,
    readings: Vec<ReadingsEntry<'r>>,
    areas: Vec<Area<'r>>,
    parts: Vec<CaseList<'r>>,
}

/// The findings of a group.
struct FindingGroup<'r> {
    title: &'static str,
    findings: Vec<FindingEntry<'r>>,
}

struct FindingEntry<'r> {
    finding: &'r Finding,
    /// How many of what was judged show it, in words and in percent.
    measure: String,
    percent: f64,
    notes: Vec<String>,
    is_counted: bool,
    /// The explanation as a list in JSON, which is one in TOML.
    explanation: String,
    example: Option<CaseDetails<'r>>,
    /// The first of its other cases: the index in the report, the name, and whether the page shows its details below.
    others: Vec<Failing<'r>>,
}

/// A feature in the table of features.
struct FeatureRow<'r> {
    feature: &'r FeatureReport,
    /// The name without that of the feature that contains it.
    name: &'r str,
    /// The number of features that contain it.
    depth: usize,
    /// The number of cases of each kind.
    counts: Vec<usize>,
}

/// A gap and the observed behaviour.
struct QuestionEntry<'r> {
    gap: &'r str,
    text: &'r str,
    answers: Vec<CasesByReason<'r>>,
}

/// A gap that the server interpreted in several ways, each with the exchange that shows it.
struct ReadingsEntry<'r> {
    text: &'r str,
    describe: String,
    shown: Vec<(&'r ReadingReport, ExchangeDetails<'r>)>,
}

/// Returns the report as a page.
///
/// # Errors
/// If the template cannot be rendered, which only happens without memory.
pub fn page(report: &Report) -> askama::Result<Printable> {
    let kinds: Vec<OutcomeKind> =
        OutcomeKind::ALL.into_iter().filter(|kind| report.count(*kind) > 0).collect();
    let chapters = chapters(report);
    let detailed_cases: BTreeSet<usize> = chapters
        .iter()
        .flat_map(|chapter| chapter.detailed.iter().map(|details| details.index))
        .collect();
    let script = [COPYABLE_SCRIPT, include_str!("../../templates/report.js")].concat();
    let page = Page {
        report,
        style: STYLE,
        script_hash: BASE64_STANDARD.encode(Sha256::digest(&script)),
        script,
        verdict: match report.verdict {
            Verdict::Conformant => ("pass", "✓"),
            Verdict::Partial => ("skip", "◐"),
            Verdict::NotConformant => ("fail", "×"),
            Verdict::Incomplete => ("blocked", "?"),
        },
        verdict_phrase: verdict_phrase(report),
        explanation: explanation(report),
        server: visible(&report.server.name),
        base_url: visible(&report.server.base_url),
        features: features(report, &kinds),
        finding_count: describe_finding_count(report),
        findings: findings(report, &detailed_cases),
        chapters,
        skipped: reasons(cases_with(report, OutcomeKind::Skip)),
        questions: questions(report).into_iter().map(question_entry).collect(),
        readings: report
            .several_readings
            .iter()
            .map(|readings| readings_entry(report, readings))
            .collect(),
        areas: areas(report, &detailed_cases),
        parts: parts(report, &detailed_cases),
        kinds,
    };
    Ok(Printable::multiline(&page.render()?))
}

impl Page<'_> {
    fn started(&self) -> String {
        self.report.started_at.strftime("%Y-%m-%d %H:%M:%S UTC").to_string()
    }

    fn duration(&self) -> String {
        describe_seconds(self.report.duration_seconds)
    }

    fn count(&self, kind: &OutcomeKind) -> usize {
        self.report.count(*kind)
    }

    fn describe_waiver(&self, waiver: &WaiverReport) -> String {
        visible(&describe_waiver(waiver))
    }

    fn profiles(&self) -> &[ProfileReport] {
        listed_profiles(self.report)
    }

    fn is_exploration(&self) -> bool {
        is_exploration(self.report)
    }

    fn has_findings(&self) -> bool {
        !self.findings.is_empty() || !self.report.overall.is_empty()
    }

    /// Returns whether the verdict ignores failures of this case's level.
    fn is_uncounted(&self, case: &super::document::CaseReport) -> bool {
        !is_counted(case.level, self.report.level)
    }
}

impl FeatureState {
    /// Returns the CSS class of the outcome with the same colour.
    fn class(self) -> &'static str {
        match self {
            Self::Supported => "pass",
            Self::Partly | Self::NotSupported => "skip",
            Self::NotJudged => "blocked",
            Self::Failing => "fail",
        }
    }
}

impl ProfileReport {
    /// Returns the CSS class of the outcome with the same colour.
    fn class(&self) -> &'static str {
        match self.state {
            ProfileState::Conformant => "pass",
            ProfileState::NotConformant => "fail",
            ProfileState::Incomplete => "blocked",
            ProfileState::InPart | ProfileState::NotRun => "skip",
        }
    }
}

impl WaiverState {
    /// Returns the CSS class of the outcome with the same colour.
    fn class(self) -> &'static str {
        match self {
            Self::Applied => "waived",
            Self::Unused => "skip",
            Self::Expired => "blocked",
            Self::PassesAgain => "fail",
        }
    }
}

fn findings<'r>(report: &'r Report, detailed_cases: &BTreeSet<usize>) -> Vec<FindingGroup<'r>> {
    let places: HashMap<&str, usize> =
        report.cases.iter().enumerate().map(|(at, case)| (case.id.as_str(), at)).collect();
    let entry = |finding: &'r Finding| {
        let place = |id: &'r String| Some((*places.get(id.as_str())?, id.as_str()));
        let example = place(&finding.example).map(|(at, _)| {
            let case = &report.cases[at];
            case_details(report, at, case, deviations_of(finding, &case.outcome))
        });
        let others = finding.cases.iter().filter(|id| **id != finding.example).filter_map(place);
        let others = others.take(MAX_LISTED).map(|(index, id)| Failing {
            index,
            id,
            has_details: detailed_cases.contains(&index),
        });
        FindingEntry {
            finding,
            measure: finding_measure(finding),
            percent: finding.shown as f64 * 100.0 / finding.tested.max(1) as f64,
            notes: finding_notes(report, finding),
            is_counted: why_uncounted(report, finding).is_none(),
            explanation: json!(finding.explanation).to_string(),
            example,
            others: others.collect(),
        }
    };
    let group = |(concern, findings): (Concern, &'r [Finding])| FindingGroup {
        title: concern.title(),
        findings: findings.iter().map(entry).collect(),
    };
    finding_groups(report).map(group).collect()
}

/// Returns the deviations of an example that its finding is about.
fn deviations_of<'r>(finding: &Finding, example: &'r Outcome) -> Vec<&'r Deviation> {
    let all = if finding.beside { &example.beside } else { &example.deviations };
    let (own, others): (Vec<_>, Vec<_>) =
        all.iter().partition(|deviation| deviation.clause.is_within(&finding.clause));
    if own.is_empty() { others } else { own }
}

fn features<'r>(report: &'r Report, kinds: &[OutcomeKind]) -> Vec<FeatureRow<'r>> {
    // The features that contain the current one, the largest first.
    let mut wider: Vec<&str> = Vec::new();
    let row = |feature: &'r FeatureReport| {
        let name_within = |wide: &str| {
            let rest = feature.name.strip_prefix(wide)?;
            rest.strip_prefix("::").or_else(|| rest.strip_prefix('.'))
        };
        while wider.last().is_some_and(|last| name_within(last).is_none()) {
            wider.pop();
        }
        let name = wider.last().and_then(|last| name_within(last)).unwrap_or(&feature.name);
        let depth = wider.len();
        wider.push(&feature.name);
        let counts = kinds.iter().map(|kind| feature.outcomes.get(kind).copied().unwrap_or(0));
        FeatureRow { feature, name, depth, counts: counts.collect() }
    };
    report.features.iter().map(row).collect()
}

fn question_entry(question: Question<'_>) -> QuestionEntry<'_> {
    let answer = |(answer, cases): (Cow<'_, str>, Vec<_>)| CasesByReason {
        reason: one_line(&answer),
        count: cases.len(),
        listed: cases.into_iter().take(MAX_LISTED).collect(),
    };
    let Question { gap, text, answers } = question;
    QuestionEntry { gap, text, answers: answers.into_iter().map(answer).collect() }
}

fn readings_entry<'r>(report: &'r Report, several: &'r SeveralReadings) -> ReadingsEntry<'r> {
    let shown = several.readings.iter().filter_map(|reading| {
        let case = report.cases.iter().find(|case| case.id == reading.case)?;
        let sent = exchanges(&case.outcome).nth(reading.exchange)?;
        Some((reading, sent))
    });
    ReadingsEntry { text: &several.question, describe: several.describe(), shown: shown.collect() }
}

/// A type, an operation or another part of the contract.
struct Area<'r> {
    name: &'r str,
    cells: Vec<Cell<'r>>,
    is_failing: bool,
}

struct Cell<'r> {
    index: usize,
    clause: &'r ClauseReport,
    /// The CSS class of the outcome that it is coloured by, or of why it has none.
    class: String,
    /// The outcomes of its cases, as the value of an attribute.
    outcomes: String,
    /// The text in the cell: the number of failing cases.
    mark: String,
    counts: String,
    /// The first of its failing cases.
    failing: Vec<Failing<'r>>,
    more: usize,
}

/// A case that fails, or that shows a finding.
struct Failing<'r> {
    index: usize,
    id: &'r str,
    /// Whether the page shows its details above.
    has_details: bool,
}

/// Outcomes by precedence for the colour of a clause.
const WORST_FIRST: [OutcomeKind; 7] = [
    OutcomeKind::Fail,
    OutcomeKind::Error,
    OutcomeKind::Blocked,
    OutcomeKind::Waived,
    OutcomeKind::Pass,
    OutcomeKind::Observed,
    OutcomeKind::Skip,
];

/// Returns the clauses by area, in the order of the contract.
fn areas<'r>(report: &'r Report, detailed_cases: &BTreeSet<usize>) -> Vec<Area<'r>> {
    let mut failing: BTreeMap<&ClauseId, Vec<Failing<'_>>> = BTreeMap::new();
    for (index, case) in report.cases.iter().enumerate() {
        if case.outcome.kind == OutcomeKind::Fail {
            for clause in &case.clauses {
                let failing_case =
                    Failing { index, id: &case.id, has_details: detailed_cases.contains(&index) };
                failing.entry(clause).or_default().push(failing_case);
            }
        }
    }
    let mut areas: IndexMap<&str, Vec<Cell<'_>>> = IndexMap::new();
    for (index, clause) in report.clauses.iter().enumerate() {
        let name = clause.id.as_str();
        let name = name.split('.').next().unwrap_or(name);
        let failing_cases = failing.remove(&clause.id).unwrap_or_default();
        areas.entry(name).or_default().push(cell(index, clause, failing_cases));
    }
    let areas = areas.into_iter().map(|(name, cells)| Area {
        name,
        is_failing: cells.iter().any(|cell| !cell.failing.is_empty()),
        cells,
    });
    areas.collect()
}

fn cell<'r>(index: usize, clause: &'r ClauseReport, failing: Vec<Failing<'r>>) -> Cell<'r> {
    let has = |kind: &OutcomeKind| clause.outcomes.contains_key(kind);
    let worst = match clause.broken {
        0 => WORST_FIRST.into_iter().find(has),
        _ => Some(OutcomeKind::Fail),
    };
    let outcomes: Vec<String> = clause.outcomes.keys().map(OutcomeKind::to_string).collect();
    let mark = match failing.len() {
        0 => String::new(),
        count if count > 99 => "99+".to_owned(),
        count => count.to_string(),
    };
    Cell {
        index,
        clause,
        class: match (worst, clause.reach) {
            (Some(kind), _) => kind.to_string(),
            (None, Reach::Unreachable) => "unreachable".to_owned(),
            (None, Reach::NotReached | Reach::Reached) => "unselected".to_owned(),
        },
        outcomes: outcomes.join(" "),
        mark,
        counts: describe_outcomes(clause),
        more: failing.len().saturating_sub(MAX_LISTED),
        failing: failing.into_iter().take(MAX_LISTED).collect(),
    }
}

/// Describes how many of the clause's cases have which outcome, and how many saw it broken.
fn describe_outcomes(clause: &ClauseReport) -> String {
    let outcomes = match (clause.reach, clause.outcomes.is_empty()) {
        (Reach::Unreachable, _) => "cannot be reached: no case of the suite shows it".to_owned(),
        (_, true) if clause.broken > 0 => "no case".to_owned(),
        (_, true) => "not reached: none of its cases was selected".to_owned(),
        (Reach::NotReached, false) => {
            format!("not reached: {}", describe_counts(clause.outcomes.iter()))
        }
        (Reach::Reached, false) => describe_counts(clause.outcomes.iter()),
    };
    match clause.broken {
        0 => outcomes,
        count => format!("{outcomes}; broken in responses to {}", pluralize(count, "case")),
    }
}
