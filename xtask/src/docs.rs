//! `cargo xtask docs`: writes the tables of keys. Those of target files, in `docs/targets.md`, come from the
//! schema that the suite's binary prints; those of a contract, in `docs/spec-keys.md`, from
//! `spec/schema.json`.

mod keys;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, ensure};
use webdata_codegen::stale;

use crate::conformance::suite;
use crate::tables;

const TASK: &str = "docs";
/// The page that lists the keys of target files.
const TARGETS: &str = "docs/targets.md";
/// The page that lists the keys of a contract.
const CONTRACTS: &str = "docs/spec-keys.md";
/// The schema of the pages of a contract, which `cargo xtask regenerate` writes.
const CONTRACT_SCHEMA: &str = "spec/schema.json";

/// The options of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Writes nothing; prints what would change, and fails if anything would.
    #[arg(long)]
    check: bool,
}

/// Writes or checks the tables.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<ExitCode> {
    let output = suite(root, "init").arg("--schema").output().context("cannot start cargo")?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "the suite cannot print the schema of targets:\n{errors}");
    let targets = serde_json::from_slice(&output.stdout).context("the schema is no JSON")?;
    let path = root.join(CONTRACT_SCHEMA);
    let contracts = stale::read(&path)?.with_context(|| format!("no {CONTRACT_SCHEMA}"))?;
    let contracts = serde_json::from_str(&contracts).context(CONTRACT_SCHEMA)?;
    let pages = [
        tables::stale(root, TARGETS, TASK, &keys::file_keys(&targets))?,
        tables::stale(root, CONTRACTS, TASK, &keys::definition_keys(&contracts))?,
    ];
    let stale_pages: Vec<_> = pages.into_iter().flatten().collect();
    tables::settle(root, TASK, &stale_pages, 2, options.check)
}
