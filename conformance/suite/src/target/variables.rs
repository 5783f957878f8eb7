//! Reads what a target file only names: variables, and keys that commands print. Also checks the strings of the file
//! that no schema can.

use std::env::VarError;
use std::net::SocketAddr;
use std::sync::Arc;

use reqwest::Url;
use reqwest::header::{HeaderName, HeaderValue};
use serde_json::{Map, Number, Value, json};

use super::command::{KEY_COMMAND_LIMIT, KeyCommand};
use super::error::{SettingMistake, TargetError};
use super::secret::Secret;

/// The minimum length of a value that is hidden outside of headers. A shorter one may be a part of any text.
pub(super) const SHORTEST_HIDDEN: usize = 6;

/// Replaces a URL that is missing or cannot be used, so that the rest of the file is checked.
pub(super) const PLACEHOLDER_URL: &str = "http://missing.invalid";

/// Reads the content of a target file.
#[derive(Default)]
pub(super) struct Reader {
    /// The keys that lead to the value that is being read.
    path: Vec<String>,
    /// The places of what does not have the form of target files.
    rejected: Vec<Vec<String>>,
    pub(super) mistakes: Vec<SettingMistake>,
    /// The places of what could not be read.
    pub(super) unread: Vec<Vec<String>>,
    /// The secrets that are sent outside headers.
    pub(super) hidden: Vec<Secret>,
    /// The command of the valid key, which runs again once the key is rejected.
    pub(super) renewal: Option<Arc<KeyCommand>>,
}

/// The use of a value in a target file, which decides how the value is checked and hidden.
enum Role {
    /// The key of this name.
    Key(String),
    /// A header.
    Header,
    /// A URL that requests are sent to.
    Url,
    /// An address and a port.
    Socket,
    /// A path.
    Path,
    /// The value of a path parameter, or a part of a body.
    Part,
    /// Identities, which are not secret.
    Identities,
    /// A table whose keys people choose.
    Names,
    /// A value that is taken as it is.
    Literal,
    /// Another value.
    Other,
}

impl Role {
    fn new(path: &[&str]) -> Self {
        match path {
            ["keys", name] | ["provoke", name, "key"] | ["circumstance", _, name, "key"] => {
                Self::Key((*name).to_owned())
            }
            ["provision", parameter, "states", state, "key"] => {
                Self::Key(format!("{parameter}-{state}"))
            }
            ["off", ..] | ["provision", _, "states", _, "until", "equals", ..] => Self::Literal,
            ["base-url"] | ["webhooks", "url"] => Self::Url,
            ["webhooks", "listen"] => Self::Socket,
            ["fixtures", ..] => Self::Identities,
            path if is_in_body(path) => Self::Part,
            ["provoke", _, _] | [.., "headers", _] => Self::Header,
            ["provoke", _] | [.., "headers" | "parameters"] => Self::Names,
            [.., "parameters", _] => Self::Part,
            [.., "path"] => Self::Path,
            _ => Self::Other,
        }
    }
}

/// Returns whether a path leads to a body or into one.
fn is_in_body(path: &[&str]) -> bool {
    let (["circumstance", _, _, request @ ..]
    | ["provision", _, "create" | "delete", request @ ..]
    | ["provision", _, "states", _, "create", request @ ..]
    | ["provision", _, "states", _, "then", _, request @ ..]) = path
    else {
        return false;
    };
    matches!(request, ["body" | "bodies", ..])
}

impl Reader {
    /// Makes a reader for content without the rejected parts of a file.
    pub(super) fn new(rejected: &[Vec<String>]) -> Self {
        Self { rejected: rejected.to_vec(), ..Self::default() }
    }

    /// Reads a value that has the form of target files. Returns the value with the string, or `{ "env": VARIABLE,
    /// "value": STRING }` for a secret, in place of each variable and command.
    pub(super) fn read(&mut self, value: Value) -> Value {
        let path: Vec<&str> = self.path.iter().map(String::as_str).collect();
        let role = Role::new(&path);
        let value = match value {
            Value::Object(members) if is_source(&role, &members) => self.source(&role, &members),
            Value::Object(members) => {
                let members = members.into_iter();
                let read = members.map(|(name, member)| (name.clone(), self.read_at(name, member)));
                let table = read.collect();
                self.complete(table)
            }
            Value::Array(items) => {
                let items = items.into_iter().enumerate();
                let read = items.map(|(index, item)| self.read_at(index.to_string(), item));
                match role {
                    // A variable may hold several identities.
                    Role::Identities => read.flat_map(into_items).collect(),
                    _ => read.collect(),
                }
            }
            Value::String(text) => self.checked(&role, text).into(),
            Value::Number(number) if matches!(role, Role::Other) => whole(number).into(),
            Value::Null | Value::Bool(_) | Value::Number(_) => value,
        };
        if matches!(role, Role::Header) {
            self.check_header(&value);
        }
        value
    }

