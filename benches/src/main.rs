//! Measures the figures of `docs/figures.md` and `docs/how-it-compares.md`. `cargo xtask bench` starts this program for each
//! section, in the folder of the main workspace.
//!
//! A slow figure is no failure.

mod decode;
mod edit;
mod load;
mod measure;
mod regenerate;
mod rivals;
mod scale;
mod suite;

use std::process::ExitCode;

use anyhow::{Result, bail};

use load::servers;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match figures(&arguments) {
        Ok(figures) => {
            print!("{figures}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Measures a section. The arguments are its name, the number of runs, and the program that is measured, if any.
fn figures(arguments: &[&str]) -> Result<String> {
    match arguments {
        ["regenerate", runs, xtask] => regenerate::run(runs.parse()?, xtask.as_ref()),
        ["edit", runs, suite] => edit::run(runs.parse()?, suite.as_ref()),
        ["suite", runs] => suite::run(runs.parse()?),
        ["decode", _] => decode::run(),
        ["load", runs] => load::run(runs.parse()?),
        ["scale", _] => scale::run(),
        ["rivals", _, suite] => rivals::run(suite.as_ref()),
        [servers::REFERENCE] => servers::serve_reference(),
        [servers::BARE, response] => servers::serve_bare_handler(response),
        _ => bail!("`cargo xtask bench` starts this program"),
    }
}
