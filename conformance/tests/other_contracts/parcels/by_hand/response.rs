//! Writes a response: status code, headers and body.

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::{BROKEN, Rejection, ResponseParts, Server};

impl Server {
    pub(super) fn respond(&self, result: Result<ResponseParts, Rejection>) -> Response {
        let mut headers = HeaderMap::new();
        let mut body = String::new();
        if self.differs {
            headers.insert("x-served-by", "desk-7".parse().unwrap());
        }
        let status = match result {
            Ok(ResponseParts { status, body: json, location }) => {
                if let Some(json) = json {
                    body = json.to_string();
                }
                if let Some(location) = location {
                    headers.insert(header::LOCATION, location.parse().unwrap());
                }
                if status == StatusCode::NO_CONTENT && self.differs {
                    headers.insert("x-left", "3".parse().unwrap());
                }
                status
            }
            Err(Rejection(id)) => {
                let (id, status, text) = row(id);
                let is_free = id == "bad-request" && self.differs;
                let text = if is_free { "Please look at the form again." } else { text };
                body = if self.differs {
                    json!({ "error": text, "details": [id], "at": "the desk" })
                } else {
                    json!({ "error": text })
                }
                .to_string();
                if status == 503 {
                    headers.insert(header::RETRY_AFTER, "1".parse().unwrap());
                }
                StatusCode::from_u16(status).unwrap()
            }
        };
        if !body.is_empty() {
            let media_type =
                if self.differs { "application/json; charset=utf-8" } else { "application/json" };
            headers.insert(header::CONTENT_TYPE, media_type.parse().unwrap());
        }
        (status, headers, Body::from(body)).into_response()
    }
}

/// Returns the id, status code and message of an error.
pub(super) fn row(id: &str) -> (&'static str, u16, &'static str) {
    let rows = [
        ("bad-request", 400, "Bad Request"),
        ("bad-cursor", 400, "Bad Cursor"),
        ("bad-key", 401, "Bad Key"),
        ("not-yours", 403, "Not Yours"),
        ("not-here", 404, "Not Here"),
        ("closed", 503, "Closed"),
        (BROKEN.0, 500, "Broken"),
    ];
    rows.into_iter().find(|row| row.0 == id).expect("the contract has the error")
}
