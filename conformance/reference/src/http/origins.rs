//! The web origins that may call the server.
//!
//! Operations allow the origins of the options (Cross-Origin Resource Sharing). The control plane and the dashboard
//! allow no web page of another origin. A browser sends the requests of any web page, also to this machine. The
//! header `Origin` reveals a web page of another origin. The header `Host` reveals a web page whose host name was
//! made to resolve to this machine (DNS rebinding).

use std::net::IpAddr;
use std::str::FromStr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::Response;
use tower_http::cors::{AllowHeaders, AllowMethods, AllowOrigin, Any, CorsLayer};
use url::{Host, Origin, Url};

use crate::http::response::plain;

/// The wildcard for all origins.
const ALL: &str = "*";

/// An origin whose web pages may send requests, such as `http://localhost:3000`, or `*` for all origins.
///
/// ```
/// let origin: webdata_reference::AllowedOrigin = "http://localhost:3000".parse()?;
/// assert!("http://localhost:3000/app".parse::<webdata_reference::AllowedOrigin>().is_err());
/// # Ok::<(), webdata_reference::InvalidOrigin>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllowedOrigin(String);

/// The error for a string that is not the origin of a web page.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "not the origin of a web page, such as http://localhost:3000: give http or https, a whole host without `*`, and \
     the port, but no path; or `*` alone for every origin"
)]
pub struct InvalidOrigin;

impl FromStr for AllowedOrigin {
    type Err = InvalidOrigin;

    fn from_str(text: &str) -> Result<Self, InvalidOrigin> {
        if text == ALL {
            return Ok(Self(text.to_owned()));
        }
        let url = Url::parse(text).map_err(|_| InvalidOrigin)?;
        let rest = [url.path().trim_start_matches('/'), url.username()];
        let is_bare = rest == ["", ""] && url.query().is_none() && url.fragment().is_none();
        let is_bare = is_bare && ["http", "https"].contains(&url.scheme()) && !text.contains(ALL);
        match url.origin() {
            origin @ Origin::Tuple(..) if is_bare => Ok(Self(origin.ascii_serialization())),
            _ => Err(InvalidOrigin),
        }
    }
}

/// A host by which clients may reach the control plane and the dashboard, such as the name of a container.
///
/// ```
/// let host: webdata_reference::AllowedHost = "mock".parse()?;
/// assert!("mock:8080".parse::<webdata_reference::AllowedHost>().is_err());
/// # Ok::<(), webdata_reference::InvalidHost>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllowedHost(Host);

/// The error of a string that is not a host.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "not a host such as mock or mock.example: give the whole name, without `*`, scheme and port"
)]
pub struct InvalidHost;

impl FromStr for AllowedHost {
    type Err = InvalidHost;

    fn from_str(text: &str) -> Result<Self, InvalidHost> {
        let host = Host::parse(text).map_err(|_| InvalidHost)?;
        if text.contains(ALL) { Err(InvalidHost) } else { Ok(Self(host)) }
    }
}

/// Creates the layer that allows requests from web pages of these origins; `None` if there are no origins.
pub(crate) fn cors_layer(origins: &[AllowedOrigin]) -> Option<CorsLayer> {
    if origins.is_empty() {
        return None;
    }
    let origins = if origins.iter().any(|origin| origin.0 == ALL) {
        AllowOrigin::from(Any)
    } else {
        let origins = origins.iter().filter_map(|origin| HeaderValue::try_from(&origin.0).ok());
        AllowOrigin::list(origins)
    };
    // The value `*` for allowed headers would not include `Authorization`.
    let layer = CorsLayer::new()
        .allow_origin(origins)
        .allow_methods(AllowMethods::mirror_request())
        .allow_headers(AllowHeaders::mirror_request())
        .allow_private_network(true)
        .expose_headers(Any);
    Some(layer)
}

/// The name of this machine, which is never looked up in DNS.
pub(crate) const LOCAL_NAME: &str = "localhost";

/// The hosts by which clients may reach the control plane and the dashboard.
#[derive(Debug, Clone)]
pub(crate) struct OwnHosts {
    listening: IpAddr,
    allowed: Arc<[AllowedHost]>,
}

/// Passes a request on unless a web page of another origin may have caused it.
pub(crate) async fn check(State(own): State<OwnHosts>, request: Request, next: Next) -> Response {
    match rejection_reason(&own, request.uri(), request.headers()) {
        Some(text) => plain(StatusCode::FORBIDDEN, text),
        None => next.run(request).await,
    }
}

