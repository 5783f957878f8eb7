//! What drives requests and servers.

use anyhow::Context as _;
use tokio::runtime::Runtime;

/// Starts what drives requests and listens for signals.
pub(crate) fn runtime() -> anyhow::Result<Runtime> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.context("cannot start the runtime that drives requests")
}
