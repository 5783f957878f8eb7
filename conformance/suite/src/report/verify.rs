//! Verifies a report: everything in it must follow from its responses.
//!
//! Nothing is sent. A file cannot prove that the responses came from the server that the report names; only
//! another run can.

mod manifest;
mod rejudge;
mod requests;
mod skipped;

use std::collections::{BTreeSet, HashMap};

use serde::Serialize;
use webdata_cases::case::Case;
use webdata_cases::challenge::Challenge;
use webdata_cases::profiles::names;
use webdata_spec::model::Level;

use super::document::{CaseReport, Report};
use super::read::Found;
use crate::judge::Judge;
use crate::outcome::OutcomeKind;
use crate::target::is_feature;
use crate::{Suite, Untrusted};

/// The result of verifying a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Verification {
    /// The contradictions in the report; empty for a report that was not changed.
    pub contradictions: Vec<Contradiction>,
    /// What could not be verified, and what a reader of the report should know.
    pub remarks: Vec<String>,
    /// The number of cases that were judged again from their responses.
    pub judged_again: usize,
    /// The number of run cases that were not judged again: their responses are missing or changed, so there
    /// is only the report's word.
    pub not_judged_again: usize,
}

/// The maximum length of a shown value, in characters.
const SHOWN: usize = 200;

/// A contradiction in a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Contradiction {
    /// The place: a property of the document, or a case.
    pub place: String,
    /// What is wrong.
    pub says: String,
}

/// The report was written by another suite, so this binary cannot verify it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "it was judged by suite {} and the contract {}, and this binary has suite {own} and the contract \
     {own_contract}; use the webdata-conformance that wrote it",
    Untrusted::from(suite.as_str()),
    Untrusted::from(contract.as_str())
)]
pub struct OtherSuite {
    /// The version of the suite that wrote the report.
    pub suite: String,
    /// The hash of its contract.
    pub contract: String,
    /// This binary's version.
    pub own: String,
    /// The hash of its contract.
    pub own_contract: String,
}

/// Verifies a report of this suite.
///
/// # Errors
/// If another suite wrote it, or a suite with another contract.
pub fn verify(found: &Found, suite: &Suite) -> Result<Verification, OtherSuite> {
    let report = &found.report;
    same_suite(report, suite)?;
    let challenged = report.challenge.as_ref().map(|own| suite.clone().challenged(own));
    let suite = challenged.as_ref().unwrap_or(suite);
    let failed = report.explored.as_ref().map(|own| own.failed.as_slice()).unwrap_or_default();
    let with_sequences = (!failed.is_empty()).then(|| suite.with_sequences(failed));
    let suite = with_sequences.as_ref().unwrap_or(suite);
    let mut checked = Checked::default();
    if report.digest != found.digest {
        checked.contradiction("digest", differs(&report.digest, &found.digest));
    }
    let derived: HashMap<&str, &Case> =
        suite.cases.iter().map(|case| (case.id.as_str(), case)).collect();
    checked.manifest(report, suite, &derived);
    checked.waivers(report, suite);
    checked.off(report, suite);
    checked.claims(report, suite);
    let judge = Judge { spec: &suite.spec, validators: &suite.validators };
    let keys = requests::variables(report);
    for own in &report.cases {
        let Some(case) = derived.get(own.id.as_str()) else { continue };
        checked.case(report, own, case, judge, &keys);
    }
    checked.skipped(report, &derived);
    checked.challenge(report);
    checked.conclusions(report, suite);
    checked.remark_unjudged(report);
    let not_judged_again = checked.unjudged.len() + count(report, OutcomeKind::Error);
    let Checked { contradictions, remarks, judged_again, .. } = checked;
    Ok(Verification { contradictions, remarks, judged_again, not_judged_again })
}

/// Returns an error if another suite wrote the report, or one with another contract.
pub(super) fn same_suite(report: &Report, suite: &Suite) -> Result<(), OtherSuite> {
    let own = env!("CARGO_PKG_VERSION");
    if report.suite.version == own && report.contract.hash == suite.spec.hash {
        return Ok(());
    }
    Err(OtherSuite {
        suite: report.suite.version.clone(),
        contract: report.contract.hash.clone(),
        own: own.to_owned(),
        own_contract: suite.spec.hash.clone(),
    })
}

