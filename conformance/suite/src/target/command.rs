//! Runs the commands of a target file, without a shell and with a time limit. The command of a key runs before the
//! run, and again when the server rejects the key, because keys of staging systems expire.
//!
//! The output of a command is never shown, except its standard error if it fails.

use std::fmt;
use std::io::Read;
use std::mem;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use tokio_util::sync::CancellationToken;

use crate::{Untrusted, describe_duration};

/// The time limit of a command.
pub const KEY_COMMAND_LIMIT: Duration = Duration::from_secs(30);

/// The minimum age of a rejected key before the command runs again. Requests that were sent together are
/// rejected together.
const MIN_RENEWAL_INTERVAL: Duration = Duration::from_secs(10);

/// The maximum length of the shown standard error, in characters.
const MAX_SHOWN: usize = 300;

/// The reason why a command has no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The command is empty.
    #[error(
        "`command` is empty; write the program and its arguments: `[\"PROGRAM\", \"ARGUMENT\"]`"
    )]
    Empty,
    /// The program could not be started.
    #[error("cannot start `{program}`: {cause}")]
    Start {
        /// The program.
        program: String,
        /// The error of the operating system.
        cause: String,
    },
    /// The command took too long.
    #[error("`{program}` takes longer than {}", describe_duration(*limit))]
    TooLong {
        /// The program.
        program: String,
        /// The limit.
        limit: Duration,
    },
    /// The command was ended with the run.
    #[error("`{program}` was ended, since the run was interrupted")]
    Interrupted {
        /// The program.
        program: String,
    },
    /// The command failed.
    #[error("`{program}` ended with {code}{}", after_colon(stderr))]
    Failed {
        /// The program.
        program: String,
        /// Its exit code, or the signal that ended it.
        code: String,
        /// The end of its standard error.
        stderr: Untrusted,
    },
    /// The output of the command cannot be sent in a header.
    #[error(
        "`{program}` printed {printed_instead} on standard output, which should have only the key"
    )]
    NoKey {
        /// The program.
        program: String,
        /// The kind of output, without the output.
        printed_instead: &'static str,
    },
}

/// Returns the standard error of a command to end a message; empty if the command printed nothing.
fn after_colon(stderr: &Untrusted) -> String {
    let stderr = stderr.to_string();
    if stderr.trim().is_empty() {
        ", and printed nothing on standard error".to_owned()
    } else {
        format!(": {stderr}")
    }
}

/// A program with its arguments, and its time limit.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TimedCommand {
    /// The program and its arguments.
    #[serde(rename = "command")]
    #[schemars(length(min = 1))]
    pub words: Vec<String>,
    /// The time limit of the command.
    #[serde(rename = "timeout-seconds", default = "setup_limit", deserialize_with = "seconds")]
    #[schemars(with = "u64", range(min = 1, max = 3600), extend("default" = setup_limit().as_secs()))]
    pub limit: Duration,
}

/// Returns the default time limit of the commands `setup` and `teardown`.
fn setup_limit() -> Duration {
    Duration::from_secs(120)
}

/// Reads a whole number of seconds.
pub(super) fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    u64::deserialize(deserializer).map(Duration::from_secs)
}

/// A command, and the keys that it has printed.
pub struct KeyCommand {
    command: TimedCommand,
    state: Mutex<PrintedKeys>,
    /// Held while the command runs, so that the command runs once for simultaneous rejections.
    renewing: tokio::sync::Mutex<()>,
}

struct PrintedKeys {
    /// The newest key that the command has printed.
    newest: String,
    /// The keys that the command printed before, the oldest first.
    older: Vec<String>,
    /// The time of the last renewal, if there was one.
    renewed: Option<Instant>,
}

impl KeyCommand {
    /// Runs a command for the first time.
    ///
    /// # Errors
    /// If the command fails, takes longer than `limit`, or prints no key.
    pub fn run(words: Vec<String>, limit: Duration) -> Result<Self, CommandError> {
        let command = TimedCommand { words, limit };
        let newest = command.key()?;
        let state = Mutex::new(PrintedKeys { newest, older: Vec::new(), renewed: None });
        Ok(Self { command, state, renewing: tokio::sync::Mutex::new(()) })
    }

    pub(crate) fn newest(&self) -> String {
        self.state.lock().newest.clone()
    }

    pub(crate) fn keys(&self) -> Vec<String> {
        let PrintedKeys { newest, older, .. } = &*self.state.lock();
        older.iter().chain([newest]).cloned().collect()
    }

    pub(crate) fn count(&self) -> usize {
        self.state.lock().older.len() + 1
    }

    /// Runs the command to replace a rejected key, and returns whether there is a new key. A key that is
    /// rejected soon after a renewal is not replaced.
    ///
    /// # Errors
    /// If the command fails.
    pub(crate) async fn renew(self: &Arc<Self>, rejected: &str) -> Result<bool, CommandError> {
        let _renewing = self.renewing.lock().await;
        {
            let state = self.state.lock();
            if state.newest != rejected {
                return Ok(true);
            }
            if state.renewed.is_some_and(|renewed| renewed.elapsed() < MIN_RENEWAL_INTERVAL) {
                return Ok(false);
            }
        }
        let command = Arc::clone(self);
        let ran = tokio::task::spawn_blocking(move || command.command.key()).await;
        let mut state = self.state.lock();
        let program = self.command.words.first().cloned().ok_or(CommandError::Empty)?;
        let failed = |error: tokio::task::JoinError| CommandError::Start {
            program,
            cause: error.to_string(),
        };
        let key = ran.map_err(failed)??;
        state.renewed = Some(Instant::now());
        let is_new = key != rejected;
        if is_new {
            let replaced = mem::replace(&mut state.newest, key);
            state.older.push(replaced);
        }
        Ok(is_new)
    }
}

