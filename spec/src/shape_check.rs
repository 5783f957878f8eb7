//! Checks a TOML document against the JSON Schema of its type: unknown keys, wrong types, missing keys.
//!
//! The schema is the one that editors use, so an editor and the reader never disagree.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::{ValidationError, Validator};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::diagnostic::Diagnostic;
use crate::document::{Document, EntryPart};
use crate::nearest::nearest;
use crate::omission::Omission;
use crate::page::{NOT_BLANK, schema_of};
use crate::pointer;

/// The form of TOML documents: a JSON Schema, and its validator.
pub struct Form {
    schema: Value,
    validator: Result<Validator, String>,
    hides_strings: bool,
}

impl Form {
    /// Makes the form of documents that match a JSON Schema.
    #[must_use]
    pub fn new(schema: Value) -> Self {
        let options = jsonschema::options().should_validate_formats(true);
        let validator = options.build(&schema).map_err(|error| error.to_string());
        Self { schema, validator, hides_strings: false }
    }

    /// Keeps the strings of a document, which may be secret, out of messages.
    #[must_use]
    pub fn hiding_strings(self) -> Self {
        Self { hides_strings: true, ..self }
    }

    /// Returns the form of documents of type `T`, without blank strings. It is made once: a process may read many
    /// contracts.
    #[must_use]
    pub fn of_type<T: JsonSchema + 'static>() -> Arc<Self> {
        static FORMS: LazyLock<Mutex<HashMap<TypeId, Arc<Form>>>> = LazyLock::new(Mutex::default);
        let mut forms = FORMS.lock().unwrap_or_else(PoisonError::into_inner);
        let form =
            forms.entry(TypeId::of::<T>()).or_insert_with(|| Arc::new(Self::new(schema_of::<T>())));
        Arc::clone(form)
    }

    /// Reports every entry that does not match the schema.
    ///
    /// Returns the content without the rejected entries, so that a misspelt key does not hide the mistakes
    /// beside it. Only the document as a whole may still lack keys. The document records the rejected entries.
    pub fn check(&self, document: &mut Document) -> (Value, Vec<Diagnostic>) {
        let mut mistakes = Mistakes { document, form: self, kept: Vec::new() };
        let mut remaining = mistakes.document.value.clone();
        let mut rejected = Vec::new();
        match &self.validator {
            Ok(validator) => {
                let value = &mistakes.document.value;
                mistakes.report_numbers(value, &mut Vec::new());
                validator.iter_errors(value).for_each(|error| mistakes.report(&error));
                rejected = mistakes.kept.iter().map(|(path, _)| path.clone()).collect();
                remove_rejected(validator, &mut remaining, &mut rejected);
            }
            Err(error) => {
                mistakes.add(Vec::new(), EntryPart::Value, format!("cannot be read: {error}"));
            }
        }
        let all_mistakes = mistakes.kept.into_iter().map(|(_, mistake)| mistake).collect();
        rejected.into_iter().for_each(|path| document.reject(path));
        (remaining, all_mistakes)
    }
}

/// Reads a page of type `T`, and adds a mistake for every entry that does not match the schema. Returns `None`
/// if too little is left.
pub(crate) fn read<T: JsonSchema + DeserializeOwned + 'static>(
    document: &mut Document,
    mistakes: &mut Vec<Diagnostic>,
) -> Option<T> {
    let (remaining, shape_mistakes) = Form::of_type::<T>().check(document);
    mistakes.extend(shape_mistakes);
    match serde_json::from_value(remaining) {
        Ok(content) => Some(content),
        Err(error) => {
            if mistakes.is_empty() {
                let message = format!("cannot be read: {error}");
                mistakes.push(document.mistake(&[], EntryPart::Value, message));
            }
            None
        }
    }
}

/// Removes the reported entries, and then every entry that does not match without them.
fn remove_rejected(validator: &Validator, remaining: &mut Value, rejected: &mut Vec<Vec<String>>) {
    for path in rejected.iter_mut() {
        path.truncate(remove(remaining, path));
    }
    loop {
        let mut paths = validator
            .iter_errors(remaining)
            .map(|error| pointer::tokens(error.instance_path().as_str()));
        let Some(mut path) = paths.find(|path| !path.is_empty()) else { break };
        drop(paths);
        path.truncate(remove(remaining, &path));
        if path.is_empty() {
            break;
        }
        rejected.push(path);
    }
}

