//! Decides which proxy requests go through, so that messages can name it, and reports a variable of the environment
//! that names no usable proxy.
//!
//! The HTTP client reads fewer forms of `NO_PROXY` than other programs do, so this module reads that variable. An entry
//! means what curl, Go or Python understands by it.

use std::fmt;
use std::net::IpAddr;

use axum::http::Uri;
use hyper_util::client::proxy::matcher::Matcher;
use reqwest::{ClientBuilder, Url};
use url::Host;

use super::ClientError;
use super::http_client::root_cause;
use crate::target::{Proxy, has_late_at, is_loopback_url, shown_url};

/// The variables that name proxies for a scheme; of two spellings, the first one that is set counts.
const HTTP: [&str; 2] = ["HTTP_PROXY", "http_proxy"];
const HTTPS: [&str; 2] = ["HTTPS_PROXY", "https_proxy"];
const ALL: [&str; 2] = ["ALL_PROXY", "all_proxy"];
const EXCEPTIONS: [&str; 2] = ["NO_PROXY", "no_proxy"];

/// A proxy that requests go through. No output has its user and password.
#[derive(Clone)]
pub(crate) struct UsedProxy {
    url: Url,
    named_by: String,
    /// The entries of `NO_PROXY` that no program understands.
    unknown_exceptions: Vec<String>,
}

impl fmt::Display for UsedProxy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (scheme, host) = (self.url.scheme(), self.url.host_str().unwrap_or_default());
        let port = self.url.port().map(|port| format!(":{port}")).unwrap_or_default();
        write!(formatter, "the proxy {scheme}://{host}{port}/, which {} names", self.named_by)
    }
}

impl UsedProxy {
    /// Returns the address of a proxy without TLS, and the request that opens a tunnel to a server.
    pub(super) fn tunnel(&self, host: &str, port: u16) -> Option<((String, u16), String)> {
        let url = Some(&self.url).filter(|url| url.scheme() == "http")?;
        let to = (url.host_str()?.to_owned(), url.port_or_known_default()?);
        let server = Uri::from_static("http://server.invalid/");
        let proxy = Matcher::builder().all(url.to_string()).build().intercept(&server)?;
        let authorization = proxy.basic_auth().and_then(|value| value.to_str().ok());
        let authorization = authorization
            .map(|value| format!("Proxy-Authorization: {value}\r\n"))
            .unwrap_or_default();
        let name = format!("{host}:{port}");
        Some((to, format!("CONNECT {name} HTTP/1.1\r\nHost: {name}\r\n{authorization}\r\n")))
    }

    /// Returns a warning if exceptions have no effect, so that requests may go through the proxy by mistake.
    pub(crate) fn warning(&self) -> Option<String> {
        let unknown = self.unknown_exceptions.iter().map(|entry| format!("`{entry}`"));
        let unknown = unknown.collect::<Vec<_>>().join(" and ");
        (!unknown.is_empty()).then(|| {
            format!(
                "requests go through {self}, since no program understands {unknown} in `NO_PROXY`; write hosts such as \
                 `api.example.com`, `.example.com`, `10.0.0.0/8` or `*`, each with its port or without, and commas between"
            )
        })
    }
}

/// A variable of the environment that names no usable proxy.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{variable}` {problem}; unset it, name an HTTP proxy such as `http://proxy.example.com:3128`, or connect directly \
     with `proxy = \"none\"` in the target file"
)]
pub struct ProxyVariableError {
    variable: &'static str,
    problem: String,
}

/// The way of requests to a server.
enum Route {
    Direct,
    /// As settings of the system that are no variables say. They stay unknown.
    System,
    Through(UsedProxy),
}

