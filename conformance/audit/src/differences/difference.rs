//! The vocabulary of differences: what a server does in another way than the reference server, as data. A name in the
//! data that the contract does not have is a mistake.
//!
//! This module does not know whether the contract allows a difference.

use std::collections::BTreeSet;

use regex::Regex;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use webdata_reference::faults::Leniency;
use webdata_spec::model::{Additional, Keyword, RuleScope, Schema};
use webdata_spec::{Spec, suggest};

use super::coercion::Coercion;
use super::notation::Notation;
use super::reading::{KeyMistake, Routing};
use super::selector::ValueSelector;
use super::storing::{Inconsistency, Merging};

/// A difference between a server and the reference server.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Difference {
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
    /// Properties that an update leaves out are set to values.
    Fills(PropertyFilling),
    /// The stored resource and the response differ.
    Forgets(Inconsistency),
    /// Updates are merged with what is stored.
    Merges(Merging),
    /// Properties of a request that its type does not list are returned with the resource.
    Echoes(EchoedMembers),
    /// The contract is read in another way.
    Contract(ContractChange),
    /// Requests with a wrong method or path reach an operation.
    Routes(Routing),
    /// Keys are compared wrongly.
    Keys(KeyMistake),
}

/// Properties of a request that responses return.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum EchoedMembers {
    /// The properties that the type of the request does not list.
    Unlisted,
}

/// Values, and what each of them becomes.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rewrite {
    #[serde(default, rename = "in")]
    pub(super) values: ValueSelector,
    pub(super) to: Coercion,
}

/// Another response to some requests.
///
/// A field of the request that is left out matches every request. A field of the response that is left out
/// leaves that part of the response unchanged.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ResponseOverride {
    #[serde(rename = "in")]
    pub(super) values: ValueSelector,
    pub(super) method: Option<String>,
    #[serde(deserialize_with = "super::selector::pattern")]
    pub(super) path: Option<Regex>,
    /// The name of a header of the request, in lower case.
    pub(super) header: Option<String>,
    /// A pattern that the value of the header matches. A missing header counts as empty.
    #[serde(deserialize_with = "super::selector::pattern")]
    pub(super) header_like: Option<Regex>,
    /// A pattern that the value of the header does not match.
    #[serde(deserialize_with = "super::selector::pattern")]
    pub(super) header_unlike: Option<Regex>,
    /// The status code of the correct response.
    pub(super) instead_of: Option<u16>,
    /// The identity of the error row whose status code and text the response has.
    pub(super) row: Option<String>,
    pub(super) status: Option<u16>,
    pub(super) error: Option<String>,
    /// The media type. If it is not a JSON type, the body is an HTML page.
    #[serde(rename = "type")]
    pub(super) media_type: Option<String>,
    /// The body as text, which need not be JSON.
    pub(super) body: Option<String>,
    /// Headers to set. An empty value removes the header.
    pub(super) headers: Vec<(String, String)>,
    /// Headers to add to those of the same name.
    pub(super) further_headers: Vec<(String, String)>,
    /// Properties to remove from the body.
    pub(super) without: Vec<String>,
    /// Properties to append to the body as text, for what a JSON value cannot hold.
    pub(super) appended: String,
    /// The way in which the body is written as JSON.
    pub(super) written: Option<Notation>,
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

pub(super) fn members<'de, D: serde::Deserializer<'de>>(
    source: D,
) -> Result<Map<String, Value>, D::Error> {
    let text = String::deserialize(source)?;
    serde_json::from_str(&text).map_err(serde::de::Error::custom)
}

/// A change of the contract that a server interprets.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ContractChange {
    /// The rules of this type are about the request alone.
    RulesAsSent(String),
    /// Objects with listed properties have no others, apart from those of these types.
    ClosedExcept(Vec<String>),
}

impl ContractChange {
    pub(crate) fn apply(&self, spec: &mut Spec) {
        match self {
            Self::RulesAsSent(name) => {
                let named_type = spec.types.get_mut(name);
                if let Some(object) = named_type.and_then(|it| it.schema.object_mut()) {
                    object.rules.iter_mut().for_each(|rule| rule.scope = RuleScope::AsSent);
                }
            }
            Self::ClosedExcept(open) => {
                let mut close = |schema: &mut Schema| {
                    if let Some(object) = schema.object_mut()
                        && !object.properties.is_empty()
                    {
                        object.additional = Additional::Forbidden;
                    }
                };
                let types = spec.types.iter_mut().filter(|(name, _)| !open.contains(name));
                types.for_each(|(_, named_type)| named_type.schema.for_each_mut(&mut close));
            }
        }
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

impl std::fmt::Display for DataError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let lines = self.mistakes.iter().map(|mistake| format!("{}: {mistake}", self.file));
        f.write_str(&lines.collect::<Vec<_>>().join("\n"))
    }
}

impl std::error::Error for DataError {}

pub(crate) struct Mistakes<'s> {
    spec: &'s Spec,
    clauses: BTreeSet<String>,
    /// The clauses that schemas belong to, and the names of properties.
    schemas: BTreeSet<&'s str>,
    properties: BTreeSet<&'s str>,
    found: Vec<String>,
}

impl<'s> Mistakes<'s> {
    pub(crate) fn new(spec: &'s Spec) -> Self {
        let all = spec.schemas();
        let objects = all.iter().filter_map(|schema| schema.object());
        let properties = objects.flat_map(|object| object.properties.keys().map(String::as_str));
        let properties = properties.collect();
        let schemas = all.iter().map(|schema| schema.clause.as_str()).collect();
        let clauses = spec.clauses().into_iter().map(|clause| clause.id.to_string()).collect();
        Self { spec, clauses, schemas, properties, found: Vec::new() }
    }