/// Removes an entry. If the entry is in a list, the whole list is removed: the places of the other items
/// would be wrong.
///
/// Returns the number of keys that lead to the removed entry.
fn remove(value: &mut Value, path: &[String]) -> usize {
    let Some((last, parents)) = path.split_last() else { return 0 };
    let parent = parents.iter().try_fold(&mut *value, |value, step| match value {
        Value::Object(object) => object.get_mut(step),
        Value::Array(items) => items.get_mut(step.parse::<usize>().ok()?),
        _ => None,
    });
    match parent {
        Some(Value::Object(object)) => {
            object.shift_remove(last);
            path.len()
        }
        Some(_) => remove(value, parents),
        None => path.len(),
    }
}

/// The entries of one document that do not match its form.
struct Mistakes<'p> {
    document: &'p Document,
    form: &'p Form,
    kept: Vec<(Vec<String>, Diagnostic)>,
}

impl Mistakes<'_> {
    fn add(&mut self, path: Vec<String>, part: EntryPart, message: String) {
        let mistake = self.document.mistake(&path, part, message);
        self.kept.push((path, mistake));
    }

    /// Reports numbers out of range. TOML has no null; the document has a null for each number that cannot be
    /// read.
    fn report_numbers(&mut self, value: &Value, path: &mut Vec<String>) {
        let parts: Vec<(String, &Value)> = match value {
            Value::Null => {
                let message = format!("the number in `{}` is out of range", key(path));
                let mistake = self.document.mistake(path, EntryPart::Value, message);
                let mistake = mistake.with_help("write a number that fits into 64 bits");
                self.kept.push((path.clone(), mistake));
                return;
            }
            Value::Object(object) => object.iter().map(|(key, part)| (key.clone(), part)).collect(),
            Value::Array(items) => {
                items.iter().enumerate().map(|(index, part)| (index.to_string(), part)).collect()
            }
            _ => return,
        };
        for (step, part) in parts {
            path.push(step);
            self.report_numbers(part, path);
            path.pop();
        }
    }

    fn report(&mut self, error: &ValidationError<'_>) {
        if error.instance().is_null() {
            return;
        }
        let path = pointer::tokens(error.instance_path().as_str());
        match error.kind() {
            ValidationErrorKind::AdditionalProperties { unexpected } => {
                let known = known_keys(&self.form.schema, error.schema_path().as_str());
                for key in unexpected {
                    let at: Vec<String> = path.iter().cloned().chain([key.clone()]).collect();
                    // Only the schema of a type has the key `nullable`.
                    let is_schema = known.iter().any(|key| key == "nullable");
                    let instead = replacement(key).filter(|_| is_schema);
                    let effect = known.iter().any(|key| key == "requestRequired");
                    let effect = effect.then(|| EFFECTS.contains(&key.as_str()));
                    let unknown = format!("unknown key `{key}`");
                    let mistake = match (instead, Omission::of_key(key, &known)) {
                        (Some(help), omission) => {
                            let message = format!("`{key}` of JSON Schema is not supported");
                            let mistake = self.document.mistake(&at, EntryPart::Key, message);
                            mistake.with_help(help).with_omission(omission)
                        }
                        (None, Some(omission)) => {
                            let mistake = self.document.mistake(&at, EntryPart::Key, unknown);
                            mistake.with_help("remove it").with_omission(omission)
                        }
                        (None, None) if effect == Some(true) => {
                            let mistake = self.document.mistake(&at, EntryPart::Key, unknown);
                            mistake.with_help(format!("write `effect = \"{key}\"` in `resource`"))
                        }
                        (None, None) => {
                            let mistake = self.document.mistake(&at, EntryPart::Key, unknown);
                            mistake.with_names(key, &known)
                        }
                    };
                    self.kept.push((at, mistake));
                }
            }
            ValidationErrorKind::Required { property } => {
                let name = property.as_str().unwrap_or_default();
                if self.is_misspelt(name, error) {
                    return;
                }
                let place =
                    if path.is_empty() { String::new() } else { format!(" in `{}`", key(&path)) };
                let message = format!("the key `{name}` is missing{place}");
                let mistake = self.document.mistake(&path, EntryPart::Key, message);
                let meaning = properties(&self.form.schema, error.schema_path().as_str())
                    .and_then(|properties| description(properties.get(name)?));
                let meaning = meaning.map(|meaning| format!(": {meaning}")).unwrap_or_default();
                self.kept.push((path, mistake.with_help(format!("add `{name}`{meaning}"))));
            }
            ValidationErrorKind::Pattern { pattern } if pattern == NOT_BLANK => {
                let message = format!("`{}` is blank", key(&path));
                let mistake = self.document.mistake(&path, EntryPart::Value, message);
                let help = format!("write a text{}", self.meaning(error, ": "));
                self.kept.push((path, mistake.with_help(help)));
            }
            ValidationErrorKind::Minimum { limit } => {
                let help = format!("write a number of at least {limit}");
                self.out_of_limits(path, error, "is too small", help);
            }
            ValidationErrorKind::Maximum { limit } => {
                let help = format!("write a number of at most {limit}");
                self.out_of_limits(path, error, "is too large", help);
            }
            ValidationErrorKind::Pattern { pattern } => {
                let meaning = self.meaning(error, ": ");
                let help = format!("write a string that matches `{pattern}`{meaning}");
                self.out_of_limits(path, error, "does not have the required form", help);
            }
            ValidationErrorKind::Format { format } => {
                let help = format!("write a {format}{}", self.meaning(error, ": "));
                self.out_of_limits(path, error, &format!("is not a {format}"), help);
            }
            ValidationErrorKind::MinItems { .. } => {
                let message = format!("`{}` is empty", key(&path));
                let mistake = self.document.mistake(&path, EntryPart::Value, message);
                self.kept.push((path, mistake.with_help(self.meaning(error, "write "))));
            }
            ValidationErrorKind::PropertyNames { error: inner } => {
                let name = inner.instance().as_str().unwrap_or_default().to_owned();
                let at: Vec<String> = path.into_iter().chain([name.clone()]).collect();
                let message = format!("unknown key `{name}`");
                let mistake = self.document.mistake(&at, EntryPart::Key, message);
                let known = match inner.kind() {
                    ValidationErrorKind::Enum { options } => words(options),
                    _ => Vec::new(),
                };
                self.kept.push((at, mistake.with_names(&name, &known)));
            }
            ValidationErrorKind::Enum { options } => {
                self.not_one_of(path, error.instance(), &words(options));
            }
            ValidationErrorKind::AnyOf { context }
            | ValidationErrorKind::OneOfNotValid { context } => {
                self.report_alternatives(path, error, context);
            }
            ValidationErrorKind::Type { kind } => {
                self.wrong_type(path, error, &expected_types(kind), String::new());
            }
            _ => {
                let shown =
                    if self.form.hides_strings { String::new() } else { format!(": {error}") };
                let message = format!("the value of `{}` is not valid{shown}", key(&path));
                self.add(path, EntryPart::Value, message);
            }
        }
    }

    /// Returns the description of the schema that a value breaks, after a text; empty without a description.
    fn meaning(&self, error: &ValidationError<'_>, before: &str) -> String {
        let schema = schema_with_keyword(&self.form.schema, error.schema_path().as_str());
        let meaning = schema.and_then(description);
        meaning.map(|meaning| format!("{before}{meaning}")).unwrap_or_default()
    }

    /// Returns whether a key that seems to be missing is there under another spelling, which is reported.
    fn is_misspelt(&self, name: &str, error: &ValidationError<'_>) -> bool {
        let known = known_keys(&self.form.schema, error.schema_path().as_str());
        let written = error.instance().as_object().into_iter().flatten().map(|(key, _)| key);
        written
            .filter(|key| !known.contains(key))
            .any(|key| nearest(known.iter().map(String::as_str), key) == Some(name))
    }

    /// Reports a value that matches none of several alternatives. Only the alternative of the written type is
    /// reported.
    fn report_alternatives(
        &mut self,
        path: Vec<String>,
        error: &ValidationError<'_>,
        context: &[Vec<ValidationError<'static>>],
    ) {
        // schemars writes an enum with documented values as alternatives with one constant each.
        let place = error.instance_path().as_str();
        let here = context.iter().flatten().filter(|inner| inner.instance_path().as_str() == place);
        let constants: Vec<&str> = here
            .flat_map(|inner| match inner.kind() {
                ValidationErrorKind::Constant { expected_value } => {
                    expected_value.as_str().into_iter().collect()
                }
                ValidationErrorKind::Enum { options } => words(options),
                _ => Vec::new(),
            })
            .collect();
        let wrong_type = |inner: &ValidationError<'_>| {
            inner.instance_path().as_str() == place
                && matches!(inner.kind(), ValidationErrorKind::Type { .. })
        };
        let is_fitting =
            |alternative: &&Vec<ValidationError<'static>>| !alternative.iter().any(wrong_type);
        let fitting: Vec<_> = context.iter().filter(is_fitting).collect();
        if !constants.is_empty() && (error.instance().is_string() || fitting.is_empty()) {
            self.not_one_of(path, error.instance(), &constants);
            return;
        }
        let meaning = self.meaning(error, "it is ");
        match fitting.as_slice() {
            [_, _, ..] if !meaning.is_empty() => {
                let message = format!("`{}` has none of its forms", key(&path));
                let mistake = self.document.mistake(&path, EntryPart::Value, message);
                self.kept.push((path, mistake.with_help(meaning)));
            }
            [alternative, ..] => alternative.iter().for_each(|inner| self.report(inner)),
            [] => {
                let mut wanted: Vec<String> = context
                    .iter()
                    .flatten()
                    .filter(|inner| wrong_type(inner))
                    .filter_map(|inner| match inner.kind() {
                        ValidationErrorKind::Type { kind } => Some(expected_types(kind)),
                        _ => None,
                    })
                    .filter(|wanted| wanted != "a null")
                    .collect();
                wanted.dedup();
                self.wrong_type(path, error, &wanted.join(" or "), meaning);
            }
        }
    }

    /// Reports a value of the right type that breaks a limit.
    fn out_of_limits(
        &mut self,
        path: Vec<String>,
        error: &ValidationError<'_>,
        problem: &str,
        help: String,
    ) {
        let value = error.instance();
        let is_shown = !(self.form.hides_strings && value.is_string());
        let shown = if is_shown { format!(" = {value}") } else { String::new() };
        let message = format!("`{}{shown}` {problem}", key(&path));
        let mistake = self.document.mistake(&path, EntryPart::Value, message).with_help(help);
        self.kept.push((path, mistake));
    }

    fn wrong_type(
        &mut self,
        path: Vec<String>,
        error: &ValidationError<'_>,
        wanted: &str,
        help: String,
    ) {
        let is = type_with_article(error.instance());
        let in_list = path.last().is_some_and(|step| step.parse::<usize>().is_ok());
        let takes = if in_list { "lists" } else { "takes" };
        let message = format!("`{}` {takes} {wanted}, not {is}", key(&path));
        let mistake = self.document.mistake(&path, EntryPart::Value, message);
        let mistake = if help.is_empty() { mistake } else { mistake.with_help(help) };
        let mistake = mistake.with_omission(Omission::of_value(&path, error.instance()));
        self.kept.push((path, mistake));
    }

    fn not_one_of(&mut self, path: Vec<String>, value: &Value, words: &[&str]) {
        let mistake = match value.as_str() {
            Some(_) if self.form.hides_strings => {
                format!("this string is not a value of `{}`", key(&path))
            }
            Some(written) => format!("`{written}` is not a value of `{}`", key(&path)),
            None => format!("`{}` must be a string, not {}", key(&path), type_with_article(value)),
        };
        let mistake = self.document.mistake(&path, EntryPart::Value, mistake);
        let written = value.as_str().unwrap_or_default();
        if let ("type", Some(named)) = (key(&path), without_null(value)) {
            let help = match named.as_slice() {
                [one] => format!("write `type = {one}` and `nullable = true`"),
                _ => "write one type; for several, use `oneOf`".to_owned(),
            };
            self.kept.push((path, mistake.with_help(help)));
            return;
        }
        let omission = Omission::of_value(&path, value);
        self.kept.push((path, mistake.with_names(written, words).with_omission(omission)));
    }
}

