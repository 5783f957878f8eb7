//! HTTP: connections, and the way of a request down to its effect and of its response up.
//!
//! ```text
//! connections ─ pipeline      bytes, and the steps from a request to its response
//! authentication ─ provocation ─ stubbed ─ body    who sends what, and responses that were set
//! resource_steps              what becomes of the resource that a request is about
//! versions ─ repeated         conditions on its version, and creations that are sent again
//! fault_steps                 what goes wrong around a step, where the server has a fault
//! response                    what is sent back
//! observation ─ redaction     what of a request is kept and told, without secrets
//! origin_policy               which pages of the web may call the server's own routes
//! cors                        which may call operations
//! ```
//!
//! It must not hold any fact of the contract, nor know the control plane or the dashboard.

mod authentication;
mod body;
pub(crate) mod connections;
pub(crate) mod cors;
mod fault_steps;
pub(crate) mod observation;
pub(crate) mod origin_policy;
pub(crate) mod pipeline;
pub(crate) mod provocation;
pub(crate) mod redaction;
mod repeated;
mod resource_steps;
pub(crate) mod response;
mod stubbed;
mod versions;
