//! `cargo xtask walk`: runs the commands that the pages show, and fails if one of them fails.
//!
//! This task does not know what a page is about.

use std::io::{Read as _, Seek as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use std::{fs, thread};

use anyhow::{Context as _, bail, ensure};
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

use crate::conformance::{BUILD_SUITE, cargo, without_package};
use crate::terminal;
use crate::workspace_copy::{WorkspaceCopy, target};

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
Each block of a page that is marked `sh` is run, in order, by one bash that stops at the first failure. \
A block that has a name (```toml staging.toml) is first written to a file of that name. The page's first \
line says where: `<!-- walk: in an empty folder -->`, where `webdata-conformance` is on the PATH as after \
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
        pages.retain(|page| page.place == WalkFolder::EmptyFolder);
    }
    let installed = install(root)?;
    let (alone, in_copy): (Vec<Page>, Vec<Page>) =
        pages.into_iter().partition(|page| page.place == WalkFolder::EmptyFolder);
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
        pages.extend(read(&path)?);
    }
    ensure!(!pages.is_empty(), "no page below {FOLDER} names the folder to walk it in");
    Ok(pages)
}

fn read_named_pages(paths: &[PathBuf]) -> anyhow::Result<Vec<Page>> {
    let page = |path: &PathBuf| {
        read(path)?.with_context(|| {
            format!("{} does not name the folder to walk it in; see --help", path.display())
        })
    };
    paths.iter().map(page).collect()
}

/// Copies the suite's binary into a folder of its own, as `cargo install` does, and returns the folder. The
/// binary is the development build that the tests use, since a walk tries commands and not speed.
fn install(root: &Path) -> anyhow::Result<PathBuf> {
    let status = cargo(root).args(BUILD_SUITE).status().context("cannot start cargo")?;
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
        let mut walked = Command::new("timeout");
        without_package(&mut walked);
        let status = walked
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
        // The last command may print a body that does not end its line.
        let output = output.trim_end_matches('\n');
        terminal::out(&format!("{output}\nwalk: {}: {how} in {seconds:.1} s", page.name))?;
        Ok(passed)
    }
}

/// The start of a walked page's first line.
const MARK: &str = "<!-- walk: ";

/// The language of the blocks that hold commands.
const SHELL: &str = "sh";

/// A page that is walked.
#[derive(Debug)]
struct Page {
    name: String,
    place: WalkFolder,
    blocks: Vec<Block>,
}

/// The folder in which a page is walked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WalkFolder {
    EmptyFolder,
    CopyOfWorkspace,
}

/// A block of a page that is used.
#[derive(Debug, PartialEq, Eq)]
enum Block {
    /// Commands, and the line of the page on which they start.
    Commands { line: usize, text: String },
    /// A file, whose name follows the language of its block.
    File { name: String, text: String },
}

/// Reads a page; returns `None` if the page does not name the folder to walk it in.
fn read(path: &Path) -> anyhow::Result<Option<Page>> {
    let text = fs::read_to_string(path);
    let text = text.with_context(|| format!("cannot read {}", path.display()))?;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    parse(&name, &text)
}

fn parse(name: &str, text: &str) -> anyhow::Result<Option<Page>> {
    let first = text.lines().next().unwrap_or_default();
    let Some(place) = first.strip_prefix(MARK).and_then(|rest| rest.strip_suffix(" -->")) else {
        return Ok(None);
    };
    let place = match place {
        "in an empty folder" => WalkFolder::EmptyFolder,
        "in a copy of the workspace" => WalkFolder::CopyOfWorkspace,
        other => bail!("{name}:1: there is no such place to walk: `{other}`"),
    };
    let blocks = blocks(text);
    if !blocks.iter().any(|block| matches!(block, Block::Commands { .. })) {
        bail!("{name}: no block is marked `{SHELL}`, so there is nothing to run");
    }
    Ok(Some(Page { name: name.to_owned(), place, blocks }))
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open = None;
    for (event, range) in Parser::new(text).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(mark))) => {
                open = Some((mark.to_string(), String::new(), range.start));
            }
            Event::Text(part) => {
                if let Some((_, text, _)) = &mut open {
                    text.push_str(&part);
                }
            }
            Event::End(TagEnd::CodeBlock) => {
                let Some((mark, content, start)) = open.take() else { continue };
                match mark.split_once(' ') {
                    Some((_, name)) => {
                        blocks.push(Block::File { name: name.to_owned(), text: content });
                    }
                    None if mark == SHELL => {
                        let before = text.get(..start).unwrap_or_default();
                        let line = before.matches('\n').count() + 2;
                        blocks.push(Block::Commands { line, text: content });
                    }
                    None => {}
                }
            }
            _ => {}
        }
    }
    blocks
}

impl Page {
    /// Returns the page as a script for bash. The script prints the line of the page that it is on, and
    /// leaves no process running.
    fn script(&self) -> String {
        let mut script = "set -euo pipefail\n\
             at=\n\
             ended() { code=$?; [ $code = 0 ] || echo \"$at: exit code $code\" >&2; \
             jobs -p | xargs -r kill 2>/dev/null || true; exit $code; }\n\
             trap ended EXIT\n"
            .to_owned();
        for block in &self.blocks {
            script.push_str(&match block {
                Block::Commands { line, text } => {
                    format!("at={}:{line}; echo \"== $at\" >&2\n{text}\n", self.name)
                }
                Block::File { name, text } => {
                    format!("cat >{name} <<'END OF {name}'\n{text}END OF {name}\n")
                }
            });
        }
        script
    }
}

#[cfg(test)]
mod tests {
    use super::{WalkFolder, parse};

    #[test]
    fn commands_and_named_files_are_run_in_order_and_nothing_else() {
        let page = "<!-- walk: in an empty folder -->\n# Page\n\n```toml a.toml\nx = 1\n```\n\n\
                    ```\nnot run\n```\n\n```sh\ncat a.toml\n```\n\n```text\nnot run\n```\n";
        let page = parse("page.md", page).unwrap().unwrap();
        assert_eq!(page.place, WalkFolder::EmptyFolder);
        let script = page.script();
        assert!(!script.contains("not run"), "{script}");
        let (file, command) =
            (script.find("x = 1\nEND OF a.toml"), script.find("at=page.md:13; echo"));
        assert!(file.unwrap() < command.unwrap(), "{script}");
    }

    #[test]
    fn pages_that_cannot_be_walked_say_why() {
        assert!(parse("page.md", "# Page\n```sh\nls\n```\n").unwrap().is_none());
        for (page, why) in [
            ("<!-- walk: in a dream -->\n```sh\nls\n```\n", "no such place to walk: `in a dream`"),
            ("<!-- walk: in an empty folder -->\n# Page\n", "nothing to run"),
        ] {
            let error = parse("page.md", page).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
