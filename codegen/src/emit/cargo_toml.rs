//! Emits `Cargo.toml`: a member of the workspace, which says versions and lints.

use webdata_spec::Spec;

use crate::generated_file::GeneratedFile;
use crate::rust_file::HEADER;

/// The version of the emitted crates, which is that of the workspace and so of this crate.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The oldest Rust that emitted code compiles with: `regress`, below the runtime, has chains of `let`.
pub(crate) const RUST_VERSION: &str = "1.88";

/// A feature of an emitted crate.
pub(crate) struct Feature {
    pub(crate) name: &'static str,
    /// What it turns on.
    enables: &'static [&'static str],
    /// What it adds, as a sentence.
    pub(crate) adds: &'static str,
}

/// Every feature. The manifest has them, and the page of the crate tells them in a table.
pub(crate) const FEATURES: [Feature; 8] = [
    Feature {
        name: "axum",
        enables: &["webdata-runtime/axum"],
        adds: "The extractor that judges bodies in axum.",
    },
    Feature {
        name: "blocking",
        enables: &["client", "webdata-runtime/blocking"],
        adds: "The client for programs without async.",
    },
    Feature {
        name: "client",
        enables: &["webdata-runtime/client"],
        adds: "A client with a method for each operation.",
    },
    Feature {
        name: "jiff",
        enables: &["webdata-runtime/jiff"],
        adds: "`parse_<field>` for dates with a time, as `jiff::Timestamp`.",
    },
    Feature {
        name: "server",
        enables: &["axum", "webdata-runtime/server"],
        adds: "The service as a trait, and a router made of an implementation.",
    },
    Feature {
        name: "tracing",
        enables: &["webdata-runtime/tracing"],
        adds: "A span for each call of a client, with the operation, the status and the number of attempts.",
    },
    Feature {
        name: "url",
        enables: &["webdata-runtime/url"],
        adds: "`parse_<field>` for URLs, as `url::Url`.",
    },
    Feature {
        name: "uuid",
        enables: &["webdata-runtime/uuid"],
        adds: "`parse_<field>` for UUIDs, as `uuid::Uuid`.",
    },
];

/// The manifest of the crate.
pub(crate) fn emit(spec: &Spec, crate_name: &str) -> GeneratedFile {
    let description = format!("Types, checks, a client and a server of the {}.", spec.service.name);
    // A JSON string is a TOML string.
    let description = serde_json::Value::from(description);
    let features = FEATURES.iter().map(|Feature { name, enables, adds }| {
        let enables: Vec<String> = enables.iter().map(|one| format!("{one:?}")).collect();
        format!("# {adds}\n{name} = [{}]\n", enables.join(", "))
    });
    let features: String = features.collect();
    let text = format!(
        r#"# {HEADER}
[package]
name = "{crate_name}"
description = {description}
keywords = ["api", "client", "server", "validation", "json-schema"]
categories = ["api-bindings", "web-programming"]
documentation = "https://docs.rs/{crate_name}"
readme = "README.md"
version.workspace = true
edition.workspace = true
rust-version = "{RUST_VERSION}"
license.workspace = true

[package.metadata.docs.rs]
all-features = true

[lints]
workspace = true

[features]
{features}
[dependencies]
serde.workspace = true
serde_json.workspace = true
webdata-runtime.workspace = true
"#
    );
    GeneratedFile { path: "Cargo.toml".to_owned(), text }
}
