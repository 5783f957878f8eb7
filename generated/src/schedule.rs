//! The types of the page `types/schedule.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime::{self as runtime, decode};

/// When a monitor runs: as a cron expression or in words.
///
/// Exactly one of `cron`, `text` (`MonitorSchedule.exactlyOne`).
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct MonitorSchedule {
    /// Five fields; runs are far enough apart.
    ///
    /// Of the format cron (`MonitorSchedule.cron.format`). Runs at least 300 seconds apart
    /// (`MonitorSchedule.cron.minimumInterval`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cron: Option<String>,
    /// The schedule in natural language.
    ///
    /// Of the format schedule-phrase (`MonitorSchedule.text.format`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The IANA time zone that the schedule is read in.
    ///
    /// `"UTC"` when left out (`MonitorSchedule.timezone.default`).
    ///
    /// Of the format time-zone (`MonitorSchedule.timezone.format`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl MonitorSchedule {
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

    /// The value of `timezone`, or `"UTC"` when it is left out
    /// (`MonitorSchedule.timezone.default`).
    #[must_use]
    pub fn effective_timezone(&self) -> &str {
        self.timezone.as_deref().unwrap_or("UTC")
    }
}

static MONITOR_SCHEDULE_CRON: decode::Property<decode::Text> = decode::Property::optional(
    "cron",
    "MonitorSchedule.cron",
    decode::Text::new("MonitorSchedule.cron")
        .format(runtime::format::Format::Cron {
            minimum_interval: Some(std::time::Duration::from_secs(300)),
        }),
);
static MONITOR_SCHEDULE_TEXT: decode::Property<decode::Text> = decode::Property::optional(
    "text",
    "MonitorSchedule.text",
    decode::Text::new("MonitorSchedule.text")
        .format(runtime::format::Format::SchedulePhrase),
);
static MONITOR_SCHEDULE_TIMEZONE: decode::Property<decode::Text> = decode::Property::optional(
    "timezone",
    "MonitorSchedule.timezone",
    decode::Text::new("MonitorSchedule.timezone")
        .format(runtime::format::Format::TimeZone),
);

impl<'de> serde::Deserialize<'de> for MonitorSchedule {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for MonitorSchedule {
    const CLAUSE: &'static str = "MonitorSchedule";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        MONITOR_SCHEDULE_CRON.validate_given(&self.cron, at, found);
        MONITOR_SCHEDULE_TEXT.validate_given(&self.text, at, found);
        MONITOR_SCHEDULE_TIMEZONE.validate_given(&self.timezone, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["cron", "text", "timezone"],
            "MonitorSchedule",
            at,
            found,
        );
        decode::exactly_one(
            &[self.cron.is_some(), self.text.is_some()],
            &["cron", "text"],
            "MonitorSchedule",
            at,
            found,
        );
    }
}

impl decode::Object for MonitorSchedule {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut cron_slot = decode::Slot::Missing;
        let mut text_slot = decode::Slot::Missing;
        let mut timezone_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "cron" => {
                    MONITOR_SCHEDULE_CRON.read(&mut members, &mut cron_slot, at, found)?;
                }
                "text" => {
                    MONITOR_SCHEDULE_TEXT.read(&mut members, &mut text_slot, at, found)?;
                }
                "timezone" => {
                    MONITOR_SCHEDULE_TIMEZONE
                        .read(&mut members, &mut timezone_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        decode::exactly_one(
            &[cron_slot.is_given(), text_slot.is_given()],
            &["cron", "text"],
            "MonitorSchedule",
            at,
            found,
        );
        Ok(
            Some(Self {
                cron: cron_slot.value(),
                text: text_slot.value(),
                timezone: timezone_slot.value(),
                additional_properties,
            }),
        )
    }
}

runtime::json_schema!(
    MonitorSchedule, "MonitorSchedule", include_str!("../schemas/MonitorSchedule.json")
);

/// When a monitor runs, as it is returned; a schedule in words comes back as a cron expression.
///
/// No other properties (`StoredSchedule.additionalProperties`).
///
/// Plain `serde` drops other properties when it reads.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct StoredSchedule {
    /// The cron expression.
    pub cron: String,
    /// The IANA time zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
}

impl StoredSchedule {
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

static STORED_SCHEDULE_CRON: decode::Property<decode::Text> = decode::Property::new(
    "cron",
    "StoredSchedule.cron",
    decode::Text::new("StoredSchedule.cron"),
);
static STORED_SCHEDULE_TIMEZONE: decode::Property<decode::Text> = decode::Property::optional(
    "timezone",
    "StoredSchedule.timezone",
    decode::Text::new("StoredSchedule.timezone"),
);

impl<'de> serde::Deserialize<'de> for StoredSchedule {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for StoredSchedule {
    const CLAUSE: &'static str = "StoredSchedule";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        STORED_SCHEDULE_CRON.validate(&self.cron, at, found);
        STORED_SCHEDULE_TIMEZONE.validate_given(&self.timezone, at, found);
    }
}

impl decode::Object for StoredSchedule {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut cron_slot = decode::Slot::Missing;
        let mut timezone_slot = decode::Slot::Missing;
        let mut others = decode::Unknown::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "cron" => {
                    STORED_SCHEDULE_CRON.read(&mut members, &mut cron_slot, at, found)?;
                }
                "timezone" => {
                    STORED_SCHEDULE_TIMEZONE
                        .read(&mut members, &mut timezone_slot, at, found)?;
                }
                _ => {
                    others
                        .note(name.as_str(), &mut members, "StoredSchedule", at, found)?;
                }
            }
        }
        STORED_SCHEDULE_CRON.require(&cron_slot, at, found);
        let Some(cron) = cron_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                cron,
                timezone: timezone_slot.value(),
            }),
        )
    }
}

impl StoredSchedule {
    /// With `cron`, which it needs, and nothing else.
    #[must_use]
    pub fn new(cron: impl Into<String>) -> Self {
        StoredSchedule {
            cron: cron.into(),
            timezone: None,
        }
    }
}

runtime::json_schema!(
    StoredSchedule, "StoredSchedule", include_str!("../schemas/StoredSchedule.json")
);
