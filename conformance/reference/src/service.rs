//! What the service does: the resources, and what operations do beyond their effects.
//!
//! ```text
//! operations ─ scrape ─ agents          what an operation asks for
//! checks ─ deliveries ─ emails          what monitors find, and who hears of it
//! change ─ resources ─ collection       what becomes of resources, and lists of them
//! lifecycle                             what becomes of everything at once
//! kinds ─ monitors ─ plain_kind         what is known of resources beyond the contract
//! backend ─ call ─ charging             what all of them work on
//! ```
//!
//! It must not know HTTP, nor validate a body by its schema: that is done before.

pub(crate) mod agents;
pub(crate) mod backend;
pub(crate) mod call;
pub(crate) mod change;
mod charging;
pub(crate) mod checks;
pub(crate) mod collection;
pub(crate) mod deliveries;
mod emails;
mod kind;
mod kinds;
pub(crate) mod lifecycle;
pub(crate) mod monitors;
pub(crate) mod operations;
mod plain_kind;
pub(crate) mod resources;
pub(crate) mod scrape;
