//! Kills a server many times, at random moments, while clients change monitors. The state file must always be
//! complete, and must have every change that got a successful response.

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

/// The longest time that a server may take to start or a response to arrive.
const MAX_WAIT: Duration = Duration::from_secs(60);

/// The number of clients that send in parallel, each to its own monitor.
const CLIENTS: usize = 8;

/// The number of servers that run in parallel, each with its own state file.
const PARALLEL_SERVERS: u64 = 4;

/// The longest delay between the last counted response and the kill, in microseconds: as long as some writes
/// take.
const MAX_KILL_DELAY: u64 = 5_000;

/// The changes of one client to its monitor, whose name is a number that only grows.
#[derive(Default)]
struct ClientLog {
    id: String,
    /// The last number that was sent.
    sent: AtomicU64,
    /// The last number that got a successful response.
    confirmed: AtomicU64,
}

/// A server in its own process.
struct ServerProcess {
    process: Child,
    base_url: String,
}

impl ServerProcess {
    /// Starts the binary, and waits until it prints its base URL.
    fn start(folder: &Path) -> Self {
        let words = ["serve", "--port", "0", "--quiet", "--state", "state.json"];
        let mut process = command(folder, &words).stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let mut lines = lines.map_while(Result::ok);
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let url =
                lines.find_map(|line| Some(line.strip_prefix("export BASE_URL=")?.to_owned()));
            drop(sender.send(url));
            // Reads the rest of the output, so that the process never waits on a full pipe.
            lines.for_each(drop);
        });
        let mut server = Self { process, base_url: String::new() };
        let base_url = receiver.recv_timeout(MAX_WAIT).expect("the server prints its URL in time");
        server.base_url = base_url.expect("the server starts");
        server
    }

    fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // The process has already ended, unless the test failed.
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

fn client() -> Client {
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder().no_proxy().timeout(MAX_WAIT).build().unwrap()
}

/// Creates monitors, and returns their identities.
async fn create(base_url: &str, count: usize) -> Vec<String> {
    let client = &client();
    let url = &format!("{base_url}/_reference/monitors");
    let mut ids = Vec::new();
    while ids.len() < count {
        let batch = (0..16.min(count - ids.len())).map(|_| async move {
            let body = json!({ "properties": { "name": "0" } }).to_string();
            let request = client.post(url).header("content-type", "application/json").body(body);
            let body = request.send().await.unwrap().text().await.unwrap();
            let monitor: Value = serde_json::from_str(&body).unwrap();
            monitor["id"].as_str().unwrap().to_owned()
        });
        ids.extend(join_all(batch).await);
    }
    ids
}

/// Lets every client change its monitor until the server is killed, a random number of responses later.
async fn change_until_killed(server: &mut ServerProcess, clients: &[ClientLog], random: &mut Rng) {
    let (max_responses, delay) = (random.u64(1..=30), random.u64(0..MAX_KILL_DELAY));
    let (responses, enough) = (AtomicU64::new(0), Notify::new());
    let http = client();
    let url = |id: &str| format!("{}/v2/monitor/{id}", server.base_url);
    let changing = join_all(clients.iter().map(|client| {
        let url = url(&client.id);
        let (http, responses, enough) = (&http, &responses, &enough);
        async move {
            loop {
                let number = client.sent.fetch_add(1, Ordering::SeqCst) + 1;
                let request = http.patch(&url).bearer_auth("reference-valid-key");
                let request = request.header("content-type", "application/json");
                let request = request.body(json!({ "name": number.to_string() }).to_string());
                let Ok(response) = request.send().await else { break };
                assert_eq!(response.status(), StatusCode::OK);
                client.confirmed.store(number, Ordering::SeqCst);
                if responses.fetch_add(1, Ordering::SeqCst) + 1 >= max_responses {
                    enough.notify_one();
                }
            }
        }
    }));
    let process = &mut server.process;
    let killing = async {
        enough.notified().await;
        sleep(Duration::from_micros(delay)).await;
        process.kill().unwrap();
        process.wait().unwrap();
    };
    tokio::join!(changing, killing);
}

