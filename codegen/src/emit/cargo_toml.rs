//! Emits `Cargo.toml`: a member of the workspace, which says versions and lints.

use webdata_spec::Spec;

use crate::generated_file::GeneratedFile;
use crate::rust_file::HEADER;

/// The manifest of the crate.
pub(crate) fn emit(spec: &Spec, crate_name: &str) -> GeneratedFile {
    let description = format!("Types and checks of the {}", spec.service.name);
    // A JSON string is a TOML string.
    let description = serde_json::Value::from(description);
    let text = format!(
        r#"# {HEADER}
[package]
name = "{crate_name}"
description = {description}
version.workspace = true
edition.workspace = true
rust-version.workspace = true
license.workspace = true
publish.workspace = true

[lints]
workspace = true

[features]
# The extractor that judges bodies in axum.
axum = ["webdata-runtime/axum"]
# The client for programs without async.
blocking = ["client", "webdata-runtime/blocking"]
# A client with a method for each operation.
client = ["webdata-runtime/client"]
# The service as a trait, and a router made of an implementation.
server = ["axum", "webdata-runtime/server"]
# A span for each call of a client, with the operation, the status and the number of attempts.
tracing = ["webdata-runtime/tracing"]

[dependencies]
serde.workspace = true
serde_json.workspace = true
webdata-runtime.workspace = true
"#
    );
    GeneratedFile { path: "Cargo.toml".to_owned(), text }
}
