//! How webhooks of the server under test reach the runner.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use webdata_cases::case::Endpoint;

use super::{Headers, Text};

/// The runner's listener, and what makes the server send something.
#[derive(Debug, Clone)]
pub struct Webhooks {
    /// Where the runner listens; port 0 is any free one.
    pub listen: SocketAddr,
    /// The URL under which the server reaches it, without a slash at the end; none for the address
    /// itself.
    pub url: Option<Text>,
    /// The request that has the server look at a resource now.
    pub trigger: Trigger,
    /// By when everything has come that the server sends after the trigger.
    pub wait: Duration,
}

/// A request that the contract does not show. It is sent with the valid key.
#[derive(Debug, Clone)]
pub struct Trigger {
    /// Where it goes, below the base URL; its path has the parameter that names a resource.
    pub endpoint: Endpoint,
    /// Headers that are added.
    pub headers: Headers,
}

/// A free port of this machine.
pub(super) const LOOPBACK: SocketAddr =
    SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 0);

/// How long what the server sends may take, unless told otherwise.
pub(super) const DEFAULT_WAIT: Duration = Duration::from_secs(5);

impl Webhooks {
    /// Webhooks that come from this machine, with the default time to wait for them.
    #[must_use]
    pub const fn on_loopback(trigger: Trigger) -> Self {
        Self { listen: LOOPBACK, url: None, trigger, wait: DEFAULT_WAIT }
    }
}
