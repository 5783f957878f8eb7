//! The server as its users start it: the binary, on a free port.
//!
//! This module sends requests and does not judge responses.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::abuse::raw::{Raw, Response};
use crate::binary::binary;

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
