//! Finds out which proxy requests go through, so that messages can name it, and reports a variable of the environment
//! that names no usable proxy: the HTTP client would ignore it.

use std::fmt;

use axum::http::Uri;
use hyper_util::client::proxy::matcher::Matcher;

use crate::target::{Proxy, Target, is_loopback_url};

/// The variables that name proxies for a scheme; of two spellings, the first one that is set counts.
const HTTP: [&str; 2] = ["HTTP_PROXY", "http_proxy"];
const HTTPS: [&str; 2] = ["HTTPS_PROXY", "https_proxy"];
const ALL: [&str; 2] = ["ALL_PROXY", "all_proxy"];
const EXCEPTIONS: [&str; 2] = ["NO_PROXY", "no_proxy"];

/// A proxy, without its user and password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ProxyName {
    url: String,
    named_by: String,
}

impl fmt::Display for ProxyName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the proxy {}, which {} names", self.url, self.named_by)
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

/// Returns the proxy that requests to a target go through. Settings of the system that are no variables stay unknown.
///
/// # Errors
/// If a variable that applies to the target names no usable proxy.
pub(super) fn proxy_of(target: &Target) -> Result<Option<ProxyName>, ProxyVariableError> {
    let Ok(server) = target.connection.base_url.parse::<Uri>() else { return Ok(None) };
    match &target.connection.transport.proxy {
        Proxy::None => Ok(None),
        Proxy::At(url) => {
            let url = proxy_url(url.reveal(), &server);
            let named_by = "`proxy` of the target file".to_owned();
            Ok(url.map(|url| ProxyName { url: url.to_string(), named_by }))
        }
        // Programs that a web server starts must not trust `HTTP_PROXY`, so the HTTP client ignores the variables there.
        Proxy::Environment
            if is_loopback_url(&target.connection.base_url)
                || std::env::var_os("REQUEST_METHOD").is_some() =>
        {
            Ok(None)
        }
        Proxy::Environment => proxy_of_environment(&server, |name| std::env::var(name).ok()),
    }
}

fn proxy_of_environment(
    server: &Uri,
    variable: impl Fn(&str) -> Option<String>,
) -> Result<Option<ProxyName>, ProxyVariableError> {
    let first = |names: [&'static str; 2]| {
        let set = names.into_iter().find_map(|name| Some((name, variable(name)?)));
        set.filter(|(_, value)| !value.is_empty())
    };
    let of_scheme = if server.scheme_str() == Some("https") { HTTPS } else { HTTP };
    let Some((variable, value)) = first(of_scheme).or_else(|| first(ALL)) else { return Ok(None) };
    let exceptions = first(EXCEPTIONS).map(|(_, hosts)| hosts).unwrap_or_default();
    let matcher = Matcher::builder().all("http://proxy.invalid").no(exceptions).build();
    if matcher.intercept(server).is_none() {
        return Ok(None);
    }
    // The value is not repeated, since it may contain a password.
    let error = |problem: String| Err(ProxyVariableError { variable, problem });
    match proxy_url(&value, server) {
        None if value.starts_with(['"', '\'']) => error("is in quotation marks".to_owned()),
        None => error("is not the URL of a proxy".to_owned()),
        Some(url) => match url.scheme_str() {
            Some(scheme) if scheme.starts_with("socks") => {
                error(format!("names a proxy of the protocol {scheme}, which is not supported"))
            }
            _ => Ok(Some(ProxyName { url: url.to_string(), named_by: format!("`{variable}`") })),
        },
    }
}

/// Returns the URL of a proxy without its user and password, or `None` if the HTTP client does not understand it.
fn proxy_url(value: &str, server: &Uri) -> Option<Uri> {
    let matcher = Matcher::builder().all(value.to_owned()).build();
    matcher.intercept(server).map(|proxy| proxy.uri().clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variables_decide_as_in_the_http_client() {
        let check = |server: &str,
                     variables: &[(&str, &str)],
                     expected: Result<Option<&str>, &str>| {
            let server = server.parse().expect("a URL");
            let value = |name: &str| {
                let set = variables.iter().find(|(variable, _)| *variable == name);
                set.map(|(_, value)| (*value).to_owned())
            };
            let found = proxy_of_environment(&server, value);
            let found = found.map(|proxy| proxy.map(|proxy| proxy.to_string()));
            let found = found.map_err(|error| format!("`{}` {}", error.variable, error.problem));
            let expected = expected.map(|proxy| proxy.map(str::to_owned)).map_err(str::to_owned);
            assert_eq!(found, expected, "{server} {variables:?}");
        };
        let (plain, tls) = ("http://api.example/", "https://api.example/");
        let named = "the proxy http://p:1/, which `HTTP_PROXY` names";
        check(plain, &[], Ok(None));
        check(plain, &[("HTTP_PROXY", "http://user:secret@p:1/x")], Ok(Some(named)));
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
    }
}
