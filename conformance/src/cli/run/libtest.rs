//! `run -- LIBTEST ARGS`: the libtest runner calls the cases, and prints as `cargo test` does.

use anyhow::{Result, bail};
use clap::Args;
use libtest_mimic::{Arguments, ColorSetting};
use webdata_suite::plan::Selection;

use super::progress::Verbosity;

/// The arguments of the libtest runner, and the options that it excludes.
#[derive(Debug, Args)]
pub(super) struct LibtestArguments {
    /// Let the libtest runner call the cases, with these arguments, as `cargo test` and `cargo nextest` give
    /// them: --list, --exact, --skip, --format.
    #[arg(last = true, value_name = "LIBTEST ARGS")]
    #[arg(conflicts_with_all = ["budget", "fail_fast", "challenge", "sign", "explore"])]
    libtest: Vec<String>,
}

/// A way to run the cases.
pub(super) enum Way {
    /// The threads of the suite run them, and this program shows the progress.
    Watched(Verbosity),
    /// The libtest runner runs them, with these arguments.
    Libtest(Arguments),
}

impl LibtestArguments {
    /// Returns the way that is requested: that of the libtest runner if it is given arguments. The output of this
    /// runner is terse by default, since the report is the record.
    ///
    /// # Errors
    /// If an argument has no meaning here, or if `-q` or `-v` is given, since the runner has its own output.
    pub(super) fn way(&self, verbosity: Verbosity) -> Result<Way> {
        if self.libtest.is_empty() {
            return Ok(Way::Watched(verbosity));
        }
        if verbosity != Verbosity::Progress {
            bail!(
                "`-q` and `-v` do not apply to the libtest runner; remove the arguments after `--`"
            );
        }
        let name = "webdata-conformance run --".to_owned();
        let words = std::iter::once(name).chain(self.libtest.iter().cloned());
        let mut arguments = Arguments::from_iter(words);
        if arguments.ignored || arguments.include_ignored || arguments.bench {
            bail!(
                "`--ignored`, `--include-ignored` and `--bench` have no meaning here: cases are skipped \
                 only for what the target lacks; remove them"
            );
        }
        arguments.quiet |= arguments.format.is_none();
        if std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) {
            arguments.color.get_or_insert(ColorSetting::Never);
        }
        Ok(Way::Libtest(arguments))
    }
}

/// Adds what the arguments of the libtest runner select to a selection.
pub(super) fn select(arguments: &Arguments, mut selection: Selection) -> Selection {
    selection.filters.extend(arguments.filter.clone());
    Selection { exact: arguments.exact, skip: arguments.skip.clone(), ..selection }
}
