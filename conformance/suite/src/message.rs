//! Builds a request of a case for one target: its URL, headers and body; records it; and writes it as a command line
//! for a shell, with keys as shell variables.
//!
//! The command sends exactly the request that the runner sends. This module sends nothing, and prints no key.

use std::borrow::Cow;

use reqwest::Url;
use serde_json::{Map, Value};
use url::form_urlencoded::Serializer;
use webdata_cases::case::{Argument, Endpoint, KeyForm, KeyName, Request};
use webdata_cases::challenge::CHALLENGE_HEADER;

use crate::judge::excerpt;
use crate::outcome::{Exchange, RequestBody, RequestRecord};
use crate::target::{Circumstance, Headers, Secret, Target, TargetRedactor, Text};
use crate::untrusted::visible_line;

/// A request with everything that the target adds to it.
pub(crate) struct Message<'m> {
    pub(crate) method: &'m str,
    pub(crate) url: String,
    pub(crate) headers: Vec<Header<'m>>,
    pub(crate) body: Option<Vec<u8>>,
}

/// A header. Its value may contain a key.
pub(crate) struct Header<'m> {
    pub(crate) name: &'m str,
    pub(crate) before: Cow<'m, str>,
    pub(crate) key: Option<Cow<'m, Secret>>,
    pub(crate) after: &'m str,
}

impl<'m> Message<'m> {
    /// Builds the message of a request for a target; `leased` has the fixtures for the path parameters.
    /// Returns `None` if the target does not bind the operation.
    pub(crate) fn new(target: &'m Target, request: &'m Request, leased: &[String]) -> Option<Self> {
        let (method, path) = endpoint(target, request)?;
        let circumstance = circumstance(target, request);
        let provoking =
            request.provoke.as_ref().and_then(|error| target.settings.provoke.get(error));
        let path = request.parameters.iter().fold(path.to_owned(), |path, (name, argument)| {
            let value = circumstance
                .and_then(|circumstance| circumstance.parameters.get(name))
                .or_else(|| provoking?.parameters.get(name))
                .cloned();
            path.replace(&format!("{{{name}}}"), &value.unwrap_or_else(|| argument.text(leased)))
        });
        let mut headers = Vec::new();
        if let Some(authorization) = &request.authorization {
            let valid = authorization.key == Some(KeyName::Valid);
            let key = circumstance.and_then(|circumstance| circumstance.key.as_ref());
            let key = provoking
                .and_then(|provocation| provocation.key.as_ref())
                .or(key)
                .filter(|_| valid);
            headers.push(Header {
                name: &authorization.header,
                before: Cow::Borrowed(&authorization.prefix),
                key: key
                    .or_else(|| target.settings.keys.get(&authorization.key?))
                    .and_then(|key| key_in_form(key, authorization.form)),
                after: &authorization.suffix,
            });
        }
        headers.extend(request.headers.iter().flat_map(|(name, value)| {
            let header = |text: String| Header::plain(name, text);
            let put =
                request.header_arguments.get(name).map(|argument| vec![argument.text(leased)]);
            put.unwrap_or_else(|| value_strings(value)).into_iter().map(header)
        }));
        let circumstance_headers =
            circumstance.into_iter().flat_map(|circumstance| &circumstance.headers);
        let trigger = target.settings.webhooks.as_ref().filter(|_| request.is_trigger);
        let trigger = trigger.into_iter().flat_map(|webhooks| &webhooks.trigger.headers);
        let provoking = provoking.into_iter().flat_map(|provocation| &provocation.headers);
        let added = provoking.chain(circumstance_headers).chain(trigger);
        headers.extend(added.map(Header::new));
        let body = circumstance.and_then(|circumstance| circumstance.body.as_ref());
        let body = body.map(|body| request.written(body));
        let body = body.or_else(|| request.bytes(leased));
        if body.is_some() {
            headers.push(Header::plain("Content-Type", request.media_type.as_str()));
        }
        // Headers of the case take precedence over those that every request gets.
        let is_new =
            |name: &str| !headers.iter().any(|header| header.name.eq_ignore_ascii_case(name));
        let common = target.settings.headers.iter().filter(|(name, _)| is_new(name));
        let common: Vec<Header<'m>> = common.map(Header::new).collect();
        headers.extend(common);
        let challenge = target.challenge.as_ref();
        headers.extend(challenge.map(|text| Header::plain(CHALLENGE_HEADER, text.as_str())));
        let query = query(&request.query);
        Some(Self {
            method,
            url: format!("{}{path}{query}", target.connection.base_url),
            headers,
            body,
        })
    }

    /// Sends another key in a header that has one.
    pub(crate) fn set_key(&mut self, name: &str, key: &'m Secret) {
        for header in self.headers.iter_mut().filter(|header| header.name == name) {
            header.key = Some(key.current());
        }
    }

