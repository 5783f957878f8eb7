//! The process: its exit codes, signals, threads and open files.

use std::fmt::Display;
use std::io;
use std::time::Duration;

use anyhow::Context as _;
use tokio::runtime::{Handle, Runtime};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use webdata_suite::report::Report;

use super::output::warn;

/// The exit code for a mistake in the command line or in a file that it names.
pub(crate) const USAGE: u8 = 2;

/// The exit code for a run that did not judge all cases, or left resources on the server.
pub(crate) const INCOMPLETE: u8 = 3;

/// Reports what could not be written at the end of a run, and returns the exit code. Without its report, a
/// verdict proves nothing to others.
pub(super) fn report_unwritten(error: &impl Display) -> u8 {
    warn(format_args!(
        "error: {error}; free disk space or write to another folder, then run the command again"
    ));
    INCOMPLETE
}

/// Returns the exit code of a run. A run that left resources on the server is incomplete.
pub(crate) fn exit_code(report: &Report, is_tidy: bool) -> u8 {
    match report.verdict.exit_code() {
        0 if !is_tidy => INCOMPLETE,
        code => code,
    }
}

/// The exit code after a second signal, as shells have it for Ctrl-C.
const KILLED: i32 = 130;

/// The time after the first signal in which further signals count as the same request. GNU `timeout` signals
/// both the process and its group, and a closing terminal sends several signals.
const SAME: Duration = Duration::from_secs(2);

/// Starts to listen for signals. The first one cancels the returned token.
pub(super) fn listen_for_signals(runtime: &Handle) -> io::Result<CancellationToken> {
    let stop = CancellationToken::new();
    let token = stop.clone();
    let (heard, mut signals) = unbounded_channel();
    let _inside = runtime.enter();
    listen(&heard)?;
    runtime.spawn(async move {
        signals.recv().await;
        let first = Instant::now();
        token.cancel();
        while signals.recv().await.is_some() {
            if first.elapsed() >= SAME {
                std::process::exit(KILLED);
            }
        }
    });
    Ok(stop)
}

/// Sends on a channel for each signal that ends a program. SIGHUP counts unless it is ignored, as under `nohup`.
#[cfg(unix)]
fn listen(heard: &UnboundedSender<()>) -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let hang_up = (!is_hang_up_ignored()).then(SignalKind::hangup);
    for kind in [SignalKind::interrupt(), SignalKind::terminate()].into_iter().chain(hang_up) {
        let (mut signal, heard) = (signal(kind)?, heard.clone());
        let each = async move { while signal.recv().await.is_some() && heard.send(()).is_ok() {} };
        tokio::spawn(each);
    }
    Ok(())
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
fn listen(heard: &UnboundedSender<()>) -> io::Result<()> {
    use tokio::signal::windows::{ctrl_c, ctrl_close};
    let (mut stop, mut close) = (ctrl_c()?, ctrl_close()?);
    let (heard, other) = (heard.clone(), heard.clone());
    tokio::spawn(async move { while stop.recv().await.is_some() && heard.send(()).is_ok() {} });
    tokio::spawn(async move { while close.recv().await.is_some() && other.send(()).is_ok() {} });
    Ok(())
}

/// Raises the soft limit of open files to the hard limit. If that fails, the limit stays, and a server holds
/// fewer connections.
#[cfg(unix)]
pub(super) fn allow_more_open_files() {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    if let Ok((now, hard_limit)) = getrlimit(Resource::RLIMIT_NOFILE) {
        // The server holds no more connections than this, and macOS allows no higher limit, whatever it
        // reports.
        let wanted = hard_limit.min(10_240);
        if wanted > now {
            let _ = setrlimit(Resource::RLIMIT_NOFILE, wanted, hard_limit);
        }
    }
}

/// Does nothing: other systems have no such limit.
#[cfg(not(unix))]
pub(super) fn allow_more_open_files() {}

pub(crate) fn runtime() -> anyhow::Result<Runtime> {
    let runtime = Runtime::new();
    runtime.context("cannot start the tokio runtime")
}

/// Returns the number of processors that this process may use.
pub(super) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