    fn read_at(&mut self, step: String, value: Value) -> Value {
        self.path.push(step);
        let read = self.read(value);
        self.path.pop();
        read
    }

    fn note(&mut self, message: impl Into<String>) {
        self.mistakes.push(SettingMistake { path: self.path.clone(), message: message.into() });
    }

    /// Reads a variable, or runs the command of a key.
    fn source(&mut self, role: &Role, members: &Map<String, Value>) -> Value {
        let what = match role {
            Role::Key(name) => format!("the {name} key"),
            Role::Identities => {
                format!("identities, with commas between, for `{}`", self.path.join("."))
            }
            _ => format!("the value of `{}`", self.path.join(".")),
        };
        let read = match (role, members.get("command")) {
            (Role::Key(name), Some(command)) => self.key_of_command(name, command, &what),
            _ => {
                let variable = members.get("env").and_then(Value::as_str).unwrap_or_default();
                from_environment(variable, &what).map_err(|error| error.to_string())
            }
        };
        let secret = read.unwrap_or_else(|message| {
            self.note(message);
            self.unread.push(self.path.clone());
            Secret::new("", "")
        });
        let value = secret.reveal();
        let value = match role {
            Role::Identities => {
                let ids = value.split(',').map(str::trim).filter(|id| !id.is_empty());
                return ids.collect();
            }
            Role::Path | Role::Part => {
                if matches!(role, Role::Path) && !value.starts_with('/') && !value.is_empty() {
                    self.note(format!("the path `{}` must begin with `/`", secret.placeholder()));
                }
                self.hidden.extend((value.len() >= SHORTEST_HIDDEN).then(|| secret.clone()));
                return value.into();
            }
            // A key may be here by mistake, and is not shown.
            Role::Url => self.url(value, Some(secret.placeholder())),
            _ => value.to_owned(),
        };
        match self.path.as_slice() {
            [base_url] if base_url == "base-url" => value.into(),
            _ => json!({ "env": secret.variable(), "value": value }),
        }
    }

    fn key_of_command(
        &mut self,
        name: &str,
        command: &Value,
        what: &str,
    ) -> Result<Secret, String> {
        let words = command.as_array().into_iter().flatten().filter_map(Value::as_str);
        let source = KeyCommand::run(words.map(str::to_owned).collect(), KEY_COMMAND_LIMIT)
            .map_err(|cause| format!("the command for {what} gives no key: {cause}"))?;
        let key = Secret::new(key_variable(name), source.newest());
        if self.path == ["keys", "valid"] {
            self.renewal = Some(Arc::new(source));
        }
        Ok(key)
    }

    /// Checks a string of the file. Returns it as it is used.
    fn checked(&mut self, role: &Role, text: String) -> String {
        match role {
            Role::Url => self.url(&text, None),
            Role::Path if !text.starts_with('/') => {
                self.note(format!("the path `{text}` must begin with `/`; write `/{text}`"));
                text
            }
            Role::Socket if text.parse::<SocketAddr>().is_err() => {
                self.note("this is not an address with a port; write it like `127.0.0.1:9000`");
                "127.0.0.1:0".to_owned()
            }
            _ => text,
        }
    }

    /// Returns a URL without a slash at the end. Messages show `shown` in its place.
    fn url(&mut self, url: &str, shown: Option<String>) -> String {
        if self.unread.contains(&self.path) {
            return PLACEHOLDER_URL.to_owned();
        }
        usable_url(url, shown).unwrap_or_else(|error| {
            self.note(error.to_string());
            PLACEHOLDER_URL.to_owned()
        })
    }

    fn check_header(&mut self, value: &Value) {
        let name = self.path.last().map(String::as_str).unwrap_or_default();
        let text = value.as_str().or_else(|| value["value"].as_str()).unwrap_or_default();
        let reason = if HeaderName::from_bytes(name.as_bytes()).is_err() {
            "it is not a valid header name"
        } else if HeaderValue::from_str(text).is_err() {
            "its value has characters that no header can carry"
        } else {
            return;
        };
        self.note(format!("the header `{name}` cannot be sent; {reason}"));
    }

