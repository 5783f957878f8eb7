//! `cargo xtask rehearsal`: edits a copy of the contract in TOML alone, and takes it the whole way.
//!
//! It must not know what the edits are about: they are the pages in `spec/rehearsal/`.

mod overlay;

use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Context as _, ensure};

use crate::conformance::cargo;
use crate::terminal;
use crate::versions::CRATE_FOLDER;
use crate::walk::CopyOfWorkspace;

/// The folder of the edits, and of the contract that they are made to.
const EDITS: &str = "spec/rehearsal";
const CONTRACT: &str = "spec/v2";
/// The exit code when a step fails.
const FAILED: u8 = 1;

/// The options of the command.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The pages in spec/rehearsal/ are merged into a copy of spec/v2: tables are merged key by key, lists get
longer, everything else is replaced. In the copy, `regenerate` writes the code, and clippy, the suite and
the audit must be satisfied with it; no other file of the copy may change.

Exit codes: 0 every step passes, 1 one does not, 2 the edits cannot be made")]
pub(crate) struct Options {
    /// Makes the edits to the contract in this folder, and does nothing else.
    #[arg(long, value_name = "DIR")]
    apply: Option<std::path::PathBuf>,
}

/// The steps, each with the arguments of cargo.
const STEPS: [(&str, &[&str]); 5] = [
    ("regenerate", &["xtask", "regenerate"]),
    ("lints", &["clippy", "-p", "webdata", "--all-features", "--", "-D", "warnings"]),
    ("suite", &["run", "--bin", "webdata-conformance", "--", "run", "--no-skips"]),
    (
        "coverage",
        &["run", "--bin", "webdata-conformance", "--", "coverage", "--missing", "--check"],
    ),
    ("audit", &["run", "--bin", "webdata-conformance", "--", "audit"]),
];

/// Rehearses.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<ExitCode> {
    if let Some(folder) = &options.apply {
        overlay::apply(&root.join(EDITS), folder)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut copied = None;
    let copy = CopyOfWorkspace::fresh(&mut copied, root)?;
    let folder = copy.folder.path();
    overlay::apply(&root.join(EDITS), &folder.join(CONTRACT))?;
    for (name, arguments) in STEPS {
        let started = Instant::now();
        terminal::err(&format!("rehearsal: {name}: cargo {}", arguments.join(" ")));
        let built = copy.built.path();
        let status = cargo(folder).args(arguments).env("CARGO_TARGET_DIR", built).status();
        let status = status.context("cannot start cargo")?;
        let seconds = started.elapsed().as_secs_f64();
        if !status.success() {
            terminal::err(&format!("rehearsal: {name}: FAILED after {seconds:.1} s"));
            return Ok(ExitCode::from(FAILED));
        }
        terminal::err(&format!("rehearsal: {name}: passed in {seconds:.1} s"));
    }
    let others = changed_elsewhere(folder)?;
    ensure!(others.is_empty(), "files changed that are not generated: {}", others.join(", "));
    terminal::out("rehearsal: the edited contract went the whole way")?;
    Ok(ExitCode::SUCCESS)
}

/// The files of a copy that differ, but for the contract and what is generated from it.
fn changed_elsewhere(folder: &Path) -> anyhow::Result<Vec<String>> {
    let status = ["status", "--porcelain", "--no-renames"];
    let output = Command::new("git").args(status).current_dir(folder).output();
    let output = output.context("cannot start git")?;
    ensure!(output.status.success(), "git cannot tell what changed");
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let paths = lines.lines().filter_map(|line| line.get(3..));
    let is_own = |path: &str| path.starts_with(CONTRACT) || path.starts_with(CRATE_FOLDER);
    Ok(paths.filter(|path| !is_own(path)).map(str::to_owned).collect())
}