/// Makes a client send requests to a URL through the proxy that applies to the URL. Returns the proxy, if there is one.
///
/// # Errors
/// If a variable that applies to the URL names no usable proxy.
pub(crate) fn with_proxy(
    builder: ClientBuilder,
    proxy: &Proxy,
    url: &str,
) -> Result<(ClientBuilder, Option<UsedProxy>), ClientError> {
    Ok(match route(proxy, url)? {
        Route::Direct => (builder.no_proxy(), None),
        Route::System => (builder, None),
        Route::Through(used) => {
            let proxy = reqwest::Proxy::all(used.url.clone());
            let proxy = proxy.map_err(|error| ClientError::Setup(root_cause(&error)))?;
            (builder.no_proxy().proxy(proxy), Some(used))
        }
    })
}

fn route(proxy: &Proxy, url: &str) -> Result<Route, ProxyVariableError> {
    let Ok(server) = Url::parse(url) else { return Ok(Route::Direct) };
    match proxy {
        Proxy::None => Ok(Route::Direct),
        Proxy::At(url) => {
            let problem = "is not the URL of a proxy".to_owned();
            let error = ProxyVariableError { variable: "proxy", problem };
            let (url, named_by) =
                (Url::parse(url.reveal()), "`proxy` of the target file".to_owned());
            let url = url.map_err(|_| error)?;
            Ok(Route::Through(UsedProxy { url, named_by, unknown_exceptions: Vec::new() }))
        }
        // Programs that a web server starts must not trust `HTTP_PROXY`.
        Proxy::Environment
            if is_loopback_url(url) || std::env::var_os("REQUEST_METHOD").is_some() =>
        {
            Ok(Route::Direct)
        }
        Proxy::Environment => route_of_environment(&server, |name| std::env::var(name).ok()),
    }
}

fn route_of_environment(
    server: &Url,
    variable: impl Fn(&str) -> Option<String>,
) -> Result<Route, ProxyVariableError> {
    let first = |names: [&'static str; 2]| {
        let set = names.into_iter().find_map(|name| Some((name, variable(name)?)));
        set.filter(|(_, value)| !value.is_empty())
    };
    let exceptions = first(EXCEPTIONS).map(|(_, hosts)| hosts).unwrap_or_default();
    let exceptions = exceptions.split([',', ' ', '\t']).filter(|entry| !entry.is_empty());
    let effects = exceptions.map(|entry| (entry, excepts(entry, server)));
    if effects.clone().any(|(_, effect)| effect == Some(true)) {
        return Ok(Route::Direct);
    }
    let of_scheme = if server.scheme() == "https" { HTTPS } else { HTTP };
    let Some((variable, value)) = first(of_scheme).or_else(|| first(ALL)) else {
        return Ok(Route::System);
    };
    // The value is not repeated, since it may contain a password.
    let error = |problem: String| Err(ProxyVariableError { variable, problem });
    match proxy_url(&value) {
        None if value.starts_with(['"', '\'']) => error("is in quotation marks".to_owned()),
        None => error("is not the URL of a proxy".to_owned()),
        Some(url) if has_late_at(&url) => error(
            "has a `/`, `?` or `#` before an `@`; write them as `%2F`, `%3F` or `%23`".to_owned(),
        ),
        Some(url) if url.scheme().starts_with("socks") => {
            let scheme = url.scheme();
            error(format!("names a proxy of the protocol {scheme}, which is not supported"))
        }
        Some(url) => {
            let unknown = effects.filter(|(_, effect)| effect.is_none());
            let unknown = unknown.map(|(entry, _)| shown_url(entry));
            let (named_by, unknown_exceptions) = (format!("`{variable}`"), unknown.collect());
            Ok(Route::Through(UsedProxy { url, named_by, unknown_exceptions }))
        }
    }
}

