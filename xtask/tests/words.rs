//! Phrases that a stranger has to read twice may not appear in comments, messages and pages.

#![expect(clippy::expect_used, reason = "what fails here fails the test that calls it")]

use std::path::Path;
use std::process::Command;

use regex::Regex;

/// A phrase as a regular expression, and what to write instead.
type Row = (&'static str, &'static str);

const PHRASES: &[Row] = &[
    (r"is said of neither", "Unless noted, this holds in both modes"),
    (r"what hunts share", "the name of what they share"),
    (r"nothing, although it is good", "the key is valid but has no permissions"),
    (r"[Ww]ho looks at the page is told", "dashboard views are not recorded"),
    (r"[Dd]oes what nobody has requested", "runs a background change"),
    (r"which so many levels are around", "that is nested this many levels deep"),
    (r"[Pp]asses over the members", "skips the members"),
    (r"\bwhat stands\b", "the name of the thing: the text, the value, the list"),
    (r"\b[Ww]hoever\b", "the name of the person or program: the client, the caller"),
    (r"\b[Nn]obody\b", "the name of who does not, or the passive"),
    (r"\bis refused\b", "is rejected"),
    (r"\bis told\b", "is reported, is printed"),
    (r"\bas (it|they) came\b", "as it was received"),
    (r"\bof one's own\b", "of its own"),
    (r"\|own\|", "what the element is: `|case|`, `|finding|`, `|row|`"),
    (r"\blet says\b", "`message`, or what the text describes"),
    (r"\bfound: &mut\b", "what is collected: `violations`, `places`, `names`"),
];

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The files that people read, without this one and without what tests compare.
fn files() -> Vec<String> {
    let mut git = Command::new("git");
    let output = git.args(["ls-files", "-z", "--", "*.rs", "*.md", "*.toml", "*.html"]);
    let output = output.current_dir(root()).output().expect("git starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let names = String::from_utf8(output.stdout).expect("names are text");
    let is_read = |name: &&str| {
        !name.is_empty() && !name.contains("golden") && *name != "xtask/tests/words.rs"
    };
    names.split('\0').filter(is_read).map(str::to_owned).collect()
}

#[test]
fn no_page_has_a_phrase_that_is_read_twice() {
    let files = files();
    assert!(files.len() > 500, "{} files", files.len());
    let phrases: Vec<(Regex, &str)> = PHRASES
        .iter()
        .map(|(phrase, instead)| (Regex::new(phrase).expect("a regular expression"), *instead))
        .collect();
    let mut wrong = Vec::new();
    for name in &files {
        let Ok(text) = std::fs::read_to_string(root().join(name)) else { continue };
        for (number, line) in (1..).zip(text.lines()) {
            for (phrase, instead) in &phrases {
                if let Some(matched) = phrase.find(line) {
                    wrong
                        .push(format!("{name}:{number}: `{}`; write: {instead}", matched.as_str()));
                }
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}
