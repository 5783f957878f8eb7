//! The doc comments of emitted code: what the contract says, its limits and their clauses.

use proc_macro2::TokenStream;
use quote::quote;
use webdata_spec::Spec;
use webdata_spec::model::{
    Behaviour, ClauseId, Constraint, Effect, ErrorRow, ErrorText, OpenValues, Operand, Operation,
    Refusal, Rule, Schema, Shape, StringFormat,
};

use crate::layout::{FieldType, Layout, TypeKind};
use crate::names::{ident, upper_camel};

/// The most characters of a line of documentation.
const WIDTH: usize = 92;
/// What the items of a list start with.
pub(crate) const ITEM: &str = "- ";

/// Doc attributes for paragraphs; empty ones are left out. Paragraphs that start with [`ITEM`] are
/// the items of a list.
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

/// Breaks a paragraph into lines, never before a word that would start a list or a heading.
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

/// The paragraphs about a value: what it is, what it is when left out, its limits, what is done
/// with it. What is said of one of its listed texts stands with that text.
pub(crate) fn about(schema: &Schema, otherwise: String) -> Vec<String> {
    let says = if schema.doc.is_empty() { otherwise } else { schema.doc.clone() };
    let default = schema.default.as_ref().map(|default| format!("`{default}`"));
    let default = default.or_else(|| schema.default_description.as_deref().map(upper_first));
    let default = default
        .map(|default| format!("{default} when left out (`{}`).", schema.clause.child("default")));
    let mut paragraphs = vec![says, default.unwrap_or_default()];
    paragraphs.push(limits(schema).join(" "));
    paragraphs.extend(schema.open_values.iter().map(open_values));
    let texts = listed(schema);
    let statements = schema.behaviour.iter().filter(|(id, _)| !texts.contains(&id.as_str()));
    paragraphs.extend(statements.map(|(id, says)| statement(&schema.clause, id, says)));
    paragraphs
}

/// What is said of a value that the contract says nothing of: what its type is.
pub(crate) fn unsaid(layout: &Layout<'_>, ty: &FieldType<'_>, otherwise: String) -> String {
    let named = match &ty.kind {
        TypeKind::Named { name, .. } => layout.spec.types.get(&name.name),
        _ => None,
    };
    match named.map(|found| found.schema.doc.as_str()) {
        Some("") | None => otherwise,
        Some(says) => says.to_owned(),
    }
}

/// The paragraphs about one of the listed texts of a value.
pub(crate) fn about_text(schema: &Schema, text: &str, otherwise: String) -> Vec<String> {
    let says = schema.behaviour.get(text);
    let says = says.map(|says| statement(&schema.clause, text, says));
    std::iter::once(otherwise).chain(says).collect()
}

/// The texts that a value, or what tells its variants apart, may be.
fn listed(schema: &Schema) -> Vec<&str> {
    match &schema.shape {
        Shape::Enum(values) => values.iter().map(String::as_str).collect(),
        Shape::Union(union) => union.variants.keys().map(String::as_str).collect(),
        _ => Vec::new(),
    }
}

fn open_values(open: &OpenValues) -> String {
    let values: Vec<_> = open.values.iter().map(|value| format!("`{value}`")).collect();
    let verb = if values.len() == 1 { "is" } else { "are" };
    format!(
        "The contract does not say whether {} {verb} taken (gap `{}`).",
        values.join(", "),
        open.gap
    )
}

/// What the service does, a paragraph for each statement.
pub(crate) fn behaviour(of: &ClauseId, behaviour: &Behaviour) -> Vec<String> {
    behaviour.iter().map(|(id, says)| statement(of, id, says)).collect()
}

fn statement(of: &ClauseId, id: &str, says: &str) -> String {
    format!("{says} (`{}`)", of.child("behaviour").child(id))
}

/// What something changes, with its clause.
pub(crate) fn effect(effect: &Effect) -> String {
    format!("{} (`{}`)", effect.doc, effect.clause)
}

/// What an operation promises about its resource and the pages of a list, each with its clause.
pub(crate) fn promises(spec: &Spec, operation: &Operation) -> Vec<String> {
    let promises = spec.promises(operation).into_iter();
    promises.map(|(clause, says)| format!("{} (`{clause}`).", upper_first(&says))).collect()
}

/// When a request is refused although it is well formed, with the error and the clause.
pub(crate) fn refusal(refusal: &Refusal) -> String {
    format!("{} Refused with the error `{}` (`{}`).", refusal.doc, refusal.error, refusal.clause)
}

