//! When a request is refused although it is well formed.

use webdata_spec::Spec;
use webdata_spec::model::{Refusal, Shape};

use crate::errors::is;
use crate::{none, spec};

/// A circumstance.
struct Row {
    /// The type or operation that it is about.
    of: &'static str,
    /// What must hold of the body.
    when: &'static str,
    /// Whether it hangs on the team.
    team: bool,
    status: u16,
    /// The text or code, or the words of the cause that tell the row from its like.
    error: &'static str,
}

const fn row(of: &'static str, when: &'static str, status: u16, error: &'static str) -> Row {
    Row { of, when, team: false, status, error }
}

const fn of_team(of: &'static str, when: &'static str, status: u16, error: &'static str) -> Row {
    Row { of, when, team: true, status, error }
}

const REFUSALS: &[Row] = &[
    // "no match gives 404 with code `SCRAPE_NO_CACHED_DATA`"
    row("ScrapeOptions", "`minAge` is given", 404, "SCRAPE_NO_CACHED_DATA"),
    // "miss gives 404 with code `SCRAPE_LOCKDOWN_CACHE_MISS`"
    row("ScrapeOptions", "`lockdown` is true", 404, "SCRAPE_LOCKDOWN_CACHE_MISS"),
    // "page load exceeded request `timeout`"
    row("ScrapeOptions", "", 408, "Request Timeout"),
    // "on detection the request fails with 403"
    row("JsonFormat", "`checkPromptInjection` is true", 403, "SCRAPE_PROMPT_INJECTION_DETECTED"),
    // "schema is not valid JSON Schema, or model could not produce conforming output"
    row("JsonFormat", "", 422, "Unprocessable Entity"),
    row("JsonFormat", "", 422, "Unprocessable Entity"),
    // "JSON Schema for json mode", and the same row of the errors
    row("ChangeTrackingFormat", "", 422, "Unprocessable Entity"),
    // "the feature must be enabled for the team, otherwise the request is rejected with 403"
    of_team("ThreatProtectionOverride", "", 403, "not enabled"),
    // "if the organisation disabled per-request overrides, any request carrying this object is
    // rejected with 403"
    of_team("ThreatProtectionOverride", "", 403, "disabled"),
    // "when protection is enforced for the team, `mode` cannot be `off`"
    of_team("ThreatProtectionOverride", "`mode` is \"off\"", 403, "enforced"),
    // "agent runs cannot be served when zero data retention is forced on"
    of_team(
        "startAgent",
        "",
        400,
        "Your team has zero data retention enabled. This is not supported on extract.",
    ),
    // "agent service rejected the job at submission"
    row("startAgent", "", 500, "Failed to passthrough agent request."),
    // "unknown job ID or other team's job"
    row("agentStatus", "", 404, "Agent job not found"),
    row("agentStatus", "", 404, "Agent job not found"),
    row("agentTrace", "", 404, "Agent job not found"),
    row("agentTrace", "", 404, "Agent job not found"),
    row("agentSnapshot", "", 404, "Agent job not found"),
    row("agentSnapshot", "", 404, "Agent job not found"),
    row("cancelAgent", "", 404, "Agent job not found"),
    row("cancelAgent", "", 404, "Agent job not found"),
    // "job predates the generation that records traces"
    row("agentTrace", "", 400, "the generation that records traces"),
    // "job predates the generation that records snapshots"
    row("agentSnapshot", "", 400, "the generation that records snapshots"),
    // "`snapshotId` malformed"
    row("agentSnapshot", "", 400, "Invalid snapshot ID"),
    // "no snapshot with that ID on this job"
    row("agentSnapshot", "", 404, "Snapshot not found"),
];

/// Both ways: no refusal is missing, and none is made up.
#[test]
fn well_formed_requests_are_refused_as_the_contract_says() {
    let spec = spec();
    let mut found = refusals(&spec);
    let mut differences = Vec::new();
    for row in REFUSALS {
        match found.iter().position(|(of, refusal)| row.fits(&spec, of, refusal)) {
            Some(at) => drop(found.remove(at)),
            None => differences.push(format!("{}: no {} {}", row.of, row.status, row.error)),
        }
    }
    let made_up = found.iter().map(|(_, refusal)| refusal.clause.to_string());
    differences.extend(made_up.map(|clause| format!("{clause} is not in the contract")));
    none(&differences);
}

impl Row {
    fn fits(&self, spec: &Spec, of: &str, refusal: &Refusal) -> bool {
        let error = &spec.errors[&refusal.error];
        let when = refusal.when.as_ref().map_or(String::new(), ToString::to_string);
        let told = is(error, self.status, self.error);
        of == self.of && when == self.when && refusal.team_state.is_some() == self.team && told
    }
}

fn refusals(spec: &Spec) -> Vec<(&str, &Refusal)> {
    let types = spec.types.iter().filter_map(|(name, found)| match &found.schema.shape {
        Shape::Object(object) => Some((name.as_str(), &object.refusals)),
        _ => None,
    });
    let operations = spec.operations.iter().map(|(id, found)| (id.as_str(), &found.refusals));
    let all = types.chain(operations);
    all.flat_map(|(of, refusals)| refusals.iter().map(move |refusal| (of, refusal))).collect()
}
