//! The types of the pages of a contract, which `spec/schema.json` is made from.
//!
//! The types mirror the TOML key by key and decide nothing; [`crate::resolve`] gives them meaning. Their doc
//! comments become `docs/spec-keys.md`.

mod conditions;
mod deprecation;
mod events;
mod gaps;
mod lifecycles;
mod limits;
mod operations;
mod profiles;
mod service;
mod types;

use indexmap::IndexMap;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};
use serde_json::Value;

pub(crate) use conditions::{ConditionPage, EffectPage, EffectWord, RefusalPage};
pub(crate) use deprecation::DeprecatedPage;
pub(crate) use events::ChannelPage;
pub(crate) use gaps::GapPage;
pub(crate) use lifecycles::{LifecyclePage, MovePage, SituationPage};
pub(crate) use limits::{ChargePage, LimitsPage};
pub(crate) use operations::{OperationPage, OperationSituationPage, ResourcePage};
pub(crate) use profiles::ProfilePage;
pub(crate) use service::{
    AuthenticationPage, ErrorPage, RetryPage, RetryWord, ServicePage, VersioningPage, WordingWord,
};
pub(crate) use types::{AdditionalPage, ItemsPage, JsonType, RulePage, ScalarPage, SchemaPage};

/// Statements about the behaviour of the service, in prose, by identity.
pub(crate) type BehaviourPage = IndexMap<String, String>;

/// `errors.toml`: rows of the error catalogue, by identity.
pub(crate) type ErrorsPage = IndexMap<String, ErrorPage>;
/// `operations.toml`: operations, by identity.
pub(crate) type OperationsPage = IndexMap<String, OperationPage>;
/// `lifecycles.toml`: lifecycles, by type, then by the property that holds the state.
pub(crate) type LifecyclesPage = IndexMap<String, IndexMap<String, LifecyclePage>>;
/// `events.toml`: channels, by identity.
pub(crate) type EventsPage = IndexMap<String, ChannelPage>;
/// `gaps.toml`: gaps, by identity.
pub(crate) type GapsPage = IndexMap<String, GapPage>;
/// `profiles.toml`: profiles, by name.
pub(crate) type ProfilesPage = IndexMap<String, ProfilePage>;
/// `types/*.toml`: types, by name.
pub(crate) type TypesPage = IndexMap<String, SchemaPage>;

/// Any page of a contract; the editor's schema accepts each.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum AnyPage {
    Service(Box<ServicePage>),
    Errors(ErrorsPage),
    Operations(OperationsPage),
    Lifecycles(LifecyclesPage),
    Limits(LimitsPage),
    Events(EventsPage),
    Gaps(GapsPage),
    Profiles(ProfilesPage),
    Types(TypesPage),
}

/// The pattern of a string that is not blank.
pub(crate) const NOT_BLANK: &str = r"\S";

/// Returns the JSON Schema of a page, or of a part of a page.
pub(crate) fn schema_of<T: JsonSchema>() -> Value {
    let mut schema = schemars::schema_for!(T);
    RecursiveTransform(forbid_blanks).transform(&mut schema);
    schema.to_value()
}

/// Forbids blank strings, unless the type of the string has limits of its own.
fn forbid_blanks(schema: &mut Schema) {
    let is_text = match schema.get("type") {
        Some(Value::String(one)) => one == "string",
        Some(Value::Array(several)) => several.contains(&"string".into()),
        _ => false,
    };
    let is_limited = ["pattern", "minLength", "enum", "const"];
    if is_text && !is_limited.into_iter().any(|word| schema.get(word).is_some()) {
        schema.insert("pattern".to_owned(), NOT_BLANK.into());
    }
}

/// Returns the JSON Schema that editors complete and check pages with: the content of `spec/schema.json`.
#[must_use]
pub fn editor_schema() -> Value {
    let mut schema = schema_of::<AnyPage>();
    schema["title"] = "A page of a contract".into();
    schema
}
