//! Which server is meant: the embedded one, a target file, or a URL with its keys.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use tokio::runtime::Handle;
use webdata_conformance::Suite;
use webdata_conformance::case::{KeyName, Need};
use webdata_conformance::reference::{Options, ReferenceServer};
use webdata_conformance::target::{self, Target};

use super::nearest;

/// The options that name a server. Without any, it is the embedded reference server.
#[derive(Debug, Args)]
#[command(next_help_heading = "Server under test (default: the embedded reference server)")]
pub(super) struct TargetArguments {
    /// A target file: base URL, keys by environment variable, fixtures, provocation, team.
    #[arg(long, value_name = "FILE", conflicts_with = "base_url")]
    target: Option<PathBuf>,
    /// Where the server is, without the version prefix: https://api.example.com.
    #[arg(long, value_name = "URL", requires = "key_env")]
    base_url: Option<String>,
    /// The environment variable that holds a valid key.
    #[arg(long, value_name = "VAR", requires = "base_url")]
    key_env: Option<String>,
    /// The variable that holds a key that was revoked.
    #[arg(long, value_name = "VAR", requires = "base_url")]
    revoked_key_env: Option<String>,
    /// The variable that holds a valid key without permission.
    #[arg(long, value_name = "VAR", requires = "base_url")]
    limited_key_env: Option<String>,
    /// The variable that holds a valid key of another team.
    #[arg(long, value_name = "VAR", requires = "base_url")]
    other_team_key_env: Option<String>,
    /// Resources that the suite may change, by path parameter: monitorId=ID,ID. It overwrites
    /// them. Two are enough for every case; with more, cases run side by side.
    #[arg(long, value_name = "PARAMETER=ID[,ID]", requires = "base_url")]
    fixture: Vec<String>,
    /// States of a team, as the contract calls them, that the team of the valid key is not in.
    /// Cases whose requests such a team would be refused are skipped without this.
    #[arg(long, value_name = "STATE[,STATE]", value_delimiter = ',', requires = "base_url")]
    team_not_in: Vec<String>,
    /// How long a request may take, in seconds.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3600))]
    timeout: Option<u64>,
}

/// A server under test; an embedded one runs as long as this is kept.
pub(super) struct ChosenTarget {
    pub(super) target: Target,
    _server: Option<ReferenceServer>,
}

impl TargetArguments {
    /// Finds the server, or starts the embedded one with fixtures for `jobs` cases side by side.
    pub(super) fn choose(
        self,
        suite: &Suite,
        jobs: usize,
        runtime: &Handle,
    ) -> Result<ChosenTarget> {
        let timeout = self.timeout.map(Duration::from_secs);
        let mut chosen = match (&self.target, &self.base_url) {
            (Some(file), _) => ChosenTarget { target: target::load(file)?, _server: None },
            (None, Some(url)) => ChosenTarget { target: self.by_url(url)?, _server: None },
            (None, None) => embedded(suite, jobs, runtime)?,
        };
        check(suite, &chosen.target)?;
        chosen.target.timeout = timeout.unwrap_or(chosen.target.timeout);
        Ok(chosen)
    }

    fn by_url(&self, url: &str) -> Result<Target> {
        let variables = [
            (KeyName::Valid, &self.key_env),
            (KeyName::Revoked, &self.revoked_key_env),
            (KeyName::Limited, &self.limited_key_env),
            (KeyName::OtherTeam, &self.other_team_key_env),
        ];
        let variables =
            variables.into_iter().filter_map(|(key, variable)| Some((key, variable.clone()?)));
        let mut fixtures: HashMap<String, Vec<String>> = HashMap::new();
        for written in &self.fixture {
            let Some((parameter, ids)) = written.split_once('=') else {
                bail!("`--fixture {written}` names no parameter; write `--fixture monitorId=ID`");
            };
            let ids = ids.split(',').map(str::trim).filter(|id| !id.is_empty());
            fixtures.entry(parameter.to_owned()).or_default().extend(ids.map(str::to_owned));
        }
        let mut target = Target::new(None, url, variables, fixtures)?;
        target.team_not_in.extend(self.team_not_in.iter().cloned());
        Ok(target)
    }
}