    /// Adds headers, each in place of any header with the same name.
    pub(crate) fn add(&mut self, headers: &'m Headers) {
        for (name, value) in headers {
            self.headers.retain(|known| !known.name.eq_ignore_ascii_case(name));
            self.headers.push(Header::new((name, value)));
        }
    }
}

impl<'m> Header<'m> {
    fn new((name, value): (&'m String, &'m Text)) -> Self {
        match value {
            Text::Plain(text) => Self::plain(name, text.as_str()),
            Text::Secret(secret) => {
                Self { key: Some(Cow::Borrowed(secret)), ..Self::plain(name, "") }
            }
        }
    }

    fn plain(name: &'m str, value: impl Into<Cow<'m, str>>) -> Self {
        Self { name, before: value.into(), key: None, after: "" }
    }
}

/// Returns the value of a key as it is sent.
fn key_in_form(key: &Secret, form: KeyForm) -> Option<Cow<'_, Secret>> {
    match form {
        KeyForm::Whole => Some(key.current()),
        changed => key.current().changed(changed).map(Cow::Owned),
    }
}

/// Returns a query with its question mark, or an empty string without parameters.
pub(crate) fn query(parameters: &Map<String, Value>) -> String {
    let mut written = Serializer::new(String::new());
    for (name, value) in parameters {
        written.extend_pairs(value_strings(value).iter().map(|text| (name, text)));
    }
    let written = written.finish();
    if written.is_empty() { written } else { format!("?{written}") }
}

/// Returns the strings of a parameter or a header: one, or one for each item of a list.
fn value_strings(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(items) => items.iter().flat_map(value_strings).collect(),
        scalar => vec![scalar.to_string()],
    }
}

fn endpoint<'m>(target: &'m Target, request: &'m Request) -> Option<(&'m str, &'m str)> {
    if request.is_trigger {
        let Endpoint { method, path } = &target.settings.webhooks.as_ref()?.trigger.endpoint;
        return Some((method, path));
    }
    if let Some(endpoint) = &request.endpoint {
        return Some((&endpoint.method, &endpoint.path));
    }
    let bound = target.settings.bind.get(request.operation.as_ref()?)?;
    Some((&bound.method, &bound.path))
}

fn circumstance<'m>(target: &'m Target, request: &Request) -> Option<&'m Circumstance> {
    target.circumstance(request.operation.as_ref()?, request.circumstance.as_ref()?)
}

/// Marks both ends of a variable in a text that is not quoted yet. U+FDD0 is a noncharacter, so no text
/// contains it.
const VARIABLE_MARK: char = '\u{fdd0}';

/// Returns the command line of a request, or the reason why there is none.
#[must_use]
pub fn curl(target: &Target, request: &Request, leased: &[String]) -> String {
    let Some(message) = Message::new(target, request, leased) else {
        // A request that calls no operation has its own path, except the trigger.
        return match &request.operation {
            Some(operation) => format!("# the target binds {operation} to a method and a path"),
            None => "# the trigger of `[webhooks]` in the target gives the method and the path"
                .to_owned(),
        };
    };
    let open = open_variables(target, request, leased);
    RequestRedactor::new(target).command_line(message, &open)
}

impl Exchange {
    /// Returns the command line of the request, or the reason why there is none.
    #[must_use]
    pub fn curl(&self) -> String {
        match &self.request {
            Some(request) => request.curl(),
            None => "# the target binds the operation to a method and a path".to_owned(),
        }
    }
}

impl RequestRecord {
    /// Records a message. Only the keys of its headers are replaced by marked variables.
    pub(crate) fn new(message: Message<'_>) -> Self {
        let header = |Header { name, before, key, after }: Header<'_>| {
            let mut value = before.into_owned();
            value.extend(key.map(|key| mark_variable(&key.placeholder())));
            value.push_str(after);
            (name.to_owned(), value)
        };
        Self {
            method: message.method.to_owned(),
            url: sent_url(message.url),
            headers: message.headers.into_iter().map(header).collect(),
            body: message.body.map(RequestBody::new),
            variables: Vec::new(),
            is_cut: false,
        }
    }

    /// Returns the request as a command line. If the record has only a part of the request, the line is a comment.
    #[must_use]
    pub fn curl(&self) -> String {
        let mut variables = self.variables.clone();
        sort_longest_first(&mut variables);
        let line = command_line(self, &variables);
        if self.is_cut {
            format!("# only a part; `show` prints all of it with `--curl`: {line}")
        } else {
            line
        }
    }
}