/// What an operation may do with a resource, which some write as a key of the operation.
const EFFECTS: [&str; 9] =
    ["creates", "reads", "lists", "updates", "replaces", "deletes", "starts", "cancels", "uses"];

/// Returns the types of a list of types, without null.
fn without_null(value: &Value) -> Option<Vec<&Value>> {
    Some(value.as_array()?.iter().filter(|one| one.as_str() != Some("null")).collect())
}

/// Returns the strings in a list.
fn words(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

fn known_keys(schema: &Value, keyword: &str) -> Vec<String> {
    let properties = properties(schema, keyword);
    properties.map(|properties| properties.keys().cloned().collect()).unwrap_or_default()
}

fn properties<'s>(schema: &'s Value, keyword: &str) -> Option<&'s Map<String, Value>> {
    schema_with_keyword(schema, keyword)?.get("properties")?.as_object()
}

/// Returns the schema that has a keyword.
fn schema_with_keyword<'s>(schema: &'s Value, keyword: &str) -> Option<&'s Value> {
    schema.pointer(keyword.rsplit_once('/').map_or("", |(object, _)| object))
}

/// Returns the key of a value, or the key of the list that the value is in; empty for the document.
fn key(path: &[String]) -> &str {
    let keys = path.iter().rev().find(|step| step.parse::<usize>().is_err());
    keys.map_or("", String::as_str)
}

