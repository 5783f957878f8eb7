//! `serve`: the reference server alone.

use std::fmt::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Args;
use webdata_conformance::Suite;
use webdata_conformance::case::KeyName;
use webdata_conformance::reference::{Options, ReferenceServer};
use webdata_conformance::target::Target;

use super::list::{command_lines, variable};
use super::{say, suite};

/// Serve the contract: the reference server alone, on loopback, until Ctrl-C.
#[derive(Debug, Args)]
pub(super) struct ServeArguments {
    /// The port; 0 takes a free one.
    #[arg(long, value_name = "N", default_value_t = 8080)]
    port: u16,
}

pub(super) fn serve(arguments: &ServeArguments) -> Result<u8> {
    let suite = suite()?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start the runtime")?;
    runtime.block_on(async {
        let listen = SocketAddr::from((Ipv4Addr::LOCALHOST, arguments.port));
        let spec = Arc::new(suite.spec.clone());
        let server = ReferenceServer::start(spec, Options { listen }).await?;
        let target = Target::reference(&server, &suite.spec, 1)?;
        say(&greeting(&suite, &target))?;
        server.serve_until(tokio::signal::ctrl_c()).await.context("the server stopped")?;
        Ok(0)
    })
}

/// Where the server is, and the variables that `show CASE --curl` uses, with an example.
fn greeting(suite: &Suite, target: &Target) -> String {
    let mut text = String::new();
    // Writing into a string never fails.
    let _ = writeln!(text, "serving {} at {}", suite.spec.service.name, target.base_url);
    let _ = writeln!(text, "export BASE_URL={}", target.base_url);
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
