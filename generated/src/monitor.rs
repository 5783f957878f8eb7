//! The types of the page `types/monitor.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime::{self as runtime, decode};
use super::notification::MonitorNotification;
use super::schedule::{MonitorSchedule, StoredSchedule};
use super::target::MonitorTarget;
use super::webhook::MonitorWebhook;

/// A monitor, in the envelope of a success.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct MonitorResponse {
    /// Whether the request succeeded.
    pub success: bool,
    /// A stored definition of recurring checks of web pages.
    pub data: Monitor,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl MonitorResponse {
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

static MONITOR_RESPONSE_SUCCESS: decode::Property<decode::Boolean> = decode::Property::new(
    "success",
    "MonitorResponse.success",
    decode::Boolean::new("MonitorResponse.success"),
);
static MONITOR_RESPONSE_DATA: decode::Property<decode::Named<Monitor>> = decode::Property::new(
    "data",
    "MonitorResponse.data",
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for MonitorResponse {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for MonitorResponse {
    const CLAUSE: &'static str = "MonitorResponse";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        MONITOR_RESPONSE_SUCCESS.validate(&self.success, at, found);
        MONITOR_RESPONSE_DATA.validate(&self.data, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["success", "data"],
            "MonitorResponse",
            at,
            found,
        );
    }
}

impl decode::Object for MonitorResponse {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut success_slot = decode::Slot::Missing;
        let mut data_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "success" => {
                    MONITOR_RESPONSE_SUCCESS
                        .read(&mut members, &mut success_slot, at, found)?;
                }
                "data" => {
                    MONITOR_RESPONSE_DATA.read(&mut members, &mut data_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        MONITOR_RESPONSE_SUCCESS.require(&success_slot, at, found);
        MONITOR_RESPONSE_DATA.require(&data_slot, at, found);
        let (Some(success), Some(data)) = (success_slot.value(), data_slot.value()) else {
            return Ok(None)
        };
        Ok(
            Some(Self {
                success,
                data,
                additional_properties,
            }),
        )
    }
}

impl runtime::rule::Members for MonitorResponse {
    fn member(&self, name: &str) -> runtime::rule::View<'_> {
        match name {
            "data" => runtime::rule::Look::look(&self.data),
            _ => runtime::rule::View::Absent,
        }
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for MonitorResponse {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

impl MonitorResponse {
    /// With `success`, `data`, which it needs, and nothing else.
    #[must_use]
    pub fn new(success: bool, data: impl Into<Monitor>) -> Self {
        MonitorResponse {
            success,
            data: data.into(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    MonitorResponse, "MonitorResponse", include_str!("../schemas/MonitorResponse.json"),
    "Monitor" = Monitor
);

/// A stored definition of recurring checks of web pages.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Monitor {
    /// Identifies the monitor.
    ///
    /// Of the format uuid (`Monitor.id.format`).
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The state of the monitor.
    pub status: MonitorStatus,
    /// What changed pages are judged against, in natural language.
    #[serde(skip_serializing_if = "runtime::Patch::is_absent")]
    pub goal: runtime::Patch<String>,
    /// Whether changed pages are evaluated against the goal.
    pub judge_enabled: bool,
    /// When a monitor runs, as it is returned; a schedule in words comes back as a cron expression.
    pub schedule: StoredSchedule,
    /// What is checked.
    pub targets: Vec<MonitorTarget>,
    /// Who is told about a check by e-mail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notification: Option<MonitorNotification>,
    /// Where the events of a monitor are delivered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub webhook: Option<MonitorWebhook>,
    /// How long results are kept.
    ///
    /// In days (`Monitor.retentionDays.unit`).
    pub retention_days: i64,
    /// When it was created.
    ///
    /// Of the format date-time (`Monitor.createdAt.format`).
    pub created_at: String,
    /// When it was last updated.
    ///
    /// Of the format date-time (`Monitor.updatedAt.format`).
    pub updated_at: String,
    /// When it last ran.
    ///
    /// Of the format date-time (`Monitor.lastRunAt.format`).
    #[serde(skip_serializing_if = "runtime::Patch::is_absent")]
    pub last_run_at: runtime::Patch<String>,
    /// When it runs next.
    ///
    /// Of the format date-time (`Monitor.nextRunAt.format`).
    #[serde(skip_serializing_if = "runtime::Patch::is_absent")]
    pub next_run_at: runtime::Patch<String>,
    /// The check that is running.
    ///
    /// Of the format uuid (`Monitor.currentCheckId.format`).
    #[serde(skip_serializing_if = "runtime::Patch::is_absent")]
    pub current_check_id: runtime::Patch<String>,
    /// The most credits that a month can cost.
    ///
    /// In credits (`Monitor.estimatedCreditsPerMonth.unit`).
    ///
    /// With judging on, real usage can be lower.
    /// (`Monitor.estimatedCreditsPerMonth.behaviour.lower-with-judging`)
    #[serde(skip_serializing_if = "runtime::Patch::is_absent")]
    pub estimated_credits_per_month: runtime::Patch<i64>,
    /// How the pages of a check compare with the check before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_check_summary: Option<MonitorSummary>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Monitor {
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

static MONITOR_ID: decode::Property<decode::Text> = decode::Property::new(
    "id",
    "Monitor.id",
    decode::Text::new("Monitor.id").format(runtime::format::Format::Uuid),
);
static MONITOR_NAME: decode::Property<decode::Text> = decode::Property::new(
    "name",
    "Monitor.name",
    decode::Text::new("Monitor.name"),
);
static MONITOR_STATUS: decode::Property<decode::Named<MonitorStatus>> = decode::Property::new(
    "status",
    "Monitor.status",
    decode::Named::new(),
);
static MONITOR_GOAL: decode::Property<decode::Nullable<decode::Text>> = decode::Property::optional(
    "goal",
    "Monitor.goal",
    decode::Nullable(decode::Text::new("Monitor.goal")),
);
static MONITOR_JUDGE_ENABLED: decode::Property<decode::Boolean> = decode::Property::new(
    "judgeEnabled",
    "Monitor.judgeEnabled",
    decode::Boolean::new("Monitor.judgeEnabled"),
);
static MONITOR_SCHEDULE: decode::Property<decode::Named<StoredSchedule>> = decode::Property::new(
    "schedule",
    "Monitor.schedule",
    decode::Named::new(),
);
static MONITOR_TARGETS: decode::Property<decode::List<decode::Named<MonitorTarget>>> = decode::Property::new(
    "targets",
    "Monitor.targets",
    decode::List::new("Monitor.targets", decode::Named::new()),
);
static MONITOR_NOTIFICATION: decode::Property<decode::Named<MonitorNotification>> = decode::Property::optional(
    "notification",
    "Monitor.notification",
    decode::Named::new(),
);
static MONITOR_WEBHOOK: decode::Property<decode::Named<MonitorWebhook>> = decode::Property::optional(
    "webhook",
    "Monitor.webhook",
    decode::Named::new(),
);
static MONITOR_RETENTION_DAYS: decode::Property<decode::Integer> = decode::Property::new(
    "retentionDays",
    "Monitor.retentionDays",
    decode::Integer::new("Monitor.retentionDays"),
);
static MONITOR_CREATED_AT: decode::Property<decode::Text> = decode::Property::new(
    "createdAt",
    "Monitor.createdAt",
    decode::Text::new("Monitor.createdAt").format(runtime::format::Format::DateTime),
);
static MONITOR_UPDATED_AT: decode::Property<decode::Text> = decode::Property::new(
    "updatedAt",
    "Monitor.updatedAt",
    decode::Text::new("Monitor.updatedAt").format(runtime::format::Format::DateTime),
);
static MONITOR_LAST_RUN_AT: decode::Property<decode::Nullable<decode::Text>> = decode::Property::optional(
    "lastRunAt",
    "Monitor.lastRunAt",
    decode::Nullable(
        decode::Text::new("Monitor.lastRunAt").format(runtime::format::Format::DateTime),
    ),
);
static MONITOR_NEXT_RUN_AT: decode::Property<decode::Nullable<decode::Text>> = decode::Property::optional(
    "nextRunAt",
    "Monitor.nextRunAt",
    decode::Nullable(
        decode::Text::new("Monitor.nextRunAt").format(runtime::format::Format::DateTime),
    ),
);
static MONITOR_CURRENT_CHECK_ID: decode::Property<decode::Nullable<decode::Text>> = decode::Property::optional(
    "currentCheckId",
    "Monitor.currentCheckId",
    decode::Nullable(
        decode::Text::new("Monitor.currentCheckId").format(runtime::format::Format::Uuid),
    ),
);
static MONITOR_ESTIMATED_CREDITS_PER_MONTH: decode::Property<
    decode::Nullable<decode::Integer>,
> = decode::Property::optional(
    "estimatedCreditsPerMonth",
    "Monitor.estimatedCreditsPerMonth",
    decode::Nullable(decode::Integer::new("Monitor.estimatedCreditsPerMonth")),
);
static MONITOR_LAST_CHECK_SUMMARY: decode::Property<decode::Named<MonitorSummary>> = decode::Property::optional(
    "lastCheckSummary",
    "Monitor.lastCheckSummary",
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for Monitor {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Monitor {
    const CLAUSE: &'static str = "Monitor";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        MONITOR_ID.validate(&self.id, at, found);
        MONITOR_NAME.validate(&self.name, at, found);
        MONITOR_STATUS.validate(&self.status, at, found);
        MONITOR_GOAL.validate_patch(&self.goal, at, found);
        MONITOR_JUDGE_ENABLED.validate(&self.judge_enabled, at, found);
        MONITOR_SCHEDULE.validate(&self.schedule, at, found);
        MONITOR_TARGETS.validate(&self.targets, at, found);
        MONITOR_NOTIFICATION.validate_given(&self.notification, at, found);
        MONITOR_WEBHOOK.validate_given(&self.webhook, at, found);
        MONITOR_RETENTION_DAYS.validate(&self.retention_days, at, found);
        MONITOR_CREATED_AT.validate(&self.created_at, at, found);
        MONITOR_UPDATED_AT.validate(&self.updated_at, at, found);
        MONITOR_LAST_RUN_AT.validate_patch(&self.last_run_at, at, found);
        MONITOR_NEXT_RUN_AT.validate_patch(&self.next_run_at, at, found);
        MONITOR_CURRENT_CHECK_ID.validate_patch(&self.current_check_id, at, found);
        MONITOR_ESTIMATED_CREDITS_PER_MONTH
            .validate_patch(&self.estimated_credits_per_month, at, found);
        MONITOR_LAST_CHECK_SUMMARY.validate_given(&self.last_check_summary, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &[
                "id",
                "name",
                "status",
                "goal",
                "judgeEnabled",
                "schedule",
                "targets",
                "notification",
                "webhook",
                "retentionDays",
                "createdAt",
                "updatedAt",
                "lastRunAt",
                "nextRunAt",
                "currentCheckId",
                "estimatedCreditsPerMonth",
                "lastCheckSummary",
            ],
            "Monitor",
            at,
            found,
        );
    }
}

impl decode::Object for Monitor {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut id_slot = decode::Slot::Missing;
        let mut name_slot = decode::Slot::Missing;
        let mut status_slot = decode::Slot::Missing;
        let mut goal_slot = decode::Slot::Missing;
        let mut judge_enabled_slot = decode::Slot::Missing;
        let mut schedule_slot = decode::Slot::Missing;
        let mut targets_slot = decode::Slot::Missing;
        let mut notification_slot = decode::Slot::Missing;
        let mut webhook_slot = decode::Slot::Missing;
        let mut retention_days_slot = decode::Slot::Missing;
        let mut created_at_slot = decode::Slot::Missing;
        let mut updated_at_slot = decode::Slot::Missing;
        let mut last_run_at_slot = decode::Slot::Missing;
        let mut next_run_at_slot = decode::Slot::Missing;
        let mut current_check_id_slot = decode::Slot::Missing;
        let mut estimated_credits_per_month_slot = decode::Slot::Missing;
        let mut last_check_summary_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "id" => {
                    MONITOR_ID.read(&mut members, &mut id_slot, at, found)?;
                }
                "name" => {
                    MONITOR_NAME.read(&mut members, &mut name_slot, at, found)?;
                }
                "status" => {
                    MONITOR_STATUS.read(&mut members, &mut status_slot, at, found)?;
                }
                "goal" => {
                    MONITOR_GOAL.read(&mut members, &mut goal_slot, at, found)?;
                }
                "judgeEnabled" => {
                    MONITOR_JUDGE_ENABLED
                        .read(&mut members, &mut judge_enabled_slot, at, found)?;
                }
                "schedule" => {
                    MONITOR_SCHEDULE.read(&mut members, &mut schedule_slot, at, found)?;
                }
                "targets" => {
                    MONITOR_TARGETS.read(&mut members, &mut targets_slot, at, found)?;
                }
                "notification" => {
                    MONITOR_NOTIFICATION
                        .read(&mut members, &mut notification_slot, at, found)?;
                }
                "webhook" => {
                    MONITOR_WEBHOOK.read(&mut members, &mut webhook_slot, at, found)?;
                }
                "retentionDays" => {
                    MONITOR_RETENTION_DAYS
                        .read(&mut members, &mut retention_days_slot, at, found)?;
                }
                "createdAt" => {
                    MONITOR_CREATED_AT
                        .read(&mut members, &mut created_at_slot, at, found)?;
                }
                "updatedAt" => {
                    MONITOR_UPDATED_AT
                        .read(&mut members, &mut updated_at_slot, at, found)?;
                }
                "lastRunAt" => {
                    MONITOR_LAST_RUN_AT
                        .read(&mut members, &mut last_run_at_slot, at, found)?;
                }
                "nextRunAt" => {
                    MONITOR_NEXT_RUN_AT
                        .read(&mut members, &mut next_run_at_slot, at, found)?;
                }
                "currentCheckId" => {
                    MONITOR_CURRENT_CHECK_ID
                        .read(&mut members, &mut current_check_id_slot, at, found)?;
                }
                "estimatedCreditsPerMonth" => {
                    MONITOR_ESTIMATED_CREDITS_PER_MONTH
                        .read(
                            &mut members,
                            &mut estimated_credits_per_month_slot,
                            at,
                            found,
                        )?;
                }
                "lastCheckSummary" => {
                    MONITOR_LAST_CHECK_SUMMARY
                        .read(&mut members, &mut last_check_summary_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        MONITOR_ID.require(&id_slot, at, found);
        MONITOR_NAME.require(&name_slot, at, found);
        MONITOR_STATUS.require(&status_slot, at, found);
        MONITOR_JUDGE_ENABLED.require(&judge_enabled_slot, at, found);
        MONITOR_SCHEDULE.require(&schedule_slot, at, found);
        MONITOR_TARGETS.require(&targets_slot, at, found);
        MONITOR_RETENTION_DAYS.require(&retention_days_slot, at, found);
        MONITOR_CREATED_AT.require(&created_at_slot, at, found);
        MONITOR_UPDATED_AT.require(&updated_at_slot, at, found);
        let (
            Some(id),
            Some(name),
            Some(status),
            Some(judge_enabled),
            Some(schedule),
            Some(targets),
            Some(retention_days),
            Some(created_at),
            Some(updated_at),
        ) = (
            id_slot.value(),
            name_slot.value(),
            status_slot.value(),
            judge_enabled_slot.value(),
            schedule_slot.value(),
            targets_slot.value(),
            retention_days_slot.value(),
            created_at_slot.value(),
            updated_at_slot.value(),
        ) else { return Ok(None) };
        Ok(
            Some(Self {
                id,
                name,
                status,
                goal: goal_slot.patch(),
                judge_enabled,
                schedule,
                targets,
                notification: notification_slot.value(),
                webhook: webhook_slot.value(),
                retention_days,
                created_at,
                updated_at,
                last_run_at: last_run_at_slot.patch(),
                next_run_at: next_run_at_slot.patch(),
                current_check_id: current_check_id_slot.patch(),
                estimated_credits_per_month: estimated_credits_per_month_slot.patch(),
                last_check_summary: last_check_summary_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl runtime::rule::Members for Monitor {
    fn member(&self, name: &str) -> runtime::rule::View<'_> {
        match name {
            "goal" => runtime::rule::Look::look(&self.goal),
            "judgeEnabled" => runtime::rule::Look::look(&self.judge_enabled),
            "targets" => runtime::rule::Look::look(&self.targets),
            _ => runtime::rule::View::Absent,
        }
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for Monitor {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

impl Monitor {
    /// A builder with what is required: `id`, `name`, `status`, `judgeEnabled`, `schedule`,
    /// `targets`, `retentionDays`, `createdAt`, `updatedAt`.
    #[expect(clippy::too_many_arguments, reason = "each of them is required")]
    pub fn builder(
        id: impl Into<String>,
        name: impl Into<String>,
        status: impl Into<MonitorStatus>,
        judge_enabled: bool,
        schedule: impl Into<StoredSchedule>,
        targets: impl IntoIterator<Item = impl Into<MonitorTarget>>,
        retention_days: i64,
        created_at: impl Into<String>,
        updated_at: impl Into<String>,
    ) -> MonitorBuilder {
        MonitorBuilder(Monitor {
            id: id.into(),
            name: name.into(),
            status: status.into(),
            judge_enabled,
            schedule: schedule.into(),
            targets: targets.into_iter().map(Into::into).collect(),
            retention_days,
            created_at: created_at.into(),
            updated_at: updated_at.into(),
            goal: runtime::Patch::Absent,
            notification: None,
            webhook: None,
            last_run_at: runtime::Patch::Absent,
            next_run_at: runtime::Patch::Absent,
            current_check_id: runtime::Patch::Absent,
            estimated_credits_per_month: runtime::Patch::Absent,
            last_check_summary: None,
            additional_properties: serde_json::Map::new(),
        })
    }
}

/// Builds a [`Monitor`] member by member.
///
/// What is not set is left out. `build` judges the whole.
#[derive(Debug, Clone)]
#[must_use = "a builder does nothing until it is built"]
pub struct MonitorBuilder(Monitor);

impl MonitorBuilder {
    /// What changed pages are judged against, in natural language.
    ///
    /// See [`Monitor::goal`].
    pub fn goal(mut self, value: impl Into<String>) -> Self {
        self.0.goal = runtime::Patch::Value(value.into());
        self
    }

    /// Sets `goal` to null.
    pub fn clear_goal(mut self) -> Self {
        self.0.goal = runtime::Patch::Null;
        self
    }

    /// Who is told about a check by e-mail.
    ///
    /// See [`Monitor::notification`].
    pub fn notification(mut self, value: impl Into<MonitorNotification>) -> Self {
        self.0.notification = Some(value.into());
        self
    }

    /// Where the events of a monitor are delivered.
    ///
    /// See [`Monitor::webhook`].
    pub fn webhook(mut self, value: impl Into<MonitorWebhook>) -> Self {
        self.0.webhook = Some(value.into());
        self
    }

    /// When it last ran.
    ///
    /// Of the format date-time (`Monitor.lastRunAt.format`).
    ///
    /// See [`Monitor::last_run_at`].
    pub fn last_run_at(mut self, value: impl Into<String>) -> Self {
        self.0.last_run_at = runtime::Patch::Value(value.into());
        self
    }

    /// Sets `lastRunAt` to null.
    pub fn clear_last_run_at(mut self) -> Self {
        self.0.last_run_at = runtime::Patch::Null;
        self
    }

    /// When it runs next.
    ///
    /// Of the format date-time (`Monitor.nextRunAt.format`).
    ///
    /// See [`Monitor::next_run_at`].
    pub fn next_run_at(mut self, value: impl Into<String>) -> Self {
        self.0.next_run_at = runtime::Patch::Value(value.into());
        self
    }

    /// Sets `nextRunAt` to null.
    pub fn clear_next_run_at(mut self) -> Self {
        self.0.next_run_at = runtime::Patch::Null;
        self
    }

    /// The check that is running.
    ///
    /// Of the format uuid (`Monitor.currentCheckId.format`).
    ///
    /// See [`Monitor::current_check_id`].
    pub fn current_check_id(mut self, value: impl Into<String>) -> Self {
        self.0.current_check_id = runtime::Patch::Value(value.into());
        self
    }

    /// Sets `currentCheckId` to null.
    pub fn clear_current_check_id(mut self) -> Self {
        self.0.current_check_id = runtime::Patch::Null;
        self
    }

    /// The most credits that a month can cost.
    ///
    /// In credits (`Monitor.estimatedCreditsPerMonth.unit`).
    ///
    /// See [`Monitor::estimated_credits_per_month`].
    pub fn estimated_credits_per_month(mut self, value: i64) -> Self {
        self.0.estimated_credits_per_month = runtime::Patch::Value(value);
        self
    }

    /// Sets `estimatedCreditsPerMonth` to null.
    pub fn clear_estimated_credits_per_month(mut self) -> Self {
        self.0.estimated_credits_per_month = runtime::Patch::Null;
        self
    }

    /// How the pages of a check compare with the check before.
    ///
    /// See [`Monitor::last_check_summary`].
    pub fn last_check_summary(mut self, value: impl Into<MonitorSummary>) -> Self {
        self.0.last_check_summary = Some(value.into());
        self
    }

    /// Judges what was built.
    ///
    /// # Errors
    /// Every violation.
    pub fn build(self) -> Result<Monitor, runtime::Violations> {
        decode::validate(&self.0).map(|()| self.0)
    }
}

runtime::json_schema!(
    Monitor, "Monitor", include_str!("../schemas/Monitor.json"), "StoredSchedule" =
    StoredSchedule, "MonitorTarget" = MonitorTarget, "MonitorNotification" =
    MonitorNotification, "MonitorWebhook" = MonitorWebhook, "MonitorSummary" =
    MonitorSummary
);

/// The state of the monitor.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum MonitorStatus {
    /// `active`
    #[serde(rename = "active")]
    Active,
    /// `paused`
    #[serde(rename = "paused")]
    Paused,
    /// `deleted`
    #[serde(rename = "deleted")]
    Deleted,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl MonitorStatus {
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
            Self::Active => "active",
            Self::Paused => "paused",
            Self::Deleted => "deleted",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for MonitorStatus {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for MonitorStatus {
    const VALUES: &'static [&'static str] = &["active", "paused", "deleted"];

    fn from_text(text: &str) -> Self {
        match text {
            "active" => Self::Active,
            "paused" => Self::Paused,
            "deleted" => Self::Deleted,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for MonitorStatus {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for MonitorStatus {
    const CLAUSE: &'static str = "Monitor.status";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("Monitor.status"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("Monitor.status"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for MonitorStatus {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    MonitorStatus, "MonitorStatus",
    "{\"description\":\"The state of the monitor.\",\"type\":\"string\",\"enum\":[\"active\",\"paused\",\"deleted\"]}"
);

/// How the pages of a check compare with the check before.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MonitorSummary {
    /// Pages that changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed: Option<i64>,
    /// Pages that could not be checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<i64>,
    /// Pages that were not there before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<i64>,
    /// Pages that are there no more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub removed: Option<i64>,
    /// Pages that did not change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same: Option<i64>,
    /// All pages of the check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_pages: Option<i64>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl MonitorSummary {
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

static MONITOR_SUMMARY_CHANGED: decode::Property<decode::Integer> = decode::Property::optional(
    "changed",
    "MonitorSummary.changed",
    decode::Integer::new("MonitorSummary.changed"),
);
static MONITOR_SUMMARY_ERROR: decode::Property<decode::Integer> = decode::Property::optional(
    "error",
    "MonitorSummary.error",
    decode::Integer::new("MonitorSummary.error"),
);
static MONITOR_SUMMARY_NEW: decode::Property<decode::Integer> = decode::Property::optional(
    "new",
    "MonitorSummary.new",
    decode::Integer::new("MonitorSummary.new"),
);
static MONITOR_SUMMARY_REMOVED: decode::Property<decode::Integer> = decode::Property::optional(
    "removed",
    "MonitorSummary.removed",
    decode::Integer::new("MonitorSummary.removed"),
);
static MONITOR_SUMMARY_SAME: decode::Property<decode::Integer> = decode::Property::optional(
    "same",
    "MonitorSummary.same",
    decode::Integer::new("MonitorSummary.same"),
);
static MONITOR_SUMMARY_TOTAL_PAGES: decode::Property<decode::Integer> = decode::Property::optional(
    "totalPages",
    "MonitorSummary.totalPages",
    decode::Integer::new("MonitorSummary.totalPages"),
);

impl<'de> serde::Deserialize<'de> for MonitorSummary {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for MonitorSummary {
    const CLAUSE: &'static str = "MonitorSummary";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        MONITOR_SUMMARY_CHANGED.validate_given(&self.changed, at, found);
        MONITOR_SUMMARY_ERROR.validate_given(&self.error, at, found);
        MONITOR_SUMMARY_NEW.validate_given(&self.new, at, found);
        MONITOR_SUMMARY_REMOVED.validate_given(&self.removed, at, found);
        MONITOR_SUMMARY_SAME.validate_given(&self.same, at, found);
        MONITOR_SUMMARY_TOTAL_PAGES.validate_given(&self.total_pages, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["changed", "error", "new", "removed", "same", "totalPages"],
            "MonitorSummary",
            at,
            found,
        );
    }
}

impl decode::Object for MonitorSummary {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut changed_slot = decode::Slot::Missing;
        let mut error_slot = decode::Slot::Missing;
        let mut new_slot = decode::Slot::Missing;
        let mut removed_slot = decode::Slot::Missing;
        let mut same_slot = decode::Slot::Missing;
        let mut total_pages_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "changed" => {
                    MONITOR_SUMMARY_CHANGED
                        .read(&mut members, &mut changed_slot, at, found)?;
                }
                "error" => {
                    MONITOR_SUMMARY_ERROR
                        .read(&mut members, &mut error_slot, at, found)?;
                }
                "new" => {
                    MONITOR_SUMMARY_NEW.read(&mut members, &mut new_slot, at, found)?;
                }
                "removed" => {
                    MONITOR_SUMMARY_REMOVED
                        .read(&mut members, &mut removed_slot, at, found)?;
                }
                "same" => {
                    MONITOR_SUMMARY_SAME.read(&mut members, &mut same_slot, at, found)?;
                }
                "totalPages" => {
                    MONITOR_SUMMARY_TOTAL_PAGES
                        .read(&mut members, &mut total_pages_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        Ok(
            Some(Self {
                changed: changed_slot.value(),
                error: error_slot.value(),
                new: new_slot.value(),
                removed: removed_slot.value(),
                same: same_slot.value(),
                total_pages: total_pages_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl MonitorSummary {
    /// A builder with nothing given.
    pub fn builder() -> MonitorSummaryBuilder {
        MonitorSummaryBuilder(MonitorSummary::default())
    }
}

/// Builds a [`MonitorSummary`] member by member.
///
/// What is not set is left out. `build` judges the whole.
#[derive(Debug, Clone)]
#[must_use = "a builder does nothing until it is built"]
pub struct MonitorSummaryBuilder(MonitorSummary);

impl MonitorSummaryBuilder {
    /// Pages that changed.
    ///
    /// See [`MonitorSummary::changed`].
    pub fn changed(mut self, value: i64) -> Self {
        self.0.changed = Some(value);
        self
    }

    /// Pages that could not be checked.
    ///
    /// See [`MonitorSummary::error`].
    pub fn error(mut self, value: i64) -> Self {
        self.0.error = Some(value);
        self
    }

    /// Pages that were not there before.
    ///
    /// See [`MonitorSummary::new`].
    pub fn new(mut self, value: i64) -> Self {
        self.0.new = Some(value);
        self
    }

    /// Pages that are there no more.
    ///
    /// See [`MonitorSummary::removed`].
    pub fn removed(mut self, value: i64) -> Self {
        self.0.removed = Some(value);
        self
    }

    /// Pages that did not change.
    ///
    /// See [`MonitorSummary::same`].
    pub fn same(mut self, value: i64) -> Self {
        self.0.same = Some(value);
        self
    }

    /// All pages of the check.
    ///
    /// See [`MonitorSummary::total_pages`].
    pub fn total_pages(mut self, value: i64) -> Self {
        self.0.total_pages = Some(value);
        self
    }

    /// Judges what was built.
    ///
    /// # Errors
    /// Every violation.
    pub fn build(self) -> Result<MonitorSummary, runtime::Violations> {
        decode::validate(&self.0).map(|()| self.0)
    }
}

runtime::json_schema!(
    MonitorSummary, "MonitorSummary", include_str!("../schemas/MonitorSummary.json")
);

/// A partial update of a monitor; what is left out keeps its stored value.
///
/// At least 1 property (`MonitorUpdate.minProperties`).
///
/// With a search target there is a goal that is not empty, unless judging is off.
/// (`MonitorUpdate.rules.search-target-needs-goal`)
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MonitorUpdate {
    /// What people call it.
    ///
    /// At most 256 characters (`MonitorUpdate.name.maxLength`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What changed pages are judged against; null clears it.
    ///
    /// At most 2000 characters (`MonitorUpdate.goal.maxLength`).
    #[serde(skip_serializing_if = "runtime::Patch::is_absent")]
    pub goal: runtime::Patch<String>,
    /// Whether changed pages are evaluated.
    ///
    /// It takes effect with a goal that is not empty.
    /// (`MonitorUpdate.judgeEnabled.behaviour.needs-goal`)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judge_enabled: Option<bool>,
    /// Switches the checks on or off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<MonitorUpdateStatus>,
    /// When a monitor runs: as a cron expression or in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schedule: Option<MonitorSchedule>,
    /// What is checked.
    ///
    /// At least 1 item (`MonitorUpdate.targets.minItems`). At most 50 items
    /// (`MonitorUpdate.targets.maxItems`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub targets: Option<Vec<MonitorTarget>>,
    /// Who is told about a check by e-mail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notification: Option<MonitorNotification>,
    /// Where the events of a monitor are delivered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub webhook: Option<MonitorWebhook>,
    /// How long results are kept.
    ///
    /// In days (`MonitorUpdate.retentionDays.unit`). At least 1
    /// (`MonitorUpdate.retentionDays.minimum`). At most 365
    /// (`MonitorUpdate.retentionDays.maximum`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retention_days: Option<i64>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl MonitorUpdate {
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

static MONITOR_UPDATE_NAME: decode::Property<decode::Text> = decode::Property::optional(
    "name",
    "MonitorUpdate.name",
    decode::Text::new("MonitorUpdate.name").max_length(256),
);
static MONITOR_UPDATE_GOAL: decode::Property<decode::Nullable<decode::Text>> = decode::Property::optional(
    "goal",
    "MonitorUpdate.goal",
    decode::Nullable(decode::Text::new("MonitorUpdate.goal").max_length(2000)),
);
static MONITOR_UPDATE_JUDGE_ENABLED: decode::Property<decode::Boolean> = decode::Property::optional(
    "judgeEnabled",
    "MonitorUpdate.judgeEnabled",
    decode::Boolean::new("MonitorUpdate.judgeEnabled"),
);
static MONITOR_UPDATE_STATUS: decode::Property<decode::Named<MonitorUpdateStatus>> = decode::Property::optional(
    "status",
    "MonitorUpdate.status",
    decode::Named::new(),
);
static MONITOR_UPDATE_SCHEDULE: decode::Property<decode::Named<MonitorSchedule>> = decode::Property::optional(
    "schedule",
    "MonitorUpdate.schedule",
    decode::Named::new(),
);
static MONITOR_UPDATE_TARGETS: decode::Property<
    decode::List<decode::Named<MonitorTarget>>,
> = decode::Property::optional(
    "targets",
    "MonitorUpdate.targets",
    decode::List::new("MonitorUpdate.targets", decode::Named::new())
        .min_items(1)
        .max_items(50),
);
static MONITOR_UPDATE_NOTIFICATION: decode::Property<
    decode::Named<MonitorNotification>,
> = decode::Property::optional(
    "notification",
    "MonitorUpdate.notification",
    decode::Named::new(),
);
static MONITOR_UPDATE_WEBHOOK: decode::Property<decode::Named<MonitorWebhook>> = decode::Property::optional(
    "webhook",
    "MonitorUpdate.webhook",
    decode::Named::new(),
);
static MONITOR_UPDATE_RETENTION_DAYS: decode::Property<decode::Integer> = decode::Property::optional(
    "retentionDays",
    "MonitorUpdate.retentionDays",
    decode::Integer::new("MonitorUpdate.retentionDays").minimum(1).maximum(365),
);

impl<'de> serde::Deserialize<'de> for MonitorUpdate {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for MonitorUpdate {
    const CLAUSE: &'static str = "MonitorUpdate";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        MONITOR_UPDATE_NAME.validate_given(&self.name, at, found);
        MONITOR_UPDATE_GOAL.validate_patch(&self.goal, at, found);
        MONITOR_UPDATE_JUDGE_ENABLED.validate_given(&self.judge_enabled, at, found);
        MONITOR_UPDATE_STATUS.validate_given(&self.status, at, found);
        MONITOR_UPDATE_SCHEDULE.validate_given(&self.schedule, at, found);
        MONITOR_UPDATE_TARGETS.validate_given(&self.targets, at, found);
        MONITOR_UPDATE_NOTIFICATION.validate_given(&self.notification, at, found);
        MONITOR_UPDATE_WEBHOOK.validate_given(&self.webhook, at, found);
        MONITOR_UPDATE_RETENTION_DAYS.validate_given(&self.retention_days, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &[
                "name",
                "goal",
                "judgeEnabled",
                "status",
                "schedule",
                "targets",
                "notification",
                "webhook",
                "retentionDays",
            ],
            "MonitorUpdate",
            at,
            found,
        );
        decode::min_properties(
            &[
                self.name.is_some(),
                !self.goal.is_absent(),
                self.judge_enabled.is_some(),
                self.status.is_some(),
                self.schedule.is_some(),
                self.targets.is_some(),
                self.notification.is_some(),
                self.webhook.is_some(),
                self.retention_days.is_some(),
            ],
            self.additional_properties.len(),
            1,
            "MonitorUpdate",
            at,
            found,
        );
    }
}

impl decode::Object for MonitorUpdate {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut name_slot = decode::Slot::Missing;
        let mut goal_slot = decode::Slot::Missing;
        let mut judge_enabled_slot = decode::Slot::Missing;
        let mut status_slot = decode::Slot::Missing;
        let mut schedule_slot = decode::Slot::Missing;
        let mut targets_slot = decode::Slot::Missing;
        let mut notification_slot = decode::Slot::Missing;
        let mut webhook_slot = decode::Slot::Missing;
        let mut retention_days_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "name" => {
                    MONITOR_UPDATE_NAME.read(&mut members, &mut name_slot, at, found)?;
                }
                "goal" => {
                    MONITOR_UPDATE_GOAL.read(&mut members, &mut goal_slot, at, found)?;
                }
                "judgeEnabled" => {
                    MONITOR_UPDATE_JUDGE_ENABLED
                        .read(&mut members, &mut judge_enabled_slot, at, found)?;
                }
                "status" => {
                    MONITOR_UPDATE_STATUS
                        .read(&mut members, &mut status_slot, at, found)?;
                }
                "schedule" => {
                    MONITOR_UPDATE_SCHEDULE
                        .read(&mut members, &mut schedule_slot, at, found)?;
                }
                "targets" => {
                    MONITOR_UPDATE_TARGETS
                        .read(&mut members, &mut targets_slot, at, found)?;
                }
                "notification" => {
                    MONITOR_UPDATE_NOTIFICATION
                        .read(&mut members, &mut notification_slot, at, found)?;
                }
                "webhook" => {
                    MONITOR_UPDATE_WEBHOOK
                        .read(&mut members, &mut webhook_slot, at, found)?;
                }
                "retentionDays" => {
                    MONITOR_UPDATE_RETENTION_DAYS
                        .read(&mut members, &mut retention_days_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        decode::min_properties(
            &[
                name_slot.is_given(),
                goal_slot.is_given(),
                judge_enabled_slot.is_given(),
                status_slot.is_given(),
                schedule_slot.is_given(),
                targets_slot.is_given(),
                notification_slot.is_given(),
                webhook_slot.is_given(),
                retention_days_slot.is_given(),
            ],
            additional_properties.len(),
            1,
            "MonitorUpdate",
            at,
            found,
        );
        Ok(
            Some(Self {
                name: name_slot.value(),
                goal: goal_slot.patch(),
                judge_enabled: judge_enabled_slot.value(),
                status: status_slot.value(),
                schedule: schedule_slot.value(),
                targets: targets_slot.value(),
                notification: notification_slot.value(),
                webhook: webhook_slot.value(),
                retention_days: retention_days_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl runtime::rule::Members for MonitorUpdate {
    fn member(&self, name: &str) -> runtime::rule::View<'_> {
        match name {
            "goal" => runtime::rule::Look::look(&self.goal),
            "judgeEnabled" => runtime::rule::given(&self.judge_enabled),
            "targets" => runtime::rule::given(&self.targets),
            _ => runtime::rule::View::Absent,
        }
    }

    fn is_empty(&self) -> bool {
        self.name.is_none() && self.goal.is_absent() && self.judge_enabled.is_none()
            && self.status.is_none() && self.schedule.is_none() && self.targets.is_none()
            && self.notification.is_none() && self.webhook.is_none()
            && self.retention_days.is_none() && self.additional_properties.is_empty()
    }
}

impl runtime::rule::Look for MonitorUpdate {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

impl MonitorUpdate {
    /// A builder with nothing given.
    pub fn builder() -> MonitorUpdateBuilder {
        MonitorUpdateBuilder(MonitorUpdate::default())
    }
}

/// Builds a [`MonitorUpdate`] member by member.
///
/// What is not set is left out. `build` judges the whole.
#[derive(Debug, Clone)]
#[must_use = "a builder does nothing until it is built"]
pub struct MonitorUpdateBuilder(MonitorUpdate);

impl MonitorUpdateBuilder {
    /// What people call it.
    ///
    /// At most 256 characters (`MonitorUpdate.name.maxLength`).
    ///
    /// See [`MonitorUpdate::name`].
    pub fn name(mut self, value: impl Into<String>) -> Self {
        self.0.name = Some(value.into());
        self
    }

    /// What changed pages are judged against; null clears it.
    ///
    /// At most 2000 characters (`MonitorUpdate.goal.maxLength`).
    ///
    /// See [`MonitorUpdate::goal`].
    pub fn goal(mut self, value: impl Into<String>) -> Self {
        self.0.goal = runtime::Patch::Value(value.into());
        self
    }

    /// Sets `goal` to null.
    pub fn clear_goal(mut self) -> Self {
        self.0.goal = runtime::Patch::Null;
        self
    }

    /// Whether changed pages are evaluated.
    ///
    /// See [`MonitorUpdate::judge_enabled`].
    pub fn judge_enabled(mut self, value: bool) -> Self {
        self.0.judge_enabled = Some(value);
        self
    }

    /// Switches the checks on or off.
    ///
    /// See [`MonitorUpdate::status`].
    pub fn status(mut self, value: impl Into<MonitorUpdateStatus>) -> Self {
        self.0.status = Some(value.into());
        self
    }

    /// When a monitor runs: as a cron expression or in words.
    ///
    /// See [`MonitorUpdate::schedule`].
    pub fn schedule(mut self, value: impl Into<MonitorSchedule>) -> Self {
        self.0.schedule = Some(value.into());
        self
    }

    /// What is checked.
    ///
    /// At least 1 item (`MonitorUpdate.targets.minItems`). At most 50 items
    /// (`MonitorUpdate.targets.maxItems`).
    ///
    /// See [`MonitorUpdate::targets`].
    pub fn targets(
        mut self,
        value: impl IntoIterator<Item = impl Into<MonitorTarget>>,
    ) -> Self {
        self.0.targets = Some(value.into_iter().map(Into::into).collect());
        self
    }

    /// Who is told about a check by e-mail.
    ///
    /// See [`MonitorUpdate::notification`].
    pub fn notification(mut self, value: impl Into<MonitorNotification>) -> Self {
        self.0.notification = Some(value.into());
        self
    }

    /// Where the events of a monitor are delivered.
    ///
    /// See [`MonitorUpdate::webhook`].
    pub fn webhook(mut self, value: impl Into<MonitorWebhook>) -> Self {
        self.0.webhook = Some(value.into());
        self
    }

    /// How long results are kept.
    ///
    /// In days (`MonitorUpdate.retentionDays.unit`). At least 1
    /// (`MonitorUpdate.retentionDays.minimum`). At most 365
    /// (`MonitorUpdate.retentionDays.maximum`).
    ///
    /// See [`MonitorUpdate::retention_days`].
    pub fn retention_days(mut self, value: i64) -> Self {
        self.0.retention_days = Some(value);
        self
    }

    /// Judges what was built.
    ///
    /// # Errors
    /// Every violation.
    pub fn build(self) -> Result<MonitorUpdate, runtime::Violations> {
        decode::validate(&self.0).map(|()| self.0)
    }
}

runtime::json_schema!(
    MonitorUpdate, "MonitorUpdate", include_str!("../schemas/MonitorUpdate.json"),
    "MonitorSchedule" = MonitorSchedule, "MonitorTarget" = MonitorTarget,
    "MonitorNotification" = MonitorNotification, "MonitorWebhook" = MonitorWebhook
);

/// Switches the checks on or off.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum MonitorUpdateStatus {
    /// `active`
    #[serde(rename = "active")]
    Active,
    /// `paused`
    #[serde(rename = "paused")]
    Paused,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl MonitorUpdateStatus {
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
            Self::Active => "active",
            Self::Paused => "paused",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for MonitorUpdateStatus {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for MonitorUpdateStatus {
    const VALUES: &'static [&'static str] = &["active", "paused"];

    fn from_text(text: &str) -> Self {
        match text {
            "active" => Self::Active,
            "paused" => Self::Paused,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for MonitorUpdateStatus {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for MonitorUpdateStatus {
    const CLAUSE: &'static str = "MonitorUpdate.status";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("MonitorUpdate.status"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("MonitorUpdate.status"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for MonitorUpdateStatus {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    MonitorUpdateStatus, "MonitorUpdateStatus",
    "{\"description\":\"Switches the checks on or off.\",\"type\":\"string\",\"enum\":[\"active\",\"paused\"],\"examples\":[\"paused\"]}"
);
