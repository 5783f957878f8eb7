//! A server that is killed at any moment, again and again, while clients change monitors: the file
//! is whole each time, and has every change that was answered with success.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use fastrand::Rng;
use futures_util::future::join_all;
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use crate::binary::command;

/// How long a server may take to start, or an answer to come.
const PATIENCE: Duration = Duration::from_secs(60);

/// How many clients send at a time, each changing a monitor of its own.
const CLIENTS: usize = 8;

/// How many servers run at a time, each with a file of its own.
const LANES: u64 = 4;

/// The longest time between the answer that the kill comes after and the kill, in microseconds: as
/// long as some writes take.
const LONGEST_DELAY: u64 = 5_000;

/// What a client did to its monitor, whose name is a number that only grows.
#[derive(Default)]
struct Sender {
    id: String,
    /// The last number that was sent.
    sent: AtomicU64,
    /// The last one of those that were answered with success.
    answered: AtomicU64,
}

/// A server in a process of its own.
struct Running {
    process: Child,
    base_url: String,
}

impl Running {
    /// Starts the binary, and waits until it says where it is.
    fn start(folder: &Path) -> Self {
        let words = ["serve", "--port", "0", "--quiet", "--state", "state.json"];
        let mut process = command(folder, &words).stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let mut lines = lines.map_while(Result::ok);
        let (sender, told) = mpsc::channel();
        thread::spawn(move || {
            let url =
                lines.find_map(|line| Some(line.strip_prefix("export BASE_URL=")?.to_owned()));
            drop(sender.send(url));
            // It never waits for somebody to read what else it says.
            lines.for_each(drop);
        });
        let mut running = Self { process, base_url: String::new() };
        let base_url = told.recv_timeout(PATIENCE).expect("it says something in time");
        running.base_url = base_url.expect("it starts");
        running
    }

    fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It is dead already, unless the test has failed.
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

fn client() -> Client {
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder().no_proxy().timeout(PATIENCE).build().unwrap()
}

/// Creates monitors, and gives their identities.
async fn create(base_url: &str, count: usize) -> Vec<String> {
    let client = &client();
    let url = &format!("{base_url}/_reference/monitors");
    let mut ids = Vec::new();
    while ids.len() < count {
        let some = (0..16.min(count - ids.len())).map(|_| async move {
            let body = json!({ "properties": { "name": "0" } }).to_string();
            let request = client.post(url).header("content-type", "application/json").body(body);
            let answer = request.send().await.unwrap().text().await.unwrap();
            let monitor: Value = serde_json::from_str(&answer).unwrap();
            monitor["id"].as_str().unwrap().to_owned()
        });
        ids.extend(join_all(some).await);
    }
    ids
}

/// Has every client change its monitor until the server is killed, which happens at some moment
/// after so many answers.
async fn change_until_killed(running: &mut Running, clients: &[Sender], random: &mut Rng) {
    let (most, delay) = (random.u64(1..=30), random.u64(0..LONGEST_DELAY));
    let (answers, enough) = (AtomicU64::new(0), Notify::new());
    let http = client();
    let url = |id: &str| format!("{}/v2/monitor/{id}", running.base_url);
    let changing = join_all(clients.iter().map(|client| {
        let url = url(&client.id);
        let (http, answers, enough) = (&http, &answers, &enough);
        async move {
            loop {
                let number = client.sent.fetch_add(1, Ordering::SeqCst) + 1;
                let request = http.patch(&url).bearer_auth("reference-valid-key");
                let request = request.header("content-type", "application/json");
                let request = request.body(json!({ "name": number.to_string() }).to_string());
                let Ok(answer) = request.send().await else { break };
                assert_eq!(answer.status(), StatusCode::OK);
                client.answered.store(number, Ordering::SeqCst);
                if answers.fetch_add(1, Ordering::SeqCst) + 1 >= most {
                    enough.notify_one();
                }
            }
        }
    }));
    let process = &mut running.process;
    let killing = async {
        enough.notified().await;
        sleep(Duration::from_micros(delay)).await;
        process.kill().unwrap();
        process.wait().unwrap();
    };
    tokio::join!(changing, killing);
}

/// Holds the file against what the clients know.
fn is_whole(file: &Path, clients: &[Sender], kill: u64) {
    let bytes = fs::read(file).unwrap();
    let state: Value = serde_json::from_slice(&bytes)
        .unwrap_or_else(|error| panic!("kill {kill} left {} bytes: {error}", bytes.len()));
    for client in clients {
        let resources = state["resources"].as_array().unwrap();
        let monitor = resources.iter().find(|resource| resource[0]["id"] == client.id);
        let name = monitor.and_then(|monitor| monitor[1]["properties"]["name"].as_str());
        let name: u64 = name.unwrap().parse().unwrap();
        let known = client.answered.load(Ordering::SeqCst)..=client.sent.load(Ordering::SeqCst);
        assert!(known.contains(&name), "kill {kill}: {name} is not in {known:?}");
    }
}

/// The files that a write has left behind which a kill ended.
fn unfinished(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.filter(|path| path.to_string_lossy().ends_with(".unfinished")).collect()
}

/// Kills servers with so many monitors so often, and gives how many of the kills ended a write, and
/// how many changes were answered.
async fn lane(monitors: usize, kills: u64, seed: u64) -> (u64, u64) {
    let folder = TempDir::new().unwrap();
    let mut random = Rng::with_seed(seed);
    let mut running = Running::start(folder.path());
    let ids = create(&running.base_url, monitors).await;
    let client = |id| Sender { id, ..Sender::default() };
    let clients: Vec<Sender> = ids.into_iter().take(CLIENTS).map(client).collect();
    let mut ended_writes = 0;
    for kill in 1..=kills {
        change_until_killed(&mut running, &clients, &mut random).await;
        ended_writes += u64::from(!unfinished(folder.path()).is_empty());
        is_whole(&folder.path().join("state.json"), &clients, kill);
        running = Running::start(folder.path());
        assert_eq!(unfinished(folder.path()), Vec::<PathBuf>::new(), "the next start tidies up");
    }
    running.kill();
    let answered = clients.iter().map(|client| client.answered.load(Ordering::SeqCst)).sum();
    (ended_writes, answered)
}

/// Kills servers with so many monitors so often, and gives how many of the kills ended a write.
fn check(monitors: usize, kills: u64) -> u64 {
    let seed = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok());
    let seed = seed.unwrap_or_else(|| fastrand::u64(..u64::MAX - LANES));
    println!("SEED={seed}");
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let lanes = (0..LANES)
        .map(|lane_number| runtime.spawn(lane(monitors, kills / LANES, seed + lane_number)));
    let all = runtime.block_on(async { timeout(5 * PATIENCE, join_all(lanes)).await.unwrap() });
    let (mut ended_writes, mut answered) = (0, 0);
    for lane in all {
        let (ended, changes) = lane.unwrap();
        ended_writes += ended;
        answered += changes;
    }
    println!("{kills} kills, {ended_writes} of them in a write; {answered} changes were answered");
    ended_writes
}

#[test]
fn a_hundred_kills_lose_no_change_that_was_answered() {
    assert!(check(CLIENTS, 100) > 0, "no kill ended a write");
}

/// With more to write, more of the kills come while it is written.
#[test]
fn kills_in_the_middle_of_a_write_lose_nothing_either() {
    assert!(check(300, 20) > 0, "no kill ended a write");
}
