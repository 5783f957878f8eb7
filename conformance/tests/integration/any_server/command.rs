//! The binary in a folder of its own, with a target file.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

use crate::any_server::front::Front;
use crate::binary::binary;

/// A value that must not show anywhere.
pub(crate) const SECRET: &str = "s3cr3t-of-the-gateway";

/// The binary, a folder and a target file for a server.
pub(crate) struct Bench {
    pub(crate) folder: TempDir,
    environment: Vec<(&'static str, String)>,
}

impl Bench {
    /// A target file that begins with the base URL and the keys of a server, with `rest` behind.
    pub(crate) fn new(front: &Front, base_url: &str, before: &str, rest: &str) -> Self {
        let folder = TempDir::new().unwrap();
        let text = format!(
            "base-url = '{base_url}'\n{before}\n[keys]\nvalid = {{ env = 'THE_KEY' }}\n\
             revoked = {{ env = 'THE_REVOKED_KEY' }}\nlimited = {{ env = 'THE_LIMITED_KEY' }}\n\
             other-team = {{ env = 'THE_OTHER_KEY' }}\n{rest}"
        );
        std::fs::write(folder.path().join("target.toml"), text).unwrap();
        let keys = front.server.keys();
        let environment = vec![
            ("THE_KEY", keys.valid.clone()),
            ("THE_REVOKED_KEY", keys.revoked.clone()),
            ("THE_LIMITED_KEY", keys.limited.clone()),
            ("THE_OTHER_KEY", keys.other_team.clone()),
            ("THE_SECRET", SECRET.to_owned()),
        ];
        Self { folder, environment }
    }

    /// Puts a file beside the target file.
    pub(crate) fn with(self, name: &str, text: &str) -> Self {
        std::fs::write(self.folder.path().join(name), text).unwrap();
        self
    }

    /// The binary with the target file.
    pub(crate) fn command(&self, words: &[&str]) -> Command {
        self.plain_command(&[&["run", "--target", "target.toml", "--jobs", "2"], words].concat())
    }

    /// The binary with nothing but its environment.
    pub(crate) fn plain_command(&self, words: &[&str]) -> Command {
        let mut command = binary();
        command
            .args(words)
            .current_dir(self.folder.path())
            .envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Runs the binary with the target file; its exit code and all that it said.
    pub(crate) fn run(&self, words: &[&str]) -> (i32, String) {
        self.said(self.command(words))
    }

    /// Runs a command; its exit code and all that it said.
    pub(crate) fn said(&self, mut command: Command) -> (i32, String) {
        let output: Output = command.output().expect("the binary starts");
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text).into_owned();
        for (_, value) in &self.environment {
            assert!(!text.contains(value), "a secret is in what was said: {text}");
        }
        (output.status.code().expect("it was not killed"), text)
    }

    /// The files of the report, in which no secret may stand.
    pub(crate) fn report(&self) -> String {
        let folder = self.folder.path().join("target/conformance");
        let texts: Vec<String> =
            std::fs::read_dir(&folder).unwrap().map(|file| read(&file.unwrap().path())).collect();
        for (text, (name, value)) in
            texts.iter().flat_map(|text| self.environment.iter().map(move |own| (text, own)))
        {
            assert!(!text.contains(value.as_str()), "what {name} holds is in a report");
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
