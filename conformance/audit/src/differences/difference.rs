//! The vocabulary of differences: what a server does in another way than the reference server, as data. A name in the
//! data that the contract does not have is a mistake.
//!
//! This module does not know whether the contract allows a difference.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use regex::Regex;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use webdata_cases::case::WrongKey;
use webdata_reference::Decisions;
use webdata_spec::model::{Additional, Keyword, RuleScope, Schema};
use webdata_spec::{Spec, suggest};

use super::conversion::{Conversion, Pattern, members};
use super::inside::{Inside, decisions};
use super::leniency::Leniency;
use super::notation::Notation;
use super::selector::ValueSelector;
use super::storing::{Inconsistency, Merging};

/// A way in which a server differs from the reference server.
#[derive(Debug, Clone, Deserialize)]
#[serde(from = "Deviation")]
pub struct Difference {
    /// The operation whose exchanges differ; `None` for all exchanges, also those that call no operation.
    pub(crate) operation: Option<String>,
    pub(crate) what: Deviation,
}

impl Difference {
    /// Returns whether the difference shows in requests and responses.
    pub(crate) fn is_in_front(&self) -> bool {
        !matches!(self.what, Deviation::Contract(_) | Deviation::Inside(_))
    }

    /// Returns the decisions of a server with the difference; `None` if the difference is not inside.
    pub(crate) fn decisions(&self) -> Option<Arc<dyn Decisions>> {
        let Deviation::Inside(mistake) = &self.what else { return None };
        Some(decisions(self.operation.clone(), mistake.clone()))
    }
}

impl From<Deviation> for Difference {
    fn from(what: Deviation) -> Self {
        Self { operation: None, what }
    }
}

/// The kind of a difference, with the requests, responses and values that it is about.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Deviation {
    /// A body that is not JSON is read as JSON.
    Parses(Leniency),
    /// Values of requests are read as other values, and stored so.
    Reads(Rewrite),
    /// Responses return other values than those that are stored.
    Returns(Rewrite),
    /// Invalid values of requests are accepted and stored.
    Accepts(ValueSelector),
    /// Valid values of requests are rejected.
    #[serde(rename = "refuses")]
    Rejects(ValueSelector),
    /// Some requests get a wrong response.
    #[serde(rename = "answers")]
    Overrides(Box<ResponseOverride>),
    /// Some requests get a response at once, and do nothing.
    TurnsAway(Box<ResponseOverride>),
    /// Some requests get an error row: the server checks their key, and does nothing else with them.
    #[serde(skip)]
    Provokes(Box<ResponseOverride>),
    /// A header of requests is removed or replaced.
    Headers(HeaderChange),
    /// Properties that an update leaves out are set to values.
    Fills(PropertyFilling),
    /// The stored resource and the response differ.
    Forgets(Inconsistency),
    /// Updates are merged with what is stored.
    Merges(Merging),
    /// Properties of a request that its type does not list are returned with the resource.
    EchoesUnlisted,
    /// The contract is read in another way.
    Contract(ContractChange),
    /// Every match of a pattern in the path is replaced before the router reads the path.
    Routes(Pattern, String),
    /// A wrong key is accepted.
    Keys(WrongKey),
    /// A decision inside of the server is wrong.
    #[serde(skip)]
    Inside(Inside),
}

/// A change of a request header. Requests without the header stay unchanged.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HeaderChange {
    /// The name of the header, in lower case.
    pub(crate) name: String,
    /// The value that replaces the header; without one, the header is removed.
    pub(crate) to: Option<String>,
}

/// The values that are changed, and their conversion.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rewrite {
    #[serde(default, rename = "in")]
    pub(crate) values: ValueSelector,
    pub(crate) to: Conversion,
    /// Whether the last property of the exact place is added where it is missing. The conversion must be
    /// [`Conversion::Value`].
    #[serde(skip)]
    pub(crate) adds: bool,
}

/// Another response to some requests.
///
/// A field of the request that is left out matches every request. A field of the response that is left out
/// leaves that part of the response unchanged.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ResponseOverride {
    #[serde(rename = "in")]
    pub(crate) values: ValueSelector,
    pub(crate) method: Option<String>,
    #[serde(deserialize_with = "super::selector::pattern")]
    pub(crate) path: Option<Regex>,
    /// The name of a header of the request, in lower case.
    pub(crate) header: Option<String>,
    /// A pattern that the value of the header matches. A missing header counts as empty.
    #[serde(deserialize_with = "super::selector::pattern")]
    pub(crate) header_like: Option<Regex>,
    /// A pattern that the value of the header does not match.
    #[serde(deserialize_with = "super::selector::pattern")]
    pub(crate) header_unlike: Option<Regex>,
    /// A pattern that the bytes of the body match.
    #[serde(deserialize_with = "super::selector::pattern")]
    pub(crate) body_like: Option<regex::bytes::Regex>,
    /// A number of bytes that the body exceeds.
    pub(crate) longer_than: Option<usize>,
    /// A depth of nested lists and objects that the body exceeds.
    pub(crate) deeper_than: Option<usize>,
    /// The status code of the correct response.
    pub(crate) instead_of: Option<u16>,
    /// The identity of the error row whose status code and text the response has.
    pub(crate) row: Option<String>,
    pub(crate) status: Option<u16>,
    pub(crate) error: Option<String>,
    /// The media type. If it is not a JSON type, the body is an HTML page.
    #[serde(rename = "type")]
    pub(crate) media_type: Option<String>,
    /// The body as text, which need not be JSON. An empty text has no `Content-Type`.
    pub(crate) body: Option<String>,
    /// Headers to set.
    pub(crate) headers: Vec<(String, String)>,
    /// The names of headers to remove.
    pub(crate) without_headers: Vec<String>,
    /// Headers to add to those of the same name.
    pub(crate) further_headers: Vec<(String, String)>,
    /// Properties to remove from the body.
    pub(crate) without: Vec<String>,
    /// Properties to write before those of the body. They are text, so that a name can appear twice.
    pub(crate) prepended: String,
    /// Properties to write after those of the body, as text.
    pub(crate) appended: String,
    /// The way in which the body is written as JSON.
    pub(crate) written: Option<Notation>,
    /// Whether the second half of the text is missing.
    pub(crate) cut: bool,
}

