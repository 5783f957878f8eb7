//! Starts the tokio runtime of requests and servers.

use anyhow::Context as _;
use tokio::runtime::Runtime;

/// Starts the tokio runtime.
pub(crate) fn runtime() -> anyhow::Result<Runtime> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.context("cannot start the tokio runtime")
}
