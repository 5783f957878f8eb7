//! Versions of resources, conditions on them, idempotency keys and notices, as an operation has them.
//!
//! It must not see a request.

use std::sync::Arc;

use axum::http::{HeaderName, HeaderValue};
use webdata_spec::model::{self, Idempotency, Precondition};

use super::error::ContractError;
use super::error_catalogue::ErrorCatalogue;
use super::row::{Row, header};

/// What an operation does about versions and keys.
#[derive(Debug)]
pub(crate) struct Conditional {
    /// The response header that carries the version of the resource.
    pub(crate) version: Option<String>,
    /// The request header of the version that is changed, and the error when it is another one.
    pub(crate) precondition: Option<(String, Arc<Row>)>,
    /// The request header of the version that the client has.
    pub(crate) condition: Option<String>,
    /// The request header of the key of a creation, and the error when its body is another one.
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
            version: operation.resource.as_ref().and_then(|own| own.version.clone()),
            precondition: precondition.transpose()?,
            condition: operation.condition.clone(),
            key: key.transpose()?,
        })
    }
}

/// The headers by which an operation says that it is deprecated.
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
