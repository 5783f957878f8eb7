//! Runs the binary as a server.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel, sync_channel};
use std::thread;
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::binary::binary;

/// How many lines of the log are read ahead of the test.
const LINES_READ_AHEAD: usize = 16;

/// The time limit of each wait.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A server process that is killed when the test ends.
pub(crate) struct ServerProcess {
    child: Child,
    /// The lines of standard output up to the line that says that the server is ready.
    pub(crate) greeting: Vec<String>,
    /// The lines of standard error.
    pub(crate) log: Receiver<String>,
    pub(crate) port: u16,
    /// Disconnects when the process closes its standard output, that is, when it ends.
    closed: Receiver<()>,
}

impl ServerProcess {
    /// Starts the server on a free port.
    pub(crate) fn start(words: &[&str]) -> Self {
        let mut command = binary();
        command.args(["serve", "--port", "0"]).args(words);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the binary starts");
        let mut printed = BufReader::new(child.stdout.take().unwrap());
        let mut greeting = Vec::new();
        for line in printed.by_ref().lines().map_while(Result::ok) {
            let is_last = line.starts_with("ready: ") || line.contains(r#""event":"ready""#);
            greeting.push(line);
            if is_last {
                break;
            }
        }
        let last = greeting.last().expect("a line is printed");
        let after = last.split("http://127.0.0.1:").nth(1).expect("the line has the address");
        let port = after.chars().take_while(char::is_ascii_digit).collect::<String>();
        let (close, closed) = channel::<()>();
        thread::spawn(move || {
            let _ = printed.read_to_end(&mut Vec::new());
            drop(close);
        });
        let (send, log) = sync_channel(LINES_READ_AHEAD);
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

    /// Returns the next line of the log.
    pub(crate) fn next(&self) -> String {
        self.log.recv_timeout(TIMEOUT).expect("a line is written")
    }

    /// Returns the value of a variable that the startup output exports.
    pub(crate) fn variable(&self, name: &str) -> String {
        let start = format!("export {name}=");
        let line = self.greeting.iter().find_map(|line| line.strip_prefix(&start));
        line.expect("the variable is set").to_owned()
    }

    /// Opens a connection to the server.
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        stream
    }

    /// Sends a request, and returns the response as it is on the wire.
    pub(crate) fn ask(&self, method: &str, path: &str, key: &str, body: &str) -> String {
        let mut stream = self.connect();
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: \
             Bearer {key}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        response
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill(Pid::from_raw(self.child.id().try_into().unwrap()), signal).unwrap();
    }

    /// Waits until the process has ended, without reading its log.
    pub(crate) fn wait(mut self) -> ExitStatus {
        let closed = self.closed.recv_timeout(TIMEOUT);
        assert_eq!(closed, Err(RecvTimeoutError::Disconnected), "the process is still running");
        self.child.wait().unwrap()
    }

    /// Waits until the process has ended, and returns the rest of the log and the exit status.
    pub(crate) fn wait_with_log(mut self) -> (Vec<String>, ExitStatus) {
        let mut rest = Vec::new();
        while let Ok(line) = self.log.recv_timeout(TIMEOUT) {
            rest.push(line);
        }
        // The log ends when the process does.
        (rest, self.child.wait().unwrap())
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // The process may have ended already.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
