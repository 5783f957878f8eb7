//! The page at `/`: what is served, for people who write a client against it. Beside it stand the
//! contract as a page and as OpenAPI, and the stream of what changes.
//!
//! ```text
//! examples     requests that can be pasted       parts ─ prose    what changes, as HTML
//! document     the contract, to be read          live             the same again when it has changed
//! ```
//!
//! It must not change anything, need anything from elsewhere, nor hide an operation of the
//! contract: where one has the path, there is no page.

mod document;
mod examples;

mod live;
mod parts;
mod prose;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, LazyLock};

use askama::Template;
use axum::Router;
use axum::extract::{FromRef, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::middleware::from_fn_with_state;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest as _, Sha256};
use tokio::sync::Semaphore;
use webdata_spec::model::{ErrorRow, Service};

use super::Shared;
use super::control::{PREFIX, access};
use super::handle::{self, PROVOKE};
use document::Documents;
use parts::{Live, Parts};
use prose::prose;

/// Where the page is.
const HOME: &str = "/";
/// Where the contract is, as a page.
const REFERENCE: &str = "/reference";
/// Where the contract is, as OpenAPI.
const OPEN_API: &str = "/openapi.json";
/// Where what changes is told.
const EVENTS: &str = "/_reference/events";

/// The report's style, and what is beyond it.
const STYLE: &str = concat!(
    include_str!("../../templates/report.css"),
    include_str!("../templates/page.css")
);
/// The copy buttons of the report's commands, and what is beyond them.
const SCRIPT: &str = concat!(
    include_str!("../../templates/copyable.js"),
    include_str!("../templates/page.js")
);

/// What a browser may do with a page: run its own script, and listen to this server.
static POLICY: LazyLock<String> = LazyLock::new(|| {
    let hash = |text| BASE64_STANDARD.encode(Sha256::digest(text));
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; connect-src 'self'; \
         img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
        hash(SCRIPT),
        hash(STYLE)
    )
});

/// The page of a server.
#[derive(Clone)]
struct Page {
    shared: Arc<Shared>,
    /// Where the server listens.
    address: SocketAddr,
    /// Whether it shows what belongs to the control plane: keys, resources and requests.
    is_live: bool,
    documents: Arc<Documents>,
    /// Those who may still watch it.
    seats: Arc<Semaphore>,
}

#[derive(Template)]
#[template(path = "page.html")]
struct Whole<'p> {
    service: &'p Service,
    base: String,
    style: &'static str,
    script: &'static str,
    events: &'static str,
    reference: &'static str,
    open_api: &'static str,
    control_plane: &'static str,
    provoke: &'static str,
    has_reference: bool,
    has_open_api: bool,
    operations: String,
    errors: String,
    live: Option<Live>,
    rows: Vec<&'p ErrorRow>,
}

/// The page and what belongs to it, for a server that listens at an address. Where the control plane
/// is offered, it is for whoever may use that.
pub(super) fn router(
    shared: &Arc<Shared>,
    address: SocketAddr,
    control_plane: bool,
) -> Router<Arc<Shared>> {
    let mut routes = vec![
        (HOME, get(home)),
        (REFERENCE, get(document::reference)),
        (OPEN_API, get(document::open_api)),
    ];
    if control_plane {
        let check = from_fn_with_state(address.ip(), access::check);
        routes.push((EVENTS, get(live::events)));
        routes = routes
            .into_iter()
            .map(|(path, route)| (path, route.route_layer(check.clone())))
            .collect();
    }
    let page = Page {
        shared: Arc::clone(shared),
        address,
        is_live: control_plane,
        documents: Arc::default(),
        seats: Arc::new(Semaphore::new(live::WATCHERS)),
    };
    let routes = routes.into_iter().filter(|(path, _)| page.has(path));
    let router = routes.fold(Router::new(), |router, (path, route)| {
        router.route(path, route.fallback(handle::handle))
    });
    router.with_state(page.clone())
}

impl Page {
    /// Whether a path is left for the page: the contract's operations go first.
    fn has(&self, path: &str) -> bool {
        self.shared.contract.operation("GET", path).is_none()
    }

    /// The base URL for whoever sent a request, with the contract's base path.
    fn base(&self, uri: &Uri, headers: &HeaderMap) -> String {
        let host = headers.get(HOST).and_then(|host| host.to_str().ok()?.parse().ok());
        let asked: Option<Authority> = uri.authority().cloned().or(host);
        let asked = asked.filter(|asked| is_plain(asked.as_str()));
        let authority =
            asked.map_or_else(|| reached(self.address).to_string(), |asked| asked.to_string());
        format!("http://{authority}{}", self.shared.contract.spec.service.base_path)
    }
}

impl FromRef<Page> for Arc<Shared> {
    fn from_ref(page: &Page) -> Self {
        Self::clone(&page.shared)
    }
}

/// Whether a host and a port mean nothing to a shell.
fn is_plain(authority: &str) -> bool {
    authority
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ':' | '[' | ']'))
}

/// An address at which this machine reaches a server that listens at one.
pub(super) fn reached(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

async fn home(State(page): State<Page>, uri: Uri, headers: HeaderMap) -> Response {
    let spec = &page.shared.contract.spec;
    let base = page.base(&uri, &headers);
    shown(Parts::of(&page, &base).and_then(|parts| {
        let Parts { operations, errors, live } = parts;
        let whole = Whole {
            service: &spec.service,
            base,
            style: STYLE,
            script: SCRIPT,
            events: EVENTS,
            reference: REFERENCE,
            open_api: OPEN_API,
            control_plane: PREFIX,
            provoke: PROVOKE,
            has_reference: page.has(REFERENCE),
            has_open_api: page.has(OPEN_API),
            operations,
            errors,
            live,
            rows: spec.errors.values().collect(),
        };
        whole.render()
    }))
}

/// A page as it is sent. That a template cannot be filled in needs a lack of memory.
fn shown(html: askama::Result<String>) -> Response {
    let Ok(html) = html else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    let headers = [
        (CONTENT_SECURITY_POLICY, POLICY.as_str()),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-store"),
    ];
    (headers, Html(html)).into_response()
}
