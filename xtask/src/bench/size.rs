//! Measures the size of the generated crate: its lines, its dependencies, and the time that cargo needs to
//! check it.
//!
//! No file of the crate is changed, except the modification time of one.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant, SystemTime};

use anyhow::Context as _;
use serde_json::Value;

use super::harness::Table;
use crate::conformance::{cargo, printed};

const CRATE: &str = "webdata";
const WASM: &str = "wasm32-unknown-unknown";
/// The features that open sockets, which WebAssembly in a browser cannot.
const NOT_FOR_WASM: [&str; 3] = ["blocking", "client", "server"];

/// Takes all measurements of this section.
pub(super) fn run(root: &Path, runs: u32) -> anyhow::Result<String> {
    let mut text = source(root)?;
    let features = features(root)?;
    let header = ["features", "direct", "all", "check", "direct dependencies"];
    let mut table = Table::new("<>>><", &header);
    for feature in [None].into_iter().chain(features.iter().map(Some)) {
        let direct = tree(root, feature, Some(1))?;
        let all = tree(root, feature, None)?;
        let time = check(root, feature, runs)?;
        table.row([
            feature.map_or("none, as by default", String::as_str).to_owned(),
            direct.len().to_string(),
            all.len().to_string(),
            format!("{:.2} s", time.as_secs_f64()),
            direct.into_iter().collect::<Vec<_>>().join(", "),
        ]);
    }
    write!(
        text,
        "\n{table}check: cargo check of the crate alone, from scratch, the fastest of {runs}\n"
    )?;
    writeln!(text, "\n{}", wasm(root, &features)?)?;
    Ok(text)
}

/// Counts the lines and bytes of the Rust files.
fn source(root: &Path) -> anyhow::Result<String> {
    let folder = root.join("generated/src");
    let (mut files, mut lines, mut comments, mut bytes) = (0, 0, 0, 0);
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder);
        let entries = entries.with_context(|| format!("cannot read {}", folder.display()))?;
        for entry in entries {
            let path = entry.context("cannot read an entry")?.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path);
            let text = text.with_context(|| format!("cannot read {}", path.display()))?;
            files += 1;
            lines += text.lines().count();
            comments += text.lines().filter(|line| line.trim_start().starts_with("//")).count();
            bytes += text.len();
        }
    }
    Ok(format!(
        "generated/src: {files} files, {lines} lines ({comments} of them documentation), {bytes} bytes\n"
    ))
}

/// Returns the features of the crate, without `default`.
fn features(root: &Path) -> anyhow::Result<Vec<String>> {
    let metadata = printed(cargo(root).args(["metadata", "--no-deps", "--format-version", "1"]))?;
    let metadata: Value = serde_json::from_str(&metadata).context("cargo metadata is no JSON")?;
    let packages = metadata["packages"].as_array().context("cargo metadata has no packages")?;
    let package = packages.iter().find(|package| package["name"] == CRATE);
    let features = package.and_then(|package| package["features"].as_object());
    let features = features.with_context(|| format!("cargo metadata knows no {CRATE}"))?;
    Ok(features.keys().filter(|name| *name != "default").cloned().collect())
}

fn with<'c>(command: &'c mut Command, feature: Option<&String>) -> &'c mut Command {
    match feature {
        Some(feature) => command.args(["--features", feature]),
        None => command,
    }
}

/// Returns the names of the crates that the build needs on this platform.
fn tree(
    root: &Path,
    feature: Option<&String>,
    depth: Option<usize>,
) -> anyhow::Result<BTreeSet<String>> {
    let mut command = cargo(root);
    command.args(["tree", "-p", CRATE, "--edges", "normal", "--prefix", "none", "--format", "{p}"]);
    if let Some(depth) = depth {
        command.args(["--depth", &depth.to_string()]);
    }
    let listed = printed(with(&mut command, feature))?;
    // The first line is the crate itself.
    let names = listed.lines().skip(1).filter_map(|line| line.split_whitespace().next());
    Ok(names.map(str::to_owned).collect())
}

/// Measures how long cargo takes to check the crate, once its dependencies are checked.
fn check(root: &Path, feature: Option<&String>, runs: u32) -> anyhow::Result<Duration> {
    let file = root.join("generated/src/lib.rs");
    let once = || {
        let mut command = cargo(root);
        command.args(["check", "--quiet", "-p", CRATE]).env("CARGO_INCREMENTAL", "0");
        let start = Instant::now();
        printed(with(&mut command, feature)).map(|_| start.elapsed())
    };
    once()?;
    let mut fastest = Duration::MAX;
    for _ in 0..runs {
        let touched = File::options().append(true).open(&file);
        let touched = touched.and_then(|file| file.set_modified(SystemTime::now()));
        touched.with_context(|| format!("cannot touch {}", file.display()))?;
        fastest = fastest.min(once()?);
    }
    Ok(fastest)
}

/// Returns whether the crate builds for WebAssembly.
fn wasm(root: &Path, features: &[String]) -> anyhow::Result<String> {
    let installed = Command::new("rustup").args(["target", "list", "--installed"]).output();
    // Without rustup, the installed targets are unknown.
    let installed = installed.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    if !installed.is_ok_and(|installed| installed.lines().any(|target| target == WASM)) {
        return Ok(format!(
            "{WASM}: not installed, so not tried; `rustup target add {WASM}` installs it"
        ));
    }
    let without: Vec<&str> = features.iter().map(String::as_str).collect();
    let without: Vec<&str> =
        NOT_FOR_WASM.into_iter().filter(|name| without.contains(name)).collect();
    let mut command = cargo(root);
    command.args(["check", "--quiet", "-p", CRATE, "--target", WASM]);
    Ok(match printed(&mut command) {
        Ok(_) => format!("{WASM}: builds without {}", without.join(", ")),
        Err(error) => format!("{WASM}: DOES NOT BUILD: {error}"),
    })
}
