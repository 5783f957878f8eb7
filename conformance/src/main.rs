//! `webdata-conformance`: the command line of the suite.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
