//! Seeded defects: a contract without mistakes, one mistake at a time, and the diagnostics of the reader.
//!
//! The defects are the table `linter/defects.toml`, and their diagnostics its golden.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Deserialize;
use webdata_spec::{Diagnostic, Diagnostics, Spec};

use crate::support::{Edit, compare, contract, table};

/// The table of defects.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// Edits that several defects begin with.
    base: BTreeMap<String, Vec<Edit>>,
    defects: BTreeMap<String, Defect>,
}

/// A seeded defect.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Defect {
    base: Option<String>,
    /// The expected number of diagnostics.
    #[serde(default = "one")]
    mistakes: usize,
    change: Vec<Edit>,
}

fn one() -> usize {
    1
}

impl Table {
    /// Reads the contract with a defect, and returns its diagnostics.
    fn diagnostics(&self, name: &str) -> Diagnostics {
        let defect = &self.defects[name];
        let mut pages = contract("contracts/library");
        let base = defect.base.iter().flat_map(|base| &self.base[base]);
        base.chain(&defect.change).for_each(|edit| edit.apply(&mut pages));
        match Spec::read_with_warnings(&pages) {
            Ok((_, diagnostics)) | Err(diagnostics) => diagnostics,
        }
    }
}

#[test]
fn the_contract_without_defects_has_no_mistakes() {
    match Spec::read_with_warnings(&contract("contracts/library")) {
        Ok((_, warnings)) if warnings.0.is_empty() => {}
        Ok((_, diagnostics)) | Err(diagnostics) => panic!("{}", diagnostics.render(false)),
    }
}

#[test]
fn each_defect_is_reported_once_and_as_accepted() {
    let table = table::<Table>("linter/defects.toml");
    assert!(table.defects.len() >= 300, "only {} defects", table.defects.len());
    let (mut accepted, mut wrong) = (String::new(), String::new());
    for (name, defect) in &table.defects {
        let diagnostics = table.diagnostics(name);
        let text = diagnostics.render(false);
        if diagnostics.0.len() != defect.mistakes {
            let _ = writeln!(wrong, "{name}, not {}: {text}", defect.mistakes);
        }
        let _ = write!(accepted, "# {name}\n{}", without_surroundings(&text));
    }
    assert!(wrong.is_empty(), "{wrong}");
    compare("linter/defects.txt", &accepted);
}

#[test]
fn four_defects_in_one_file_are_four_diagnostics_of_one_run() {
    let mistakes = table::<Table>("linter/defects.toml").diagnostics("four-defects-in-one-file");
    let files: Vec<&str> = mistakes.0.iter().map(Diagnostic::file).collect();
    assert_eq!(files, ["types/book.toml"; 4]);
    compare("linter/printed.txt", &mistakes.render(false));
}

#[test]
fn a_diagnostic_has_its_place_as_data() {
    let mistakes = table::<Table>("linter/defects.toml").diagnostics("unknown-key");
    let mistake = &mistakes.0[0];
    assert_eq!(mistake.file(), "types/book.toml");
    assert_eq!(mistake.line_and_column(), (30, 46));
    assert_eq!(mistake.message(), "unknown key `maxLenght`");
}

/// Returns printed diagnostics without their frames, and with the place and the marked text before the message.
fn without_surroundings(printed: &str) -> String {
    let (mut text, mut message) = (String::new(), String::new());
    let (mut place, mut source) = ("", "");
    for line in printed.lines() {
        if let Some(at) = line.trim_start().strip_prefix("--> ") {
            (place, source) = (at, "");
        } else if line.starts_with("error: ") || line.starts_with("warning: ") {
            message.push_str(line);
        } else if let Some((_, shown)) = line.split_once("= help: ") {
            let _ = writeln!(text, "  help: {shown}");
        } else if let Some((_, shown)) = line.split_once('|') {
            let marks = shown.trim();
            if marks.chars().all(|mark| mark == '^') && !marks.is_empty() {
                let (start, length) = (shown.len() - marks.len(), marks.len());
                let marked: String = source.chars().skip(start).take(length).collect();
                let message = std::mem::take(&mut message);
                let _ = writeln!(text, "{place} | {marked} | {message}");
            } else if !marks.is_empty() {
                source = shown;
            }
        } else if !line.trim().is_empty() && !line.starts_with("the contract has ") {
            // Further lines of a message or of a help.
            let further = line.trim();
            let _ = if message.is_empty() {
                writeln!(text, "        {further}")
            } else {
                write!(message, " {further}")
            };
        }
    }
    text
}
