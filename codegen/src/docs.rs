//! Writes the doc comments of generated code (what the contract states, limits, and clauses), and the
//! `#[deprecated]` attributes of items that a contract deprecates.

use proc_macro2::TokenStream;
use quote::quote;
use webdata_spec::Spec;
use webdata_spec::model::{
    Behaviour, ClauseId, Constraint, Deprecation, Effect, ErrorRow, ErrorText, OpenValues, Operand,
    Operation, Refusal, Rule, Schema, StringFormat,
};
use webdata_spec::prose::capitalized;

use crate::layout::{FieldType, Layout, TypeKind};
use crate::names::{ident, upper_camel};

/// The maximum length of a documentation line, in characters.
const WIDTH: usize = 92;
/// The start of a list item.
const ITEM: &str = "- ";

/// Returns doc attributes for paragraphs and skips empty ones. Paragraphs that start with [`ITEM`] form a
/// list.
pub(crate) fn doc(paragraphs: impl IntoIterator<Item = String>) -> TokenStream {
    let (mut lines, mut is_list) = (Vec::new(), false);
    for paragraph in paragraphs.into_iter().filter(|paragraph| !paragraph.is_empty()) {
        let item = paragraph.strip_prefix(ITEM);
        if !(lines.is_empty() || is_list && item.is_some()) {
            lines.push(String::new());
        }
        is_list = item.is_some();
        match item {
            Some(item) => {
                let wrapped = wrap_to(item, WIDTH - ITEM.len()).into_iter().enumerate();
                lines.extend(wrapped.map(|(at, line)| match at {
                    0 => format!("{ITEM}{line}"),
                    _ => format!("{:1$}{line}", "", ITEM.len()),
                }));
            }
            None => lines.extend(wrap(&paragraph)),
        }
    }
    let lines = lines.into_iter().map(|line| match line.as_str() {
        "" => line,
        _ => format!(" {line}"),
    });
    quote!(#(#[doc = #lines])*)
}

/// Breaks a paragraph into lines. A line never starts with a word that would begin a list or a heading.
pub(crate) fn wrap(paragraph: &str) -> Vec<String> {
    wrap_to(paragraph, WIDTH)
}

fn wrap_to(paragraph: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in paragraph.split_whitespace() {
        let breaks = word.starts_with(['-', '*', '+', '#', '>', '|', '='])
            || word.starts_with(|c: char| c.is_ascii_digit());
        let last = lines.len() - 1;
        let line = &mut lines[last];
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width || breaks {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// Returns the paragraphs about a value: one with its description or `fallback`, and one with its facts. The behaviour of
/// a listed string is in the docs of its variant.
pub(crate) fn value_docs(schema: &Schema, fallback: String) -> Vec<String> {
    let limits = limits(schema);
    let sentence = summary(schema, fallback);
    // A description that only repeats a limit is left out.
    let same_limit = format!("{} (`", sentence.trim_end_matches('.'));
    let is_limit = limits.iter().any(|limit| limit.starts_with(&same_limit));
    let sentence = if is_limit { String::new() } else { sentence };
    let value = schema.default.as_ref().map(|value| format!("Defaults to `{value}`"));
    let described = || Some(format!("By default, {}", schema.default_description.as_ref()?));
    let default = value
        .or_else(described)
        .map(|default| format!("{default} (`{}`).", schema.clause.child("default")));
    let mut facts: Vec<String> = default.into_iter().collect();
    facts.extend(schema.generated.then(|| {
        let clause = schema.clause.child("generated");
        format!("The service generates a value that is left out, and keeps it (`{clause}`).")
    }));
    facts.extend(limits);
    facts.extend(schema.secret.then(|| "Secret: `Debug` does not show the value.".to_owned()));
    facts.extend(schema.open_values.iter().map(open_values));
    let texts = listed_strings(schema);
    let statements = schema.behaviour.iter().filter(|(id, _)| !texts.contains(&id.as_str()));
    facts.extend(statements.map(|(id, sentence)| statement(&schema.clause, id, sentence)));
    vec![sentence, facts.join(" ")]
}

/// Returns the description of a value, or `fallback` without one.
pub(crate) fn summary(schema: &Schema, fallback: String) -> String {
    if schema.doc.is_empty() { fallback } else { schema.doc.clone() }
}

/// Returns the description of a value's named type, or `fallback`, for a value that the contract does not describe.
pub(crate) fn description_of_type(
    layout: &Layout<'_>,
    ty: &FieldType<'_>,
    fallback: String,
) -> String {
    let named = match &ty.kind {
        TypeKind::Named { name, .. } => layout.spec.types.get(&name.name),
        _ => None,
    };
    match named.map(|found_type| found_type.schema.doc.as_str()) {
        Some("") | None => fallback,
        Some(sentence) => sentence.to_owned(),
    }
}

/// Returns the paragraphs about one of the listed strings of a value.
pub(crate) fn listed_string_docs(schema: &Schema, text: &str, fallback: String) -> Vec<String> {
    let sentence = schema.behaviour.get(text);
    let sentence = sentence.map(|sentence| statement(&schema.clause, text, sentence));
    std::iter::once(fallback).chain(sentence).collect()
}

/// Returns the strings that a value, or its discriminator, may be.
fn listed_strings(schema: &Schema) -> Vec<&str> {
    let words = schema.words().unwrap_or_default().iter();
    let values = schema.union().into_iter().flat_map(|union| union.variants.keys());
    words.chain(values).map(String::as_str).collect()
}

fn open_values(open: &OpenValues) -> String {
    let values: Vec<_> = open.values.iter().map(|value| format!("`{value}`")).collect();
    format!(
        "The contract does not say whether the service accepts {} (gap `{}`).",
        values.join(" or "),
        open.gap
    )
}

/// Returns a paragraph for each statement about the behaviour of the service.
pub(crate) fn behaviour(of: &ClauseId, behaviour: &Behaviour) -> Vec<String> {
    behaviour.iter().map(|(id, sentence)| statement(of, id, sentence)).collect()
}

/// Returns a statement about behaviour, with its clause.
fn statement(of: &ClauseId, id: &str, sentence: &str) -> String {
    with_clause(sentence, &of.child("behaviour").child(id))
}

/// Describes an effect, with its clause.
pub(crate) fn effect(effect: &Effect) -> String {
    with_clause(&effect.doc, &effect.clause)
}

/// Returns a sentence for each clause of lifecycles and resources about a property or an operation.
pub(crate) fn further_docs(layout: &Layout<'_>, clause: &ClauseId) -> Vec<String> {
    let clauses = layout.further_docs(clause.as_str());
    let sentence = |statement: &str| match statement.split_once(' ') {
        Some((operation, rest)) if layout.spec.operations.contains_key(operation) => {
            format!("`{operation}` {rest}")
        }
        _ => capitalized(statement),
    };
    clauses.map(|clause| with_clause(&sentence(&clause.statement), &clause.id)).collect()
}

/// Adds a clause to a sentence.
fn with_clause(sentence: &str, clause: &ClauseId) -> String {
    format!("{} (`{clause}`).", sentence.trim_end_matches('.'))
}

/// Returns what an operation promises about its resource and about the pages of a list, each with its clause.
pub(crate) fn promises(spec: &Spec, operation: &Operation) -> Vec<String> {
    let promises = spec.promises(operation).into_iter();
    promises.map(|(clause, sentence)| format!("{} (`{clause}`).", capitalized(&sentence))).collect()
}

/// Describes when a well-formed request is rejected, with the error and the clause. `module` is the module
/// of the error, or empty where the docs find the name of the error alone.
pub(crate) fn rejection(refusal: &Refusal, module: &str) -> String {
    let Refusal { doc, error, clause, .. } = refusal;
    let kind = ident(&upper_camel(error));
    let target = match module {
        "" => String::new(),
        module => format!("({module}::ErrorKind::{kind})"),
    };
    format!("Error [`ErrorKind::{kind}`]{target}: {doc} (`{clause}`)")
}

/// Returns the errors of an operation that are not common to all operations: a sentence, and a list below it.
/// `common` has the common errors.
pub(crate) fn own_errors(spec: &Spec, operation: &Operation, common: &[&ErrorRow]) -> Vec<String> {
    let own_errors = spec.own_errors(operation, common);
    let sentence = match (own_errors.is_empty(), common.is_empty()) {
        (true, _) => return Vec::new(),
        (false, true) => "Its errors:",
        (false, false) => {
            "Errors with a cause of their own here, besides those of every operation:"
        }
    };
    let rows = own_errors.into_iter().map(|(row, cause)| error_item(row, &cause));
    std::iter::once(sentence.to_owned()).chain(rows).collect()
}

/// Returns an error of an operation as an item of a list.
fn error_item(row: &ErrorRow, cause: &str) -> String {
    format!("{ITEM}[`ErrorKind::{}`] ({}): {cause}", ident(&upper_camel(&row.id)), row.status)
}

/// Returns a sentence for each limit, with its clause.
pub(crate) fn limits(schema: &Schema) -> Vec<String> {
    let mut sentences = Sentences { schema, list: Vec::new() };
    if let Some(unit) = schema.unit {
        sentences.add("unit", &format!("In {}", unit.name()));
    }
    if let Some(media_type) = &schema.content_media_type {
        let sentence = format!("A file, such as `{media_type}`: each character is a byte");
        sentences.add("contentMediaType", &sentence);
    }
    if schema.object().is_none() {
        sentences.add_constraints();
    }
    for (what, part) in [("item", schema.items()), ("value", schema.values())] {
        let each = part.map(limits).unwrap_or_default();
        if !each.is_empty() {
            sentences.list.push(format!("Each {what}: {}", each.join(" ")));
        }
    }
    sentences.list
}

/// Returns a sentence for each limit of an object as a whole, with its clause.
pub(crate) fn object_limits(schema: &Schema) -> String {
    let mut sentences = Sentences { schema, list: Vec::new() };
    sentences.add_constraints();
    sentences.list.join(" ")
}

/// Describes a rule, with its clause.
pub(crate) fn rule(rule: &Rule) -> String {
    format!("{} (`{}`)", rule.doc, rule.clause)
}

/// Describes an error, with its status code and its text as far as the contract shows it.
pub(crate) fn error(row: &ErrorRow) -> Vec<String> {
    let code = row.code.as_ref().map(|code| format!(", code `{code}`")).unwrap_or_default();
    let text = match &row.text {
        ErrorText::Exact(text) => format!(" `{text}`"),
        ErrorText::Free(text) => format!(" `{text}`, or another message"),
        ErrorText::Described(sentence) => format!(", with a message that says: {sentence}"),
        ErrorText::NotShown => ", with a message that the contract does not show".to_owned(),
    };
    let retry = format!("{} (`{}`).", capitalized(row.retry.phrase()), row.clause("retry"));
    vec![row.cause.clone(), format!("{}{text}{code}. {retry}", row.status)]
}

struct Sentences<'s> {
    schema: &'s Schema,
    list: Vec<String>,
}

impl Sentences<'_> {
    fn add(&mut self, word: &str, sentence: &str) {
        self.list.push(format!("{sentence} (`{}`).", self.schema.clause.child(word)));
    }

    fn add_constraints(&mut self) {
        for constraint in self.schema.all_constraints() {
            self.add(constraint.keyword.name(), &limit_sentence(&constraint));
        }
    }
}

/// Returns a limit as the start of a sentence: `At least one property`.
fn limit_sentence(limit: &Constraint) -> String {
    match &limit.operand {
        Operand::Format(format) => format_description(*format).to_owned(),
        _ if limit.keyword.counted_unit().is_some() => {
            let sentence = capitalized(&limit.sentence());
            sentence.replace("least 1 ", "least one ").replace("most 1 ", "most one ")
        }
        _ => capitalized(&limit.sentence()),
    }
}

/// Returns a format in words.
fn format_description(format: StringFormat) -> &'static str {
    match format {
        StringFormat::Uuid => "A UUID, in either letter case",
        StringFormat::Uri => "A URI with a scheme",
        StringFormat::Email => "An e-mail address",
        StringFormat::DateTime => "A date and time by RFC 3339",
        StringFormat::Date => "A date by RFC 3339",
        StringFormat::Time => "A time by RFC 3339",
        StringFormat::Duration => "A duration by RFC 3339",
        StringFormat::Hostname => "A hostname",
        StringFormat::Ipv4 => "An IPv4 address",
        StringFormat::Ipv6 => "An IPv6 address",
        StringFormat::JsonPointer => "A JSON Pointer",
        StringFormat::Regex => "An ECMAScript regular expression",
        StringFormat::TimeZone => "A time zone of the IANA database",
        StringFormat::Cron => "A cron expression of five fields",
        StringFormat::SchedulePhrase => {
            "A schedule in words, such as `every 30 minutes`, `every 15 minutes starting at :07`, `every hour`, \
             `every day at 9:00` or `every week`"
        }
    }
}

/// Returns the attribute by which the compiler warns users of the item.
pub(crate) fn deprecated(deprecation: Option<&Deprecation>) -> TokenStream {
    match deprecation {
        None => TokenStream::new(),
        Some(Deprecation { instead: None }) => quote!(#[deprecated]),
        Some(Deprecation { instead: Some(note) }) => quote!(#[deprecated(note = #note)]),
    }
}