/// Returns the description of a schema as a help text.
fn description(schema: &Value) -> Option<String> {
    let text = schema.get("description")?.as_str()?.trim_end_matches('.');
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut letters = line.chars();
    let first = letters.next()?.to_lowercase();
    Some(first.chain(letters).collect())
}

/// Returns the JSON types that would match, with their articles.
fn expected_types(kind: &TypeKind) -> String {
    let name = |word: String| match word.as_str() {
        "object" => "a table".to_owned(),
        "array" | "integer" => format!("an {word}"),
        _ => format!("a {word}"),
    };
    match kind {
        TypeKind::Single(one) => name(one.to_string()),
        TypeKind::Multiple(several) => {
            let several: Vec<String> =
                several.iter().map(|name| name.to_string()).filter(|name| name != "null").collect();
            several.into_iter().map(name).collect::<Vec<_>>().join(" or ")
        }
    }
}

/// Returns the JSON type of a value, with its article.
fn type_with_article(value: &Value) -> &'static str {
    match value {
        Value::Null => "nothing",
        Value::Bool(_) => "a boolean",
        Value::Number(number) if number.is_f64() => "a number with a fraction",
        Value::Number(_) => "an integer",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "a table",
    }
}

/// Returns what to write instead of a keyword of JSON Schema, or `None` for a key that is not such a keyword.
fn replacement(key: &str) -> Option<&'static str> {
    Some(match key {
        "not" => "describe the values that are allowed: `enum`, `pattern` or limits",
        "anyOf" => "use `oneOf` for kinds of value that differ in their JSON type, or a union",
        "allOf" => "write the properties of all of them into one type",
        "if" | "then" | "else" => "use `rules` across properties, or a union",
        "dependentSchemas" | "dependencies" => "use `dependentRequired`, or `rules`",
        "patternProperties" => "use `additionalProperties` with a schema, and `propertyNames`",
        "unevaluatedProperties" => "use `additionalProperties`",
        "additionalItems" | "unevaluatedItems" => {
            "use `items` for items with one schema, or `prefixItems` with `items = false`"
        }
        "$ref" | "$dynamicRef" | "$recursiveRef" => "use `ref` with the name of a type",
        "$defs" | "definitions" => "give each type a name on a page in `types/`",
        "$id" | "$schema" | "$anchor" | "$dynamicAnchor" | "$vocabulary" | "$recursiveAnchor" => {
            "remove it"
        }
        "$comment" => "write a TOML comment, or `doc`",
        "title" | "description" => "use `doc`",
        "example" => "use `examples`, a list",
        "readOnly" | "writeOnly" => "use two types, and list the property in one of them",
        "contentEncoding" | "contentSchema" => "describe it in `doc`",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::replacement;
    use crate::page::{SchemaPage, schema_of};

    /// The vocabularies of draft 2020-12, each with its keywords, and the keywords of older drafts.
    const VOCABULARIES: [(&str, &str); 8] = [
        ("core", "$schema $vocabulary $id $anchor $dynamicAnchor $ref $dynamicRef $defs $comment"),
        (
            "applicator",
            "prefixItems items contains additionalProperties properties patternProperties \
             dependentSchemas propertyNames if then else allOf anyOf oneOf not",
        ),
        ("unevaluated", "unevaluatedItems unevaluatedProperties"),
        (
            "validation",
            "type const enum multipleOf maximum exclusiveMaximum minimum exclusiveMinimum \
             maxLength minLength pattern maxItems minItems uniqueItems maxContains minContains \
             maxProperties minProperties required dependentRequired",
        ),
        ("meta-data", "title description default deprecated readOnly writeOnly examples"),
        ("format", "format"),
        ("content", "contentEncoding contentMediaType contentSchema"),
        ("older", "definitions dependencies additionalItems $recursiveRef $recursiveAnchor"),
    ];

    #[test]
    fn each_keyword_of_json_schema_is_supported_or_has_a_replacement() {
        let page = schema_of::<SchemaPage>();
        for (vocabulary, keywords) in VOCABULARIES {
            for keyword in keywords.split_whitespace() {
                let is_supported = page["properties"].get(keyword).is_some();
                let is_replaced = replacement(keyword).is_some();
                assert!(
                    is_supported != is_replaced,
                    "{vocabulary}: {keyword}: supported: {is_supported}"
                );
            }
        }
    }
}
