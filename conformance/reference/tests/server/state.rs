//! The state of the reference server in a file: what is in it, which files are rejected, and when it is
//! written.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test that calls it")]

mod rejected;
mod restored;
mod written;

use std::path::Path;

use webdata_reference::Options;

use crate::served::{Served, contract};

/// How a server starts that keeps its state in a file.
fn kept(file: &Path) -> Options {
    Options { state: Some(file.to_owned()), ..Options::default() }
}

/// A server of the contract that keeps its state in a file.
async fn start(file: &Path) -> Served {
    Served::with(contract(), kept(file)).await
}

/// Stops a server as people do, and waits for its end.
async fn stop(served: Served) {
    served.server.serve_until(async {}).await.unwrap();
}
