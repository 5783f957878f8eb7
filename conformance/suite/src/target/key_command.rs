//! Runs a command that prints a key: once before the run, and again when the server rejects the key, since
//! keys of staging systems expire.
//!
//! The output of the command is never shown, except its standard error if it fails.

use std::fmt;
use std::io::Read;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use crate::{Untrusted, describe_duration};

/// The time limit of a command.
pub const KEY_COMMAND_LIMIT: Duration = Duration::from_secs(30);

/// The minimum age of a rejected key before the command runs again. Requests that were sent together are
/// rejected together.
const MIN_RENEWAL_INTERVAL: Duration = Duration::from_secs(10);

/// The maximum length of the shown standard error, in characters.
const MAX_SHOWN: usize = 300;

/// The reason why a command gives no key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeyCommandError {
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

/// A command, and the keys that it has printed.
pub struct KeyCommand {
    words: Vec<String>,
    limit: Duration,
    state: Mutex<State>,
    /// Held while the command runs, so that the command runs once for simultaneous rejections.
    renewing: tokio::sync::Mutex<()>,
}

struct State {
    /// Every key that the command has printed, the newest last.
    keys: Vec<String>,
    ran: Instant,
}

impl KeyCommand {
    /// Runs a command for the first time.
    ///
    /// # Errors
    /// If the command fails, takes longer than `limit`, or prints no key.
    pub fn run(words: Vec<String>, limit: Duration) -> Result<Self, KeyCommandError> {
        let keys = vec![output(&words, limit)?];
        let state = Mutex::new(State { keys, ran: Instant::now() });
        Ok(Self { words, limit, state, renewing: tokio::sync::Mutex::new(()) })
    }

    pub(crate) fn newest(&self) -> String {
        self.state.lock().keys.last().cloned().unwrap_or_default()
    }

    pub(crate) fn keys(&self) -> Vec<String> {
        self.state.lock().keys.clone()
    }

    pub(crate) fn count(&self) -> usize {
        self.state.lock().keys.len()
    }

    /// Runs the command to replace a rejected key, and returns whether there is a new key. A key that is
    /// rejected soon after it was printed is not replaced.
    ///
    /// # Errors
    /// If the command fails.
    pub(crate) async fn renew(self: &Arc<Self>, rejected: &str) -> Result<bool, KeyCommandError> {
        let _renewing = self.renewing.lock().await;
        {
            let state = self.state.lock();
            if state.keys.last().is_some_and(|newest| newest != rejected) {
                return Ok(true);
            }
            if state.keys.len() > 1 && state.ran.elapsed() < MIN_RENEWAL_INTERVAL {
                return Ok(false);
            }
        }
        let command = Arc::clone(self);
        let ran = tokio::task::spawn_blocking(move || output(&command.words, command.limit)).await;
        let mut state = self.state.lock();
        state.ran = Instant::now();
        let failed = |error: tokio::task::JoinError| KeyCommandError::Start {
            program: self.words.first().cloned().unwrap_or_default(),
            cause: error.to_string(),
        };
        let key = ran.map_err(failed)??;
        let is_new = key != rejected;
        state.keys.push(key);
        Ok(is_new)
    }
}

/// Shows the command without any key.
impl fmt::Debug for KeyCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("KeyCommand").field(&self.words.first()).finish()
    }
}

/// Runs a command and returns the key that it printed.
fn output(words: &[String], limit: Duration) -> Result<String, KeyCommandError> {
    let end = Instant::now() + limit;
    let (name, arguments) = words.split_first().ok_or(KeyCommandError::Empty)?;
    let program = || name.clone();
    let no_start = |cause: std::io::Error| KeyCommandError::Start {
        program: program(),
        cause: cause.to_string(),
    };
    let mut child = Command::new(name)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(no_start)?;
    let (printed, stderr) = (read_pipe(child.stdout.take()), read_pipe(child.stderr.take()));
    let left = || end.saturating_duration_since(Instant::now());
    let ended = (|| {
        let printed = printed.recv_timeout(left()).ok()?;
        let stderr = stderr.recv_timeout(left()).ok()?;
        Some((printed, stderr, wait(&mut child, end)?))
    })();
    let Some((printed, stderr, status)) = ended else {
        // Killing fails only if the process has ended.
        drop(child.kill());
        drop(child.wait());
        return Err(KeyCommandError::TooLong { program: program(), limit });
    };
    if !status.success() {
        let code = status.code().map_or_else(|| "a signal".to_owned(), |code| format!("{code}"));
        return Err(KeyCommandError::Failed {
            program: program(),
            code,
            stderr: stderr_tail(&stderr).into(),
        });
    }
    let printed_instead = match std::str::from_utf8(&printed).map(str::trim) {
        Ok("") => "nothing",
        Ok(key) if key.bytes().all(|byte| (0x20..0x7f).contains(&byte)) => {
            return Ok(key.to_owned());
        }
        _ => "several lines, or characters that a header cannot carry",
    };
    Err(KeyCommandError::NoKey { program: program(), printed_instead })
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

/// Waits for a process whose pipes are closed.
fn wait(child: &mut std::process::Child, end: Instant) -> Option<ExitStatus> {
    const POLL_INTERVAL: Duration = Duration::from_millis(5);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if Instant::now() < end => thread::sleep(POLL_INTERVAL),
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

    fn shell(script: &str) -> Vec<String> {
        ["sh", "-c", script].map(str::to_owned).to_vec()
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
            let actual =
                output(&shell(script), KEY_COMMAND_LIMIT).map_err(|error| error.to_string());
            assert_eq!(actual.as_deref().map_err(String::as_str), expected, "{script}");
        }
        let result = output(&["/no/such/program".to_owned()], KEY_COMMAND_LIMIT);
        assert!(matches!(result, Err(KeyCommandError::Start { .. })), "{result:?}");
        assert_eq!(output(&[], KEY_COMMAND_LIMIT), Err(KeyCommandError::Empty));
    }

    #[test]
    fn a_command_is_killed_at_its_time_limit() {
        let limit = Duration::from_millis(50);
        for script in ["exec sleep 600", "exec >&- 2>&-; exec sleep 600"] {
            let result = output(&shell(script), limit);
            let program = "sh".to_owned();
            assert_eq!(result, Err(KeyCommandError::TooLong { program, limit }), "{script}");
        }
    }
}