/// Shows the command without any key.
impl fmt::Debug for KeyCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("KeyCommand").field(&self.command.words.first()).finish()
    }
}

impl TimedCommand {
    /// Runs the command and returns the key that it printed.
    fn key(&self) -> Result<String, CommandError> {
        let printed = self.output(&CancellationToken::new())?;
        let printed_instead = match std::str::from_utf8(&printed).map(str::trim) {
            Ok("") => "nothing",
            Ok(key) if key.bytes().all(|byte| (0x20..0x7f).contains(&byte)) => {
                return Ok(key.to_owned());
            }
            _ => "several lines, or characters that a header cannot carry",
        };
        let program = self.words.first().cloned().ok_or(CommandError::Empty)?;
        Err(CommandError::NoKey { program, printed_instead })
    }

    /// Runs the command and returns its standard output. The command is killed at its time limit, and if `stop` is
    /// cancelled.
    ///
    /// # Errors
    /// If the command cannot be started, is killed or fails.
    pub fn output(&self, stop: &CancellationToken) -> Result<Vec<u8>, CommandError> {
        let end = Instant::now() + self.limit;
        let (name, arguments) = self.words.split_first().ok_or(CommandError::Empty)?;
        let program = name.clone();
        let started = Command::new(name)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = match started {
            Ok(child) => child,
            Err(cause) => return Err(CommandError::Start { program, cause: cause.to_string() }),
        };
        let (printed, stderr) = (read_pipe(child.stdout.take()), read_pipe(child.stderr.take()));
        let left = || end.saturating_duration_since(Instant::now());
        let ended = (|| {
            let status = wait(&mut child, end, stop)?;
            Some((printed.recv_timeout(left()).ok()?, stderr.recv_timeout(left()).ok()?, status))
        })();
        let Some((printed, stderr, status)) = ended else {
            // Killing fails only if the process has ended.
            drop(child.kill());
            drop(child.wait());
            return Err(if stop.is_cancelled() {
                CommandError::Interrupted { program }
            } else {
                CommandError::TooLong { program, limit: self.limit }
            });
        };
        if status.success() {
            return Ok(printed);
        }
        let code = status.code().map_or_else(|| "a signal".to_owned(), |code| format!("{code}"));
        Err(CommandError::Failed { program, code, stderr: stderr_tail(&stderr).into() })
    }
}

fn read_pipe(pipe: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // Output that cannot be read is left out.
            drop(pipe.read_to_end(&mut bytes));
        }
        drop(sender.send(bytes));
    });
    receiver
}

/// Waits for a process. Returns `None` at the end of its time, or if `stop` is cancelled.
fn wait(
    child: &mut std::process::Child,
    end: Instant,
    stop: &CancellationToken,
) -> Option<ExitStatus> {
    const POLL_INTERVAL: Duration = Duration::from_millis(5);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if Instant::now() < end && !stop.is_cancelled() => {
                thread::sleep(POLL_INTERVAL);
            }
            Ok(None) | Err(_) => return None,
        }
    }
}

/// Returns the end of a text on one line.
fn stderr_tail(stderr: &[u8]) -> String {
    let stderr = String::from_utf8_lossy(stderr);
    let stderr = stderr.split_whitespace().collect::<Vec<_>>().join(" ");
    let skipped = stderr.chars().count().saturating_sub(MAX_SHOWN);
    let dots = if skipped > 0 { "…" } else { "" };
    format!("{dots}{}", stderr.chars().skip(skipped).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(words: &[&str], limit: Duration) -> TimedCommand {
        TimedCommand { words: words.iter().map(|word| (*word).to_owned()).collect(), limit }
    }

    fn shell(script: &str, limit: Duration) -> TimedCommand {
        command(&["sh", "-c", script], limit)
    }

    #[test]
    fn a_command_prints_a_key_or_fails_with_a_reason() {
        let table = [
            ("echo the-key", Ok("the-key")),
            ("printf the-key", Ok("the-key")),
            ("echo hidden; echo 'no entry' >&2; exit 3", Err("`sh` ended with 3: no entry")),
            (
                "true",
                Err("`sh` printed nothing on standard output, which should have only the key"),
            ),
            (
                "printf 'one\\ntwo\\n'",
                Err(
                    "`sh` printed several lines, or characters that a header cannot carry on standard \
                     output, which should have only the key",
                ),
            ),
        ];
        for (script, expected) in table {
            let actual = shell(script, KEY_COMMAND_LIMIT).key().map_err(|error| error.to_string());
            assert_eq!(actual.as_deref().map_err(String::as_str), expected, "{script}");
        }
        let result = command(&["/no/such/program"], KEY_COMMAND_LIMIT).key();
        assert!(matches!(result, Err(CommandError::Start { .. })), "{result:?}");
        assert_eq!(command(&[], KEY_COMMAND_LIMIT).key(), Err(CommandError::Empty));
    }

    #[test]
    fn a_command_is_killed_at_its_time_limit() {
        let limit = Duration::from_millis(50);
        for script in ["exec sleep 600", "exec >&- 2>&-; exec sleep 600"] {
            let result = shell(script, limit).key();
            let program = "sh".to_owned();
            assert_eq!(result, Err(CommandError::TooLong { program, limit }), "{script}");
        }
    }

    #[test]
    fn a_command_is_killed_with_the_run() {
        let stop = CancellationToken::new();
        stop.cancel();
        let result = shell("exec sleep 600", KEY_COMMAND_LIMIT).output(&stop);
        assert_eq!(result, Err(CommandError::Interrupted { program: "sh".to_owned() }));
    }
}
