//! The options that name the contract and the target of a command.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use webdata_cases::case::{Case, KeyName};
use webdata_conformance::Contract;
use webdata_reference::{Options, ReferenceServer};
use webdata_suite::plan::Plan;
use webdata_suite::run::{Leftover, NeededResources, ProvisionError, Provisioned, provision};
use webdata_suite::target::{
    AbandonedJournal, Entry, Journal, ResourceState, SetupError, Target, TimedCommand,
    needed_fixtures, path_of,
};
use webdata_suite::{Printable, Suite, describe_duration, target};

use super::generate::quoted;
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
    /// has one. Two are enough for every case; with more, more cases run side by side.
    #[arg(long, value_name = "[PARAMETER=]ID[,ID]", requires = "base_url")]
    fixture: Vec<String>,
    /// States that the team of the valid key is not in, by their identities in the contract. Cases whose
    /// requests are rejected in one of these states are skipped unless the state is listed here.
    #[arg(long, value_name = "STATE[,STATE]", value_delimiter = ',', requires = "base_url")]
    team_not_in: Vec<String>,
    /// The time limit of a request in seconds.
    #[arg(long, value_name = "SECONDS", value_parser = whole_number::<u64>(1..=3600))]
    timeout: Option<u64>,
}

/// The option that sends requests again.
#[derive(Debug, Clone, Args)]
pub(super) struct RetryArguments {
    /// The number of times that a safe request is sent again if the connection breaks, or if something other
    /// than the API responds, such as a gateway.
    #[arg(long, value_name = "N", default_value_t = 2)]
    #[arg(value_parser = whole_number::<u8>(0..=10))]
    pub(super) retries: u8,
}

/// A server under test, with what was created on it for a run. Dropping this value removes that, so that even a panic
/// leaves nothing on the server. An embedded server runs as long as this value exists.
pub(super) struct ChosenTarget {
    pub(super) target: Target,
    /// The runtime that drives the requests.
    pub(super) runtime: Handle,
    provisioned: Vec<Provisioned>,
    /// The command that removes what the set-up made.
    teardown: Option<TimedCommand>,
    server: Option<ReferenceServer>,
}

/// Runs the command of `teardown`, prints why it failed, and returns whether it succeeded.
pub(super) fn tear_down(target: &Target, command: &TimedCommand) -> bool {
    let ran = command.output(&CancellationToken::new());
    if let Err(error) = &ran {
        let error = target.redact(error.to_string());
        warn(format_args!("warning: the command of `teardown` failed: {error}"));
    }
    ran.is_ok()
}

impl Drop for ChosenTarget {
    fn drop(&mut self) {
        self.release();
    }
}

pub(super) fn print_leftovers(leftovers: &[impl Display]) {
    for leftover in leftovers {
        warn_in_lines(&Printable::multiline(&format!("warning: {leftover}\n")));
    }
}

/// The identities of created resources: of fixtures by path parameter, and in a state by path parameter and name.
type Created = (HashMap<String, Vec<String>>, BTreeMap<(String, String), String>);

impl ChosenTarget {
    /// Notes what is created for this run in a file of a folder, and warns if an earlier run was killed.
    fn note_created(&mut self, folder: &Path) {
        if self.is_embedded() {
            return;
        }
        let abandoned = AbandonedJournal::read_all(folder).unwrap_or_default();
        for journal in abandoned.iter().filter(|journal| !journal.left.is_empty()) {
            warn(format_args!(
                "warning: an earlier run was killed, and {} lists what it left on the server; \
                 `webdata-conformance clean` removes it",
                journal.path.display()
            ));
        }
        self.target.journal =
            Some(Arc::new(Journal::new(folder, &self.target.connection.base_url)));
    }