/// Sets properties that an update leaves out.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PropertyFilling {
    #[serde(default, rename = "in")]
    pub(super) values: ValueSelector,
    /// The properties, as the text of a JSON object, since TOML has no null.
    #[serde(default, deserialize_with = "members")]
    pub(super) with: Map<String, Value>,
    /// The properties that are set to their stored values.
    #[serde(default)]
    pub(super) stored: Vec<String>,
}

/// A change of the contract that a server interprets.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ContractChange {
    /// The rules of this type are checked on the request alone, not on the updated resource.
    RulesAsSent(String),
    /// Objects may have only listed properties, except in these types. Objects that list none stay open.
    ClosedExcept(Vec<String>),
    /// Any other change.
    #[serde(skip)]
    Edit(Edit),
}

/// A change of a contract. The changed contract is made each time that it is needed, since thousands of
/// contracts would need much memory.
#[derive(Clone)]
pub(crate) struct Edit(Arc<EditFn>);

/// Changes a contract, or returns `None` if the contract has no such place.
type EditFn = dyn Fn(&mut Spec) -> Option<()> + Send + Sync;

impl Edit {
    pub(crate) fn new(edit: impl Fn(&mut Spec) -> Option<()> + Send + Sync + 'static) -> Self {
        Self(Arc::new(edit))
    }
}

impl fmt::Debug for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Edit")
    }
}

impl ContractChange {
    /// Returns the changed contract; `None` if the contract has no such place.
    pub(crate) fn apply(&self, spec: &Spec) -> Option<Spec> {
        let mut changed = spec.clone();
        match self {
            Self::Edit(edit) => (edit.0)(&mut changed)?,
            Self::RulesAsSent(name) => {
                let object = changed.types.get_mut(name)?.schema.object_mut()?;
                object.rules.iter_mut().for_each(|rule| rule.scope = RuleScope::AsSent);
            }
            Self::ClosedExcept(open) => {
                let mut close = |schema: &mut Schema| {
                    if let Some(object) = schema.object_mut()
                        && !object.properties.is_empty()
                    {
                        object.additional = Additional::Forbidden;
                    }
                };
                let types = changed.types.iter_mut().filter(|(name, _)| !open.contains(name));
                types.for_each(|(_, named_type)| named_type.schema.for_each_mut(&mut close));
            }
        }
        Some(changed)
    }
}

/// The mistakes in a file about a contract, each with its place.
#[derive(Debug)]
pub struct DataError {
    file: String,
    mistakes: Vec<String>,
}

/// Parses a file of data about a contract.
pub(crate) fn parse<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, DataError> {
    toml::from_str(text)
        .map_err(|mistake| DataError { file: file.to_owned(), mistakes: vec![mistake.to_string()] })
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = self.mistakes.iter().map(|mistake| format!("{}: {mistake}", self.file));
        f.write_str(&lines.collect::<Vec<_>>().join("\n"))
    }
}

impl std::error::Error for DataError {}

pub(crate) struct Mistakes {
    /// The names that the contract has, by their noun, such as `property`.
    known: BTreeMap<&'static str, Vec<String>>,
    found: Vec<String>,
}

impl Mistakes {
    pub(crate) fn new(spec: &Spec) -> Self {
        let all = spec.schemas();
        let properties = all.iter().filter_map(|schema| schema.object());
        let properties = properties.flat_map(|object| object.properties.keys().cloned());
        let schemas = all.iter().map(|schema| schema.clause.to_string());
        let clauses = spec.clauses().into_keys().map(|clause| clause.to_string());
        let known = BTreeMap::from([
            ("clause", sorted(clauses)),
            ("error", spec.errors.keys().cloned().collect()),
            ("gap", spec.gaps.keys().cloned().collect()),
            ("operation", spec.operations.keys().cloned().collect()),
            ("property", sorted(properties)),
            ("schema", sorted(schemas)),
            ("type", spec.types.keys().cloned().collect()),
        ]);
        Self { known, found: Vec::new() }
    }

