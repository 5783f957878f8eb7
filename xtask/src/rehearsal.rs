//! `cargo xtask rehearsal`: edits a copy of the contract in TOML alone, and runs code generation, suite and
//! audit on it.
//!
//! The edits are the pages in `spec/rehearsal/`; this task does not know what they are about.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use anyhow::{Context as _, ensure};
use toml_edit::{DocumentMut, Item, TableLike};
use webdata_cases::derive::derive;
use webdata_spec::{Source, Spec};

use crate::conformance::{SUITE, cargo};
use crate::contract::{self, CRATE_FOLDER, FOLDER as CONTRACT};
use crate::terminal;
use crate::workspace_copy::{WorkspaceCopy, target};

/// The folder of the edits.
const EDITS: &str = "spec/rehearsal";
/// The exit code when a step fails.
const FAILED: u8 = 1;
/// How many times as many cases the edited contract may have as the contract itself.
const MAX_GROWTH: usize = 2;

/// The options of the command.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The pages in spec/rehearsal/ are merged into a copy of spec/v2: tables are merged key by key, lists are \
appended, other values are replaced. In the copy, `regenerate` writes code that clippy accepts; the suite \
passes with no case skipped, with at most twice the cases, and its report can be verified; every clause has a case or a reason; the \
audit notices every mutant of a clause that the edits add; and no other file of the copy changes. With --quick, \
no code is generated: the pages are judged as they are.

Exit codes: 0 every step passes, 1 a step fails, 2 the edits cannot be applied")]
pub(crate) struct Options {
    /// Judges the edited pages with the binary of this checkout: no code is generated or compiled from them.
    #[arg(long)]
    quick: bool,
}

/// The report of the suite.
const REPORT: &str = "target/conformance/report.json";

/// Runs the rehearsal.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<ExitCode> {
    let before = load(&root.join(CONTRACT))?;
    let mut copied = None;
    let (folder, built, contract) = if options.quick {
        (root, None, copied_pages(root)?)
    } else {
        let WorkspaceCopy { folder, built, .. } = WorkspaceCopy::open_clean(&mut copied, root)?;
        (folder.as_path(), Some(built.as_path()), folder.join(CONTRACT))
    };
    apply(&root.join(EDITS), &contract)?;
    let mut rehearsal = Rehearsal { folder, built, failed: None };
    if !options.quick {
        rehearsal.step("regenerate", &["xtask", "regenerate"], |_| true)?;
        let lints = ["clippy", "--workspace", "--lib", "--", "-D", "warnings"];
        rehearsal.step("lints", &lints, |_| true)?;
    }
    let pages = contract.to_str().context("the path of the pages is not UTF-8")?;
    let suite = |arguments: &[&'static str]| -> Vec<&str> {
        let pages = ["--spec", pages];
        SUITE.into_iter().chain(arguments.iter().copied()).chain(pages).collect()
    };
    let most = MAX_GROWTH * derive(&before).len();
    rehearsal.step("suite", &suite(&["run", "--json"]), |counts| is_as_expected(counts, most))?;
    let report = suite(&["verify", REPORT]);
    rehearsal.step("verify", &report, |_| true)?;
    let missing = suite(&["coverage", "--missing"]);
    rehearsal.step("coverage", &missing, |listed| listed.trim().is_empty())?;
    // `cargo xtask audit` covers the mutants of all other clauses.
    let before = clauses(&before);
    let new = clauses(&load(&contract)?).into_iter().filter(|clause| !before.contains(clause));
    let filters: Vec<String> = new.map(|clause| format!("/{clause}/")).collect();
    let filters = filters.iter().map(String::as_str);
    let audit: Vec<&str> = suite(&["audit", "--quick"]).into_iter().chain(filters).collect();
    rehearsal.step("audit", &audit, |_| true)?;
    if let Some(name) = rehearsal.failed {
        let pages = contract.display();
        terminal::err(&format!("rehearsal: {name}: FAILED; the edited pages are in {pages}"));
        return Ok(ExitCode::from(FAILED));
    }
    if !options.quick {
        let others = changed_elsewhere(folder)?;
        ensure!(others.is_empty(), "files changed that are not generated: {}", others.join(", "));
    }
    terminal::out("rehearsal: the edited contract went the whole way")?;
    Ok(ExitCode::SUCCESS)
}

/// A rehearsal that is running.
struct Rehearsal<'c> {
    /// Where cargo runs.
    folder: &'c Path,
    /// The target folder of cargo; the usual one by default.
    built: Option<&'c Path>,
    /// The first step that failed; later steps do not run.
    failed: Option<&'static str>,
}

