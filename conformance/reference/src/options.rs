//! How a reference server is started.
//!
//! It must not start one.

use std::net::{Ipv4Addr, SocketAddr};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::faults::Fault;
use crate::http::cors::AllowedOrigin;

/// How a reference server is started.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// Where it listens; port 0 takes any free one.
    pub listen: SocketAddr,
    /// Whether it offers its control plane there, with which anybody who reaches it sets it up.
    pub control_plane: bool,
    /// Whether it sends webhooks, which go to services of this machine, even when it listens on an
    /// address that is not loopback. On loopback it always does.
    pub webhooks: bool,
    /// The origins whose pages may send requests to operations. None may use the control plane.
    pub cors: Vec<AllowedOrigin>,
    /// Whether it takes a null for a property that is left out, where the contract allows no null.
    pub takes_null: bool,
    /// The cases of the suite that its pages of the contract link to.
    pub cases: Vec<CaseLink>,
    /// What it gets wrong on purpose.
    pub fault: Option<Fault>,
    /// What decides the identities that it makes and the trouble that it makes, so that the same
    /// requests get the same answers again; without it, they are random.
    pub seed: Option<u64>,
    /// The moment at which its clock stands until it is moved; without it, its clock goes as the
    /// machine's does.
    pub clock: Option<DateTime<Utc>>,
    /// How long each response to an operation is held back.
    pub latency: Option<RangeInclusive<Duration>>,
    /// How many of the requests fail, from 0 to 1, with an error after which a client may send them
    /// again. They change nothing.
    pub fail_rate: f64,
    /// Whether those who listen to its requests are told the bodies.
    pub tells_bodies: bool,
    /// The file that it keeps its state in, and goes on from when it is started again: everything
    /// that shapes later responses, with the clock and the seed of its first start. The logs of
    /// requests, scrapes, deliveries and e-mails are not kept. A request that may change something
    /// is answered when that has been written, and with status 500 where it cannot be written.
    pub state: Option<PathBuf>,
}

/// A case of the suite, by its identity and those of the clauses that it tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseLink {
    /// The identity.
    pub id: String,
    /// The clauses.
    pub clauses: Vec<String>,
}

impl Default for Options {
    /// Any free port of this machine alone, with the control plane.
    fn default() -> Self {
        let listen = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        Self {
            listen,
            control_plane: true,
            webhooks: false,
            cors: Vec::new(),
            takes_null: false,
            cases: Vec::new(),
            fault: None,
            seed: None,
            clock: None,
            latency: None,
            fail_rate: 0.0,
            tells_bodies: false,
            state: None,
        }
    }
}
