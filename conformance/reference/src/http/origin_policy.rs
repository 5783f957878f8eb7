//! Who may use the control plane and see the dashboard: whoever knows the server's address, and no
//! page of the web.
//!
//! A browser sends what any page asks it to send, to this machine as well. A page of another origin
//! is told by `Origin`, and one whose name was made to mean this machine by `Host`.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::Response;
use url::Host;

use super::response::plain;
use crate::service::deliveries::address_policy::LOCAL_NAME;

/// Lets a request pass that no page of the web has caused.
pub(crate) async fn check(
    State(listening): State<IpAddr>,
    request: Request,
    next: Next,
) -> Response {
    match mistake(listening, request.uri(), request.headers()) {
        Some(text) => plain(StatusCode::FORBIDDEN, text),
        None => next.run(request).await,
    }
}

fn mistake(listening: IpAddr, uri: &Uri, headers: &HeaderMap) -> Option<&'static str> {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()?.parse().ok());
    let authority: Option<Authority> = uri.authority().cloned().or(host);
    let authority = authority.filter(|authority| names_the_server(listening, authority.host()));
    let Some(authority) = authority else {
        return Some(
            "the control plane and the page are reached by the address that the server listens on, or by localhost",
        );
    };
    let own = format!("http://{authority}");
    let mut origins = headers.get_all(ORIGIN).iter();
    let is_own = origins.all(|origin| origin.as_bytes().eq_ignore_ascii_case(own.as_bytes()));
    (!is_own).then_some("the control plane and the page are not for pages of another origin")
}

/// Whether a host is one that the server is reached by, and nobody else can give a meaning to: a
/// server that listens on all addresses takes any address, but no name.
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
    fn pages_of_the_web_do_not_reach_the_control_plane() {
        // Where the server listens, the host and the origin of a request, and whether it passes.
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
            let found = mistake(listening.parse().unwrap(), &uri, &headers);
            assert_eq!(found.is_none(), passes, "{listening} {host} {origin:?}");
        }
        let uri = Uri::from_static("/");
        assert!(mistake([127, 0, 0, 1].into(), &uri, &HeaderMap::new()).is_some(), "no host");
    }
}
