//! The dashboard at `/`: what is served, for people who write a client against it. Beside it stand
//! the contract as HTML and as OpenAPI, and the stream of what changes.
//!
//! ```text
//! examples     requests that can be pasted       parts ─ prose    what changes, as HTML
//! reference ─ book    the contract, page by page    live          the same again when it has changed
//! document     the contract as OpenAPI           markdown         Markdown as HTML
//! context      what all of them are made with    html_response    how pages are sent
//! ```
//!
//! It must not change anything, need anything from elsewhere, nor hide an operation of the
//! contract: where one has the path, there is no dashboard.

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

pub(crate) use context::reached;

#[derive(Template)]
#[template(path = "dashboard.html")]
struct Whole<'p> {
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

/// The dashboard and what belongs to it, for a server that listens at an address. Where the control
/// plane is offered, it is for whoever may use that.
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
        seats: Arc::new(Semaphore::new(live::WATCHERS)),
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
        let whole = Whole {
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
        whole.render()
    }))
}
