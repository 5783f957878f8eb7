//! The service: stored resources, and the seam to the behaviour beyond the effects of the contract.
//!
//! ```text
//! staging                     circumstances of the contract on a running server
//! resources ─ collection      changes of stored resources, lists of them, clock moves and resets
//! backend                     the state that all requests share
//! decisions                   the seam for servers that are wrong on purpose
//! behaviour                   the behaviour of operations and resource types beyond the contract
//! jobs                        the states of jobs by the clock
//! resource_types              what the control plane and the dashboard call resources
//! ```
//!
//! The service does not know HTTP and validates no body by its schema: the HTTP layer does that before.

pub(crate) mod backend;
pub(crate) mod behaviour;
pub(crate) mod collection;
pub(crate) mod decisions;
pub(crate) mod jobs;
pub(crate) mod resource_types;
pub(crate) mod resources;
pub(crate) mod staging;
