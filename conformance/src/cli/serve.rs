//! `serve`: runs the reference server alone, as a mock.

mod greeting;
mod log;
mod variations;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use chrono::{DateTime, Utc};
use clap::Args;
use jiff::SignedDuration;
use webdata_audit::mutants::{self, Mutant};
use webdata_audit::variations::{Variation, Variations, varied_contract, varied_operations};
use webdata_reference::{AllowedOrigin, CaseLink, Options, ReferenceServer, StartError, Team};
use webdata_spec::{Source, nearest};
use webdata_suite::{Printable, Suite};

use super::contract::ContractArguments;
use super::number::whole_number;
use super::output::{print, warn};
use super::runtime::runtime;
use super::{interrupt, open_files};
use greeting::Greeting;
use log::{Format, Log};

/// The notes that `--help` prints after the options.
const NOTES: &str = "\
When the server is ready, it prints what a client needs on standard output: the address, keys, resources
and an example, as lines for a shell, and `ready: URL` as the last line. The log goes to standard error.

For the tests of a client, with the same responses each time, on any free port:
  serve --port 0 --seed 1 --clock 2026-01-02T03:04:05Z
For a client that has to cope with slow and failing responses:
  serve --latency 20ms..200ms --fail-rate 0.05

Ctrl-C and SIGTERM: the server finishes the responses that it has begun; a second signal ends it
at once. Exit codes: 0 stopped, 2 usage or an address that the server cannot listen on.";

/// Serve the contract: run the reference server alone, until Ctrl-C.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub(super) struct ServeArguments {
    /// The port; 0 chooses a free one.
    #[arg(long, value_name = "N", default_value_t = 8080)]
    #[arg(value_parser = whole_number::<u16>(0..=65_535))]
    port: u16,
    /// The address to listen on.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// Offer the control plane, under /_reference/, also on an address that is not loopback. Anyone who can
    /// reach it can change the server.
    #[arg(long)]
    control_plane: bool,
    /// Send webhooks to services of this machine, although the server listens on an address that is not
    /// loopback. Anyone who can reach the server can then make it call them.
    #[arg(long)]
    webhooks: bool,
    /// Keep the state in this file, and continue from it: resources, teams, jobs, the clock and the seed, but
    /// no logs. If the file exists, its seed and clock take precedence over --seed and --clock.
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Generate the same identities and the same failures each time for the same requests.
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>(0..=u64::MAX))]
    seed: Option<u64>,
    /// Stop the clock of the server at a moment such as 2026-01-02T03:04:05Z, until the control plane moves
    /// it.
    #[arg(long, value_name = "MOMENT", value_parser = moment)]
    clock: Option<DateTime<Utc>>,
    /// Delay each response of an operation by a time such as 50ms, or by a random time between two such as
    /// 20ms..200ms.
    #[arg(long, value_name = "TIME", value_parser = latency)]
    latency: Option<RangeInclusive<Duration>>,
    /// Let this share of the requests to operations fail, such as 0.05 for one in twenty, with an error that
    /// allows a retry. Failed requests change nothing.
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = share)]
    fail_rate: f64,
    /// Show the bodies of requests and responses in the log, without secrets.
    #[arg(long, short)]
    verbose: bool,
    /// Write no log.
    #[arg(long, short, conflicts_with = "verbose")]
    quiet: bool,
    /// The format of the log and of the output at the start.
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    log_format: Format,
    /// Serve a mutant, by its identity: a server that gets one clause wrong, to try a client or another tool
    /// on. `audit --list` shows every mutant.
    #[arg(long, value_name = "ID")]
    mutant: Option<String>,
    /// Serve a variation, by its identity: a server that is correct in another way, where the contract leaves
    /// a choice. May be given several times. `--variation list` prints every variation with the reason why the
    /// contract allows it.
    #[arg(long, value_name = "ID", conflicts_with = "mutant")]
    variation: Vec<String>,
    /// Reject properties that the contract does not list; short for `--variation
    /// no-property-that-is-not-listed`.
    #[arg(long, conflicts_with = "mutant")]
    strict: bool,
    /// Treat null as an omitted property where the contract does not allow null.
    #[arg(long)]
    lenient: bool,
    /// Let web pages of this origin, such as http://localhost:3000, send requests to operations; `*` allows
    /// every origin. May be given several times. No web page can use the control plane.
    #[arg(long, value_name = "ORIGIN", value_delimiter = ',')]
    cors: Vec<AllowedOrigin>,
    #[command(flatten)]
    contract: ContractArguments,
}

