//! Renders a new target file.
//!
//! Settings that only the owner of the server knows are comments. This module reads and writes no file.

use std::fmt::Write;

use toml::Value;
use webdata_cases::case::Need;
use webdata_suite::Suite;
use webdata_suite::remedies::Remedy;

/// The answers of a person to the questions of `init`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Answers {
    pub(super) base_url: String,
    pub(super) key_variable: String,
    pub(super) fixtures: Vec<(String, Vec<String>)>,
}

/// Renders the file. With remedies, these replace the examples of the same sections.
pub(super) fn render(suite: &Suite, answers: &Answers, remedies: Option<&[Remedy]>) -> String {
    let mut text = String::from(
        "# How the conformance suite reaches a server. A line that starts with `# ` and continues as TOML is\n\
         # an example: remove the `# ` to use it.\n\n",
    );
    // Writing into a string never fails.
    let _ = writeln!(text, "base-url = {}", quoted(&answers.base_url));
    let _ = writeln!(
        text,
        "# name = \"what reports call the server\"\n# timeout-seconds = 20\n# jobs = 4\n\n\
         [keys]  # from the environment, or printed by a command; never written here\n\
         valid = {{ env = {} }}\n\
         # valid = {{ command = [\"vault\", \"read\", \"-field=key\", \"secret/staging\"] }}\n\
         # revoked = {{ env = \"REVOKED_KEY\" }}\n\
         # limited = {{ env = \"LIMITED_KEY\" }}  # valid, without permission\n\
         # other-team = {{ env = \"OTHER_TEAM_KEY\" }}  # valid, of another team",
        quoted(&answers.key_variable)
    );
    let parameter = parameter(suite);
    fixtures(&mut text, answers, parameter);
    text.push_str(
        "\n# [headers]  # of every request\n# X-Env = \"staging\"\n\
         \n# [rate]  # the suite is never faster\n# requests-per-second = 20.0\n# longest-wait-seconds = 60\n\
         \n# [tls]\n# ca-file = \"authority.pem\"\n\
         \n# [off]  # features that the server does not offer, each with the reason\n",
    );
    let feature = suite.spec.operations.keys().last().map_or("operation", String::as_str);
    let _ = writeln!(text, "# {} = \"not in this product\"", key(feature));
    match remedies {
        Some(remedies) => suggested_lines(&mut text, remedies),
        None => examples(&mut text, suite, parameter),
    }
    text
}

/// Returns the first path parameter for which cases need fixtures.
fn parameter(suite: &Suite) -> &str {
    let mut needs = suite.cases.iter().flat_map(|case| &case.needs);
    let parameter = needs.find_map(|need| match need {
        Need::Fixture(parameter, _) => Some(parameter.as_str()),
        _ => None,
    });
    parameter.unwrap_or("PARAMETER")
}

fn fixtures(text: &mut String, answers: &Answers, parameter: &str) {
    if !answers.fixtures.is_empty() {
        text.push_str(
            "\n[fixtures]  # the suite overwrites these and nothing else; two are enough, and more make a run faster\n",
        );
        for (parameter, ids) in &answers.fixtures {
            let ids: Vec<String> = ids.iter().map(|id| quoted(id)).collect();
            let _ = writeln!(text, "{} = [{}]", key(parameter), ids.join(", "));
        }
        return;
    }
    let key = key(parameter);
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
            spec.service.team_states.keys().map(|state| quoted(state)).collect();
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
    for (id, operation) in unbound {
        let method = if operation.request.is_some() { "POST" } else { "GET" };
        let parameters: String =
            operation.parameters.keys().map(|name| format!("/{{{name}}}")).collect();
        let path = quoted(&format!("{}/PATH{parameters}", spec.service.base_path));
        let _ = writeln!(text, "# {} = {{ method = \"{method}\", path = {path} }}", key(id));
    }
    if let Some(error) = spec.errors.keys().next() {
        let error = key(error);
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

fn quoted(text: &str) -> String {
    Value::String(text.to_owned()).to_string()
}

fn key(name: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !name.is_empty() && name.chars().all(is_bare) { name.to_owned() } else { quoted(name) }
}
