//! Seeded defects: a contract without mistakes, one mistake at a time, and the messages of the reader.
//!
//! The defects and the messages are data under `defects/`; nothing here knows a single one.

use std::collections::BTreeSet;
use std::fs;

use serde::Deserialize;
use webdata_spec::{Diagnostics, Source, Spec, sources};

use crate::golden;

/// A seeded defect.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Defect {
    /// The expected number of diagnostics.
    #[serde(default = "one")]
    mistakes: usize,
    change: Vec<Change>,
}

/// A change to one page of the contract.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Change {
    page: String,
    find: Option<String>,
    replace: Option<String>,
}

fn one() -> usize {
    1
}

#[test]
fn the_contract_without_defects_has_no_mistakes() {
    match Spec::read_with_warnings(&library()) {
        Ok((_, warnings)) if warnings.0.is_empty() => {}
        Ok((_, diagnostics)) | Err(diagnostics) => panic!("{}", diagnostics.render(false)),
    }
}

#[test]
fn each_defect_is_reported_once_and_as_accepted() {
    let names = names("toml");
    assert!(!names.is_empty(), "no defects under {}", golden::folder().display());
    let failures: Vec<String> = names.iter().filter_map(|name| check(name).err()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn each_golden_belongs_to_a_defect() {
    let (goldens, defects) = (names("txt"), names("toml"));
    let orphans: Vec<&String> = goldens.difference(&defects).collect();
    assert!(orphans.is_empty(), "goldens without a defect: {orphans:?}");
}

#[test]
fn four_defects_in_one_file_are_four_diagnostics_of_one_run() {
    let name = "four-defects-in-one-file";
    check(name).unwrap_or_else(|failure| panic!("{failure}"));
    let mistakes = read(&defect(name)).expect_err("four defects were seeded");
    let files: Vec<&str> = mistakes.0.iter().map(webdata_spec::Diagnostic::file).collect();
    assert_eq!(files, ["types/book.toml"; 4]);
}

#[test]
fn a_diagnostic_has_its_place_as_data() {
    let mistakes = read(&defect("unknown-key")).expect_err("a defect was seeded");
    let mistake = &mistakes.0[0];
    assert_eq!(mistake.file(), "types/book.toml");
    assert_eq!(mistake.line_and_column(), (30, 46));
    assert_eq!(mistake.message(), "unknown key `maxLenght`");
}

fn check(name: &str) -> Result<(), String> {
    let defect = defect(name);
    let mistakes = match read(&defect) {
        Ok((_, warnings)) if warnings.0.is_empty() => {
            return Err(format!("{name}: the contract has no mistake"));
        }
        Ok((_, diagnostics)) | Err(diagnostics) => diagnostics,
    };
    let text = mistakes.render(false);
    if mistakes.0.len() != defect.mistakes {
        return Err(format!("{name}: not {} but\n{text}", defect.mistakes));
    }
    golden::compare(&format!("defects/{name}.txt"), &text).map_err(|failure| failure.to_string())
}

fn read(defect: &Defect) -> Result<(Spec, Diagnostics), Diagnostics> {
    let mut sources = library();
    for change in &defect.change {
        apply(change, &mut sources);
    }
    Spec::read_with_warnings(&sources)
}

fn apply(change: &Change, sources: &mut Vec<Source>) {
    let position = sources.iter().position(|source| source.name == change.page);
    match (&change.find, &change.replace, position) {
        (Some(find), Some(replace), Some(at)) => {
            let text = &mut sources[at].text;
            let times = text.matches(find.as_str()).count();
            assert_eq!(times, 1, "{} has `{find}` {times} times", change.page);
            *text = text.replacen(find.as_str(), replace, 1);
        }
        (None, Some(replace), _) => {
            sources.retain(|source| source.name != change.page);
            sources.push(Source { name: change.page.clone(), text: replace.clone() });
        }
        (None, None, Some(at)) => {
            sources.remove(at);
        }
        _ => panic!("this change cannot be made to {}", change.page),
    }
}

fn library() -> Vec<Source> {
    let folder = golden::folder().join("contracts/library");
    sources(&folder).unwrap_or_else(|error| panic!("{error}"))
}

fn defect(name: &str) -> Defect {
    let path = golden::folder().join("defects").join(format!("{name}.toml"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    toml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn names(extension: &str) -> BTreeSet<String> {
    let folder = golden::folder().join("defects");
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{error}"));
    let paths = entries.map(|entry| entry.unwrap_or_else(|error| panic!("{error}")).path());
    let wanted = paths.filter(|path| path.extension().is_some_and(|actual| actual == extension));
    wanted.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect()
}
