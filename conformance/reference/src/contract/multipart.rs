//! Reads a body of the media type `multipart/form-data` (RFC 7578) as a JSON object with a property for each part.
//!
//! This module validates no values.

use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use futures_util::{FutureExt as _, stream};
use multer::Multipart;
use serde_json::Value;
use webdata_spec::model::Shape;

use crate::contract::Contract;
use crate::contract::compiled_schema::Violation;
use crate::contract::errors::RequestError;
use crate::contract::operation::Request;
use crate::contract::schema::{Properties, concrete, object_of};
use crate::contract::validation::{scalar, validation_failure};

/// Reads the parts of a body. If several parts have the same name, the first counts.
///
/// # Errors
/// The media type is not `multipart/form-data`, or the body is malformed.
pub(crate) fn read(
    contract: &Contract,
    request: &Request,
    headers: &HeaderMap,
    bytes: &Bytes,
) -> Result<Value, RequestError> {
    let failure = |message: String| {
        let keyword = "type".to_owned();
        let violation = Violation { steps: Vec::new(), missing: None, keyword, message };
        validation_failure(contract, vec![violation])
    };
    let media_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let boundary = multer::parse_boundary(media_type.unwrap_or_default());
    let boundary = boundary.map_err(|error| failure(error.to_string()))?;
    let chunks = stream::iter([Ok::<Bytes, multer::Error>(bytes.clone())]);
    // All bytes are in memory, so no step waits.
    let fields = fields(Multipart::new(chunks, boundary)).now_or_never();
    let fields = fields.ok_or_else(|| failure("the body has no end".to_owned()))?;
    let fields = fields.map_err(|error| failure(error.to_string()))?;
    let object = object_of(&contract.spec, &request.type_name);
    let mut body = Properties::new();
    for (name, bytes) in fields {
        let text = || String::from_utf8_lossy(&bytes).into_owned();
        let property = object.and_then(|object| object.properties.get(&name));
        let schema = property.map(|property| &property.schema);
        let value = match schema {
            None => Value::String(text()),
            Some(file) if file.content_media_type.is_some() => {
                bytes.iter().copied().map(char::from).collect::<String>().into()
            }
            Some(schema) => match &concrete(&contract.spec, schema, &Value::Null).shape {
                Shape::Boolean
                | Shape::Integer
                | Shape::Number
                | Shape::String
                | Shape::Enum(_) => scalar(&contract.spec, schema, text()),
                // Bytes that are not JSON become a string, which the schema then rejects.
                _ => serde_json::from_slice(&bytes).unwrap_or_else(|_| Value::String(text())),
            },
        };
        body.entry(name).or_insert(value);
    }
    Ok(Value::Object(body))
}

async fn fields(mut multipart: Multipart<'_>) -> Result<Vec<(String, Bytes)>, multer::Error> {
    let mut fields = Vec::new();
    while let Some(field) = multipart.next_field().await? {
        let name = field.name().unwrap_or_default().to_owned();
        fields.push((name, field.bytes().await?));
    }
    Ok(fields)
}
