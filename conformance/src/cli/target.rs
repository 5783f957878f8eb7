//! Which server is meant: the embedded one, a target file, or a URL with its keys.

use std::collections::HashMap;
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

/// The options that name a server. Without any, it is the embedded reference server.
#[derive(Debug, Args)]
#[command(next_help_heading = "Server under test (default: the embedded reference server)")]
pub(super) struct TargetArguments {
    /// A target file: base URL, keys by environment variable, fixtures, provocation.
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
        check_fixtures(suite, &chosen.target)?;
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
        Ok(Target::new(None, url, variables, fixtures)?)
    }
}

/// A fixture for a parameter that no case has would be ignored; better to say so.
fn check_fixtures(suite: &Suite, target: &Target) -> Result<()> {
    let needs = suite.cases.iter().flat_map(|case| &case.needs);
    let known: Vec<&str> = needs
        .filter_map(|need| match need {
            Need::Fixture(parameter, _) => Some(parameter.as_str()),
            _ => None,
        })
        .collect();
    for parameter in target.fixtures.keys() {
        if !known.contains(&parameter.as_str()) {
            let list = known.first().copied().unwrap_or("none");
            bail!("no case needs a fixture for `{parameter}`; cases need one for `{list}`");
        }
    }
    Ok(())
}

fn embedded(suite: &Suite, jobs: usize, runtime: &Handle) -> Result<ChosenTarget> {
    let spec = Arc::new(suite.spec.clone());
    let server = runtime
        .block_on(ReferenceServer::start(spec, Options::default()))
        .context("the embedded reference server does not start")?;
    let target = Target::reference(&server, &suite.spec, jobs)?;
    Ok(ChosenTarget { target, _server: Some(server) })
}