    /// Adds what a table may leave out: the method of `until`, and the request that creates a resource in a state.
    fn complete(&mut self, mut table: Map<String, Value>) -> Value {
        let steps = self.path.clone();
        match steps.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
            ["provision", _, "states", _, "until"] => {
                table.entry("method").or_insert_with(|| "GET".into());
            }
            ["provision", parameter, "create"]
            | ["provision", parameter, "states", _, "create"]
                if table.contains_key("body") && table.contains_key("bodies") =>
            {
                let reason = "`body` and `bodies` are both there; remove one of the two";
                self.note(format!("`[provision.{parameter}]`: {reason}"));
            }
            ["provision", parameter] => {
                let create = table.get("create").cloned();
                let mut incomplete = Vec::new();
                let mut complete = |name: &String, state: &mut Value| {
                    let own = state.get("create").or(create.as_ref()).cloned();
                    match &own {
                        Some(create) => state["create"] = create.clone(),
                        None => incomplete.push(name.clone()),
                    }
                    own.is_some()
                };
                if let Some(Value::Object(states)) = table.get_mut("states") {
                    states.retain(|name, state| complete(name, state));
                }
                for name in incomplete {
                    let path = [&steps[..], &["states".to_owned(), name.clone()]].concat();
                    let message = format!(
                        "`[provision.{parameter}]`: `create` is missing, which the state `{name}` needs"
                    );
                    if !self.is_create_rejected(parameter) {
                        self.mistakes.push(SettingMistake { path: path.clone(), message });
                    }
                    self.unread.push(path);
                }
            }
            _ => {}
        }
        table.into()
    }

    /// Returns whether the request that creates a resource does not have its form, which is reported.
    fn is_create_rejected(&self, parameter: &str) -> bool {
        let create = ["provision", parameter, "create"];
        self.rejected.iter().any(|path| path.iter().take(create.len()).eq(create))
    }
}

/// Returns whether a table of this role names a variable or a command.
fn is_source(role: &Role, members: &Map<String, Value>) -> bool {
    match role {
        Role::Names | Role::Literal => false,
        Role::Key(_) => true,
        _ => members.len() == 1 && members.get("env").is_some_and(Value::is_string),
    }
}

/// Returns a number without its fraction if that is zero: JSON Schema counts 4.0 as an integer, serde does not.
fn whole(number: Number) -> Number {
    let float = number.as_f64().filter(|_| number.is_f64());
    // Larger floats are no exact integers, and no setting is that large.
    let integer = float.filter(|float| float.fract() == 0.0 && float.abs() < 1e15);
    integer.map_or(number, |integer| (integer as i64).into())
}

fn into_items(value: Value) -> Vec<Value> {
    match value {
        Value::Array(items) => items,
        item => vec![item],
    }
}

/// Returns the variable of a key by its name, such as `OTHER_TEAM_KEY`.
#[must_use]
pub fn key_variable(name: &str) -> String {
    format!("{}_KEY", variable_name(name))
}

/// Returns the name of a variable about something of this name.
pub(super) fn variable_name(name: &str) -> String {
    let letter = |letter: char| {
        if letter.is_ascii_alphanumeric() { letter.to_ascii_uppercase() } else { '_' }
    };
    name.chars().map(letter).collect()
}

/// Returns what an env file left in a value, as a predicate of the value: readers of such files differ in what they
/// remove.
pub(crate) fn env_file_leftover(value: &str) -> Option<&'static str> {
    let quotation_marks = ['"', '\'', '`', '\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}'];
    let is_around = |marks: &[char]| value.starts_with(marks) || value.ends_with(marks);
    Some(match value {
        _ if value.starts_with("export ") => "begins with `export `",
        _ if value.contains(" #") => "has a comment after it",
        _ if is_around(&['[', ']', '{', '}', '<', '>']) => "is in brackets",
        _ if is_around(&quotation_marks) => "is in quotation marks",
        _ if value.contains(char::is_whitespace) => "has a space in it",
        _ => return None,
    })
}

/// Returns the value of a variable. `what` says in messages what it should hold.
pub(super) fn from_environment(variable: &str, what: &str) -> Result<Secret, TargetError> {
    let name = || variable.to_owned();
    let exported = format!("export {variable}");
    match std::env::var(variable) {
        Ok(value) if !value.bytes().all(|byte| (0x20..0x7f).contains(&byte)) => {
            Err(TargetError::UnusableKey { variable: name() })
        }
        Ok(value) if !value.is_empty() => Ok(Secret::new(variable, value)),
        Ok(_) | Err(VarError::NotPresent) => {
            let remedy = match std::env::var_os(&exported) {
                Some(_) => format!("; `{exported}` is set, so remove `export ` from the env file"),
                None => String::new(),
            };
            Err(TargetError::MissingVariable { variable: name(), what: format!("{what}{remedy}") })
        }
        Err(VarError::NotUnicode(_)) => Err(TargetError::UnusableKey { variable: name() }),
    }
}

