//! The library that generated code calls: decoding with every violation, formats, rules, updates.
//!
//! The library knows no contract: generated code passes every limit, path and error as an argument.

// docs.rs sets `docsrs`, and then shows which feature a module needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod api_error;
#[cfg(feature = "axum")]
pub mod axum;
#[cfg(any(feature = "client", feature = "server"))]
mod binding;
#[cfg(feature = "client")]
pub mod client;
pub mod credits;
pub mod decode;
pub mod encode;
pub mod json_schema;
mod multipart;
mod operation;
pub mod parameters;
mod redacted;
#[cfg(feature = "redaction")]
pub mod redaction;
#[cfg(feature = "retry-after")]
pub mod retry_after;
pub mod rule;
#[cfg(feature = "server")]
pub mod server;
pub mod setting;
pub mod string_format;
pub mod three_state;
#[cfg(any(feature = "jiff", feature = "url", feature = "uuid"))]
pub mod typed;
pub mod update;
mod view;
mod violation;
pub mod webhook;

#[cfg(feature = "jiff")]
pub use ::jiff;
#[cfg(feature = "url")]
pub use ::url;
#[cfg(feature = "uuid")]
pub use ::uuid;
pub use api_error::{
    ApiError, Catalogue, ErrorMembers, ErrorRow, ErrorText, ResponseRules, Retry, error_of,
    identify,
};
pub use decode::{FileBytes, Pattern};
pub use multipart::{Part, PartForm};
pub use operation::{Authentication, Endpoint, Operation, WithHeaders, concat};
pub use redacted::Redacted;
pub use schemars;
pub use three_state::{Nullable, Patch};
pub use violation::{ClauseName, Figure, Message, ParseError, Violation, Violations};
pub use webdata_derive::{ErrorRows, Events, Model, parameter_check};

/// The examples of the README, compiled and run as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
#[cfg(feature = "tracing")]
#[doc(hidden)]
pub use tracing;
#[doc(hidden)]
pub use {serde, serde_json};
