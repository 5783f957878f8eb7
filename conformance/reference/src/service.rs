//! The service: stored resources, and the work of operations beyond the effects of the contract.
//!
//! ```text
//! operations ─ scrape ─ agents          the work of the operations without resources
//! checks ─ deliveries ─ emails          checks of monitors, and their notifications
//! change ─ resources ─ collection       changes of stored resources, and lists of them
//! lifecycle                             clock moves and resets of the whole server
//! kinds ─ monitors ─ plain_kind         the behaviour of resource types beyond the contract
//! backend ─ call ─ charging             the state and arguments that the modules above share
//! ```
//!
//! The service does not know HTTP and validates no body by its schema: the HTTP layer does that before.

pub(crate) mod backend;
pub(crate) mod call;
pub(crate) mod change;
pub(crate) mod collection;
pub(crate) mod kind;
mod kinds;
pub(crate) mod lifecycle;
mod plain_kind;
pub(crate) mod resources;
