//! The pages of the server's web, each identified by its URL: `/_reference/pages?url=…`.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tokio::task::spawn_blocking;

use crate::http::response::plain;
use crate::web_data::service::WebData;
use crate::web_data::world::web::{WebPage, absolute};

/// The query that identifies a page.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PageQuery {
    url: String,
}

pub(super) async fn put(
    State(service): State<Arc<WebData>>,
    Query(query): Query<PageQuery>,
    Json(page): Json<WebPage>,
) -> Response {
    if absolute(&query.url, &query.url).is_none() {
        let text = "`url` must be an absolute http or https URL";
        return plain(StatusCode::UNPROCESSABLE_ENTITY, text);
    }
    // Parsing may take long, so it runs on a thread where it delays no other request.
    match spawn_blocking(move || page.checked()).await {
        Ok(Ok(page)) => {
            service.state.web.put(&query.url, page);
            StatusCode::NO_CONTENT.into_response()
        }
        Ok(Err(error)) => plain(StatusCode::UNPROCESSABLE_ENTITY, &error.to_string()),
        Err(_) => plain(StatusCode::INTERNAL_SERVER_ERROR, "the page could not be checked"),
    }
}

pub(super) async fn list(State(service): State<Arc<WebData>>) -> Json<BTreeMap<String, WebPage>> {
    Json(service.state.web.pages())
}

pub(super) async fn remove(
    State(service): State<Arc<WebData>>,
    Query(query): Query<PageQuery>,
) -> Response {
    if service.state.web.remove(&query.url) {
        StatusCode::NO_CONTENT.into_response()
    } else {
        plain(StatusCode::NOT_FOUND, "there is no such page")
    }
}
