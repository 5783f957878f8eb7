//! Processes with a time limit: those that end by themselves, and servers that run until they are dropped.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context as _;

/// A process whose output is read line by line. The process is killed when this value is dropped.
pub(super) struct Process {
    child: Child,
    lines: Receiver<String>,
}

/// The reason why there is no further line.
pub(super) enum NoFurtherLine {
    /// The process has closed its output.
    ProcessResult,
    /// The deadline has passed.
    Late,
}

impl Process {
    /// Starts the process.
    pub(super) fn start(command: &mut Command) -> anyhow::Result<Self> {
        let program = command.get_program().to_string_lossy().into_owned();
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = child.spawn().with_context(|| format!("cannot start {program}"))?;
        let output = child.stdout.take().context("a process without output")?;
        let (send, lines) = mpsc::channel();
        // The thread reads all output, also after the last line that a caller asks for. Otherwise the process
        // would block on a full pipe.
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                let _ = send.send(line);
            }
        });
        Ok(Self { child, lines })
    }

    /// Returns the next line, or the reason why there is none before the deadline.
    pub(super) fn line(&self, deadline: Instant) -> Result<String, NoFurtherLine> {
        let left = deadline.saturating_duration_since(Instant::now());
        self.lines.recv_timeout(left).map_err(|why| match why {
            mpsc::RecvTimeoutError::Timeout => NoFurtherLine::Late,
            mpsc::RecvTimeoutError::Disconnected => NoFurtherLine::ProcessResult,
        })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Killing fails only if the process has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The result of a process that ends by itself.
pub(super) struct ProcessResult {
    /// Whether the process ended within its time limit.
    pub(super) in_time: bool,
    /// How long the process ran.
    pub(super) time: Duration,
    /// The last line of its output.
    pub(super) last_line: String,
}

/// Waits for a process to end, and kills it at the time limit.
pub(super) fn run_to_end(command: &mut Command, limit: Duration) -> anyhow::Result<ProcessResult> {
    let start = Instant::now();
    let process = Process::start(command)?;
    let mut last_line = String::new();
    let in_time = loop {
        match process.line(start + limit) {
            Ok(line) => last_line = line,
            Err(NoFurtherLine::ProcessResult) => break true,
            Err(NoFurtherLine::Late) => break false,
        }
    };
    Ok(ProcessResult { in_time, time: start.elapsed(), last_line })
}
