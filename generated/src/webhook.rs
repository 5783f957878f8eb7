//! The types of the page `types/webhook.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime::{self as runtime, decode};

/// Where the events of a monitor are delivered.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct MonitorWebhook {
    /// The destination.
    ///
    /// Of the format uri (`MonitorWebhook.url.format`).
    pub url: String,
    /// Which events are delivered.
    ///
    /// All monitor events when left out (`MonitorWebhook.events.default`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub events: Option<Vec<MonitorWebhookEventsItem>>,
    /// Headers sent along.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headers: Option<std::collections::BTreeMap<String, String>>,
    /// Data of one's own, included in payloads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<std::collections::BTreeMap<String, serde_json::Value>>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl MonitorWebhook {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

static MONITOR_WEBHOOK_URL: decode::Property<decode::Text> = decode::Property::new(
    "url",
    "MonitorWebhook.url",
    decode::Text::new("MonitorWebhook.url").format(runtime::format::Format::Uri),
);
static MONITOR_WEBHOOK_EVENTS: decode::Property<
    decode::List<decode::Named<MonitorWebhookEventsItem>>,
> = decode::Property::optional(
    "events",
    "MonitorWebhook.events",
    decode::List::new("MonitorWebhook.events", decode::Named::new()),
);
static MONITOR_WEBHOOK_HEADERS: decode::Property<decode::Dictionary<decode::Text>> = decode::Property::optional(
    "headers",
    "MonitorWebhook.headers",
    decode::Dictionary::new(
        "MonitorWebhook.headers",
        decode::Text::new("MonitorWebhook.headers.additionalProperties"),
    ),
);
static MONITOR_WEBHOOK_METADATA: decode::Property<decode::Dictionary<decode::Any>> = decode::Property::optional(
    "metadata",
    "MonitorWebhook.metadata",
    decode::Dictionary::new("MonitorWebhook.metadata", decode::Any),
);

impl<'de> serde::Deserialize<'de> for MonitorWebhook {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for MonitorWebhook {
    const CLAUSE: &'static str = "MonitorWebhook";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        MONITOR_WEBHOOK_URL.validate(&self.url, at, found);
        MONITOR_WEBHOOK_EVENTS.validate_given(&self.events, at, found);
        MONITOR_WEBHOOK_HEADERS.validate_given(&self.headers, at, found);
        MONITOR_WEBHOOK_METADATA.validate_given(&self.metadata, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["url", "events", "headers", "metadata"],
            "MonitorWebhook",
            at,
            found,
        );
    }
}

impl decode::Object for MonitorWebhook {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut url_slot = decode::Slot::Missing;
        let mut events_slot = decode::Slot::Missing;
        let mut headers_slot = decode::Slot::Missing;
        let mut metadata_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "url" => {
                    MONITOR_WEBHOOK_URL.read(&mut members, &mut url_slot, at, found)?;
                }
                "events" => {
                    MONITOR_WEBHOOK_EVENTS
                        .read(&mut members, &mut events_slot, at, found)?;
                }
                "headers" => {
                    MONITOR_WEBHOOK_HEADERS
                        .read(&mut members, &mut headers_slot, at, found)?;
                }
                "metadata" => {
                    MONITOR_WEBHOOK_METADATA
                        .read(&mut members, &mut metadata_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        MONITOR_WEBHOOK_URL.require(&url_slot, at, found);
        let Some(url) = url_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                url,
                events: events_slot.value(),
                headers: headers_slot.value(),
                metadata: metadata_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl MonitorWebhook {
    /// With `url`, which it needs, and nothing else.
    #[must_use]
    pub fn new(url: impl Into<String>) -> Self {
        MonitorWebhook {
            url: url.into(),
            events: None,
            headers: None,
            metadata: None,
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    MonitorWebhook, "MonitorWebhook", include_str!("../schemas/MonitorWebhook.json")
);

/// An item of `MonitorWebhook.events`.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum MonitorWebhookEventsItem {
    /// `monitor.page`
    #[serde(rename = "monitor.page")]
    MonitorPage,
    /// `monitor.check.completed`
    #[serde(rename = "monitor.check.completed")]
    MonitorCheckCompleted,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl MonitorWebhookEventsItem {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::MonitorPage => "monitor.page",
            Self::MonitorCheckCompleted => "monitor.check.completed",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for MonitorWebhookEventsItem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for MonitorWebhookEventsItem {
    const VALUES: &'static [&'static str] = &["monitor.page", "monitor.check.completed"];

    fn from_text(text: &str) -> Self {
        match text {
            "monitor.page" => Self::MonitorPage,
            "monitor.check.completed" => Self::MonitorCheckCompleted,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for MonitorWebhookEventsItem {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for MonitorWebhookEventsItem {
    const CLAUSE: &'static str = "MonitorWebhook.events.items";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("MonitorWebhook.events.items"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("MonitorWebhook.events.items"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for MonitorWebhookEventsItem {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    MonitorWebhookEventsItem, "MonitorWebhookEventsItem",
    "{\"type\":\"string\",\"enum\":[\"monitor.page\",\"monitor.check.completed\"]}"
);
