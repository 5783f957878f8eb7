//! A client, from its key to its last answer: changes a monitor, is refused another change, and has
//! an agent job done. `README.md` says how to run it.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Parser;
use tokio::time::{Instant, sleep};
use webdata::agent::AgentStatus;
use webdata::client::{Client, Error};
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
    let client = Client::new(&arguments.base_url, &arguments.key)?;

    let monitor = change(&client, &arguments.monitor).await?;
    println!(
        "monitor {} is now called {:?}, {}",
        monitor.id,
        monitor.name,
        monitor.status.as_str()
    );

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

/// Starts an agent job and asks how it stands until it has ended.
async fn have_done(client: &Client, patience: Duration) -> Result<AgentStatus> {
    // An `AgentRequest` in place of `None` says how many credits the job may use.
    let job = client.start_agent(None).await?.id;
    println!("the agent job {job} has started");
    let latest = Instant::now() + patience;
    loop {
        // Asking is a `GET`: the client asks again by itself when it is told to come later.
        let status = client.agent_status(&job).await.context("cannot ask for the agent job")?;
        // The contract does not list the states; this is how the reference server calls a run
        // that goes on.
        if status.status != "processing" {
            return Ok(status);
        }
        if Instant::now() > latest {
            bail!("the agent job {job} has not ended in {} s", patience.as_secs());
        }
        sleep(Duration::from_secs(1)).await;
    }
}
