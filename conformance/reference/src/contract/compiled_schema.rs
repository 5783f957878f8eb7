//! Validation of single values by the `jsonschema` crate with the contract's exported JSON Schema.
//!
//! This module shares no code with the generated validators, since a mistake in shared code would stay
//! unnoticed. Messages never repeat a submitted value, which may be a secret.

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use chrono::TimeDelta;
use jsonschema::error::ValidationErrorKind;
use jsonschema::{Draft, EmailOptions, Keyword, ValidationError, Validator};
use serde_json::Value;
use webdata_spec::json_schema::MINIMUM_INTERVAL;
use webdata_spec::model::{Schema, StringFormat};
use webdata_spec::{Spec, pointer};

use crate::contract::string_formats::{VerdictCache, cron, phrase};

/// The largest number of violations in a response.
const MAX_VIOLATIONS: usize = 100;

const TYPE: &str = "type";
const WRONG_TYPE: &str = "is of the wrong type";

/// The formats that this contract defines. Messages show their examples, which explain more than their names.
const EXPLAINED: [StringFormat; 3] =
    [StringFormat::Cron, StringFormat::SchedulePhrase, StringFormat::TimeZone];

/// A JSON Schema that is compiled when its first value is validated. Most servers of an audit use few schemas.
#[derive(Debug)]
pub(crate) struct CompiledSchema(LazyLock<Compiled, MakeSchema>);

/// Exports the JSON Schema and compiles it.
type MakeSchema = Box<dyn FnOnce() -> Compiled + Send>;

#[derive(Debug)]
struct Compiled {
    /// The validator, or the reason why the schema is invalid. The reader of the contract rejects every keyword
    /// that cannot be compiled.
    validator: Result<Validator, String>,
    /// The schema's examples of each format, as a list in prose.
    examples: BTreeMap<String, String>,
}

/// A violation of a schema by a value or a part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The place of the value, as the reference tokens of a JSON Pointer.
    pub steps: Vec<String>,
    /// The name of a required property that is missing at this place.
    pub missing: Option<String>,
    /// The violated keyword of JSON Schema; `type` if no alternative allows the value's type.
    pub keyword: String,
    /// A description of the violation, without the value.
    pub message: String,
}

/// Formats reference tokens as a JSON Pointer (RFC 6901).
pub(crate) fn pointer(steps: &[String]) -> String {
    steps.iter().map(|step| pointer::child("", step)).collect()
}

impl CompiledSchema {
    pub(crate) fn of_type(spec: &Arc<Spec>, type_name: &str) -> Self {
        let (spec, type_name) = (Arc::clone(spec), type_name.to_owned());
        Self(LazyLock::new(Box::new(move || Compiled::new(&spec.json_schema(&type_name)))))
    }

    /// Creates the validation of any schema of the contract.
    pub(crate) fn new(spec: &Arc<Spec>, schema: &Schema) -> Self {
        let (spec, schema) = (Arc::clone(spec), schema.clone());
        Self(LazyLock::new(Box::new(move || Compiled::new(&spec.json_schema_of(&schema)))))
    }

    /// Returns whether a value is valid.
    pub(crate) fn accepts(&self, value: &Value) -> bool {
        self.0.validator.as_ref().is_ok_and(|validator| validator.is_valid(value))
    }

    /// Returns the violations of a value, at most [`MAX_VIOLATIONS`].
    pub(crate) fn violations(&self, value: &Value) -> Vec<Violation> {
        match &self.0.validator {
            // Most values are valid, and `is_valid` is faster than `iter_errors`.
            Ok(validator) if validator.is_valid(value) => Vec::new(),
            Ok(validator) => {
                let mut violations = Vec::new();
                for error in validator.iter_errors(value).take(MAX_VIOLATIONS) {
                    self.0.add(&error, &mut violations);
                }
                violations
            }
            Err(reason) => vec![Violation {
                steps: Vec::new(),
                missing: None,
                keyword: TYPE.to_owned(),
                message: format!("cannot be validated, because the schema is invalid: {reason}"),
            }],
        }
    }
}

