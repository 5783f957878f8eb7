//! `list` and `show` print cases, and `coverage` prints the cases of each clause.

use std::collections::BTreeSet;
use std::fmt::Write;

use anyhow::{Context, Result, bail};
use clap::Args;
use indexmap::IndexMap;
use webdata_cases::case::{Argument, Case, IdentityForm, KeyName, LISTENER, Need};
use webdata_cases::coverage::{Coverage, UncoveredReason};
use webdata_cases::{counts, coverage};
use webdata_spec::model::{ClauseId, Level};
use webdata_spec::{ClauseIndex, nearest};
use webdata_suite::target::{Secret, Target, key_variable};
use webdata_suite::{Printable, Suite, curl};

use super::option_values::filter;
use super::output::{print, terminal_width, warn, warn_in_lines};
use super::target::ContractArguments;

/// List the cases in a table: the level, the identity, and what the contract states.
///
/// On a terminal, each line fits the screen. `show CASE` has all of one case, and `--json` of every case.
#[derive(Debug, Args)]
#[command(after_help = LIST_EXAMPLES)]
pub(super) struct ListArguments {
    /// List only cases whose identity contains one of these.
    #[arg(value_name = "FILTER", value_parser = filter)]
    filters: Vec<String>,
    /// List only cases of this clause or of a clause below it, such as Note.title; may be given several times.
    #[arg(long = "clause", value_name = "CLAUSE")]
    clauses: Vec<String>,
    /// Print one JSON array, in which each case has its steps, clauses and needs.
    #[arg(long)]
    json: bool,
    /// Print only the numbers of cases, by what they test, level and place, as a Markdown table.
    #[arg(long, conflicts_with_all = ["json", "filters", "clauses"])]
    counts: bool,
    #[command(flatten)]
    contract: ContractArguments,
}

const LIST_EXAMPLES: &str = "\
Examples:
  webdata-conformance list createNote::title
      the cases of a property
  webdata-conformance list --clause Note.title --clause errors.not-found
      the cases of two clauses";

/// Show one case in full.
#[derive(Debug, Args)]
pub(super) struct ShowArguments {
    /// The identity of the case.
    #[arg(value_name = "CASE")]
    id: String,
    /// Print command lines to paste, with variables for the base URL, keys and fixtures.
    #[arg(long)]
    curl: bool,
    #[command(flatten)]
    contract: ContractArguments,
}

pub(super) fn list(arguments: &ListArguments) -> Result<u8> {
    let suite = arguments.contract.suite()?;
    let wanted = arguments.wanted_clauses(&suite.clauses)?;
    let is_listed = |case: &&Case| {
        let Case { id, clauses, .. } = case;
        let is_of = |wanted: &ClauseId| clauses.iter().any(|clause| clause.is_within(wanted));
        (arguments.filters.is_empty() || arguments.filters.iter().any(|part| id.contains(part)))
            && (wanted.is_empty() || wanted.iter().any(is_of))
    };
    let cases: Vec<&Case> = suite.cases.iter().filter(is_listed).collect();
    if arguments.json {
        print(&Printable::pretty_json(&cases)?)?;
        return Ok(0);
    }
    if arguments.counts {
        print(&Printable::multiline(&counts::table(&suite.cases)))?;
        return Ok(0);
    }
    let width = terminal_width();
    let mut text = String::new();
    for case in &cases {
        let stated = case.clauses.first().and_then(|first| suite.clauses.get(first));
        let message = stated.map_or("", |clause| clause.statement.as_str());
        let line = format!("{:<6} {}  {message}", case.level.to_string(), case.id);
        // Writing into a string never fails.
        let _ = writeln!(text, "{}", cut(&line, width));
    }
    print(&Printable::multiline(&text))?;
    warn(format_args!("{} of {} cases", cases.len(), suite.cases.len()));
    Ok(0)
}