/// Checks a URL that requests are sent to, and returns it without a slash at the end. Errors have `shown` in its place.
pub(super) fn usable_url(written: &str, shown: Option<String>) -> Result<String, TargetError> {
    let reject = |reason: &str| {
        let url = shown.unwrap_or_else(|| shown_url(written));
        Err(TargetError::BaseUrl { url, reason: reason.to_owned() })
    };
    let Ok(url) = Url::parse(written) else {
        return reject(&format!("it {}", env_file_leftover(written).unwrap_or("is not a URL")));
    };
    if !matches!(url.scheme(), "http" | "https") {
        return reject("its scheme is neither http nor https");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return reject("it contains credentials; put them into an environment variable");
    }
    if url.query().is_some() || url.fragment().is_some() {
        return reject("it has a query or a fragment");
    }
    if may_have_password(written) {
        return reject(
            "it has an `@` after a port, as a password with a `/` has; write `%40` for it",
        );
    }
    Ok(url.as_str().trim_end_matches('/').to_owned())
}

/// Returns whether a URL has an `@` after its host. What comes before such an `@` may be a password with a `/`.
pub(crate) fn has_late_at(url: &Url) -> bool {
    let parts = [Some(url.path()), url.query(), url.fragment()];
    parts.into_iter().flatten().any(|part| part.contains('@'))
}

/// Returns whether a URL has an `@` after an authority that has a colon, as a password with a `/`, a `?` or a `#` has. The
/// written text is looked at, since a parsed URL lacks empty ports and those of its scheme.
fn may_have_password(written: &str) -> bool {
    let rest = written.split_once("://").map_or(written, |(_, rest)| rest);
    let (authority, after) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    // Colons in brackets are those of an IPv6 address.
    let after_host = authority.rsplit(']').next().unwrap_or_default();
    after_host.contains(':') && after.contains('@')
}

/// Returns a URL for people, well-formed or not, without what may be secret: what stands before an `@`, the query and the
/// fragment.
pub(crate) fn shown_url(written: &str) -> String {
    let is_plain = Url::parse(written).is_ok_and(|url| {
        let has_user = !url.username().is_empty() || url.password().is_some();
        url.has_host() && !has_user && !may_have_password(written)
    });
    let host = if is_plain { written } else { written.rsplit('@').next().unwrap_or_default() };
    host.split(['?', '#']).next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leftovers_of_env_files_are_named() {
        for (value, expected) in [
            ("a-key", None),
            ("a-key#1", None),
            ("\"a-key\"", Some("is in quotation marks")),
            ("'a-key", Some("is in quotation marks")),
            ("\u{201c}a-key\u{201d}", Some("is in quotation marks")),
            ("[\"a-key\"", Some("is in brackets")),
            ("<a-key>", Some("is in brackets")),
            ("Bearer a-key", Some("has a space in it")),
            ("a-key ", Some("has a space in it")),
            ("a-key # of staging", Some("has a comment after it")),
            ("export KEY=a-key", Some("begins with `export `")),
        ] {
            assert_eq!(env_file_leftover(value), expected, "{value}");
        }
    }

    #[test]
    fn a_base_url_that_cannot_be_used_has_a_reason_and_no_secret() {
        for (written, expected) in [
            (
                "\"https://api.example\"",
                "`\"https://api.example\"` cannot be used: it is in quotation marks",
            ),
            (
                "https://api.example?token=s3cr3t",
                "`https://api.example` cannot be used: it has a query",
            ),
            ("http://user:12/s3cr3t@p", "`p` cannot be used: it has an `@` after a port"),
            ("http://user:s3/cr3t@p", "`p` cannot be used: it is not a URL"),
            ("http://s3cr3t@p", "`p` cannot be used: it contains credentials"),
        ] {
            let error = usable_url(written, None).map_err(|error| error.to_string());
            let error = error.expect_err(written);
            assert!(error.starts_with(&format!("the base URL {expected}")), "{error}");
        }
    }

    #[test]
    fn urls_are_shown_without_secrets() {
        for (written, shown) in [
            ("https://api.example/v2", "https://api.example/v2"),
            ("https://api.example/@team?token=s3cr3t#s3cr3t", "https://api.example/@team"),
            ("http://user:s3c@r3t@p:1/x?y", "p:1/x"),
            ("http://user:s3/c@r3t@p", "p"),
            ("http://user:12/s3cr3t@p", "p"),
            ("http://user:80/s3cr3t@p", "p"),
            ("http://user:/s3cr3t@p", "p"),
            ("https://user:443?s3cr3t@p", "p"),
            ("https://[::1]/@team", "https://[::1]/@team"),
            ("user:s3cr3t@p", "p"),
            ("htp:/user:s3?c#r3t@p", "p"),
            ("/login?token=s3cr3t", "/login"),
        ] {
            assert_eq!(shown_url(written), shown, "{written}");
        }
    }
}
