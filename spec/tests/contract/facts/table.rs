//! The known facts, which are collected or read from a transcription. Does not look at pages.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use toml::Value;
use webdata_spec::Spec;

/// The file of accepted differences, which is not a transcription.
pub(crate) const ACCEPTED_FILE: &str = "accepted.toml";

/// The key of the sentences in a transcription, which are no facts.
const SENTENCES: &str = "heading";

/// The cells of each place.
#[derive(Debug, Default)]
pub(crate) struct Facts(pub(crate) BTreeMap<String, Vec<String>>);

impl Facts {
    /// Reads a transcription.
    pub(crate) fn from_folder(folder: &Path) -> Result<Self, String> {
        let mut facts = Self::default();
        for entry in fs::read_dir(folder).map_err(|error| error.to_string())? {
            let path = entry.map_err(|error| error.to_string())?.path();
            let name = path.file_name().unwrap_or_default();
            if name == ACCEPTED_FILE || path.extension().is_none_or(|suffix| suffix != "toml") {
                continue;
            }
            let failed = |error: String| format!("{}: {error}", path.display());
            let text = fs::read_to_string(&path).map_err(|error| failed(error.to_string()))?;
            let mut table: toml::Table =
                text.parse().map_err(|error| failed(format!("{error}")))?;
            table.remove(SENTENCES);
            facts.read("", &Value::Table(table)).map_err(failed)?;
        }
        Ok(facts)
    }

    fn read(&mut self, place: &str, value: &Value) -> Result<(), String> {
        let cells = match value {
            Value::Table(table) => {
                return table.iter().try_for_each(|(key, value)| match place {
                    "" => self.read(key, value),
                    _ => self.read(&format!("{place}.{key}"), value),
                });
            }
            Value::Array(cells) => cells.iter().map(cell).collect(),
            single => vec![cell(single)],
        };
        match self.0.insert(place.to_owned(), cells) {
            None => Ok(()),
            Some(_) => Err(format!("{place} is transcribed twice")),
        }
    }

    /// Adds cells to those of a place. Without any cell, the place has no fact.
    pub(super) fn add(
        &mut self,
        place: impl Into<String>,
        cells: impl IntoIterator<Item = String>,
    ) {
        let mut cells = cells.into_iter().peekable();
        if cells.peek().is_some() {
            self.0.entry(place.into()).or_default().extend(cells);
        }
    }
}

fn cell(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Returns the name of a row of the error catalogue: its status code and its message or code. If the contract
/// shows neither, the identity is the name.
pub(super) fn error_name(spec: &Spec, id: &str) -> String {
    use webdata_spec::model::ErrorText::{Described, Exact, Free, NotShown};
    let Some(row) = spec.errors.get(id) else { return id.to_owned() };
    let name = match &row.text {
        Exact(text) | Free(text) | Described(text) => text,
        NotShown => row.code.as_ref().unwrap_or(&row.id),
    };
    format!("{} {name}", row.status)
}
