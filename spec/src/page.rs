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

use crate::model::{
    Contact, Level, License, Probe, ProfileNeed, Retry, RetryRules, TeamState, Transport, Unit,
    Versioning,
};

pub(crate) use self::operations::{
    LifecyclePage, MovePage, OperationPage, OperationSituationPage, SituationPage,
};
pub(crate) use self::types::{
    AdditionalPage, ConditionPage, DeprecatedPage, EffectPage, EffectWord, ItemsPage, JsonType,
    RefusalPage, RulePage, ScalarPage, SchemaPage,
};

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

/// `service.toml`: the service as a whole.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ServicePage {
    /// The name of the service, as the contract writes it.
    pub(crate) name: String,
    /// The version of the interface, such as `v2`.
    pub(crate) version: String,
    /// What the service is for, in prose.
    pub(crate) doc: String,
    /// The heading of the contract's text that `doc` comes from.
    pub(crate) source: String,
    /// The headings of the contract's text, each with the headings above it: `Albums / Tracks`. Every `source`
    /// is one of them, alone or with a place below it: `Albums / Tracks, rule 2`.
    pub(crate) headings: Option<Vec<String>>,
    /// Statements about the service, in prose, by identity.
    #[serde(default)]
    pub(crate) behaviour: BehaviourPage,
    /// The prefix of every operation's path; no prefix when left out.
    #[serde(default)]
    pub(crate) base_path: String,
    /// The media type of request bodies and response bodies.
    pub(crate) media_type: String,
    /// The type of the body of every response that is not a success.
    pub(crate) error_body: String,
    /// The error for a path that belongs to no operation.
    pub(crate) unknown_path: String,
    /// The error for a body that breaks a constraint, unless the constraint names an error of its own.
    pub(crate) validation_failure: String,
    /// The errors that responses of every operation may have.
    #[serde(default)]
    pub(crate) errors: Vec<String>,
    /// The states of a team that decide how its requests are handled, by identity.
    #[serde(default)]
    pub(crate) team_states: IndexMap<String, TeamState>,
    /// Authentication schemes, by identity.
    #[serde(default)]
    pub(crate) authentication: IndexMap<String, AuthenticationPage>,
    /// When and how a client may repeat a request.
    pub(crate) retry: Option<RetryRules>,
    /// Statements about versions of the interface.
    pub(crate) versioning: Option<Versioning>,
    /// The groups that documents sort operations into: a description of each, by name.
    #[serde(default)]
    pub(crate) tags: IndexMap<String, String>,
    /// The contact for readers of the exported documents.
    pub(crate) contact: Option<Contact>,
    /// The licence of the exported documents.
    pub(crate) license: Option<License>,
}

/// An authentication scheme.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct AuthenticationPage {
    /// The name of the scheme, which precedes the key in the header, such as `Bearer`.
    pub(crate) scheme: String,
    /// The header that carries the scheme and the key.
    pub(crate) header: String,
    /// The error for a key that is missing, malformed or revoked.
    pub(crate) rejected: String,
    /// The error for a key that lacks permission.
    pub(crate) forbidden: String,
    /// Further statements about authentication, in prose, by identity.
    #[serde(default)]
    pub(crate) behaviour: BehaviourPage,
    /// How firmly the contract states the scheme.
    #[serde(default)]
    pub(crate) level: Level,
    /// The heading of the contract's text.
    pub(crate) source: String,
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
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct LimitsPage {
    /// Limits of the service, by identity.
    #[serde(default)]
    pub(crate) limits: IndexMap<String, LimitPage>,
    /// Credit charges, by identity.
    #[serde(default)]
    pub(crate) charges: IndexMap<String, ChargePage>,
}

/// A limit of the service.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct LimitPage {
    /// What is limited, in prose.
    pub(crate) doc: String,
    /// The error of a request that exceeds the limit.
    pub(crate) error: String,
    /// The value of the limit, where the contract shows one.
    pub(crate) value: Option<u64>,
    /// The gap that says that the contract shows no value.
    pub(crate) gap: Option<String>,
    /// The heading of the contract's text.
    pub(crate) source: String,
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
    pub(crate) source: String,
}

/// A named set of features.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ProfilePage {
    /// What a server of the profile offers, in prose.
    pub(crate) doc: String,
    /// Beginnings of case identities, in whole `::` segments: the identity of an operation, alone or with
    /// further segments. Cases of no operation begin with `service`. A case belongs to the profile with the
    /// longest matching beginning.
    #[serde(default)]
    pub(crate) features: Vec<String>,
    /// The needs whose cases belong to this profile, whatever the identities of the cases are.
    #[serde(default)]
    pub(crate) needs: Vec<ProfileNeed>,
}

/// A channel on which the service reports events.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ChannelPage {
    /// What the channel is for, in prose.
    pub(crate) doc: String,
    /// How events are transported.
    pub(crate) transport: Transport,
    /// The type of the property that configures the channel.
    #[serde(rename = "type")]
    pub(crate) type_name: Option<String>,
    /// With the transport `trace`: the operation that returns the events.
    pub(crate) operation: Option<String>,
    /// The events of the channel, by name.
    #[serde(default)]
    pub(crate) events: IndexMap<String, EventPage>,
    /// Further statements about the channel, in prose, by identity.
    #[serde(default)]
    pub(crate) behaviour: BehaviourPage,
    /// How firmly the contract states the channel.
    #[serde(default)]
    pub(crate) level: Level,
    /// The heading of the contract's text.
    pub(crate) source: String,
}

/// One kind of event.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct EventPage {
    /// What the event means, in prose.
    pub(crate) doc: String,
    /// The type of the event's payload, as far as the contract shows it.
    pub(crate) carries: Option<String>,
}
