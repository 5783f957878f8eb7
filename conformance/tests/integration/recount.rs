//! Counts again what findings say, in the record, with code of its own.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use webdata_spec::model::Level;
use webdata_suite::findings::{Counted, Explanation, Finding};
use webdata_suite::outcome::{Deviation, OutcomeKind};
use webdata_suite::report::{CaseReport, Report};

/// A claim about nothing needs this many clauses that requests break.
const MIN_CLAUSES: usize = 4;

/// The words of a sentence about all that was judged.
static ALL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(never|nothing|none|every|all|always)\b|\bno (?:[a-z]+ )+(?:is|are)\b")
        .unwrap()
});

/// Names and values stand in backticks, and what a clause says in brackets.
static QUOTED: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"`[^`]*`|\([^)]*\)").unwrap());

static EXAMPLE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"for example(?: `[^`]*`)? at `([^`]*)`, expected `").unwrap());

/// Returns what is false about the findings of a report: each with its sentence.
pub(crate) fn mistakes(report: &Report) -> Vec<String> {
    let wrong = |finding: &Finding| {
        let wrong = mistake(report, finding)?;
        Some(format!("{wrong}: {}", finding.says))
    };
    let mut all: Vec<String> = report.findings.iter().filter_map(wrong).collect();
    if !report.findings.is_sorted_by_key(|finding| finding.concern) {
        all.push("the groups are not in order".to_owned());
    }
    all
}

fn mistake(report: &Report, finding: &Finding) -> Option<String> {
    let Finding { shown, tested, says, .. } = finding;
    let cases: Vec<&CaseReport> =
        report.cases.iter().filter(|case| finding.cases.contains(&case.id)).collect();
    let Some(example) = cases.iter().find(|case| case.id == finding.example) else {
        return Some("the example is not among the cases".to_owned());
    };
    if Explanation::try_from(Vec::from(finding.explanation.clone())).as_ref()
        != Ok(&finding.explanation)
    {
        return Some("the explanation does not read back".to_owned());
    }
    if *shown == 0 || shown > tested {
        return Some(format!("{shown} of {tested}"));
    }
    let most = most_that_can_show(finding, &cases);
    if *shown > most {
        return Some(format!("{shown} show it, and the record has at most {most}"));
    }
    let least = cases.iter().filter(|case| shows_nothing_else(case)).count();
    if finding.counted == Counted::Requests && *shown < least {
        return Some(format!("{shown} show it, and {least} cases fail for nothing else"));
    }
    if !finding.beside && !is_level_of_one(finding, &cases) {
        return Some(format!("no case is a {}", finding.level));
    }
    let is_of_example = |place: &str| deviations(example).any(|(_, one)| one.place == place);
    if let Some(place) = EXAMPLE.captures(says).map(|found| found[1].to_owned())
        && !place.contains('…')
        && !is_of_example(&place)
    {
        return Some(format!("the example deviates elsewhere than at {place}"));
    }
    let words = QUOTED.replace_all(says, "");
    let word = ALL.find(&words)?.as_str();
    let clauses: BTreeSet<_> = cases.iter().filter_map(|case| case.clauses.first()).collect();
    let is_general = shown == tested && clauses.len() >= MIN_CLAUSES;
    (!is_general).then(|| format!("`{word}` of {shown} of {tested}, {} clauses", clauses.len()))
}

/// Returns the deviations of a case, each with its step.
fn deviations(case: &CaseReport) -> impl Iterator<Item = (usize, &Deviation)> {
    let all = case.outcome.deviations.iter().chain(&case.outcome.beside);
    all.map(|deviation| (deviation.step, deviation))
}

/// Returns how many requests, responses or values of these cases deviate in the way that a finding counts.
fn most_that_can_show(finding: &Finding, cases: &[&CaseReport]) -> usize {
    let of_case = |case: &&CaseReport| -> BTreeSet<(usize, String)> {
        let is_meant =
            |one: &Deviation| (finding.counted == Counted::Requests) == (one.place == "status");
        let all = deviations(case).filter(|(_, one)| is_meant(one));
        all.map(|(step, one)| match finding.counted {
            Counted::Requests | Counted::Responses => (step, String::new()),
            Counted::Values | Counted::Effects => (step, one.place.clone()),
        })
        .collect()
    };
    cases.iter().map(|case| of_case(case).len()).sum()
}

/// Returns whether a failing case deviates at one status code, and nowhere else.
fn shows_nothing_else(case: &CaseReport) -> bool {
    let mut all = deviations(case);
    case.outcome.kind == OutcomeKind::Fail
        && all.next().is_some_and(|(_, one)| one.place == "status")
        && all.next().is_none()
}

fn is_level_of_one(finding: &Finding, cases: &[&CaseReport]) -> bool {
    // A case about an open point fails only by what always holds, which is a must.
    cases.iter().any(|case| {
        case.level == finding.level || (case.level == Level::Open && finding.level == Level::Must)
    })
}
