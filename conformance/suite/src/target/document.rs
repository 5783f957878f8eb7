//! Parses a target file as TOML with positions, and reports every mistake with its line.
//!
//! A line is shown up to the start of a value, which may be a secret. This module does not know what a target
//! is.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue, Deserializer};
use webdata_spec::nearest;

use crate::foreign_file::one_line_message;
use crate::remedies::is_placeholder;
use crate::target::Mistake;

/// The text of a file, its parsed content, and its mistakes.
pub(super) struct Document<'t> {
    text: &'t str,
    table: Spanned<DeTable<'t>>,
    mistakes: Vec<(Option<Range<usize>>, String)>,
    /// The positions of syntax errors.
    syntax: BTreeSet<usize>,
}

impl<'t> Document<'t> {
    /// Parses the file, as far as its syntax is valid.
    pub(super) fn parse(text: &'t str) -> Self {
        let (table, errors) = DeTable::parse_recoverable(text);
        let mistakes = errors.iter().map(|error| (error.span(), one_line_message(error))).collect();
        let syntax = errors.iter().filter_map(|error| Some(error.span()?.start)).collect();
        Self { text, table, mistakes, syntax }
    }

    /// Deserializes the file. Entries with mistakes are reported and removed, so that the rest can be read; a
    /// string replaces `required` if that key is missing.
    pub(super) fn read<T: DeserializeOwned>(
        &mut self,
        required: (&'static str, &'static str),
    ) -> Option<T> {
        let mut table = self.table.clone();
        let mut removed = Vec::new();
        loop {
            let error = match T::deserialize(Deserializer::from(table.clone())) {
                Ok(read) => return Some(read),
                Err(error) => error,
            };
            let (name, value) = required;
            let is_missing = error.message() == format!("missing field `{name}`");
            if is_missing && !table.get_ref().contains_key(name) {
                if !self.is_written(name) {
                    let message =
                        format!("`{name}` is missing; add `{name} = \"…\"` above the first table");
                    self.mistakes.push((None, message));
                }
                let value = DeValue::String(Cow::Borrowed(value));
                let name = Spanned::new(0..0, Cow::Borrowed(name));
                table.get_mut().insert(name, Spanned::new(0..0, value));
                continue;
            }
            let span = error.span();
            // An entry that was removed for a mistake is not missing.
            let missing = |name: &String| error.message() == format!("missing field `{name}`");
            if !removed.iter().any(missing) {
                self.mistakes.push((span.clone(), one_line_message(&error)));
            }
            removed.push(remove_at(table.get_mut(), &span?)?);
        }
    }

    /// Returns whether the file has a key at its top, or a misspelt form of it. Such a key may have
    /// been removed because of a mistake, which is reported.
    fn is_written(&self, name: &str) -> bool {
        let top = self.text.lines().take_while(|line| !line.trim_start().starts_with('['));
        let keys = top.filter_map(|line| line.split_once('='));
        let mut keys = keys.map(|(key, _)| key.trim().trim_matches(['"', '\'']));
        keys.any(|key| nearest([name], key).is_some())
    }

    /// Notes a mistake at the setting that some keys lead to.
    pub(super) fn note(&mut self, path: &[String], message: String) {
        self.mistakes.push((self.span(path), message));
    }

    /// Notes each placeholder of a proposed line that is still in the file.
    pub(super) fn note_placeholders(&mut self) {
        let mut placeholders = Vec::new();
        add_placeholders(self.table.get_ref(), &mut placeholders);
        let message = "this is a placeholder; replace it, or put `# ` before the line";
        self.mistakes.extend(placeholders.into_iter().map(|span| (Some(span), message.to_owned())));
    }

    /// Returns every mistake so far, in the order of the lines.
    pub(super) fn mistakes(&self) -> Vec<Mistake> {
        let mut mistakes: Vec<_> = self.mistakes.iter().collect();
        mistakes.sort_by_key(|(span, _)| span.as_ref().map(|span| span.start));
        mistakes.dedup();
        // After a syntax error, the rest of the line is parsed as something else.
        let syntax: BTreeSet<usize> = self.syntax.iter().map(|at| self.line(*at)).collect();
        let mut seen = BTreeSet::new();
        mistakes.retain(|(span, _)| {
            let Some(span) = span else { return true };
            let line = self.line(span.start);
            !syntax.contains(&line) || (self.syntax.contains(&span.start) && seen.insert(line))
        });
        mistakes.into_iter().map(|(span, message)| self.mistake(span.as_ref(), message)).collect()
    }

