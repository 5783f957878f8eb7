//! The commands that read reports: `verify`, `merge`, `diff` and `badge`.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::json;
use webdata_cases::challenge::Challenge;
use webdata_suite::report::{
    CONTRACT_HASH, Changed, Contradiction, Difference, ReportFile, Verification, badge, diff,
    merge, read, schema, summary, verify, verify_alone, write,
};
use webdata_suite::{Printable, Untrusted, pluralize};

use super::github_actions::write_annotations;
use super::option_values::REPORT_DIR;
use super::output::{print, print_error, print_summary};
use super::process::{INCOMPLETE, USAGE, report_unwritten};
use super::signature::signed_by;
use super::target::ReportedContracts;

/// Check a report: judge each case again by the recorded responses, and derive the verdict, the counts and
/// the tables again.
///
/// Nothing is sent. Exit codes: 0 everything is consistent, 1 the report was changed or is wrong, 2 it cannot
/// be read, 3 the verdict could not be checked, since the report belongs to another suite, or to a contract
/// that is neither embedded in this program nor named with --spec.
#[derive(Debug, Args)]
pub(super) struct VerifyArguments {
    /// The report.json of a run.
    #[arg(value_name = "REPORT", required_unless_present = "schema")]
    report: Option<PathBuf>,
    /// Require that each request of the report contains this text, which you gave to the people who ran the
    /// suite: `run --challenge TEXT`.
    #[arg(long, value_name = "TEXT")]
    challenge: Option<Challenge>,
    /// Require that one of these public Ed25519 keys signed the report. The file has one key per line, as in
    /// id_ed25519.pub; see `run --sign`. The signature is in a file beside the report, with `.sig` at the end
    /// of its name.
    #[arg(long, value_name = "FILE")]
    signer: Option<PathBuf>,
    /// Print the results as JSON.
    #[arg(long)]
    json: bool,
    /// Print the JSON Schema of reports instead.
    #[arg(long, conflicts_with_all = ["report", "json"])]
    schema: bool,
    #[command(flatten)]
    contracts: ReportedContracts,
}

/// The maximum number of inconsistencies that are shown.
const SHOWN: usize = 20;

pub(super) fn run_verify(arguments: &VerifyArguments) -> Result<u8> {
    let Some(path) = &arguments.report else {
        print(&Printable::pretty_json(&schema())?)?;
        return Ok(0);
    };
    let document = match read(path) {
        Ok(document) => document,
        Err(error) => {
            let message = format!("{}: {error}", path.display());
            if arguments.json {
                let result = json!({ "result": "unreadable", "says": message });
                print(&Printable::pretty_json(&result)?)?;
            } else {
                print_error(&message);
            }
            return Ok(USAGE);
        }
    };
    let (mut verification, unchecked) = check(&document, &arguments.contracts)?;
    if let Some(challenge) = &arguments.challenge {
        verification.require_challenge(&document.report, challenge);
    }
    if let Some(signers) = &arguments.signer {
        demand_signature(&mut verification, path, signers)?;
    }
    let unchecked = unchecked.as_deref();
    print_verification(&verification, unchecked, arguments.json, &document.report.verdict)
}

/// Checks a report by its contract, or without the contract what needs none. Also returns the reason if only
/// the digest, the counts and the challenge were checked.
fn check(
    document: &ReportFile,
    contracts: &ReportedContracts,
) -> Result<(Verification, Option<String>)> {
    let contract = &document.report.contract;
    let suite = contracts.suite(&contract.hash)?;
    let unchecked = match suite.map(|suite| verify(document, &suite)) {
        Some(Ok(verification)) => return Ok((verification, None)),
        Some(Err(error)) => error.to_string(),
        None => {
            let (name, hash) = (&contract.name, contract.short_hash());
            let name =
                Untrusted::from_display(format_args!("{name} {} ({hash})", contract.version));
            format!(
                "the contract {name} is neither embedded in this program nor in a folder of --spec; name the \
                 folder of its pages with --spec DIR"
            )
        }
    };
    Ok((verify_alone(document), Some(unchecked)))
}

fn demand_signature(verification: &mut Verification, report: &Path, signers: &Path) -> Result<()> {
    match signed_by(report, signers)? {
        Ok(key) => verification.remarks.push(format!("the report is signed by {key}")),
        Err(error) => verification
            .contradictions
            .push(Contradiction { place: "signature".to_owned(), says: format!("{error:#}") }),
    }
    Ok(())
}

