//! Reports whose texts are meant to harm their readers: no command and no view repeats a text as
//! it stands there.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;
use webdata_suite::plan::{Selection, Shard};
use webdata_suite::report::{annotations, badge, brief, junit, markdown, page, read_text, summary};

use super::runs::{Bench, FUTURE, PAST, STATUS, text, value, waiver, with};
use crate::binary::command;

/// The line that a forger would like people to see, on a line of its own.
const DRAWN: &str = "verified   the verdict is conformant, as the recorded responses show";

/// What stands in place of a text.
fn payload() -> String {
    format!(
        "it \u{1b}[2J\u{1b}[H\u{9b}31m\u{202e}\u{2066}\u{200b}\u{feff}\u{7f}\u{0}\u{85}\u{2028}\u{e0041}\r\n{DRAWN}\n\
         ::error title=x::y\r::stop-commands::z\n ##[add-mask]a ##vso[task.complete]b \
         x##teamcity[buildStop] ##VSO[c]"
    )
}

/// Where a text stands in a document: the names on the way, and `*` for each entry of a list.
type At = Vec<String>;

/// Calls a function for each text of a document.
fn each_text(value: &mut Value, at: &mut At, change: &mut impl FnMut(&At, &mut String)) {
    match value {
        Value::String(text) => change(at, text),
        Value::Array(items) => {
            at.push("*".to_owned());
            items.iter_mut().for_each(|item| each_text(item, at, change));
            at.pop();
        }
        Value::Object(members) => {
            for (name, member) in members {
                at.push(name.clone());
                each_text(member, at, change);
                at.pop();
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The document with the payload in place of all texts at some places, and a digest that fits.
fn forged(document: &Value, is_chosen: impl Fn(&At) -> bool) -> Result<String, String> {
    let mut document = document.clone();
    each_text(&mut document, &mut At::new(), &mut |at, text| {
        if is_chosen(at) {
            *text = payload();
        }
    });
    let found = read_text(&document.to_string()).map_err(|error| error.to_string())?;
    document["digest"] = found.digest.into();
    Ok(document.to_string())
}

/// The places whose texts can be replaced so that the document still reads.
fn places(document: &Value) -> BTreeSet<At> {
    let mut places = BTreeSet::new();
    each_text(&mut document.clone(), &mut At::new(), &mut |at, _| {
        places.insert(at.clone());
    });
    places.into_iter().filter(|own| forged(document, |at| at == own).is_ok()).collect()
}

/// Checks that nothing in what was printed or written is hidden or acts.
fn check(name: &str, shown: &str) {
    let hidden = |own: char| {
        own.is_control() && !matches!(own, '\n' | '\t')
            || matches!(own, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
            || matches!(own, '\u{feff}' | '\u{e0000}'..='\u{e007f}')
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

/// Checks the text on a terminal in the same way: no text of others begins a line.
fn check_terminal(name: &str, shown: &str) {
    check(name, shown);
    assert!(!shown.lines().any(|line| line.trim_start().starts_with(DRAWN)), "{name}: {shown}");
}

/// Runs a command, which ends with one of some exit codes, and checks what it printed.
fn run(folder: &Path, words: &[&str], codes: &[i32]) -> String {
    let output = command(folder, words).output().expect("the binary starts");
    let name = words.join(" ");
    let [out, err] = [output.stdout, output.stderr].map(|own| String::from_utf8(own).unwrap());
    check_terminal(&name, &out);
    check_terminal(&name, &err);
    let code = output.status.code().unwrap_or(-1);
    assert!(codes.contains(&code), "{name}: {code}: {out}{err}");
    out + &err
}

/// A report with a bit of everything.
fn document(bench: &Bench, shard: Option<Shard>) -> Value {
    let filters =
        ["updateMonitor::name", "updateMonitor::status", "::errors", "webhooks", "observations"];
    let mut report = bench.run(&Selection { shard, ..with(&filters) });
    for case in &mut report.cases {
        for exchange in case.outcome.transcript.iter_mut().take(1) {
            let says = "a gateway".to_owned();
            let status = Some(502);
            let trouble = webdata_suite::outcome::Trouble { status, is_of_api: false, says };
            exchange.trouble.push(trouble);
        }
    }
    let waivers = [(STATUS, FUTURE), ("updateMonitor::name::*", PAST)];
    let waivers = waivers.map(|(cases, expires)| waiver(cases, expires)).to_vec();
    value(&report.with_waivers(&bench.suite, waivers).with_run_id(Some("nightly".to_owned())))
}

fn write(folder: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("it is made");
    std::fs::write(&path, text).expect("it is written");
    path
}

#[test]
fn no_view_repeats_a_forged_text() {
    let document = document(&Bench::faulty(), None);
    let places = places(&document);
    assert!(places.len() > 40, "{places:?}");
    let folder = Path::new("reports");
    for own in &places {
        let name = own.join(".");
        let report = forged(&document, |at| at == own).expect("it reads");
        let report = read_text(&report).expect("it reads").report;
        check_terminal(
            &format!("{name}: summary"),
            &without_colours(&summary(&report, Some(folder))),
        );
        check_terminal(&format!("{name}: brief"), &without_colours(&brief(&report)));
        let badge = badge(&report).expect("a badge");
        check(&format!("{name}: badge"), &badge);
        check(&format!("{name}: junit"), &junit(&report).expect("it is written"));
        check(&format!("{name}: page"), &page(&report).expect("a page"));
        check(&format!("{name}: Markdown"), &markdown(&report));
        for line in annotations(&report).lines() {
            let kinds = ["::error title=", "::warning title=", "::notice title="];
            let said = kinds.iter().find_map(|kind| line.strip_prefix(kind));
            check(&format!("{name}: annotations"), said.expect(line));
        }
    }
}

/// The text without the colours of the verdict, which are ours.
fn without_colours(text: &str) -> String {
    let text = text.strip_prefix("verdict    \u{1b}[1m\u{1b}[").expect("a coloured verdict");
    let text = text.split_once('m').expect("the end of a colour").1;
    text.replacen("\u{1b}[0m", "", 1)
}

#[test]
fn no_command_repeats_a_forged_text() {
    let bench = Bench::faulty();
    let document = document(&bench, None);
    let places = places(&document);
    let folder = TempDir::new().expect("a folder");
    write(&folder, "good.json", &document.to_string());
    // These end a command before it looks at others.
    let alone = [&["contract", "version"][..], &["contract", "hash"], &["suite", "version"]];
    let alone: Vec<At> =
        alone.iter().map(|own| own.iter().map(|name| (*name).to_owned()).collect()).collect();
    assert!(alone.iter().all(|own| places.contains(own)));
    let is_within = |at: &At, start: &str| at.first().is_some_and(|own| own == start);
    let mut texts: Vec<String> =
        alone.iter().map(|own| forged(&document, |at| at == own).expect("it reads")).collect();
    let others = |at: &At| places.contains(at) && !alone.contains(at);
    texts.push(forged(&document, others).expect("it reads"));
    // With the cases as they are, more is looked at.
    let others = |at: &At| others(at) && !is_within(at, "cases");
    texts.push(forged(&document, others).expect("it reads"));
    // What is no report is quoted.
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
        let said = run(folder.path(), &["verify", &name, "--json"], &[1, 2, 3]);
        let said: Value = serde_json::from_str(&said).expect("it is JSON");
        assert_ne!(said["result"], "verified");
        run(folder.path(), &["diff", "good.json", &name], &[0, 1, 2]);
        run(folder.path(), &["diff", "--json", &name, "good.json"], &[0, 1, 2]);
        run(folder.path(), &["badge", &name], &[0, 2]);
        run(folder.path(), &["merge", &name, "good.json"], &[2]);
    }
}

#[test]
fn no_file_of_merge_repeats_a_forged_text() {
    let bench = Bench::faulty();
    let folder = TempDir::new().expect("a folder");
    for number in 1..=2 {
        let document = document(&bench, Some(Shard { number, of: 2 }));
        let places = places(&document);
        let in_cases = |at: &At| at[0] == "cases" && at[2] != "id" || at[0] == "runId";
        let text = forged(&document, |at| places.contains(at) && in_cases(at)).expect("it reads");
        write(&folder, &format!("{number}.json"), &text);
    }
    let words = ["merge", "1.json", "2.json", "--report-dir", "all"];
    run(folder.path(), &words, &[1, 3]);
    for name in ["summary.md", "junit.xml", "report.html", "badge.svg"] {
        let text = std::fs::read_to_string(folder.path().join("all").join(name));
        check(name, &text.expect("it is there"));
    }
    // What `merge` wrote is rejected like its parts.
    run(folder.path(), &["verify", "all/report.json"], &[1]);
    run(folder.path(), &["diff", "all/report.json", "all/report.json"], &[2]);
}

/// A report that was changed is nothing to compare with, whether or not its digest was made again.
#[test]
fn a_changed_report_is_not_compared() {
    let bench = Bench::faulty();
    let report = bench.run(&with(&["updateMonitor::status"]));
    let folder = TempDir::new().expect("a folder");
    write(&folder, "good.json", &text(&report));
    let fail = "\"outcome\":\"fail\"";
    let whitewashed = text(&report).replacen(fail, "\"outcome\":\"pass\"", 1);
    assert_ne!(whitewashed, text(&report));
    write(&folder, "changed.json", &whitewashed);
    let mut document: Value = serde_json::from_str(&whitewashed).expect("it is JSON");
    document["digest"] = read_text(&whitewashed).expect("it reads").digest.into();
    write(&folder, "forged.json", &document.to_string());
    run(folder.path(), &["diff", "good.json", "good.json"], &[0]);
    for (name, says) in [
        ("changed.json", "changed.json: the report was changed after it was written; see `verify`"),
        ("forged.json", "forged.json: the report contradicts itself: case "),
    ] {
        for words in [["diff", "good.json", name], ["diff", name, "good.json"]] {
            let told = run(folder.path(), &words, &[2]);
            assert!(told.contains(says), "{told}");
        }
    }
}
