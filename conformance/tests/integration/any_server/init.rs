//! `init` writes a target file that loads, has no key in it, and replaces no other file.

use std::process::Command;

use crate::any_server::command::{SECRET, TargetFolder};
use crate::any_server::front::{Front, transparent_front};

fn init(folder: &TargetFolder, front: &Front, arguments: &[&str]) -> Command {
    let ids = format!("{},{}", front.monitor(), front.monitor());
    let options =
        ["init", "--base-url", &front.base_url, "--fixture", &ids, "--output", "new.toml"];
    folder.plain_command(&[&options, arguments].concat())
}

#[test]
fn writes_a_file_that_loads_with_every_section_as_a_comment() {
    let front = transparent_front();
    let folder = TargetFolder::new(&front, &front.base_url, "", "");
    for arguments in
        [&["--key-env", "THE_KEY"][..], &["--key-env", "THE_KEY", "--from-doctor", "--force"]]
    {
        let (code, text) = folder.output_of(init(&folder, &front, arguments));
        assert_eq!(code, 0, "{text}");
        assert!(
            text.contains(
                "wrote new.toml; next: webdata-conformance run --target new.toml --doctor"
            )
        );
        let written = std::fs::read_to_string(folder.dir.path().join("new.toml")).unwrap();
        assert!(!written.contains(&front.server.keys().valid), "{written}");
        assert!(written.contains("valid = { env = \"THE_KEY\" }"), "{written}");
        let has_findings =
            written.contains("\n# the target lacks ") && written.contains(" more cases");
        assert_eq!(has_findings, arguments.len() > 2, "{written}");
        for section in ["keys", "fixtures", "headers", "rate", "off", "team", "bind", "webhooks"] {
            assert!(written.contains(&format!("[{section}]")), "{section}: {written}");
        }
        let run = ["run", "--target", "new.toml", "updateMonitor::name::"];
        let (code, text) = folder.output_of(folder.plain_command(&run));
        assert_eq!(code, 0, "{text}");
    }
}

#[test]
fn reports_why_no_file_is_written() {
    let front = transparent_front();
    let folder = TargetFolder::new(&front, &front.base_url, "", "").with_file("new.toml", "mine");
    let check = |command: Command, expected: &str| {
        let (code, text) = folder.output_of(command);
        assert!(code == 2 && text.contains(expected), "{expected}: {text}");
        assert!(!text.contains(SECRET), "{text}");
        assert_eq!(std::fs::read_to_string(folder.dir.path().join("new.toml")).unwrap(), "mine");
    };
    check(init(&folder, &front, &["--key-env", "THE_KEY"]), "replace it with --force");
    let force = ["--force", "--key-env"];
    check(init(&folder, &front, &[&force[..], &[SECRET]].concat()), "takes the name of a variable");
    let url =
        |url: &str| folder.plain_command(&["init", "--base-url", url, "--output", "other.toml"]);
    check(url("http://127.0.0.1:1/v2"), "leave it out: `http://127.0.0.1:1`");
    check(url("ftp://127.0.0.1"), "neither http nor https");
    check(
        folder.plain_command(&["init", "--output", "other.toml"]),
        "there is no terminal to ask on",
    );
}