fn print_verification(
    verification: &Verification,
    unchecked: Option<&str>,
    as_json: bool,
    verdict: &impl Display,
) -> Result<u8> {
    let Verification { contradictions, remarks, judged_again, not_judged_again } = verification;
    let holds = contradictions.is_empty();
    let (code, result) = match (holds, unchecked) {
        (false, _) => (1, "not-verified"),
        (true, None) => (0, "verified"),
        (true, Some(_)) => (INCOMPLETE, "not-checked"),
    };
    if as_json {
        let mut document = json!({ "result": result });
        if let Some(reason) = unchecked {
            document["notChecked"] = reason.into();
        }
        document["contradictions"] = serde_json::to_value(contradictions)?;
        document["remarks"] = serde_json::to_value(remarks)?;
        document["judgedAgain"] = (*judged_again).into();
        document["notJudgedAgain"] = (*not_judged_again).into();
        print(&Printable::pretty_json(&document)?)?;
        return Ok(code);
    }
    let mut text = Printable::default();
    for Contradiction { place, says } in contradictions.iter().take(SHOWN) {
        text.push_line(format_args!("wrong      {place}: {says}"));
    }
    if let Some(more @ 1..) = contradictions.len().checked_sub(SHOWN) {
        text.push_line(format_args!("           {more} more are not shown; --json has all"));
    }
    for remark in remarks {
        text.push_line(format_args!("note       {remark}"));
    }
    text.push_line(match (*judged_again, *not_judged_again) {
        (0, 0) => "cases      none was judged again, since none was run".to_owned(),
        (0, _) => "cases      none could be judged again".to_owned(),
        (count, _) => format!("cases      {count} judged again from their recorded responses"),
    });
    if let Some(reason) = unchecked {
        text.push_line(format_args!(
            "unchecked  everything but the digest, the counts and the challenge: {reason}"
        ));
    }
    text.push_line(match (holds, *not_judged_again) {
        (true, _) if unchecked.is_some() => {
            format!("incomplete the report says `{verdict}`, which was not checked")
        }
        (true, 0) => format!("verified   the verdict is {verdict}, as the recorded responses show"),
        (true, count) => {
            let cases = pluralize(count, "case");
            format!(
                "verified   the verdict is {verdict}, except for {cases} that could not be judged again"
            )
        }
        (false, _) => match contradictions.len() {
            1 => "rejected   1 statement is wrong".to_owned(),
            count => format!("rejected   {count} statements are wrong"),
        },
    });
    print_summary(&text)?;
    Ok(code)
}

/// Compare two reports, case by case: what broke, what was fixed, what is new, gone or different.
///
/// Exit codes: 0 nothing broke; 1 a case fails that passed, was observed or was waived, or a finding is new that
/// no failing case shows; 2 a report cannot be read, or was changed after it was written. The cases are not judged
/// again; `verify` does that.
#[derive(Debug, Args)]
pub(super) struct DiffArguments {
    /// The report.json of the earlier run.
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// The report.json of the later run.
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// List all cases, not only the first of each kind.
    #[arg(long)]
    all: bool,
    /// Print JSON, always with all cases.
    #[arg(long)]
    json: bool,
}

/// The maximum number of cases of a kind that are listed.
const LISTED: usize = 20;

pub(super) fn run_diff(arguments: &DiffArguments) -> Result<u8> {
    let report = |path: &Path| read_unchanged(path).map(|document| document.report);
    let difference = diff(&report(&arguments.old)?, &report(&arguments.new)?);
    let text = if arguments.json {
        Printable::pretty_json(&difference)?
    } else {
        render(&difference, if arguments.all { usize::MAX } else { LISTED })
    };
    print(&text)?;
    Ok(u8::from(difference.has_broken()))
}

