//! Ctrl-C, SIGTERM and SIGHUP: the first calls the run off, a later one ends the process at once.
//!
//! Nothing is printed here: a terminal that takes no output must not keep the second from its work.

use std::io;
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// The exit code of a process that was told twice, as shells have it for Ctrl-C.
const KILLED: i32 = 130;

/// Signals that come so soon after the first are of the same wish: GNU `timeout` sends one to the process and
/// one to its group, and a terminal that is closed sends several.
const SAME: Duration = Duration::from_secs(2);

/// Listens from now on; what it gives is cancelled by the first signal.
pub(super) fn listen(runtime: &Handle) -> io::Result<CancellationToken> {
    let stop = CancellationToken::new();
    let own = stop.clone();
    let mut signals = {
        let _inside = runtime.enter();
        Signals::new()?
    };
    runtime.spawn(async move {
        signals.next().await;
        let first = Instant::now();
        own.cancel();
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
    /// None under `nohup`, which wants it to be ignored.
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

/// Returns whether this process was started with SIGHUP ignored, as by `nohup`. Only Linux shows that.
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
