//! The reference server: a server that does what a contract says, by interpreting it.
//!
//! Its folders are layers. Each uses those below it, and none above:
//!
//! ```text
//! server      binds the layers; start_error and options are how it is started, staging what can be
//!             set up on it
//! state       all of the world in a file, for the next start
//! dashboard   what is served, for people, which is no part of the contract
//! control     setting the server up, which is none either
//! http        connections, and the way of a request down and of its response up
//! service     monitors, checks, scrapes, agents, deliveries: what operations do
//! world       stored resources, teams, clock, web pages, chance: what the server keeps
//! faults      what one server in particular gets wrong
//! contract    the interpretation of the contract: schemas, rules, effects, refusals, errors
//! bounded_log lru    what is kept up to a number
//! ```
//!
//! A request walks down once, through `http/pipeline.rs`, and its response up once. Everything that
//! is decided about it comes from the contract that the server was started with: hand it a changed
//! contract, and it is a faulty server. Independence: it must never use the generated validators or
//! what they are made of, because the suite judges its responses with those.

mod bounded_log;
mod contract;
mod control;
mod dashboard;
pub mod faults;
mod http;
mod lru;
mod options;
mod server;
mod service;
mod staging;
mod start_error;
mod state;
mod world;

pub use contract::ContractError;
pub use control::PREFIX as CONTROL_PLANE;
pub use faults::Fault;
pub use http::cors::{AllowedOrigin, NoOrigin};
pub use http::provocation::PROVOKE;
pub use options::{CaseLink, Options};
pub use server::ReferenceServer;
pub use service::operations::is_implemented;
pub use service::resources::UnknownKind;
pub use staging::Staged;
pub use start_error::StartError;
pub use state::StateMistake;
pub use world::live_feed::{Exchange, Exchanges, FeedItem};
pub use world::request_log::Entry;
pub use world::teams::{Keys, Team};