/// The results so far.
#[derive(Default)]
struct Checked {
    contradictions: Vec<Contradiction>,
    remarks: Vec<String>,
    judged_again: usize,
    /// The cases whose responses were changed or cut.
    unjudged: Vec<String>,
}

impl Verification {
    /// Requires that the report has the challenge that its recipient chose.
    pub fn demand(&mut self, report: &Report, challenge: &Challenge) {
        if report.challenge.as_ref() != Some(challenge) {
            let says = format!(
                "the report has {}, and {} is demanded",
                shown(&report.challenge),
                shown(challenge)
            );
            self.contradictions.push(Contradiction { place: "challenge".to_owned(), says });
        }
    }
}

/// Describes the value in a report, and the value that should be there.
fn differs(written: &impl Serialize, computed: &impl Serialize) -> String {
    format!("written {}, computed {}", shown(written), shown(computed))
}

/// Returns a value as JSON, cut if it is long.
fn shown(value: &impl Serialize) -> String {
    // All shown values are data of a report, which can be written as JSON.
    let text = serde_json::to_string(value).unwrap_or_default();
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

impl Checked {
    fn contradiction(&mut self, place: impl Into<String>, says: impl Into<String>) {
        self.contradictions.push(Contradiction { place: place.into(), says: says.into() });
    }

    /// Checks that two values are equal.
    fn equal<T: PartialEq + Serialize>(
        &mut self,
        place: &str,
        found: &T,
        expected: &T,
        says: &str,
    ) {
        if found != expected {
            self.contradiction(place, format!("{says}: {}", differs(found, expected)));
        }
    }

    /// Checks that each request has the challenge, and that some responses return it.
    fn challenge(&mut self, report: &Report) {
        let Some(challenge) = &report.challenge else { return };
        let (mut requests, mut responses) = (0, 0);
        for own in &report.cases {
            for exchange in &own.outcome.transcript {
                if !requests::is_challenged(&exchange.curl, challenge) {
                    let says = "a request has no header with the challenge";
                    self.contradiction(format!("case {}", own.id), says);
                }
                let returned = exchange.response.as_ref();
                let is_returned = returned.is_some_and(|own| own.body.contains(challenge.as_str()));
                (requests, responses) = (requests + 1, responses + usize::from(is_returned));
            }
        }
        self.remarks.push(format!(
            "the challenge {challenge} stands in {requests} requests, and {responses} responses \
             return it"
        ));
    }

    /// Checks that waivers are complete, and cover the stated number of cases.
    fn waivers(&mut self, report: &Report, suite: &Suite) {
        for own in &report.waivers {
            let place = format!("waiver {}", own.waiver.of);
            let names = own.waiver.of.count(&suite.cases);
            self.equal(&place, &own.names, &names, "it names another number of cases");
            if own.waiver.reason.trim().is_empty() || own.waiver.ticket.trim().is_empty() {
                self.contradiction(&place, "it has no reason or no ticket");
            }
        }
    }

    /// Checks that features are switched off once each, with a reason.
    fn off(&mut self, report: &Report, suite: &Suite) {
        for own in &report.off {
            let place = format!("off {}", own.feature);
            if !is_feature(&suite.cases, &own.feature) {
                self.contradiction(&place, "it is no feature: not several cases begin with it");
            }
            if own.reason.trim().is_empty() {
                self.contradiction(&place, "it has no reason");
            }
        }
        if !report.off.is_sorted_by(|one, other| one.feature < other.feature) {
            self.contradiction("off", "the features are not in order, or one stands twice");
        }
    }

    /// Checks that claims and limits of the selection are profiles of the contract.
    fn claims(&mut self, report: &Report, suite: &Suite) {
        let known = names(&suite.spec);
        let lists = [("claimed", &report.claimed), ("onlyProfiles", &report.scope.only_profiles)];
        for (place, list) in lists {
            for name in list.iter().filter(|name| !known.contains(&name.as_str())) {
                self.contradiction(place, format!("the contract has no profile `{name}`"));
            }
        }
    }

    /// Checks that the outcome of a case follows from its responses, and that its requests are the suite's.
    fn case(
        &mut self,
        report: &Report,
        own: &CaseReport,
        case: &Case,
        judge: Judge<'_>,
        keys: &BTreeSet<String>,
    ) {
        let place = format!("case {}", own.id);
        for says in requests::mistakes(report, own, case) {
            self.contradiction(&place, says);
        }
        match rejudge::judged(judge, case, &own.outcome, report) {
            Ok(judged) => self.judged_again += usize::from(judged),
            Err(differs) if !differs.by_status && rejudge::is_changed(&own.outcome, keys) => {
                // Cases that ended in an error are counted as errors.
                if own.outcome.kind != OutcomeKind::Error {
                    self.unjudged.push(own.id.clone());
                }
            }
            Err(differs) => self.contradiction(&place, differs.says),
        }
    }

    /// Checks everything that follows from the cases.
    fn conclusions(&mut self, report: &Report, suite: &Suite) {
        let again = report.clone().concluded(suite);
        let says = "it is not what the contract has";
        self.equal("contract", &report.contract.name, &suite.spec.service.name, says);
        self.equal("contract", &report.contract.version, &suite.spec.service.version, says);
        for (own, again) in report.cases.iter().zip(&again.cases) {
            let (found, due) = (own.outcome.kind, again.outcome.kind);
            if found != due {
                self.contradiction(
                    format!("case {}", own.id),
                    format!("its outcome is `{found}`; by the waivers it is `{due}`"),
                );
            }
        }
        let says = "it does not follow from the cases";
        self.equal("verdict", &report.verdict, &again.verdict, says);
        let says = "it is not what the cases that were run notice";
        self.equal("budget", &report.budget, &again.budget, says);
        self.rows("profiles", &report.profiles, &again.profiles, |own| own.name.clone());
        let says = "the counts are not those of the cases";
        self.equal("outcomes", &report.outcomes, &again.outcomes, says);
        self.rows("waivers", &report.waivers, &again.waivers, |own| own.waiver.of.to_string());
        self.rows("findings", &report.findings, &again.findings, |own| own.clause.to_string());
        self.rows("overall", &report.overall, &again.overall, |own| own.says.clone());
        self.rows("remedies", &report.remedies, &again.remedies, |own| own.reason.clone());
        self.rows("features", &report.features, &again.features, |own| own.name.clone());
        self.rows("clauses", &report.clauses, &again.clauses, |own| own.id.to_string());
        let name = |own: &super::ObservationReport| own.case.clone();
        self.rows("observations", &report.observations, &again.observations, name);
        let (found, again) = (&report.several_readings, &again.several_readings);
        self.rows("severalReadings", found, again, |own| own.gap.clone());
    }

    fn rows<T: PartialEq + Serialize>(
        &mut self,
        list: &str,
        found: &[T],
        again: &[T],
        name: impl Fn(&T) -> String,
    ) {
        if found.len() != again.len() {
            let (found, again) = (found.len(), again.len());
            self.contradiction(
                list,
                format!(
                    "their number does not follow from the cases: written {found}, computed {again}"
                ),
            );
            return;
        }
        for (found, again) in found.iter().zip(again).filter(|(found, again)| found != again) {
            self.contradiction(
                format!("{list} {}", name(found)),
                format!("it does not follow from the cases: {}", differs(found, again)),
            );
        }
    }

    fn remark_unjudged(&mut self, report: &Report) {
        let waived = count(report, OutcomeKind::Waived);
        if waived > 0 {
            self.remarks.push(format!("{waived} cases failed, and are waived: they do not count"));
        }
        if report.level != Level::Must {
            self.remarks.push(format!(
                "failures count down to the level `{}`, by the word of the report; the usual one \
                 is `{}`",
                report.level,
                Level::Must
            ));
        }
        let errors = count(report, OutcomeKind::Error);
        if errors > 0 {
            self.remarks.push(format!("{errors} cases ended in an error, and only say why"));
        }
        let Some(first) = self.unjudged.first() else { return };
        self.remarks.push(format!(
            "{} cases could not be judged again, since their answers were cut, had a key taken out \
             or are no UTF-8; the first is {first}",
            self.unjudged.len()
        ));
    }
}

/// Returns how many cases have an outcome, whatever the report's counts say.
fn count(report: &Report, kind: OutcomeKind) -> usize {
    report.cases.iter().filter(|own| own.outcome.kind == kind).count()
}
