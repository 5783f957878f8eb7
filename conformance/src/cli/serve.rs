//! `serve`: runs the reference server alone, as a mock.

use std::fmt::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use anstyle::{AnsiColor, Color, Style};
use anyhow::{Context, Result, bail};
use chrono::{DateTime, Utc};
use clap::{Args, ValueEnum};
use jiff::Zoned;
use serde_json::{Map, Value, json};
use tokio::runtime::Handle;
use webdata_audit::mutants::{self, Mutant};
use webdata_audit::variations::{Variation, Variations};
use webdata_audit::{Difference, DifferentServer};
use webdata_cases::case::KeyName;
use webdata_reference::{
    AllowedHost, AllowedOrigin, CONTROL_PLANE, Exchange, Exchanges, FeedItem, Keys, Options,
    ReferenceServer, Team,
};
use webdata_spec::{Source, Spec, nearest};
use webdata_suite::target::key_variable;
use webdata_suite::{Printable, Suite, Untrusted};

use super::list::{command_lines, fixture_variables};
use super::option_values::{address, time, whole_number};
use super::output::{print, warn, warn_in_lines};
use super::process::{allow_more_open_files, listen_for_signals, runtime};
use super::target::ContractArguments;

const NOTES: &str = "\
When the server is ready, it prints what a client needs on standard output: the address, keys, resources \
and an example, as lines for a shell, and `ready: URL` as the last line. The log goes to standard error.

For the tests of a client, with the same responses each time, on any free port:
  serve --port 0 --seed 1 --clock 2026-01-02T03:04:05Z
For a client that has to cope with slow and failing responses:
  serve --latency 20ms..200ms --fail-rate 0.05

Ctrl-C and SIGTERM: the server finishes the responses that it has begun; a second signal more than \
2 s later ends it at once. Exit codes: 0 stopped, 2 usage or an address that the server cannot listen on.";

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
    #[arg(value_parser = address)]
    host: IpAddr,
    /// Offer the control plane, under /_reference/, also on an address that is not loopback. Anyone who can
    /// reach it can change the server.
    #[arg(long)]
    control_plane: bool,
    /// Accept this host, such as the name of a container, in requests to the control plane and the dashboard. May
    /// be given several times.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    allowed_host: Vec<AllowedHost>,
    /// Send webhooks to services of this machine, although the server listens on an address that is not
    /// loopback. Anyone who can reach the server can then make it call them.
    #[arg(long)]
    webhooks: bool,
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
    /// on. `audit --list` shows every mutant, habits of implementations among them.
    #[arg(long, value_name = "ID")]
    mutant: Option<String>,
    /// Serve a variation, by its identity: a server that is correct in another way, where the contract leaves
    /// a choice. May be given several times. `--variation list` prints every variation with the reason why the
    /// contract allows it.
    #[arg(long, value_name = "ID", conflicts_with = "mutant")]
    variation: Vec<String>,
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
    arguments.contract.warn_about_clauses(&contract, &suite)?;
    let known = contract.variations(&suite.spec)?;
    if arguments.variation.iter().any(|id| id == LIST) {
        print(&Printable::multiline(&list(&known, &suite.spec)))?;
        return Ok(0);
    }
    let variations = arguments.variation.iter().map(|id| find(&known, &suite.spec, id));
    let variations = variations.collect::<Result<Vec<Arc<Variation>>>>()?;
    let mutant = arguments.mutant.as_deref().map(|id| mutant(&suite, contract.companions(), id));
    let mutant = mutant.transpose()?;
    let options = arguments.options();
    let control_plane = options.control_plane;
    let spec = Arc::new(suite.spec.clone());
    let changes = variations.iter().flat_map(|variation| &variation.changes);
    let differences = mutant.iter().map(|mutant| &mutant.difference).chain(changes);
    let differences: Vec<Difference> = differences.cloned().collect();
    allow_more_open_files();
    let runtime = runtime()?;
    let stop = listen_for_signals(runtime.handle()).context("cannot listen for Ctrl-C")?;
    let extension = contract.extension(&spec)?;
    let starting = DifferentServer::start(&differences, &spec, &extension, options);
    let server = runtime.block_on(starting)?.server;
    let fixtures = fixtures(&suite, &server)?;
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
    fn options(&self) -> Options {
        Options {
            listen: SocketAddr::from((self.host, self.port)),
            control_plane: self.host.is_loopback() || self.control_plane,
            allowed_hosts: self.allowed_host.clone(),
            webhooks: self.webhooks,
            cors: self.cors.clone(),
            seed: self.seed,
            clock: self.clock,
            latency: self.latency.clone(),
            fail_rate: self.fail_rate,
            exchange_bodies: self.verbose,
            ..Options::default()
        }
    }
}