    /// Returns an error with the mistakes of a file, if there are any.
    pub(crate) fn check(self, file: &str) -> Result<(), DataError> {
        let error = DataError { file: file.to_owned(), mistakes: self.found };
        if error.mistakes.is_empty() { Ok(()) } else { Err(error) }
    }

    /// Adds a mistake if the contract has no such clause.
    pub(crate) fn clause(&mut self, id: &str, key: &str) {
        if !self.clauses.contains(id) {
            let known = suggest(self.clauses.iter().map(String::as_str), id);
            self.found.push(format!("{key}: the contract has no clause `{id}`{known}"));
        }
    }

    pub(crate) fn operation(&mut self, id: &str, key: &str) {
        let operations: Vec<&str> = self.spec.operations.keys().map(String::as_str).collect();
        self.name("operation", &operations, id, key);
    }

    pub(crate) fn gap(&mut self, id: &str, key: &str) {
        let gaps: Vec<&str> = self.spec.gaps.keys().map(String::as_str).collect();
        self.name("gap", &gaps, id, key);
    }

    pub(crate) fn row(&mut self, id: &str, key: &str) {
        let rows: Vec<&str> = self.spec.errors.keys().map(String::as_str).collect();
        self.name("error", &rows, id, key);
    }

    pub(crate) fn difference(&mut self, difference: &Difference, key: &str) {
        match difference {
            Difference::Reads(rewrite) | Difference::Returns(rewrite) => {
                self.rewrite(rewrite, key);
            }
            Difference::Accepts(values) | Difference::Rejects(values) => self.values(values, key),
            Difference::Overrides(given) | Difference::TurnsAway(given) => {
                self.values(&given.values, &format!("{key}.in"));
                given.row.iter().for_each(|row| self.row(row, &format!("{key}.row")));
            }
            Difference::Fills(filling) => {
                self.values(&filling.values, &format!("{key}.in"));
                let names = filling.with.keys().chain(&filling.stored);
                names.for_each(|name| self.property(name, &format!("{key}.with")));
            }
            Difference::Forgets(Inconsistency::StaleColumns(names))
            | Difference::Merges(Merging::Objects(names)) => {
                names.iter().for_each(|name| self.property(name, key));
            }
            Difference::Merges(Merging::Items(items)) => {
                let names = [&items.property, &items.identity].into_iter().chain(&items.alike);
                names.for_each(|name| self.property(name, key));
            }
            Difference::Contract(ContractChange::RulesAsSent(name)) => self.type_name(name, key),
            Difference::Contract(ContractChange::ClosedExcept(names)) => {
                names.iter().for_each(|name| self.type_name(name, key));
            }
            Difference::Parses(_)
            | Difference::Forgets(_)
            | Difference::Echoes(_)
            | Difference::Routes(_)
            | Difference::Keys(_) => {}
        }
    }

    fn rewrite(&mut self, rewrite: &Rewrite, key: &str) {
        self.values(&rewrite.values, &format!("{key}.in"));
        let key = format!("{key}.to");
        match &rewrite.to {
            Coercion::ErrorOf(row) => self.row(row, &key),
            Coercion::Inverted(name) => self.property(name, &key),
            Coercion::Copied(from, to) | Coercion::Translated { from, to, .. } => {
                [from, to].into_iter().for_each(|name| self.property(name, &key));
            }
            Coercion::Defaults(given) => {
                given.keys().for_each(|name| self.property(name, &key));
            }
            // The other words name nothing of the contract, or what a response has beside it.
            _ => {}
        }
    }

    fn values(&mut self, values: &ValueSelector, key: &str) {
        if let Some(id) = &values.operation {
            self.operation(id, &format!("{key}.operation"));
        }
        values.at.iter().for_each(|at| self.place(at, &format!("{key}.at")));
        values.gaps.iter().for_each(|gap| self.gap(gap, &format!("{key}.gaps")));
        values.errors.iter().for_each(|row| self.row(row, &format!("{key}.errors")));
        if let Some(limit) = &values.limit
            && !Keyword::ALL.iter().any(|keyword| keyword.name() == limit)
        {
            self.clause(limit, &format!("{key}.limit"));
        }
        if values.pointer.is_none() {
            for (name, _) in &values.having {
                self.property(name, &format!("{key}.having"));
            }
        }
        for (name, _) in values.stored.iter().chain(&values.returned) {
            self.property(name, &format!("{key}.stored"));
        }
        if let Some(with) = &values.with {
            self.values(with, &format!("{key}.with"));
        }
    }

    /// Adds a mistake if no value can be at a place: a clause of a schema, or the end of a path.
    fn place(&mut self, at: &str, key: &str) {
        if at.starts_with(char::is_uppercase) {
            let schemas: Vec<&str> = self.schemas.iter().copied().collect();
            self.name("schema", &schemas, at, key);
            return;
        }
        for name in at.split('.').filter(|name| !["items", "*"].contains(name)) {
            self.property(name, key);
        }
    }

    fn property(&mut self, name: &str, key: &str) {
        let properties: Vec<&str> = self.properties.iter().copied().collect();
        self.name("property", &properties, name, key);
    }

    fn type_name(&mut self, name: &str, key: &str) {
        let types: Vec<&str> = self.spec.types.keys().map(String::as_str).collect();
        self.name("type", &types, name, key);
    }

    fn name(&mut self, noun: &str, known: &[&str], written: &str, key: &str) {
        if !known.contains(&written) {
            let known = suggest(known.iter().copied(), written);
            self.found.push(format!("{key}: the contract has no {noun} `{written}`{known}"));
        }
    }
}
