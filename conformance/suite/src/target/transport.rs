//! The connection settings of a target: proxy, certificates, time to connect.
//!
//! This module opens no connection.

use std::sync::Arc;
use std::time::Duration;

use reqwest::Url;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use url::Host;

use super::{Secret, Text};

/// The connection settings. By default, those of the environment.
#[derive(Debug, Clone, Default)]
pub struct Transport {
    /// The time limit for connecting; `None` for that of a request.
    pub connect_timeout: Option<Duration>,
    /// The proxy.
    pub proxy: Proxy,
    /// Authorities that are trusted in addition to the system's. A server may also present such a certificate
    /// itself.
    pub authorities: Vec<CertificateDer<'static>>,
    /// The client certificate for servers that ask for one.
    pub identity: Option<Arc<ClientIdentity>>,
    /// Whether any certificate of the server is accepted, so that every machine on the way can read the keys.
    pub accepts_any_certificate: bool,
}

/// A client certificate, its chain, and its key.
#[derive(Debug)]
pub struct ClientIdentity {
    /// The certificates, that of the client first.
    pub chain: Vec<CertificateDer<'static>>,
    /// The key, which `Debug` does not show.
    pub key: PrivateKeyDer<'static>,
}

/// The proxy of requests.
#[derive(Debug, Clone, Default)]
pub enum Proxy {
    /// The proxy of the environment, if it names one; none for a server on this machine.
    #[default]
    Environment,
    /// No proxy, whatever the environment says.
    None,
    /// The proxy at this URL, which may contain a password.
    At(Text),
}

impl Proxy {
    /// Returns the password in the URL of the target's proxy, if it is secret.
    pub(super) fn password(&self) -> Option<Secret> {
        let secret = self.url()?.secret()?;
        let url = Url::parse(secret.reveal()).ok()?;
        Some(Secret::new(secret.variable(), url.password()?))
    }

    /// Returns the URL of the target's proxy.
    pub(super) fn url(&self) -> Option<&Text> {
        match self {
            Self::At(url) => Some(url),
            Self::Environment | Self::None => None,
        }
    }
}

/// Returns whether a URL leads to this machine, to which no proxy of the environment applies.
pub(crate) fn is_loopback_url(url: &str) -> bool {
    let url = Url::parse(url).ok();
    url.as_ref().and_then(Url::host).is_some_and(|host| match host {
        Host::Domain(name) => name == "localhost",
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    })
}
