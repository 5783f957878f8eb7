//! Finds names in the data of differences that the contract does not have.
//!
//! This module does not know whether a difference is a mistake of a server.

use std::collections::BTreeSet;

use webdata_spec::model::Keyword;
use webdata_spec::{Spec, suggest};

use super::coercion::Coercion;
use super::contract_change::ContractChange;
use super::difference::{Difference, ResponseOverride, Rewrite};
use super::inconsistency::Inconsistency;
use super::merging::Merging;
use super::values::ValueSelector;

/// The mistakes in a file about a contract, each with its place.
#[derive(Debug)]
pub struct DataError {
    file: String,
    mistakes: Vec<String>,
}

impl DataError {
    pub(crate) fn new(file: &str, mistakes: Vec<String>) -> Self {
        Self { file: file.to_owned(), mistakes }
    }
}

impl std::fmt::Display for DataError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let lines = self.mistakes.iter().map(|mistake| format!("{}: {mistake}", self.file));
        f.write_str(&lines.collect::<Vec<_>>().join("\n"))
    }
}

impl std::error::Error for DataError {}

/// Collects mistakes in data about a contract.
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

    /// Returns the mistakes that were found.
    pub(crate) fn found(self) -> Vec<String> {
        self.found
    }

    /// Adds a mistake if the contract has no such clause.
    pub(crate) fn clause(&mut self, id: &str, key: &str) {
        if !self.clauses.contains(id) {
            let known = suggest(self.clauses.iter().map(String::as_str), id);
            self.found.push(format!("{key}: the contract has no clause `{id}`{known}"));
        }
    }

    /// Adds a mistake if the contract has no such operation.
    pub(crate) fn operation(&mut self, id: &str, key: &str) {
        let operations: Vec<&str> = self.spec.operations.keys().map(String::as_str).collect();
        self.name("operation", &operations, id, key);
    }

    /// Adds a mistake if the contract has no such gap.
    pub(crate) fn gap(&mut self, id: &str, key: &str) {
        let gaps: Vec<&str> = self.spec.gaps.keys().map(String::as_str).collect();
        self.name("gap", &gaps, id, key);
    }

    /// Adds a mistake if the contract has no such error row.
    pub(crate) fn row(&mut self, id: &str, key: &str) {
        let rows: Vec<&str> = self.spec.errors.keys().map(String::as_str).collect();
        self.name("error", &rows, id, key);
    }

    /// Adds the mistakes of a difference.
    pub(crate) fn difference(&mut self, difference: &Difference, key: &str) {
        match difference {
            Difference::Reads(rewrite) | Difference::Returns(rewrite) => {
                self.rewrite(rewrite, key);
            }
            Difference::Accepts(values) | Difference::Rejects(values) => self.values(values, key),
            Difference::Overrides(given) | Difference::TurnsAway(given) => {
                self.response_override(given, key);
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

    fn response_override(&mut self, given: &ResponseOverride, key: &str) {
        self.values(&given.values, &format!("{key}.in"));
        given.row.iter().for_each(|row| self.row(row, &format!("{key}.row")));
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