    /// Returns an error with the mistakes of a file, if there are any.
    pub(crate) fn check(self, file: &str) -> Result<(), DataError> {
        let error = DataError { file: file.to_owned(), mistakes: self.found };
        if error.mistakes.is_empty() { Ok(()) } else { Err(error) }
    }

    pub(crate) fn clause(&mut self, id: &str, key: &str) {
        self.name("clause", id, key);
    }

    pub(crate) fn gap(&mut self, id: &str, key: &str) {
        self.name("gap", id, key);
    }

    pub(crate) fn difference(&mut self, difference: &Difference, key: &str) {
        match &difference.what {
            Deviation::Reads(rewrite) | Deviation::Returns(rewrite) => {
                self.rewrite(rewrite, key);
            }
            Deviation::Accepts(values) | Deviation::Rejects(values) => self.values(values, key),
            Deviation::Overrides(given)
            | Deviation::TurnsAway(given)
            | Deviation::Provokes(given) => {
                self.values(&given.values, &format!("{key}.in"));
                self.names("error", &given.row, &format!("{key}.row"));
            }
            Deviation::Fills(filling) => {
                self.values(&filling.values, &format!("{key}.in"));
                let names = filling.with.keys().chain(&filling.stored);
                self.names("property", names, &format!("{key}.with"));
            }
            Deviation::Forgets(Inconsistency::StaleColumns(names))
            | Deviation::Merges(Merging::Objects(names)) => self.names("property", names, key),
            Deviation::Merges(Merging::Items(items)) => {
                let names = [&items.property, &items.identity].into_iter().chain(&items.alike);
                self.names("property", names, key);
            }
            Deviation::Contract(ContractChange::RulesAsSent(name)) => self.name("type", name, key),
            Deviation::Contract(ContractChange::ClosedExcept(names)) => {
                self.names("type", names, key);
            }
            Deviation::Parses(_)
            | Deviation::Headers(_)
            | Deviation::Forgets(_)
            | Deviation::EchoesUnlisted
            | Deviation::Routes(..)
            | Deviation::Contract(ContractChange::Edit(_))
            | Deviation::Inside(_)
            | Deviation::Keys(_) => {}
        }
    }

    fn rewrite(&mut self, rewrite: &Rewrite, key: &str) {
        self.values(&rewrite.values, &format!("{key}.in"));
        let key = format!("{key}.to");
        match &rewrite.to {
            Conversion::ErrorOf(row) => self.name("error", row, &key),
            Conversion::Inverted(name) | Conversion::Renamed(name, _) => {
                self.name("property", name, &key);
            }
            Conversion::ObjectOf(names) => self.names("property", names, &key),
            Conversion::Copied(from, to) | Conversion::Translated { from, to, .. } => {
                self.names("property", [from, to], &key);
            }
            Conversion::Defaults(given) => self.names("property", given.keys(), &key),
            // The other conversions have no names, or names that need not be in the contract.
            _ => {}
        }
    }

    fn values(&mut self, values: &ValueSelector, key: &str) {
        self.names("operation", &values.operation, &format!("{key}.operation"));
        values.at.iter().for_each(|at| self.place(at, &format!("{key}.at")));
        self.names("gap", &values.gaps, &format!("{key}.gaps"));
        self.names("error", &values.errors, &format!("{key}.errors"));
        if let Some(limit) = &values.limit
            && !Keyword::ALL.iter().any(|keyword| keyword.name() == limit)
        {
            self.clause(limit, &format!("{key}.limit"));
        }
        let having = values.having.iter().filter(|_| values.pointer.is_none());
        let having = having.chain(&values.beside);
        self.names("property", having.map(|(name, _)| name), &format!("{key}.having"));
        let stored = values.stored.iter().chain(&values.returned);
        self.names("property", stored.map(|(name, _)| name), &format!("{key}.stored"));
        if let Some(with) = &values.with {
            self.values(with, &format!("{key}.with"));
        }
    }

    /// Adds a mistake if the contract lacks a place, which is a clause of a schema or the end of a path.
    fn place(&mut self, at: &str, key: &str) {
        if at.starts_with(char::is_uppercase) {
            self.name("schema", at, key);
        } else {
            let names = at.split('.').filter(|name| !["items", "*"].contains(name));
            names.for_each(|name| self.name("property", name, key));
        }
    }

    fn names<'n>(&mut self, noun: &str, all: impl IntoIterator<Item = &'n String>, key: &str) {
        all.into_iter().for_each(|written| self.name(noun, written, key));
    }

    /// Adds a mistake if the contract lacks a name. The noun says what has the name, such as `gap`.
    fn name(&mut self, noun: &str, written: &str, key: &str) {
        let known = self.known.get(noun).into_iter().flatten().map(String::as_str);
        if !known.clone().any(|name| name == written) {
            let known = suggest(known, written);
            self.found.push(format!("{key}: the contract has no {noun} `{written}`{known}"));
        }
    }
}

fn sorted(names: impl Iterator<Item = String>) -> Vec<String> {
    names.collect::<BTreeSet<_>>().into_iter().collect()
}
