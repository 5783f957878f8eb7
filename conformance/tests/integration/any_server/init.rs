//! `init`: the file that it writes loads, has no key, and is never written over another one.

use std::process::Command;

use crate::any_server::command::{Bench, SECRET};
use crate::any_server::front::{Front, open};

fn init(bench: &Bench, front: &Front, words: &[&str]) -> Command {
    let ids = format!("{},{}", front.monitor(), front.monitor());
    let options =
        ["init", "--base-url", &front.base_url, "--fixture", &ids, "--output", "new.toml"];
    bench.plain_command(&[&options, words].concat())
}

#[test]
fn the_file_loads_with_every_example_in_it_as_a_comment() {
    let front = open();
    let bench = Bench::new(&front, &front.base_url, "", "");
    for words in
        [&["--key-env", "THE_KEY"][..], &["--key-env", "THE_KEY", "--from-doctor", "--force"]]
    {
        let (code, text) = bench.said(init(&bench, &front, words));
        assert_eq!(code, 0, "{text}");
        assert!(
            text.contains(
                "wrote new.toml; next: webdata-conformance run --target new.toml --doctor"
            )
        );
        let written = std::fs::read_to_string(bench.folder.path().join("new.toml")).unwrap();
        assert!(!written.contains(&front.server.keys().valid), "{written}");
        assert!(written.contains("valid = { env = \"THE_KEY\" }"), "{written}");
        let is_found = written.contains("\n# the target lacks ") && written.contains(" cases more");
        assert_eq!(is_found, words.len() > 2, "{written}");
        for section in ["keys", "fixtures", "headers", "rate", "off", "team", "bind", "webhooks"] {
            assert!(written.contains(&format!("[{section}]")), "{section}: {written}");
        }
        let run = ["run", "--target", "new.toml", "updateMonitor::name::"];
        let (code, text) = bench.said(bench.plain_command(&run));
        assert_eq!(code, 0, "{text}");
    }
}

#[test]
fn what_cannot_be_written_is_told() {
    let front = open();
    let bench = Bench::new(&front, &front.base_url, "", "").with("new.toml", "mine");
    let check = |command: Command, says: &str| {
        let (code, text) = bench.said(command);
        assert!(code == 2 && text.contains(says), "{says}: {text}");
        assert!(!text.contains(SECRET), "{text}");
        assert_eq!(std::fs::read_to_string(bench.folder.path().join("new.toml")).unwrap(), "mine");
    };
    check(init(&bench, &front, &["--key-env", "THE_KEY"]), "--force replaces it");
    let force = ["--force", "--key-env"];
    check(init(&bench, &front, &[&force[..], &[SECRET]].concat()), "takes the name of a variable");
    let url =
        |url: &str| bench.plain_command(&["init", "--base-url", url, "--output", "other.toml"]);
    check(url("http://127.0.0.1:1/v2"), "leave it out: `http://127.0.0.1:1`");
    check(url("ftp://127.0.0.1"), "neither http nor https");
    check(
        bench.plain_command(&["init", "--output", "other.toml"]),
        "there is no terminal to ask at",
    );
}
