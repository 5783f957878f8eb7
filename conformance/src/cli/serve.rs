//! `serve`: the reference server alone.

use std::fmt::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use clap::Args;
use webdata_conformance::Suite;
use webdata_conformance::case::KeyName;
use webdata_conformance::mutation::{self, Mutant};
use webdata_conformance::reference::{CONTROL_PLANE, Options, ReferenceServer};
use webdata_conformance::target::Target;

use super::list::{command_lines, variable};
use super::{nearest, open_files, runtime, say, suite};

/// Serve the contract: the reference server alone, until Ctrl-C.
#[derive(Debug, Args)]
pub(super) struct ServeArguments {
    /// The port; 0 takes a free one.
    #[arg(long, value_name = "N", default_value_t = 8080)]
    port: u16,
    /// The address to listen on.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// Offer the control plane, under /_reference/, on an address that is not loopback, too.
    /// Anybody who reaches it sets the server up.
    #[arg(long)]
    control_plane: bool,
    /// Serve a mutant, by its identity: a server that gets one clause wrong, for a client or another
    /// tool to try itself on. `audit --list` shows every mutant.
    #[arg(long, value_name = "ID")]
    mutant: Option<String>,
    /// Send webhooks, which go to services of this machine, although the server listens on an
    /// address that is not loopback. Anybody who reaches it has it call them.
    #[arg(long)]
    webhooks: bool,
}

pub(super) fn serve(arguments: &ServeArguments) -> Result<u8> {
    let suite = suite()?;
    open_files::allow_more();
    let runtime = runtime()?;
    runtime.block_on(async {
        let listen = SocketAddr::from((arguments.host, arguments.port));
        let control_plane = arguments.host.is_loopback() || arguments.control_plane;
        let mutant = arguments.mutant.as_deref().map(|id| mutant(&suite, id)).transpose()?;
        let fault = mutant.as_ref().and_then(Mutant::fault).cloned();
        let options = Options {
            listen,
            control_plane,
            webhooks: arguments.webhooks,
            fault,
            ..Options::default()
        };
        let spec = Arc::new(suite.spec.clone());
        let spec = mutant.as_ref().map_or_else(|| Arc::clone(&spec), |mutant| mutant.spec(&spec));
        let server = ReferenceServer::of(spec, options).await?;
        let target = Target::reference(&server, &suite.spec, 1)?;
        if let Some(mutant) = &mutant {
            say(&format!("a mutant, wrong on purpose: {}\n", mutant.says))?;
        }
        say(&greeting(&suite, &server, &target, control_plane))?;
        server.serve_until(tokio::signal::ctrl_c()).await.context("the server stopped")?;
        Ok(0)
    })
}

/// The mutant of this identity.
fn mutant(suite: &Suite, id: &str) -> Result<Mutant> {
    let mutants = mutation::all(&suite.spec);
    let Some(at) = mutants.iter().position(|mutant| mutant.id == id) else {
        let near = nearest(mutants.iter().map(|mutant| mutant.id.as_str()), id);
        let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        bail!("there is no mutant `{id}`{near} `audit --list` shows every mutant");
    };
    mutants.into_iter().nth(at).context("a mutant")
}

/// Where the server and its control plane are, and the variables that `show CASE --curl` uses, with an example.
fn greeting(
    suite: &Suite,
    server: &ReferenceServer,
    target: &Target,
    control_plane: bool,
) -> String {
    let mut text = String::new();
    // Writing into a string never fails.
    let _ = writeln!(text, "serving {} at {}", suite.spec.service.name, target.base_url);
    let _ = writeln!(text, "export BASE_URL={}", target.base_url);
    if control_plane {
        let _ = writeln!(text, "# set it up: curl {}{CONTROL_PLANE}/", server.base_url());
    }
    // Other servers offer these elsewhere, if at all.
    for (operation, endpoint) in server.bindings() {
        let _ = writeln!(text, "# {operation}: {} {}", endpoint.method, endpoint.path);
    }
    // These keys open nothing but this server.
    for name in KeyName::ALL {
        if let Some(secret) = target.keys.get(&name) {
            let _ = writeln!(text, "export {}={}", variable(name), secret.reveal());
        }
    }
    for (index, id) in target.fixtures.values().flatten().enumerate() {
        let _ = writeln!(text, "export FIXTURE_{}={id}", index + 1);
    }
    let example = suite.cases.iter().find(|case| case.id.ends_with("response::shape"));
    text.push_str(&example.map(command_lines).unwrap_or_default());
    text
}