    /// Runs the command of `setup`, and has that of `teardown` run at the end. Notes in a file of the report folder
    /// what is created for this run.
    pub(super) fn set_up(
        &mut self,
        suite: &Suite,
        jobs: usize,
        folder: &Path,
        stop: &CancellationToken,
    ) -> Result<()> {
        self.note_created(folder);
        if self.target.settings.setup.is_none() && self.target.settings.teardown.is_none() {
            return Ok(());
        }
        let teardown = self.target.settings.teardown.clone();
        if let Some(journal) = self.target.journal.as_ref().filter(|_| teardown.is_some()) {
            journal.add(&Entry::Setup).context("cannot note the set-up beside the reports")?;
        }
        let mistakes = |target: &Target| target.mistakes(&suite.spec, &suite.cases);
        let done = self.target.set_up(&suite.spec, mistakes, stop);
        if matches!(done, Err(SetupError::NotStarted(_))) {
            self.target.journal.iter().for_each(|journal| journal.remove(&Entry::Setup));
        } else {
            self.teardown = teardown;
        }
        done?;
        self.target.provision_by_contract(&suite.spec, &suite.cases, jobs);
        Ok(())
    }

    /// Creates the resources that the cases of a plan need and the target has recipes for, also those in a state;
    /// then, with each key that provokes an error, one of its team. If the plan is interrupted meanwhile, the created
    /// resources are removed, and the run that follows sends nothing.
    pub(super) fn provide(&mut self, suite: &Suite, plan: &Plan) -> Result<()> {
        let run: Vec<&Case> = plan.sent().collect();
        let needed = run.iter().flat_map(|case| needed_fixtures(case));
        let needed = needed.map(|(parameter, _)| parameter.to_owned());
        let fixtures: BTreeSet<String> = needed
            .filter(|parameter| self.target.settings.provision.contains_key(parameter))
            .collect();
        let needed = NeededResources { fixtures, states: self.target.needed_states(&run) };
        let (fixtures, states) = self.create(&self.target.clone(), suite, &needed, plan)?;
        self.target.settings.fixtures.extend(fixtures);
        self.target.enter_states(&suite.spec, &states);
        for (error, fixtures) in self.target.provoking_needs(&suite.spec, &run) {
            let Some(team) = self.target.with_provoking_key(&error) else { continue };
            let needed = NeededResources::from(fixtures);
            let created = self.create(&team, suite, &needed, plan);
            let (created, _) = created.unwrap_or_else(|cause| {
                let text = format!("warning: with the key of `[provoke] {error}`: {cause}\n");
                warn_in_lines(&Printable::multiline(&text));
                Created::default()
            });
            if let Some(provocation) = self.target.settings.provoke.get_mut(&error) {
                for (name, ids) in &created {
                    let path = ids.first().map(|id| path_of(&suite.spec, name, id));
                    let path = path.into_iter().flatten();
                    provocation.parameters.extend(path.map(|(name, id)| (name.into(), id.into())));
                }
            }
        }
        Ok(())
    }

    /// Creates resources as a target says, and returns their identities: those of fixtures, and those in a state.
    fn create(
        &mut self,
        target: &Target,
        suite: &Suite,
        needed: &NeededResources,
        plan: &Plan,
    ) -> Result<Created, ProvisionError> {
        if needed.fixtures.is_empty() && needed.states.is_empty() {
            return Ok(Created::default());
        }
        let states = needed.states.iter().filter_map(|(of, name)| target.state(of, name));
        let waits = states.filter_map(ResourceState::longest_wait);
        if let Some(longest) = waits.clone().max() {
            let (count, longest) = (waits.count(), describe_duration(longest));
            warn(format_args!(
                "waiting for {count} resources to reach their states, at most {longest} each"
            ));
        }
        let creating = provision(target, &suite.spec, needed, plan.deadline, &plan.stop);
        match self.runtime.block_on(creating) {
            Ok(provisioned) => {
                let created = (provisioned.fixtures(), provisioned.states().clone());
                self.provisioned.push(provisioned);
                Ok(created)
            }
            Err(ProvisionError::Interrupted { leftovers }) => {
                print_leftovers(&leftovers);
                Ok(Created::default())
            }
            Err(error) => Err(error),
        }
    }

    /// Returns whether the server is the embedded one, which needs no check before a run.
    pub(super) fn is_embedded(&self) -> bool {
        self.server.is_some()
    }

