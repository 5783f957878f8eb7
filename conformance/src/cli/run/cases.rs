//! The cases that are run, and those of their failures that count.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, ValueEnum};
use webdata_cases::challenge::Challenge;
use webdata_spec::model::Level;
use webdata_suite::plan::{Selection, Shard};
use webdata_suite::waivers::Waiver;
use webdata_suite::{Suite, waivers};

use crate::cli::option_values::filter;

#[derive(Debug, Args)]
pub(super) struct CaseArguments {
    /// Run only cases whose identity contains one of these, and their controls: the same requests without the wrong value.
    #[arg(value_name = "FILTER", value_parser = filter)]
    filters: Vec<String>,
    /// Run only the cases of this profile of the contract, and claim the profile; may be given several times.
    /// Without this option, all cases are run, and `profiles` in the target file says which profiles are
    /// claimed.
    #[arg(long = "profile", value_name = "NAME")]
    profiles: Vec<String>,
    /// Run only one of several equal parts of the cases: 2/4 is the second of four. `merge` joins the
    /// reports.
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// Put a text that your customer chose into each request, and into the prose that the server stores.
    /// `verify --challenge` then tells the report from an older one. The text has 1 to 64 letters, digits and
    /// hyphens.
    #[arg(long, value_name = "TEXT")]
    pub(super) challenge: Option<Challenge>,
    /// A file of waivers: known failures that do not count, each with its cases or its finding, its reason,
    /// ticket and last day.
    #[arg(long, value_name = "FILE")]
    waivers: Option<PathBuf>,
    /// The lowest level whose failures count.
    #[arg(long, value_enum, default_value_t = CountedLevel::Must)]
    level: CountedLevel,
}

/// The lowest level whose failures count, as an argument.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum CountedLevel {
    /// Only clauses that the contract states firmly (`must`).
    Must,
    /// Also clauses that it states with "when available", "typically" and the like.
    Should,
}

impl CaseArguments {
    pub(super) fn selection(&self) -> Selection {
        Selection {
            filters: self.filters.clone(),
            profiles: self.profiles.clone(),
            shard: self.shard,
            ..Selection::default()
        }
    }

    /// Reads the waivers, which may be none.
    pub(super) fn waivers(&self, suite: &Suite) -> Result<Vec<Waiver>> {
        let read = self.waivers.as_deref().map(|path| waivers::load(path, &suite.cases));
        Ok(read.transpose()?.unwrap_or_default())
    }

    /// Returns the lowest level whose failures count.
    pub(super) fn level(&self) -> Level {
        match self.level {
            CountedLevel::Must => Level::Must,
            CountedLevel::Should => Level::Should,
        }
    }
}
