//! A client, from its key to its last answer: changes a monitor, is refused another change, and has
//! an agent job done, with a line for each request. `README.md` says how to run it.

use std::time::Duration;

use anyhow::{Result, bail};
use clap::Parser;
use webdata::agent::AgentStatus;
use webdata::client::reqwest::header::HeaderValue;
use webdata::client::{AfterRequest, BeforeRequest, Client, Error, Hook, HookFuture, Wait};
use webdata::errors::ErrorKind;
use webdata::monitor::{Monitor, MonitorUpdate};
use webdata::schedule::MonitorSchedule;

/// Change a monitor and have an agent job done.
#[derive(Debug, Parser)]
struct Arguments {
    /// Where the service is, without `/v2`.
    #[arg(long, env = "BASE_URL")]
    base_url: String,
    /// The API key.
    #[arg(long, env = "VALID_KEY", hide_env_values = true)]
    key: String,
    /// The monitor to change.
    #[arg(long, env = "FIXTURE_1")]
    monitor: String,
    /// How long to wait for the agent job, in seconds.
    #[arg(long, default_value_t = 120)]
    patience: u64,
}

#[tokio::main]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let client = Client::builder(&arguments.base_url, &arguments.key)
        // A whole call, with every attempt and every wait between them.
        .timeout(Duration::from_secs(60))
        .hook(Requests)
        .build()?;

    let monitor = change(&client, &arguments.monitor).await?;
    println!(
        "monitor {} is now called {:?}, {}",
        monitor.id,
        monitor.name,
        monitor.status.as_str()
    );
    // The field is the text that was sent; with the feature `jiff` there is a timestamp of it, too.
    if let Some(next) = monitor.parse_next_run_at()? {
        println!("it runs in {:.0}", next.duration_since(jiff::Timestamp::now()));
    }

    be_refused(&client, &arguments.monitor).await?;

    let job = have_done(&client, Duration::from_secs(arguments.patience)).await?;
    println!("the agent job ended: {}", job.status);
    if let Some(data) = job.data {
        println!("{data:#}");
    }
    Ok(())
}

/// Changes the fields that are given; the others keep what is stored.
async fn change(client: &Client, id: &str) -> Result<Monitor> {
    let schedule = MonitorSchedule::builder().text("every 30 minutes").build()?;
    let update = MonitorUpdate::builder()
        .name("Price watch")
        // What is not set is left as it is; `clear_goal()` would clear it.
        .goal("Tell me when a price falls")
        .schedule(schedule)
        // Says what the service would refuse, without asking it.
        .build()?;
    match client.update_monitor(id, &update).await {
        Ok(answer) => Ok(answer.data),
        // Each error of the catalogue is a kind of its own.
        Err(error) => match error.kind() {
            Some(ErrorKind::InvalidToken) => bail!("the service does not know this key: {error}"),
            Some(ErrorKind::NotFound) => bail!("there is no monitor {id}: {error}"),
            _ => Err(error.into()),
        },
    }
}

/// Sends what breaks two limits, and shows what the service says of it.
async fn be_refused(client: &Client, id: &str) -> Result<()> {
    let update = MonitorUpdate {
        name: Some("n".repeat(300)),
        retention_days: Some(0),
        ..MonitorUpdate::default()
    };
    if let Err(violations) = update.validate() {
        println!("expected to be refused: {violations}");
    }
    match client.update_monitor(id, &update).await {
        Err(Error::Refused(refusal)) => {
            println!("refused with status {}: {}", refusal.status, refusal.text().unwrap_or("-"));
            if let Some(details) = refusal.details() {
                println!("details: {details:#}");
            }
            Ok(())
        }
        Err(error) => Err(error.into()),
        Ok(_) => bail!("the service took what its contract forbids"),
    }
}

/// Starts an agent job and waits until it has ended.
async fn have_done(client: &Client, patience: Duration) -> Result<AgentStatus> {
    // An `AgentRequest` in place of `None` says how many credits the job may use.
    let job = client.start_agent(None).await?.id;
    println!("the agent job {job} has started");
    // Ctrl+C ends the waiting, and the job goes on.
    let interrupted = async { drop(tokio::signal::ctrl_c().await) };
    let waiting = client.wait_for_agent(&job).limit(patience).cancelled_by(interrupted);
    Ok(waiting.await?)
}

/// Gives each request an identity, and tells of each response.
struct Requests;

impl Hook for Requests {
    fn before_request<'a>(&'a self, request: &'a mut BeforeRequest<'_>) -> HookFuture<'a> {
        Box::pin(async move {
            let id = HeaderValue::from_str(&uuid::Uuid::new_v4().to_string())?;
            request.headers_mut().insert("X-Request-Id", id);
            Ok(())
        })
    }

    fn after_request<'a>(&'a self, response: &'a AfterRequest<'_>) -> Wait<'a> {
        let AfterRequest { operation, attempt, status, duration, .. } = response;
        let status = status.map_or_else(|| "no response".to_owned(), |status| status.to_string());
        eprintln!("{operation}, attempt {attempt}: {status} after {} ms", duration.as_millis());
        Box::pin(std::future::ready(()))
    }
}
