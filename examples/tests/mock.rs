//! Tests of a client against the reference server, as `docs/in-your-tests.md` shows them.

use webdata::client::Client;
use webdata::error_catalogue::ErrorKind;
use webdata::monitor::MonitorUpdate;
use webdata_conformance::reference::{ReferenceServer, Team};

type Result = std::result::Result<(), Box<dyn std::error::Error>>;

#[tokio::test]
async fn a_new_name_is_stored() -> Result {
    // On a free port of this machine; it stops when it is dropped.
    let server = ReferenceServer::start().await?;
    let monitor = server.create("Monitor", Team::HOME)?;
    let client = Client::new(&server.base_url(), &server.keys().valid)?;

    let update = MonitorUpdate::builder().name("Price watch").build()?;
    client.update_monitor(&monitor, &update).await?;

    // What is left out is kept.
    let update = MonitorUpdate::builder().retention_days(7).build()?;
    let stored = client.update_monitor(&monitor, &update).await?.data;
    assert_eq!((stored.name.as_str(), stored.retention_days), ("Price watch", 7));
    Ok(())
}

#[tokio::test]
async fn no_credits_are_left() -> Result {
    let server = ReferenceServer::start().await?;
    // Any row of the error catalogue, by its identity.
    let key = server.key_with_error("insufficient-credits", Team::HOME).ok_or("no such error")?;
    let client = Client::new(&server.base_url(), &key)?;

    let rejected = client.start_agent(None).await.err().and_then(|error| error.kind());
    assert_eq!(rejected, Some(ErrorKind::InsufficientCredits));
    Ok(())
}

#[tokio::test]
async fn a_job_ends() -> Result {
    let server = ReferenceServer::start().await?;
    let client = Client::new(&server.base_url(), &server.keys().valid)?;
    let job = client.start_agent(None).await?.id;
    assert_eq!(client.agent_status(&job).await?.status, "processing");

    // Nothing waits for real: the job takes half a minute by the server's clock.
    server.advance(30);
    assert_eq!(client.agent_status(&job).await?.status, "completed");
    Ok(())
}

#[test]
fn the_page_shows_what_is_tested_here() {
    let page = include_str!("../../docs/in-your-tests.md");
    let (_, shown) = page.split_once("```rust\n").unwrap_or_default();
    let (shown, _) = shown.split_once("```\n").unwrap_or_default();
    let tested = include_str!("mock.rs");
    assert!(shown.lines().count() > 40 && tested.contains(shown), "docs/in-your-tests.md differs");
    // The page says which crates the test needs.
    let (_, added) = page.split_once("[dev-dependencies]\n").unwrap_or_default();
    let (added, _) = added.split_once("```").unwrap_or_default();
    let added: Vec<_> = added.lines().filter_map(|line| line.split(' ').next()).collect();
    let paths = shown
        .split([' ', '[', '('])
        .filter_map(|word| word.trim_start_matches('#').split_once("::"));
    let crates = paths.map(|(name, _)| name.trim_start_matches('['));
    let crates =
        crates.filter(|name| name.starts_with(|c: char| c.is_ascii_lowercase()) && *name != "std");
    for name in crates {
        assert!(added.contains(&name.replace('_', "-").as_str()), "{name} is not among {added:?}");
    }
}
