//! `cargo xtask audit`: runs the audit of `webdata-conformance`, and writes its results: the table of scores
//! in `docs/figures.md`, and the order in which cases notice the most mutants.

use std::path::Path;
use std::process::{ExitCode, Stdio};

use anyhow::Context as _;
use webdata_codegen::stale::{self, StaleFile};

use crate::conformance::{exit_code, suite};
use crate::contract::{COMPANIONS, FOLDER};
use crate::{tables, terminal};

const TASK: &str = "audit";
/// The folder that the audit writes its results to.
const REPORTS: &str = "target/audit";
/// The page that shows how many mutants the first cases notice.
const CURVE_PAGE: &str = "docs/for-ci.md";
/// The number of files that the audit writes.
const FILES: usize = 3;

/// The options of the command.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
It writes the table of docs/figures.md, the order of cases beside the pages of the contract, and the table of \
that order in docs/.

Exit codes: 0 every mutant is noticed and no correct server fails; 1 otherwise, or if a file is stale; \
2 the audit cannot start.")]
pub(crate) struct Options {
    /// Hunts only mutants whose identity contains one of these, and writes no file.
    #[arg(value_name = "FILTER")]
    filters: Vec<String>,
    /// Also hunts mutants of clauses that no case can reach.
    #[arg(long)]
    all: bool,
    /// Writes nothing; prints what would change, and fails if anything would.
    #[arg(long)]
    check: bool,
    /// Hunts each mutant until the first case that notices it, and writes or checks the table of scores alone.
    #[arg(long)]
    quick: bool,
    /// The number of mutants that are hunted at the same time.
    #[arg(long, value_name = "N")]
    jobs: Option<u16>,
}

/// Runs the audit, and writes or checks its files.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<ExitCode> {
    let mut command = suite(root, "audit");
    command.args(&options.filters);
    for (is_asked, argument) in [(options.all, "--all"), (options.quick, "--quick")] {
        command.args(is_asked.then_some(argument));
    }
    if let Some(jobs) = options.jobs {
        command.args(["--jobs", &jobs.to_string()]);
    }
    if !options.filters.is_empty() {
        return Ok(exit_code(command.status().context("cannot start cargo")?.code()));
    }
    // The table is on standard output; progress and results for people are on standard error.
    let output = command.arg("--table").stderr(Stdio::inherit()).output();
    let output = output.context("cannot start cargo")?;
    if !output.status.success() {
        return Ok(exit_code(output.status.code()));
    }
    let table = String::from_utf8(output.stdout).context("the table is no text")?;
    let (stale, files) = if options.quick {
        (tables::stale(root, tables::FIGURES, TASK, &table)?.into_iter().collect(), 1)
    } else {
        (stale_files(root, &table)?, FILES)
    };
    let put = tables::settle(root, TASK, &stale, files, options.check)?;
    terminal::err(&score(&table));
    Ok(put)
}

/// Returns the files that do not have what the audit has measured.
fn stale_files(root: &Path, table: &str) -> anyhow::Result<Vec<StaleFile>> {
    let measured = |name: &str| {
        let path = root.join(REPORTS).join(name);
        std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let whole = |path: String, new: String| -> anyhow::Result<Option<StaleFile>> {
        let path = root.join(path);
        let old = stale::read(&path)?.unwrap_or_default();
        Ok((old != new).then_some(StaleFile { path, old, new: Some(new) }))
    };
    let order = format!("{COMPANIONS}/order.txt");
    let stale: [_; FILES] = [
        tables::stale(root, tables::FIGURES, TASK, table)?,
        tables::stale(root, CURVE_PAGE, TASK, &measured("order.md")?)?,
        whole(format!("{FOLDER}/{order}"), measured("order.txt")?)?,
    ];
    Ok(stale.into_iter().flatten().collect())
}

/// Returns the row of the table that counts all mutants, as a sentence.
fn score(table: &str) -> String {
    let all = table.lines().last().unwrap_or_default();
    let cells: Vec<&str> = all.trim_matches('|').split('|').map(str::trim).collect();
    match cells.as_slice() {
        [_, mutants, noticed, equivalent, survived, beyond] => format!(
            "audit: {noticed} of {mutants} mutants noticed, {equivalent} equivalent, {survived} \
             survived; {beyond} beyond reach are not counted"
        ),
        _ => all.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_the_audit_measures_is_checked_for_drift() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        let write = |path: &str, text: &str| {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, text).expect("written");
        };
        let page = |table: &str| {
            format!("<!-- written by `cargo xtask audit` -->\n\n{table}\n<!-- up to here -->\n")
        };
        write(tables::FIGURES, &page("| score |\n"));
        write(CURVE_PAGE, &page("| curve |\n"));
        for (name, text) in [("order.md", "| curve |\n"), ("order.txt", "1 mutants\n")] {
            write(&format!("{REPORTS}/{name}"), text);
        }
        let check = |table: &str, expected: &[&str]| {
            let stale = stale_files(root, table).expect("they are read");
            let paths = stale.iter().map(|file| file.path.strip_prefix(root).expect("below it"));
            let paths: Vec<&str> = paths.filter_map(Path::to_str).collect();
            assert_eq!(paths, expected);
            stale::write(root, &stale, FILES).expect("they are written");
        };
        let order = "spec/v2/conformance/order.txt";
        check("| score |\n", &[order]);
        check("| score |\n", &[]);
        write(order, "2 mutants\n");
        check("| other score |\n", &[tables::FIGURES, order]);
        write(&format!("{REPORTS}/order.md"), "| other curve |\n");
        check("| other score |\n", &[CURVE_PAGE]);
    }
}
