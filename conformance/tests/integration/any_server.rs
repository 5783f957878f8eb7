//! Servers that the suite's users do not set up themselves: behind limits, gateways, proxies and
//! TLS, and without fixtures until the runner creates them.
//!
//! Each is the reference server behind a layer that behaves like such a server.

mod command;
mod doctor;
mod front;
mod headers;
mod init;
mod keys;
mod overall;
mod pacing;
mod preflight;
mod provisioning;
mod proxy;
mod targets;
mod tls;
mod trouble;
