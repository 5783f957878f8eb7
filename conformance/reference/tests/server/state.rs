//! Tests of the state file: its content, the files that are rejected, and when it is written.

#![expect(clippy::unwrap_used, reason = "a failure here fails the calling test")]

mod rejected;
mod restored;
mod written;

use std::path::Path;

use webdata_reference::Options;

use crate::served::{Served, contract};

/// Returns options with a state file.
fn options_with_state_file(file: &Path) -> Options {
    Options { state: Some(file.to_owned()), ..Options::default() }
}

/// Starts a server with a state file.
async fn start(file: &Path) -> Served {
    Served::with(contract(), options_with_state_file(file)).await
}

/// Stops a server gracefully, and waits for its end.
async fn stop(served: Served) {
    served.server.serve_until(async {}).await.unwrap();
}
