//! The server as its users start it, raw connections to it, and the checks of its state after each abuse.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::binary::binary;

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

/// The longest time that the server may take to start.
const START: Duration = Duration::from_secs(60);

/// A running server, which is killed when this value is dropped.
pub(crate) struct Served {
    pub(crate) child: Child,
    pub(crate) address: SocketAddr,
    pub(crate) key: String,
    /// The identity of a monitor of the key's team.
    pub(crate) monitor: String,
}

impl Served {
    pub(crate) fn start() -> Self {
        let mut command = binary();
        command.args(["serve", "--port", "0"]).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (sender, variables) = mpsc::channel();
        thread::spawn(move || {
            let mut variables = HashMap::new();
            for line in lines.by_ref().map_while(Result::ok) {
                let variable = line.strip_prefix("export ").and_then(|line| line.split_once('='));
                if let Some((name, value)) = variable {
                    variables.insert(name.to_owned(), value.to_owned());
                    if name == "FIXTURE_1" {
                        break;
                    }
                }
            }
            drop(sender.send(variables));
            // The output has to be read on, or the server blocks when the pipe is full.
            lines.for_each(drop);
        });
        let variables = variables.recv_timeout(START).unwrap();
        let host = variables["BASE_URL"].trim_start_matches("http://").split('/').next().unwrap();
        let (key, monitor) = (variables["VALID_KEY"].clone(), variables["FIXTURE_1"].clone());
        Self { child, address: host.parse().unwrap(), key, monitor }
    }

    /// Builds a request with the valid key.
    pub(crate) fn request(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Vec<u8> {
        let (address, key, length) = (self.address, &self.key, body.len());
        let mut bytes = format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {key}\r\n\
             Content-Type: application/json\r\n{headers}"
        );
        if !headers.contains("Transfer-Encoding") && !headers.contains("Content-Length") {
            bytes.push_str(&format!("Content-Length: {length}\r\n"));
        }
        bytes.push_str("\r\n");
        [bytes.as_bytes(), body].concat()
    }

    /// Builds an update of the monitor with these additional headers.
    pub(crate) fn patch(&self, headers: &str, body: &[u8]) -> Vec<u8> {
        self.request("PATCH", &format!("/v2/monitor/{}", self.monitor), headers, body)
    }

    /// Builds an update that sets the name of the monitor.
    pub(crate) fn rename(&self, name: &str) -> Vec<u8> {
        self.patch("", json!({ "name": name }).to_string().as_bytes())
    }

    pub(crate) fn raw(&self) -> Raw {
        Raw::connect(self.address)
    }

    /// Sends a request to the control plane.
    pub(crate) fn control(&self, method: &str, path: &str, body: &Value) -> Response {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut raw = self.raw();
        raw.send(&self.request(method, &format!("/_reference/{path}"), "", body.as_bytes()));
        raw.response().unwrap()
    }

    pub(crate) fn listed(&self, path: &str) -> Vec<Value> {
        let listed = self.control("GET", path, &Value::Null).json();
        listed.as_array().unwrap().clone()
    }

    /// Creates a monitor of a team; returns its identity.
    pub(crate) fn create(&self, team: &str, properties: &Value) -> String {
        let body = json!({ "team": team, "properties": properties });
        let created = self.control("POST", "monitors", &body);
        assert_eq!(created.status, 201, "{created:?}");
        created.json()["id"].as_str().unwrap().to_owned()
    }

    /// Returns the name of a monitor as the server stores it.
    pub(crate) fn name_of(&self, id: &str) -> String {
        let stored = self.control("GET", &format!("monitors/{id}"), &Value::Null);
        assert_eq!(stored.status, 200, "{stored:?}");
        stored.json()["name"].as_str().unwrap().to_owned()
    }

    /// Returns the peak memory of the server in MiB, if the system reports it.
    pub(crate) fn peak_memory(&self) -> Option<u64> {
        let mut status = String::new();
        let path = format!("/proc/{}/status", self.child.id());
        std::fs::File::open(path).ok()?.read_to_string(&mut status).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        Some(line.split_whitespace().next()?.parse::<u64>().ok()? / 1024)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The longest time that a read or a write may take.
const SOCKET_LIMIT: Duration = Duration::from_secs(60);

pub(crate) struct Raw {
    pub(crate) stream: TcpStream,
    /// The bytes that were read and belong to no response yet.
    unread: Vec<u8>,
}

#[derive(Debug, PartialEq)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Response {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl Raw {
    pub(crate) fn connect(address: SocketAddr) -> Self {
        let stream = TcpStream::connect_timeout(&address, SOCKET_LIMIT).unwrap();
        stream.set_read_timeout(Some(SOCKET_LIMIT)).unwrap();
        stream.set_write_timeout(Some(SOCKET_LIMIT)).unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream, unread: Vec::new() }
    }

    /// Sends the bytes; returns whether the server read them all.
    pub(crate) fn send(&mut self, bytes: &[u8]) -> bool {
        let sent = self.stream.write_all(bytes);
        let timed_out = sent.as_ref().is_err_and(|error| error.kind() == ErrorKind::WouldBlock);
        assert!(!timed_out, "the server stopped reading");
        sent.is_ok()
    }

    /// Closes the sending side of the connection.
    pub(crate) fn end(&self) {
        drop(self.stream.shutdown(Shutdown::Write));
    }

    /// Returns the next response, or `None` if the connection is closed.
    pub(crate) fn response(&mut self) -> Option<Response> {
        loop {
            let end = self.unread.windows(4).position(|bytes| bytes == b"\r\n\r\n");
            let Some(end) = end else {
                if !self.read() {
                    assert!(
                        self.unread.is_empty(),
                        "the connection ended inside a response: {:?}",
                        self.unread
                    );
                    return None;
                }
                continue;
            };
            let head = String::from_utf8(self.unread.drain(..end + 4).collect()).unwrap();
            let head = head.to_lowercase();
            let status = head.split(' ').nth(1).unwrap().parse().unwrap();
            if status == 100 {
                continue;
            }
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            let length = length.map_or(0, |length| length.parse().unwrap());
            while self.unread.len() < length {
                assert!(self.read(), "the connection ended inside the body of a response: {head}");
            }
            let body = String::from_utf8(self.unread.drain(..length).collect()).unwrap();
            return Some(Response { status, head, body });
        }
    }

    /// Returns all responses until the connection is closed.
    pub(crate) fn responses(&mut self) -> Vec<Response> {
        std::iter::from_fn(|| self.response()).collect()
    }

    /// Reads some bytes; returns whether there were any.
    fn read(&mut self) -> bool {
        let mut bytes = [0; 64 * 1024];
        match self.stream.read(&mut bytes) {
            Ok(count) => {
                self.unread.extend_from_slice(&bytes[..count]);
                count > 0
            }
            Err(error) => {
                let timed_out = matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut);
                assert!(!timed_out, "the server neither responds nor closes the connection");
                false
            }
        }
    }
}
