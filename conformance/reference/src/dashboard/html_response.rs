//! Pages for browsers, as they are sent.
//!
//! It must not let a page load anything from elsewhere.

use std::sync::LazyLock;

use axum::http::StatusCode;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::response::{Html, IntoResponse, Response};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest as _, Sha256};

/// The report's style, and what is beyond it.
pub(super) const STYLE: &str = concat!(
    include_str!("../../templates/report.css"),
    include_str!("../../templates/dashboard.css")
);
/// The copy buttons of the report's commands, and what is beyond them.
pub(super) const SCRIPT: &str = concat!(
    include_str!("../../templates/copyable.js"),
    include_str!("../../templates/dashboard.js")
);

/// What a browser may do with a page: run its own script, and listen to this server.
static POLICY: LazyLock<String> = LazyLock::new(|| {
    let hash = |text| BASE64_STANDARD.encode(Sha256::digest(text));
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; connect-src 'self'; \
         img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'self'",
        hash(SCRIPT),
        hash(STYLE)
    )
});

/// A page as it is sent. That a template cannot be filled in needs a lack of memory.
pub(super) fn html_response(html: askama::Result<String>) -> Response {
    let Ok(html) = html else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    let headers = [
        (CONTENT_SECURITY_POLICY, POLICY.as_str()),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-store"),
    ];
    (headers, Html(html)).into_response()
}
