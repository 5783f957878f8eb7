//! The servers that are compared: the reference server, and a handler that parses the same body and returns
//! the same text. Each is this program once more, in its own process.
//!
//! This module measures nothing.

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::Ipv4Addr;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use anyhow::{Context as _, Result, anyhow};
use axum::Router;
use axum::body::Bytes;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse as _;
use axum::routing::patch;
use axum::serve::ListenerExt as _;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use webdata_conformance::embedded;
use webdata_reference::{Keys, Options, ReferenceServer, Team};

/// The arguments that make this program serve as one of them.
pub(crate) const REFERENCE: &str = "serve-reference";
pub(crate) const BARE: &str = "serve-bare";

/// A few properties of a monitor, all of which are validated and stored: the small body of `decode`.
pub(crate) const PATCH: &str = r#"{"name":"Price watch","goal":"Tell me when a price changes by more than five percent","judgeEnabled":true,"status":"active","schedule":{"cron":"30 6 * * 1-5","timezone":"Europe/Berlin"},"retentionDays":30}"#;
/// The body of [`PATCH`] with one violation.
pub(crate) const REJECTED_PATCH: &str = r#"{"name":"Price watch","goal":"Tell me when a price changes by more than five percent","judgeEnabled":true,"status":"active","schedule":{"cron":"30 6 * * 1-5","timezone":"Europe/Berlin"},"retentionDays":366}"#;

/// A server in its own process, which ends when this is dropped.
pub(crate) struct BenchServer {
    process: Child,
    /// The URL of the resource.
    pub(crate) url: String,
}

/// The response of a server.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct BenchResponse {
    pub(crate) status: u16,
    pub(crate) text: String,
}

impl BenchServer {
    /// Starts the reference server with one monitor.
    pub(crate) fn reference() -> Result<Self> {
        Self::start(&[REFERENCE])
    }

    /// Starts the bare handler, which always returns the same response.
    pub(crate) fn start_bare_handler(response: &str) -> Result<Self> {
        Self::start(&[BARE, response])
    }

    fn start(arguments: &[&str]) -> Result<Self> {
        let program = std::env::current_exe().context("cannot find the file of this program")?;
        let mut command = Command::new(program);
        let command = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let process = command.spawn().context("cannot start a server")?;
        let mut started = Self { process, url: String::new() };
        let output = started.process.stdout.take().context("the server has no standard output")?;
        BufReader::new(output).read_line(&mut started.url).context("the server does not start")?;
        started.url.truncate(started.url.trim_end().len());
        Ok(started)
    }

    /// Sends a body, and returns the response.
    pub(crate) fn send(&self, body: &'static str) -> Result<BenchResponse> {
        runtime()?.block_on(async {
            // An error means that an earlier call has installed the provider.
            let _ = rustls::crypto::ring::default_provider().install_default();
            let client = reqwest::Client::builder().no_proxy().build()?;
            let request = client.patch(&self.url).body(body).bearer_auth(Keys::default().valid);
            let response = request.header(CONTENT_TYPE, "application/json").send().await?;
            Ok(BenchResponse { status: response.status().as_u16(), text: response.text().await? })
        })
    }
}

impl Drop for BenchServer {
    fn drop(&mut self) {
        // An error means that the process has ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Returns a tokio runtime like that of `serve`.
fn runtime() -> Result<Runtime> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.context("cannot start a runtime")
}

/// Runs the reference server until the parent process ends.
pub(crate) fn serve_reference() -> Result<String> {
    let spec = embedded().map_err(|mistakes| anyhow!("{}", mistakes.render(false)))?;
    let extension = webdata_conformance::extension(&spec)?;
    runtime()?.block_on(async {
        let server = ReferenceServer::start(Arc::new(spec), &extension, Options::default()).await?;
        let id = server.create("Monitor", Team::HOME)?;
        println!("{}/v2/monitor/{id}", server.base_url());
        server.serve_until(end_of_input()).await?;
        Ok(String::new())
    })
}

/// Runs the bare handler until the parent process ends.
pub(crate) fn serve_bare_handler(response: &str) -> Result<String> {
    let response = Bytes::copy_from_slice(response.as_bytes());
    let handle = async move |body: Bytes| match serde_json::from_slice::<Value>(&body) {
        Ok(_) => ([(CONTENT_TYPE, "application/json")], response).into_response(),
        Err(_) => StatusCode::BAD_REQUEST.into_response(),
    };
    let router = Router::new().route("/v2/monitor/{id}", patch(handle));
    runtime()?.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        println!("http://{}/v2/monitor/1", listener.local_addr()?);
        // The reference server sets this option, too.
        let listener = listener.tap_io(|connection| drop(connection.set_nodelay(true)));
        axum::serve(listener, router).with_graceful_shutdown(end_of_input()).await?;
        Ok(String::new())
    })
}

/// Waits until standard input is closed, which happens when the parent process ends.
async fn end_of_input() {
    let read = || std::io::stdin().lock().read_to_end(&mut Vec::new());
    drop(tokio::task::spawn_blocking(read).await);
}
