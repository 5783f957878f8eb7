//! Servers that the suite's users do not set up themselves: behind limits, gateways, proxies and
//! TLS, and without fixtures until the runner creates them.
//!
//! Each is the reference server behind a layer that behaves like such a server.

mod crashes;
pub(crate) mod front;
mod gateways;
mod http;
mod keys;
#[cfg(unix)]
mod pipelines;
mod preflight;
mod provisioning;
mod setups;
mod states;
mod targets;
mod tls;

/// Cases that need only a fixture.
const NAME_CASES: &str = "updateMonitor::name::";
