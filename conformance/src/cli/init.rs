//! `init`: writes a target file, from a few questions or from options.
//!
//! This module never writes a key, and never replaces a file without `--force`.

use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::{BufRead, IsTerminal, Write as _};
use std::path::PathBuf;
use std::time::Duration;
use std::{fs, io};

use anyhow::{Context, Result, bail};
use clap::Args;
use indexmap::IndexMap;
use webdata_cases::case::{KeyName, Need};
use webdata_spec::Spec;
use webdata_spec::model::{Operation, ResourceEffect};
use webdata_suite::doctor::{DoctorOptions, doctor};
use webdata_suite::plan::Selection;
use webdata_suite::remedies::{COMMENT, Remedy, remedies, toml_key, toml_string};
use webdata_suite::target::placeholder::{IDENTITY, METHOD};
use webdata_suite::target::{Secret, Target, target_schema};
use webdata_suite::{Printable, Suite};

use super::generate::quoted;
use super::option_values::{fixture_parameters, parse_fixtures};
use super::output::{self, print, warn};
use super::preflight::print_checks;
use super::process::{USAGE, processors, runtime};
use super::target::{ContractArguments, without_mistakes};

/// Write a target file, which says how to reach a server, with every section that applies.
///
/// Without options, the command asks for the base URL, the variable of the key and the fixtures. Settings
/// that it cannot know are comments in the file. The file never contains a key, only the name of the variable
/// that has one.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct InitArguments {
    /// The URL of the server, without the version prefix: https://api.example.com.
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// The environment variable that holds a valid key.
    #[arg(long, value_name = "VAR", requires = "base_url")]
    key_env: Option<String>,
    /// Resources that the suite may overwrite: ID,ID or, where the contract has several kinds,
    /// PARAMETER=ID,ID.
    #[arg(long, value_name = "ID[,ID]", requires = "base_url")]
    fixture: Vec<String>,
    /// Check the server, and end with exit code 2 if a run cannot start. The key must be in its variable.
    #[arg(long)]
    from_doctor: bool,
    /// The file to write.
    #[arg(long, value_name = "FILE", default_value = "target.toml")]
    output: PathBuf,
    /// Replace the file if it exists.
    #[arg(long)]
    force: bool,
    /// Print the JSON Schema of target files instead: every key with its type, default and an example.
    #[arg(long)]
    schema: bool,
    #[command(flatten)]
    contract: ContractArguments,
}

const EXAMPLES: &str = "\
Examples:
  webdata-conformance init
      asks, and writes target.toml
  webdata-conformance init --base-url https://api.example.com --key-env API_KEY --fixture ID,ID
      asks nothing
  webdata-conformance init --base-url https://api.example.com --key-env API_KEY --from-doctor
      also checks the server; give --fixture as well, so that a run can start";

const KEY_VARIABLE: &str = "API_KEY";

