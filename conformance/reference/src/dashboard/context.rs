//! The state that all pages of the dashboard share: the server, its address and its settings.
//!
//! This module builds no pages.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, OnceLock};

use axum::extract::FromRef;
use axum::http::header::HOST;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Uri};
use tokio::sync::Semaphore;

use super::reference::Reference;
use crate::options::CaseLink;
use crate::service::backend::Backend;

/// The path of the dashboard.
pub(super) const DASHBOARD: &str = "/";
/// The path of the contract's first page.
pub(super) const REFERENCE: &str = "/reference";
/// The route of the contract's other pages.
pub(super) const REFERENCE_PAGES: &str = "/reference/{*page}";
/// The path of the contract as OpenAPI.
pub(super) const OPEN_API: &str = "/openapi.json";
/// The path of the stream of changes.
pub(super) const EVENTS: &str = "/_reference/events";

/// The dashboard of a server.
#[derive(Clone)]
pub(super) struct Dashboard {
    pub(super) backend: Arc<Backend>,
    /// The address at which the server listens.
    pub(super) address: SocketAddr,
    /// Whether the dashboard shows the data of the control plane: keys, resources and requests.
    pub(super) is_live: bool,
    pub(super) documents: Arc<Documents>,
    /// The cases that the contract's pages link to.
    pub(super) cases: Arc<[CaseLink]>,
    /// The permits of the stream, one for each open dashboard.
    pub(super) permits: Arc<Semaphore>,
}

/// Documents that are built from the contract on the first request.
#[derive(Debug, Default)]
pub(super) struct Documents {
    pub(super) reference: OnceLock<Reference>,
}

impl Dashboard {
    /// Returns whether a path belongs to the dashboard, because no operation of the contract has it.
    pub(super) fn has(&self, path: &str) -> bool {
        self.backend.contract.operation("GET", path).is_none()
    }

    /// Returns the base URL by which a client reaches the server, without the contract's base path.
    pub(super) fn origin(&self, uri: &Uri, headers: &HeaderMap) -> String {
        let host = headers.get(HOST).and_then(|host| host.to_str().ok()?.parse().ok());
        let requested: Option<Authority> = uri.authority().cloned().or(host);
        let requested = requested.filter(|authority| is_plain(authority.as_str()));
        let authority = requested.map_or_else(
            || reachable_address(self.address).to_string(),
            |authority| authority.to_string(),
        );
        format!("http://{authority}")
    }

    /// Returns the base URL of operations, with the contract's base path.
    pub(super) fn base(&self, origin: &str) -> String {
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
