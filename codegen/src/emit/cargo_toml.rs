//! Emits `Cargo.toml`. Versions and lints are those of the workspace.

use webdata_spec::Spec;

use crate::generated_file::GeneratedFile;
use crate::rust_file::HEADER;

/// The oldest supported Rust. The runtime depends on `regress`, which uses `let` chains.
pub(crate) const RUST_VERSION: &str = "1.88";

/// A feature of a generated crate.
pub(crate) struct Feature {
    pub(crate) name: &'static str,
    /// The features that it enables.
    enables: &'static [&'static str],
    /// A sentence about what the feature adds.
    pub(crate) adds: &'static str,
}

/// Every feature. The manifest declares them, and the crate page lists them in a table.
pub(crate) const FEATURES: [Feature; 8] = [
    Feature {
        name: "axum",
        enables: &["webdata-runtime/axum"],
        adds: "An `axum` extractor that validates bodies.",
    },
    Feature {
        name: "blocking",
        enables: &["client", "webdata-runtime/blocking"],
        adds: "A client for programs without async.",
    },
    Feature {
        name: "client",
        enables: &["webdata-runtime/client"],
        adds: "A client with a method for each operation.",
    },
    Feature {
        name: "jiff",
        enables: &["webdata-runtime/jiff"],
        adds: "`parse_<field>` for date-times, as `jiff::Timestamp`.",
    },
    Feature {
        name: "server",
        enables: &["axum", "webdata-runtime/server"],
        adds: "The service as a trait, and an `axum` router for an implementation.",
    },
    Feature {
        name: "tracing",
        enables: &["webdata-runtime/tracing"],
        adds: "A span for each call of a client, with the operation, the status code and the number of attempts.",
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

/// Returns the manifest of the crate.
pub(crate) fn emit(spec: &Spec, crate_name: &str) -> GeneratedFile {
    let description =
        format!("Types, validators, a client and a server of the {}.", spec.service.name);
    // A JSON string is a TOML string.
    let description = serde_json::Value::from(description);
    let features = FEATURES.iter().map(|Feature { name, enables, adds }| {
        let enables: Vec<String> = enables.iter().map(|feature| format!("{feature:?}")).collect();
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