/// Creates the initial resources: two of each type, since an example may need both. Jobs are started, not created.
/// Returns the type and the identity of each.
fn fixtures<'s>(suite: &'s Suite, server: &ReferenceServer) -> Result<Vec<(&'s str, String)>> {
    let operations = suite.spec.operations.values();
    let mut types: Vec<&str> = operations
        .filter_map(|operation| Some(operation.stored_resource()?.type_name.as_str()))
        .collect();
    types.sort_unstable();
    types.dedup();
    // Parents come before what belongs to them.
    let parents = |name: &str| {
        let resources = suite.spec.operations.values().filter_map(|it| it.resource.as_ref());
        let of_type = resources.filter(|resource| resource.type_name == name);
        of_type.map(|resource| resource.parents().count()).max()
    };
    types.sort_by_key(|name| parents(name));
    let each = types.into_iter().flat_map(|name| [name, name]);
    each.map(|name| Ok((name, server.create(name, Team::HOME)?))).collect()
}

fn moment(text: &str) -> Result<DateTime<Utc>, String> {
    let moment = DateTime::parse_from_rfc3339(text);
    let moment = moment.map_err(|_| "write a moment such as 2026-01-02T03:04:05Z".to_owned())?;
    Ok(moment.with_timezone(&Utc))
}

/// Parses a time, or a range of two times with `..` between them.
fn latency(text: &str) -> Result<RangeInclusive<Duration>, String> {
    let time =
        |text: &str| time(text).ok_or_else(|| format!("`{text}` is not a time such as 50ms or 2s"));
    let (shortest, longest) = match text.split_once("..") {
        Some((shortest, longest)) => (time(shortest)?, time(longest)?),
        None => (time(text)?, time(text)?),
    };
    let wrong = || "the first time must not be longer than the second".to_owned();
    (shortest <= longest).then_some(shortest..=longest).ok_or_else(wrong)
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "write a share from 0 to 1, such as 0.05 for one in twenty".to_owned())
}

fn mutant(suite: &Suite, files: &[Source], id: &str) -> Result<Mutant> {
    let mut mutants = mutants::of_contract(&suite.spec, files)
        .context("cannot read the mutants of the contract")?;
    let Some(at) = mutants.iter().position(|mutant| mutant.id == id) else {
        let near = nearest(mutants.iter().map(|mutant| mutant.id.as_str()), id);
        let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        bail!("there is no mutant `{id}`{near} (`audit --list` prints every mutant)");
    };
    Ok(mutants.swap_remove(at))
}

/// The facts about a running server that are printed.
struct Greeting<'g> {
    suite: &'g Suite,
    server: &'g ReferenceServer,
    /// The initial resources: the type and the identity of each.
    fixtures: &'g [(&'g str, String)],
    control_plane: bool,
    /// The description of the mutant, if the server is one.
    mutant: Option<&'g str>,
    /// The variations of the server.
    variations: &'g [Arc<Variation>],
}

