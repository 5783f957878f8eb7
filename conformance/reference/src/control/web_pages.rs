//! The pages of the server's web, each named by its URL: `/_reference/pages?url=…`.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tokio::task::spawn_blocking;

use crate::http::response::plain;
use crate::service::backend::Backend;
use crate::world::web::{WebPage, absolute};

/// Which page.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Named {
    url: String,
}

pub(super) async fn put(
    State(backend): State<Arc<Backend>>,
    Query(named): Query<Named>,
    Json(page): Json<WebPage>,
) -> Response {
    if absolute(&named.url, &named.url).is_none() {
        let text = "the URL of a page is an absolute http or https URL";
        return plain(StatusCode::UNPROCESSABLE_ENTITY, text);
    }
    // Nobody else waits for it.
    match spawn_blocking(move || page.checked()).await {
        Ok(Ok(page)) => {
            backend.world.web.put(&named.url, page);
            StatusCode::NO_CONTENT.into_response()
        }
        Ok(Err(error)) => plain(StatusCode::UNPROCESSABLE_ENTITY, &error.to_string()),
        Err(_) => plain(StatusCode::INTERNAL_SERVER_ERROR, "the page could not be checked"),
    }
}

pub(super) async fn list(State(backend): State<Arc<Backend>>) -> Json<BTreeMap<String, WebPage>> {
    Json(backend.world.web.pages())
}

pub(super) async fn remove(
    State(backend): State<Arc<Backend>>,
    Query(named): Query<Named>,
) -> Response {
    if backend.world.web.remove(&named.url) {
        StatusCode::NO_CONTENT.into_response()
    } else {
        plain(StatusCode::NOT_FOUND, "there is no such page")
    }
}