impl RequestBody {
    pub(crate) fn new(body: Vec<u8>) -> Self {
        match String::from_utf8(body) {
            // A terminal changes carriage returns that are pasted.
            Ok(text) if !text.contains('\0') && !text.contains('\r') => Self::Text(text),
            Ok(text) => Self::Printf(printf_format(text.as_bytes())),
            Err(error) => Self::Printf(printf_format(error.as_bytes())),
        }
    }
}

/// Replaces the keys of a target in requests by variables.
pub(crate) struct RequestRedactor(TargetRedactor);

impl RequestRedactor {
    pub(crate) fn new(target: &Target) -> Self {
        Self(target.redactor_with(|secret| mark_variable(&secret.placeholder())))
    }

    /// Replaces the keys in a record, lists their variables, and cuts long texts.
    pub(crate) fn redact(&self, record: &mut RequestRecord) {
        let (mut variables, mut is_cut) = (Vec::new(), false);
        for text in record.texts_mut() {
            let redact = |text| without_marks(self.0.redact(text), &mut variables);
            *text = excerpt::redact_and_shorten(std::mem::take(text), redact);
            is_cut |= excerpt::is_cut(text);
        }
        record.variables = variables;
        record.is_cut |= is_cut;
    }

    /// Returns the command line of a message. `open` has the variables in its texts.
    pub(crate) fn command_line(&self, message: Message<'_>, open: &[String]) -> String {
        let mut record = RequestRecord::new(message);
        for text in record.texts_mut() {
            *text = self.0.redact(std::mem::take(text));
        }
        command_line(&record, open)
    }
}

/// Returns the command line of a request. `open` has the variables in its texts besides those that are marked.
fn command_line(request: &RequestRecord, open: &[String]) -> String {
    let RequestRecord { method, url, headers, body, .. } = request;
    // curl reads these characters as patterns unless `-g` is given.
    let globs = if url.contains(['[', ']', '{', '}']) { " -g" } else { "" };
    let mut words = vec![format!("curl -sS{globs} -X {}", quote_if_needed(method))];
    words.push(in_double_quotes(&parts(url, open)));
    for (name, value) in headers {
        // Given `Name:`, curl would remove the header instead of sending it empty.
        let header =
            if value.trim().is_empty() { format!("{name};") } else { format!("{name}: {value}") };
        let parts = parts(&header, open);
        let has_variable = parts.iter().any(|part| matches!(part, WordPart::Variable(_)));
        words.push(if has_variable || !is_printable(&header) {
            format!("-H {}", in_double_quotes(&parts))
        } else {
            format!("-H {}", in_single_quotes(&parts))
        });
    }
    let printf = match body {
        None => None,
        Some(RequestBody::Text(text)) if is_printable(text) => {
            words.push(format!("--data-raw {}", in_single_quotes(&parts(text, open))));
            None
        }
        Some(RequestBody::Text(text)) => {
            Some(printf(&parts(text, open), |literal| printf_format(literal.as_bytes())))
        }
        Some(RequestBody::Printf(format)) => Some(printf(&parts(format, open), str::to_owned)),
    };
    if let Some(printf) = printf {
        words.insert(0, format!("{printf} |"));
        words.push("--data-binary @-".to_owned());
    }
    words.join(" ")
}

/// Returns whether terminals and logs show a text as it is, on one line.
fn is_printable(text: &str) -> bool {
    !text.contains('\t') && visible_line(text) == text
}

