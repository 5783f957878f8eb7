//! The emitters: one module for each kind of file.

pub(crate) mod cargo_toml;
pub(crate) mod client;
pub(crate) mod conditions;
pub(crate) mod contracts;
pub(crate) mod crate_docs;
pub(crate) mod credits;
pub(crate) mod error_catalogue;
pub(crate) mod events;
pub(crate) mod extract;
pub(crate) mod lib_rs;
pub(crate) mod limits;
pub(crate) mod module;
pub(crate) mod open_api;
pub(crate) mod operations;
mod path_struct;
pub(crate) mod readme;
pub(crate) mod reference;
pub(crate) mod schemas;
pub(crate) mod server;
pub(crate) mod webhooks;
