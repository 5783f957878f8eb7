//! The command line: parses arguments, runs a command, returns an exit code. The commands themselves use the
//! library.
//!
//! Exit codes: 0 conformant or partial, 1 not conformant, 2 usage or configuration, 3 incomplete.

mod audit;
mod bar;
mod clean;
mod exploration;
mod explore;
mod generate;
mod github_actions;
mod init;
mod list;
mod option_values;
mod output;
mod preflight;
mod process;
mod replay;
mod reports;
mod run;
mod serve;
mod signature;
mod spec_diff;
mod target;
mod transcript;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use output::print_error;
use process::USAGE;

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
    Merge(reports::MergeArguments),
    Verify(reports::VerifyArguments),
    Diff(reports::DiffArguments),
    SpecDiff(spec_diff::SpecDiffArguments),
    Badge(reports::BadgeArguments),
    List(list::ListArguments),
    Show(list::ShowArguments),
    Replay(Box<replay::ReplayArguments>),
    Explore(Box<explore::ExploreArguments>),
    Clean(Box<clean::CleanArguments>),
    Coverage(list::CoverageArguments),
    Serve(serve::ServeArguments),
    Audit(audit::AuditArguments),
    New(generate::NewArguments),
    Generate(generate::GenerateArguments),
}

pub(crate) fn main() -> ExitCode {
    if let Some(option) = unexpanded_home() {
        print_error(&format!(
            "`{option}=~`: the shell did not replace `~` by the home folder; write `{option} ~`, with a space"
        ));
        return ExitCode::from(USAGE);
    }
    let result = match Arguments::parse().command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Init(arguments) => init::init(&arguments),
        Command::Merge(arguments) => reports::run_merge(&arguments),
        Command::Verify(arguments) => reports::run_verify(&arguments),
        Command::Diff(arguments) => reports::run_diff(&arguments),
        Command::SpecDiff(arguments) => spec_diff::spec_diff(&arguments),
        Command::Badge(arguments) => reports::run_badge(&arguments),
        Command::List(arguments) => list::list(&arguments),
        Command::Show(arguments) => list::show(&arguments),
        Command::Replay(arguments) => replay::replay(&arguments),
        Command::Explore(arguments) => explore::explore(&arguments),
        Command::Clean(arguments) => clean::clean(&arguments),
        Command::Coverage(arguments) => list::coverage(&arguments),
        Command::Serve(arguments) => serve::serve(&arguments),
        Command::Audit(arguments) => audit::audit(&arguments),
        Command::New(arguments) => generate::new(&arguments),
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

/// Returns the first option whose value is a path with a `~`, which most shells replace only at the start of a word.
fn unexpanded_home() -> Option<String> {
    let mut arguments = std::env::args_os().take_while(|argument| argument != "--");
    arguments.find_map(|argument| {
        let (option, value) = argument.to_str()?.split_once('=')?;
        let is_home = value == "~" || value.starts_with("~/");
        (option.starts_with("--") && is_home).then(|| option.to_owned())
    })
}
