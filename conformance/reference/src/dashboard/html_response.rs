//! Responses with HTML.
//!
//! No page loads anything from elsewhere.

use std::sync::LazyLock;

use axum::http::StatusCode;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::response::{Html, IntoResponse, Response};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest as _, Sha256};

/// The style of reports, and what the dashboard adds.
pub(super) const STYLE: &str = concat!(
    include_str!("../../templates/report.css"),
    include_str!("../../templates/dashboard.css")
);
/// The script of reports for copying commands, and what the dashboard adds.
pub(super) const SCRIPT: &str = concat!(
    include_str!("../../templates/copyable.js"),
    include_str!("../../templates/dashboard.js")
);

/// The content security policy: a page runs its own script and style, and connects only to this server.
static POLICY: LazyLock<String> = LazyLock::new(|| {
    let hash = |text| BASE64_STANDARD.encode(Sha256::digest(text));
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; connect-src 'self'; \
         img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'self'",
        hash(SCRIPT),
        hash(STYLE)
    )
});

/// Returns a response with HTML. A template fails to render only if memory runs out.
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
