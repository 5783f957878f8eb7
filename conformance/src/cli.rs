//! The command line: parses arguments, runs a command, returns an exit code. The commands themselves use the
//! library.
//!
//! Exit codes: 0 conformant or partial, 1 not conformant, 2 usage or configuration, 3 incomplete.

mod actions;
mod audit;
mod badge;
mod bench;
mod contract;
mod coverage;
mod diff;
mod doctor;
mod duration;
mod exit;
mod exploration;
mod explore;
mod fixtures;
mod generate;
mod init;
mod interrupt;
mod list;
mod merge;
mod new;
mod number;
mod open_files;
mod output;
mod preflight;
mod progress;
mod replay;
mod run;
mod runtime;
mod serve;
mod signature;
mod target;
mod transcript;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use exit::USAGE;
use output::print_error;

/// Tests any server of an API against the contract of the API, case by case.
///
/// Exit codes: 0 conformant or partial, 1 not conformant, 2 usage or configuration, 3 incomplete.
#[derive(Debug, Parser)]
#[command(name = "webdata-conformance", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Run(Box<run::RunArguments>),
    Init(init::InitArguments),
    Merge(merge::MergeArguments),
    Verify(verify::VerifyArguments),
    Diff(diff::DiffArguments),
    Badge(badge::BadgeArguments),
    List(list::ListArguments),
    Show(list::ShowArguments),
    Replay(Box<replay::ReplayArguments>),
    Explore(Box<explore::ExploreArguments>),
    Coverage(coverage::CoverageArguments),
    Serve(serve::ServeArguments),
    Bench(bench::BenchArguments),
    Audit(audit::AuditArguments),
    New(new::NewArguments),
    Generate(generate::GenerateArguments),
}

/// Runs the command line of this process.
pub(crate) fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Init(arguments) => init::init(&arguments),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Diff(arguments) => diff::run(&arguments),
        Command::Badge(arguments) => badge::run(&arguments),
        Command::List(arguments) => list::list(&arguments),
        Command::Show(arguments) => list::show(&arguments),
        Command::Replay(arguments) => replay::replay(&arguments),
        Command::Explore(arguments) => explore::explore(&arguments),
        Command::Coverage(arguments) => coverage::coverage(&arguments),
        Command::Serve(arguments) => serve::serve(&arguments),
        Command::Bench(arguments) => bench::bench(&arguments),
        Command::Audit(arguments) => audit::audit(&arguments),
        Command::New(arguments) => new::new(&arguments),
        Command::Generate(arguments) => generate::generate(&arguments),
    };
    match result {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            print_error(&format!("{error:#}"));
            ExitCode::from(USAGE)
        }
    }
}
