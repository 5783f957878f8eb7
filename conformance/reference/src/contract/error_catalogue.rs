//! The error catalogue, with each row ready to be sent.
//!
//! This module does not choose rows; the code that rejects a request does.

use std::sync::Arc;

use indexmap::IndexMap;
use webdata_spec::Spec;

use super::error::ContractError;
use super::row::Row;

/// Every error row, by identity, in the contract's order.
#[derive(Debug)]
pub(crate) struct ErrorCatalogue(IndexMap<String, Arc<Row>>);

impl ErrorCatalogue {
    /// Prepares every row of a contract, with bodies of the given type.
    ///
    /// # Errors
    /// A row has a status code or a header that HTTP does not allow.
    pub(crate) fn new(spec: &Spec, body: &str) -> Result<Self, ContractError> {
        let rows = spec.errors.iter();
        let rows =
            rows.map(|(id, row)| Ok((id.clone(), Arc::new(Row::from_spec(spec, row, body)?))));
        rows.collect::<Result<_, _>>().map(Self)
    }

    /// Returns the row that the clause `place` names.
    ///
    /// # Errors
    /// There is no such row.
    pub(crate) fn row(&self, id: &str, place: &str) -> Result<Arc<Row>, ContractError> {
        self.find(id)
            .ok_or_else(|| ContractError::Error { place: place.to_owned(), id: id.to_owned() })
    }

    /// Returns the row of an identity.
    pub(crate) fn find(&self, id: &str) -> Option<Arc<Row>> {
        self.0.get(id).cloned()
    }

    /// Returns the identities of all rows.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}
