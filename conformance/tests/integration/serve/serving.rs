//! The binary, serving.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel, sync_channel};
use std::thread;
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::binary::binary;

/// How many lines of the log are taken from it before somebody asks for them.
const AHEAD: usize = 16;

/// How long anything may take here.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server that is stopped when the test is over.
pub(crate) struct Serving {
    child: Child,
    /// What it printed up to the line that says that it is ready, or all of it where it has none.
    pub(crate) greeting: Vec<String>,
    /// What it writes on standard error, line by line.
    pub(crate) log: Receiver<String>,
    pub(crate) port: u16,
    /// Hears when it closes its standard output, as its end does.
    closed: Receiver<()>,
}

impl Serving {
    /// Starts it on a free port.
    pub(crate) fn start(words: &[&str]) -> Self {
        let mut command = binary();
        command.args(["serve", "--port", "0"]).args(words);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        let mut printed = BufReader::new(child.stdout.take().unwrap());
        let mut greeting = Vec::new();
        for line in printed.by_ref().lines().map_while(Result::ok) {
            let is_last = line.starts_with("ready: ") || line.contains(r#""event":"ready""#);
            greeting.push(line);
            if is_last {
                break;
            }
        }
        let last = greeting.last().expect("it prints something");
        let after = last.split("http://127.0.0.1:").nth(1).expect("it says where it is");
        let port = after.chars().take_while(char::is_ascii_digit).collect::<String>();
        let (close, closed) = channel::<()>();
        thread::spawn(move || {
            let _ = printed.read_to_end(&mut Vec::new());
            drop(close);
        });
        let (send, log) = sync_channel(AHEAD);
        let written = BufReader::new(child.stderr.take().unwrap());
        thread::spawn(move || {
            for line in written.lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        Self { child, greeting, log, port: port.parse().unwrap(), closed }
    }

    /// The next line of the log.
    pub(crate) fn next(&self) -> String {
        self.log.recv_timeout(PATIENCE).expect("a line is written")
    }

    /// The value of a variable that the greeting sets.
    pub(crate) fn variable(&self, name: &str) -> String {
        let start = format!("export {name}=");
        let line = self.greeting.iter().find_map(|line| line.strip_prefix(&start));
        line.expect("the variable is set").to_owned()
    }

    /// A connection to it.
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends a request, and returns the unchanged response.
    pub(crate) fn ask(&self, method: &str, path: &str, key: &str, body: &str) -> String {
        let mut stream = self.connect();
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: \
             Bearer {key}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill(Pid::from_raw(self.child.id().try_into().unwrap()), signal).unwrap();
    }

    /// Waits until it has ended, without a look at its log.
    pub(crate) fn ended(mut self) -> ExitStatus {
        let closed = self.closed.recv_timeout(PATIENCE);
        assert_eq!(closed, Err(RecvTimeoutError::Disconnected), "it goes on");
        self.child.wait().unwrap()
    }

    /// Waits until it has ended; what was still in the log, and how it ended.
    pub(crate) fn end(mut self) -> (Vec<String>, ExitStatus) {
        let mut rest = Vec::new();
        while let Ok(line) = self.log.recv_timeout(PATIENCE) {
            rest.push(line);
        }
        // The log ends when the process does.
        (rest, self.child.wait().unwrap())
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // It may have ended by itself.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