    fn mistake(&self, span: Option<&Range<usize>>, message: &str) -> Mistake {
        let message = message.to_owned();
        let before = span.and_then(|span| self.text.get(..span.start));
        let Some(before) = before else {
            return Mistake { line: None, column: 1, shown: String::new(), message };
        };
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = self.text[start..].lines().next().unwrap_or_default();
        Mistake {
            line: Some(self.line(before.len())),
            column: before[start..].chars().count() + 1,
            shown: hide_value(line),
            message,
        }
    }

    /// Returns the line of a position, from 1.
    fn line(&self, at: usize) -> usize {
        self.text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
    }

    /// Returns the position of the last key of a path, or of the last key on the way that exists.
    fn span(&self, path: &[String]) -> Option<Range<usize>> {
        let (mut table, mut span) = (self.table.get_ref(), None);
        for (depth, name) in path.iter().enumerate() {
            let Some((key, value)) = table.get_key_value(name.as_str()) else { break };
            span = Some(key.span());
            match value.get_ref() {
                DeValue::Table(inner) => table = inner,
                DeValue::Array(items) => {
                    let values = &path[depth + 1..];
                    let has = |item: &&Spanned<DeValue<'_>>| {
                        let item_table = item.get_ref().as_table();
                        let has = |wanted: &String| {
                            let mut texts = item_table.into_iter().flat_map(|table| table.values());
                            texts.any(|value| value.get_ref().as_str() == Some(wanted))
                        };
                        !values.is_empty() && values.iter().all(has)
                    };
                    return items.iter().rfind(has).map(Spanned::span).or(span);
                }
                DeValue::String(_)
                | DeValue::Integer(_)
                | DeValue::Float(_)
                | DeValue::Boolean(_)
                | DeValue::Datetime(_) => break,
            }
        }
        span
    }
}

/// Adds the position of each key and value that is a placeholder.
fn add_placeholders(table: &DeTable<'_>, placeholders: &mut Vec<Range<usize>>) {
    for (key, value) in table {
        placeholders.extend(is_placeholder(key.get_ref()).then(|| key.span()));
        add_placeholders_of_value(value, placeholders);
    }
}

fn add_placeholders_of_value(value: &Spanned<DeValue<'_>>, placeholders: &mut Vec<Range<usize>>) {
    match value.get_ref() {
        DeValue::Table(table) => add_placeholders(table, placeholders),
        DeValue::Array(items) => {
            items.iter().for_each(|item| add_placeholders_of_value(item, placeholders));
        }
        DeValue::String(text) => placeholders.extend(is_placeholder(text).then(|| value.span())),
        DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_) | DeValue::Datetime(_) => {}
    }
}

/// Removes the smallest entry around a position and returns its name, or `None` if there is no such entry.
fn remove_at(table: &mut DeTable<'_>, span: &Range<usize>) -> Option<String> {
    let entry = table.iter_mut().find_map(|(key, value)| {
        let is_own = key.span() == *span || value.span() == *span;
        let (start, end) = (key.span().start, value.span().end.max(key.span().end));
        let is_within = start <= span.start && span.end <= end;
        // If an inner entry is at the position, only that one is removed.
        let inside = if is_own { None } else { remove_from_value(value.get_mut(), span) };
        let name = || key.get_ref().to_string();
        inside.map(|name| (name, true)).or_else(|| (is_own || is_within).then(|| (name(), false)))
    });
    let (name, is_removed) = entry?;
    if !is_removed {
        table.remove(name.as_str())?;
    }
    Some(name)
}

fn remove_from_value(value: &mut DeValue<'_>, span: &Range<usize>) -> Option<String> {
    match value {
        DeValue::Table(table) => remove_at(table, span),
        DeValue::Array(items) => {
            if items.iter().all(|item| item.span() != *span) {
                return items.iter_mut().find_map(|item| remove_from_value(item.get_mut(), span));
            }
            let mut kept = DeArray::new();
            let others = items.iter().filter(|item| item.span() != *span);
            others.for_each(|item| kept.push(item.clone()));
            *items = kept;
            Some(String::new())
        }
        DeValue::String(_)
        | DeValue::Integer(_)
        | DeValue::Float(_)
        | DeValue::Boolean(_)
        | DeValue::Datetime(_) => None,
    }
}