impl Rehearsal<'_> {
    /// Runs cargo, unless an earlier step failed. `is_right` decides whether the output is as it
    /// should be.
    fn step(
        &mut self,
        name: &'static str,
        arguments: &[&str],
        is_right: impl FnOnce(&str) -> bool,
    ) -> anyhow::Result<()> {
        if self.failed.is_some() {
            return Ok(());
        }
        let started = Instant::now();
        terminal::err(&format!("rehearsal: {name}"));
        let mut command = cargo(self.folder);
        command.args(arguments);
        if let Some(built) = self.built {
            command.env("CARGO_TARGET_DIR", built);
        }
        let output = command.stderr(Stdio::inherit()).output().context("cannot start cargo")?;
        let printed = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() || !is_right(&printed) {
            terminal::err(&printed);
            self.failed = Some(name);
        }
        let seconds = started.elapsed().as_secs_f64();
        terminal::err(&format!("rehearsal: {name}: {seconds:.1} s"));
        Ok(())
    }
}

/// Returns whether a run was conformant, skipped no case, and had at most `most` cases.
fn is_as_expected(counts: &str, most: usize) -> bool {
    let counts: serde_json::Value = serde_json::from_str(counts).unwrap_or_default();
    let outcomes = counts["outcomes"].as_object().into_iter().flatten();
    let cases: u64 = outcomes.filter_map(|(_, count)| count.as_u64()).sum();
    terminal::err(&format!("rehearsal: {cases} cases; {most} are allowed"));
    let skipped = counts["outcomes"]["skip"].as_u64().unwrap_or_default();
    counts["verdict"] == "conformant" && skipped == 0 && cases <= most as u64
}

/// Copies the pages and their companions into a folder below the target folder, and returns that folder.
fn copied_pages(root: &Path) -> anyhow::Result<PathBuf> {
    let folder = target(root).join("rehearsal");
    if folder.is_dir() {
        fs::remove_dir_all(&folder)?;
    }
    for Source { name, text } in contract::files(&root.join(CONTRACT))? {
        let file = folder.join(&name);
        fs::create_dir_all(file.parent().unwrap_or(&folder))?;
        fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(folder)
}

fn load(contract: &Path) -> anyhow::Result<Spec> {
    Spec::load(contract).map_err(|error| anyhow::anyhow!("{error}"))
}

/// Returns the identities of the clauses of a contract.
fn clauses(spec: &Spec) -> HashSet<String> {
    spec.clauses().keys().map(ToString::to_string).collect()
}

/// Returns the files of the copy that differ, except the contract and generated files.
fn changed_elsewhere(folder: &Path) -> anyhow::Result<Vec<String>> {
    let status = ["status", "--porcelain", "--no-renames"];
    let output = Command::new("git").args(status).current_dir(folder).output();
    let output = output.context("cannot start git")?;
    ensure!(output.status.success(), "git cannot tell what changed");
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let paths = lines.lines().filter_map(|line| line.get(3..));
    let own = [CONTRACT, CRATE_FOLDER];
    let is_own = |path: &str| own.iter().any(|folder| path.starts_with(folder));
    Ok(paths.filter(|path| !is_own(path)).map(str::to_owned).collect())
}

/// Merges every page below a folder into the page of the same name below another folder.
fn apply(edits: &Path, contract: &Path) -> anyhow::Result<()> {
    let entries = fs::read_dir(edits);
    for entry in entries.with_context(|| format!("no folder {}", edits.display()))? {
        let path = entry?.path();
        let Some(name) = path.file_name() else { continue };
        let into = contract.join(name);
        if path.is_dir() {
            apply(&path, &into)?;
            continue;
        }
        let edit = read(&path)?;
        let mut page = if into.exists() { read(&into)? } else { DocumentMut::new() };
        edit.iter().for_each(|(key, item)| merge(page.as_table_mut(), key, item));
        fs::write(&into, page.to_string())
            .with_context(|| format!("cannot write {}", into.display()))?;
    }
    Ok(())
}

fn read(path: &Path) -> anyhow::Result<DocumentMut> {
    let text = fs::read_to_string(path).with_context(|| format!("no {}", path.display()))?;
    text.parse().with_context(|| format!("{} is no TOML", path.display()))
}

/// Merges a key of an edit: tables are merged key by key, lists are appended, other values are replaced.
fn merge(page: &mut dyn TableLike, key: &str, item: &Item) {
    match (page.get_mut(key), item) {
        (Some(Item::ArrayOfTables(tables)), Item::ArrayOfTables(more)) => {
            more.iter().for_each(|table| tables.push(table.clone()));
        }
        (Some(edited), item) => {
            if let (Some(list), Some(more)) = (edited.as_array_mut(), item.as_array()) {
                more.iter().for_each(|value| list.push(value.clone()));
            } else if let (Some(table), Some(more)) =
                (edited.as_table_like_mut(), item.as_table_like())
            {
                more.iter().for_each(|(key, item)| merge(table, key, item));
            } else {
                *edited = item.clone();
            }
        }
        (None, item) => {
            let mut item = item.clone();
            // Without the position that it had in its own document, the table is written last.
            if let Item::Table(table) = &mut item {
                table.set_position(None);
            }
            page.insert(key, item);
        }
    }
}