impl Compiled {
    fn new(schema: &Value) -> Self {
        let (expressions, phrases) = (VerdictCache::default(), VerdictCache::default());
        let minimum = smallest_interval(schema);
        let validator = jsonschema::options()
            .with_draft(Draft::Draft202012)
            .should_validate_formats(true)
            // A display name before an address is no part of a mailbox (RFC 5321).
            .with_email_options(EmailOptions::default().without_display_text())
            .should_ignore_unknown_formats(false)
            .with_format(StringFormat::Cron.name(), move |text: &str| {
                expressions.verdict(text, || cron::parse(text).is_some())
            })
            .with_format(StringFormat::SchedulePhrase.name(), move |text: &str| {
                phrases.verdict(text, || is_phrase(text, minimum))
            })
            .with_format(StringFormat::TimeZone.name(), |text: &str| {
                chrono_tz::Tz::from_str(text).is_ok()
            })
            .with_keyword(MINIMUM_INTERVAL, |_, value, _| MinimumInterval::read(value))
            .build(schema)
            .map_err(|error| error.to_string());
        let mut examples = BTreeMap::new();
        add_examples(schema, &mut examples);
        Self { validator, examples }
    }

    /// Adds the violations of an error. Where a value may have several JSON types, only the violations of the
    /// alternative with the value's type are added.
    fn add(&self, error: &ValidationError<'_>, violations: &mut Vec<Violation>) {
        let alternatives = match error.kind() {
            ValidationErrorKind::OneOfNotValid { context }
            | ValidationErrorKind::AnyOf { context } => context.as_slice(),
            _ => return violations.push(self.violation(error)),
        };
        let of_another_type = |inner: &ValidationError<'_>| {
            matches!(inner.kind(), ValidationErrorKind::Type { .. })
                && inner.instance_path() == error.instance_path()
        };
        let mut meant = alternatives.iter().filter(|errors| !errors.iter().any(of_another_type));
        match (meant.next(), meant.next()) {
            (Some(errors), None) => errors.iter().for_each(|inner| self.add(inner, violations)),
            (None, _) => violations.push(Violation {
                keyword: TYPE.to_owned(),
                message: WRONG_TYPE.to_owned(),
                ..self.violation(error)
            }),
            // Alternatives of the same type, such as properties that exclude each other, are not
            // distinguished.
            _ => violations.push(self.violation(error)),
        }
    }

    fn violation(&self, error: &ValidationError<'_>) -> Violation {
        let missing = match error.kind() {
            ValidationErrorKind::Required { property } => property.as_str().map(str::to_owned),
            _ => None,
        };
        Violation {
            steps: error.instance_path().segments().map(|step| step.to_string()).collect(),
            missing,
            keyword: error.kind().keyword().to_owned(),
            message: self.message(error.kind()),
        }
    }

    /// Describes an error. For a format of the contract, the message has examples.
    fn message(&self, kind: &ValidationErrorKind) -> String {
        match kind {
            ValidationErrorKind::Format { format } if self.examples.contains_key(format) => {
                format!("{}, such as {}", message(kind), self.examples[format])
            }
            _ => message(kind),
        }
    }
}

/// Returns whether a phrase stands for a cron expression whose runs are at least `minimum` apart.
fn is_phrase(text: &str, minimum: Option<TimeDelta>) -> bool {
    let cron = phrase::to_cron(text);
    cron.is_some_and(|cron| {
        let keeps = |minimum| cron::parse(&cron).is_some_and(|it| cron::keeps_apart(&it, minimum));
        minimum.is_none_or(keeps)
    })
}

/// Returns the smallest interval that a schema demands of cron expressions.
fn smallest_interval(schema: &Value) -> Option<TimeDelta> {
    match schema {
        Value::Object(words) => {
            let stated = words.get(MINIMUM_INTERVAL).and_then(Value::as_i64);
            let inner = words.values().filter_map(smallest_interval);
            inner.chain(stated.and_then(TimeDelta::try_seconds)).min()
        }
        Value::Array(items) => items.iter().filter_map(smallest_interval).min(),
        _ => None,
    }
}

