//! Makes plain values: numbers at their limits, and strings that match their length limits, pattern and
//! format.

use serde_json::{Value, json};
use webdata_spec::model::{Constraint, Keyword, Operand, Schema, Shape, StringFormat};

use crate::derive::values::format_samples::valid_samples;
use crate::derive::values::lengths;
use crate::derive::values::pattern_samples::string_of_length;
use crate::interpreter::limits::fits;

/// Returns a number at a limit.
pub(super) fn number(schema: &Schema) -> Value {
    let is_plain =
        |constraint: &Constraint| matches!(constraint.keyword, Keyword::Minimum | Keyword::Maximum);
    if !schema.constraints.iter().all(is_plain) {
        return number_of(schema, schema.minimum_or(1.0));
    }
    let limit = |keyword| match schema.operand(keyword) {
        Some(Operand::Number(limit)) => Some(limit.clone()),
        _ => None,
    };
    let limit = limit(Keyword::Minimum).or_else(|| limit(Keyword::Maximum));
    match limit {
        Some(limit) => limit.into(),
        None if schema.shape == Shape::Integer => json!(1),
        None => json!(1.0),
    }
}

/// Returns a number as JSON, without a fraction for an integer schema.
pub(in crate::derive) fn number_of(schema: &Schema, number: f64) -> Value {
    // Removes the rounding errors of products with steps such as 0.1.
    let rounded = (number * 1e9).round() / 1e9;
    match schema.shape {
        Shape::Integer => json!(rounded as i64),
        _ => json!(rounded),
    }
}

pub(super) fn string(schema: &Schema) -> String {
    let sample = match (schema.format(), schema.pattern()) {
        (Some(format), _) => {
            let min_length = schema.count(Keyword::MinLength).unwrap_or(0) as usize;
            let known = valid_samples(format).iter().map(|sample| (*sample).to_owned());
            let made = (min_length..min_length + 256)
                .filter_map(|length| lengths::string_of_length(schema, length));
            let mut all = known.chain(made);
            let sample = all.find(|text| fits(schema, &json!(text)));
            return sample.unwrap_or_else(|| valid_samples(format)[0].to_owned());
        }
        (None, Some(pattern)) => {
            let min_length = schema.count(Keyword::MinLength).unwrap_or(0) as usize;
            let made =
                (min_length..min_length + 64).find_map(|length| string_of_length(pattern, length));
            return made.unwrap_or_else(|| "sample".to_owned());
        }
        (None, None) => "sample".to_owned(),
    };
    fit(&sample, schema)
}

/// Cuts or extends a sample to an allowed length.
fn fit(sample: &str, schema: &Schema) -> String {
    let length = |keyword| schema.count(keyword).and_then(|limit| usize::try_from(limit).ok());
    let max_length = length(Keyword::MaxLength).unwrap_or(usize::MAX);
    let mut fitted: String = sample.chars().take(max_length).collect();
    while fitted.chars().count() < length(Keyword::MinLength).unwrap_or(0) {
        fitted.push('a');
    }
    fitted
}

pub(super) fn distinct_text(schema: &Schema, sample: &str, index: usize) -> Value {
    match schema.format() {
        None if schema.is_free_text() => fit(&distinct_word(sample, index), schema).into(),
        Some(StringFormat::Uri) => format!("{sample}/{index}").into(),
        Some(StringFormat::Email) => format!("n{index}.{sample}").into(),
        _ => sample.into(),
    }
}

/// Returns another string of the same structure, because a server may check that it is a domain or a locale.
/// The varying part comes first, so that a maximum length does not cut it off.
fn distinct_word(sample: &str, index: usize) -> String {
    let is_domain = |text: &str| {
        text.contains('.') && text.bytes().all(|c| c.is_ascii_alphanumeric() || b"-.".contains(&c))
    };
    match sample.strip_prefix("*.") {
        Some(domain) => format!("*.n{index}.{domain}"),
        None if is_domain(sample) => format!("n{index}.{sample}"),
        None if sample.contains("://") => format!("{sample}/{index}"),
        None if sample.contains(' ') => format!("{sample} {index}"),
        None => format!("{}{sample}", letters(index)),
    }
}

/// Writes a number in letters, because the sample may be a word that allows no digits.
pub(super) fn letters(mut number: usize) -> String {
    let mut text = String::new();
    while number > 0 {
        number -= 1;
        text.extend(u32::try_from(number % 26).ok().and_then(|n| char::from_u32('a' as u32 + n)));
        number /= 26;
    }
    text
}
