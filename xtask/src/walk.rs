//! `cargo xtask walk`: runs the commands that the pages show, and fails if one of them fails.
//!
//! This task does not know what a page is about.

mod page;

use std::fs;
use std::io::{Read as _, Seek as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use anyhow::{Context as _, ensure};

use crate::conformance::cargo;
use crate::terminal;
use crate::workspace_copy::{WorkspaceCopy, target};
use page::{Page, Place};

/// The arguments that build the suite's binary, with the features that the tests use.
const BINARY: [&str; 3] = ["build", "--bin", "webdata-conformance"];

/// The folder of the pages.
const FOLDER: &str = "docs";
/// The page of recipes.
const RECIPES: &str = "CONTRIBUTING.md";
/// The exit code when a command of a page fails.
const FAILED: u8 = 1;
/// The time limit for one page, in the format of `timeout`; the slowest page builds a copy of the workspace.
const TIME_LIMIT: &str = "15m";

/// The options of the command.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each block of a page that is marked `sh` is run, in order, by one bash that stops at the first failure.
A block that has a name (```toml staging.toml) is first written to a file of that name. The page's first
line says where: `<!-- walk: in an empty folder -->`, where `webdata-conformance` is on the PATH as after
`cargo install --path conformance` and KIT is this checkout, or `<!-- walk: in a copy of the workspace -->`.

Exit codes: 0 every command succeeds, 1 a command fails, 2 a page cannot be walked")]
pub(crate) struct Options {
    /// The pages to walk, as files [default: CONTRIBUTING.md and each page in docs/ that names the folder to
    /// walk it in].
    pages: Vec<PathBuf>,
    /// Walks only the pages that need no copy of the workspace. A copy takes minutes to build.
    #[arg(long, conflicts_with = "pages")]
    quick: bool,
}

/// Walks the pages.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<ExitCode> {
    let mut pages =
        if options.pages.is_empty() { all(root)? } else { read_named_pages(&options.pages)? };
    if options.quick {
        pages.retain(|page| page.place == Place::EmptyFolder);
    }
    let installed = install(root)?;
    let (alone, in_copy): (Vec<Page>, Vec<Page>) =
        pages.into_iter().partition(|page| page.place == Place::EmptyFolder);
    let walks = Walks { root, installed: &installed };
    let mut passed = walks.in_empty_folders(&alone)?;
    let mut copied = None;
    for page in &in_copy {
        let workspace = WorkspaceCopy::open_clean(&mut copied, root)?;
        passed.push(walks.walk(page, &workspace.folder, &workspace.built)?);
    }
    let failed = passed.iter().filter(|passed| !**passed).count();
    terminal::out(&format!("walk: {} pages, {failed} failed", passed.len()))?;
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(FAILED) })
}

/// Returns the pages that name the folder to walk them in.
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
    ensure!(!pages.is_empty(), "no page below {FOLDER} names the folder to walk it in");
    Ok(pages)
}

fn read_named_pages(paths: &[PathBuf]) -> anyhow::Result<Vec<Page>> {
    let page = |path: &PathBuf| {
        page::read(path)?.with_context(|| {
            format!("{} does not name the folder to walk it in; see --help", path.display())
        })
    };
    paths.iter().map(page).collect()
}

/// Copies the suite's binary into a folder of its own, as `cargo install` does, and returns the folder. The
/// binary is the development build that the tests use, since a walk tries commands and not speed.
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

/// What every walk needs: the checkout, and the folder of the binary.
struct Walks<'a> {
    root: &'a Path,
    installed: &'a Path,
}

impl Walks<'_> {
    /// Walks pages, as many at a time as there are processors, each in an empty folder. Returns which passed.
    fn in_empty_folders(&self, pages: &[Page]) -> anyhow::Result<Vec<bool>> {
        let next = AtomicUsize::new(0);
        let worker = || -> anyhow::Result<Vec<bool>> {
            let mut passed = Vec::new();
            while let Some(page) = pages.get(next.fetch_add(1, Ordering::Relaxed)) {
                let folder = tempfile::tempdir().context("no temporary folder")?;
                passed.push(self.walk(page, folder.path(), &folder.path().join("target"))?);
            }
            Ok(passed)
        };
        let count = thread::available_parallelism().map_or(1, usize::from);
        thread::scope(|scope| {
            let workers: Vec<_> = (0..count).map(|_| scope.spawn(worker)).collect();
            let ends = workers.into_iter().map(thread::ScopedJoinHandle::join);
            let ends = ends.map(|end| end.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            Ok(ends.collect::<anyhow::Result<Vec<_>>>()?.concat())
        })
    }

    /// Runs the commands of a page in a folder, prints what they print once they end, and returns whether all of
    /// them succeed. `KIT` is the checkout.
    fn walk(&self, page: &Page, folder: &Path, built: &Path) -> anyhow::Result<bool> {
        terminal::err(&format!("walk: {}", page.name));
        let started = Instant::now();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let paths = std::iter::once(self.installed.to_owned()).chain(std::env::split_paths(&path));
        // A file, since a process that the page left in the background may keep a pipe open.
        let mut printed = tempfile::tempfile().context("no temporary file")?;
        // `timeout` also ends the processes that the page started in the background.
        let status = Command::new("timeout")
            .args([TIME_LIMIT, "bash", "-c", &format!("exec 2>&1\n{}", page.script())])
            .current_dir(folder)
            .env("PATH", std::env::join_paths(paths)?)
            .env("CARGO_TARGET_DIR", built)
            .env("KIT", self.root)
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stdout(printed.try_clone()?)
            .status()
            .context("cannot start `timeout`, of the coreutils")?;
        let passed = status.success();
        let how = if passed { "passed" } else { "FAILED" };
        let seconds = started.elapsed().as_secs_f64();
        printed.rewind()?;
        let mut bytes = Vec::new();
        printed.read_to_end(&mut bytes)?;
        let output = String::from_utf8_lossy(&bytes);
        terminal::out(&format!("{output}walk: {}: {how} in {seconds:.1} s", page.name))?;
        Ok(passed)
    }
}