impl ListArguments {
    /// Returns the clauses of the options.
    ///
    /// # Errors
    /// If neither a clause of this identity nor one below it exists.
    fn wanted_clauses(&self, known: &ClauseIndex) -> Result<Vec<ClauseId>> {
        let wanted = self.clauses.iter().map(|name| {
            let wanted = ClauseId::new(name.as_str());
            if known.keys().any(|clause| clause.is_within(&wanted)) {
                return Ok(wanted);
            }
            let near = nearest(known.keys().map(ClauseId::as_str), name);
            let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            bail!("the contract has no clause `{name}`{near}");
        });
        wanted.collect()
    }
}

/// Cuts a line to the width of the terminal, if there is one.
fn cut(line: &str, width: Option<usize>) -> String {
    match width {
        Some(width) if line.chars().count() > width => {
            line.chars().take(width.saturating_sub(1)).chain(['…']).collect()
        }
        _ => line.to_owned(),
    }
}

pub(super) fn show(arguments: &ShowArguments) -> Result<u8> {
    let suite = arguments.contract.suite()?;
    let case = find(&suite, &arguments.id)?;
    let text = if arguments.curl {
        Printable::multiline(&command_lines(case))
    } else {
        Printable::pretty_json(case)?
    };
    print(&text)?;
    Ok(0)
}

pub(super) fn find<'s>(suite: &'s Suite, id: &str) -> Result<&'s Case> {
    let case = suite.cases.iter().find(|case| case.id == id);
    case.with_context(|| {
        // Only sequences of an exploration have this part.
        if id.contains("::explored::") {
            return format!(
                "there is no case `{id}`; name the report of the exploration that found the sequence: \
                 `replay {id} --report FILE`"
            );
        }
        match nearest(suite.cases.iter().map(|case| case.id.as_str()), id) {
            Some(near) => format!("there is no case `{id}`; did you mean `{near}`?"),
            None => format!("there is no case `{id}`; `list` prints every case"),
        }
    })
}

/// Renders the requests of a case, in order, as command lines with shell variables.
pub(super) fn command_lines(case: &Case) -> String {
    let (target, leased) = placeholders(case);
    let mut text = String::new();
    if case.needs.contains(&Need::Webhooks) {
        let _ =
            writeln!(text, "# replace {LISTENER} by an address of yours that the server can reach");
    }
    if case.each_fixture {
        let _ = writeln!(text, "# for each fixture in turn, before anything changes a fixture");
    }
    let arguments = case.steps.iter().flat_map(|step| step.request.arguments());
    let notes = arguments.filter_map(|argument| match argument {
        Argument::ResponseValue { step, pointer } => {
            Some(format!("# FROM_RESPONSE_{0} is the value of response {0} at {pointer}", step + 1))
        }
        Argument::ResponseHeader { step, name } => Some(format!(
            "# FROM_HEADER_{0} is the value of response {0} in the header {name}",
            step + 1
        )),
        Argument::NewUuid { .. } => Some(
            "# NEW_UUID is a UUID that was never sent, and so is each with a number".to_owned(),
        ),
        Argument::Fixture { form: IdentityForm::Whole, .. } | Argument::Text(_) => None,
        Argument::Fixture { index, above, .. } => {
            let whole = Argument::parent(*index, *above);
            let [name, other] = [argument.text(&leased), whole.text(&leased)];
            Some(format!("# {} is {} in another spelling", &name[1..], &other[1..]))
        }
    });
    let stand_ins = case.steps.iter().flat_map(|step| &step.request.stand_ins);
    let stand_ins = stand_ins.map(|(token, (parameter, _))| {
        format!("# write the identity of a {parameter} that exists in place of {token}")
    });
    for line in notes.chain(stand_ins).collect::<BTreeSet<_>>() {
        let _ = writeln!(text, "{line}");
    }
    for steps in case.groups() {
        let together = steps.len() > 1;
        if together {
            let _ = writeln!(text, "# send these {} requests together", steps.len());
        }
        for step in steps {
            if let Some(error) = &step.request.provoke {
                let _ = writeln!(text, "# the server must be made to respond with {error}");
            }
            let line = curl(&target, &step.request, &leased);
            let _ = writeln!(text, "{line}{}", if together { " &" } else { "" });
        }
        if together {
            let _ = writeln!(text, "wait");
        }
    }
    text
}

