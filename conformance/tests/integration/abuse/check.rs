//! Runs abuses against a server, and checks its state after each.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::abuse::served::Served;

/// Marks the path of a request that only a misread of the bytes before it would execute.
pub(crate) const SMUGGLED: &str = "smuggled";

/// The longest time that one abuse may take.
const LIMIT: Duration = Duration::from_secs(180);

/// The most memory that the server may gain over all abuses, in MiB.
const GROWTH: u64 = 128;

/// Something harmful that a client does to the server.
#[derive(Clone, Copy)]
pub(crate) struct Abuse {
    pub(crate) name: &'static str,
    pub(crate) action: Action,
}

#[derive(Clone, Copy)]
pub(crate) enum Action {
    /// Sends these bytes and closes the sending side. The server responds with these status codes,
    /// then closes the connection.
    Send(fn(&Served) -> Vec<u8>, &'static [u16]),
    /// Runs a function that does the harm and checks the responses.
    Run(fn(&Served)),
}

impl Abuse {
    pub(crate) const fn sends(
        name: &'static str,
        bytes: fn(&Served) -> Vec<u8>,
        responses: &'static [u16],
    ) -> Self {
        Self { name, action: Action::Send(bytes, responses) }
    }

    pub(crate) const fn acts(name: &'static str, action: fn(&Served)) -> Self {
        Self { name, action: Action::Run(action) }
    }
}

/// Runs the abuses one after the other against one server, while another client uses the server.
pub(crate) fn check(abuses: Vec<Abuse>) {
    let served = Served::start();
    let memory = served.peak_memory();
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let user = scope.spawn(|| use_meanwhile(&served, &is_over));
        // The inner scope catches a panic of an abuse, so that the other client is stopped in any
        // case.
        let abused = thread::scope(|scope| scope.spawn(|| run_all(&served, abuses)).join());
        is_over.store(true, Ordering::SeqCst);
        assert!(user.join().unwrap() > 0, "no other client used the server meanwhile");
        abused.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    });
    match (memory, served.peak_memory()) {
        (Some(before), Some(after)) => {
            eprintln!("memory of the server: {before} MiB at first, {after} MiB at most");
            assert!(
                after < before + GROWTH,
                "the memory of the server grew from {before} MiB to {after} MiB"
            );
        }
        _ => eprintln!("skipped: this system does not report the peak memory of a process"),
    }
}

fn run_all(served: &Served, abuses: Vec<Abuse>) {
    // A reset of the server would remove this monitor, because it was created after the start.
    let unchanged = served.create("home", &json!({ "name": "unchanged" }));
    for Abuse { name, action } in abuses {
        let mut before = served.raw();
        before.send(&served.rename(name));
        assert_eq!(before.response().unwrap().status, 200, "{name}");
        let began = Instant::now();
        match action {
            Action::Run(action) => action(served),
            Action::Send(bytes, expected) => {
                let mut raw = served.raw();
                raw.send(&bytes(served));
                raw.end();
                let responses = raw.responses();
                let status_codes: Vec<u16> =
                    responses.iter().map(|response| response.status).collect();
                assert_eq!(status_codes, expected, "{name}: {responses:?}");
            }
        }
        let took = began.elapsed();
        assert!(took < LIMIT, "{name} took {took:?}");
        assert_eq!(served.name_of(&served.monitor), name, "the update was lost after {name}");
        assert_eq!(served.name_of(&unchanged), "unchanged", "the server was reset by {name}");
        let paths = served.listed("requests").into_iter().map(|request| request["path"].clone());
        let smuggled = paths.filter(|path| path.as_str().unwrap().contains(SMUGGLED));
        assert_eq!(smuggled.collect::<Vec<Value>>(), Vec::<Value>::new(), "{name}");
    }
}

/// Updates a monitor and reads it back until `is_over` is set; returns how many updates were made.
fn use_meanwhile(served: &Served, is_over: &AtomicBool) -> usize {
    let id = served.create("home", &json!({ "name": "used" }));
    let mut updates = 0;
    while !is_over.load(Ordering::SeqCst) {
        let (name, mut raw) = (format!("update {updates}"), served.raw());
        let body = json!({ "name": name }).to_string();
        let path = format!("/v2/monitor/{id}");
        raw.send(&served.request("PATCH", &path, "", body.as_bytes()));
        let response = raw.response().unwrap();
        assert_eq!(response.status, 200, "{response:?}");
        assert_eq!(served.name_of(&id), name, "a confirmed update was lost");
        updates += 1;
        // A pause keeps this client from being an abuse itself, and from flooding the request log.
        thread::sleep(Duration::from_millis(10));
    }
    updates
}
