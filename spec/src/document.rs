//! A TOML document, such as a page of a contract: its value, and the place of each entry.
//!
//! The only module that knows TOML. It does not know what the keys mean.

use std::ops::Range;
use std::sync::Arc;

use serde_json::{Map, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::Diagnostic;

/// The content of one file, such as a page, with its path below the contract's folder and `/` between the parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The path, such as `types/album.toml`.
    pub name: String,
    /// The content of the file.
    pub text: String,
}

/// A TOML document with the place of each entry.
#[derive(Default)]
pub struct Document {
    pub(crate) name: String,
    text: Arc<str>,
    root: Node,
    pub(crate) value: Value,
    /// The rejected entries, by the keys that lead to them. They were reported and are not part of the content.
    rejected: Vec<Vec<String>>,
}

/// The places of a value and of its parts.
#[derive(Default)]
struct Node {
    key: Range<usize>,
    value: Range<usize>,
    parts: Vec<(String, Node)>,
}

/// The part of an entry that a mistake points to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryPart {
    /// The key, or an item of a list.
    Key,
    /// The value.
    Value,
}

impl Document {
    /// Parses a file as far as its syntax is valid. Also returns every syntax error that the parser finds.
    #[must_use]
    pub fn parse(source: &Source) -> (Self, Vec<Diagnostic>) {
        let text: Arc<str> = source.text.as_str().into();
        let (table, errors) = DeTable::parse_recoverable(&text);
        let diagnose = |error: toml::de::Error| {
            let span = error.span().unwrap_or(0..0);
            Diagnostic::new(&source.name, Arc::clone(&text), span, error.message())
        };
        let errors = errors.into_iter().map(diagnose).collect();
        let span = table.span();
        let (parts, value) = read_table(table.get_ref());
        // A key that the document as a whole lacks is reported at its beginning.
        let root = Node { key: 0..0, value: span, parts };
        let (name, rejected) = (source.name.clone(), Vec::new());
        (Self { name, text: Arc::clone(&text), root, value, rejected }, errors)
    }

    /// Returns the content, with a null for each number that is out of range.
    #[must_use]
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// Creates a diagnostic at the entry that `path` leads to, or at the deepest entry on the way that
    /// exists.
    #[must_use]
    pub fn mistake(
        &self,
        path: &[String],
        part: EntryPart,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::new(&self.name, Arc::clone(&self.text), self.span(path, part), message)
    }

    /// Returns the keys that the table at `path` has on the page, including the keys of rejected entries.
    pub(crate) fn keys(&self, path: &[String]) -> Vec<&str> {
        let table = path.iter().try_fold(&self.root, |node, step| {
            node.parts.iter().find(|(name, _)| name == step).map(|(_, next)| next)
        });
        table.map_or_else(Vec::new, |node| node.parts.iter().map(|(k, _)| k.as_str()).collect())
    }

    /// Records that the entry at `path` was rejected and is not part of the page's content.
    pub(crate) fn reject(&mut self, path: Vec<String>) {
        self.rejected.push(path);
    }

    /// Returns the rejected entries, by the keys that lead to them.
    #[must_use]
    pub fn rejected(&self) -> &[Vec<String>] {
        &self.rejected
    }

    /// Returns whether a key of the table at `path` was rejected, so that the table may lack something.
    pub(crate) fn is_incomplete(&self, path: &[String]) -> bool {
        let parents = self.rejected.iter().filter_map(|path| path.split_last());
        parents.into_iter().any(|(_, parent)| parent == path)
    }

    /// Returns whether an entry of the page was rejected.
    pub(crate) fn has_rejected(&self) -> bool {
        !self.rejected.is_empty()
    }

    fn span(&self, path: &[String], part: EntryPart) -> Range<usize> {
        let mut node = &self.root;
        for step in path {
            match node.parts.iter().find(|(name, _)| name == step) {
                Some((_, next)) => node = next,
                None => return node.key.clone(),
            }
        }
        match part {
            EntryPart::Key => node.key.clone(),
            EntryPart::Value => node.value.clone(),
        }
    }
}

fn read_table(table: &DeTable<'_>) -> (Vec<(String, Node)>, Value) {
    let mut parts = Vec::with_capacity(table.len());
    let mut object = Map::new();
    for (key, value) in table {
        let (inner, json) = read_value(value);
        let node = Node { key: key.span(), value: value.span(), parts: inner };
        parts.push((key.get_ref().to_string(), node));
        object.insert(key.get_ref().to_string(), json);
    }
    (parts, Value::Object(object))
}

fn read_value(value: &Spanned<DeValue<'_>>) -> (Vec<(String, Node)>, Value) {
    match value.get_ref() {
        DeValue::Table(table) => read_table(table),
        DeValue::Array(array) => {
            let mut parts = Vec::with_capacity(array.len());
            let mut items = Vec::with_capacity(array.len());
            for (index, item) in array.iter().enumerate() {
                let (inner, json) = read_value(item);
                let node = Node { key: item.span(), value: item.span(), parts: inner };
                parts.push((index.to_string(), node));
                items.push(json);
            }
            (parts, Value::Array(items))
        }
        DeValue::String(text) => (Vec::new(), Value::from(text.as_ref())),
        DeValue::Boolean(flag) => (Vec::new(), Value::from(*flag)),
        DeValue::Integer(number) => {
            let whole = i64::from_str_radix(number.as_str(), number.radix());
            (Vec::new(), whole.map_or(Value::Null, Value::from))
        }
        DeValue::Float(number) => {
            let float = number.as_str().parse::<f64>();
            (Vec::new(), float.map_or(Value::Null, Value::from))
        }
        DeValue::Datetime(moment) => (Vec::new(), Value::from(moment.to_string())),
    }
}
