//! Finds the gaps that the server interpreted in several ways in one run.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use webdata_spec::Spec;

use crate::outcome::Outcome;
use crate::untrusted::one_line;

/// A gap that the server interpreted in several ways in one run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SeveralReadings {
    /// The gap.
    pub gap: String,
    /// The gap as a question.
    pub question: String,
    /// The interpretations, in the order of the document's cases.
    pub readings: Vec<ReadingReport>,
}

/// An interpretation, and an exchange that shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReadingReport {
    /// The interpretation.
    pub reading: String,
    /// The number of cases that show it.
    pub cases: usize,
    /// The first case that shows it.
    pub case: String,
    /// The index of the exchange in that case.
    pub exchange: usize,
}

/// Returns the gaps for which cases of one operation show several interpretations, from the outcomes of cases by their
/// identities.
pub(super) fn several_readings<'c>(
    spec: &Spec,
    cases: impl Iterator<Item = (&'c str, &'c Outcome)>,
) -> Vec<SeveralReadings> {
    let mut by_gap: IndexMap<(&str, &str), IndexMap<&str, ReadingReport>> = IndexMap::new();
    for (id, outcome) in cases {
        let Some(observed) = &outcome.observed else { continue };
        let Some(reading) = &observed.reading else { continue };
        let operation = id.split("::").next().unwrap_or_default();
        let readings = by_gap.entry((operation, &observed.gap)).or_default();
        let new = || ReadingReport {
            reading: reading.clone(),
            cases: 0,
            case: id.to_owned(),
            exchange: observed.exchange,
        };
        readings.entry(reading).or_insert_with(new).cases += 1;
    }
    let several = by_gap.into_iter().filter(|(_, readings)| readings.len() > 1);
    let report = |((_, gap), readings): ((&str, &str), IndexMap<&str, ReadingReport>)| {
        let question = spec.gaps.get(gap).map(|gap| gap.question.clone());
        SeveralReadings {
            gap: gap.to_owned(),
            question: question.unwrap_or_default(),
            readings: readings.into_values().collect(),
        }
    };
    several.map(report).collect()
}

impl SeveralReadings {
    /// Returns the interpretations on one line, each with the exchange that shows it.
    pub(super) fn describe(&self) -> String {
        let count = match self.readings.len() {
            2 => "two".to_owned(),
            count => count.to_string(),
        };
        let readings = self.readings.iter().map(|reading_report| {
            let ReadingReport { reading, case, exchange, .. } = reading_report;
            format!("`{}` ({case}, request {})", one_line(reading), exchange + 1)
        });
        let readings: Vec<String> = readings.collect();
        format!("{count} readings in one run: {}", readings.join(" and "))
    }
}
