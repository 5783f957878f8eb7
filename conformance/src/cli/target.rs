//! The options that name the contract and the target of a command.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use tokio::runtime::Handle;
use webdata_cases::case::{Case, KeyName};
use webdata_conformance::Contract;
use webdata_reference::{Options, ReferenceServer};
use webdata_suite::plan::Plan;
use webdata_suite::run::{Leftover, ProvisionError, Provisioned, provision};
use webdata_suite::target::{Target, fixture_need, path_of};
use webdata_suite::{Printable, Suite, target};

use super::option_values::{fixture_parameters, parse_fixtures, whole_number};
use super::output::{warn, warn_in_lines};

/// The options that name a server. Without any, the embedded reference server is tested.
#[derive(Debug, Args)]
#[command(next_help_heading = "Server under test (default: the embedded reference server)")]
pub(super) struct TargetArguments {
    /// A target file, which has more settings than the options below; targets/ has examples.
    #[arg(long, value_name = "FILE", conflicts_with = "base_url")]
    target: Option<PathBuf>,
    /// The URL of the server, without the version prefix: https://api.example.com.
    #[arg(long, value_name = "URL", requires = "key_env")]
    base_url: Option<String>,
    /// The environment variable that holds a valid key.
    #[arg(long, value_name = "VAR", requires = "base_url")]
    key_env: Option<String>,
    /// The environment variable that holds a key that was revoked.
    #[arg(long, value_name = "VAR", requires = "base_url")]
    revoked_key_env: Option<String>,
    /// The environment variable that holds a valid key without permission.
    #[arg(long, value_name = "VAR", requires = "base_url")]
    limited_key_env: Option<String>,
    /// The environment variable that holds a valid key of another team.
    #[arg(long, value_name = "VAR", requires = "base_url")]
    other_team_key_env: Option<String>,
    /// Resources that the suite may overwrite, by path parameter: PARAMETER=ID,ID, or ID,ID where the contract
    /// has one. Two are enough for every case; with more, cases run side by side.
    #[arg(long, value_name = "[PARAMETER=]ID[,ID]", requires = "base_url")]
    fixture: Vec<String>,
    /// States that the team of the valid key is not in, by their identities in the contract. Without this
    /// option, the cases are skipped whose requests a server rejects for a team in one of the states.
    #[arg(long, value_name = "STATE[,STATE]", value_delimiter = ',', requires = "base_url")]
    team_not_in: Vec<String>,
    /// The time limit of a request in seconds.
    #[arg(long, value_name = "SECONDS", value_parser = whole_number::<u64>(1..=3600))]
    timeout: Option<u64>,
}

/// A server under test. An embedded server runs as long as this value exists.
pub(super) struct ChosenTarget {
    pub(super) target: Target,
    created: Option<CreatedResources>,
    server: Option<ReferenceServer>,
}

/// Resources that were created for a run. Dropping this value removes them, so that even a panic leaves
/// nothing on the server.
struct CreatedResources {
    provisioned: Vec<Provisioned>,
    runtime: Handle,
}

impl CreatedResources {
    /// Removes the resources, prints what could not be removed, and returns whether everything is gone.
    fn remove(&mut self) -> bool {
        let provisioned = self.provisioned.drain(..);
        let leftovers: Vec<Leftover> =
            provisioned.flat_map(|one| self.runtime.block_on(one.remove())).collect();
        print_leftovers(&leftovers);
        leftovers.is_empty()
    }
}

impl Drop for CreatedResources {
    fn drop(&mut self) {
        self.remove();
    }
}

fn print_leftovers(leftovers: &[Leftover]) {
    for leftover in leftovers {
        warn_in_lines(&Printable::multiline(&format!("warning: {leftover}\n")));
    }
}

impl ChosenTarget {
    fn new(target: Target, server: Option<ReferenceServer>) -> Self {
        Self { target, created: None, server }
    }

    /// Creates the resources that the cases of a plan need and the target has recipes for; then, with each key that
    /// provokes an error, one of its team. If the plan is interrupted meanwhile, the created resources are removed,
    /// and the run that follows sends nothing.
    pub(super) fn provide(&mut self, suite: &Suite, plan: &Plan, runtime: &Handle) -> Result<()> {
        let run = plan.cases.iter().filter(|planned| planned.skip.is_none());
        let run: Vec<&Case> = run.map(|planned| &planned.case).collect();
        let needed = run.iter().filter_map(|case| Some(fixture_need(case)?.0.to_owned()));
        let needed: BTreeSet<String> =
            needed.filter(|parameter| self.target.provision.contains_key(parameter)).collect();
        let fixtures = self.create(&self.target.clone(), suite, &needed, plan, runtime)?;
        self.target.fixtures.extend(fixtures);
        for (error, needed) in self.target.provoking_needs(&suite.spec, &run) {
            let Some(team) = self.target.with_provoking_key(&error) else { continue };
            let created = self.create(&team, suite, &needed, plan, runtime);
            let created = created.unwrap_or_else(|cause| {
                let text = format!("warning: with the key of `[provoke] {error}`: {cause}\n");
                warn_in_lines(&Printable::multiline(&text));
                HashMap::new()
            });
            if let Some(provocation) = self.target.provocations.get_mut(&error) {
                for (name, ids) in &created {
                    let path = ids.first().map(|id| path_of(&suite.spec, name, id));
                    let path = path.into_iter().flatten();
                    provocation.parameters.extend(path.map(|(name, id)| (name.into(), id.into())));
                }
            }
        }
        Ok(())
    }