pub(super) fn serve(arguments: &ServeArguments) -> Result<u8> {
    let contract = arguments.contract.load()?;
    let suite = contract.suite()?;
    let known = contract.variations(&suite.spec)?;
    if arguments.variation.iter().any(|id| id == variations::LIST) {
        print(&Printable::multiline(&variations::list(&known, &suite.spec)))?;
        return Ok(0);
    }
    let variations = arguments.variations(&known, &suite)?;
    let mutant = arguments
        .mutant
        .as_deref()
        .map(|id| mutant(&suite, contract.companions(), id))
        .transpose()?;
    let cases = suite.cases.iter().map(|case| CaseLink {
        id: case.id.clone(),
        clauses: case.clauses.iter().map(|clause| clause.as_str().to_owned()).collect(),
    });
    let options = Options { cases: cases.collect(), ..arguments.options(mutant.as_ref()) };
    let goes_on = options.state.as_deref().filter(|path| path.exists());
    if let Some(path) = goes_on.filter(|_| options.seed.is_some() || options.clock.is_some()) {
        let path = path.display();
        warn(format_args!(
            "the seed and the clock come from the state in {path}, which takes precedence"
        ));
    }
    let control_plane = options.control_plane;
    let spec = Arc::new(suite.spec.clone());
    let served = match &mutant {
        Some(mutant) => mutant.spec(&spec),
        None => Arc::new(varied_contract(&variations, &spec)),
    };
    let front = |operations| match variations.is_empty() {
        true => operations,
        false => varied_operations(&variations, &spec, operations),
    };
    open_files::allow_more();
    let runtime = runtime()?;
    let stop = interrupt::listen(runtime.handle()).context("cannot listen for Ctrl-C")?;
    let extension = contract.extension(&spec)?;
    let served =
        Arc::new(webdata_reference::Contract::new(served, &extension).map_err(StartError::from)?);
    let server = runtime.block_on(ReferenceServer::start_wrapped(served, options, front))?;
    let fixtures = fixtures(&suite, &server)?;
    // The state is saved first, so that everything that is printed exists after a restart.
    runtime.block_on(server.flush_state()).context("cannot write the state")?;
    if arguments.state.is_some() {
        let (format, runtime) = (arguments.log_format, runtime.handle().clone());
        log::report_state_errors(server.state_write_error(), format, runtime)?;
    }
    let log = (!arguments.quiet)
        .then(|| Log::start(server.exchanges(), arguments.log_format, runtime.handle().clone()));
    let log = log.transpose()?;
    let greeting = Greeting {
        suite: &suite,
        server: &server,
        fixtures: &fixtures,
        control_plane,
        mutant: mutant.as_ref().map(|mutant| mutant.description.as_str()),
        variations: &variations,
    };
    print(&match arguments.log_format {
        Format::Text => Printable::multiline(&greeting.text()),
        Format::Json => Printable::from(&greeting.json()),
    })?;
    let stopped = runtime.block_on(server.serve_until(stop.cancelled()));
    if let Some(log) = log {
        log.end(stopped.is_ok());
    }
    stopped.context("the server stopped")?;
    Ok(0)
}

impl ServeArguments {
    /// Returns the variations that the arguments name.
    fn variations(&self, known: &Variations, suite: &Suite) -> Result<Vec<Arc<Variation>>> {
        let strict = self.strict.then_some(variations::STRICT);
        let ids = self.variation.iter().map(String::as_str).chain(strict);
        ids.map(|id| variations::find(known, &suite.spec, id)).collect()
    }

    fn options(&self, mutant: Option<&Mutant>) -> Options {
        Options {
            listen: SocketAddr::from((self.host, self.port)),
            control_plane: self.host.is_loopback() || self.control_plane,
            webhooks: self.webhooks,
            cors: self.cors.clone(),
            accepts_null: self.lenient,
            cases: Vec::new(),
            fault: mutant.and_then(Mutant::fault).cloned(),
            seed: self.seed,
            clock: self.clock,
            latency: self.latency.clone(),
            fail_rate: self.fail_rate,
            exchange_bodies: self.verbose,
            state: self.state.clone(),
        }
    }
}

/// Creates the initial resources: two of each kind, since an example may need both.
fn fixtures(suite: &Suite, server: &ReferenceServer) -> Result<Vec<String>> {
    let operations = suite.spec.operations.values();
    let mut types: Vec<&str> = operations
        .filter_map(|operation| Some(operation.resource.as_ref()?.type_name.as_str()))
        .collect();
    types.sort_unstable();
    types.dedup();
    let each = types.into_iter().flat_map(|name| [name, name]);
    each.map(|name| Ok(server.create(name, Team::HOME)?)).collect()
}

/// Parses a moment.
fn moment(text: &str) -> Result<DateTime<Utc>, String> {
    let moment = DateTime::parse_from_rfc3339(text);
    let moment = moment.map_err(|_| "write a moment such as 2026-01-02T03:04:05Z".to_owned())?;
    Ok(moment.with_timezone(&Utc))
}

/// Parses a time, or a range of two times with `..` between them.
fn latency(text: &str) -> Result<RangeInclusive<Duration>, String> {
    let time = |text: &str| {
        let time = text.parse::<SignedDuration>().ok();
        let time = time.and_then(|time| Duration::try_from(time).ok());
        time.ok_or_else(|| format!("`{text}` is not a time such as 50ms or 2s"))
    };
    let (shortest, longest) = match text.split_once("..") {
        Some((shortest, longest)) => (time(shortest)?, time(longest)?),
        None => (time(text)?, time(text)?),
    };
    if shortest <= longest {
        Ok(shortest..=longest)
    } else {
        Err("the first time must not be longer than the second".to_owned())
    }
}

/// Parses a share of the requests.
fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "write a share from 0 to 1, such as 0.05 for one in twenty".to_owned())
}

/// Returns the mutant with an identity.
fn mutant(suite: &Suite, files: &[Source], id: &str) -> Result<Mutant> {
    let mutants = mutants::of_contract(&suite.spec, files)
        .context("cannot read the mutants of the contract")?;
    if id.contains("/habit-") {
        bail!("`serve` cannot serve a habit, which needs a proxy; run `audit {id}` instead");
    }
    let Some(at) = mutants.iter().position(|mutant| mutant.id == id) else {
        let near = nearest(mutants.iter().map(|mutant| mutant.id.as_str()), id);
        let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        bail!("there is no mutant `{id}`{near} (`audit --list` prints every mutant)");
    };
    mutants.into_iter().nth(at).context("a mutant")
}