impl Greeting<'_> {
    /// Renders lines for a shell, and a last line which says that the server is ready. Lines that are not
    /// comments set the variables that `show CASE --curl` uses.
    fn text(&self) -> String {
        let (suite, url) = (self.suite, self.server.base_url());
        let mut text = String::new();
        // Writing into a string never fails.
        if let Some(says) = self.mutant {
            let _ = writeln!(text, "# a mutant, wrong on purpose: {says}");
        }
        for variation in self.variations {
            let _ = writeln!(text, "# a variation: {}", variation.name);
        }
        let _ = writeln!(text, "# serving {} at {url}", suite.spec.service.name);
        let _ = writeln!(text, "# in a browser: {url}/");
        let _ = writeln!(text, "export BASE_URL={url}");
        if self.control_plane {
            let _ = writeln!(
                text,
                "# keys, clock, stubs and other settings of the server: curl {url}{CONTROL_PLANE}/"
            );
        }
        // Other servers may offer these operations at other paths, or not at all.
        for (operation, endpoint) in self.server.bindings() {
            let (method, path) = (&endpoint.method, &endpoint.path);
            let _ = writeln!(
                text,
                "# {operation}, whose path the contract does not show: {method} {path}"
            );
        }
        for (name, key) in keys(self.server.keys()) {
            let _ = writeln!(text, "export {name}={key}");
        }
        let mut above = None;
        for (index, (type_name, id)) in self.fixtures.iter().enumerate() {
            if above.replace(type_name) != Some(type_name) {
                let _ = writeln!(text, "# of the type {type_name}:");
            }
            let ids: Vec<&str> = id.split('/').collect();
            for (name, id) in fixture_variables(index + 1, ids.len() - 1).into_iter().zip(ids) {
                let _ = writeln!(text, "export {name}={id}");
            }
        }
        let example = suite.cases.iter().find(|case| case.id.ends_with("response::shape"));
        for line in example.map(command_lines).unwrap_or_default().lines() {
            let _ = writeln!(text, "# try it: {line}");
        }
        let _ = writeln!(text, "ready: {url}");
        text
    }

    /// Renders the same facts as a JSON object in one line.
    fn json(&self) -> Value {
        let url = self.server.base_url();
        let keys: Map<String, Value> =
            keys(self.server.keys()).into_iter().map(|(name, key)| (name, key.into())).collect();
        let mut event = json!({
            "event": "ready",
            "service": self.suite.spec.service.name,
            "base-url": url,
            "keys": keys,
            "fixtures": self.fixtures.iter().map(|(_, id)| id).collect::<Vec<_>>(),
        });
        if self.control_plane {
            event["control-plane"] = format!("{url}{CONTROL_PLANE}/").into();
        }
        if !self.variations.is_empty() {
            event["variations"] = self.variations.iter().map(|variation| variation.id()).collect();
        }
        if let Some(says) = self.mutant {
            event["mutant"] = says.into();
        }
        event
    }
}

/// Returns the keys by their variables. These keys are valid only on this server.
fn keys(keys: &Keys) -> [(String, String); 4] {
    [
        (KeyName::Valid, &keys.valid),
        (KeyName::Revoked, &keys.revoked),
        (KeyName::Limited, &keys.limited),
        (KeyName::OtherTeam, &keys.other_team),
    ]
    .map(|(name, key)| (key_variable(&name.to_string()), key.clone()))
}

/// The longest time for writing the last lines after the server has stopped.
const LAST_LINES: Duration = Duration::from_secs(1);

/// The format of the log and of the output at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line for people.
    Text,
    /// A JSON object per line.
    Json,
}

struct Log {
    /// Signals that the server has stopped as requested.
    stopped: Sender<()>,
    /// Signals that the last line was written.
    ended: Receiver<()>,
}

impl Log {
    /// Starts to write the requests of a server.
    fn start(mut exchanges: Exchanges, format: Format, runtime: Handle) -> Result<Self> {
        let (end, ended) = channel::<()>();
        let (stopped, last) = channel();
        // The log has its own thread, so that a blocked terminal does not block the server.
        let thread = thread::Builder::new().name("log".to_owned()).spawn(move || {
            while let Some(heard) = runtime.block_on(exchanges.next()) {
                warn_in_lines(&line(&heard, format));
            }
            // This line is written here too, so that no other thread waits for a blocked terminal.
            if last.recv().is_ok() {
                warn(match format {
                    Format::Text => "stopped",
                    Format::Json => r#"{"event":"stopped"}"#,
                });
            }
            drop(end);
        });
        thread.context("cannot start the thread that writes the log")?;
        Ok(Self { stopped, ended })
    }