pub(super) fn init(arguments: &InitArguments) -> Result<u8> {
    if arguments.schema {
        print(&Printable::pretty_json(&target_schema())?)?;
        return Ok(0);
    }
    let path = &arguments.output;
    if path.exists() && !arguments.force {
        bail!("{} exists; choose another --output, or replace it with --force", path.display());
    }
    let suite = arguments.contract.suite()?;
    let parameters = fixture_parameters(&suite);
    let answers = match &arguments.base_url {
        Some(url) => Answers {
            base_url: url.clone(),
            key_variable: arguments.key_env.clone().unwrap_or_else(|| KEY_VARIABLE.to_owned()),
            fixtures: parse_fixtures(&arguments.fixture, &parameters)?,
        },
        None if io::stdin().is_terminal() => ask(&mut io::stdin().lock(), &parameters)?,
        None => bail!("there is no terminal to ask on; give --base-url URL and --key-env VAR"),
    };
    let answers = checked(answers, &suite)?;
    let mut code = 0;
    let fixtures = answers.fixtures.iter().cloned().collect();
    let mut lacking = None;
    if arguments.from_doctor {
        let key = (KeyName::Valid, answers.key_variable.clone());
        let mut target = Target::new(None, &answers.base_url, [key], fixtures)?;
        target.provision_by_contract(&suite.spec, &suite.cases, processors());
        let options = DoctorOptions {
            target: &target,
            selection: &Selection::default(),
            deadline: Duration::from_secs(600),
            budget: None,
            jobs: None,
            processors: processors(),
        };
        let diagnosis = runtime()?.block_on(doctor(&suite, options));
        print_checks(&diagnosis.checks, false);
        // If no run can start, the cases that a run would skip are unknown.
        if diagnosis.can_run() {
            lacking = Some(diagnosis.remedies);
        } else {
            warn("a run cannot start: fix the errors above, and repeat the command with --force");
            code = USAGE;
        }
    }
    let lacking = match lacking {
        Some(lacking) => lacking,
        None => lacking_at_first(&suite, &answers)?,
    };
    let text = render(&suite, &answers, &lacking);
    let mut options = OpenOptions::new();
    let options = if arguments.force {
        options.write(true).create(true).truncate(true)
    } else {
        options.write(true).create_new(true)
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let mut file = options.open(path).with_context(|| path.display().to_string())?;
    file.write_all(text.as_bytes()).with_context(|| path.display().to_string())?;
    print(&Printable::line(format_args!(
        "wrote {}; next: webdata-conformance run{} --target {} --doctor",
        path.display(),
        arguments.contract.spec_option(),
        quoted(path)
    )))?;
    Ok(code)
}

/// Asks on standard error, and reads the answers from standard input.
fn ask(input: &mut impl BufRead, parameters: &[String]) -> Result<Answers> {
    let mut answer = |question: &str| -> Result<String> {
        output::ask(question);
        let mut line = String::new();
        if input.read_line(&mut line).context("cannot read standard input")? == 0 {
            bail!("standard input ended; give --base-url URL and --key-env VAR");
        }
        Ok(line.trim().to_owned())
    };
    let base_url = answer("base URL, such as https://api.example.com")?;
    let question = format!("environment variable that holds a valid key [{KEY_VARIABLE}]");
    let key_variable = Some(answer(&question)?).filter(|variable| !variable.is_empty());
    let mut written = Vec::new();
    for parameter in parameters {
        let question = format!(
            "{parameter} of two or more resources that the suite may overwrite, separated by commas"
        );
        let ids = answer(&question)?;
        if !ids.is_empty() {
            written.push(format!("{parameter}={ids}"));
        }
    }
    Ok(Answers {
        base_url,
        key_variable: key_variable.unwrap_or_else(|| KEY_VARIABLE.to_owned()),
        fixtures: parse_fixtures(&written, parameters)?,
    })
}

/// Returns the answers if a target can be made from them.
fn checked(answers: Answers, suite: &Suite) -> Result<Answers> {
    let Answers { base_url, key_variable, fixtures } = answers;
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    let is_name = key_variable.starts_with(is_letter)
        && key_variable.chars().all(|c| is_letter(c) || c.is_ascii_digit());
    if !is_name {
        // The value may be the key itself, so the message does not repeat it.
        bail!("--key-env takes the name of a variable, such as {KEY_VARIABLE}, and never the key");
    }
    let known = fixtures.iter().cloned().collect();
    let target = Target::new(None, &base_url, [], known)?;
    without_mistakes(&target, suite)?;
    Ok(Answers { base_url: target.connection.base_url, key_variable, fixtures })
}

#[derive(Debug, PartialEq, Eq)]
struct Answers {
    base_url: String,
    key_variable: String,
    fixtures: Vec<(String, Vec<String>)>,
}

/// Returns what a target with two fixtures and nothing else lacks.
fn lacking_at_first(suite: &Suite, answers: &Answers) -> Result<Vec<Remedy>> {
    let mut target = Target::from_base_url(&answers.base_url);
    // No case tells this key from another one.
    let key = Secret::new(answers.key_variable.clone(), "a-key-of-letters-and-0123456789");
    target.settings.keys.insert(KeyName::Valid, key);
    let two = || ["1", "2"].map(|number| format!("{IDENTITY}-{number}")).to_vec();
    let parameters = fixture_parameters(suite).into_iter();
    target.settings.fixtures = parameters.map(|parameter| (parameter, two())).collect();
    let plan = suite.plan(&target, &Selection::default())?;
    Ok(remedies(&suite.spec, plan.skipped()))
}

/// Renders the file, with the lines that it lacks as comments, most cases first.
fn render(suite: &Suite, answers: &Answers, lacking: &[Remedy]) -> String {
    let mut tables = lines_by_table(lacking);
    let mut text = String::from(
        "# How the conformance suite reaches a server. A line that starts with `# ` and continues as TOML is\n\
         # an example: remove the `# ` to use it.\n\n",
    );
    // Writing into a string never fails.
    let _ = writeln!(text, "base-url = {}", toml_string(&answers.base_url));
    let _ = writeln!(
        text,
        "# name = \"what reports call the server\"\n# timeout-seconds = 20\n# jobs = 4\n\n\
         [keys]  # from the environment, or printed by a command; never written here\n\
         valid = {{ env = {} }}\n\
         # valid = {{ command = [\"vault\", \"read\", \"-field=key\", \"secret/staging\"] }}",
        toml_string(&answers.key_variable)
    );
    for line in tables.shift_remove("[keys]").unwrap_or_default() {
        let _ = writeln!(text, "# {line}");
    }
    let parameters = fixture_parameters(suite);
    fixtures(&mut text, answers, parameters.first().map_or("PARAMETER", String::as_str));
    text.push_str(
        "\n# [headers]  # of every request\n# X-Env = \"staging\"\n\
         \n# [rate]  # the suite is never faster\n# requests-per-second = 20.0\n# longest-wait-seconds = 60\n\
         \n# [tls]\n# ca-file = \"authority.pem\"\n\
         \n# [off]  # features that the server does not offer, each with the reason\n",
    );
    let feature = suite.spec.operations.keys().last().map_or("operation", String::as_str);
    let _ = writeln!(text, "# {} = \"not in this product\"", toml_key(feature));
    if !tables.is_empty() {
        text.push_str("\n# What follows runs more cases: the number is behind each line.\n");
    }
    let is_circumstance = |table: &String| table.starts_with("[circumstance.");
    let (circumstances, others): (Vec<_>, Vec<_>) =
        tables.into_iter().partition(|(table, _)| is_circumstance(table));
    let first = circumstances.first().map(|(table, _)| table.clone());
    for (table, lines) in others.into_iter().chain(circumstances) {
        if first.as_ref() == Some(&table) {
            text.push_str(CIRCUMSTANCES);
            jobs(&mut text, &suite.spec);
        }
        let _ = writeln!(text, "\n# {table}{}", about(&table));
        for line in lines {
            let _ = writeln!(text, "# {line}");
        }
    }
    text
}

const CIRCUMSTANCES: &str = "\n# How to call an operation in states that no request alone brings about. In place of an IDENTITY, the name of a\n\
     # state of [provision] may stand: the suite then makes such a resource.\n";

/// Writes a recipe for each kind of job: with the states that a job never leaves, and one that a cancellation leads to.
fn jobs(text: &mut String, spec: &Spec) {
    let resources = spec.operations.values().filter_map(|it| Some((it, it.resource.as_ref()?)));
    for (start, job) in resources.filter(|(_, job)| job.effect == ResourceEffect::Starts) {
        let operation = |effect| spec.operation_on(effect, &job.type_name);
        let state = operation(ResourceEffect::Reads).and_then(|reads| {
            let resource = reads.resource.as_ref()?;
            let lifecycle = spec.lifecycles.iter().find(|it| it.type_name == job.type_name)?;
            Some((reads, resource.identified_by.as_ref()?, resource.pointer(), lifecycle))
        });
        let Some((reads, parameter, pointer, lifecycle)) = state else { continue };
        let endpoint = |operation: &Operation, end: &str| match &operation.endpoint {
            Some(endpoint) => {
                let path = format!("{}{}", spec.service.base_path, endpoint.path);
                (endpoint.method.clone(), toml_string(&path))
            }
            None => (METHOD.to_owned(), toml_string(&format!("/PATH{end}"))),
        };
        let (method, path) = endpoint(start, "");
        let id = toml_string(&format!("{}/{}", job.pointer(), job.identity));
        let key = toml_key(parameter);
        let _ = writeln!(
            text,
            "\n# [provision.{key}]  # the suite starts one for each state that is named\n\
             # create = {{ method = \"{method}\", path = {path}, body = {{}}, id = {id} }}"
        );
        let end = format!("/{{{parameter}}}");
        let (_, path) = endpoint(reads, &end);
        let at = toml_string(&format!("{pointer}/{}", lifecycle.property));
        for name in &lifecycle.terminal {
            let (key, equals) = (toml_key(name), toml_string(name));
            let _ = writeln!(
                text,
                "# states.{key} = {{ until = {{ path = {path}, at = {at}, equals = {equals} }} }}"
            );
        }
        if let Some(cancel) = operation(ResourceEffect::Cancels) {
            let (method, path) = endpoint(cancel, &end);
            let _ = writeln!(
                text,
                "# states.was-cancelled = {{ then = [{{ method = \"{method}\", path = {path} }}] }}"
            );
        }
    }
}

/// Returns what a table is for, as a comment.
fn about(table: &str) -> &'static str {
    match table {
        "[team]" => "  # the states that the team of the valid key is not in",
        "[bind]" => "  # the endpoints of operations for which the contract shows no path",
        "[provoke]" => "  # a header or a key that makes the server respond with an error",
        "[webhooks]" => "  # the request that makes the server send one",
        _ => "",
    }
}

