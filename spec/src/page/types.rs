//! `types/*.toml`: types in JSON Schema's words.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::{BehaviourPage, ConditionPage, DeprecatedPage, EffectPage, RefusalPage};
use crate::model::{Judged, Level, NumberUnit};

/// A type, a property or the items of a list.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SchemaPage {
    /// What it means, in our own words.
    pub(crate) doc: Option<String>,
    /// The heading of the contract; inherited from what it stands in.
    pub(crate) source: Option<String>,
    /// How firmly the contract states it; inherited from what it stands in.
    pub(crate) level: Option<Level>,
    /// The JSON type.
    #[serde(rename = "type")]
    pub(crate) json_type: Option<JsonType>,
    /// The name of a type.
    #[serde(rename = "ref")]
    pub(crate) reference: Option<String>,
    /// What a number counts, such as `milliseconds`.
    pub(crate) unit: Option<NumberUnit>,
    /// Whether `null` is allowed too.
    #[serde(default)]
    pub(crate) nullable: bool,
    /// What holds when the value is left out.
    pub(crate) default: Option<Value>,
    /// Whether null holds when the value is left out; TOML has no null to give as a `default`.
    #[serde(default)]
    pub(crate) default_null: bool,
    /// What holds when the value is left out, in words, where it is no fixed value.
    pub(crate) default_description: Option<String>,
    /// Whether the service makes a value that then stays when none is given.
    #[serde(default)]
    pub(crate) generated: bool,
    /// Good examples; cases and documents use them.
    #[serde(default)]
    pub(crate) examples: Vec<Value>,
    /// Listed values of which the contract does not say whether they are taken.
    pub(crate) open_values: Option<OpenValuesPage>,
    /// That clients should stop using the property; a sentence says what to use instead.
    pub(crate) deprecated: Option<DeprecatedPage>,
    /// The listed texts that clients should stop using.
    #[serde(default)]
    pub(crate) deprecated_values: Vec<String>,
    /// What the service does with the value, in our own words, by identity.
    #[serde(default)]
    pub(crate) behaviour: BehaviourPage,
    /// The error that breaking a constraint here earns.
    pub(crate) error: Option<String>,

    /// The one value allowed.
    #[serde(rename = "const")]
    pub(crate) constant: Option<ScalarPage>,
    /// The texts allowed.
    #[serde(rename = "enum")]
    #[schemars(inner(length(min = 0)))]
    pub(crate) enumeration: Option<Vec<String>>,
    /// The type whose discriminator lists the texts allowed.
    pub(crate) discriminator_of: Option<String>,
    /// The channel whose events are the texts allowed.
    pub(crate) events_of: Option<String>,
    /// The smallest number of characters.
    pub(crate) min_length: Option<u64>,
    /// The largest number of characters.
    pub(crate) max_length: Option<u64>,
    /// A pattern in the dialect that Rust and ECMAScript share.
    pub(crate) pattern: Option<String>,
    /// The format: `uuid`, `uri`, `email`, `date-time`, `date`, `time`, `duration`, `hostname`,
    /// `ipv4`, `ipv6`, `json-pointer`, `regex`, `time-zone`, `cron`, `schedule-phrase`.
    pub(crate) format: Option<String>,
    /// With the format `cron`: the smallest time between two runs, such as `5m`.
    pub(crate) minimum_interval: Option<String>,
    /// The smallest number.
    pub(crate) minimum: Option<serde_json::Number>,
    /// The largest number.
    pub(crate) maximum: Option<serde_json::Number>,
    /// A number that is smaller than every number allowed.
    pub(crate) exclusive_minimum: Option<serde_json::Number>,
    /// A number that is larger than every number allowed.
    pub(crate) exclusive_maximum: Option<serde_json::Number>,
    /// A number above zero that divides every number allowed.
    pub(crate) multiple_of: Option<serde_json::Number>,
    /// What each item of a list may be.
    pub(crate) items: Option<ItemsPage>,
    /// What the first item of a list is, what the second is, and so on; `items = false` ends it.
    pub(crate) prefix_items: Option<Vec<SchemaPage>>,
    /// The smallest number of items.
    pub(crate) min_items: Option<u64>,
    /// The largest number of items.
    pub(crate) max_items: Option<u64>,

    /// Whether no two items may be equal.
    #[serde(default)]
    pub(crate) unique_items: bool,
    /// What at least one item is: a plain value.
    pub(crate) contains: Option<Box<SchemaPage>>,
    /// The smallest number of items that are as `contains` says; 1 when left out.
    pub(crate) min_contains: Option<u64>,
    /// The largest number of items that are as `contains` says.
    pub(crate) max_contains: Option<u64>,

    /// The properties of an object.
    pub(crate) properties: Option<IndexMap<String, SchemaPage>>,
    /// The properties that are always present.
    #[serde(default)]
    pub(crate) required: Vec<String>,
    /// `false` forbids properties that are not listed; a schema says what they hold.
    pub(crate) additional_properties: Option<AdditionalPage>,
    /// The smallest number of properties.
    pub(crate) min_properties: Option<u64>,
    /// The largest number of properties.
    pub(crate) max_properties: Option<u64>,
    /// What each name is, where names are free: a string.
    pub(crate) property_names: Option<Box<SchemaPage>>,
    /// The properties that are present where the named one is.
    #[serde(default)]
    pub(crate) dependent_required: IndexMap<String, Vec<String>>,
    /// Exactly one of these properties is present.
    #[serde(default)]
    pub(crate) exactly_one: Vec<String>,
    /// Rules across properties.
    #[serde(default)]
    pub(crate) rules: Vec<RulePage>,
    /// What some properties do to others.
    #[serde(default)]
    pub(crate) effects: Vec<EffectPage>,
    /// When a request with such an object is refused although it is well formed.
    #[serde(default)]
    pub(crate) refusals: Vec<RefusalPage>,

    /// The property that tells the variants apart.
    pub(crate) discriminator: Option<String>,
    /// The type of each variant, by the discriminator's value.
    pub(crate) variants: Option<IndexMap<String, String>>,

    /// One of several kinds of value, each of another JSON type; the fullest stands last.
    pub(crate) one_of: Option<Vec<SchemaPage>>,
}

