//! `cargo xtask docs`: writes the tables of keys. Those of target files, in `docs/targets.md`, come from the
//! schema that the suite's binary prints; those of a contract, in `docs/spec-keys.md`, from
//! `spec/schema.json`.

#[cfg(test)]
mod tests;

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;
use serde_json::{Map, Value};
use webdata_codegen::stale;

use crate::conformance::{printed, suite};
use crate::tables;

const TASK: &str = "docs";
/// The page that lists the keys of target files.
const TARGETS: &str = "docs/targets.md";
/// The page that lists the keys of a contract.
const CONTRACTS: &str = "docs/spec-keys.md";
/// The schema of the pages of a contract, which `cargo xtask regenerate` writes.
const CONTRACT_SCHEMA: &str = "spec/schema.json";

/// The options of both commands.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Writes nothing; prints what would change, and fails if anything would.
    #[arg(long)]
    check: bool,
}

/// Writes or checks the tables.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<ExitCode> {
    let targets = printed(suite(root, "init").arg("--schema"))?;
    let targets = serde_json::from_str(&targets).context("the schema is no JSON")?;
    let path = root.join(CONTRACT_SCHEMA);
    let contracts = stale::read(&path)?.with_context(|| format!("no {CONTRACT_SCHEMA}"))?;
    let contracts = serde_json::from_str(&contracts).context(CONTRACT_SCHEMA)?;
    let pages = [
        tables::stale(root, TARGETS, TASK, &file_keys(&targets))?,
        tables::stale(root, CONTRACTS, TASK, &definition_keys(&contracts))?,
    ];
    let stale_pages: Vec<_> = pages.into_iter().flatten().collect();
    tables::settle(root, TASK, &stale_pages, 2, options.check)
}

/// `cargo xtask counts`: writes or checks the table in `docs/figures.md` that counts the cases.
pub(crate) fn counts(root: &Path, options: &Options) -> anyhow::Result<ExitCode> {
    let table = printed(suite(root, "list").arg("--counts"))?;
    tables::put(root, tables::FIGURES, "counts", &table, options.check)
}

/// The cell of a key without a default.
const NONE: &str = "–";

/// Returns the keys of a file in one table, and an example of the file.
fn file_keys(schema: &Value) -> String {
    let page = Page { schema, is_apart: false };
    let mut text = String::new();
    page.table(&mut text, &page.properties(schema).collect::<Vec<_>>(), schema);
    if let Some(Value::Object(example)) = page.example(schema) {
        let (tables, keys): (Map<_, _>, Map<_, _>) =
            example.into_iter().partition(|(_, value)| value.is_object());
        text.push_str("\n```toml\n");
        text.push_str(&lines(&keys));
        for (name, table) in &tables {
            table_example(&mut text, name, table);
        }
        text.push_str("```\n");
    }
    text
}

/// Keys of most tables of a contract, which `docs/spec-keys.md` explains once, before the tables.
const EXPLAINED_ONCE: [&str; 2] = ["level", "source"];

/// Returns a section for each definition that has keys, in the order in which the schema mentions them. If only
/// one key refers to a definition, its keys are rows below that key.
fn definition_keys(schema: &Value) -> String {
    let page = Page { schema, is_apart: true };
    let mut sections = Vec::new();
    for (name, shape) in schema["$defs"].as_object().into_iter().flatten() {
        let keys: Vec<_> = page.properties(shape).collect();
        if !keys.is_empty() && page.has_section(name) {
            let mut text = format!("### {}\n\n{}\n\n", title(name), one_line_description(shape));
            page.table(&mut text, &keys, shape);
            sections.push(text);
        }
    }
    sections.join("\n")
}

/// A schema that is written as a page.
struct Page<'s> {
    schema: &'s Value,
    /// Whether definitions get sections of their own, which the types of keys link to.
    is_apart: bool,
}