/// Returns the lines that remedies add, by the headings of their tables; each line with the number of cases.
fn lines_by_table(lacking: &[Remedy]) -> IndexMap<String, Vec<String>> {
    let mut tables: IndexMap<String, Vec<String>> = IndexMap::new();
    let mut states = Vec::new();
    for remedy in lacking {
        let cases = remedy.cases + remedy.cases_together();
        let mut table = String::new();
        for line in remedy.change.add.lines() {
            if line.starts_with('[') {
                line.clone_into(&mut table);
                continue;
            }
            let line = match line.split_once(COMMENT) {
                Some((line, says)) => format!("{line}{COMMENT}{cases}: {says}"),
                None => format!("{line}{COMMENT}{cases}"),
            };
            tables.entry(table.clone()).or_default().push(line);
        }
        states.extend(remedy.reason.0.iter().filter_map(|lack| match &lack.need {
            Need::TeamNotIn(state) => Some(toml_string(state)),
            _ => None,
        }));
    }
    // All states are in one list.
    if let Some(lines) = tables.get_mut("[team]") {
        *lines = vec![format!("not-in = [{}]", states.join(", "))];
    }
    tables
}

fn fixtures(text: &mut String, answers: &Answers, parameter: &str) {
    if !answers.fixtures.is_empty() {
        text.push_str(
            "\n[fixtures]  # the suite overwrites these and nothing else; two are enough, and more make a run faster\n",
        );
        for (parameter, ids) in &answers.fixtures {
            let ids: Vec<String> = ids.iter().map(|id| toml_string(id)).collect();
            let _ = writeln!(text, "{} = [{}]", toml_key(parameter), ids.join(", "));
        }
        return;
    }
    let key = toml_key(parameter);
    let _ = writeln!(
        text,
        "\n# [fixtures]  # what the suite may overwrite; or let it create them by [provision]\n\
         # {key} = [\"{IDENTITY}-1\", \"{IDENTITY}-2\"]\n\
         \n# [provision.{key}]\n# count = 2\n\
         # create = {{ method = \"POST\", path = \"/PATH\", body = {{}}, id = \"/id\" }}\n\
         # delete = {{ method = \"DELETE\", path = \"/PATH/{{{parameter}}}\" }}"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_line_by_line() {
        let parameters = ["itemId".to_owned()];
        let ids = |ids: &[&str]| {
            vec![("itemId".to_owned(), ids.iter().map(|id| (*id).to_owned()).collect())]
        };
        let table = [
            ("http://x\nMY_KEY\na, b\n", "MY_KEY", ids(&["a", "b"])),
            ("http://x\n\n\n", KEY_VARIABLE, Vec::new()),
        ];
        for (typed, key_variable, fixtures) in table {
            let answers = ask(&mut typed.as_bytes(), &parameters).expect(typed);
            let base_url = "http://x".to_owned();
            assert_eq!(
                answers,
                Answers { base_url, key_variable: key_variable.to_owned(), fixtures }
            );
        }
        assert!(ask(&mut "http://x\n".as_bytes(), &parameters).is_err());
    }
}