/// Adds the examples in a schema for the formats of the contract.
fn add_examples(schema: &Value, by_format: &mut BTreeMap<String, String>) {
    if let Value::Object(words) = schema {
        let format = words.get("format").and_then(Value::as_str);
        let format = format.filter(|name| EXPLAINED.iter().any(|known| known.name() == *name));
        let examples = words.get("examples").and_then(Value::as_array);
        if let Some((format, examples)) = format.zip(examples) {
            let examples = examples.iter().filter_map(Value::as_str);
            let listed: Vec<String> = examples.map(|example| format!("`{example}`")).collect();
            by_format.entry(format.to_owned()).or_insert_with(|| listed.join(", "));
        }
    }
    match schema {
        Value::Object(words) => words.values().for_each(|inner| add_examples(inner, by_format)),
        Value::Array(items) => items.iter().for_each(|inner| add_examples(inner, by_format)),
        _ => {}
    }
}

/// Describes an error in the terms of the contract.
fn message(kind: &ValidationErrorKind) -> String {
    use ValidationErrorKind as Kind;
    match kind {
        Kind::Required { property } => match property.as_str() {
            Some(name) => format!("`{name}` is missing"),
            None => "a property is missing".to_owned(),
        },
        Kind::MinLength { limit } => format!("has fewer than {limit} characters"),
        Kind::MaxLength { limit } => format!("has more than {limit} characters"),
        Kind::MinItems { limit } => format!("has fewer than {limit} items"),
        Kind::MaxItems { limit } => format!("has more than {limit} items"),
        Kind::MinProperties { limit } => format!("has fewer than {limit} properties"),
        Kind::Minimum { limit } => format!("is less than {limit}"),
        Kind::Maximum { limit } => format!("is more than {limit}"),
        Kind::Constant { expected_value } => format!("is not {expected_value}"),
        Kind::Enum { options } => format!("is not one of {options}"),
        Kind::Format { format } => format!("is not of the format {format}"),
        Kind::Pattern { pattern } => format!("does not match {pattern}"),
        Kind::OneOfNotValid { .. } | Kind::OneOfMultipleValid { .. } => {
            "does not have exactly one of the properties that exclude each other".to_owned()
        }
        Kind::AdditionalProperties { .. } => "has a property that is not allowed".to_owned(),
        Kind::Type { .. } => WRONG_TYPE.to_owned(),
        Kind::Custom { message, .. } => message.clone(),
        _ => "is not valid".to_owned(),
    }
}

/// The keyword for the smallest time between two successive runs of a cron expression.
struct MinimumInterval {
    seconds: u64,
    minimum: TimeDelta,
    expressions: VerdictCache,
}

impl MinimumInterval {
    fn read<'s>(value: &Value) -> Result<Box<dyn for<'i> Keyword<'i>>, ValidationError<'s>> {
        let read = value.as_u64().and_then(|seconds| {
            let minimum = TimeDelta::try_seconds(i64::try_from(seconds).ok()?)?;
            Some(Self { seconds, minimum, expressions: VerdictCache::default() })
        });
        match read {
            Some(keyword) => Ok(Box::new(keyword)),
            None => {
                let message = format!("`{MINIMUM_INTERVAL}` is not a number of seconds");
                Err(ValidationError::schema(message))
            }
        }
    }
}

impl<'i> Keyword<'i> for MinimumInterval {
    fn validate(&self, instance: &'i Value) -> Result<(), ValidationError<'i>> {
        if self.is_valid(instance) {
            Ok(())
        } else {
            let message = format!("runs less than {} seconds apart", self.seconds);
            Err(ValidationError::custom(message))
        }
    }

    /// Accepts strings that are no cron expressions; the format rejects those.
    fn is_valid(&self, instance: &'i Value) -> bool {
        let Some(text) = instance.as_str() else { return true };
        self.expressions.verdict(text, || {
            cron::parse(text).is_none_or(|cron| cron::keeps_apart(&cron, self.minimum))
        })
    }
}
