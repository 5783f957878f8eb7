//! Handles Ctrl-C, SIGTERM and SIGHUP: the first signal stops the run, a later one ends the process at once.
//!
//! This module prints nothing: a blocked terminal must not delay the second signal.

use std::io;
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// The exit code after a second signal, as shells have it for Ctrl-C.
const KILLED: i32 = 130;

/// The time after the first signal in which further signals count as the same request. GNU `timeout` signals
/// both the process and its group, and a closing terminal sends several signals.
const SAME: Duration = Duration::from_secs(2);

/// Starts to listen for signals. The first one cancels the returned token.
pub(super) fn listen(runtime: &Handle) -> io::Result<CancellationToken> {
    let stop = CancellationToken::new();
    let token = stop.clone();
    let mut signals = {
        let _inside = runtime.enter();
        Signals::new()?
    };
    runtime.spawn(async move {
        signals.next().await;
        let first = Instant::now();
        token.cancel();
        loop {
            signals.next().await;
            if first.elapsed() >= SAME {
                std::process::exit(KILLED);
            }
        }
    });
    Ok(stop)
}

#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
    /// The signal SIGHUP, or `None` if it is ignored, as under `nohup`.
    hang_up: Option<tokio::signal::unix::Signal>,
}

#[cfg(unix)]
impl Signals {
    fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hang_up: (!is_hang_up_ignored()).then(|| signal(SignalKind::hangup())).transpose()?,
        })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
            () = hung_up(self.hang_up.as_mut()) => {}
        }
    }
}

#[cfg(unix)]
async fn hung_up(signal: Option<&mut tokio::signal::unix::Signal>) {
    match signal {
        Some(signal) => drop(signal.recv().await),
        None => std::future::pending().await,
    }
}

/// Returns whether the parent process had SIGHUP ignored, as `nohup` does. Only Linux reports that.
#[cfg(unix)]
fn is_hang_up_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // SIGHUP is the first signal, so it has the lowest bit.
    ignored.is_some_and(|mask| mask & 1 == 1)
}

#[cfg(windows)]
struct Signals {
    interrupt: tokio::signal::windows::CtrlC,
    close: tokio::signal::windows::CtrlClose,
}

#[cfg(windows)]
impl Signals {
    fn new() -> io::Result<Self> {
        use tokio::signal::windows::{ctrl_c, ctrl_close};
        Ok(Self { interrupt: ctrl_c()?, close: ctrl_close()? })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.close.recv() => {}
        }
    }
}
