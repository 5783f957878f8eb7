//! Describes the package of a generated crate: its name, what its files say about their origin, and its
//! manifest.

use crate::error::GenerateError;

/// The package of a generated crate.
#[derive(Debug, Clone)]
pub struct Package<'p> {
    /// The name of the crate.
    pub name: &'p str,
    /// The command that writes the files, such as `cargo xtask regenerate`.
    pub written_by: &'p str,
    /// The place of the contract in the headers of the files, such as ``in `spec/v2` ``.
    pub contract: String,
    /// The kind of manifest.
    pub manifest: Manifest<'p>,
}

/// The kind of manifest that a generated crate has.
#[derive(Debug, Clone, Copy)]
pub enum Manifest<'p> {
    /// The manifest inherits versions, lints and dependencies from this workspace.
    Workspace,
    /// The manifest needs no workspace.
    Standalone {
        /// The path of the runtime, relative to the crate's folder. Without it, cargo takes the published one.
        runtime: Option<&'p str>,
    },
}

/// The crates that generated code depends on or finds in every crate.
const TAKEN: [&str; 7] =
    ["alloc", "core", "proc_macro", "serde", "serde_json", "std", "webdata_runtime"];

/// The start and the end of the comment in each file that can have one.
const START: &str = "Written by `";
const END: &str = "; never edited.";

/// The oldest supported Rust. The runtime uses `let` chains.
pub(crate) const RUST_VERSION: &str = "1.88";

/// A feature of a generated crate.
pub(crate) struct Feature {
    pub(crate) name: &'static str,
    /// The features that it enables.
    pub(crate) enables: &'static [&'static str],
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

impl<'p> Package<'p> {
    /// Returns the package of a crate of this workspace; `folder` is that of the contract's pages.
    #[must_use]
    pub fn in_workspace(name: &'p str, folder: &str) -> Self {
        let (written_by, contract) = ("cargo xtask regenerate", format!("in `{folder}`"));
        Self { name, written_by, contract, manifest: Manifest::Workspace }
    }

    /// Returns the first comment of each file.
    pub(crate) fn header(&self) -> String {
        let Self { written_by, contract, .. } = self;
        format!("{START}{written_by}` from the contract {contract}{END}")
    }

    /// Checks that the name can be the name of a crate with these dependencies.
    pub(crate) fn check_name(&self) -> Result<(), GenerateError> {
        let ident = self.name.replace('-', "_");
        let is_name = self.name.is_ascii() && syn::parse_str::<syn::Ident>(&ident).is_ok();
        if is_name && !TAKEN.contains(&ident.as_str()) {
            Ok(())
        } else {
            Err(GenerateError::CrateName { name: self.name.to_owned() })
        }
    }
}

/// Returns whether a manifest is that of a generated crate, whichever command has written it.
#[must_use]
pub fn is_generated(manifest: &str) -> bool {
    let first = manifest.lines().next().and_then(|line| line.strip_prefix("# "));
    first.is_some_and(|line| line.starts_with(START) && line.ends_with(END))
}