/// Returns a line up to the start of a value.
fn hide_value(line: &str) -> String {
    let is_key = |text: &str| {
        let known =
            |character: char| character.is_ascii_alphanumeric() || "_-.:\"' []".contains(character);
        text.chars().all(known)
    };
    match line.split_once('=') {
        Some((key, _)) if is_key(key) => format!("{key}= …"),
        None if line.starts_with('[') && is_key(line) => line.to_owned(),
        Some(_) | None => "…".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "kebab-case", deny_unknown_fields)]
    #[expect(dead_code, reason = "only read, to check that it parses")]
    struct File {
        base_url: String,
        #[serde(default)]
        jobs: u16,
        #[serde(default)]
        tables: BTreeMap<String, Inner>,
        #[serde(default)]
        items: Vec<Inner>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only read, to check that it parses")]
    struct Inner {
        count: u16,
    }

    #[test]
    fn every_mistake_is_found_with_its_place() {
        let table: [(&str, &[&str]); 9] = [
            ("base-url = 'x'\njobs = 2\n", &[]),
            (
                "jobs = 2\n",
                &["`base-url` is missing; add `base-url = \"…\"` above the first table"],
            ),
            (
                "base-url = 5\njobs = 2\n",
                &[
                    "line 1, column 12: this is the whole number `5`; write a string\n     1 | base-url = …\n       |            ^",
                ],
            ),
            (
                "base-ulr = 's3cr3t'\njobs = 's3cr3t'\n",
                &[
                    "line 1, column 1: unknown name `base-ulr`; did you mean `base-url`?\n     1 | base-ulr = …\n       | ^",
                    "line 2, column 8: this is a string; write a whole number of at least 0\n     2 | jobs = …\n       |        ^",
                ],
            ),
            (
                "base-url = 'x'\n[tables.one]\ncuont = 1\n[tables.two]\ncount = 1\nmore = 2\n",
                &[
                    "line 2, column 1: the key `count` is missing\n     2 | [tables.one]\n       | ^",
                    "line 3, column 1: unknown name `cuont`; did you mean `count`?\n     3 | cuont = …\n       | ^",
                    "line 6, column 1: unknown name `more`; the only name is `count`\n     6 | more = …\n       | ^",
                ],
            ),
            (
                "base-url = 'x'\ntables = { one = { count = 's3cr3t', count2 = 1 } }\njobs = -1\n",
                &[
                    "line 2, column 28: this is a string; write a whole number of at least 0\n     2 | tables = …",
                    "line 2, column 38: unknown name `count2`; did you mean `count`?\n     2 | tables = …",
                    "line 3, column 8: this is the whole number `-1`; write a whole number of at least 0\n     3 | jobs = …\n       |        ^",
                ],
            ),
            (
                "base-url = 'x'\n[[items]]\ncount = 1\n[[items]]\n[[items]]\nnone = 1\n",
                &[
                    "line 4, column 1: the key `count` is missing\n     4 | [[items]]\n       | ^",
                    "line 5, column 1: the key `count` is missing\n     5 | [[items]]\n       | ^",
                    "line 6, column 1: unknown name `none`; the only name is `count`\n     6 | none = …\n       | ^",
                ],
            ),
            (
                "base-url = s3cr3t\njobs = = 1\nnames = 1\n",
                &[
                    "line 1, column 12: string values must be quoted, expected literal string\n     1 | base-url = …\n       |            ^",
                    "line 2, column 8: extra `=`, expected nothing\n     2 | jobs = …\n       |        ^",
                    "line 3, column 1: unknown name `names`; the names are `base-url`, `jobs`, \
                 `tables`, `items`\n     3 | names = …\n       | ^",
                ],
            ),
            (
                "base-url = 'x'\nbase-url = 's3cr3t'\n",
                &["line 2, column 1: duplicate key\n     2 | base-url = …\n       | ^"],
            ),
        ];
        for (text, expected) in table {
            let mut document = Document::parse(text);
            let _: Option<File> = document.read(("base-url", "http://missing.invalid"));
            let mistakes: Vec<String> =
                document.mistakes().iter().map(Mistake::to_string).collect();
            assert!(!mistakes.concat().contains("s3cr3t"), "{mistakes:#?}");
            assert_eq!(mistakes, expected, "{text}");
        }
    }
}