    /// Waits until the log of a stopped server is written. With `is_well`, the last line says that the server
    /// stopped as requested.
    fn end(self, is_well: bool) {
        let Self { stopped, ended } = self;
        if is_well {
            let _ = stopped.send(());
        }
        drop(stopped);
        // After this time the process ends, even if the lines were not written.
        let _ = ended.recv_timeout(LAST_LINES);
    }
}

/// Renders an event of the log as a line, or as several lines if bodies are shown.
fn line(heard: &FeedItem, format: Format) -> Printable {
    match (heard, format) {
        (FeedItem::Exchange(exchange), Format::Text) => text(exchange, &Zoned::now()),
        (FeedItem::Exchange(exchange), Format::Json) => {
            let mut event = json!({ "event": "request" });
            if let (Value::Object(event), Ok(Value::Object(members))) =
                (&mut event, serde_json::to_value(exchange.as_ref()))
            {
                event.extend(members);
            }
            Printable::from(&event)
        }
        (FeedItem::Missed(number), Format::Text) => Printable::line(format_args!(
            "({number} requests came faster than they could be logged)"
        )),
        (FeedItem::Missed(number), Format::Json) => {
            Printable::from(&json!({ "event": "missed", "requests": number }))
        }
    }
}

fn text(exchange: &Exchange, now: &Zoned) -> Printable {
    let request = &exchange.request;
    let before = format!(
        "{} {} {} ",
        now.strftime("%H:%M:%S%.3f"),
        request.method,
        Untrusted::from_display(&request.path)
    );
    let mut behind = format!(" {:.1} ms", request.milliseconds);
    let words = [request.operation.as_deref(), request.team.as_ref().map(Team::name)];
    for word in words.into_iter().flatten() {
        behind.push(' ');
        behind.push_str(word);
    }
    let mut text = Printable::default();
    let status = request.status.to_string();
    text.push_styled_line(before, (style(request.status), &status), behind);
    let bodies = [(">", &exchange.request_body), ("<", &exchange.response_body)];
    for (sign, body) in bodies {
        for (index, line) in body.iter().flat_map(|body| body.lines()).enumerate() {
            text.push_line(format_args!("  {} {line}", if index == 0 { sign } else { " " }));
        }
    }
    text
}

/// Returns the style of a status code, by its class.
fn style(number: u16) -> Style {
    let colour = match number {
        ..300 => AnsiColor::Green,
        300..400 => AnsiColor::Cyan,
        400..500 => AnsiColor::Yellow,
        500.. => AnsiColor::Red,
    };
    Style::new().fg_color(Some(Color::Ansi(colour)))
}

/// The word that lists all variations, in place of an identity.
const LIST: &str = "list";

/// Renders every variation of a contract, one per line, with the reason why the contract allows it.
fn list(variations: &Variations, spec: &Spec) -> String {
    let open = variations.open_in(spec);
    let all: Vec<_> = open.map(|variation| (variation.id(), &variation.allowed_by)).collect();
    let width = all.iter().map(|(id, _)| id.len()).max().unwrap_or_default();
    let mut text = String::new();
    for (id, allowed_by) in all {
        // Writing into a string never fails.
        let _ = writeln!(text, "{id:width$}  {allowed_by}");
    }
    text
}

fn find(variations: &Variations, spec: &Spec, id: &str) -> Result<Arc<Variation>> {
    if let Some(variation) = variations.open_in(spec).find(|variation| variation.id() == id) {
        return Ok(Arc::clone(variation));
    }
    let known: Vec<String> = variations.open_in(spec).map(|variation| variation.id()).collect();
    let near = nearest(known.iter().map(String::as_str), id);
    let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    bail!("there is no variation `{id}`{near} (`serve --variation {LIST}` prints every variation)")
}
