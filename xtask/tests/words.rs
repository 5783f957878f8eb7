//! The words that the house writes in: phrases that a stranger has to read twice are counted over comments,
//! messages and pages. A count may only fall; once one is at zero, its phrase is gone for good.

#![expect(clippy::expect_used, reason = "what fails here fails the test that calls it")]

use std::path::Path;
use std::process::Command;

use regex::Regex;

/// A phrase as a regular expression, what to write instead, and how often it may still be there.
type Row = (&'static str, &'static str, usize);

/// Raising a count is no mend: write the other words.
const PHRASES: &[Row] = &[
    (r"is said of neither", "Unless noted, this holds in both modes", 0),
    (r"what hunts share", "the name of what they share", 0),
    (r"nothing, although it is good", "the key is valid but has no permissions", 0),
    (r"[Ww]ho looks at the page is told", "dashboard views are not recorded", 0),
    (r"[Dd]oes what nobody has requested", "runs a background change", 0),
    (r"which so many levels are around", "that is nested this many levels deep", 0),
    (r"[Pp]asses over the members", "skips the members", 0),
    (r"\bwhat stands\b", "the name of the thing: the text, the value, the list", 25),
    (r"\b[Ww]hoever\b", "the name of the person or program: the client, the caller", 57),
    (r"\b[Nn]obody\b", "the name of who does not, or the passive", 108),
    (r"\bis refused\b", "is rejected", 47),
    (r"\bis told\b", "is reported, is printed", 59),
    (r"\bas (it|they) came\b", "as it was received", 17),
    (r"\bof one's own\b", "of its own", 8),
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
fn phrases_that_are_read_twice_only_become_fewer() {
    let files = files();
    assert!(files.len() > 500, "{} files", files.len());
    let texts = files.iter().filter_map(|name| std::fs::read_to_string(root().join(name)).ok());
    let text = texts.collect::<Vec<_>>().join("\n");
    let mut wrong = Vec::new();
    for (phrase, instead, most) in PHRASES {
        let count = Regex::new(phrase).expect("a regular expression").find_iter(&text).count();
        if count > *most {
            wrong.push(format!(
                "`{phrase}` is there {count} times, {most} at most; write: {instead}"
            ));
        } else if count < *most {
            wrong.push(format!("`{phrase}` is there {count} times: lower its count from {most}"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}
