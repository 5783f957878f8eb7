//! Checks a page against the JSON Schema of its type: unknown keys, wrong types, missing keys.
//!
//! The schema is the one that editors use, so an editor and the reader never disagree.

use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::{ValidationError, Validator};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::document::{Document, Part};

/// Reads a page of type `T` and reports every entry that does not fit.
///
/// What remains without those entries is returned where it makes a page, so that a misspelt key
/// does not hide the mistakes beside it.
pub(crate) fn read<T: JsonSchema + DeserializeOwned>(
    document: &Document,
) -> (Option<T>, Vec<Diagnostic>) {
    let schema = schemars::schema_for!(T).to_value();
    let mut mistakes = Mistakes { document, schema: &schema, found: Vec::new() };
    match Validator::new(&schema) {
        Ok(validator) => validator.iter_errors(&document.value).for_each(|e| mistakes.report(&e)),
        Err(error) => mistakes.add(Vec::new(), Part::Value, format!("cannot be read: {error}")),
    }
    let mut remaining = document.value.clone();
    for (path, _) in &mistakes.found {
        remove(&mut remaining, path);
    }
    let content = match serde_json::from_value(remaining) {
        Ok(content) => Some(content),
        Err(error) if mistakes.found.is_empty() => {
            mistakes.add(Vec::new(), Part::Value, format!("cannot be read: {error}"));
            None
        }
        Err(_) => None,
    };
    (content, mistakes.found.into_iter().map(|(_, mistake)| mistake).collect())
}

fn remove(value: &mut Value, path: &[String]) {
    let Some((last, parents)) = path.split_last() else { return };
    let parent = parents.iter().try_fold(value, |value, step| match value {
        Value::Object(object) => object.get_mut(step),
        Value::Array(items) => items.get_mut(step.parse::<usize>().ok()?),
        _ => None,
    });
    if let Some(Value::Object(object)) = parent {
        object.shift_remove(last);
    }
}

/// The entries of one page that do not fit.
struct Mistakes<'p> {
    document: &'p Document,
    schema: &'p Value,
    found: Vec<(Vec<String>, Diagnostic)>,
}

impl Mistakes<'_> {
    fn add(&mut self, path: Vec<String>, part: Part, message: String) {
        let mistake = self.document.mistake(&path, part, message);
        self.found.push((path, mistake));
    }

    fn report(&mut self, error: &ValidationError<'_>) {
        let path = steps(error.instance_path().as_str());
        match error.kind() {
            ValidationErrorKind::AdditionalProperties { unexpected } => {
                let known = known_keys(self.schema, error.schema_path().as_str());
                for key in unexpected {
                    let at: Vec<String> = path.iter().cloned().chain([key.clone()]).collect();
                    let message = format!("unknown key `{key}`");
                    let mistake = self.document.mistake(&at, Part::Key, message);
                    self.found.push((at, with_suggestion(mistake, key, &known)));
                }
            }
            ValidationErrorKind::Required { property } => {
                let name = property.as_str().unwrap_or_default();
                self.add(path, Part::Key, format!("the key `{name}` is missing"));
            }
            ValidationErrorKind::Enum { options } => {
                let words = options.as_array().into_iter().flatten().filter_map(Value::as_str);
                self.not_one_of(path, error.instance(), &words.collect::<Vec<_>>());
            }
            ValidationErrorKind::AnyOf { context }
            | ValidationErrorKind::OneOfNotValid { context } => {
                self.report_alternatives(path, error, context);
            }
            ValidationErrorKind::Type { kind } => {
                let message = format!("this is {}, not {}", a_type(error.instance()), wanted(kind));
                self.add(path, Part::Value, message);
            }
            _ => self.add(path, Part::Value, error.to_string()),
        }
    }

    /// Of several alternatives, only the one that has the written type is worth talking about.
    fn report_alternatives(
        &mut self,
        path: Vec<String>,
        error: &ValidationError<'_>,
        context: &[Vec<ValidationError<'static>>],
    ) {
        // schemars writes an enum with documented values as alternatives with one constant each.
        let constants: Vec<&str> = context
            .iter()
            .flatten()
            .filter_map(|inner| match inner.kind() {
                ValidationErrorKind::Constant { expected_value } => expected_value.as_str(),
                _ => None,
            })
            .collect();
        if !constants.is_empty() {
            self.not_one_of(path, error.instance(), &constants);
            return;
        }
        let place = error.instance_path().as_str();
        let wrong_type = |inner: &ValidationError<'_>| {
            inner.instance_path().as_str() == place
                && matches!(inner.kind(), ValidationErrorKind::Type { .. })
        };
        match context.iter().find(|alternative| !alternative.iter().any(wrong_type)) {
            Some(alternative) => alternative.iter().for_each(|inner| self.report(inner)),
            None => {
                let message = format!("{} cannot stand here", a_type(error.instance()));
                self.add(path, Part::Value, message);
            }
        }
    }

    fn not_one_of(&mut self, path: Vec<String>, value: &Value, words: &[&str]) {
        let message = format!("{value} is not one of `{}`", words.join("`, `"));
        let mistake = self.document.mistake(&path, Part::Value, message);
        let written = value.as_str().unwrap_or_default();
        self.found.push((path, with_suggestion(mistake, written, words)));
    }
}

fn with_suggestion<S: AsRef<str>>(mistake: Diagnostic, written: &str, known: &[S]) -> Diagnostic {
    let meant = did_you_mean(written, known.iter().map(AsRef::as_ref));
    let list = || {
        let known: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
        format!("known are `{}`", known.join("`, `"))
    };
    mistake.with_help(meant.unwrap_or_else(list))
}

fn known_keys(schema: &Value, keyword: &str) -> Vec<String> {
    let object = keyword.rsplit_once('/').map_or("", |(object, _)| object);
    schema
        .pointer(&format!("{object}/properties"))
        .and_then(Value::as_object)
        .map(|properties| properties.keys().cloned().collect())
        .unwrap_or_default()
}

fn steps(pointer: &str) -> Vec<String> {
    pointer.split('/').skip(1).map(|step| step.replace("~1", "/").replace("~0", "~")).collect()
}

fn wanted(kind: &TypeKind) -> String {
    let name = |word: String| match word.as_str() {
        "object" => "a table".to_owned(),
        "array" | "integer" => format!("an {word}"),
        _ => format!("a {word}"),
    };
    match kind {
        TypeKind::Single(one) => name(one.to_string()),
        TypeKind::Multiple(several) => {
            let several: Vec<String> =
                several.iter().map(|one| one.to_string()).filter(|one| one != "null").collect();
            several.into_iter().map(name).collect::<Vec<_>>().join(" or ")
        }
    }
}

fn a_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "a number out of range",
        Value::Bool(_) => "a boolean",
        Value::Number(number) if number.is_f64() => "a number with a fraction",
        Value::Number(_) => "an integer",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "a table",
    }
}
