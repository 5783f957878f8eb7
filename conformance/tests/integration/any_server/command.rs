//! The binary, run in a folder of its own with a target file.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

use crate::any_server::front::Front;
use crate::binary::binary;

/// A secret that no output may show.
pub(crate) const SECRET: &str = "s3cr3t-of-the-gateway";

/// A folder with a target file for a server, in which the binary is run.
pub(crate) struct TargetFolder {
    pub(crate) dir: TempDir,
    environment: Vec<(&'static str, String)>,
}

impl TargetFolder {
    /// Writes a target file: the base URL, then `before`, the keys of the server, and `rest`.
    pub(crate) fn new(front: &Front, base_url: &str, before: &str, rest: &str) -> Self {
        let dir = TempDir::new().unwrap();
        let text = format!(
            "base-url = '{base_url}'\n{before}\n[keys]\nvalid = {{ env = 'THE_KEY' }}\n\
             revoked = {{ env = 'THE_REVOKED_KEY' }}\nlimited = {{ env = 'THE_LIMITED_KEY' }}\n\
             other-team = {{ env = 'THE_OTHER_KEY' }}\n{rest}"
        );
        std::fs::write(dir.path().join("target.toml"), text).unwrap();
        let keys = front.server.keys();
        let environment = vec![
            ("THE_KEY", keys.valid.clone()),
            ("THE_REVOKED_KEY", keys.revoked.clone()),
            ("THE_LIMITED_KEY", keys.limited.clone()),
            ("THE_OTHER_KEY", keys.other_team.clone()),
            ("THE_SECRET", SECRET.to_owned()),
        ];
        Self { dir, environment }
    }

    /// Writes a file beside the target file.
    pub(crate) fn with_file(self, name: &str, text: &str) -> Self {
        std::fs::write(self.dir.path().join(name), text).unwrap();
        self
    }

    /// Builds a command that runs cases against the target.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        self.plain_command(
            &[&["run", "--target", "target.toml", "--jobs", "2"], arguments].concat(),
        )
    }

    /// Builds a command with the given arguments and the environment of the target file.
    pub(crate) fn plain_command(&self, arguments: &[&str]) -> Command {
        let mut command = binary();
        command
            .args(arguments)
            .current_dir(self.dir.path())
            .envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Runs cases against the target; returns the exit code and all output.
    pub(crate) fn run(&self, arguments: &[&str]) -> (i32, String) {
        self.output_of(self.command(arguments))
    }

    /// Runs a command; returns the exit code and all output, after a check that no secret is in the
    /// output.
    pub(crate) fn output_of(&self, mut command: Command) -> (i32, String) {
        let output: Output = command.output().expect("the binary starts");
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text).into_owned();
        for (_, value) in &self.environment {
            assert!(!text.contains(value), "a secret is in the output: {text}");
        }
        (output.status.code().expect("the binary was not killed"), text)
    }

    /// Returns `report.json`, after a check that no file of the report has a secret.
    pub(crate) fn report(&self) -> String {
        let folder = self.dir.path().join("target/conformance");
        let texts: Vec<String> =
            std::fs::read_dir(&folder).unwrap().map(|file| read(&file.unwrap().path())).collect();
        for (text, (name, value)) in texts
            .iter()
            .flat_map(|text| self.environment.iter().map(move |variable| (text, variable)))
        {
            assert!(!text.contains(value.as_str()), "the value of {name} is in a report");
        }
        read(&folder.join("report.json"))
    }

    pub(crate) fn outcomes(&self) -> Value {
        let report: Value = serde_json::from_str(&self.report()).unwrap();
        report["outcomes"].clone()
    }
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}
