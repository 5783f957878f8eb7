//! The resolved contract, which emitters, the derivation of cases and the reference server work from.
//!
//! The model holds values only, and knows no place of a fact on a page. Parts that the model holds as their page
//! states them are read as they are; `page.rs` has the others. References between parts are names; the reader
//! has checked that each exists.

/// Declares an enum whose variants have names on the pages.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$own:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize,
            serde::Deserialize, schemars::JsonSchema,
        )]
        pub enum $name { $($(#[$own])* #[serde(rename = $word)] $variant,)* }

        impl $name {
            /// All variants, in the order in which documents list them.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Returns the name on the pages, which is the name in JSON Schema if JSON Schema has the word.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

mod clause;
mod constraint;
mod operation;
mod rule;
mod schema;
mod service;

use indexmap::IndexMap;

pub(crate) use self::clause::is_within;
pub use self::clause::{Clause, ClauseId, ClauseRoot, Level, level_and_heading};
pub use self::constraint::{
    Constraint, CountedUnit, Keyword, Operand, Pattern, Side, StringFormat,
};
pub use self::operation::{
    ANY_VERSION, Authentication, CONDITION, Direction, Endpoint, Idempotency, NOT_MODIFIED, Notice,
    Operation, Order, PRECONDITION, PRECONDITION_FAILED, Pagination, PaginationStyle, Parameter,
    Parent, Part, Precondition, RequestMediaType, Resource, ResourceEffect, Response, Sorting,
    VERSION,
};
pub use self::rule::{
    Condition, Effect, EffectKind, IllegalMoves, Lifecycle, NamedResource, PropertyPath, Refusal,
    Rule, RuleScope, Segment, Situation, SituationEvent, SituationResponse, SituationSuccess, Test,
    Transition,
};
pub use self::schema::{
    Additional, Behaviour, Deprecation, Equality, JsonType, NumberUnit, Object, OpenValues,
    Property, Schema, Shape, StandIn, Type, Union,
};
pub use self::service::{
    Channel, Charge, Contact, ErrorRow, ErrorText, Event, Gap, License, Observation, Probe,
    Profile, ProfileNeed, Retry, RetryRules, SERVICE_FEATURE, Service, ServiceLimit, TeamState,
    Transport, Unit, Versioning,
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