impl<'s> Page<'s> {
    /// Resolves the reference of a schema, if it is one.
    fn resolve_reference(&self, place: &'s Value) -> &'s Value {
        let reference = place["$ref"].as_str().and_then(|path| path.strip_prefix('#'));
        let referred = reference.and_then(|pointer| self.schema.pointer(pointer));
        let nullable = || {
            let any = place["anyOf"].as_array()?;
            let mut others = any.iter().filter(|alternative| alternative["type"] != "null");
            others.next().filter(|_| any.len() == 2 && others.next().is_none())
        };
        match referred.or_else(nullable) {
            Some(inner) => self.resolve_reference(inner),
            None => place,
        }
    }

    fn properties(&self, place: &'s Value) -> impl Iterator<Item = (&'s String, &'s Value)> {
        self.resolve_reference(place)["properties"].as_object().into_iter().flatten()
    }

    /// Writes a row for each key; keys of an inner table are written with its name before them.
    fn table(&self, text: &mut String, keys: &[(&'s String, &'s Value)], of: &'s Value) {
        text.push_str("| key | type | default | meaning |\n|---|---|---|---|\n");
        for (name, place) in keys {
            self.row(text, name, place, of, name);
        }
    }

    fn row(&self, text: &mut String, path: &str, place: &'s Value, of: &'s Value, name: &str) {
        if self.is_apart && EXPLAINED_ONCE.contains(&name) {
            return;
        }
        let is_required = of["required"]
            .as_array()
            .is_some_and(|required| required.iter().any(|required_name| required_name == name));
        let default = match place.get("default") {
            _ if is_required => "required".to_owned(),
            None | Some(Value::Null | Value::Object(_) | Value::Array(_)) => NONE.to_owned(),
            Some(default) => format!("`{}`", toml(default)),
        };
        let (kind, words) = (self.kind(place), one_line_description(place));
        let _ = writeln!(text, "| `{path}` | {kind} | {default} | {words} |");
        self.inner_rows(text, path, place);
    }

    /// Writes the rows of an inner table, or of the tables in a table or in a list.
    fn inner_rows(&self, text: &mut String, path: &str, place: &'s Value) {
        if self.link_to_definition(place).is_some() {
            return;
        }
        let shape = self.resolve_reference(place);
        for (name, below) in self.properties(place) {
            self.row(text, &format!("{path}.{name}"), below, shape, name);
        }
        for (values, suffix) in [("additionalProperties", ".NAME"), ("items", "[]")] {
            if let Some(values) = shape.get(values) {
                self.inner_rows(text, &format!("{path}{suffix}"), values);
            }
        }
    }

    /// Returns whether a definition has a section: if it is a page, or if several keys refer to it.
    fn has_section(&self, name: &str) -> bool {
        self.is_apart && references(&self.schema["$defs"], &format!("#/$defs/{name}")) != 1
    }

    /// Returns the type of a schema in words.
    fn kind(&self, place: &'s Value) -> String {
        let shape = self.resolve_reference(place);
        if let Some(link) = self.link_to_definition(place) {
            return link;
        }
        let kinds = shape["oneOf"].as_array().into_iter().flatten().chain([shape]);
        let values = kinds.flat_map(|kind| {
            kind.get("const").into_iter().chain(kind["enum"].as_array().into_iter().flatten())
        });
        let values: Vec<_> = values.collect();
        if !values.is_empty() {
            let values = values.iter().filter(|value| !value.is_null());
            return values.map(|value| format!("`{}`", toml(value))).collect::<Vec<_>>().join(", ");
        }
        if let Some(any) = shape["anyOf"].as_array() {
            return any
                .iter()
                .map(|alternative| self.kind(alternative))
                .collect::<Vec<_>>()
                .join(" or ");
        }
        let name = match &shape["type"] {
            Value::Array(names) => {
                names.iter().find(|name| *name != "null").and_then(Value::as_str)
            }
            name => name.as_str(),
        };
        let range = match (&place["minimum"], &place["maximum"]) {
            (Value::Number(minimum), Value::Number(maximum)) => format!(", {minimum} to {maximum}"),
            _ => String::new(),
        };
        match name {
            Some("boolean") => "`true` or `false`".to_owned(),
            Some("array") => match self.kind(&shape["items"]).as_str() {
                plain @ ("string" | "integer" | "number" | "value" | "table") => {
                    format!("list of {plain}s")
                }
                any if any.contains(" or ") => format!("list (each item: {any})"),
                kind => format!("list of {kind}"),
            },
            Some("object") => self.object(shape),
            Some(name) => format!("{name}{range}"),
            None => "value".to_owned(),
        }
    }

    /// Returns a link to the section of a definition, if the schema refers to one.
    fn link_to_definition(&self, place: &'s Value) -> Option<String> {
        let any = place["anyOf"].as_array().into_iter().flatten();
        let inner = any.filter(|alternative| alternative["type"] != "null").collect::<Vec<_>>();
        let place = if let [inner] = inner.as_slice() { inner } else { place };
        let name = place["$ref"].as_str()?.rsplit('/').next()?;
        let has_section = self.has_section(name) && self.properties(place).next().is_some();
        let (title, anchor) = (title(name), title(name).to_lowercase().replace(' ', "-"));
        has_section.then(|| format!("[{title}](#{anchor})"))
    }

    fn object(&self, shape: &'s Value) -> String {
        let names: Vec<_> = self
            .properties(shape)
            .map(|(name, place)| (name, self.resolve_reference(place)))
            .collect();
        let values = shape.get("additionalProperties").filter(|values| values.is_object());
        match (names.as_slice(), values) {
            ([], Some(values)) => format!("table, each value: {}", self.kind(values)),
            (_, Some(values)) => format!("table with further keys, each: {}", self.kind(values)),
            ([(name, only)], None) if only.get("items").is_some() => {
                format!("`{{ {name} = [\"…\"] }}`")
            }
            ([(name, _)], None) => format!("`{{ {name} = \"…\" }}`"),
            (_, None) => "table".to_owned(),
        }
    }

    /// Returns the example of a schema: its own, or one made of the examples of its properties.
    fn example(&self, place: &'s Value) -> Option<Value> {
        let shape = self.resolve_reference(place);
        let example = place.pointer("/examples/0").or_else(|| shape.pointer("/examples/0"));
        if let Some(example) = example {
            return Some(example.clone());
        }
        let below = self.properties(place);
        let below: Map<String, Value> =
            below.filter_map(|(name, place)| Some((name.clone(), self.example(place)?))).collect();
        (!below.is_empty()).then_some(Value::Object(below))
    }
}

/// Returns how many schemas refer to a definition.
fn references(schema: &Value, pointer: &str) -> usize {
    match schema {
        Value::Object(members) => {
            let refers = usize::from(members.get("$ref").is_some_and(|target| target == pointer));
            refers + members.values().map(|value| references(value, pointer)).sum::<usize>()
        }
        Value::Array(items) => items.iter().map(|item| references(item, pointer)).sum(),
        _ => 0,
    }
}

/// Returns the name of a definition as a heading: `TeamStatePage` becomes "Team state".
fn title(name: &str) -> String {
    let mut title = String::new();
    for letter in name.strip_suffix("Page").unwrap_or(name).chars() {
        if letter.is_uppercase() && !title.is_empty() {
            title.push(' ');
            title.extend(letter.to_lowercase());
        } else {
            title.push(letter);
        }
    }
    title
}

/// Returns the description of a schema on one line.
fn one_line_description(place: &Value) -> String {
    let words = place["description"].as_str().unwrap_or_default();
    words.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

/// Writes an example of a table. A long inner table gets a heading of its own.
fn table_example(text: &mut String, name: &str, table: &Value) {
    let is_apart = |value: &Value| {
        value.as_object().is_some_and(|entries| entries.values().any(Value::is_object))
            && toml(value).len() > 80
    };
    let entries = table.as_object().into_iter().flatten();
    let (apart, inline): (Vec<_>, Vec<_>) = entries.partition(|(_, value)| is_apart(value));
    if !inline.is_empty() {
        let inline = inline.into_iter().map(|(key, value)| (key.clone(), value.clone()));
        text.push_str(&format!("\n[{name}]\n{}", lines(&inline.collect())));
    }
    for (key, value) in apart {
        let entries = value.as_object().map(lines).unwrap_or_default();
        text.push_str(&format!("\n[{name}.{}]\n{entries}", toml_key(key)));
    }
}

/// Returns entries as lines of TOML.
fn lines(entries: &Map<String, Value>) -> String {
    entries.iter().map(|(key, value)| format!("{} = {}\n", toml_key(key), toml(value))).collect()
}

/// Returns a value as TOML on one line.
fn toml(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            format!("[{}]", items.iter().map(toml).collect::<Vec<_>>().join(", "))
        }
        Value::Object(entries) => {
            let entries =
                entries.iter().map(|(key, value)| format!("{} = {}", toml_key(key), toml(value)));
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
        Value::String(text) => toml_edit::Value::from(text.as_str()).to_string(),
        other => other.to_string(),
    }
}

fn toml_key(key: &str) -> String {
    toml_edit::Key::new(key).to_string()
}
