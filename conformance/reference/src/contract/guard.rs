//! An authentication scheme made ready: where a request shows its key, and what answers a wrong one.
//!
//! It must not know which keys are good, nor a scheme, a header or an error; it reads those from the
//! contract.

use std::sync::Arc;

use axum::http::{HeaderMap, HeaderName};
use webdata_spec::model::Authentication;

use super::error::ContractError;
use super::error_catalogue::ErrorCatalogue;
use super::row::{Row, header};

/// One authentication scheme.
#[derive(Debug, Clone)]
pub(crate) struct Guard {
    scheme: String,
    header: HeaderName,
    rejected: Arc<Row>,
    forbidden: Arc<Row>,
}

impl Guard {
    /// Prepares a scheme.
    ///
    /// # Errors
    /// When it names a header that HTTP does not have, or an error that the catalogue does not.
    pub(super) fn from_spec(
        scheme: &Authentication,
        catalogue: &ErrorCatalogue,
    ) -> Result<Self, ContractError> {
        let place = format!("authentication.{}", scheme.id);
        Ok(Self {
            scheme: scheme.scheme.clone(),
            header: header(&scheme.header, &place)?,
            rejected: catalogue.row(&scheme.rejected, &place)?,
            forbidden: catalogue.row(&scheme.forbidden, &place)?,
        })
    }

    /// The row that answers a key that is missing, malformed, unknown or revoked.
    pub(crate) fn rejected(&self) -> Arc<Row> {
        Arc::clone(&self.rejected)
    }

    /// The row that answers a key without permission.
    pub(crate) fn forbidden(&self) -> Arc<Row> {
        Arc::clone(&self.forbidden)
    }

    /// What stands in the header, where there is one.
    pub(crate) fn shown<'h>(&self, headers: &'h HeaderMap) -> Option<&'h str> {
        headers.get(&self.header).and_then(|value| value.to_str().ok())
    }

    /// Whether a word is the scheme's, in whatever letter case.
    pub(crate) fn is_of_scheme(&self, word: &str) -> bool {
        word.eq_ignore_ascii_case(&self.scheme)
    }

    /// The key that stands behind the scheme word in the one header of this name. HTTP does not
    /// mind the word's letter case.
    pub(crate) fn key<'h>(&self, headers: &'h HeaderMap) -> Option<&'h str> {
        let mut values = headers.get_all(&self.header).iter();
        let (Some(value), None) = (values.next(), values.next()) else {
            return None;
        };
        let (scheme, key) = value.to_str().ok()?.split_once(' ')?;
        self.is_of_scheme(scheme).then(|| key.trim_matches(' '))
    }
}
