//! The options that a reference server is started with, and the reasons why it cannot be started.
//!
//! This module does not start a server.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use webdata_spec::Diagnostics;

use crate::contract::ContractError;
use crate::contract::extension::ExtensionError;
use crate::http::origins::{AllowedHost, AllowedOrigin};
use crate::service::decisions::Decisions;

/// The options that a reference server is started with.
#[derive(Debug, Clone)]
pub struct Options {
    /// The address that the server listens on; port 0 takes any free port.
    pub listen: SocketAddr,
    /// Whether the server offers its control plane. Every client that reaches the address can then set the
    /// server up.
    pub control_plane: bool,
    /// The hosts by which clients may reach the control plane and the dashboard, beside the address and `localhost`.
    pub allowed_hosts: Vec<AllowedHost>,
    /// Whether the server sends webhooks to services of this machine although it listens on an address that
    /// is not loopback. On loopback the server always sends them.
    pub webhooks: bool,
    /// The origins whose web pages may send requests to operations. No origin may use the control plane.
    pub cors: Vec<AllowedOrigin>,
    /// The decisions that make the server faulty on purpose; by default the server follows its contract.
    pub decisions: Option<Arc<dyn Decisions>>,
    /// The seed of the identities and the injected faults. With a seed, the same requests get the same responses.
    /// Without one, both are random.
    pub seed: Option<u64>,
    /// The moment at which the server's clock stands until it is moved. Without this moment, the clock
    /// follows the machine's clock.
    pub clock: Option<DateTime<Utc>>,
    /// The delay of each response to an operation.
    pub latency: Option<RangeInclusive<Duration>>,
    /// The share of requests, from 0 to 1, that fail with an error after which a client may retry. Failed
    /// requests change nothing.
    pub fail_rate: f64,
    /// Whether [`ReferenceServer::exchanges`](crate::ReferenceServer::exchanges) includes the bodies.
    pub exchange_bodies: bool,
}

impl Default for Options {
    /// Listens on any free port of the loopback interface, with the control plane.
    fn default() -> Self {
        let listen = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        Self {
            listen,
            control_plane: true,
            allowed_hosts: Vec::new(),
            webhooks: false,
            cors: Vec::new(),
            decisions: None,
            seed: None,
            clock: None,
            latency: None,
            fail_rate: 0.0,
            exchange_bodies: false,
        }
    }
}

/// The reason why a reference server could not be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The contract cannot be read.
    #[error("the contract cannot be read: {0}; fix the pages that the message names")]
    Contract(Box<Diagnostics>),
    /// The extension of the contract has mistakes.
    #[error(transparent)]
    Extension(#[from] ExtensionError),
    /// The server cannot listen on the address.
    #[error(
        "cannot listen on {address}: {cause}; stop the program that uses the port, or choose another port (0 for any \
         free one) or address"
    )]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The error of the operating system.
        cause: io::Error,
    },
    /// The contract refers to something that it does not define, or that HTTP cannot express.
    #[error(transparent)]
    Unservable(#[from] ContractError),
}
