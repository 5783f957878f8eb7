//! How many files a process may have open, since each connection is one.

/// Raises the number that the process may have open to what the system lets it have, and leaves it
/// where that fails: a server then holds fewer connections.
#[cfg(unix)]
pub(super) fn allow_more() {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    if let Ok((now, most)) = getrlimit(Resource::RLIMIT_NOFILE) {
        // More than the server holds is of no use, and macOS has no more than this, whatever it says.
        let wanted = most.min(10_240);
        if wanted > now {
            let _ = setrlimit(Resource::RLIMIT_NOFILE, wanted, most);
        }
    }
}

/// Other systems have no such number.
#[cfg(not(unix))]
pub(super) fn allow_more() {}