/// Checks that the state file is complete, and that it has every confirmed change and no change that was not
/// sent.
fn check_state_file(file: &Path, clients: &[ClientLog], kill: u64) {
    let bytes = fs::read(file).unwrap();
    let state: Value = serde_json::from_slice(&bytes)
        .unwrap_or_else(|error| panic!("kill {kill} left {} bytes: {error}", bytes.len()));
    for client in clients {
        let resources = state["resources"].as_array().unwrap();
        let monitor = resources.iter().find(|resource| resource[0]["id"] == client.id);
        let name = monitor.and_then(|monitor| monitor[1]["properties"]["name"].as_str());
        let name: u64 = name.unwrap().parse().unwrap();
        let known = client.confirmed.load(Ordering::SeqCst)..=client.sent.load(Ordering::SeqCst);
        assert!(known.contains(&name), "kill {kill}: {name} is not in {known:?}");
    }
}

/// Returns the temporary files that interrupted writes have left behind.
fn unfinished(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.filter(|path| path.to_string_lossy().ends_with(".unfinished")).collect()
}

/// Kills a server with `monitors` monitors `kills` times, and returns how many kills interrupted a write, and
/// how many changes were confirmed.
async fn kill_repeatedly(monitors: usize, kills: u64, seed: u64) -> (u64, u64) {
    let folder = TempDir::new().unwrap();
    let mut random = Rng::with_seed(seed);
    let mut server = ServerProcess::start(folder.path());
    let ids = create(&server.base_url, monitors).await;
    let client = |id| ClientLog { id, ..ClientLog::default() };
    let clients: Vec<ClientLog> = ids.into_iter().take(CLIENTS).map(client).collect();
    let mut interrupted_writes = 0;
    for kill in 1..=kills {
        change_until_killed(&mut server, &clients, &mut random).await;
        interrupted_writes += u64::from(!unfinished(folder.path()).is_empty());
        check_state_file(&folder.path().join("state.json"), &clients, kill);
        server = ServerProcess::start(folder.path());
        assert_eq!(
            unfinished(folder.path()),
            Vec::<PathBuf>::new(),
            "the next start leaves temporary files"
        );
    }
    server.kill();
    let confirmed = clients.iter().map(|client| client.confirmed.load(Ordering::SeqCst)).sum();
    (interrupted_writes, confirmed)
}

/// Kills several servers in parallel, `kills` times in total, and returns how many kills interrupted a write.
fn check(monitors: usize, kills: u64) -> u64 {
    let seed = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok());
    let seed = seed.unwrap_or_else(|| fastrand::u64(..u64::MAX - PARALLEL_SERVERS));
    println!("SEED={seed}");
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let tasks = (0..PARALLEL_SERVERS).map(|index| {
        runtime.spawn(kill_repeatedly(monitors, kills / PARALLEL_SERVERS, seed + index))
    });
    let all = runtime.block_on(async { timeout(5 * MAX_WAIT, join_all(tasks)).await.unwrap() });
    let (mut interrupted_writes, mut confirmed) = (0, 0);
    for task in all {
        let (interrupted, changes) = task.unwrap();
        interrupted_writes += interrupted;
        confirmed += changes;
    }
    println!(
        "{kills} kills, {interrupted_writes} of them during a write; {confirmed} changes were confirmed"
    );
    interrupted_writes
}

#[test]
#[ignore = "takes long; `cargo xtask ci --long` runs it"]
fn a_hundred_kills_lose_no_confirmed_change() {
    assert!(check(CLIENTS, 100) > 0, "no kill interrupted a write");
}

/// With more monitors, writes take longer, so that more kills interrupt a write.
#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn kills_during_a_write_lose_no_confirmed_change() {
    assert!(check(300, 20) > 0, "no kill interrupted a write");
}
