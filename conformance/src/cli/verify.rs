//! `verify`: checks whether everything in a report follows from the recorded responses.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use serde_json::json;
use webdata_cases::challenge::Challenge;
use webdata_conformance::Contract;
use webdata_suite::report::{Contradiction, Verification, read, schema, verify};
use webdata_suite::{Printable, Untrusted};

use super::exit::USAGE;
use super::output::{print, print_error};
use super::signature::signed_by;

/// Check a report: judge each case again by the recorded responses, and derive the verdict, the counts and
/// the tables again.
///
/// Nothing is sent. Exit codes: 0 everything is consistent, 1 the report was changed or is wrong, 2 it cannot
/// be read, 3 it belongs to another suite or contract, which this binary cannot check.
#[derive(Debug, Args)]
pub(super) struct VerifyArguments {
    /// The report.json of a run.
    #[arg(value_name = "REPORT", required_unless_present = "schema")]
    report: Option<PathBuf>,
    /// Require that each request of the report contains this text, which you gave to the people who ran the
    /// suite: `run --challenge TEXT`.
    #[arg(long, value_name = "TEXT")]
    challenge: Option<Challenge>,
    /// Require that one of these public keys signed the report. The file has one key per line, as in
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
    /// The version of the contract [default: that of the report].
    #[arg(long, value_name = "VERSION")]
    contract: Option<Contract>,
}

const NOT_VERIFIED: u8 = 1;
const OF_ANOTHER: u8 = 3;

/// The maximum number of inconsistencies that are shown.
const SHOWN: usize = 20;

pub(super) fn run(arguments: &VerifyArguments) -> Result<u8> {
    let Some(path) = &arguments.report else {
        print(&Printable::pretty_json(&schema())?)?;
        return Ok(0);
    };
    let (result, code, message) = match read(path) {
        Err(error) => ("unreadable", USAGE, format!("{}: {error}", path.display())),
        Ok(document) => {
            let version = || document.report.contract.version.parse();
            match arguments.contract.map_or_else(version, Ok) {
                Err(error) => {
                    let message = Untrusted::from_display(error).to_string();
                    ("of-another-suite", OF_ANOTHER, message)
                }
                Ok(contract) => match verify(&document, &contract.suite()?) {
                    Err(error) => ("of-another-suite", OF_ANOTHER, error.to_string()),
                    Ok(mut verification) => {
                        if let Some(challenge) = &arguments.challenge {
                            verification.require_challenge(&document.report, challenge);
                        }
                        if let Some(signers) = &arguments.signer {
                            demand_signature(&mut verification, path, signers)?;
                        }
                        let verdict = &document.report.verdict;
                        return print_verification(&verification, arguments.json, verdict);
                    }
                },
            }
        }
    };
    if arguments.json {
        print(&Printable::pretty_json(&json!({ "result": result, "says": message }))?)?;
    } else {
        print_error(&message);
    }
    Ok(code)
}

/// Requires that one of the signers signed the report.
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
    as_json: bool,
    verdict: &impl std::fmt::Display,
) -> Result<u8> {
    let Verification { contradictions, remarks, judged_again, not_judged_again } = verification;
    let holds = contradictions.is_empty();
    let code = if holds { 0 } else { NOT_VERIFIED };
    if as_json {
        let result = if holds { "verified" } else { "not-verified" };
        let mut document = json!({ "result": result });
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
    text.push_line(match (holds, *not_judged_again) {
        (true, 0) => format!("verified   the verdict is {verdict}, as the recorded responses show"),
        (true, count) => {
            let cases = if count == 1 { "case" } else { "cases" };
            format!(
                "verified   the verdict is {verdict}, except for {count} {cases} that could not be judged \
                 again"
            )
        }
        (false, _) => match contradictions.len() {
            1 => "rejected   1 statement is wrong".to_owned(),
            count => format!("rejected   {count} statements are wrong"),
        },
    });
    print(&text)?;
    Ok(code)
}
