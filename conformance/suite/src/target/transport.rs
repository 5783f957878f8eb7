//! How the network to a server under test is crossed: proxy, certificates, time to connect.
//!
//! Nothing here connects.

use std::sync::Arc;
use std::time::Duration;

use reqwest::Url;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use url::Host;

use super::{Secret, Text};

/// How connections to a target are made. By default, as the environment has it.
#[derive(Debug, Clone, Default)]
pub struct Transport {
    /// How long it may take to connect; none for as long as a request may take.
    pub connect_timeout: Option<Duration>,
    /// The proxy.
    pub proxy: Proxy,
    /// Authorities that are trusted beside the system's. A server may show such a certificate itself.
    pub authorities: Vec<CertificateDer<'static>>,
    /// What the runner shows to a server that asks who it is.
    pub identity: Option<Arc<ClientIdentity>>,
    /// Whether any certificate of the server will do, so that anybody on the way could read the
    /// keys.
    pub accepts_any_certificate: bool,
}

/// The certificate of a client, those that vouch for it, and its key.
#[derive(Debug)]
pub struct ClientIdentity {
    /// The certificates, that of the client first.
    pub chain: Vec<CertificateDer<'static>>,
    /// The key, which `Debug` does not show.
    pub key: PrivateKeyDer<'static>,
}

/// Through which proxy requests go.
#[derive(Debug, Clone, Default)]
pub enum Proxy {
    /// The one that the environment names, if any; for a server of this machine, none.
    #[default]
    Environment,
    /// None, whatever the environment says.
    None,
    /// This one, by its URL, which may hold a password.
    At(Text),
}

impl Proxy {
    /// The password in the URL of the one that the target names, where that is secret.
    pub(super) fn password(&self) -> Option<Secret> {
        let secret = self.url()?.secret()?;
        let url = Url::parse(secret.reveal()).ok()?;
        Some(Secret::new(secret.variable(), url.password()?))
    }

    /// The URL of the one that the target names.
    pub(super) fn url(&self) -> Option<&Text> {
        match self {
            Self::At(url) => Some(url),
            Self::Environment | Self::None => None,
        }
    }
}

/// Whether a URL leads to this machine, so that no proxy of the environment is meant for it.
pub(crate) fn is_of_this_machine(url: &str) -> bool {
    let url = Url::parse(url).ok();
    url.as_ref().and_then(Url::host).is_some_and(|host| match host {
        Host::Domain(name) => name == "localhost",
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    })
}