/// Returns a target in which every value is a shell variable, with the variables.
fn placeholders(case: &Case) -> (Target, Vec<String>) {
    let keys = KeyName::ALL.into_iter();
    let keys = keys.map(|key| (key, Secret::new(key_variable(&key.to_string()), "")));
    let mut target = Target::from_base_url("$BASE_URL");
    target.settings.keys = keys.collect();
    let arguments = case.steps.iter().flat_map(|step| step.request.arguments());
    let above = arguments.filter_map(|argument| {
        let Argument::Fixture { above, .. } = argument else { return None };
        Some(*above)
    });
    let parents = above.max().unwrap_or_default();
    let leased = (1..=case.fixtures()).map(|index| fixture_variables(index, parents).join("/"));
    let leased = leased.map(|names| names.replace("FIXTURE", "$FIXTURE")).collect();
    (target, leased)
}

/// Returns the shell variables for a fixture, after those for its parents.
pub(super) fn fixture_variables(index: usize, parents: usize) -> Vec<String> {
    let above = (1..=parents).rev().map(|above| format!("FIXTURE_{index}_PARENT_{above}"));
    above.chain([format!("FIXTURE_{index}")]).collect()
}

/// List every clause of the contract with the number of cases that cover it, or the reason why there are
/// none.
#[derive(Debug, Args)]
pub(super) struct CoverageArguments {
    /// Only judged clauses that have neither a case nor a reason.
    #[arg(long)]
    missing: bool,
    /// Fail if a judged clause has neither a case nor a reason.
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    contract: ContractArguments,
}

pub(super) fn coverage(arguments: &CoverageArguments) -> Result<u8> {
    let contract = arguments.contract.load()?;
    let (suite, reasons) = (contract.suite()?, contract.unreached()?);
    let clauses = coverage::coverage(&suite.spec, &suite.cases, &reasons);
    let mut text = String::new();
    let mut without: IndexMap<&UncoveredReason, Vec<&Coverage>> = IndexMap::new();
    let is_listed = |coverage: &&Coverage| !arguments.missing || coverage.is_missing();
    for coverage in clauses.iter().filter(is_listed) {
        match &coverage.uncovered {
            Some(why) => without.entry(why).or_default().push(coverage),
            None => line(&mut text, coverage),
        }
    }
    for (why, listed) in without {
        let gap = if text.is_empty() { "" } else { "\n" };
        // Writing into a string never fails.
        let _ = writeln!(text, "{gap}{why} ({}):", listed.len());
        listed.into_iter().for_each(|coverage| line(&mut text, coverage));
    }
    print(&Printable::multiline(&text))?;
    let warnings = contract.warnings(&suite)?;
    if !warnings.0.is_empty() {
        warn_in_lines(&Printable::multiline(&warnings.render(false)));
    }
    let judged = clauses.iter().filter(|coverage| coverage.clause.level != Level::Open);
    let (covered, rest): (Vec<_>, Vec<_>) = judged.partition(|coverage| coverage.cases > 0);
    let missing = rest.iter().filter(|coverage| coverage.is_missing()).count();
    warn(format_args!(
        "{} of {} clauses of the levels must and should are covered; {} are not covered, for a stated reason; \
         {missing} are not covered without a reason",
        covered.len(),
        covered.len() + rest.len(),
        rest.len() - missing
    ));
    let idle = coverage::unused_exemptions(&reasons, &clauses);
    for pattern in &idle {
        warn(format_args!(
            "unreached.toml: every clause that `{pattern}` matches has a case; remove the line"
        ));
    }
    let complete = missing == 0 && idle.is_empty();
    Ok(u8::from(arguments.check && !complete))
}

fn line(text: &mut String, Coverage { clause, cases, .. }: &Coverage) {
    let _ = writeln!(text, "{cases:>5}  {:<6} {}  {}", clause.level, clause.id, clause.statement);
}
