//! The dashboard at `/`, which shows people what the server offers. Beside it are the contract as HTML and as
//! OpenAPI, and a stream of changes.
//!
//! ```text
//! examples     requests to paste into a shell    parts ─ prose    the parts that change, as HTML
//! reference ─ book    the contract as pages         live          the parts again, when they change
//! document     the contract as OpenAPI           markdown         Markdown to HTML
//! context      the state that all pages share    html_response    headers of pages
//! ```
//!
//! The dashboard changes nothing on the server and loads nothing from elsewhere. An operation of the contract
//! takes precedence over a page of the same path.

mod book;
mod context;
mod document;
mod examples;
mod html_response;
mod live;
mod markdown;
mod parts;
mod prose;
mod reference;

use std::net::SocketAddr;
use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::get;
use tokio::sync::Semaphore;
use webdata_spec::model::{ErrorRow, Service};

use crate::control::PREFIX;
use crate::http::provocation::PROVOKE_HEADER;
use crate::http::{origin_policy, pipeline};
use crate::options::Options;
use crate::service::backend::Backend;
use context::{DASHBOARD, Dashboard, EVENTS, OPEN_API, REFERENCE, REFERENCE_PAGES};
use html_response::{SCRIPT, STYLE, html_response};
use parts::{Live, Parts};
use prose::prose;

pub(crate) use context::reachable_address;

#[derive(Template)]
#[template(path = "dashboard.html")]
struct DashboardPage<'p> {
    service: &'p Service,
    origin: String,
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

/// Returns the routes of the dashboard, for a server that listens at an address. With the control plane, the
/// dashboard is restricted as the control plane is.
pub(crate) fn router(
    backend: &Arc<Backend>,
    address: SocketAddr,
    options: &Options,
) -> Router<Arc<Backend>> {
    let mut routes = vec![
        (DASHBOARD, get(home)),
        (REFERENCE, get(book::page)),
        (REFERENCE_PAGES, get(book::page)),
        (OPEN_API, get(document::open_api)),
    ];
    let control_plane = options.control_plane;
    if control_plane {
        let check = from_fn_with_state(address.ip(), origin_policy::check);
        routes.push((EVENTS, get(live::events)));
        routes = routes
            .into_iter()
            .map(|(path, route)| (path, route.route_layer(check.clone())))
            .collect();
    }
    let dashboard = Dashboard {
        backend: Arc::clone(backend),
        address,
        is_live: control_plane,
        documents: Arc::default(),
        cases: options.cases.as_slice().into(),
        permits: Arc::new(Semaphore::new(live::MAX_WATCHERS)),
    };
    let routes = routes.into_iter().filter(|(path, _)| dashboard.has(path));
    let router = routes.fold(Router::new(), |router, (path, route)| {
        router.route(path, route.fallback(pipeline::handle))
    });
    router.with_state(dashboard)
}

async fn home(State(dashboard): State<Dashboard>, uri: Uri, headers: HeaderMap) -> Response {
    let spec = &dashboard.backend.contract.spec;
    let origin = dashboard.origin(&uri, &headers);
    let base = dashboard.base(&origin);
    html_response(Parts::new(&dashboard, &base).and_then(|parts| {
        let Parts { operations, errors, live } = parts;
        let page = DashboardPage {
            service: &spec.service,
            origin,
            style: STYLE,
            script: SCRIPT,
            events: EVENTS,
            reference: REFERENCE,
            open_api: OPEN_API,
            control_plane: PREFIX,
            provoke: PROVOKE_HEADER,
            has_reference: dashboard.has(REFERENCE),
            has_open_api: dashboard.has(OPEN_API),
            operations,
            errors,
            live,
            rows: spec.errors.values().collect(),
        };
        page.render()
    }))
}
