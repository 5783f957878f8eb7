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
use webdata_cases::case::KeyName;
use webdata_suite::doctor::{DoctorOptions, doctor};
use webdata_suite::plan::Selection;
use webdata_suite::remedies::{Remedy, binding, toml_key, toml_string};
use webdata_suite::target::{Target, target_schema};
use webdata_suite::{Printable, Suite};

use super::doctor::print_checks;
use super::generate::quoted;
use super::option_values::{fixture_parameters, parse_fixtures};
use super::output::{self, print, warn};
use super::process::{USAGE, runtime};
use super::run::processors;
use super::target::ContractArguments;

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
    /// Check the server, and add what is missing as comments. The key must be in its variable.
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
      also checks the server, and adds what a run would skip; give --fixture as well, so that a run can start";

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
    let text = match arguments.from_doctor {
        false => render(&suite, &answers, None),
        true => {
            let fixtures = answers.fixtures.iter().cloned().collect();
            let key = (KeyName::Valid, answers.key_variable.clone());
            let target = Target::new(None, &answers.base_url, [key], fixtures)?;
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
            let can_run = diagnosis.can_run();
            if !can_run {
                warn(
                    "the file does not list what a run would skip, since a run cannot start; fix the errors \
                     above, and repeat the command with --force",
                );
            }
            code = if can_run { 0 } else { USAGE };
            render(&suite, &answers, can_run.then_some(&*diagnosis.remedies))
        }
    };
    let mut options = OpenOptions::new();
    let options = match arguments.force {
        true => options.write(true).create(true).truncate(true),
        false => options.write(true).create_new(true),
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let mut file = options.open(path).with_context(|| path.display().to_string())?;
    file.write_all(text.as_bytes()).with_context(|| path.display().to_string())?;
    print(&Printable::line(format_args!(
        "wrote {}; next: webdata-conformance run --target {} --doctor",
        path.display(),
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
    let mistakes = target.mistakes(&suite.spec, &suite.cases);
    let messages: Vec<String> = mistakes.into_iter().map(|mistake| mistake.message).collect();
    if !messages.is_empty() {
        bail!("{}", messages.join("\n"));
    }
    Ok(Answers { base_url: target.base_url, key_variable, fixtures })
}

#[derive(Debug, PartialEq, Eq)]
struct Answers {
    base_url: String,
    key_variable: String,
    fixtures: Vec<(String, Vec<String>)>,
}

/// Renders the file. With remedies, these replace the examples of the same sections.
fn render(suite: &Suite, answers: &Answers, remedies: Option<&[Remedy]>) -> String {
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
         # valid = {{ command = [\"vault\", \"read\", \"-field=key\", \"secret/staging\"] }}\n\
         # revoked = {{ env = \"REVOKED_KEY\" }}\n\
         # limited = {{ env = \"LIMITED_KEY\" }}  # valid, without permission\n\
         # other-team = {{ env = \"OTHER_TEAM_KEY\" }}  # valid, of another team",
        toml_string(&answers.key_variable)
    );
    let parameters = fixture_parameters(suite);
    let parameter = parameters.first().map_or("PARAMETER", String::as_str);
    fixtures(&mut text, answers, parameter);
    text.push_str(
        "\n# [headers]  # of every request\n# X-Env = \"staging\"\n\
         \n# [rate]  # the suite is never faster\n# requests-per-second = 20.0\n# longest-wait-seconds = 60\n\
         \n# [tls]\n# ca-file = \"authority.pem\"\n\
         \n# [off]  # features that the server does not offer, each with the reason\n",
    );
    let feature = suite.spec.operations.keys().last().map_or("operation", String::as_str);
    let _ = writeln!(text, "# {} = \"not in this product\"", toml_key(feature));
    match remedies {
        Some(remedies) => suggested_lines(&mut text, remedies),
        None => examples(&mut text, suite, parameter),
    }
    text
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
         # {key} = [\"IDENTITY-1\", \"IDENTITY-2\"]\n\
         \n# [provision.{key}]\n# count = 2\n\
         # create = {{ method = \"POST\", path = \"/PATH\", body = {{}}, id = \"/id\" }}\n\
         # delete = {{ method = \"DELETE\", path = \"/PATH/{{{parameter}}}\" }}"
    );
}

/// Adds examples of the sections that enable further cases, if the contract has such cases.
fn examples(text: &mut String, suite: &Suite, parameter: &str) {
    let spec = &suite.spec;
    if !spec.service.team_states.is_empty() {
        let states: Vec<String> =
            spec.service.team_states.keys().map(|state| toml_string(state)).collect();
        let _ = writeln!(
            text,
            "\n# [team]  # the states that the team of the valid key is not in\n# not-in = [{}]",
            states.join(", ")
        );
    }
    let unbound: Vec<_> =
        spec.operations.iter().filter(|(_, operation)| operation.endpoint.is_none()).collect();
    if !unbound.is_empty() {
        text.push_str(
            "\n# [bind]  # the endpoints of operations for which the contract shows no path\n",
        );
    }
    for (id, _) in unbound {
        let _ = writeln!(text, "# {} = {}", toml_key(id), binding(spec, id));
    }
    if let Some(error) = spec.errors.keys().next() {
        let error = toml_key(error);
        let _ = writeln!(
            text,
            "\n# [provoke]  # a header or a key that makes the server respond with an error\n\
             # {error} = {{ X-PROVOKE = \"1\" }}\n# {error} = {{ key = {{ env = \"ANOTHER_KEY\" }} }}"
        );
    }
    let _ = writeln!(
        text,
        "\n# [webhooks]  # the request that makes the server send one, and where the server reaches this machine\n\
         # url = \"https://ci.example.com:9000\"\n# listen = \"0.0.0.0:9000\"\n\
         # trigger = {{ method = \"POST\", path = \"/PATH/{{{parameter}}}\" }}"
    );
}

/// Adds the remedies that the doctor found, each with the number of cases that it enables.
fn suggested_lines(text: &mut String, remedies: &[Remedy]) {
    if !remedies.is_empty() {
        text.push_str(
            "\n# A run would skip cases, since these lines are missing. If the file already has a table of the\n\
             # same name, add the lines to that table.\n",
        );
    }
    for remedy in remedies {
        let _ = writeln!(text, "\n# {}: {}", remedy.reason, remedy.worth());
        for line in remedy.change.add.lines().chain(remedy.change.set.lines()) {
            let _ = writeln!(text, "# {line}");
        }
    }
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
