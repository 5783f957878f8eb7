//! What every page of the dashboard is made with: the server, where it listens and who may look.
//!
//! It must not make a page.

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

/// Where the dashboard is.
pub(super) const DASHBOARD: &str = "/";
/// Where the contract is, as a page.
pub(super) const REFERENCE: &str = "/reference";
/// Where its other pages are.
pub(super) const REFERENCE_PAGES: &str = "/reference/{*page}";
/// Where the contract is, as OpenAPI.
pub(super) const OPEN_API: &str = "/openapi.json";
/// Where what changes is told.
pub(super) const EVENTS: &str = "/_reference/events";

/// The dashboard of a server.
#[derive(Clone)]
pub(super) struct Dashboard {
    pub(super) backend: Arc<Backend>,
    /// Where the server listens.
    pub(super) address: SocketAddr,
    /// Whether it shows what belongs to the control plane: keys, resources and requests.
    pub(super) is_live: bool,
    pub(super) documents: Arc<Documents>,
    /// The cases that pages of the contract link to.
    pub(super) cases: Arc<[CaseLink]>,
    /// Those who may still watch it.
    pub(super) seats: Arc<Semaphore>,
}

/// What the contract comes to, once somebody has asked for it.
#[derive(Debug, Default)]
pub(super) struct Documents {
    pub(super) reference: OnceLock<Reference>,
}

impl Dashboard {
    /// Whether a path is left for the dashboard: the contract's operations go first.
    pub(super) fn has(&self, path: &str) -> bool {
        self.backend.contract.operation("GET", path).is_none()
    }

    /// The base URL for whoever sent a request, without the contract's base path.
    pub(super) fn origin(&self, uri: &Uri, headers: &HeaderMap) -> String {
        let host = headers.get(HOST).and_then(|host| host.to_str().ok()?.parse().ok());
        let asked: Option<Authority> = uri.authority().cloned().or(host);
        let asked = asked.filter(|asked| is_plain(asked.as_str()));
        let authority =
            asked.map_or_else(|| reached(self.address).to_string(), |asked| asked.to_string());
        format!("http://{authority}")
    }

    /// The base URL of operations, with the contract's base path.
    pub(super) fn base(&self, origin: &str) -> String {
        format!("{origin}{}", self.backend.contract.spec.service.base_path)
    }
}

impl FromRef<Dashboard> for Arc<Backend> {
    fn from_ref(dashboard: &Dashboard) -> Self {
        Self::clone(&dashboard.backend)
    }
}

/// Whether a host and a port mean nothing to a shell.
fn is_plain(authority: &str) -> bool {
    authority
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ':' | '[' | ']'))
}

/// An address at which this machine reaches a server that listens at one.
pub(crate) fn reached(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}
