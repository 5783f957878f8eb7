//! Servers that are not ours to set up: behind limits, gateways, proxies and certificates, with
//! nothing to work on until it is created.
//!
//! Each is the reference server behind a layer that does what such a server does.

mod before;
mod command;
mod doctor;
mod front;
mod headers;
mod init;
mod keys;
mod overall;
mod pacing;
mod provisioning;
mod proxy;
mod targets;
mod tls;
mod trouble;