/// A part of a word.
enum WordPart<'w> {
    Literal(&'w str),
    /// A variable with its `$`.
    Variable(&'w str),
}

/// Returns a URL as the runner sends it; a URL that begins with a variable stays as it is.
pub(crate) fn sent_url(url: String) -> String {
    Url::parse(&url).map_or(url, String::from)
}

/// Returns the variables for values that are unknown before a run.
fn open_variables(target: &Target, request: &Request, leased: &[String]) -> Vec<String> {
    let is_open =
        |argument: &&Argument| !matches!(argument, Argument::Fixture { .. } | Argument::Text(_));
    let arguments = request.arguments().filter(is_open).map(|argument| argument.text(leased));
    let mut open: Vec<String> = arguments.collect();
    // If the address is a variable, the target is an example, and all its values are variables.
    if target.connection.base_url.starts_with('$') {
        open.push(target.connection.base_url.clone());
        open.extend(leased.iter().cloned());
        let texts = request.arguments().map(|argument| argument.text(leased));
        open.extend(texts.filter(|text| text.starts_with('$')));
    }
    sort_longest_first(&mut open);
    open
}

/// Sorts variables by length, since `$NEW_UUID` is the beginning of `$NEW_UUID_1`.
fn sort_longest_first(variables: &mut [String]) {
    variables.sort_by_key(|name| std::cmp::Reverse(name.len()));
}

fn mark_variable(variable: &str) -> String {
    format!("{VARIABLE_MARK}{variable}{VARIABLE_MARK}")
}

/// Returns a text without marks, and adds the marked variables to a list.
fn without_marks(text: String, variables: &mut Vec<String>) -> String {
    if !text.contains(VARIABLE_MARK) {
        return text;
    }
    let mut unmarked = String::with_capacity(text.len());
    for part in parts(&text, &[]) {
        match part {
            WordPart::Literal(literal) => unmarked.push_str(literal),
            WordPart::Variable(variable) => {
                unmarked.push_str(variable);
                if !variables.iter().any(|known| known == variable) {
                    variables.push(variable.to_owned());
                }
            }
        }
    }
    unmarked
}

fn parts<'w>(text: &'w str, open: &'w [String]) -> Vec<WordPart<'w>> {
    let mut parts = Vec::new();
    if !text.contains('$') && !text.contains(VARIABLE_MARK) {
        return vec![WordPart::Literal(text)];
    }
    let (mut literal, mut at) = (0, 0);
    while let Some(start) = text[at..].find([VARIABLE_MARK, '$']) {
        at += start;
        let rest = &text[at..];
        let key = || {
            let variable = rest.strip_prefix(VARIABLE_MARK)?.split_once(VARIABLE_MARK);
            variable.filter(|(name, _)| name.starts_with('$'))
        };
        let variable =
            || open.iter().find_map(|name| Some((name.as_str(), rest.strip_prefix(name)?)));
        match key().or_else(variable) {
            Some((name, rest)) => {
                parts.extend([WordPart::Literal(&text[literal..at]), WordPart::Variable(name)]);
                at = text.len() - rest.len();
                literal = at;
            }
            None => at += rest.chars().next().map_or(0, char::len_utf8),
        }
    }
    parts.push(WordPart::Literal(&text[literal..]));
    parts
}

/// Returns whether a shell reads a character as a part of the variable name before it.
pub(crate) fn continues_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

fn in_double_quotes(parts: &[WordPart<'_>]) -> String {
    let mut text = String::from('"');
    for (index, part) in parts.iter().enumerate() {
        match part {
            WordPart::Variable(variable) => {
                let next = parts.get(index + 1);
                let continues = matches!(next, Some(WordPart::Literal(next)) if next.starts_with(continues_name));
                let name = variable.trim_start_matches('$');
                // The placeholder of a changed key has braces or parentheses of its own.
                let is_name = name.starts_with(continues_name);
                let in_braces = continues && is_name;
                text += &if in_braces { format!("${{{name}}}") } else { format!("${name}") };
            }
            WordPart::Literal(literal) => {
                for character in literal.chars() {
                    match character {
                        // Interactive shells expand `!` to an earlier command.
                        '!' => text += "\"'!'\"",
                        // Terminals show a tab as spaces.
                        '\t' => text += r"$(printf '\t')",
                        '"' | '\\' | '`' | '$' => text.extend(['\\', character]),
                        _ => text.push(character),
                    }
                }
            }
        }
    }
    text + "\""
}

fn in_single_quotes(parts: &[WordPart<'_>]) -> String {
    let mut text = String::from('\'');
    for part in parts {
        match part {
            WordPart::Variable(variable) => text += &format!("'\"{variable}\"'"),
            WordPart::Literal(literal) => text += &literal.replace('\'', r"'\''"),
        }
    }
    text + "'"
}

/// Returns the command that writes some parts of a text. `format` returns the format of a literal.
fn printf(parts: &[WordPart<'_>], format: impl Fn(&str) -> String) -> String {
    let (mut whole, mut arguments) = (String::new(), String::new());
    for part in parts {
        match part {
            WordPart::Literal(literal) => whole += &format(literal),
            WordPart::Variable(_) => {
                whole += "%s";
                arguments += " ";
                arguments += &in_double_quotes(std::slice::from_ref(part));
            }
        }
    }
    // CI services execute such characters in a log.
    let whole = whole.replace("::", r":\072").replace("##", r"#\043");
    format!("printf {}{arguments}", in_single_quotes(&[WordPart::Literal(&whole)]))
}

/// Returns the format by which a POSIX `printf` writes some bytes. The format is printable ASCII.
fn printf_format(bytes: &[u8]) -> String {
    let mut format = String::new();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'%' => format += "%%",
            b'\\' => format += "\\\\",
            // printf reads a format that begins with a hyphen as an option.
            b'-' if at == 0 => format += "\\055",
            b' '..=b'~' => format.push(char::from(*byte)),
            _ => format += &format!("\\{byte:03o}"),
        }
    }
    format
}

fn quote_if_needed(word: &str) -> String {
    if word.chars().all(|character| character.is_ascii_alphanumeric()) {
        word.to_owned()
    } else {
        in_single_quotes(&parts(word, &[]))
    }
}
