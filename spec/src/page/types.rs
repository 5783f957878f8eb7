//! The pages of types, with the conditions and deprecations that operations have too.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::model::{
    Behaviour, Deprecation, Equality, Keyword, Level, NamedResource, NumberUnit, OpenValues,
    RuleScope,
};

/// A type, a property or the items of a list.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SchemaPage {
    /// What the value means, in prose.
    pub(crate) doc: Option<String>,
    /// The heading of the contract's text; inherited from the schema around.
    pub(crate) source: Option<String>,
    /// How firmly the contract states the schema's clauses; inherited from the schema around.
    pub(crate) level: Option<Level>,
    /// The keywords beside this one that the contract's text only suggests: their clauses have the level `should`.
    #[serde(default)]
    pub(crate) suggested: Vec<Keyword>,
    /// The JSON type.
    #[serde(rename = "type")]
    pub(crate) json_type: Option<JsonType>,
    /// The name of a type, which the value has.
    #[serde(rename = "ref")]
    pub(crate) reference: Option<String>,
    /// The unit of a number, such as `milliseconds`.
    pub(crate) unit: Option<NumberUnit>,
    /// What decides whether two strings mean the same, if the format does not. A server may return an equal
    /// string in place of the one that was sent.
    pub(crate) compared_as: Option<Equality>,
    /// The media type of a file, such as `application/pdf`. The string is the file, a part of a body of the media type
    /// `multipart/form-data`; its length is counted in bytes, and each character of an example is a byte.
    #[schemars(regex(pattern = r"^[A-Za-z0-9.+-]+/[A-Za-z0-9.+-]+$"))]
    pub(crate) content_media_type: Option<String>,
    /// Whether the order of a list has a meaning. A server may return the items of other lists in another order.
    #[serde(default)]
    pub(crate) ordered: bool,
    /// Whether `null` is allowed too.
    #[serde(default)]
    pub(crate) nullable: bool,
    /// The value that applies when the property is left out.
    pub(crate) default: Option<Value>,
    /// Whether null applies when the property is left out. TOML has no null that could be the `default`.
    #[serde(default)]
    pub(crate) default_null: bool,
    /// What applies when the property is left out, in prose, if it is no fixed value.
    pub(crate) default_description: Option<String>,
    /// Whether the service generates a value for a property that is left out. The generated value does not
    /// change afterwards.
    #[serde(default)]
    pub(crate) generated: bool,
    /// Whether the value is a secret, such as headers with a key: programs do not show it in logs. The value is a string
    /// or an object with free properties.
    #[serde(default)]
    pub(crate) secret: bool,
    /// How firmly the contract says that a property of a resource never changes.
    pub(crate) kept: Option<Level>,
    /// Example values, which cases and documents use.
    #[serde(default)]
    pub(crate) examples: Vec<Value>,
    /// Listed values that the service may or may not accept.
    pub(crate) open_values: Option<OpenValues>,
    /// Whether clients should stop using the property; a sentence says what to use instead.
    pub(crate) deprecated: Option<DeprecatedPage>,
    /// The strings of `enum` that clients should stop using.
    #[serde(default)]
    pub(crate) deprecated_values: Vec<String>,
    /// What the service does with the value, in prose, by identity.
    #[serde(default)]
    pub(crate) behaviour: Behaviour,
    /// The error for a value that breaks a constraint here.
    pub(crate) error: Option<String>,

    /// The only value allowed.
    #[serde(rename = "const")]
    pub(crate) constant: Option<ScalarPage>,
    /// The strings allowed.
    #[serde(rename = "enum")]
    #[schemars(inner(length(min = 0)))]
    pub(crate) enumeration: Option<Vec<String>>,
    /// The union whose discriminator values are the strings allowed.
    pub(crate) discriminator_of: Option<String>,
    /// The channel whose event names are the strings allowed.
    pub(crate) events_of: Option<String>,
    /// The smallest number of characters.
    pub(crate) min_length: Option<u64>,
    /// The largest number of characters.
    pub(crate) max_length: Option<u64>,
    /// A regular expression, in the dialect that Rust and ECMAScript share.
    pub(crate) pattern: Option<String>,
    /// The format: `uuid`, `uri`, `email`, `date-time`, `date`, `time`, `duration`, `hostname`,
    /// `ipv4`, `ipv6`, `json-pointer`, `regex`, `time-zone`, `cron`, `schedule-phrase`.
    pub(crate) format: Option<String>,
    /// With the format `cron`: the smallest time between two runs, such as `5m`.
    pub(crate) minimum_interval: Option<String>,
    /// The smallest number allowed.
    pub(crate) minimum: Option<serde_json::Number>,
    /// The largest number allowed.
    pub(crate) maximum: Option<serde_json::Number>,
    /// A number that every allowed number exceeds.
    pub(crate) exclusive_minimum: Option<serde_json::Number>,
    /// A number that every allowed number is below.
    pub(crate) exclusive_maximum: Option<serde_json::Number>,
    /// A number above zero that divides every allowed number.
    pub(crate) multiple_of: Option<serde_json::Number>,
    /// The schema of each item of a list.
    pub(crate) items: Option<ItemsPage>,
    /// The schemas of the first item of a list, of the second, and so on. Needs `items = false`: the list
    /// ends after them.
    pub(crate) prefix_items: Option<Vec<SchemaPage>>,
    /// The smallest number of items.
    pub(crate) min_items: Option<u64>,
    /// The largest number of items.
    pub(crate) max_items: Option<u64>,

    /// Whether all items must differ.
    #[serde(default)]
    pub(crate) unique_items: bool,
    /// The schema that at least one item matches: a plain value.
    pub(crate) contains: Option<Box<SchemaPage>>,
    /// The smallest number of items that match `contains`; 1 when left out.
    pub(crate) min_contains: Option<u64>,
    /// The largest number of items that match `contains`.
    pub(crate) max_contains: Option<u64>,

    /// The properties of an object.
    pub(crate) properties: Option<IndexMap<String, SchemaPage>>,
    /// The properties that are always present.
    #[serde(default)]
    pub(crate) required: Vec<String>,
    /// `false` forbids properties that are not listed. A schema describes the values of an object with free
    /// property names.
    pub(crate) additional_properties: Option<AdditionalPage>,
    /// The smallest number of properties.
    pub(crate) min_properties: Option<u64>,
    /// The largest number of properties.
    pub(crate) max_properties: Option<u64>,
    /// The schema of each property name of an object with free names: a string.
    pub(crate) property_names: Option<Box<SchemaPage>>,
    /// The properties that must be present if the named one is.
    #[serde(default)]
    pub(crate) dependent_required: IndexMap<String, Vec<String>>,
    /// The properties of which exactly one is present.
    #[serde(default)]
    pub(crate) exactly_one: Vec<String>,
    /// Rules across properties.
    #[serde(default)]
    pub(crate) rules: Vec<RulePage>,
    /// Values that some properties set in others.
    #[serde(default)]
    pub(crate) effects: Vec<EffectPage>,
    /// The circumstances in which a well-formed request with such an object is rejected.
    #[serde(default)]
    pub(crate) refusals: Vec<RefusalPage>,

    /// The property of a union whose value selects the variant.
    pub(crate) discriminator: Option<String>,
    /// The type of each variant, by the value of the discriminator.
    pub(crate) variants: Option<IndexMap<String, String>>,

    /// One of several kinds of value, each with another JSON type. The most detailed kind comes last.
    pub(crate) one_of: Option<Vec<SchemaPage>>,
}

