//! The reference server: an HTTP server that behaves as a contract says, by interpreting the contract.
//!
//! The modules are layers. Each layer uses the layers listed below it, and none above:
//!
//! ```text
//! server      binds the layers together; options describe a start
//! behaviours  opens the behaviour that the extension of a contract names
//! web_data    the behaviour of the Web Data Service; no other module knows names of a service
//! dashboard   pages for people, outside the contract
//! control     the control plane, which sets the server up; outside the contract
//! http        connections, and the path from a request to its response
//! service     the effects of operations on stored resources, the seam to a behaviour, and the seam for wrong servers
//! world       stored resources, teams, clock, randomness: the server's data
//! contract    interprets the contract: schemas, rules, effects, refusals, errors
//! bounded     a log and a map that keep only their newest entries
//! shared      a value that several threads share
//! ```
//!
//! A request passes once down these layers, through `http/pipeline.rs`, and its response passes once up.
//! Every decision about a request comes from the contract that the server was started with. A server that is
//! started with a mutated contract is therefore a faulty server.
//!
//! This crate never uses the generated validators or their runtime, because the suite judges this server's
//! responses with them.

mod behaviours;
mod bounded;
mod contract;
mod control;
mod dashboard;
mod http;
mod options;
mod server;
mod service;
mod shared;
mod web_data;
mod world;

pub use crate::behaviours::is_implemented;
pub use crate::contract::compiled_schema::Violation;
pub use crate::contract::errors::RespondedRow;
pub use crate::contract::extension::{Extension, ExtensionError};
pub use crate::contract::schema::Properties;
pub use crate::contract::string_formats::{cron_of_phrase, next_runs};
pub use crate::contract::{Contract, ContractError};
pub use crate::control::PREFIX as CONTROL_PLANE;
pub use crate::http::origins::{AllowedHost, AllowedOrigin, InvalidHost, InvalidOrigin};
pub use crate::http::pipeline::PROVOKE_HEADER;
pub use crate::options::{Options, StartError};
pub use crate::server::ReferenceServer;
pub use crate::service::behaviour::UnknownKind;
pub use crate::service::decisions::{
    ChangedResource, ComparedPair, Decisions, HandledRequest, PathCondition, Search, Subscription,
};
pub use crate::service::staging::StagedRequest;
pub use crate::world::request_log::{Entry, Exchange, Exchanges, FeedItem};
pub use crate::world::store::{Creation, PositionedResource, ResourceId};
pub use crate::world::teams::{Keys, Team};
