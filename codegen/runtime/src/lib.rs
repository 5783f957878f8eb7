//! The library that generated code calls: decoding with every violation, formats, rules, updates.
//!
//! The library knows no contract: generated code passes every limit, path and error as an argument.

// docs.rs sets `docsrs`, and then shows which feature a module needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod api_error;
#[cfg(feature = "axum")]
pub mod axum;
pub mod builder;
mod catalogue;
#[cfg(feature = "client")]
pub mod client;
pub mod credits;
mod declare;
pub mod decode;
mod details;
pub mod encode;
mod error_row;
pub mod event;
pub mod json_schema;
mod nullable;
mod operation;
pub mod parameters;
mod parse_error;
mod patch;
mod pattern;
#[cfg(feature = "redaction")]
pub mod redaction;
pub mod rule;
#[cfg(feature = "server")]
pub mod server;
pub mod string_format;
pub mod three_state;
#[cfg(any(feature = "jiff", feature = "url", feature = "uuid"))]
pub mod typed;
mod violation;
pub mod webhook;
mod with_headers;

#[cfg(feature = "jiff")]
pub use ::jiff;
#[cfg(feature = "url")]
pub use ::url;
#[cfg(feature = "uuid")]
pub use ::uuid;
pub use api_error::ApiError;
pub use catalogue::{Catalogue, ErrorMembers, ResponseRules, error_of};
pub use error_row::{ErrorRow, ErrorText, Retry, identify};
pub use nullable::Nullable;
pub use operation::{Authentication, Endpoint, Operation, concat};
pub use parse_error::ParseError;
pub use patch::Patch;
pub use pattern::Pattern;
pub use schemars;
pub use violation::{ClauseId, Figure, Message, Violation, Violations};
pub use webdata_derive::{ErrorRows, Events, Model};
pub use with_headers::WithHeaders;

/// The examples of the README, compiled and run as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
#[doc(hidden)]
pub use {serde, serde_json};
