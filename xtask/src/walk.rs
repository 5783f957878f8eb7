//! `cargo xtask walk`: runs the commands of the pages that tell people what to do, as they stand there.
//!
//! A page that shows what does not work any more fails here. It must not know what a page is about.

mod page;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use anyhow::{Context as _, ensure};

use crate::conformance::cargo;
use crate::terminal;
use crate::workspace_copy::{WorkspaceCopy, target};
use page::{Page, Place};

/// The arguments that build the suite's binary, with the features that tests have.
const BINARY: [&str; 3] = ["build", "--bin", "webdata-conformance"];

/// Where the pages are.
const FOLDER: &str = "docs";
/// The page of recipes.
const RECIPES: &str = "CONTRIBUTING.md";
/// The exit code when a command of a page fails.
const FAILED: u8 = 1;
/// The longest that a page may take, as `timeout` reads it; the slowest builds a copy of the workspace.
const PATIENCE: &str = "15m";

/// The options of the command.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each block of a page that is marked `sh` is run, in order, by one bash that stops at the first failure.
A block that has a name (```toml staging.toml) is first written to a file of that name. The page's first
line says where: `<!-- walk: in an empty folder -->`, where `webdata-conformance` is on the PATH as
`cargo install --path conformance` puts it there, or `<!-- walk: in a copy of the workspace -->`.

Exit codes: 0 every command works, 1 one does not, 2 a page cannot be walked")]
pub(crate) struct Options {
    /// Pages, as files; without any, CONTRIBUTING.md and all of docs/ that say where they are walked.
    pages: Vec<PathBuf>,
    /// Walks only the pages that need no copy of the workspace, which takes minutes to build.
    #[arg(long, conflicts_with = "pages")]
    quick: bool,
}

/// Walks through the pages.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<ExitCode> {
    let mut pages = if options.pages.is_empty() { all(root)? } else { named(&options.pages)? };
    if options.quick {
        pages.retain(|page| page.place == Place::EmptyFolder);
    }
    let installed = install(root)?;
    let mut copied = None;
    let mut failed = 0;
    for page in &pages {
        let started = Instant::now();
        terminal::err(&format!("walk: {}", page.name));
        let passed = match page.place {
            Place::EmptyFolder => {
                let folder = tempfile::tempdir().context("no temporary folder")?;
                walk(page, folder.path(), &folder.path().join("target"), &installed)?
            }
            Place::CopyOfWorkspace => {
                let workspace = WorkspaceCopy::fresh(&mut copied, root)?;
                walk(page, &workspace.folder, &workspace.built, &installed)?
            }
        };
        let how = if passed { "passed" } else { "FAILED" };
        let seconds = started.elapsed().as_secs_f64();
        terminal::out(&format!("walk: {}: {how} in {seconds:.1} s", page.name))?;
        failed += usize::from(!passed);
    }
    terminal::out(&format!("walk: {} pages, {failed} failed", pages.len()))?;
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(FAILED) })
}

/// The pages that say where they are walked.
fn all(root: &Path) -> anyhow::Result<Vec<Page>> {
    let folder = root.join(FOLDER);
    let entries = fs::read_dir(&folder).with_context(|| format!("no folder {FOLDER}"))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<anyhow::Result<Vec<_>>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort();
    paths.push(root.join(RECIPES));
    let mut pages = Vec::new();
    for path in paths {
        pages.extend(page::read(&path)?);
    }
    ensure!(!pages.is_empty(), "no page below {FOLDER} says where it is walked");
    Ok(pages)
}

fn named(paths: &[PathBuf]) -> anyhow::Result<Vec<Page>> {
    let page = |path: &PathBuf| {
        page::read(path)?.with_context(|| {
            format!("{} does not say where it is walked; see --help", path.display())
        })
    };
    paths.iter().map(page).collect()
}

/// Puts the suite's binary into a folder of its own, as `cargo install` does; returns the folder. It is the
/// development build that tests use: what is tried here is the page and not the speed.
fn install(root: &Path) -> anyhow::Result<PathBuf> {
    let status = cargo(root).args(BINARY).status().context("cannot start cargo")?;
    ensure!(status.success(), "the suite's binary cannot be built");
    let folder = target(root).join("walk/bin");
    fs::create_dir_all(&folder)?;
    let name = format!("webdata-conformance{}", std::env::consts::EXE_SUFFIX);
    let built = target(root).join("debug").join(&name);
    fs::copy(&built, folder.join(name))
        .with_context(|| format!("cannot copy {}", built.display()))?;
    Ok(folder)
}

/// Runs the commands of a page in a folder; whether all of them work.
fn walk(page: &Page, folder: &Path, built: &Path, installed: &Path) -> anyhow::Result<bool> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(installed.to_owned()).chain(std::env::split_paths(&path));
    // What a page starts in the background ends with it, also when its time is over.
    let status = Command::new("timeout")
        .args([PATIENCE, "bash", "-c", &page.script()])
        .current_dir(folder)
        .env("PATH", std::env::join_paths(paths)?)
        .env("CARGO_TARGET_DIR", built)
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .status()
        .context("cannot start `timeout`, of the coreutils")?;
    Ok(status.success())
}
