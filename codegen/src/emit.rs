//! The emitters: one module for each kind of file.

pub(crate) mod client;
pub(crate) mod conditions;
pub(crate) mod crate_docs;
pub(crate) mod credits;
pub(crate) mod documents;
pub(crate) mod error_catalogue;
pub(crate) mod events;
pub(crate) mod limits;
pub(crate) mod module;
pub(crate) mod operations;
pub(crate) mod root;
pub(crate) mod server;
pub(crate) mod updates;
