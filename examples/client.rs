//! An example of the client: changes a monitor, sends an update that the service rejects, and runs an agent
//! job. The example prints a line for each request. `README.md` describes how to run it.

use std::time::Duration;

use anyhow::{Result, bail};
use clap::Parser;
use webdata::agent::AgentStatus;
use webdata::client::reqwest::header::HeaderValue;
use webdata::client::{AfterRequest, BeforeRequest, Client, Error, Hook, HookFuture, Wait};
use webdata::error_catalogue::ErrorKind;
use webdata::monitor::{Monitor, MonitorUpdate};
use webdata::schedule::MonitorSchedule;

/// Change a monitor and run an agent job.
#[derive(Debug, Parser)]
struct Arguments {
    /// The base URL of the service, without `/v2`.
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
        // Limits a whole call, with all attempts and the waits between them.
        .timeout(Duration::from_secs(60))
        .hook(RequestLog)
        .build()?;

    let monitor = change(&client, &arguments.monitor).await?;
    println!(
        "monitor {} is now called {:?}, {}",
        monitor.id,
        monitor.name,
        monitor.status.as_str()
    );
    // The field is the string that was sent. With the feature `jiff`, it can be parsed into a timestamp.
    if let Some(next) = monitor.parse_next_run_at()? {
        println!("it runs in {:.0}", next.duration_since(jiff::Timestamp::now()));
    }

    show_rejection(&client, &arguments.monitor).await?;

    let job = run_agent_job(&client, Duration::from_secs(arguments.patience)).await?;
    println!("the agent job ended: {}", job.status);
    if let Some(data) = job.data {
        println!("{data:#}");
    }
    Ok(())
}

/// Changes the given fields; the service keeps the others.
async fn change(client: &Client, id: &str) -> Result<Monitor> {
    let schedule = MonitorSchedule::builder().text("every 30 minutes").build()?;
    let update = MonitorUpdate::builder()
        .name("Price watch")
        // A field that is not set keeps its stored value; `clear_goal()` would remove the goal.
        .goal("Tell me when a price falls")
        .schedule(schedule)
        // Checks the update as the service would, without a request.
        .build()?;
    match client.update_monitor(id, &update).await {
        Ok(response) => Ok(response.data),
        // Each error of the contract's catalogue has its own kind.
        Err(error) => match error.kind() {
            Some(ErrorKind::InvalidToken) => bail!("the service does not know this key: {error}"),
            Some(ErrorKind::NotFound) => bail!("there is no monitor {id}: {error}"),
            _ => Err(error.into()),
        },
    }
}

/// Sends an update that breaks two limits, and prints the error of the service.
async fn show_rejection(client: &Client, id: &str) -> Result<()> {
    let mut update = MonitorUpdate::default();
    update.name = Some("n".repeat(300));
    update.retention_days = Some(0);
    if let Err(violations) = update.validate() {
        println!("expected to be rejected: {violations}");
    }
    match client.update_monitor(id, &update).await {
        Err(Error::ErrorResponse(response)) => {
            println!(
                "rejected with status {}: {}",
                response.status,
                response.text().unwrap_or("-")
            );
            if let Some(details) = response.details() {
                println!("details: {details:#}");
            }
            Ok(())
        }
        Err(error) => Err(error.into()),
        Ok(_) => bail!("the service accepted an update that its contract forbids"),
    }
}

/// Starts an agent job and waits until it ends.
async fn run_agent_job(client: &Client, patience: Duration) -> Result<AgentStatus> {
    // An `AgentRequest` instead of `None` limits the credits of the job.
    let job = client.start_agent(None).await?.id;
    println!("the agent job {job} has started");
    // Ctrl+C stops the waiting, but not the job.
    let interrupted = async { drop(tokio::signal::ctrl_c().await) };
    let waiting = client.wait_for_agent(&job).limit(patience).cancelled_by(interrupted);
    Ok(waiting.await?)
}

/// A hook that adds an id to each request and prints each response.
struct RequestLog;

impl Hook for RequestLog {
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
