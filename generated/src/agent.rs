//! The types of the page `types/agent.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime::{self as runtime, decode};

/// What an agent job is asked for; more of it is not shown.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AgentRequest {
    /// How many credits the job may use.
    ///
    /// In credits (`AgentRequest.maxCredits.unit`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_credits: Option<f64>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl AgentRequest {
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

static AGENT_REQUEST_MAX_CREDITS: decode::Property<decode::Number> = decode::Property::optional(
    "maxCredits",
    "AgentRequest.maxCredits",
    decode::Number::new("AgentRequest.maxCredits"),
);

impl<'de> serde::Deserialize<'de> for AgentRequest {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for AgentRequest {
    const CLAUSE: &'static str = "AgentRequest";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        AGENT_REQUEST_MAX_CREDITS.validate_given(&self.max_credits, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["maxCredits"],
            "AgentRequest",
            at,
            found,
        );
    }
}

impl decode::Object for AgentRequest {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut max_credits_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "maxCredits" => {
                    AGENT_REQUEST_MAX_CREDITS
                        .read(&mut members, &mut max_credits_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        Ok(
            Some(Self {
                max_credits: max_credits_slot.value(),
                additional_properties,
            }),
        )
    }
}

runtime::json_schema!(
    AgentRequest, "AgentRequest", include_str!("../schemas/AgentRequest.json")
);

/// The job that was started.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct AgentStarted {
    /// Identifies the job.
    ///
    /// Of the format uuid (`AgentStarted.id.format`).
    pub id: String,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl AgentStarted {
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

static AGENT_STARTED_ID: decode::Property<decode::Text> = decode::Property::new(
    "id",
    "AgentStarted.id",
    decode::Text::new("AgentStarted.id").format(runtime::format::Format::Uuid),
);

impl<'de> serde::Deserialize<'de> for AgentStarted {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for AgentStarted {
    const CLAUSE: &'static str = "AgentStarted";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        AGENT_STARTED_ID.validate(&self.id, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["id"],
            "AgentStarted",
            at,
            found,
        );
    }
}

impl decode::Object for AgentStarted {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut id_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "id" => {
                    AGENT_STARTED_ID.read(&mut members, &mut id_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        AGENT_STARTED_ID.require(&id_slot, at, found);
        let Some(id) = id_slot.value() else { return Ok(None) };
        Ok(Some(Self { id, additional_properties }))
    }
}

impl AgentStarted {
    /// With `id`, which it needs, and nothing else.
    #[must_use]
    pub fn new(id: impl Into<String>) -> Self {
        AgentStarted {
            id: id.into(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    AgentStarted, "AgentStarted", include_str!("../schemas/AgentStarted.json")
);

/// How a job stands.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AgentStatus {
    /// The state of the job.
    pub status: String,
    /// What the job found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<serde_json::Value>,
    /// What the job used.
    ///
    /// In credits (`AgentStatus.creditsUsed.unit`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credits_used: Option<f64>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl AgentStatus {
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

static AGENT_STATUS_STATUS: decode::Property<decode::Text> = decode::Property::new(
    "status",
    "AgentStatus.status",
    decode::Text::new("AgentStatus.status"),
);
static AGENT_STATUS_DATA: decode::Property<decode::Any> = decode::Property::optional(
    "data",
    "AgentStatus.data",
    decode::Any,
);
static AGENT_STATUS_CREDITS_USED: decode::Property<decode::Number> = decode::Property::optional(
    "creditsUsed",
    "AgentStatus.creditsUsed",
    decode::Number::new("AgentStatus.creditsUsed"),
);

impl<'de> serde::Deserialize<'de> for AgentStatus {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for AgentStatus {
    const CLAUSE: &'static str = "AgentStatus";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        AGENT_STATUS_STATUS.validate(&self.status, at, found);
        AGENT_STATUS_DATA.validate_given(&self.data, at, found);
        AGENT_STATUS_CREDITS_USED.validate_given(&self.credits_used, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["status", "data", "creditsUsed"],
            "AgentStatus",
            at,
            found,
        );
    }
}

impl decode::Object for AgentStatus {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut status_slot = decode::Slot::Missing;
        let mut data_slot = decode::Slot::Missing;
        let mut credits_used_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "status" => {
                    AGENT_STATUS_STATUS.read(&mut members, &mut status_slot, at, found)?;
                }
                "data" => {
                    AGENT_STATUS_DATA.read(&mut members, &mut data_slot, at, found)?;
                }
                "creditsUsed" => {
                    AGENT_STATUS_CREDITS_USED
                        .read(&mut members, &mut credits_used_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        AGENT_STATUS_STATUS.require(&status_slot, at, found);
        let Some(status) = status_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                status,
                data: data_slot.value(),
                credits_used: credits_used_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl AgentStatus {
    /// With `status`, which it needs, and nothing else.
    #[must_use]
    pub fn new(status: impl Into<String>) -> Self {
        AgentStatus {
            status: status.into(),
            data: None,
            credits_used: None,
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    AgentStatus, "AgentStatus", include_str!("../schemas/AgentStatus.json")
);

/// What the event `artifact.updated` carries.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ArtifactUpdated {
    /// Identifies a snapshot.
    ///
    /// The snapshot operation takes it. (`ArtifactUpdated.snapshotId.behaviour.usable`)
    pub snapshot_id: String,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl ArtifactUpdated {
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

static ARTIFACT_UPDATED_SNAPSHOT_ID: decode::Property<decode::Text> = decode::Property::new(
    "snapshotId",
    "ArtifactUpdated.snapshotId",
    decode::Text::new("ArtifactUpdated.snapshotId"),
);

impl<'de> serde::Deserialize<'de> for ArtifactUpdated {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ArtifactUpdated {
    const CLAUSE: &'static str = "ArtifactUpdated";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        ARTIFACT_UPDATED_SNAPSHOT_ID.validate(&self.snapshot_id, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["snapshotId"],
            "ArtifactUpdated",
            at,
            found,
        );
    }
}

impl decode::Object for ArtifactUpdated {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut snapshot_id_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "snapshotId" => {
                    ARTIFACT_UPDATED_SNAPSHOT_ID
                        .read(&mut members, &mut snapshot_id_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        ARTIFACT_UPDATED_SNAPSHOT_ID.require(&snapshot_id_slot, at, found);
        let Some(snapshot_id) = snapshot_id_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                snapshot_id,
                additional_properties,
            }),
        )
    }
}

impl ArtifactUpdated {
    /// With `snapshotId`, which it needs, and nothing else.
    #[must_use]
    pub fn new(snapshot_id: impl Into<String>) -> Self {
        ArtifactUpdated {
            snapshot_id: snapshot_id.into(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    ArtifactUpdated, "ArtifactUpdated", include_str!("../schemas/ArtifactUpdated.json")
);

/// What the event `run.finished` carries.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct RunFinished {
    /// How the run ended.
    pub outcome: String,
    /// An error in the trace of a run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<TraceError>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl RunFinished {
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

static RUN_FINISHED_OUTCOME: decode::Property<decode::Text> = decode::Property::new(
    "outcome",
    "RunFinished.outcome",
    decode::Text::new("RunFinished.outcome"),
);
static RUN_FINISHED_ERROR: decode::Property<decode::Named<TraceError>> = decode::Property::optional(
    "error",
    "RunFinished.error",
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for RunFinished {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for RunFinished {
    const CLAUSE: &'static str = "RunFinished";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        RUN_FINISHED_OUTCOME.validate(&self.outcome, at, found);
        RUN_FINISHED_ERROR.validate_given(&self.error, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["outcome", "error"],
            "RunFinished",
            at,
            found,
        );
    }
}

impl decode::Object for RunFinished {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut outcome_slot = decode::Slot::Missing;
        let mut error_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "outcome" => {
                    RUN_FINISHED_OUTCOME
                        .read(&mut members, &mut outcome_slot, at, found)?;
                }
                "error" => {
                    RUN_FINISHED_ERROR.read(&mut members, &mut error_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        RUN_FINISHED_OUTCOME.require(&outcome_slot, at, found);
        let Some(outcome) = outcome_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                outcome,
                error: error_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl RunFinished {
    /// With `outcome`, which it needs, and nothing else.
    #[must_use]
    pub fn new(outcome: impl Into<String>) -> Self {
        RunFinished {
            outcome: outcome.into(),
            error: None,
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    RunFinished, "RunFinished", include_str!("../schemas/RunFinished.json"), "TraceError"
    = TraceError
);

/// What the event `error.occurred` carries.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct ErrorOccurred {
    /// An error in the trace of a run.
    pub error: TraceError,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl ErrorOccurred {
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

static ERROR_OCCURRED_ERROR: decode::Property<decode::Named<TraceError>> = decode::Property::new(
    "error",
    "ErrorOccurred.error",
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for ErrorOccurred {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ErrorOccurred {
    const CLAUSE: &'static str = "ErrorOccurred";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        ERROR_OCCURRED_ERROR.validate(&self.error, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["error"],
            "ErrorOccurred",
            at,
            found,
        );
    }
}

impl decode::Object for ErrorOccurred {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut error_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "error" => {
                    ERROR_OCCURRED_ERROR.read(&mut members, &mut error_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        ERROR_OCCURRED_ERROR.require(&error_slot, at, found);
        let Some(error) = error_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                error,
                additional_properties,
            }),
        )
    }
}

impl ErrorOccurred {
    /// With `error`, which it needs, and nothing else.
    #[must_use]
    pub fn new(error: impl Into<TraceError>) -> Self {
        ErrorOccurred {
            error: error.into(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    ErrorOccurred, "ErrorOccurred", include_str!("../schemas/ErrorOccurred.json"),
    "TraceError" = TraceError
);

/// An error in the trace of a run.
///
/// Terminal events carry one under `error`. (`TraceError.behaviour.terminal-events`)
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct TraceError {
    /// Which error.
    pub code: TraceErrorCode,
    /// Whether it is worth trying again.
    ///
    /// It is treated as the retry column of the error tables is.
    /// (`TraceError.retryable.behaviour.as-in-the-catalogue`)
    pub retryable: bool,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl TraceError {
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

static TRACE_ERROR_CODE: decode::Property<decode::Named<TraceErrorCode>> = decode::Property::new(
    "code",
    "TraceError.code",
    decode::Named::new(),
);
static TRACE_ERROR_RETRYABLE: decode::Property<decode::Boolean> = decode::Property::new(
    "retryable",
    "TraceError.retryable",
    decode::Boolean::new("TraceError.retryable"),
);

impl<'de> serde::Deserialize<'de> for TraceError {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for TraceError {
    const CLAUSE: &'static str = "TraceError";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        TRACE_ERROR_CODE.validate(&self.code, at, found);
        TRACE_ERROR_RETRYABLE.validate(&self.retryable, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["code", "retryable"],
            "TraceError",
            at,
            found,
        );
    }
}

impl decode::Object for TraceError {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut code_slot = decode::Slot::Missing;
        let mut retryable_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "code" => {
                    TRACE_ERROR_CODE.read(&mut members, &mut code_slot, at, found)?;
                }
                "retryable" => {
                    TRACE_ERROR_RETRYABLE
                        .read(&mut members, &mut retryable_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        TRACE_ERROR_CODE.require(&code_slot, at, found);
        TRACE_ERROR_RETRYABLE.require(&retryable_slot, at, found);
        let (Some(code), Some(retryable)) = (code_slot.value(), retryable_slot.value())
        else { return Ok(None) };
        Ok(
            Some(Self {
                code,
                retryable,
                additional_properties,
            }),
        )
    }
}

impl TraceError {
    /// With `code`, `retryable`, which it needs, and nothing else.
    #[must_use]
    pub fn new(code: impl Into<TraceErrorCode>, retryable: bool) -> Self {
        TraceError {
            code: code.into(),
            retryable,
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    TraceError, "TraceError", include_str!("../schemas/TraceError.json")
);

/// Which error.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum TraceErrorCode {
    /// `cancelled`
    ///
    /// The caller cancelled the run. (`TraceError.code.behaviour.cancelled`)
    #[serde(rename = "cancelled")]
    Cancelled,
    /// `credit_limit_reached`
    ///
    /// The run used up its `maxCredits`. (`TraceError.code.behaviour.credit_limit_reached`)
    #[serde(rename = "credit_limit_reached")]
    CreditLimitReached,
    /// `parent_finished`
    ///
    /// The agent that started this one finished first.
    /// (`TraceError.code.behaviour.parent_finished`)
    #[serde(rename = "parent_finished")]
    ParentFinished,
    /// `refused`
    ///
    /// The agent declined the task. (`TraceError.code.behaviour.refused`)
    #[serde(rename = "refused")]
    Refused,
    /// `internal`
    ///
    /// Something inside the run failed that was not expected to.
    /// (`TraceError.code.behaviour.internal`)
    #[serde(rename = "internal")]
    Internal,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl TraceErrorCode {
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
            Self::Cancelled => "cancelled",
            Self::CreditLimitReached => "credit_limit_reached",
            Self::ParentFinished => "parent_finished",
            Self::Refused => "refused",
            Self::Internal => "internal",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for TraceErrorCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for TraceErrorCode {
    const VALUES: &'static [&'static str] = &[
        "cancelled",
        "credit_limit_reached",
        "parent_finished",
        "refused",
        "internal",
    ];

    fn from_text(text: &str) -> Self {
        match text {
            "cancelled" => Self::Cancelled,
            "credit_limit_reached" => Self::CreditLimitReached,
            "parent_finished" => Self::ParentFinished,
            "refused" => Self::Refused,
            "internal" => Self::Internal,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for TraceErrorCode {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for TraceErrorCode {
    const CLAUSE: &'static str = "TraceError.code";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("TraceError.code"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("TraceError.code"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for TraceErrorCode {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    TraceErrorCode, "TraceErrorCode",
    "{\"description\":\"Which error.\",\"type\":\"string\",\"enum\":[\"cancelled\",\"credit_limit_reached\",\"parent_finished\",\"refused\",\"internal\"]}"
);

/// The body of an error that a trace or a snapshot relays; it may lack `success`.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct UpstreamError {
    /// False where it is there.
    ///
    /// Always false (`UpstreamError.success.const`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub success: Option<bool>,
    /// Says what went wrong; with the status, the error is looked up by it.
    pub error: String,
    /// A further code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Details.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<serde_json::Value>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl UpstreamError {
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

static UPSTREAM_ERROR_SUCCESS: decode::Property<decode::Boolean> = decode::Property::optional(
    "success",
    "UpstreamError.success",
    decode::Boolean::new("UpstreamError.success").constant(false),
);
static UPSTREAM_ERROR_ERROR: decode::Property<decode::Text> = decode::Property::new(
    "error",
    "UpstreamError.error",
    decode::Text::new("UpstreamError.error"),
);
static UPSTREAM_ERROR_CODE: decode::Property<decode::Text> = decode::Property::optional(
    "code",
    "UpstreamError.code",
    decode::Text::new("UpstreamError.code"),
);
static UPSTREAM_ERROR_DETAILS: decode::Property<decode::Any> = decode::Property::optional(
    "details",
    "UpstreamError.details",
    decode::Any,
);

impl<'de> serde::Deserialize<'de> for UpstreamError {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for UpstreamError {
    const CLAUSE: &'static str = "UpstreamError";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        UPSTREAM_ERROR_SUCCESS.validate_given(&self.success, at, found);
        UPSTREAM_ERROR_ERROR.validate(&self.error, at, found);
        UPSTREAM_ERROR_CODE.validate_given(&self.code, at, found);
        UPSTREAM_ERROR_DETAILS.validate_given(&self.details, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["success", "error", "code", "details"],
            "UpstreamError",
            at,
            found,
        );
    }
}

impl decode::Object for UpstreamError {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut success_slot = decode::Slot::Missing;
        let mut error_slot = decode::Slot::Missing;
        let mut code_slot = decode::Slot::Missing;
        let mut details_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "success" => {
                    UPSTREAM_ERROR_SUCCESS
                        .read(&mut members, &mut success_slot, at, found)?;
                }
                "error" => {
                    UPSTREAM_ERROR_ERROR.read(&mut members, &mut error_slot, at, found)?;
                }
                "code" => {
                    UPSTREAM_ERROR_CODE.read(&mut members, &mut code_slot, at, found)?;
                }
                "details" => {
                    UPSTREAM_ERROR_DETAILS
                        .read(&mut members, &mut details_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        UPSTREAM_ERROR_ERROR.require(&error_slot, at, found);
        let Some(error) = error_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                success: success_slot.value(),
                error,
                code: code_slot.value(),
                details: details_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl UpstreamError {
    /// With `error`, which it needs, and nothing else.
    #[must_use]
    pub fn new(error: impl Into<String>) -> Self {
        UpstreamError {
            error: error.into(),
            success: None,
            code: None,
            details: None,
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    UpstreamError, "UpstreamError", include_str!("../schemas/UpstreamError.json")
);