/// A plain value.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum ScalarPage {
    Boolean(bool),
    Number(serde_json::Number),
    String(String),
}

impl ScalarPage {
    /// Its JSON type.
    pub(crate) fn json_type(&self) -> JsonType {
        match self {
            Self::Boolean(_) => JsonType::Boolean,
            Self::Number(number) if number.is_f64() => JsonType::Number,
            Self::Number(_) => JsonType::Integer,
            Self::String(_) => JsonType::String,
        }
    }

    /// The value.
    pub(crate) fn value(&self) -> Value {
        match self {
            Self::Boolean(value) => (*value).into(),
            Self::Number(number) => number.clone().into(),
            Self::String(text) => text.as_str().into(),
        }
    }
}

/// Listed values of which the contract does not say whether they are taken.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct OpenValuesPage {
    /// The values.
    pub(crate) values: Vec<Value>,
    /// The gap that says so.
    pub(crate) gap: String,
}

/// JSON's types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum JsonType {
    /// Any of them.
    Any,
    Boolean,
    Integer,
    Number,
    String,
    Array,
    Object,
}

impl JsonType {
    /// The name in JSON Schema.
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

/// What unlisted properties may be.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum AdditionalPage {
    /// Whether they are allowed at all.
    Allowed(bool),
    /// What each of them holds.
    Values(Box<SchemaPage>),
}

/// What the items of a list may be.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum ItemsPage {
    /// `false` after `prefixItems`: there are no others.
    Allowed(bool),
    /// What each of them is.
    Each(Box<SchemaPage>),
}

impl SchemaPage {
    /// What each item of a list may be, where the items are alike.
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
    /// What it says, in our own words.
    pub(crate) doc: String,
    /// When it applies.
    pub(crate) when: ConditionPage,
    /// When it does not apply after all.
    pub(crate) unless: Option<ConditionPage>,
    /// What must hold then.
    pub(crate) requires: ConditionPage,
    /// What it is judged on.
    #[serde(default)]
    pub(crate) judged: Judged,
    /// The gap that says that the contract can be read in both ways.
    pub(crate) gap: Option<String>,
    /// How firmly the contract states it; inherited from the type.
    pub(crate) level: Option<Level>,
    /// The heading of the contract; inherited from the type.
    pub(crate) source: Option<String>,
}
