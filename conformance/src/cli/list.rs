//! `list` and `show`: the suite as a document.

use anyhow::{Result, bail};
use clap::Args;
use webdata_conformance::case::{Case, Need};
use webdata_conformance::target::{Secret, Target};
use webdata_conformance::{Suite, curl, embedded};
use webdata_spec::model::ClauseId;

/// List every case: identity, level, clauses, what it needs.
#[derive(Debug, Args)]
pub(super) struct ListArguments {
    /// As JSON, one array.
    #[arg(long)]
    json: bool,
}

/// Show one case, whole.
#[derive(Debug, Args)]
pub(super) struct ShowArguments {
    /// The identity of the case.
    #[arg(value_name = "CASE")]
    id: String,
    /// As command lines to paste, with variables for the base URL, keys and fixtures.
    #[arg(long)]
    curl: bool,
}

pub(super) fn list(arguments: &ListArguments) -> Result<u8> {
    let suite = Suite::new(embedded()?);
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&suite.cases)?);
        return Ok(0);
    }
    for case in &suite.cases {
        let clauses: Vec<&str> = case.clauses.iter().map(ClauseId::as_str).collect();
        let needs: Vec<String> = case.needs.iter().map(Need::to_string).collect();
        println!("{}", case.id);
        println!("    {}: {}", case.level, clauses.first().copied().unwrap_or_default());
        println!("    needs {}", needs.join(", "));
    }
    eprintln!("{} cases", suite.cases.len());
    Ok(0)
}

pub(super) fn show(arguments: &ShowArguments) -> Result<u8> {
    let suite = Suite::new(embedded()?);
    let Some(case) = suite.cases.iter().find(|case| case.id == arguments.id) else {
        let near = suite.cases.iter().max_by(|one, other| {
            let likeness = |case: &Case| strsim::jaro_winkler(&case.id, &arguments.id);
            likeness(one).total_cmp(&likeness(other))
        });
        let near = near.map(|case| format!("; the nearest is `{}`", case.id)).unwrap_or_default();
        bail!("there is no case `{}`{near}", arguments.id);
    };
    if arguments.curl {
        let (target, leased) = placeholders(case);
        for step in &case.steps {
            println!("{}", curl(&target, &step.request, &leased));
        }
    } else {
        println!("{}", serde_json::to_string_pretty(case)?);
    }
    Ok(0)
}

/// A target that is all shell variables.
fn placeholders(case: &Case) -> (Target, Vec<String>) {
    let keys = webdata_conformance::case::KeyName::ALL.into_iter();
    let variable = |name: String| name.to_uppercase().replace('-', "_");
    let keys = keys.map(|key| {
        let variable = variable(format!("{key}-key"));
        (key, Secret::new(variable, ""))
    });
    let target = Target {
        name: String::new(),
        base_url: "$BASE_URL".to_owned(),
        keys: keys.collect(),
        fixtures: std::collections::HashMap::new(),
        provocations: std::collections::HashMap::new(),
        timeout: webdata_conformance::target::DEFAULT_TIMEOUT,
    };
    let leased = (1..=case.fixtures()).map(|index| format!("$FIXTURE_{index}")).collect();
    (target, leased)
}
