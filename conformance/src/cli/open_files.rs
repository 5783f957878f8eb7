//! Raises the limit of open files, since each connection is one.

/// Raises the soft limit of open files to the hard limit. If that fails, the limit stays, and a server holds
/// fewer connections.
#[cfg(unix)]
pub(super) fn allow_more() {
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
pub(super) fn allow_more() {}
