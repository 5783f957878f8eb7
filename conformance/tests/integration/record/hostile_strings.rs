//! Reports with hostile strings: no command and no view repeats such a string without escaping.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;
use webdata_suite::outcome::TransportFailure;
use webdata_suite::plan::{Selection, Shard};
use webdata_suite::report::{annotations, badge, brief, junit, markdown, page, read_text, summary};

use super::setup::{FUTURE, PAST, STATUS, Setup, text, value, waiver, with};
use crate::binary::command;

/// A line of success that a forger wants people to see.
const FORGED_LINE: &str = "verified   the verdict is conformant, as the recorded responses show";

/// Returns the string that replaces others.
fn payload() -> String {
    format!(
        "it \u{1b}[2J\u{1b}[H\u{9b}31m\u{202e}\u{2066}\u{200b}\u{feff}\u{7f}\u{0}\u{85}\u{2028}\u{e0041}\r\n{FORGED_LINE}\n\
         ::error title=x::y\r::stop-commands::z\n ##[add-mask]a ##vso[task.complete]b \
         x##teamcity[buildStop] ##VSO[c]"
    )
}

/// The path of a string in a document: property names, and `*` for each item of an array.
type StringPath = Vec<String>;

/// Calls a function for each string of a document.
fn each_string(
    value: &mut Value,
    at: &mut StringPath,
    change: &mut impl FnMut(&StringPath, &mut String),
) {
    match value {
        Value::String(text) => change(at, text),
        Value::Array(items) => {
            at.push("*".to_owned());
            items.iter_mut().for_each(|item| each_string(item, at, change));
            at.pop();
        }
        Value::Object(members) => {
            for (name, member) in members {
                at.push(name.clone());
                each_string(member, at, change);
                at.pop();
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Returns the document with the payload at each chosen path, and a matching digest.
fn forged(document: &Value, is_chosen: impl Fn(&StringPath) -> bool) -> Result<String, String> {
    let mut document = document.clone();
    each_string(&mut document, &mut StringPath::new(), &mut |at, text| {
        if is_chosen(at) {
            *text = payload();
        }
    });
    let file = read_text(&document.to_string()).map_err(|error| error.to_string())?;
    document["digest"] = file.digest.into();
    Ok(document.to_string())
}

/// Returns the paths at which the payload leaves the report readable.
fn replaceable_paths(document: &Value) -> BTreeSet<StringPath> {
    let mut paths = BTreeSet::new();
    each_string(&mut document.clone(), &mut StringPath::new(), &mut |at, _| {
        paths.insert(at.clone());
    });
    paths.into_iter().filter(|path| forged(document, |at| at == path).is_ok()).collect()
}

/// Checks that the output has no hidden characters and no commands of CI systems.
fn check(name: &str, shown: &str) {
    let hidden = |c: char| {
        c.is_control() && !matches!(c, '\n' | '\t')
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
            || matches!(c, '\u{feff}' | '\u{e0000}'..='\u{e007f}')
    };
    if let Some(at) = shown.find(hidden) {
        panic!("{name}: {:?}", shown[at..].chars().take(80).collect::<String>());
    }
    let lower = shown.to_lowercase();
    for command in ["##[", "##vso[", "##teamcity["] {
        assert!(!lower.contains(command), "{name}: {command}");
    }
    for line in shown.lines() {
        assert!(!line.trim_start().starts_with("::"), "{name}: {line}");
    }
}

/// Checks the output on a terminal, in which the forged line must not begin a line.
fn check_terminal(name: &str, shown: &str) {
    check(name, shown);
    assert!(
        !shown.lines().any(|line| line.trim_start().starts_with(FORGED_LINE)),
        "{name}: {shown}"
    );
}

/// Runs a command, checks its exit code and its output, and returns the output.
fn run(folder: &Path, words: &[&str], codes: &[i32]) -> String {
    let output = command(folder, words).output().expect("the binary starts");
    let name = words.join(" ");
    let [out, err] =
        [output.stdout, output.stderr].map(|stream| String::from_utf8(stream).unwrap());
    check_terminal(&name, &out);
    check_terminal(&name, &err);
    let code = output.status.code().unwrap_or(-1);
    assert!(codes.contains(&code), "{name}: {code}: {out}{err}");
    out + &err
}

/// Returns a report with every kind of content.
fn document(setup: &Setup, shard: Option<Shard>) -> Value {
    let filters =
        ["updateMonitor::name", "updateMonitor::status", "::errors", "webhooks", "observations"];
    let mut report = setup.run(&Selection { shard, ..with(&filters) });
    for case in &mut report.cases {
        for exchange in case.outcome.transcript.iter_mut().take(1) {
            let message = "a gateway".to_owned();
            let status = Some(502);
            let failure = TransportFailure { status, has_api_error_body: false, says: message };
            exchange.trouble.push(failure);
        }
    }
    let waivers = [(STATUS, FUTURE), ("updateMonitor::name::*", PAST)];
    let waivers = waivers.map(|(cases, expires)| waiver(cases, expires)).to_vec();
    value(&report.with_waivers(&setup.suite, waivers).with_run_id(Some("nightly".to_owned())))
}

fn write(folder: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is created");
    std::fs::write(&path, text).expect("the file is written");
    path
}

#[test]
fn no_view_repeats_a_hostile_string() {
    let document = document(&Setup::faulty(), None);
    let paths = replaceable_paths(&document);
    assert!(paths.len() > 40, "{paths:?}");
    let folder = Path::new("reports");
    for path in &paths {
        let name = path.join(".");
        let report = forged(&document, |at| at == path).expect("a readable report");
        let report = read_text(&report).expect("a readable report").report;
        check_terminal(
            &format!("{name}: summary"),
            &without_colours(&summary(&report, Some(folder))),
        );
        check_terminal(&format!("{name}: brief"), &without_colours(&brief(&report)));
        let badge = badge(&report).expect("a badge");
        check(&format!("{name}: badge"), &badge);
        check(&format!("{name}: junit"), &junit(&report).expect("the file is written"));
        check(&format!("{name}: page"), &page(&report).expect("a page"));
        check(&format!("{name}: Markdown"), &markdown(&report));
        for line in annotations(&report).lines() {
            let kinds = ["::error title=", "::warning title=", "::notice title="];
            let message = kinds.iter().find_map(|kind| line.strip_prefix(kind));
            check(&format!("{name}: annotations"), message.expect(line));
        }
    }
}

/// Removes the colours of the verdict, which the command adds.
fn without_colours(text: &str) -> String {
    let (before, coloured) =
        text.split_once("verdict    \u{1b}[1m\u{1b}[").expect("a coloured verdict");
    let verdict = coloured.split_once('m').expect("the end of a colour").1;
    format!("{before}{}", verdict.replacen("\u{1b}[0m", "", 1))
}

#[test]
fn no_command_repeats_a_hostile_string() {
    let setup = Setup::faulty();
    let document = document(&setup, None);
    let paths = replaceable_paths(&document);
    let folder = TempDir::new().expect("a folder");
    write(&folder, "good.json", &document.to_string());
    // With a payload at one of these paths, a command ends before it reads other properties.
    let alone = [&["contract", "version"][..], &["contract", "hash"], &["suite", "version"]];
    let alone: Vec<StringPath> =
        alone.iter().map(|path| path.iter().map(|name| (*name).to_owned()).collect()).collect();
    assert!(alone.iter().all(|path| paths.contains(path)));
    let is_within = |at: &StringPath, start: &str| at.first().is_some_and(|name| name == start);
    let mut texts: Vec<String> = alone
        .iter()
        .map(|path| forged(&document, |at| at == path).expect("a readable report"))
        .collect();
    let others = |at: &StringPath| paths.contains(at) && !alone.contains(at);
    texts.push(forged(&document, others).expect("a readable report"));
    // With unchanged cases, a command reads further.
    let others = |at: &StringPath| others(at) && !is_within(at, "cases");
    texts.push(forged(&document, others).expect("a readable report"));
    // Errors quote an invalid report.
    let mut odd = document.clone();
    odd[payload()] = 1.into();
    texts.push(odd.to_string());
    let mut odd = document.clone();
    odd["verdict"] = payload().into();
    texts.push(odd.to_string());
    let mut odd = document.clone();
    odd["reportVersion"] = payload().into();
    texts.push(odd.to_string());
    for (index, text) in texts.iter().enumerate() {
        let name = format!("forged-{index}.json");
        write(&folder, &name, text);
        run(folder.path(), &["verify", &name], &[1, 2, 3]);
        let output = run(folder.path(), &["verify", &name, "--json"], &[1, 2, 3]);
        let output: Value = serde_json::from_str(&output).expect("JSON");
        assert_ne!(output["result"], "verified");
        run(folder.path(), &["diff", "good.json", &name], &[0, 1, 2]);
        run(folder.path(), &["diff", "--json", &name, "good.json"], &[0, 1, 2]);
        run(folder.path(), &["badge", &name], &[0, 2]);
        run(folder.path(), &["merge", &name, "good.json"], &[2]);
    }
}

#[test]
fn no_merged_file_repeats_a_hostile_string() {
    let setup = Setup::faulty();
    let folder = TempDir::new().expect("a folder");
    for number in 1..=2 {
        let document = document(&setup, Some(Shard { number, of: 2 }));
        let paths = replaceable_paths(&document);
        let in_cases = |at: &StringPath| at[0] == "cases" && at[2] != "id" || at[0] == "runId";
        let text =
            forged(&document, |at| paths.contains(at) && in_cases(at)).expect("a readable report");
        write(&folder, &format!("{number}.json"), &text);
    }
    let words = ["merge", "1.json", "2.json", "--report-dir", "all"];
    run(folder.path(), &words, &[1, 3]);
    for name in ["summary.md", "junit.xml", "report.html", "badge.svg"] {
        let text = std::fs::read_to_string(folder.path().join("all").join(name));
        check(name, &text.expect("the file exists"));
    }
    // `verify` rejects the merged report like its parts.
    run(folder.path(), &["verify", "all/report.json"], &[1]);
    run(folder.path(), &["diff", "all/report.json", "all/report.json"], &[0]);
}

#[test]
fn a_changed_report_is_not_compared() {
    let setup = Setup::faulty();
    let report = setup.run(&with(&["updateMonitor::status"]));
    let folder = TempDir::new().expect("a folder");
    write(&folder, "good.json", &text(&report));
    let whitewashed = text(&report).replacen("\"outcome\":\"fail\"", "\"outcome\":\"pass\"", 1);
    assert_ne!(whitewashed, text(&report));
    write(&folder, "changed.json", &whitewashed);
    run(folder.path(), &["diff", "good.json", "good.json"], &[0]);
    let message =
        "changed.json: the report was changed after it was written; `verify` shows what is wrong";
    for words in [["diff", "good.json", "changed.json"], ["diff", "changed.json", "good.json"]] {
        let output = run(folder.path(), &words, &[2]);
        assert!(output.contains(message), "{output}");
    }
}