fn render(difference: &Difference, max_lines: usize) -> Printable {
    let mut text = Printable::default();
    let mut list = |name: &str, all: Vec<String>| {
        if all.is_empty() {
            return;
        }
        text.push_line(format_args!("{name} {}", all.len()));
        let left_out = all.len().saturating_sub(max_lines);
        for line in all.into_iter().take(max_lines) {
            text.push_line(format_args!("  {line}"));
        }
        if left_out > 0 {
            text.push_line(format_args!("  and {left_out} more; --all lists them"));
        }
    };
    let change = |changed: &Changed| {
        let [old, new] = [&changed.old, &changed.new].map(|side| side.as_deref().unwrap_or("none"));
        format!("{}: {old} -> {new}", changed.name)
    };
    list("new findings", difference.findings_new.clone());
    list("findings gone", difference.findings_gone.clone());
    for (kind, cases) in &difference.cases {
        list(&kind.to_string(), cases.iter().map(change).collect());
    }
    list("observed otherwise", difference.observations.iter().map(change).collect());
    list("clauses gone", difference.clauses_gone.clone());
    list("clauses new", difference.clauses_new.clone());
    let (hashes, others): (Vec<&Changed>, Vec<_>) =
        difference.settings.iter().partition(|changed| changed.name == CONTRACT_HASH);
    let (gone, new) = (difference.clauses_gone.len(), difference.clauses_new.len());
    let another = hashes.iter().map(|_| {
        format!(
            "another contract, with {new} new clauses and without {gone} of the old ones; `spec-diff OLD NEW`, with the \
             folders of both, lists what changed"
        )
    });
    let others = others.into_iter().map(change);
    list("other", another.chain(others).collect());
    if text.is_empty() {
        text.push_line("nothing has changed");
    }
    text
}

/// Join the reports of all shards of a run into one report with one verdict.
///
/// The exit codes are those of `run`, and 2 also if a shard is missing, occurs twice, or belongs to another
/// run or server: the shards of a run have one base URL, unless each used the embedded server.
#[derive(Debug, Args)]
pub(super) struct MergeArguments {
    /// The report.json of each shard.
    #[arg(value_name = "REPORT", required = true)]
    reports: Vec<PathBuf>,
    /// The folder for the joined reports.
    #[arg(long, value_name = "DIR", default_value = REPORT_DIR)]
    report_dir: PathBuf,
    #[command(flatten)]
    contracts: ReportedContracts,
}

pub(super) fn run_merge(arguments: &MergeArguments) -> Result<u8> {
    let mut parts = Vec::new();
    let mut unread = Vec::new();
    for path in &arguments.reports {
        let name = path.display().to_string();
        match read(path) {
            Ok(document) => parts.push((name, document)),
            Err(error) => unread.push(format!("{}: {error}", Untrusted::from_display(&name))),
        }
    }
    if !unread.is_empty() {
        bail!("{}", unread.join("\n"));
    }
    let hash = parts.first().map(|(_, document)| document.report.contract.hash.clone());
    let suite = arguments.contracts.suite(&hash.unwrap_or_default())?;
    let suite = suite.context(
        "the reports are of a contract that is not embedded in this program; name the folder of its pages with \
         --spec DIR",
    )?;
    let report = merge(parts, &suite)?;
    let folder = &arguments.report_dir;
    // Existing files are kept until they are replaced, since one of them may be a shard.
    let unwritten = write(&report, folder).err();
    print_summary(&summary(&report, unwritten.is_none().then_some(folder.as_path())))?;
    write_annotations(&report);
    Ok(match unwritten {
        Some(error) => report_unwritten(&error),
        None => report.verdict.exit_code(),
    })
}

/// Print the badge of a report as SVG, with the profiles, the verdict and the day of the run.
///
/// `run` and `merge` write the same badge to badge.svg beside the report. Exit codes: 0 printed, 2 the report
/// cannot be read, or was changed after it was written.
#[derive(Debug, Args)]
pub(super) struct BadgeArguments {
    /// The report.json of a run.
    #[arg(value_name = "REPORT")]
    report: PathBuf,
}

pub(super) fn run_badge(arguments: &BadgeArguments) -> Result<u8> {
    print(&badge(&read_unchanged(&arguments.report)?.report)?)?;
    Ok(0)
}

/// Reads a report whose text has the digest that it states.
fn read_unchanged(path: &Path) -> Result<ReportFile> {
    let document = read(path).with_context(|| path.display().to_string())?;
    if document.report.digest != document.digest {
        let place = path.display();
        bail!("{place}: the report was changed after it was written; `verify` shows what is wrong");
    }
    Ok(document)
}