fn rejection_reason(own: &OwnHosts, uri: &Uri, headers: &HeaderMap) -> Option<&'static str> {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()?.parse().ok());
    let authority: Option<Authority> = uri.authority().cloned().or(host);
    let authority = authority.filter(|authority| own.contains(authority.host()));
    let Some(authority) = authority else {
        return Some(
            "the control plane and the dashboard accept only the address that the server listens on, localhost, or a host that `--allowed-host` names, as host",
        );
    };
    let own_origin = format!("http://{authority}");
    let mut origins = headers.get_all(ORIGIN).iter();
    let is_own =
        origins.all(|origin| origin.as_bytes().eq_ignore_ascii_case(own_origin.as_bytes()));
    (!is_own).then_some(
        "the control plane and the dashboard reject requests of web pages of another origin",
    )
}

impl OwnHosts {
    pub(crate) fn new(listening: IpAddr, allowed: &[AllowedHost]) -> Self {
        Self { listening, allowed: allowed.into() }
    }

    /// Returns whether a host names this server and cannot be made to resolve elsewhere, or is allowed by name. A
    /// server that listens on all addresses accepts every IP address, but only the names `localhost` and the
    /// allowed ones.
    fn contains(&self, host: &str) -> bool {
        let is_own = |address: IpAddr| {
            address.is_loopback() || self.listening.is_unspecified() || address == self.listening
        };
        let Ok(host) = Host::parse(host) else { return false };
        let names_the_server = match &host {
            Host::Ipv4(address) => is_own((*address).into()),
            Host::Ipv6(address) => is_own((*address).into()),
            Host::Domain(name) => name == LOCAL_NAME,
        };
        names_the_server || self.allowed.contains(&AllowedHost(host))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_have_no_path() {
        let table = [
            ("*", Some("*")),
            ("http://localhost:3000", Some("http://localhost:3000")),
            ("HTTPS://App.Example:443/", Some("https://app.example")),
            ("http://localhost:3000/app", None),
            ("http://localhost?a", None),
            ("http://user@localhost", None),
            ("localhost:3000", None),
            ("file:///tmp", None),
            ("http://*.example.com", None),
            ("https://localhost:*", None),
            ("ws://localhost:3000", None),
            ("", None),
        ];
        for (text, expected) in table {
            let origin = text.parse().ok().map(|AllowedOrigin(origin)| origin);
            assert_eq!(origin.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn web_pages_of_other_origins_do_not_reach_the_control_plane() {
        // The listening address, the host and the origin of a request, and whether the request passes.
        let table = [
            ("127.0.0.1", "127.0.0.1:8080", None, true),
            ("127.0.0.1", "localhost:8080", None, true),
            ("127.0.0.1", "LOCALHOST", None, true),
            ("127.0.0.1", "[::1]:8080", None, true),
            ("127.0.0.1", "rebound.example:8080", None, false),
            ("127.0.0.1", "localhost.example:8080", None, false),
            ("127.0.0.1", "127.0.0.1.example", None, false),
            ("127.0.0.1", "192.0.2.1:8080", None, false),
            ("127.0.0.1", "", None, false),
            ("127.0.0.1", "no host", None, false),
            ("192.0.2.1", "192.0.2.1:8080", None, true),
            ("192.0.2.1", "192.0.2.2:8080", None, false),
            ("192.0.2.1", "localhost:8080", None, true),
            ("0.0.0.0", "192.0.2.1:8080", None, true),
            ("::", "[2001:db8::1]:8080", None, true),
            ("0.0.0.0", "rebound.example", None, false),
            ("127.0.0.1", "localhost:8080", Some("http://localhost:8080"), true),
            ("127.0.0.1", "localhost:8080", Some("http://localhost:3000"), false),
            ("127.0.0.1", "localhost:8080", Some("http://127.0.0.1:8080"), false),
            ("127.0.0.1", "localhost:8080", Some("https://page.example"), false),
            ("127.0.0.1", "localhost:8080", Some("null"), false),
            ("0.0.0.0", "mock:8080", None, true),
            ("0.0.0.0", "MOCK", Some("http://mock"), true),
            ("127.0.0.1", "192.0.2.9", None, true),
            ("0.0.0.0", "mock.example", None, false),
            ("0.0.0.0", "mock:8080", Some("http://page.example"), false),
        ];
        let own_hosts = |listening: &str| {
            let allowed = ["mock", "192.0.2.9"].map(|host| host.parse().unwrap());
            OwnHosts::new(listening.parse().unwrap(), &allowed)
        };
        for (listening, host, origin, passes) in table {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, host.parse().unwrap());
            headers.extend(origin.map(|origin| (ORIGIN, origin.parse().unwrap())));
            let uri = Uri::from_static("/_reference/reset");
            let reason = rejection_reason(&own_hosts(listening), &uri, &headers);
            assert_eq!(reason.is_none(), passes, "{listening} {host} {origin:?}");
        }
        let uri = Uri::from_static("/");
        assert!(
            rejection_reason(&own_hosts("127.0.0.1"), &uri, &HeaderMap::new()).is_some(),
            "no host"
        );
        for text in ["mock:8080", "http://mock", "*.example", "*", ""] {
            assert_eq!(text.parse::<AllowedHost>(), Err(InvalidHost), "{text}");
        }
    }
}
