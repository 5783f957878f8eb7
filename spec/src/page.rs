//! The types of the pages of a contract, which `spec/schema.json` is made from.
//!
//! The types mirror the TOML key by key and decide nothing; [`crate::resolve`] gives them meaning. What needs no
//! meaning is a type of the [model](crate::model). The doc comments become `docs/spec-keys.md`.

mod operations;
mod types;

use indexmap::IndexMap;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};
use serde::Deserialize;
use serde_json::Value;

use crate::document::Document;
use crate::model::{Channel, Level, Probe, Profile, Retry, Service, ServiceLimit, Unit};

pub(crate) use self::operations::{
    LifecyclePage, MovePage, OperationPage, OperationSituationPage, SituationPage,
};
pub(crate) use self::types::{
    AdditionalPage, ConditionPage, DeprecatedPage, EffectPage, EffectWord, ItemsPage, JsonType,
    RefusalPage, RulePage, ScalarPage, SchemaPage,
};

/// `errors.toml`: rows of the error catalogue, by identity.
pub(crate) type ErrorsPage = IndexMap<String, ErrorPage>;

/// `operations.toml`: operations, by identity.
pub(crate) type OperationsPage = IndexMap<String, OperationPage>;

/// `lifecycles.toml`: lifecycles, by type, then by the property that holds the state.
pub(crate) type LifecyclesPage = IndexMap<String, IndexMap<String, LifecyclePage>>;

/// `events.toml`: channels, by identity.
pub(crate) type EventsPage = IndexMap<String, Channel>;

/// `gaps.toml`: gaps, by identity.
pub(crate) type GapsPage = IndexMap<String, GapPage>;

/// `profiles.toml`: profiles, by name.
pub(crate) type ProfilesPage = IndexMap<String, Profile>;

/// `types/*.toml`: types, by name.
pub(crate) type TypesPage = IndexMap<String, SchemaPage>;

/// A page, together with the document that knows the place of each entry. A missing page is an empty one.
#[derive(Default)]
pub(crate) struct Page<T> {
    pub(crate) document: Document,
    pub(crate) content: T,
}

/// All pages of a contract.
pub(crate) struct Pages {
    pub(crate) service: Page<Service>,
    pub(crate) errors: Page<ErrorsPage>,
    pub(crate) operations: Page<OperationsPage>,
    pub(crate) lifecycles: Page<LifecyclesPage>,
    pub(crate) limits: Page<LimitsPage>,
    pub(crate) events: Page<EventsPage>,
    pub(crate) gaps: Page<GapsPage>,
    pub(crate) profiles: Page<ProfilesPage>,
    /// The pages of `types/`, by the stem of the file name, in alphabetical order.
    pub(crate) types: Vec<(String, Page<TypesPage>)>,
}

/// Any page of a contract; the editor's schema accepts each.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum AnyPage {
    Service(Box<Service>),
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

/// A row of the error catalogue.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ErrorPage {
    /// The status code.
    #[schemars(range(min = 400, max = 599))]
    pub(crate) status: u16,
    /// The string in the property `error` of the body.
    pub(crate) error: Option<String>,
    /// What the message in `error` says, in prose, where the contract does not show the message itself.
    pub(crate) error_says: Option<String>,
    /// With `errorSays`: words, of which at least one occurs in the message, in any letter case.
    #[serde(default)]
    pub(crate) error_words: Vec<String>,
    /// The gap that says that the contract does not show the message.
    pub(crate) gap: Option<String>,
    /// The string in the property `code` of the body.
    pub(crate) code: Option<String>,
    /// Whether the service may send another message instead of `error`.
    #[serde(default)]
    pub(crate) wording: WordingWord,
    /// Whether a client may repeat the request.
    pub(crate) retry: Retry,
    /// What causes the error, in prose.
    pub(crate) cause: String,
    /// How firmly the contract states the error.
    #[serde(default)]
    pub(crate) level: Level,
    /// The heading of the contract's text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) source: String,
}

/// Whether the message of an error is fixed.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum WordingWord {
    /// The service sends exactly this message.
    #[default]
    Exact,
    /// The service may send another message instead.
    Free,
}

/// `limits.toml`: limits of the service, and credit charges.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct LimitsPage {
    /// Limits of the service, by identity.
    #[serde(default)]
    pub(crate) limits: IndexMap<String, ServiceLimit>,
    /// Credit charges, by identity.
    #[serde(default)]
    pub(crate) charges: IndexMap<String, ChargePage>,
}

/// A charge in credits.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ChargePage {
    /// What is charged for, in prose.
    pub(crate) doc: String,
    /// The number of credits.
    pub(crate) credits: Option<u32>,
    /// The gap that says that the contract shows no number.
    pub(crate) gap: Option<String>,
    /// The unit that is charged for.
    pub(crate) per: Unit,
    /// The type whose values cause the charge; given together with `when`.
    #[serde(rename = "type")]
    pub(crate) type_name: Option<String>,
    /// The condition under which a value of the type causes the charge.
    pub(crate) when: Option<ConditionPage>,
    /// The charge that this one replaces: a request is charged for one of the two, never for both.
    pub(crate) instead_of: Option<String>,
    /// The heading of the contract's text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) source: String,
}

/// A point that the contract leaves open.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct GapPage {
    /// The open point, as a question.
    pub(crate) question: String,
    /// The clauses that the gap is about: the identity of a clause, or the beginning of several identities.
    pub(crate) place: String,
    /// How a run observes what the server does.
    pub(crate) probe: Option<Probe>,
    /// With the probe `open-value`, whose `place` is a schema: the values that a run sends there. Left out, a
    /// run sends the values that `openValues` of schemas list.
    pub(crate) values: Option<Vec<Value>>,
    /// Why no run can observe it, for a gap without a probe.
    pub(crate) unobservable: Option<String>,
    /// The heading of the contract's text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) source: String,
}
