//! A page as a TOML document: its value, and the place of each entry.
//!
//! The only module that knows TOML. It does not know what the keys mean.

use std::ops::Range;
use std::sync::Arc;

use serde_json::{Map, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::Diagnostic;

/// The content of one page, and its path below the contract's folder with `/` between the parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The path, such as `types/album.toml`.
    pub name: String,
    /// The content of the page.
    pub text: String,
}

/// A page that is valid TOML.
#[derive(Default)]
pub(crate) struct Document {
    pub(crate) name: String,
    text: Arc<str>,
    root: Node,
    pub(crate) value: Value,
    /// The rejected entries, by the keys that lead to them. They were reported and are not part of the page's
    /// content.
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
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Key,
    Value,
}

impl Document {
    /// Parses a page. Returns every syntax error that the parser finds.
    pub(crate) fn parse(source: &Source) -> Result<Self, Vec<Diagnostic>> {
        let text: Arc<str> = source.text.as_str().into();
        let (table, errors) = DeTable::parse_recoverable(&text);
        if !errors.is_empty() {
            let diagnose = |error: toml::de::Error| {
                let span = error.span().unwrap_or(0..0);
                Diagnostic::new(&source.name, Arc::clone(&text), span, error.message())
            };
            return Err(errors.into_iter().map(diagnose).collect());
        }
        let span = table.span();
        let (parts, value) = read_table(table.get_ref());
        // A key that the page as a whole lacks is reported at the beginning of the page.
        let root = Node { key: 0..0, value: span, parts };
        let (name, rejected) = (source.name.clone(), Vec::new());
        Ok(Self { name, text: Arc::clone(&text), root, value, rejected })
    }

    /// Creates a diagnostic at the entry that `path` leads to, or at the deepest entry on the way that
    /// exists.
    pub(crate) fn mistake(
        &self,
        path: &[String],
        part: Part,
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

    /// Returns whether a key of the table at `path` was rejected, so that the table may lack something.
    pub(crate) fn is_incomplete(&self, path: &[String]) -> bool {
        let parents = self.rejected.iter().filter_map(|path| path.split_last());
        parents.into_iter().any(|(_, parent)| parent == path)
    }

    /// Returns whether an entry of the page was rejected.
    pub(crate) fn has_rejected(&self) -> bool {
        !self.rejected.is_empty()
    }

    fn span(&self, path: &[String], part: Part) -> Range<usize> {
        let mut node = &self.root;
        for step in path {
            match node.parts.iter().find(|(name, _)| name == step) {
                Some((_, next)) => node = next,
                None => return node.key.clone(),
            }
        }
        match part {
            Part::Key => node.key.clone(),
            Part::Value => node.value.clone(),
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
