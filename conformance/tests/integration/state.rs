//! The state of the reference server in a file: what is in it, what cannot be one, when it is
//! written, and that no kill loses anything.

#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "what fails here fails the test that calls it"
)]

#[path = "../binary/mod.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod binary;
#[path = "../reference/served.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod served;

#[cfg(unix)]
mod kills;
mod refused;
mod restored;
mod written;

use std::path::Path;

use webdata_conformance::reference::Options;

use served::{Served, contract};

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
