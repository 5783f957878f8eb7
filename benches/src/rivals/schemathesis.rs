//! Installs schemathesis in a virtual environment, and runs it against a server.
//!
//! Only the comparison needs schemathesis.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context as _, bail, ensure};

use super::events;
use super::server::{Server, run_to_end};
use super::{LIMIT, Tool, ToolResult};

/// The newest release of the fourth series when the comparison was last made. Another version may report
/// other failures, so change it together with the table.
pub(super) const VERSION: &str = "4.32.5";
/// The number of random requests for each operation, beside those for the limits of the document.
pub(super) const EXAMPLES: u32 = 100;

/// An installed schemathesis.
pub(super) struct Schemathesis {
    program: PathBuf,
    document: PathBuf,
}

impl Schemathesis {
    /// Installs schemathesis, unless it is installed already.
    pub(super) fn install(root: &Path, folder: &Path) -> anyhow::Result<Self> {
        let version = Command::new("python3").arg("--version").output();
        let Ok(Output { stdout, .. }) = version else {
            bail!(
                "python3 is missing: `--rivals` needs Python 3.10 or later with venv, and a network"
            )
        };
        let environment = folder.join("venv");
        let bin = environment.join(if cfg!(windows) { "Scripts" } else { "bin" });
        let stamp = environment.join("stamp");
        let wanted = format!("schemathesis {VERSION}, {}", String::from_utf8_lossy(&stdout).trim());
        if fs::read_to_string(&stamp).ok().as_deref() != Some(&wanted) {
            eprintln!("installing {wanted}, in {}", environment.display());
            let mut make = Command::new("python3");
            make.args(["-m", "venv", "--clear"]).arg(&environment);
            done(&mut make, "python3 cannot make a virtual environment; install its venv")?;
            let mut pip = Command::new(bin.join("python"));
            pip.args([
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
                "--no-input",
            ]);
            pip.arg(format!("schemathesis=={VERSION}"));
            done(
                &mut pip,
                "pip cannot install schemathesis; is there a network, and Python 3.10?",
            )?;
            fs::write(&stamp, wanted).context("cannot write into the virtual environment")?;
        }
        let document = root.join("generated/openapi.json");
        ensure!(document.is_file(), "there is no generated/openapi.json: `cargo xtask regenerate`");
        Ok(Self { program: bin.join("schemathesis"), document })
    }
}

impl Tool for Schemathesis {
    fn name(&self) -> &'static str {
        "schemathesis"
    }

    fn test(&self, server: &Server, seed: u64, folder: &Path) -> anyhow::Result<ToolResult> {
        let write = |name: &str, text: &str| {
            fs::write(folder.join(name), text).with_context(|| format!("cannot write {name}"))
        };
        write("schemathesis.toml", include_str!("schemathesis.toml"))?;
        // schemathesis does not know the string formats of the document.
        write("hooks.py", include_str!("hooks.py"))?;
        let mut command = Command::new(&self.program);
        command.current_dir(folder).envs(&server.variables);
        command.env("RIVALS_DOCUMENT", &self.document);
        command.arg("run").arg(&self.document);
        command.args(["--url", server.variable("BASE_URL")?]);
        command.args([
            "--header",
            &format!("Authorization: Bearer {}", server.variable("VALID_KEY")?),
        ]);
        command.args(["--max-examples", &EXAMPLES.to_string(), "--seed", &seed.to_string()]);
        // No option selects checks: those that are on by default run, among them the two that the comparison is about.
        // Without these options, a false alarm would end a part of the run, and later requests would never be
        // sent.
        command.args(["--continue-on-failure", "--no-shrink", "--request-timeout", "10"]);
        command.args(["--generation-database", "none", "--no-color"]);
        command.args(["--report", "ndjson", "--report-ndjson-path", "events.ndjson"]);
        let ended = run_to_end(&mut command, LIMIT, folder)?;
        let path = folder.join("events.ndjson");
        let text = fs::read(&path).context("schemathesis has written no report")?;
        let mut result = events::read(&String::from_utf8_lossy(&text));
        ensure!(result.requests > 0, "schemathesis has sent nothing; see {}", folder.display());
        // Reports of all requests and responses would fill the disk.
        fs::remove_file(&path).context("cannot remove a report")?;
        (result.seconds, result.in_time) = (ended.time.as_secs_f64(), ended.in_time);
        Ok(result)
    }
}

/// Runs a command that must succeed.
fn done(command: &mut Command, otherwise: &'static str) -> anyhow::Result<()> {
    let output = command.output().context(otherwise)?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{otherwise}\n{}", said.trim_end());
    Ok(())
}