/// Returns whether an entry of `NO_PROXY` is about a server, or `None` if no program understands the entry.
fn excepts(entry: &str, server: &Url) -> Option<bool> {
    if entry == "*" {
        return Some(true);
    }
    let (host, port) = match entry.rsplit_once(':') {
        // An address of IP version 6 has a port only after brackets.
        Some((host, port)) if !host.contains(':') || host.ends_with(']') => {
            (host, Some(port.parse::<u16>().ok()?))
        }
        _ => (entry, None),
    };
    let host = host.trim_start_matches('[').trim_end_matches([']', '.']);
    let (host, is_below) = match host.strip_prefix("*.") {
        Some(domain) => (domain, true),
        None => (host, false),
    };
    let (address, prefix) =
        host.split_once('/').map_or((host, None), |(it, bits)| (it, Some(bits)));
    let is_understood = match (address.parse::<IpAddr>(), prefix) {
        (Ok(address), Some(bits)) => {
            let longest = if address.is_ipv4() { 32 } else { 128 };
            bits.parse::<u8>().is_ok_and(|bits| bits <= longest)
        }
        (Ok(_), None) => true,
        (Err(_), _) => host.chars().all(|it| it.is_alphanumeric() || "-._".contains(it)),
    };
    let name = server.host_str()?.trim_end_matches('.');
    let uri: Uri = format!("http://{name}/").parse().ok()?;
    // The domain is in letters of ASCII, as the host of a URL is.
    let domain = Host::parse(host).map_or_else(|_| host.to_owned(), |it| it.to_string());
    let matcher = Matcher::builder().all("http://proxy.invalid").no(domain.clone()).build();
    let is_meant = matcher.intercept(&uri).is_none()
        && port.is_none_or(|port| server.port_or_known_default() == Some(port))
        && !(is_below && domain.eq_ignore_ascii_case(name));
    (is_understood && !host.is_empty()).then_some(is_meant)
}

