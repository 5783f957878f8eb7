//! The decoders that the benchmark compares: each parses bytes to a typed value and counts the violations.

use std::hint::black_box;
use std::time::Duration;

use garde::Validate;
use jsonschema::Validator;
use serde::de::DeserializeOwned;
use serde_json::Value;
use webdata_runtime::ParseError;
use webdata_runtime::decode::{self, Model};
use webdata_runtime::string_format::{StringFormat, schedule_phrase, time_zone};

/// The names of the decoders.
pub(crate) const NAMES: [&str; 4] = ["parse", "serde", "jsonschema", "garde"];

/// Decodes JSON and returns the number of violations. The decoded value is dropped.
pub(crate) type Decoder = Box<dyn Fn(&[u8]) -> Result<usize, String>>;

/// The decoders of one type, in the order of [`NAMES`].
pub(crate) struct Decoders(pub(crate) [Decoder; 4]);

impl Decoders {
    /// Creates the decoders of a generated type `T`, of its mirror `M`, and of the JSON Schema of the type.
    pub(crate) fn new<T: Model + 'static, M>(schema: &Value) -> anyhow::Result<Self>
    where
        M: DeserializeOwned + Validate<Context = ()> + 'static,
    {
        let validator = validator(schema)?;
        Ok(Self([
            Box::new(parse::<T>),
            Box::new(deserialize::<M>),
            Box::new(move |json| validate_json_schema::<M>(&validator, json)),
            Box::new(deserialize_and_validate::<M>),
        ]))
    }
}

/// Decodes and validates with the generated code.
fn parse<T: Model>(json: &[u8]) -> Result<usize, String> {
    match decode::parse::<T>(json) {
        Ok(value) => {
            black_box(value);
            Ok(0)
        }
        Err(ParseError::Violations(violations)) => Ok(black_box(violations).len()),
        Err(error) => Err(error.to_string()),
    }
}

/// Deserializes without validation, so the result says nothing about a body with violations.
fn deserialize<M: DeserializeOwned>(json: &[u8]) -> Result<usize, String> {
    let value: M = serde_json::from_slice(json).map_err(|error| error.to_string())?;
    black_box(value);
    Ok(0)
}

/// Validates a JSON value against the schema, and deserializes the value if it is valid.
fn validate_json_schema<M: DeserializeOwned>(
    validator: &Validator,
    json: &[u8],
) -> Result<usize, String> {
    let value: Value = serde_json::from_slice(json).map_err(|error| error.to_string())?;
    let errors: Vec<_> = validator.iter_errors(&value).collect();
    let count = black_box(&errors).len();
    drop(errors);
    if count == 0 {
        black_box(serde_json::from_value::<M>(value).map_err(|error| error.to_string())?);
    }
    Ok(count)
}

/// Deserializes, then validates with `garde`.
fn deserialize_and_validate<M>(json: &[u8]) -> Result<usize, String>
where
    M: DeserializeOwned + Validate<Context = ()>,
{
    let value: M = serde_json::from_slice(json).map_err(|error| error.to_string())?;
    match black_box(value).validate() {
        Ok(()) => Ok(0),
        Err(report) => Ok(black_box(report).iter().count()),
    }
}

/// Compiles a JSON Schema. The runtime's functions judge the formats that JSON Schema does not have.
fn validator(schema: &Value) -> anyhow::Result<Validator> {
    const CRON: StringFormat =
        StringFormat::Cron { minimum_interval: Some(Duration::from_secs(300)) };
    let built = jsonschema::draft202012::options()
        .should_validate_formats(true)
        .with_format("cron", |text: &str| CRON.check(text).is_ok())
        .with_format("schedule-phrase", |text: &str| schedule_phrase::check(text).is_ok())
        .with_format("time-zone", |text: &str| time_zone::check(text).is_ok())
        .build(schema);
    Ok(built?)
}
