//! The command line: arguments in, exit code out. What the commands do is in the library.
//!
//! Exit codes: 0 conformant, 1 not conformant, 2 usage or configuration, 3 incomplete.

mod actions;
mod audit;
mod bench;
mod coverage;
mod diff;
mod doctor;
mod interrupt;
mod list;
mod merge;
mod open_files;
mod progress;
mod replay;
mod run;
mod serve;
mod target;
mod transcript;
mod verify;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;
use clap::{Parser, Subcommand};
use tokio::runtime::Runtime;
use webdata_suite::report::Report;
use webdata_suite::{Suite, nearest};

/// Judges any server of the Web Data Service API v2, case by case, by the contract.
///
/// Exit codes: 0 conformant, 1 not conformant, 2 usage or configuration, 3 incomplete.
#[derive(Debug, Parser)]
#[command(name = "webdata-conformance", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Run(Box<run::RunArguments>),
    Merge(merge::MergeArguments),
    Verify(verify::VerifyArguments),
    Diff(diff::DiffArguments),
    List(list::ListArguments),
    Show(list::ShowArguments),
    Replay(Box<replay::ReplayArguments>),
    Coverage(coverage::CoverageArguments),
    Serve(serve::ServeArguments),
    Bench(bench::BenchArguments),
    Audit(audit::AuditArguments),
}

/// The exit code for what is wrong with the command line or a file that it names.
const USAGE: u8 = 2;

/// The exit code for a run that left something open, or something behind.
const INCOMPLETE: u8 = 3;

/// The suite of the contract inside the binary.
fn suite() -> anyhow::Result<Suite> {
    Ok(webdata_conformance::suite()?)
}

/// What drives requests and listens for signals.
fn runtime() -> anyhow::Result<Runtime> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.context("cannot start the runtime that drives requests")
}

/// The exit code of a run; one that left something of its own on the server is not complete.
fn exit_code(report: &Report, is_tidy: bool) -> u8 {
    match report.verdict.exit_code() {
        0 if !is_tidy => INCOMPLETE,
        code => code,
    }
}

/// Writes a text to standard output, without its colours where they are not wanted. A reader that has
/// gone away has read what it wanted.
fn say(text: &str) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context("cannot write to standard output"),
    }
}

/// Tells people something on standard error. Nobody may be there to read it; reports, and what has
/// to be removed from a server, do not depend on that.
fn warn(text: &str) {
    drop(anstream::stderr().lock().write_all(format!("{text}\n").as_bytes()));
}

/// Runs the command line of this process.
pub(crate) fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Run(arguments) => run::run(*arguments),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Diff(arguments) => diff::run(&arguments),
        Command::List(arguments) => list::list(&arguments),
        Command::Show(arguments) => list::show(&arguments),
        Command::Replay(arguments) => replay::replay(*arguments),
        Command::Coverage(arguments) => coverage::coverage(&arguments),
        Command::Serve(arguments) => serve::serve(&arguments),
        Command::Bench(arguments) => bench::bench(&arguments),
        Command::Audit(arguments) => audit::audit(&arguments),
    };
    match result {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            warn(&format!("error: {error:#}"));
            ExitCode::from(USAGE)
        }
    }
}