/// Returns the URL of a proxy, or `None` if the HTTP client does not understand it. Without a scheme, `http` is meant.
fn proxy_url(value: &str) -> Option<Url> {
    let server = Uri::from_static("http://server.invalid/");
    Matcher::builder().all(value.to_owned()).build().intercept(&server)?;
    let scheme = if value.contains("://") { "" } else { "http://" };
    Url::parse(&format!("{scheme}{value}")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(server: &str, variables: &[(&str, &str)], expected: Result<Option<&str>, &str>) {
        let url = server.parse().expect("a URL");
        let value = |name: &str| {
            let set = variables.iter().find(|(variable, _)| *variable == name);
            set.map(|(_, value)| (*value).to_owned())
        };
        let found = route_of_environment(&url, value).map(|route| match route {
            Route::Direct | Route::System => None,
            Route::Through(proxy) => Some(proxy.to_string()),
        });
        let found = found.map_err(|error| format!("`{}` {}", error.variable, error.problem));
        let expected = expected.map(|proxy| proxy.map(str::to_owned)).map_err(str::to_owned);
        assert_eq!(found, expected, "{server} {variables:?}");
    }

    #[test]
    fn the_variables_decide_as_in_the_http_client() {
        let (plain, tls) = ("http://api.example/", "https://api.example/");
        let named = "the proxy http://p:1/, which `HTTP_PROXY` names";
        check(plain, &[], Ok(None));
        for value in ["http://user:secret@p:1/x", "http://user:se@cret@p:1", "user:s@e@p:1"] {
            check(plain, &[("HTTP_PROXY", value)], Ok(Some(named)));
        }
        check(plain, &[("HTTP_PROXY", "p:1"), ("ALL_PROXY", "socks5://s")], Ok(Some(named)));
        check(tls, &[("HTTP_PROXY", "\"garbled")], Ok(None));
        let all = "the proxy http://p:1/, which `all_proxy` names";
        check(tls, &[("HTTPS_PROXY", ""), ("all_proxy", "http://p:1")], Ok(Some(all)));
        let socks = "`ALL_PROXY` names a proxy of the protocol socks5, which is not supported";
        check(tls, &[("ALL_PROXY", "socks5://s:1")], Err(socks));
        check(tls, &[("ALL_PROXY", "socks5://s:1"), ("NO_PROXY", "other, .example")], Ok(None));
        let quoted = "`HTTP_PROXY` is in quotation marks";
        check(plain, &[("HTTP_PROXY", "\"http://p:1\"")], Err(quoted));
        for garbled in ["http://", "htp://p:1", "http://p q:1", "/p", "http:/p"] {
            let error = "`HTTP_PROXY` is not the URL of a proxy";
            check(plain, &[("HTTP_PROXY", garbled), ("ALL_PROXY", "http://p:1")], Err(error));
        }
        for slash in ["http://user:12/secret@p:1", "http://user:12?secret@p:1"] {
            let error = "`HTTP_PROXY` has a `/`, `?` or `#` before an `@`; write them as `%2F`, `%3F` or `%23`";
            check(plain, &[("HTTP_PROXY", slash)], Err(error));
        }
    }

    #[test]
    fn exceptions_mean_what_some_program_understands() {
        let (name, address) = ("http://api.example.test/v2", "https://10.1.2.3:8443");
        for (server, entry, expected) in [
            (name, "*", Some(true)),
            (address, "*", Some(true)),
            (name, "api.example.test", Some(true)),
            (name, "API.Example.Test.", Some(true)),
            (name, "example.test", Some(true)),
            (name, ".example.test", Some(true)),
            (name, ".api.example.test", Some(true)),
            (name, "*.example.test", Some(true)),
            (name, "*.api.example.test", Some(false)),
            (name, "pi.example.test", Some(false)),
            (name, "api.example.test:80", Some(true)),
            (name, ".example.test:80", Some(true)),
            (name, "*.example.test:80", Some(true)),
            (name, "api.example.test:8080", Some(false)),
            ("http://api.example.test./", "api.example.test", Some(true)),
            ("http://bücher.test/", "bücher.test", Some(true)),
            (address, "10.1.2.3", Some(true)),
            (address, "10.1.2.3:8443", Some(true)),
            (address, "10.1.2.3:443", Some(false)),
            (address, "10.0.0.0/8", Some(true)),
            (address, "10.0.0.0/33", None),
            ("http://[fd00::1]:80/", "[fd00::1]:80", Some(true)),
            ("http://[fd00::1]/", "fd00::1", Some(true)),
            ("http://[fd00::1]/", "fd00::/8", Some(true)),
            (name, "*pi.example.test", None),
            (name, "api.*.test", None),
            (name, "http://api.example.test", None),
            (name, "api.example.test/v2", None),
            (name, "api.example.test:http", None),
            (name, "\"api.example.test\"", None),
            (name, ".", None),
        ] {
            let url: Url = server.parse().expect("a URL");
            assert_eq!(excepts(entry, &url), expected, "{server} {entry}");
            let excepted = expected == Some(true);
            let named = "the proxy http://p:1/, which `ALL_PROXY` names";
            let variables = [("ALL_PROXY", "http://u:secret@p:1"), ("NO_PROXY", entry)];
            check(server, &variables, Ok((!excepted).then_some(named)));
        }
    }

    #[test]
    fn an_exception_that_no_program_understands_is_a_warning() {
        let url: Url = "http://api.example.test".parse().expect("a URL");
        let warning = |exceptions: &str| {
            let value = |name: &str| match name {
                "HTTP_PROXY" => Some("http://user:secret@p:1".to_owned()),
                "NO_PROXY" => Some(exceptions.to_owned()),
                _ => None,
            };
            match route_of_environment(&url, value) {
                Ok(Route::Through(proxy)) => proxy.warning(),
                _ => None,
            }
        };
        assert_eq!(warning("other.test, 10.0.0.1"), None);
        let shown = warning("a.test b.* http://u:secret@c.test").unwrap_or_default();
        let begin = "requests go through the proxy http://p:1/, which `HTTP_PROXY` names, since no program \
                     understands `b.*` and `c.test` in `NO_PROXY`; write ";
        assert!(shown.starts_with(begin), "{shown}");
    }
}
