//! The walks of `docs/architecture.md`: each file defines the name beside it, and is tied to another file of its walk by
//! such a name.

#![expect(clippy::expect_used, reason = "what fails here fails the test that calls it")]

use std::fs;
use std::path::Path;

use regex::Regex;

/// The number of walks on the page.
const WALKS: usize = 5;

/// A file of a walk.
struct Stop<'p> {
    file: &'p str,
    /// The name of the item that a reader looks for in the file.
    name: &'p str,
    /// The file without its comments; empty if the file does not exist.
    code: String,
}

impl Stop<'_> {
    fn defines_name(&self) -> bool {
        let item = format!(r"\b(fn|struct|enum|trait|static|const) {}\b", self.name);
        Regex::new(&item).expect("a regular expression").is_match(&self.code)
    }

    fn uses(&self, name: &str) -> bool {
        let mut words = self.code.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        words.any(|word| word == name)
    }
}

/// Returns what is wrong about the stops of a walk.
fn mistakes(stops: &[Stop<'_>]) -> Vec<String> {
    let mistake = |stop: &Stop<'_>| {
        let Stop { file, name, .. } = stop;
        let mut others = stops.iter().filter(|other| other.file != *file);
        let is_tied = others.any(|other| other.uses(name) || stop.uses(other.name));
        match (stop.defines_name(), is_tied) {
            (false, _) => Some(format!("{file} does not define `{name}`")),
            (true, false) => {
                Some(format!("{file} neither uses a name of its walk nor is used there"))
            }
            (true, true) => None,
        }
    };
    // Pages are found by their place, so no code names one.
    let code = stops.iter().filter(|stop| !stop.file.ends_with(".toml"));
    code.filter_map(mistake).collect()
}

#[test]
fn each_file_of_a_walk_defines_its_name_and_is_tied_to_another() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = fs::read_to_string(root.join("docs/architecture.md")).expect("the page");
    let (_, walks) = page.split_once("\n## Five walks\n").expect("the section");
    let walks = walks.split("\n## ").next().unwrap_or_default();
    let stop = Regex::new(r"(?m)^\d+\. `([^`]+)`, `(\w+)`").expect("a regular expression");
    let walks: Vec<&str> = walks.split("\n### ").skip(1).collect();
    assert_eq!(walks.len(), WALKS);
    for walk in walks {
        let stops = stop.captures_iter(walk).map(|stop| stop.extract::<2>().1);
        let stops: Vec<Stop<'_>> = stops
            .map(|[file, name]| {
                let text = fs::read_to_string(root.join(file)).unwrap_or_default();
                Stop { file, name, code: code(&text) }
            })
            .collect();
        assert!(stops.len() > 4, "a walk without files: {walk}");
        assert_eq!(mistakes(&stops), Vec::<String>::new(), "{walk}");
    }
}

#[test]
fn a_gap_in_a_walk_is_found() {
    let stop = |file, name, code: &str| Stop { file, name, code: code.to_owned() };
    let walk = [
        stop("plan.rs", "plan", "pub fn plan() {}"),
        stop("run.rs", "run", "fn run() { plan() }"),
        stop("judge.rs", "judge", "fn judge() {}"),
        stop("report.rs", "Report", ""),
    ];
    let found = mistakes(&walk);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("judge.rs") && found[1].starts_with("report.rs"), "{found:?}");
}

/// Returns a file without its comments.
fn code(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}
