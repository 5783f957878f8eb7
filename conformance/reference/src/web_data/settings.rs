//! The settings of a team that only this service has.
//!
//! This module does not store settings; the world keeps them with those of every service.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::contract::schema::{Properties, into_properties};
use crate::web_data::WebData;
use crate::world::teams::{Settings, Team};

/// The option of a scrape that overrides the policy for threat protection.
pub(super) const THREAT_PROTECTION: &str = "threatProtection";

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

/// Checks the further settings of a team, and completes them with their defaults.
///
/// # Errors
/// The first mistake.
pub(super) fn complete(service: &WebData, mut settings: Settings) -> Result<Settings, String> {
    let team: TeamSettings = parse(settings.further)?;
    // Most teams have no policy, and the schema of the options is large.
    let options = service.scrape_options.as_ref().filter(|_| !team.threat_protection.is_empty());
    if let Some(request) = options {
        let options = json!({ (THREAT_PROTECTION): team.threat_protection });
        if let Some(broken) = request.compiled.violations(&options).first() {
            let place = broken.steps.join("/");
            return Err(format!("threat-protection: {place} {}", broken.message));
        }
    }
    settings.further = properties(&team)?;
    Ok(settings)
}

pub(super) fn rejects_agent_jobs(service: &WebData, team: &Team) -> bool {
    team_settings(service, team).rejects_agent_jobs
}

/// Returns the policy of a team's organisation for threat protection.
pub(super) fn threat_protection(service: &WebData, team: &Team) -> Properties {
    team_settings(service, team).threat_protection
}

fn team_settings(service: &WebData, team: &Team) -> TeamSettings {
    let settings = service.world.teams.settings(team).unwrap_or_default();
    parse(settings.further).unwrap_or_default()
}

fn parse<T: DeserializeOwned>(properties: Properties) -> Result<T, String> {
    serde_json::from_value(Value::Object(properties)).map_err(|error| error.to_string())
}

fn properties(value: &impl Serialize) -> Result<Properties, String> {
    serde_json::to_value(value).map(into_properties).map_err(|error| error.to_string())
}
