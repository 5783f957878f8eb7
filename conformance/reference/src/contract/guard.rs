//! An authentication scheme in a form that can be served: where a request carries its key, and the errors of
//! an unauthorized one.
//!
//! This module does not know which keys are valid. The scheme, the header and the errors come from the
//! contract.

use std::sync::Arc;

use axum::http::{HeaderMap, HeaderName};
use webdata_spec::model::Authentication;

use super::error::ContractError;
use super::error_catalogue::ErrorCatalogue;
use super::row::{Row, header};

/// An authentication scheme.
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
    /// The header is invalid in HTTP, or an error is not in the catalogue.
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

    /// Returns the error row for a key that is missing, malformed, unknown or revoked.
    pub(crate) fn rejected(&self) -> Arc<Row> {
        Arc::clone(&self.rejected)
    }

    /// Returns the error row for a key without permission.
    pub(crate) fn forbidden(&self) -> Arc<Row> {
        Arc::clone(&self.forbidden)
    }

    /// Returns the value of the authentication header.
    pub(crate) fn header_value<'h>(&self, headers: &'h HeaderMap) -> Option<&'h str> {
        headers.get(&self.header).and_then(|value| value.to_str().ok())
    }

    /// Returns whether a word is the name of the scheme, in any letter case.
    pub(crate) fn is_of_scheme(&self, word: &str) -> bool {
        word.eq_ignore_ascii_case(&self.scheme)
    }

    /// Returns the key after the scheme, if the request has exactly one authentication header. HTTP ignores
    /// the letter case of the scheme.
    pub(crate) fn key<'h>(&self, headers: &'h HeaderMap) -> Option<&'h str> {
        let mut values = headers.get_all(&self.header).iter();
        let (Some(value), None) = (values.next(), values.next()) else {
            return None;
        };
        let (scheme, key) = value.to_str().ok()?.split_once(' ')?;
        self.is_of_scheme(scheme).then(|| key.trim_matches(' '))
    }
}
