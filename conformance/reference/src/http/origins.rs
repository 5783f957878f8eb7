//! The web origins that may call the server.
//!
//! Operations allow the origins of the options (Cross-Origin Resource Sharing). The control plane and the dashboard
//! allow no web page of another origin. A browser sends the requests of any web page, also to this machine. The
//! header `Origin` reveals a web page of another origin. The header `Host` reveals a web page whose host name was
//! made to resolve to this machine (DNS rebinding).

use std::net::IpAddr;
use std::str::FromStr;

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

/// The error of a string that is not an origin.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "not an origin such as http://localhost:3000: give scheme, host and port without a path, or `*`"
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
        match url.origin() {
            origin @ Origin::Tuple(..) if is_bare => Ok(Self(origin.ascii_serialization())),
            _ => Err(InvalidOrigin),
        }
    }
}

/// Creates the layer that allows requests from web pages of these origins; `None` if there are no origins.
pub(crate) fn cors_layer(origins: &[AllowedOrigin]) -> Option<CorsLayer> {
    if origins.is_empty() {
        return None;
    }
    let origins = match origins.iter().any(|origin| origin.0 == ALL) {
        true => AllowOrigin::from(Any),
        false => {
            let origins = origins.iter().filter_map(|origin| HeaderValue::try_from(&origin.0).ok());
            AllowOrigin::list(origins)
        }
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

/// Passes a request on unless a web page of another origin may have caused it.
pub(crate) async fn check(
    State(listening): State<IpAddr>,
    request: Request,
    next: Next,
) -> Response {
    match rejection_reason(listening, request.uri(), request.headers()) {
        Some(text) => plain(StatusCode::FORBIDDEN, text),
        None => next.run(request).await,
    }
}

fn rejection_reason(listening: IpAddr, uri: &Uri, headers: &HeaderMap) -> Option<&'static str> {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()?.parse().ok());
    let authority: Option<Authority> = uri.authority().cloned().or(host);
    let authority = authority.filter(|authority| names_the_server(listening, authority.host()));
    let Some(authority) = authority else {
        return Some(
            "the control plane and the dashboard accept only the address that the server listens on, or localhost, as host",
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

/// Returns whether a host names this server and cannot be made to resolve elsewhere. A server that listens on
/// all addresses accepts every IP address, but no name except `localhost`.
fn names_the_server(listening: IpAddr, host: &str) -> bool {
    let is_own = |address: IpAddr| {
        address.is_loopback() || listening.is_unspecified() || address == listening
    };
    match Host::parse(host) {
        Ok(Host::Ipv4(address)) => is_own(address.into()),
        Ok(Host::Ipv6(address)) => is_own(address.into()),
        Ok(Host::Domain(name)) => name == LOCAL_NAME,
        Err(_) => false,
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
        ];
        for (listening, host, origin, passes) in table {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, host.parse().unwrap());
            headers.extend(origin.map(|origin| (ORIGIN, origin.parse().unwrap())));
            let uri = Uri::from_static("/_reference/reset");
            let reason = rejection_reason(listening.parse().unwrap(), &uri, &headers);
            assert_eq!(reason.is_none(), passes, "{listening} {host} {origin:?}");
        }
        let uri = Uri::from_static("/");
        assert!(
            rejection_reason([127, 0, 0, 1].into(), &uri, &HeaderMap::new()).is_some(),
            "no host"
        );
    }
}
