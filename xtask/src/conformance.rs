//! `cargo xtask conformance`, which starts `webdata-conformance run` with the pages of the checkout. Other tasks
//! start the suite's binary, and read its output, with the functions below.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context as _, ensure};
use serde::Deserialize;

use crate::contract::FOLDER;

/// The arguments that build and start the suite's binary; those of its subcommand follow. They name the binary
/// and not its package: a package alone would have other features of its dependencies than the workspace, and
/// cargo would build them again.
pub(crate) const SUITE: [&str; 4] = ["run", "--bin", "webdata-conformance", "--"];

/// The arguments that build the suite's binary.
pub(crate) const BUILD_SUITE: [&str; 3] = ["build", "--bin", "webdata-conformance"];

/// The option that names the pages.
const SPEC: &str = "--spec";

/// Runs the suite and returns its exit code.
pub(crate) fn run(
    root: &Path,
    arguments: impl Iterator<Item = OsString>,
) -> anyhow::Result<ExitCode> {
    let arguments: Vec<OsString> = arguments.collect();
    let mut options = arguments.iter().take_while(|argument| *argument != "--");
    let names_pages = options.any(|argument| {
        argument == SPEC || argument.to_string_lossy().starts_with(&format!("{SPEC}="))
    });
    let mut command = cargo(root);
    command.args(SUITE).arg("run");
    if !names_pages {
        command.args([SPEC, FOLDER]);
    }
    let status = command.args(arguments).status().context("cannot start cargo")?;
    Ok(exit_code(status.code()))
}

/// Returns a command for a subcommand of the suite's binary, with the pages of the checkout.
pub(crate) fn suite(root: &Path, subcommand: &str) -> Command {
    let mut cargo = cargo(root);
    cargo.args(SUITE).args([subcommand, SPEC, FOLDER]);
    cargo
}

/// Returns a command that runs the cargo of this task in the folder of the workspace.
pub(crate) fn cargo(root: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root);
    without_package(&mut cargo);
    cargo
}

/// Removes the environment variables that describe the package of this task. Build scripts that read them would run
/// again.
pub(crate) fn without_package(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&name);
        }
    }
}

/// Runs a process and returns its standard output. The standard error goes to the terminal.
pub(crate) fn printed(command: &mut Command) -> anyhow::Result<String> {
    let output = command.stderr(Stdio::inherit()).output().context("cannot start the process")?;
    ensure!(output.status.success(), "the process ends with {}", output.status);
    String::from_utf8(output.stdout).context("its output is not UTF-8")
}

/// Builds the suite's binary in the profile that `cargo xtask conformance` builds it in, and returns its path.
pub(crate) fn build_suite(root: &Path) -> anyhow::Result<PathBuf> {
    /// A message of cargo about a built artifact.
    #[derive(Deserialize)]
    struct Artifact {
        executable: Option<PathBuf>,
    }
    let mut command = cargo(root);
    command.args(BUILD_SUITE).arg("--quiet");
    command.arg("--message-format=json-render-diagnostics").stderr(Stdio::inherit());
    let output = command.output().context("cannot start cargo")?;
    ensure!(output.status.success(), "the suite cannot be built");
    let messages = String::from_utf8_lossy(&output.stdout);
    let artifacts = messages.lines().filter_map(|line| serde_json::from_str::<Artifact>(line).ok());
    artifacts.filter_map(|built| built.executable).next_back().context("cargo has built no binary")
}

/// Returns the exit code of a process. A process that a signal ended counts as incomplete (3), and so does
/// any code that is not the suite's, such as that of a panic or of a failed build.
pub(crate) fn exit_code(code: Option<i32>) -> ExitCode {
    const INCOMPLETE: u8 = 3;
    let known = code.and_then(|code| u8::try_from(code).ok()).filter(|code| *code <= INCOMPLETE);
    ExitCode::from(known.unwrap_or(INCOMPLETE))
}
