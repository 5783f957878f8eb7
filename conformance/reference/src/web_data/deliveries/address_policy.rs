//! The address policy of webhooks: only services of this machine, and never the server itself.
//!
//! This module does not send anything.

use std::net::SocketAddr;

use reqwest::Url;
use url::Host;

use crate::http::origin_policy::LOCAL_NAME;

/// The addresses that the webhooks of a server may go to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AddressPolicy {
    /// The port that the server itself listens on.
    own_port: u16,
    /// Whether webhooks are sent at all.
    is_enabled: bool,
}

impl AddressPolicy {
    /// Creates the policy of a server that listens on an address.
    ///
    /// A server that other machines can reach would let them call services of this machine. Such a server
    /// sends webhooks only on request.
    pub(crate) fn new(address: SocketAddr, is_forced: bool) -> Self {
        Self { own_port: address.port(), is_enabled: is_forced || address.ip().is_loopback() }
    }

    /// Accepts a URL that webhooks may go to.
    ///
    /// # Errors
    /// The reason why webhooks may not go to the URL.
    pub(super) fn check(self, url: &Url) -> Result<(), &'static str> {
        if !self.is_enabled {
            Err(
                "webhooks are off, because other machines can reach the reference server; start it with --webhooks",
            )
        } else if !is_of_this_machine(url) {
            Err("the reference server sends webhooks only to http addresses of this machine")
        // The port is compared for every address of the machine, since the server may listen on all of them.
        } else if url.port_or_known_default() == Some(self.own_port) {
            Err("the reference server sends nothing to its own port")
        } else {
            Ok(())
        }
    }
}

fn is_of_this_machine(url: &Url) -> bool {
    let is_local = match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == LOCAL_NAME,
        None => false,
    };
    url.scheme() == "http" && is_local
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_allowed(address: &str, is_forced: bool, url: &str) -> bool {
        let policy = AddressPolicy::new(address.parse().unwrap(), is_forced);
        policy.check(&Url::parse(url).unwrap()).is_ok()
    }

    #[test]
    fn webhooks_go_only_to_addresses_of_this_machine() {
        let table = [
            ("http://127.0.0.1:9/hook", true),
            ("http://127.9.8.7/", true),
            ("http://localhost:1/", true),
            ("http://LOCALHOST/", true),
            ("http://[::1]:1/", true),
            ("http://2130706433/", true),
            ("http://127.1/", true),
            ("http://0x7f.0.0.1/", true),
            ("http://0177.0.0.1/", true),
            ("http://%6cocalhost/", true),
            ("http://user:word@127.0.0.1/", true),
            ("https://127.0.0.1/", false),
            ("ftp://127.0.0.1/", false),
            ("http://localhost.example/", false),
            ("http://127.0.0.1.example/", false),
            ("http://127.0.0.1@example.com/", false),
            ("http://localhost./", false),
            ("http://0.0.0.0/", false),
            ("http://0/", false),
            ("http://[::]/", false),
            ("http://10.0.0.1/", false),
            ("http://[::ffff:127.0.0.1]/", false),
            ("http://[::ffff:7f00:1]/", false),
            ("http://[::127.0.0.1]/", false),
            ("http://[64:ff9b::7f00:1]/", false),
            ("http://example.com/", false),
            ("mailto:a@localhost", false),
        ];
        for (url, expected) in table {
            assert_eq!(is_allowed("127.0.0.1:8080", false, url), expected, "{url}");
        }
    }

    #[test]
    fn webhooks_never_go_to_the_server_itself_nor_from_a_reachable_server() {
        let table = [
            ("127.0.0.1:8080", false, "http://127.0.0.1:8080/", false),
            ("127.0.0.1:8080", false, "http://localhost:8080/", false),
            ("127.0.0.1:8080", false, "http://127.1:8080/", false),
            ("127.0.0.1:8080", false, "http://2130706433:8080/", false),
            ("127.0.0.1:8080", false, "http://0x7f000001:08080/", false),
            ("127.0.0.1:8080", false, "http://a:b@127.0.0.1:8080/", false),
            ("127.0.0.1:8080", false, "http://%31%32%37.0.0.1:8080/", false),
            ("127.0.0.1:8080", false, "http://\u{ff11}\u{ff12}\u{ff17}.0.0.1:8080/", false),
            ("127.0.0.1:8080", false, "HTTP:\\\\localhost:8080\\", false),
            ("127.0.0.1:8080", false, "http://[::1]:8080/", false),
            ("127.0.0.1:8080", false, "http://[::ffff:127.0.0.1]:8080/", false),
            ("0.0.0.0:8080", true, "http://127.1.2.3:8080/", false),
            ("[::]:8080", true, "http://[::1]:8080/", false),
            ("127.0.0.1:80", false, "http://127.0.0.1/", false),
            ("127.0.0.1:8080", false, "http://127.0.0.1:8081/", true),
            ("[::1]:8080", false, "http://127.0.0.1:8081/", true),
            ("0.0.0.0:8080", false, "http://127.0.0.1:8081/", false),
            ("[::]:8080", false, "http://127.0.0.1:8081/", false),
            ("192.0.2.1:8080", false, "http://127.0.0.1:8081/", false),
            ("192.0.2.1:8080", true, "http://127.0.0.1:8081/", true),
            ("192.0.2.1:8080", true, "http://192.0.2.1:8081/", false),
        ];
        for (address, is_forced, url, expected) in table {
            assert_eq!(is_allowed(address, is_forced, url), expected, "{address} {url}");
        }
    }
}
