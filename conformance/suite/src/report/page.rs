//! Writes a report as an HTML page: one file that loads nothing, for phones and large screens.
//!
//! The template escapes every text, and the page allows only its own script, so that no text of the server
//! can run. Long texts are cut; `report.json` has them whole.

mod cases;
mod clauses;

use std::collections::HashMap;

use askama::Template;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest as _, Sha256};

use super::document::{
    FeatureReport, FeatureState, ProfileReport, ProfileState, Report, Verdict, WaiverReport,
    WaiverState,
};
use super::headline::{explanation, verdict_phrase};
use super::phrases::{Question, case_share, cases_with, describe_waiver, questions};
use super::readings::{ReadingReport, SeveralReadings};
use crate::display::{one_line, visible};
use crate::findings::Finding;
use crate::outcome::OutcomeKind;
use crate::{Printable, describe_seconds};
use cases::{
    CaseList, CasesByReason, Chapter, ExchangeDetails, MAX_LISTED, chapters, exchanges, parts,
    reasons,
};
use clauses::{Area, areas};

const SCRIPT: &str =
    concat!(include_str!("../../templates/copyable.js"), include_str!("../../templates/report.js"));

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'r> {
    report: &'r Report,
    style: &'static str,
    script: &'static str,
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
    findings: Vec<FindingEntry<'r>>,
    chapters: Vec<Chapter<'r>>,
    skipped: Vec<CasesByReason<'r>>,
    questions: Vec<QuestionEntry<'r>>,
    readings: Vec<ReadingsEntry<'r>>,
    areas: Vec<Area<'r>>,
    parts: Vec<CaseList<'r>>,
}

/// A finding.
struct FindingEntry<'r> {
    finding: &'r Finding,
    case_share: String,
    /// The index in the report and the name of the first of its cases with details.
    cases: Vec<(usize, &'r str)>,
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
    let detailed_cases = chapters
        .iter()
        .flat_map(|chapter| chapter.detailed.iter().map(|details| details.index))
        .collect();
    let page = Page {
        report,
        style: include_str!("../../templates/report.css"),
        script: SCRIPT,
        script_hash: BASE64_STANDARD.encode(Sha256::digest(SCRIPT)),
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
        findings: findings(report),
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

    fn has_findings(&self) -> bool {
        !self.findings.is_empty() || !self.report.overall.is_empty()
    }

    /// Returns whether the verdict ignores failures of this case's level.
    fn is_uncounted(&self, case: &super::document::CaseReport) -> bool {
        case.level > self.report.level
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

fn findings<'r>(report: &'r Report) -> Vec<FindingEntry<'r>> {
    let places: HashMap<&str, usize> =
        report.cases.iter().enumerate().map(|(at, case)| (case.id.as_str(), at)).collect();
    let entry = |finding: &'r Finding| FindingEntry {
        finding,
        case_share: case_share(finding),
        cases: finding
            .cases
            .iter()
            .take(MAX_LISTED)
            .filter_map(|id| Some((*places.get(id.as_str())?, id.as_str())))
            .collect(),
    };
    report.findings.iter().map(entry).collect()
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
    let answer = |(answer, cases): (&str, Vec<_>)| CasesByReason {
        reason: one_line(answer),
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
