//! HTTP: connections, and the path of a request to its effect and back to its response.
//!
//! ```text
//! connections ─ connections/socket    bytes
//! recorder                            the record of a request in the log and the live feed, without secrets
//! pipeline                            the steps from a request to its response
//! resource_steps                      the effect of a request on stored resources
//! response                            the construction of responses, stubs included
//! origins                             the web origins that may call the server
//! ```
//!
//! The HTTP layer holds no fact of the contract and does not know the control plane or the dashboard.

pub(crate) mod connections;
pub(crate) mod origins;
pub(crate) mod pipeline;
pub(crate) mod recorder;
mod resource_steps;
pub(crate) mod response;