    /// Creates resources as a target says, and returns their identities.
    fn create(
        &mut self,
        target: &Target,
        suite: &Suite,
        needed: &BTreeSet<String>,
        plan: &Plan,
        runtime: &Handle,
    ) -> Result<HashMap<String, Vec<String>>, ProvisionError> {
        if needed.is_empty() {
            return Ok(HashMap::new());
        }
        let creating = provision(target, &suite.spec, needed, plan.deadline, &plan.stop);
        match runtime.block_on(creating) {
            Ok(provisioned) => {
                let fixtures = provisioned.fixtures();
                let new = || CreatedResources { provisioned: Vec::new(), runtime: runtime.clone() };
                self.created.get_or_insert_with(new).provisioned.push(provisioned);
                Ok(fixtures)
            }
            Err(ProvisionError::Interrupted { leftovers }) => {
                print_leftovers(&leftovers);
                Ok(HashMap::new())
            }
            Err(error) => Err(error),
        }
    }

    /// Returns whether the server is the embedded one, which needs no check before a run.
    pub(super) fn is_embedded(&self) -> bool {
        self.server.is_some()
    }

    /// Removes the created resources, prints what could not be removed, and returns whether everything is
    /// gone.
    pub(super) fn release(&mut self) -> bool {
        self.created.as_mut().is_none_or(CreatedResources::remove)
    }
}

impl TargetArguments {
    /// Returns the target, or starts the embedded server with fixtures for `jobs` cases side by side.
    pub(super) fn choose(
        &self,
        contract: &Contract,
        suite: &Suite,
        jobs: usize,
        runtime: &Handle,
    ) -> Result<ChosenTarget> {
        let timeout = self.timeout.map(Duration::from_secs);
        let mut chosen = match (&self.target, &self.base_url) {
            (Some(file), _) => {
                ChosenTarget::new(target::load_for(file, &suite.spec, &suite.cases)?, None)
            }
            (None, Some(url)) => ChosenTarget::new(self.by_url(url, suite)?, None),
            (None, None) => embedded(contract, suite, jobs, runtime)?,
        };
        chosen.target.provision_by_contract(&suite.spec, jobs);
        let mistakes = chosen.target.mistakes(&suite.spec, &suite.cases);
        if !mistakes.is_empty() {
            let messages: Vec<String> =
                mistakes.into_iter().map(|mistake| mistake.message).collect();
            bail!("{}", messages.join("\n"));
        }
        if chosen.target.transport.accepts_any_certificate {
            warn(format_args!(
                "warning: `accept-any-certificate` is set: any server that responds at {} is trusted, and \
                 gets the keys",
                chosen.target.base_url
            ));
        }
        chosen.target.timeout = timeout.unwrap_or(chosen.target.timeout);
        Ok(chosen)
    }

    fn by_url(&self, url: &str, suite: &Suite) -> Result<Target> {
        let variables = [
            (KeyName::Valid, &self.key_env),
            (KeyName::Revoked, &self.revoked_key_env),
            (KeyName::Limited, &self.limited_key_env),
            (KeyName::OtherTeam, &self.other_team_key_env),
        ];
        let variables =
            variables.into_iter().filter_map(|(key, variable)| Some((key, variable.clone()?)));
        let fixtures = parse_fixtures(&self.fixture, &fixture_parameters(suite))?;
        let mut target = Target::new(None, url, variables, fixtures.into_iter().collect())?;
        target.team_not_in.extend(self.team_not_in.iter().cloned());
        Ok(target)
    }
}

fn embedded(
    contract: &Contract,
    suite: &Suite,
    jobs: usize,
    runtime: &Handle,
) -> Result<ChosenTarget> {
    let spec = Arc::new(suite.spec.clone());
    let extension = contract.extension(&spec)?;
    let server = runtime
        .block_on(ReferenceServer::start(spec, &extension, Options::default()))
        .context("cannot start the embedded reference server")?;
    let mut target = webdata_audit::reference_target(&server, &suite.spec, jobs)?;
    target.is_embedded = true;
    Ok(ChosenTarget::new(target, Some(server)))
}

/// The contract of a command.
#[derive(Debug, Clone, Args)]
pub(super) struct ContractArguments {
    /// The folder of the contract's pages [default: the pages that are embedded in this program].
    #[arg(long, value_name = "DIR")]
    spec: Option<PathBuf>,
}

impl ContractArguments {
    pub(super) fn load(&self) -> Result<Contract> {
        Ok(match &self.spec {
            Some(folder) => Contract::load(folder)?,
            None => Contract::embedded(),
        })
    }

    pub(super) fn suite(&self) -> Result<Suite> {
        Ok(self.load()?.suite()?)
    }
}

/// The contracts that reports may be of.
#[derive(Debug, Args)]
pub(super) struct ReportedContracts {
    /// The folder of the pages of a report's contract; may be given several times [default: the pages that
    /// are embedded in this program].
    #[arg(long, value_name = "DIR")]
    spec: Vec<PathBuf>,
}

impl ReportedContracts {
    /// Returns the suite of the contract with this hash, or `None` if the contract is neither one of
    /// `--spec` nor the embedded one.
    pub(super) fn suite(&self, hash: &str) -> Result<Option<Suite>> {
        let named = self.spec.iter().map(|folder| Contract::load(folder));
        for contract in named.chain([Ok(Contract::embedded())]) {
            let contract = contract?;
            // A suite costs the derivation of its cases, and only one is needed.
            if contract.spec()?.hash == hash {
                return Ok(Some(contract.suite()?));
            }
        }
        Ok(None)
    }
}
