//! Mistakes of validating a body, and of storing a valid one.
//!
//! This module validates nothing itself: it changes the body that is validated, and the violations that count.

use std::borrow::Cow;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Number, Value, json};
use webdata_reference::{Violation, cron_of_phrase, next_runs};
use webdata_spec::json_schema::MINIMUM_INTERVAL;
use webdata_spec::pointer;

use crate::differences::conversion::Pattern;
use crate::differences::translation::Translation;
use crate::differences::value_path::ValuePath;
use crate::differences::walk::Visited;

/// The JSON Schema keywords for types and for enums.
const TYPE: &str = "type";
const ENUM: &str = "enum";

/// The JSON Schema keywords that restrict strings.
const OF_STRINGS: [&str; 3] = ["format", "pattern", MINIMUM_INTERVAL];

/// A mistake of validating or storing the values at a path.
#[derive(Debug, Clone)]
pub(crate) enum BodyMistake {
    /// Ignores violations of a JSON Schema keyword, except in this number of first items of the enclosing array.
    IgnoresKeyword(&'static str, usize),
    /// Checks only the next runs of a cron expression, against a minimum interval.
    ChecksNextRunsOnly {
        /// The smallest interval, in seconds.
        seconds: u32,
        runs: usize,
    },
    /// Measures the value in another unit, and stores the value unchanged.
    Measures(Unit),
    /// Accepts strings that match a pattern, whatever their format and pattern.
    Accepts(Pattern),
    /// Rejects strings that match a pattern.
    Rejects(Pattern),
    /// Fills in this value if the property is missing.
    FillsIn(Value),
    /// Does not store the value if its object also has this property.
    DropsBeside(String),
    /// Stores another cron expression than the one that a schedule phrase stands for.
    Mistranslates {
        /// The property beside it that gets the expression.
        into: String,
        translation: &'static Translation,
    },
}

/// A wrong unit of measurement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Unit {
    /// The bytes of a string, in place of its characters.
    Bytes,
    /// The number, multiplied by this factor.
    Times(f64),
}

impl Unit {
    /// Returns a value that a correct server measures as this unit measures `value`: `xx` for the bytes of `é`.
    fn measured(self, value: &Value) -> Option<Value> {
        match (self, value) {
            (Self::Bytes, Value::String(text)) => Some("x".repeat(text.len()).into()),
            (Self::Times(factor), Value::Number(number)) => {
                let product = number.as_f64()? * factor;
                match format!("{product}").parse::<i64>() {
                    Ok(whole) => Some(whole.into()),
                    Err(_) => Number::from_f64(product).map(Value::Number),
                }
            }
            _ => None,
        }
    }
}

impl BodyMistake {
    pub(super) fn violations(
        &self,
        path: &ValuePath,
        body: &Value,
        now: &DateTime<Utc>,
        of: &dyn Fn(&Value) -> Vec<Violation>,
    ) -> Vec<Violation> {
        let mut violations = of(&self.as_validated(path, body));
        violations.retain(|violation| !self.ignores(path, body, violation, now));
        violations
    }

    fn as_validated<'b>(&self, path: &ValuePath, body: &'b Value) -> Cow<'b, Value> {
        let other = |value: &Value| match self {
            Self::Measures(unit) => unit.measured(value),
            // The list makes validation fail, because it is not a string.
            Self::Rejects(pattern) => is_match(pattern, value).then(|| json!([])),
            _ => None,
        };
        if !matches!(self, Self::Measures(_) | Self::Rejects(_)) {
            return Cow::Borrowed(body);
        }
        let mut validated = body.clone();
        path.visit(&mut validated, &mut |_, value| {
            if let Some(other) = other(value) {
                *value = other;
            }
            Visited::Stays
        });
        Cow::Owned(validated)
    }

    fn ignores(
        &self,
        path: &ValuePath,
        body: &Value,
        violation: &Violation,
        now: &DateTime<Utc>,
    ) -> bool {
        let steps = violation.steps.iter().chain(&violation.missing);
        let steps: Vec<&str> = steps.map(String::as_str).collect();
        let Some(at) = path.index_in_list(body, &steps) else { return false };
        let value = value_at(body, violation);
        let broken = violation.keyword.as_str();
        match self {
            // A value of another type than string breaks `enum`, too. That violation is ignored with the type.
            Self::IgnoresKeyword(TYPE, first) if broken == ENUM => {
                at >= *first && value.is_some_and(|value| !value.is_string())
            }
            Self::IgnoresKeyword(keyword, first) => at >= *first && broken == *keyword,
            Self::ChecksNextRunsOnly { seconds, runs } => {
                let minimum = TimeDelta::seconds((*seconds).into());
                let runs =
                    value.and_then(Value::as_str).and_then(|text| next_runs(text, now, *runs));
                let runs = runs.unwrap_or_default();
                let mut gaps = runs.windows(2);
                broken == MINIMUM_INTERVAL
                    && !runs.is_empty()
                    && gaps.all(|pair| matches!(pair, [one, next] if *next - *one >= minimum))
            }
            Self::Accepts(pattern) => {
                OF_STRINGS.contains(&broken) && value.is_some_and(|value| is_match(pattern, value))
            }
            Self::Measures(_)
            | Self::Rejects(_)
            | Self::FillsIn(_)
            | Self::DropsBeside(_)
            | Self::Mistranslates { .. } => false,
        }
    }

    /// Changes a validated body before it is stored.
    pub(super) fn accept(&self, path: &ValuePath, body: &mut Value) {
        match self {
            Self::FillsIn(value) => path.fill(body, value),
            Self::DropsBeside(other) => path.visit_owners(body, |owner, name| {
                if owner.contains_key(other) {
                    owner.shift_remove(name);
                }
            }),
            Self::Mistranslates { into, translation } => path.visit_owners(body, |owner, name| {
                let phrase = owner.get(name).and_then(Value::as_str);
                let wrong = phrase
                    .and_then(|phrase| translation.apply(phrase, &cron_of_phrase(phrase)?, owner));
                if let Some(cron) = wrong {
                    owner.shift_remove(name);
                    owner.insert(into.clone(), cron.into());
                }
            }),
            Self::IgnoresKeyword(..)
            | Self::ChecksNextRunsOnly { .. }
            | Self::Measures(_)
            | Self::Accepts(_)
            | Self::Rejects(_) => {}
        }
    }
}

fn is_match(pattern: &Pattern, value: &Value) -> bool {
    value.as_str().is_some_and(|text| pattern.is_match(text))
}

fn value_at<'b>(body: &'b Value, violation: &Violation) -> Option<&'b Value> {
    let steps = violation.steps.iter();
    body.pointer(&steps.fold(String::new(), |at, step| pointer::child(&at, step)))
}
