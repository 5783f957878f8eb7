//! The types of the page `types/notification.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime::{self as runtime, decode};

/// Who is told about a check by e-mail.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct MonitorNotification {
    /// E-mail summaries of checks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<EmailNotification>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl MonitorNotification {
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

static MONITOR_NOTIFICATION_EMAIL: decode::Property<decode::Named<EmailNotification>> = decode::Property::optional(
    "email",
    "MonitorNotification.email",
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for MonitorNotification {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for MonitorNotification {
    const CLAUSE: &'static str = "MonitorNotification";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        MONITOR_NOTIFICATION_EMAIL.validate_given(&self.email, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["email"],
            "MonitorNotification",
            at,
            found,
        );
    }
}

impl decode::Object for MonitorNotification {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut email_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "email" => {
                    MONITOR_NOTIFICATION_EMAIL
                        .read(&mut members, &mut email_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        Ok(
            Some(Self {
                email: email_slot.value(),
                additional_properties,
            }),
        )
    }
}

runtime::json_schema!(
    MonitorNotification, "MonitorNotification",
    include_str!("../schemas/MonitorNotification.json"), "EmailNotification" =
    EmailNotification
);

/// E-mail summaries of checks.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EmailNotification {
    /// Whether summaries are sent.
    ///
    /// `false` when left out (`EmailNotification.enabled.default`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// Whether they hold details of changed pages.
    ///
    /// `false` when left out (`EmailNotification.includeDiffs.default`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include_diffs: Option<bool>,
    /// Who receives them.
    ///
    /// At most 25 items (`EmailNotification.recipients.maxItems`). Each item: Of the format email
    /// (`EmailNotification.recipients.items.format`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recipients: Option<Vec<String>>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl EmailNotification {
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

    /// The value of `enabled`, or `false` when it is left out
    /// (`EmailNotification.enabled.default`).
    #[must_use]
    pub fn effective_enabled(&self) -> bool {
        self.enabled.unwrap_or(false)
    }

    /// The value of `includeDiffs`, or `false` when it is left out
    /// (`EmailNotification.includeDiffs.default`).
    #[must_use]
    pub fn effective_include_diffs(&self) -> bool {
        self.include_diffs.unwrap_or(false)
    }
}

static EMAIL_NOTIFICATION_ENABLED: decode::Property<decode::Boolean> = decode::Property::optional(
    "enabled",
    "EmailNotification.enabled",
    decode::Boolean::new("EmailNotification.enabled"),
);
static EMAIL_NOTIFICATION_INCLUDE_DIFFS: decode::Property<decode::Boolean> = decode::Property::optional(
    "includeDiffs",
    "EmailNotification.includeDiffs",
    decode::Boolean::new("EmailNotification.includeDiffs"),
);
static EMAIL_NOTIFICATION_RECIPIENTS: decode::Property<decode::List<decode::Text>> = decode::Property::optional(
    "recipients",
    "EmailNotification.recipients",
    decode::List::new(
            "EmailNotification.recipients",
            decode::Text::new("EmailNotification.recipients.items")
                .format(runtime::format::Format::Email),
        )
        .max_items(25),
);

impl<'de> serde::Deserialize<'de> for EmailNotification {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for EmailNotification {
    const CLAUSE: &'static str = "EmailNotification";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        EMAIL_NOTIFICATION_ENABLED.validate_given(&self.enabled, at, found);
        EMAIL_NOTIFICATION_INCLUDE_DIFFS.validate_given(&self.include_diffs, at, found);
        EMAIL_NOTIFICATION_RECIPIENTS.validate_given(&self.recipients, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["enabled", "includeDiffs", "recipients"],
            "EmailNotification",
            at,
            found,
        );
    }
}

impl decode::Object for EmailNotification {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut enabled_slot = decode::Slot::Missing;
        let mut include_diffs_slot = decode::Slot::Missing;
        let mut recipients_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "enabled" => {
                    EMAIL_NOTIFICATION_ENABLED
                        .read(&mut members, &mut enabled_slot, at, found)?;
                }
                "includeDiffs" => {
                    EMAIL_NOTIFICATION_INCLUDE_DIFFS
                        .read(&mut members, &mut include_diffs_slot, at, found)?;
                }
                "recipients" => {
                    EMAIL_NOTIFICATION_RECIPIENTS
                        .read(&mut members, &mut recipients_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        Ok(
            Some(Self {
                enabled: enabled_slot.value(),
                include_diffs: include_diffs_slot.value(),
                recipients: recipients_slot.value(),
                additional_properties,
            }),
        )
    }
}

runtime::json_schema!(
    EmailNotification, "EmailNotification",
    include_str!("../schemas/EmailNotification.json")
);
