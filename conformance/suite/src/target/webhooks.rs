//! How webhooks of the server under test reach the suite.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use webdata_cases::case::Endpoint;

use super::{Headers, Text};

/// The listener of the suite, and the request that triggers webhooks.
#[derive(Debug, Clone)]
pub struct Webhooks {
    /// The listening address; port 0 is any free port.
    pub listen: SocketAddr,
    /// The URL at which the server reaches the listener, without a slash at the end; `None` for the address
    /// itself.
    pub url: Option<Text>,
    /// The request that makes the server check a resource now.
    pub trigger: Trigger,
    /// The longest wait for webhooks after the trigger.
    pub wait: Duration,
}

/// A request outside the contract. It is sent with the valid key.
#[derive(Debug, Clone)]
pub struct Trigger {
    /// The method and path, below the base URL. The path has the parameter of a resource.
    pub endpoint: Endpoint,
    /// Additional headers.
    pub headers: Headers,
}

/// A free port on the loopback interface.
pub(super) const LOOPBACK: SocketAddr =
    SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 0);

/// The default of the longest wait for webhooks.
pub(super) const DEFAULT_WAIT: Duration = Duration::from_secs(5);

impl Webhooks {
    /// Returns settings for webhooks from this machine, with the default wait.
    #[must_use]
    pub const fn on_loopback(trigger: Trigger) -> Self {
        Self { listen: LOOPBACK, url: None, trigger, wait: DEFAULT_WAIT }
    }
}
