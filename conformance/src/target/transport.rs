//! How the network to a server under test is crossed: proxy, certificates, time to connect.
//!
//! Nothing here connects.

use std::time::Duration;

use reqwest::{Certificate, Identity};

use super::Text;

/// How connections to a target are made. By default, as the environment has it.
#[derive(Debug, Clone, Default)]
pub struct Transport {
    /// How long it may take to connect; none for as long as a request may take.
    pub connect_timeout: Option<Duration>,
    /// The proxy.
    pub proxy: Proxy,
    /// Authorities that are trusted beside the system's.
    pub authorities: Vec<Certificate>,
    /// What the runner shows to a server that asks who it is.
    pub identity: Option<Identity>,
    /// Whether any certificate of the server will do, so that anybody on the way could read the
    /// keys.
    pub accepts_any_certificate: bool,
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
    /// The URL of the one that the target names.
    pub(super) fn url(&self) -> Option<&Text> {
        match self {
            Self::At(url) => Some(url),
            Self::Environment | Self::None => None,
        }
    }
}
