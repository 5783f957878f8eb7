//! The error catalogue, with each row ready to be sent.
//!
//! It must not choose a row; who refuses a request does that.

use std::sync::Arc;

use indexmap::IndexMap;
use webdata_spec::Spec;

use super::StartError;
use super::answer::Row;

/// Every row, by identity, in the contract's order.
#[derive(Debug)]
pub(super) struct Catalogue(IndexMap<String, Arc<Row>>);

impl Catalogue {
    /// Prepares every row of a contract, with bodies of a type.
    ///
    /// # Errors
    /// When a row cannot be said in HTTP.
    pub(super) fn of(spec: &Spec, body: &str) -> Result<Self, StartError> {
        let rows = spec.errors.iter();
        let rows = rows.map(|(id, row)| Ok((id.clone(), Arc::new(Row::of(spec, row, body)?))));
        rows.collect::<Result<_, _>>().map(Self)
    }

    /// A row that a place of the contract names.
    ///
    /// # Errors
    /// When there is no such row.
    pub(super) fn row(&self, id: &str, place: &str) -> Result<Arc<Row>, StartError> {
        self.find(id)
            .ok_or_else(|| StartError::Error { place: place.to_owned(), id: id.to_owned() })
    }

    /// A row, where there is one of this identity.
    pub(super) fn find(&self, id: &str) -> Option<Arc<Row>> {
        self.0.get(id).cloned()
    }

    /// The identities of all rows.
    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}
