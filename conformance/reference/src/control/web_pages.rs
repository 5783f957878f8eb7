//! The pages of the server's web, each named by its URL: `/_reference/pages?url=…`.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tokio::task::spawn_blocking;

use super::plain;
use crate::Shared;
use crate::web::{Page, absolute};

/// Which page.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Named {
    url: String,
}

pub(super) async fn put(
    State(shared): State<Arc<Shared>>,
    Query(named): Query<Named>,
    Json(page): Json<Page>,
) -> Response {
    if absolute(&named.url, &named.url).is_none() {
        let text = "the URL of a page is an absolute http or https URL";
        return plain(StatusCode::UNPROCESSABLE_ENTITY, text);
    }
    // Nobody else waits for it.
    match spawn_blocking(move || page.checked()).await {
        Ok(Ok(page)) => {
            shared.web.put(&named.url, page);
            StatusCode::NO_CONTENT.into_response()
        }
        Ok(Err(error)) => plain(StatusCode::UNPROCESSABLE_ENTITY, &error.to_string()),
        Err(_) => plain(StatusCode::INTERNAL_SERVER_ERROR, "the page could not be checked"),
    }
}

pub(super) async fn list(State(shared): State<Arc<Shared>>) -> Json<BTreeMap<String, Page>> {
    Json(shared.web.pages())
}

pub(super) async fn remove(
    State(shared): State<Arc<Shared>>,
    Query(named): Query<Named>,
) -> Response {
    if shared.web.remove(&named.url) {
        StatusCode::NO_CONTENT.into_response()
    } else {
        plain(StatusCode::NOT_FOUND, "there is no such page")
    }
}
