//! The settings of a team that only this service has.
//!
//! This module does not store settings; the world keeps them with those of every service.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::contract::schema::Properties;
use crate::web_data::WebData;
use crate::web_data::scrape::price::THREAT_PROTECTION;
use crate::world::teams::{Settings, Team};

const REJECTS_AGENT_JOBS: &str = "rejects-agent-jobs";
const POLICY: &str = "threat-protection";
const BROWSERS: &str = "browsers";

/// The further settings of a team.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct TeamSettings {
    /// Whether the agent service rejects the team's jobs when they are submitted.
    #[serde(default)]
    rejects_agent_jobs: bool,
    /// The organisation's policy for threat protection, with the property names of the contract.
    #[serde(default, skip_serializing_if = "Properties::is_empty")]
    threat_protection: Properties,
}

/// The further limits of a subscription.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Limits {
    /// The largest number of browsers that load web pages at the same time.
    #[serde(default)]
    browsers: Option<usize>,
}

/// Checks the further settings of a team, and completes them with their defaults.
///
/// # Errors
/// The first mistake.
pub(super) fn complete(service: &WebData, mut settings: Settings) -> Result<Settings, String> {
    let team: TeamSettings = parse(settings.further)?;
    let limits: Limits = parse(settings.subscription.further)?;
    // Most teams have no policy, and the schema of the options is large.
    let options = service.scrape_options.as_ref().filter(|_| !team.threat_protection.is_empty());
    if let Some(request) = options {
        let options = json!({ (THREAT_PROTECTION): team.threat_protection });
        if let Some(broken) = request.compiled.violations(&options).first() {
            let place = broken.steps.join("/");
            return Err(format!("{POLICY}: {place} {}", broken.message));
        }
    }
    settings.further = properties(&team);
    settings.subscription.further = properties(&limits);
    Ok(settings)
}

/// Returns whether the agent service rejects the jobs of a team.
pub(super) fn rejects_agent_jobs(service: &WebData, team: &Team) -> bool {
    further(service, team).get(REJECTS_AGENT_JOBS) == Some(&Value::Bool(true))
}

/// Returns the policy of a team's organisation for threat protection.
pub(super) fn threat_protection(service: &WebData, team: &Team) -> Properties {
    match further(service, team).remove(POLICY) {
        Some(Value::Object(policy)) => policy,
        _ => Properties::new(),
    }
}

/// Returns the largest number of browsers of a team; `None` for no limit.
pub(super) fn browsers(service: &WebData, team: &Team) -> Option<usize> {
    let settings = service.world.teams.settings(team)?;
    let limit = settings.subscription.further.get(BROWSERS)?.as_u64()?;
    Some(usize::try_from(limit).unwrap_or(usize::MAX))
}

/// Returns the settings in which the agent service rejects the jobs of a team.
pub(super) fn rejecting_agent_jobs() -> Settings {
    let further = Properties::from_iter([(REJECTS_AGENT_JOBS.to_owned(), true.into())]);
    Settings { further, ..Settings::default() }
}

fn further(service: &WebData, team: &Team) -> Properties {
    service.world.teams.settings(team).unwrap_or_default().further
}

fn parse<T: DeserializeOwned>(properties: Properties) -> Result<T, String> {
    serde_json::from_value(Value::Object(properties)).map_err(|error| error.to_string())
}

fn properties(value: &impl Serialize) -> Properties {
    match serde_json::to_value(value) {
        Ok(Value::Object(properties)) => properties,
        _ => Properties::new(),
    }
}
