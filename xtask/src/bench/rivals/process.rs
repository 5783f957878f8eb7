//! Processes with a time limit: one that answers and ends, and one that serves until it is dropped.
//!
//! It must not know what they are for.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context as _;

/// A process whose output is read, line by line. It ends when this is dropped.
pub(super) struct Process {
    child: Child,
    lines: Receiver<String>,
}

/// Why there is no further line.
pub(super) enum Silence {
    /// The process has closed its output.
    Ended,
    /// The time is over.
    Late,
}

impl Process {
    /// Starts it.
    pub(super) fn start(command: &mut Command) -> anyhow::Result<Self> {
        let program = command.get_program().to_string_lossy().into_owned();
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = child.spawn().with_context(|| format!("cannot start {program}"))?;
        let output = child.stdout.take().context("a process without output")?;
        let (send, lines) = mpsc::channel();
        // Reads on after the last line that anybody asks for, so that the process never waits.
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                let _ = send.send(line);
            }
        });
        Ok(Self { child, lines })
    }

    /// The next line, if there is one by then.
    pub(super) fn line(&self, deadline: Instant) -> Result<String, Silence> {
        let left = deadline.saturating_duration_since(Instant::now());
        self.lines.recv_timeout(left).map_err(|why| match why {
            mpsc::RecvTimeoutError::Timeout => Silence::Late,
            mpsc::RecvTimeoutError::Disconnected => Silence::Ended,
        })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // One that has ended already needs no end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What became of a process that ends by itself.
pub(super) struct Ended {
    /// Whether it ended in time.
    pub(super) in_time: bool,
    /// How long it took.
    pub(super) time: Duration,
    /// The last line that it wrote.
    pub(super) last_line: String,
}

/// Waits for a process to end, or ends it.
pub(super) fn to_the_end(command: &mut Command, limit: Duration) -> anyhow::Result<Ended> {
    let start = Instant::now();
    let process = Process::start(command)?;
    let mut last_line = String::new();
    let in_time = loop {
        match process.line(start + limit) {
            Ok(line) => last_line = line,
            Err(Silence::Ended) => break true,
            Err(Silence::Late) => break false,
        }
    };
    Ok(Ended { in_time, time: start.elapsed(), last_line })
}