/// What stands in a target and would be ignored, or would spoil every case; better to say so.
fn check(suite: &Suite, target: &Target) -> Result<()> {
    let mut wrong = Vec::new();
    let base_path = suite.spec.service.base_path.as_str();
    if !base_path.is_empty() && target.base_url.ends_with(base_path) {
        wrong.push(format!(
            "the base URL ends with `{base_path}`, which every case adds; leave it out: `{}`",
            target.base_url.trim_end_matches(base_path)
        ));
    }
    let needs = suite.cases.iter().flat_map(|case| &case.needs);
    let known = needs.filter_map(|need| match need {
        Need::Fixture(parameter, _) => Some(parameter.as_str()),
        _ => None,
    });
    let known: BTreeSet<&str> = known.collect();
    for (parameter, ids) in target.fixtures.iter().collect::<BTreeMap<_, _>>() {
        if !known.contains(parameter.as_str()) {
            let near = did_you_mean(known.iter().copied(), parameter);
            wrong.push(format!("no case needs a fixture for `{parameter}`{near}"));
        }
        let mut seen = HashSet::new();
        for id in ids.iter().filter(|id| !seen.insert(*id)) {
            wrong.push(format!(
                "the fixture `{id}` for {parameter} is named twice; two cases would change it at \
                 the same time"
            ));
        }
    }
    if let Some(webhooks) = &target.webhooks {
        let path = &webhooks.trigger.endpoint.path;
        if !known.iter().any(|parameter| path.contains(&format!("{{{parameter}}}"))) {
            let all = known.iter().map(|parameter| format!("`{{{parameter}}}`"));
            let all = all.collect::<Vec<_>>().join(" or ");
            wrong.push(format!("`[webhooks]`: the trigger's path `{path}` has no {all}"));
        }
    }
    for error in target.provocations.keys().collect::<BTreeSet<_>>() {
        if !suite.spec.errors.contains_key(error.as_str()) {
            let near = did_you_mean(suite.spec.errors.keys().map(String::as_str), error);
            wrong.push(format!("`[provoke]` names no error of the contract: `{error}`{near}"));
        }
    }
    let operations = || suite.spec.operations.keys().map(String::as_str);
    for operation in target.bindings.keys().collect::<BTreeSet<_>>() {
        match suite.spec.operations.get(operation) {
            Some(known) if known.endpoint.is_none() => {}
            Some(_) => wrong.push(format!("`[bind]`: the contract shows where {operation} is")),
            None => {
                let near = did_you_mean(operations(), operation);
                wrong.push(format!("`[bind]` names no operation: `{operation}`{near}"));
            }
        }
    }
    let met: BTreeSet<(&str, &str)> = suite
        .cases
        .iter()
        .flat_map(|case| &case.needs)
        .filter_map(|need| match need {
            Need::Circumstance(operation, clause) => Some((operation.as_str(), clause.as_str())),
            _ => None,
        })
        .collect();
    for (operation, clause) in target.circumstances.keys().collect::<BTreeSet<_>>() {
        if !met.contains(&(operation.as_str(), clause.as_str())) {
            let own = met.iter().filter(|(known, _)| known == operation).map(|(_, known)| *known);
            let near = did_you_mean(own, clause.as_str());
            wrong.push(format!("no case calls {operation} in the circumstance `{clause}`{near}"));
        }
    }
    let states = &suite.spec.service.team_states;
    for state in target.team_not_in.iter().filter(|state| !states.contains_key(*state)) {
        let near = did_you_mean(states.keys().map(String::as_str), state);
        wrong.push(format!("the contract knows no state `{state}` of a team{near}"));
    }
    if !wrong.is_empty() {
        bail!("{}", wrong.join("\n"));
    }
    Ok(())
}

fn did_you_mean<'n>(names: impl Iterator<Item = &'n str>, written: &str) -> String {
    nearest(names, written).map(|name| format!("; did you mean `{name}`?")).unwrap_or_default()
}

fn embedded(suite: &Suite, jobs: usize, runtime: &Handle) -> Result<ChosenTarget> {
    let spec = Arc::new(suite.spec.clone());
    let server = runtime
        .block_on(ReferenceServer::start(spec, Options::default()))
        .context("the embedded reference server does not start")?;
    let target = Target::reference(&server, &suite.spec, jobs)?;
    Ok(ChosenTarget { target, _server: Some(server) })
}
