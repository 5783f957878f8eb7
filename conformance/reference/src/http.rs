//! HTTP: connections, and the path of a request to its effect and back to its response.
//!
//! ```text
//! connections ─ pipeline      bytes, and the steps from a request to its response
//! authentication ─ provocation ─ stubbed ─ body    the sender, responses that were set up, the request body
//! resource_steps              the effect of a request on stored resources
//! versions ─ idempotency      conditional requests, and creations that are sent again
//! fault_steps                 the faults that a server has around a step
//! response                    the construction of responses
//! recorder ─ redaction        the record of a request in the log and the live feed, without secrets
//! origin_policy               the web origins that may call the control plane and the dashboard
//! cors                        the web origins that may call operations
//! ```
//!
//! The HTTP layer holds no fact of the contract and does not know the control plane or the dashboard.

mod authentication;
mod body;
pub(crate) mod connections;
pub(crate) mod cors;
mod fault_steps;
mod idempotency;
pub(crate) mod origin_policy;
pub(crate) mod pipeline;
pub(crate) mod provocation;
pub(crate) mod recorder;
pub(crate) mod redaction;
mod resource_steps;
pub(crate) mod response;
mod stubbed;
mod versions;
