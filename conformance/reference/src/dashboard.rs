//! The dashboard at `/`, which shows people what the server offers. Beside it are the reference docs and the
//! contract as OpenAPI.
//!
//! ```text
//! reference               the reference docs
//! parts ─ examples        the parts that change, as HTML, and requests to paste into a shell
//! ```
//!
//! The script of the dashboard loads the dashboard again every second, and shows the parts that changed. The dashboard
//! changes nothing on the server and loads nothing from elsewhere. An operation of the contract takes precedence
//! over a route of the same path.

mod examples;
mod parts;
mod reference;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, LazyLock, OnceLock};

use askama::Template;
use axum::Router;
use axum::extract::{FromRef, State};
use axum::handler::Handler as _;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::middleware::from_fn_with_state;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest as _, Sha256};
use webdata_spec::model::Service;
use webdata_spec::web_page;

use crate::control::PREFIX;
use crate::dashboard::parts::{Live, Parts};
use crate::dashboard::reference::prose;
use crate::http::origins::{self, OwnHosts};
use crate::http::{pipeline, recorder};
use crate::options::Options;
use crate::service::backend::Backend;

/// The path of the dashboard.
const DASHBOARD: &str = "/";
/// The path of the reference docs.
const REFERENCE: &str = "/reference";
/// The path of the contract as OpenAPI.
const OPEN_API: &str = "/openapi.json";

/// The style of reports, and what the dashboard adds.
static STYLE: LazyLock<String> =
    LazyLock::new(|| [web_page::STYLE, include_str!("../templates/dashboard.css")].concat());
/// The script of reports for copying commands, and what the dashboard adds.
static SCRIPT: LazyLock<String> = LazyLock::new(|| {
    [web_page::COPYABLE_SCRIPT, include_str!("../templates/dashboard.js")].concat()
});

#[derive(Template)]
#[template(path = "dashboard.html")]
struct DashboardPage<'p> {
    service: &'p Service,
    origin: String,
    has_reference: bool,
    has_open_api: bool,
    operations: String,
    live: Option<Live>,
}

/// Returns the routes of the dashboard, for a server that listens at an address. If the server has a control plane,
/// the dashboard accepts only requests that the control plane accepts by their host and origin.
pub(crate) fn router(
    backend: &Arc<Backend>,
    address: SocketAddr,
    options: &Options,
) -> Router<Arc<Backend>> {
    let routes =
        [(DASHBOARD, get(home)), (REFERENCE, get(reference::page)), (OPEN_API, get(open_api))];
    let is_live = options.control_plane;
    let dashboard =
        Dashboard { backend: Arc::clone(backend), address, is_live, reference: Arc::default() };
    let hosts = OwnHosts::new(address.ip(), &options.allowed_hosts);
    let check = from_fn_with_state(hosts, origins::check);
    let recorder = from_fn_with_state(Arc::clone(backend), recorder::record);
    let routes = routes.into_iter().filter(|(path, _)| dashboard.has(path));
    let router = routes.fold(Router::new(), |router, (path, route)| {
        let route = if is_live { route.route_layer(check.clone()) } else { route };
        router.route(path, route.fallback(pipeline::handle.layer(recorder.clone())))
    });
    router.with_state(dashboard)
}

async fn home(State(dashboard): State<Dashboard>, uri: Uri, headers: HeaderMap) -> Response {
    let spec = &dashboard.backend.contract.spec;
    let origin = dashboard.origin(&uri, &headers);
    let base = dashboard.base(&origin);
    html_response(Parts::new(&dashboard, &base).and_then(|parts| {
        let Parts { operations, live } = parts;
        let page = DashboardPage {
            service: &spec.service,
            origin,
            has_reference: dashboard.has(REFERENCE),
            has_open_api: dashboard.has(OPEN_API),
            operations,
            live,
        };
        page.render()
    }))
}

#[derive(Clone)]
struct Dashboard {
    backend: Arc<Backend>,
    /// The address at which the server listens.
    address: SocketAddr,
    /// Whether the dashboard shows the data of the control plane: keys, resources and requests.
    is_live: bool,
    /// The HTML of the reference docs, rendered at the first request.
    reference: Arc<OnceLock<String>>,
}

impl Dashboard {
    /// Returns whether a path belongs to the dashboard, because no operation of the contract has it.
    fn has(&self, path: &str) -> bool {
        self.backend.contract.operation("GET", path).is_none()
    }

    /// Returns the base URL by which a client reaches the server, without the contract's base path.
    fn origin(&self, uri: &Uri, headers: &HeaderMap) -> String {
        let host = headers.get(HOST).and_then(|host| host.to_str().ok()?.parse().ok());
        let requested: Option<Authority> = uri.authority().cloned().or(host);
        let requested = requested.filter(|authority| is_plain(authority.as_str()));
        match requested {
            Some(authority) => format!("http://{authority}"),
            None => format!("http://{}", reachable_address(self.address)),
        }
    }

    /// Returns the base URL of operations, with the contract's base path.
    fn base(&self, origin: &str) -> String {
        format!("{origin}{}", self.backend.contract.spec.service.base_path)
    }
}

impl FromRef<Dashboard> for Arc<Backend> {
    fn from_ref(dashboard: &Dashboard) -> Self {
        Self::clone(&dashboard.backend)
    }
}

/// Returns whether a host and a port have no special characters of a shell.
fn is_plain(authority: &str) -> bool {
    authority
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ':' | '[' | ']'))
}

/// Returns the address at which this machine reaches a server that listens at `address`.
pub(crate) fn reachable_address(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

/// Returns the contract as OpenAPI, with this server's address and every operation that it offers.
async fn open_api(State(dashboard): State<Dashboard>, uri: Uri, headers: HeaderMap) -> Response {
    let contract = &dashboard.backend.contract;
    let origin = dashboard.origin(&uri, &headers);
    let document =
        contract.spec.open_api_of_server(&origin, &contract.extension.bound(&contract.spec));
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (CACHE_CONTROL, "no-store"),
    ];
    (headers, format!("{document:#}\n")).into_response()
}

/// The content security policy: the browser runs only the script and style above, and connects only to this server.
static POLICY: LazyLock<String> = LazyLock::new(|| {
    let hash = |text: &str| BASE64_STANDARD.encode(Sha256::digest(text));
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; connect-src 'self'; \
         img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'self'",
        hash(&SCRIPT),
        hash(&STYLE)
    )
});

/// Returns a response with HTML. A template fails to render only if memory runs out.
fn html_response(html: askama::Result<String>) -> Response {
    let Ok(html) = html else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    let headers = [
        (CONTENT_SECURITY_POLICY, POLICY.as_str()),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-store"),
    ];
    (headers, Html(html)).into_response()
}