/// The errors of an operation that not every operation has, as a list below a sentence; `common` are
/// the others.
pub(crate) fn own_errors(spec: &Spec, operation: &Operation, common: &[&ErrorRow]) -> Vec<String> {
    let own = spec.own_errors(operation, common);
    let sentence = match (own.is_empty(), common.is_empty()) {
        (true, _) => return Vec::new(),
        (false, true) => "Its errors:",
        (false, false) => "Its own errors, beside those of every operation:",
    };
    let rows = own.into_iter().map(|(row, cause)| {
        let kind = ident(&upper_camel(&row.id));
        format!("{ITEM}[`ErrorKind::{kind}`] ({}): {cause}", row.status)
    });
    std::iter::once(sentence.to_owned()).chain(rows).collect()
}

/// The text with a capital first.
pub(crate) fn upper_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// A sentence for each limit, with its clause.
pub(crate) fn limits(schema: &Schema) -> Vec<String> {
    let mut sentences = Sentences { schema, list: Vec::new() };
    if let Some(unit) = schema.unit {
        sentences.add("unit", &format!("In {}", unit.name()));
    }
    if !matches!(schema.shape, Shape::Object(_)) {
        sentences.add_constraints();
    }
    match &schema.shape {
        Shape::Array { items } => {
            let each = limits(items);
            if !each.is_empty() {
                sentences.list.push(format!("Each item: {}", each.join(" ")));
            }
        }
        Shape::Map(values) => {
            let each = limits(values);
            if !each.is_empty() {
                sentences.list.push(format!("Each value: {}", each.join(" ")));
            }
        }
        _ => {}
    }
    sentences.list
}

/// A sentence for each limit of an object as a whole, with its clause.
pub(crate) fn whole(schema: &Schema) -> String {
    let mut sentences = Sentences { schema, list: Vec::new() };
    sentences.add_constraints();
    sentences.list.join(" ")
}

/// What a rule says, with its clause.
pub(crate) fn rule(rule: &Rule) -> String {
    format!("{} (`{}`)", rule.doc, rule.clause)
}

/// What an error is, with its status and what is shown of its text.
pub(crate) fn error(row: &ErrorRow) -> Vec<String> {
    let code = row.code.as_ref().map(|code| format!(", code `{code}`")).unwrap_or_default();
    let text = match &row.text {
        ErrorText::Exact(text) => format!(" `{text}`"),
        ErrorText::Free(text) => format!(" `{text}`, or a message of the service's own"),
        ErrorText::Described(says) => format!(", with a message that says: {says}"),
        ErrorText::NotShown => ", with a text that the contract does not show".to_owned(),
    };
    let retry = format!("{} (`{}`).", upper_first(row.retry.phrase()), row.clause("retry"));
    vec![row.cause.clone(), format!("{}{text}{code}. {retry}", row.status)]
}

struct Sentences<'s> {
    schema: &'s Schema,
    list: Vec<String>,
}

impl Sentences<'_> {
    fn add(&mut self, word: &str, says: &str) {
        self.list.push(format!("{says} (`{}`).", self.schema.clause.child(word)));
    }

    fn add_constraints(&mut self) {
        for constraint in self.schema.all_constraints() {
            self.add(constraint.keyword.name(), &in_words(&constraint));
        }
    }
}

/// A limit as the first words of a sentence: `At least one property`.
fn in_words(limit: &Constraint) -> String {
    match &limit.operand {
        Operand::Format(format) => described(*format).to_owned(),
        _ if limit.keyword.counts().is_some() => {
            let says = upper_first(&limit.sentence());
            says.replace("least 1 ", "least one ").replace("most 1 ", "most one ")
        }
        _ => upper_first(&limit.sentence()),
    }
}

/// A format as people call it.
fn described(format: StringFormat) -> &'static str {
    match format {
        StringFormat::Uuid => "A UUID",
        StringFormat::Uri => "A URI with a scheme",
        StringFormat::Email => "An e-mail address",
        StringFormat::DateTime => "A date and time as RFC 3339 has it",
        StringFormat::Date => "A date as RFC 3339 has it",
        StringFormat::Time => "A time as RFC 3339 has it",
        StringFormat::Duration => "A duration as RFC 3339 has it",
        StringFormat::Hostname => "A hostname",
        StringFormat::Ipv4 => "An IPv4 address",
        StringFormat::Ipv6 => "An IPv6 address",
        StringFormat::JsonPointer => "A JSON Pointer",
        StringFormat::Regex => "A regular expression of ECMAScript",
        StringFormat::TimeZone => "A time zone of the IANA database",
        StringFormat::Cron => "A cron expression of five fields",
        StringFormat::SchedulePhrase => "A schedule in words",
    }
}
