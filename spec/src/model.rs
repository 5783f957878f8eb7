//! The resolved contract, which emitters, the derivation of cases and the reference server work from.
//!
//! The model holds values only. Nothing here reads TOML or knows the place of a fact on a page. References
//! between parts are names; the reader has checked that each exists.

mod clause;
mod conditional;
mod constraint;
mod date;
mod deprecation;
mod effect;
mod error_row;
mod event;
mod gap;
mod lifecycle;
mod list;
mod operation;
mod profile;
mod rule;
mod schema;
mod service;

use indexmap::IndexMap;

pub use clause::{Clause, ClauseId, Level};
pub use conditional::{
    ANY_VERSION, CONDITION, Idempotency, NOT_MODIFIED, Notice, PRECONDITION, PRECONDITION_FAILED,
    Precondition, VERSION,
};
pub use constraint::{Constraint, CountedUnit, Keyword, Operand, Pattern, Side, StringFormat};
pub use date::Date;
pub use deprecation::Deprecation;
pub use effect::{Effect, EffectKind};
pub use error_row::{ErrorRow, ErrorText, Retry};
pub use event::{Channel, Event, Transport};
pub use gap::{Gap, Observation, Probe};
pub use lifecycle::{
    Lifecycle, Situation, SituationEvent, SituationResponse, SituationSuccess, Transition,
};
pub use list::{Direction, Order, Pagination, PaginationStyle, Sorting};
pub use operation::{
    Authentication, Endpoint, Operation, Parameter, Resource, ResourceEffect, Response, Starts,
};
pub use profile::{Profile, ProfileNeed, SERVICE_FEATURE};
pub use rule::{Condition, PropertyPath, Refusal, Rule, RuleScope, Segment, Test};
pub use schema::{
    Additional, Behaviour, JsonType, NumberUnit, Object, OpenValues, Property, Schema, Shape, Type,
    Union,
};
pub use service::{
    Charge, Contact, License, RetryRules, Service, ServiceLimit, TeamState, Unit, Versioning,
};

/// A whole contract, resolved and free of lint.
#[derive(Debug, Clone, PartialEq)]
pub struct Spec {
    /// Name, version, base path, and the errors that every operation shares.
    pub service: Service,
    /// The error catalogue, in the order of `errors.toml`, by identity.
    pub errors: IndexMap<String, ErrorRow>,
    /// Named types, in the order of the pages, by name.
    pub types: IndexMap<String, Type>,
    /// Operations, in the order of `operations.toml`, by identity.
    pub operations: IndexMap<String, Operation>,
    /// Lifecycles: one for each property that holds a state.
    pub lifecycles: Vec<Lifecycle>,
    /// Limits of the service as a whole, by identity.
    pub limits: IndexMap<String, ServiceLimit>,
    /// Credit charges, by identity, including charges of 0 credits.
    pub charges: IndexMap<String, Charge>,
    /// The channels that events are sent on, by identity.
    pub channels: IndexMap<String, Channel>,
    /// Every point that the contract leaves open, by identity.
    pub gaps: IndexMap<String, Gap>,
    /// The named sets of features, in the order of `profiles.toml`, by name. Empty if the contract has no
    /// such page.
    pub profiles: IndexMap<String, Profile>,
    /// SHA-256 of the pages' names and contents, in lower-case hexadecimal.
    pub hash: String,
}
