//! Versions of resources, preconditions, idempotency keys and deprecation notices of an operation.
//!
//! This module sees no requests.

use std::sync::Arc;

use axum::http::{HeaderName, HeaderValue};
use webdata_spec::model::{self, Idempotency, Precondition};

use super::error::ContractError;
use super::error_catalogue::ErrorCatalogue;
use super::row::{Row, header};

/// The versions and keys that an operation supports.
#[derive(Debug)]
pub(crate) struct Conditional {
    /// The response header with the version of the resource.
    pub(crate) version: Option<String>,
    /// The request header with the version to change, and the error for another version.
    pub(crate) precondition: Option<(String, Arc<Row>)>,
    /// The request header with the version that the client has.
    pub(crate) condition: Option<String>,
    /// The request header with the idempotency key, and the error for a known key with another body.
    pub(crate) key: Option<(String, Option<Arc<Row>>)>,
}

impl Conditional {
    pub(super) fn from_spec(
        operation: &model::Operation,
        catalogue: &ErrorCatalogue,
    ) -> Result<Self, ContractError> {
        let of = |word: &str| operation.clause().child(word).to_string();
        let precondition = operation.precondition.as_ref().map(|Precondition { header, error }| {
            Ok((header.clone(), catalogue.row(error, &of("precondition"))?))
        });
        let key = operation.idempotency.as_ref().map(|Idempotency { header, reused }| {
            let row = reused.as_ref().map(|error| catalogue.row(error, &of("idempotency")));
            Ok((header.clone(), row.transpose()?))
        });
        Ok(Self {
            version: operation.resource.as_ref().and_then(|resource| resource.version.clone()),
            precondition: precondition.transpose()?,
            condition: operation.condition.clone(),
            key: key.transpose()?,
        })
    }
}

/// Returns the headers that announce the deprecation of an operation.
pub(super) fn notices(
    operation: &model::Operation,
) -> Result<Vec<(HeaderName, HeaderValue)>, ContractError> {
    let notice = |notice: model::Notice| {
        let place = notice.clause.as_str();
        let value = HeaderValue::try_from(&notice.value).map_err(|_| ContractError::Header {
            place: place.to_owned(),
            text: notice.value.clone(),
        });
        Ok((header(notice.header, place)?, value?))
    };
    operation.notices().into_iter().map(notice).collect()
}