/// A boolean, a number or a string.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum ScalarPage {
    Boolean(bool),
    Number(serde_json::Number),
    String(String),
}

impl ScalarPage {
    /// Returns the JSON type of the value.
    pub(crate) fn json_type(&self) -> JsonType {
        match self {
            Self::Boolean(_) => JsonType::Boolean,
            Self::Number(number) if number.is_f64() => JsonType::Number,
            Self::Number(_) => JsonType::Integer,
            Self::String(_) => JsonType::String,
        }
    }

    /// Returns the value as JSON.
    pub(crate) fn value(&self) -> Value {
        match self {
            Self::Boolean(value) => (*value).into(),
            Self::Number(number) => number.clone().into(),
            Self::String(text) => text.as_str().into(),
        }
    }
}

/// The types of JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum JsonType {
    /// Any type.
    Any,
    Boolean,
    Integer,
    Number,
    String,
    Array,
    Object,
}

impl JsonType {
    /// Returns the name in JSON Schema, or `any`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Boolean => "boolean",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::String => "string",
            Self::Array => "array",
            Self::Object => "object",
        }
    }
}

/// The properties of an object that are not listed.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum AdditionalPage {
    /// Whether they are allowed.
    Allowed(bool),
    /// The schema of their values.
    Values(Box<SchemaPage>),
}

/// The items of a list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum ItemsPage {
    /// `false` after `prefixItems`: the list has no further items.
    Allowed(bool),
    /// The schema of each item.
    Each(Box<SchemaPage>),
}