    /// Removes the created resources and runs the command of `teardown`; prints what could not be removed, and returns
    /// whether everything is gone.
    pub(super) fn release(&mut self) -> bool {
        if self.provisioned.is_empty() && self.teardown.is_none() {
            return true;
        }
        let mut leftovers: Vec<Leftover> = Vec::new();
        for one in self.provisioned.drain(..) {
            one.staying().iter().for_each(|line| warn(format_args!("note: {line}")));
            leftovers.extend(self.runtime.block_on(one.remove()));
        }
        print_leftovers(&leftovers);
        let journal = self.target.journal.as_ref();
        let mut is_tidy = leftovers.is_empty();
        if let Some(command) = self.teardown.take() {
            if tear_down(&self.target, &command) {
                journal.iter().for_each(|journal| journal.remove(&Entry::Setup));
            } else {
                is_tidy = false;
            }
        }
        if let Some(path) = journal.and_then(|journal| journal.path()) {
            warn(format_args!(
                "warning: {} lists what is left; `webdata-conformance clean` tries again to remove it",
                path.display()
            ));
        }
        is_tidy
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
        let (target, server) = match (&self.target, &self.base_url) {
            (Some(file), _) => (target::load_for(file, &suite.spec, &suite.cases)?, None),
            (None, Some(url)) => (self.by_url(url, suite)?, None),
            (None, None) => embedded(contract, suite, jobs, runtime)?,
        };
        let (runtime, provisioned) = (runtime.clone(), Vec::new());
        let mut chosen = ChosenTarget { target, runtime, provisioned, teardown: None, server };
        if chosen.target.settings.setup.is_none() {
            chosen.target.provision_by_contract(&suite.spec, &suite.cases, jobs);
        }
        without_mistakes(&chosen.target, suite)?;
        if chosen.target.connection.transport.accepts_any_certificate {
            warn(format_args!(
                "warning: `accept-any-certificate` is set: any server that responds at {} is trusted, and \
                 gets the keys",
                chosen.target.connection.base_url
            ));
        }
        chosen.target.connection.timeout = timeout.unwrap_or(chosen.target.connection.timeout);
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
        target.settings.team.not_in.extend(self.team_not_in.iter().cloned());
        Ok(target)
    }
}

/// Fails with the mistakes of a target, if it has any.
pub(super) fn without_mistakes(target: &Target, suite: &Suite) -> Result<()> {
    let mistakes = target.mistakes(&suite.spec, &suite.cases).into_iter();
    // A key may be the value of another option by mistake.
    let messages: Vec<String> = mistakes.map(|mistake| target.redact(mistake.message)).collect();
    ensure!(messages.is_empty(), "{}", messages.join("\n"));
    Ok(())
}

fn embedded(
    contract: &Contract,
    suite: &Suite,
    jobs: usize,
    runtime: &Handle,
) -> Result<(Target, Option<ReferenceServer>)> {
    let spec = Arc::new(suite.spec.clone());
    let extension = contract.extension(&spec)?;
    let server = runtime
        .block_on(ReferenceServer::start(spec, &extension, Options::default()))
        .context("cannot start the embedded reference server")?;
    let mut target = webdata_audit::reference_target(&server, &suite.spec, jobs)?;
    target.connection.is_embedded = true;
    Ok((target, Some(server)))
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

    /// Returns the option of a command line that names the pages, after a space; nothing for the embedded pages.
    pub(super) fn spec_option(&self) -> String {
        let folder = self.spec.as_deref().map(quoted);
        folder.map(|folder| format!(" --spec {folder}")).unwrap_or_default()
    }

    /// Returns the suite of the contract, and says how many clauses no case tests.
    pub(super) fn suite(&self) -> Result<Suite> {
        let contract = self.load()?;
        let suite = contract.suite()?;
        self.warn_about_clauses(&contract, &suite)?;
        Ok(suite)
    }

    /// Says how many clauses no case tests, with the command that lists them; nothing where there is none.
    pub(super) fn warn_about_clauses(&self, contract: &Contract, suite: &Suite) -> Result<()> {
        let count = contract.warnings(suite)?.0.len();
        if count > 0 {
            let option = self.spec_option();
            let clauses = if count == 1 { "clause has" } else { "clauses have" };
            warn(format_args!(
                "warning: {count} {clauses} neither a case nor a reason; \
                 `webdata-conformance coverage --missing{option}` lists them"
            ));
        }
        Ok(())
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
