//! What stands on the pages of a contract: the types that `spec/schema.json` is made from.
//!
//! They mirror the TOML key by key and decide nothing; [`crate::resolve`] gives them meaning.

mod operations;
mod service;
mod types;

use indexmap::IndexMap;
use schemars::JsonSchema;

pub(crate) use operations::{ConditionPage, EffectPage, EffectWord, OperationPage};
pub(crate) use service::{
    AuthenticationPage, ErrorPage, GapPage, LifecyclePage, LimitPage, MovePage, RetryPage,
    RetryWord, ServicePage, WordingWord,
};
pub(crate) use types::{AdditionalPage, JsonType, RulePage, SchemaPage};

/// `errors.toml`: rows of the error catalogue, by identity.
pub(crate) type ErrorsPage = IndexMap<String, ErrorPage>;
/// `operations.toml`: operations, by identity.
pub(crate) type OperationsPage = IndexMap<String, OperationPage>;
/// `lifecycles.toml`: by type, then by the property that holds the state.
pub(crate) type LifecyclesPage = IndexMap<String, IndexMap<String, LifecyclePage>>;
/// `limits.toml`: limits of the service, by identity.
pub(crate) type LimitsPage = IndexMap<String, LimitPage>;
/// `gaps.toml`: open points, by identity.
pub(crate) type GapsPage = IndexMap<String, GapPage>;
/// `types/*.toml`: types, by name.
pub(crate) type TypesPage = IndexMap<String, SchemaPage>;

/// Any page of a contract, for editors.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum AnyPage {
    Service(Box<ServicePage>),
    Errors(ErrorsPage),
    Operations(OperationsPage),
    Lifecycles(LifecyclesPage),
    Limits(LimitsPage),
    Gaps(GapsPage),
    Types(TypesPage),
}

/// The JSON Schema that editors complete pages from: the text of `spec/schema.json`.
#[must_use]
pub fn editor_schema() -> serde_json::Value {
    let mut schema = schemars::schema_for!(AnyPage).to_value();
    schema["title"] = "A page of a contract".into();
    schema
}