impl SchemaPage {
    /// Returns the schema of the items, if all items share one.
    pub(crate) fn each_item(&self) -> Option<&Self> {
        match &self.items {
            Some(ItemsPage::Each(items)) => Some(items),
            Some(ItemsPage::Allowed(_)) | None => None,
        }
    }
}

/// A rule across properties.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct RulePage {
    /// The identity within the type.
    pub(crate) id: String,
    /// What the rule says, in prose.
    pub(crate) doc: String,
    /// The condition under which the rule applies.
    pub(crate) when: ConditionPage,
    /// An exception from `when`: while this condition holds, the rule does not apply.
    pub(crate) unless: Option<ConditionPage>,
    /// The condition that must hold when the rule applies.
    pub(crate) requires: ConditionPage,
    /// The object that the rule is evaluated on.
    #[serde(default)]
    pub(crate) judged: RuleScope,
    /// The gap that says that the contract allows both readings of `judged`.
    pub(crate) gap: Option<String>,
    /// How firmly the contract states the rule; inherited from the type.
    pub(crate) level: Option<Level>,
    /// The heading of the contract's text; inherited from the type.
    pub(crate) source: Option<String>,
}

/// A change that an operation makes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct EffectPage {
    /// The identity within the operation.
    pub(crate) id: String,
    /// What happens, in prose.
    pub(crate) doc: String,
    /// The kind of change.
    pub(crate) kind: EffectWord,
    /// With `sets`: the condition under which the property is set.
    pub(crate) when: Option<ConditionPage>,
    /// With `sets`: an exception; while this condition holds, the property is not set.
    pub(crate) unless: Option<ConditionPage>,
    /// With `sets`: the property that is set.
    pub(crate) property: Option<String>,
    /// With `sets`: the new value of the property.
    pub(crate) value: Option<Value>,
    /// How firmly the contract states the effect.
    #[serde(default)]
    pub(crate) level: Level,
    /// The heading of the contract's text; inherited from the operation.
    pub(crate) source: Option<String>,
}

/// The kinds of change that an effect can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum EffectWord {
    /// Each property that the request has is stored.
    StoresGiven,
    /// Each property that the request leaves out keeps its stored value.
    KeepsOmitted,
    /// Each property that the request leaves out is reset to its default, or removed if it has none.
    ResetsOmitted,
    /// A rejected request changes nothing.
    RefusalKeepsAll,
    /// A property is set when a condition holds.
    Sets,
}

/// A circumstance in which a well-formed request is rejected.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct RefusalPage {
    /// The identity within the type or operation.
    pub(crate) id: String,
    /// The circumstance, in prose.
    pub(crate) doc: String,
    /// The condition on the object under which the request is rejected.
    pub(crate) when: Option<ConditionPage>,
    /// The state of the caller's team in which the request is rejected, one of `teamStates` in
    /// `service.toml`.
    pub(crate) team_state: Option<String>,
    /// The property of the body that names another resource: the request is rejected if there is no such resource. Only
    /// an operation has such refusals.
    pub(crate) names: Option<NamedResource>,
    /// The error that the response has.
    pub(crate) error: String,
    /// How firmly the contract states the refusal; inherited from the type or operation.
    pub(crate) level: Option<Level>,
    /// The heading of the contract's text; inherited from the type or operation.
    pub(crate) source: Option<String>,
}

/// A test of the value at a path. Each condition has exactly one of `equals`, `nonEmpty` and `given`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ConditionPage {
    /// A path such as `tracks[].type`.
    pub(crate) path: String,
    /// The value equals this one.
    pub(crate) equals: Option<Value>,
    /// `true`: the value is a string, list or object that is not empty.
    pub(crate) non_empty: Option<bool>,
    /// `true`: the value is present. `false`: the value is absent.
    pub(crate) given: Option<bool>,
}

/// Whether clients should stop using an operation or a property.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum DeprecatedPage {
    /// Whether it is deprecated.
    Is(bool),
    /// A sentence that says what to use instead; implies `true`.
    Instead(String),
}

impl DeprecatedPage {
    /// Returns the deprecation that the key states, or `None` for `false` and for no key.
    pub(crate) fn resolve(page: Option<&Self>) -> Option<Deprecation> {
        match page? {
            Self::Is(false) => None,
            Self::Is(true) => Some(Deprecation { instead: None }),
            Self::Instead(says) => Some(Deprecation { instead: Some(says.clone()) }),
        }
    }
}
