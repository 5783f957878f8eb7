//! The service: stored resources, and the seam to the behaviour beyond the effects of the contract.
//!
//! ```text
//! staging                               circumstances of the contract on a running server
//! lifecycle                             clock moves and resets of the whole server
//! change ─ resources ─ collection       changes of stored resources, and lists of them
//! backend                               the state that all requests share
//! behaviour ─ call ─ kind ─ plain_kind  the behaviour of operations and resource types beyond the contract
//! resource_types ─ table                what the control plane and the dashboard call and show
//! ```
//!
//! The service does not know HTTP and validates no body by its schema: the HTTP layer does that before.

pub(crate) mod backend;
pub(crate) mod behaviour;
pub(crate) mod call;
pub(crate) mod change;
pub(crate) mod collection;
pub(crate) mod kind;
pub(crate) mod lifecycle;
mod plain_kind;
pub(crate) mod resource_types;
pub(crate) mod resources;
pub(crate) mod staging;
pub(crate) mod table;
