//! `verify`: checks whether everything in a report follows from the recorded responses.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use serde_json::json;
use webdata_cases::challenge::Challenge;
use webdata_suite::report::{
    Contradiction, Report, ReportFile, Verification, read, schema, verify, verify_alone,
};
use webdata_suite::{Printable, Untrusted};

use super::contract::ReportedContracts;
use super::exit::{INCOMPLETE, USAGE};
use super::output::{print, print_error};
use super::signature::signed_by;

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
    #[command(flatten)]
    contracts: ReportedContracts,
}

const NOT_VERIFIED: u8 = 1;

/// The maximum number of inconsistencies that are shown.
const SHOWN: usize = 20;

pub(super) fn run(arguments: &VerifyArguments) -> Result<u8> {
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
    let Checked { mut verification, unchecked } = check(&document, &arguments.contracts)?;
    if let Some(challenge) = &arguments.challenge {
        verification.require_challenge(&document.report, challenge);
    }
    if let Some(signers) = &arguments.signer {
        demand_signature(&mut verification, path, signers)?;
    }
    let checked = Checked { verification, unchecked };
    print_verification(&checked, arguments.json, &document.report.verdict)
}

/// The results of checking a report.
pub(super) struct Checked {
    pub(super) verification: Verification,
    /// The reason why only the digest, the counts and the challenge were checked; `None` if everything was.
    pub(super) unchecked: Option<String>,
}

/// Checks a report by its contract, or without the contract what needs none.
pub(super) fn check(document: &ReportFile, contracts: &ReportedContracts) -> Result<Checked> {
    let suite = contracts.suite(&document.report.contract.hash)?;
    let verified = suite.map(|suite| verify(document, &suite));
    let unchecked = match verified {
        Some(Ok(verification)) => return Ok(Checked { verification, unchecked: None }),
        Some(Err(error)) => error.to_string(),
        None => unknown_contract(&document.report),
    };
    Ok(Checked { verification: verify_alone(document), unchecked: Some(unchecked) })
}

fn unknown_contract(report: &Report) -> String {
    let contract = &report.contract;
    let name = Untrusted::from_display(format_args!(
        "{} {} ({})",
        contract.name,
        contract.version,
        contract.short_hash()
    ));
    format!(
        "the contract {name} is neither embedded in this program nor in a folder of --spec; name the folder of its \
         pages with --spec DIR"
    )
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

fn print_verification(checked: &Checked, as_json: bool, verdict: &impl Display) -> Result<u8> {
    let Checked { verification, unchecked } = checked;
    let Verification { contradictions, remarks, judged_again, not_judged_again } = verification;
    let holds = contradictions.is_empty();
    let (code, result) = match (holds, unchecked) {
        (false, _) => (NOT_VERIFIED, "not-verified"),
        (true, None) => (0, "verified"),
        (true, Some(_)) => (INCOMPLETE, "not-checked"),
    };
    if as_json {
        let mut document = json!({ "result": result });
        if let Some(reason) = unchecked {
            document["notChecked"] = reason.as_str().into();
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
