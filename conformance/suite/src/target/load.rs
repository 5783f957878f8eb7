//! Loads a target from a file, or from options of the command line. All mistakes of a file are reported at
//! once.
//!
//! Strings of a file and values of variables may be keys. So messages about the form of a file show none of its strings,
//! and no message shows the value of a variable.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use reqwest::Url;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use serde_json::Value;
use webdata_cases::case::{Case, KeyName};
use webdata_spec::{Diagnostic, Document, EntryPart, Form, Source, Spec};

use super::file::{Rate, Settings, target_schema};
use super::placeholder::is_placeholder;
use super::secret::{Secret, Text};
use super::variables::{
    PLACEHOLDER_URL, Reader, from_environment, has_late_at, key_variable, usable_url,
};
use super::{ClientIdentity, Proxy, SettingMistake, Target, TargetError, Transport};
use crate::foreign_file::read_text;

impl Target {
    /// Makes a target of its base URL, the variables that hold its keys, and its fixtures.
    ///
    /// # Errors
    /// If the URL cannot be used, or a variable is not set.
    pub fn new(
        name: Option<String>,
        base_url: &str,
        key_variables: impl IntoIterator<Item = (KeyName, String)>,
        fixtures: HashMap<String, Vec<String>>,
    ) -> Result<Self, TargetError> {
        let base_url = usable_url(base_url, None)?;
        let keys = key_variables
            .into_iter()
            .map(|(key, variable)| {
                Ok((key, from_environment(&variable, &format!("the {key} key"))?))
            })
            .collect::<Result<_, _>>()?;
        let name = name.unwrap_or_else(|| base_url.clone());
        let settings = Settings { keys, fixtures, rate: Rate::of_files(), ..Settings::default() };
        Ok(Self { name, settings, ..Self::from_base_url(base_url) })
    }
}

/// Reads a target file. Paths in it are relative to the file.
///
/// # Errors
/// If the file cannot be read, or has mistakes or variables that are not set, which are all reported at once.
pub fn load(path: &Path) -> Result<Target, TargetError> {
    read_target(path, |_| Vec::new())
}

/// Reads a target file for the cases of a contract, as [`load`] does.
///
/// # Errors
/// As for [`load`], and if settings do not fit the contract, which are reported with all other mistakes.
pub fn load_for(path: &Path, spec: &Spec, cases: &[Case]) -> Result<Target, TargetError> {
    read_target(path, |target| {
        target.separate_parameters(spec);
        target.mistakes(spec, cases)
    })
}

fn read_target(
    path: &Path,
    check: impl Fn(&mut Target) -> Vec<SettingMistake>,
) -> Result<Target, TargetError> {
    let text = read_text(path, MAX_FILE_BYTES)
        .map_err(|cause| TargetError::Unreadable { path: path.to_owned(), cause })?;
    let source = Source { name: path.display().to_string(), text };
    let (mut document, errors) = Document::parse(&source);
    let (mut content, mut mistakes) = FORM.check(&mut document);
    if let Some(table) = content.as_object_mut() {
        table.entry("base-url").or_insert_with(|| PLACEHOLDER_URL.into());
    }
    let mut reader = Reader::new(document.rejected());
    let content = reader.read(content);
    let mut found = std::mem::take(&mut reader.mistakes);
    let unread = [document.rejected(), reader.unread.as_slice()].concat();
    let mut target = None;
    // The message of serde has values, which may be secret.
    match serde_json::from_value::<Settings>(content) {
        Ok(settings) => {
            let folder = path.parent().unwrap_or(Path::new(""));
            let mut later = settings.mistakes();
            let mut read = Target::from_settings(settings, reader, folder, &mut later);
            later.extend(check(&mut read));
            // A setting may be the value of a variable, which messages about it would show.
            let redactor = read.redactor();
            for mistake in &mut later {
                mistake.message = redactor.redact(std::mem::take(&mut mistake.message));
            }
            // A part that was not read is no mistake of what has the part, or of what is in it.
            let is_known = |path: &[String]| {
                let mut unread = unread.iter().filter(|unread| !unread.is_empty());
                unread.any(|unread| unread.starts_with(path) || path.starts_with(unread))
            };
            found.extend(later.into_iter().filter(|mistake| !is_known(&mistake.path)));
            target = Some(read);
        }
        Err(_) if mistakes.is_empty() && found.is_empty() && errors.is_empty() => {
            let message = "the file has another form than `init --schema` prints".to_owned();
            found.push(SettingMistake { path: Vec::new(), message });
        }
        Err(_) => {}
    }
    found.extend(old_circumstances(document.value()));
    mistakes
        .extend(found.into_iter().map(|it| document.mistake(&it.path, EntryPart::Key, it.message)));
    add_placeholders(&document, document.value(), &mut Vec::new(), &mut mistakes);
    let mistakes = rendered(&source.text, errors, mistakes);
    match target {
        Some(target) if mistakes.is_empty() => Ok(target),
        _ => Err(TargetError::Mistaken { path: path.to_owned(), mistakes }),
    }
}

/// The form of target files.
static FORM: LazyLock<Form> = LazyLock::new(|| Form::new(target_schema()).hiding_strings());

/// Returns a mistake with the present form of circumstances, if a file has them in the form of earlier versions: as a list.
fn old_circumstances(file: &Value) -> Option<SettingMistake> {
    let lines = file.get("circumstance")?.as_array()?.iter().filter_map(|table| {
        let text = |key| table.get(key).and_then(Value::as_str);
        let operation = text("operation").filter(|it| it.chars().all(char::is_alphanumeric))?;
        // Other strings may be keys by mistake.
        let clause = text("clause").filter(|it| it.contains('.') && !it.contains(' '))?;
        let others =
            table.as_object()?.keys().filter(|key| !["operation", "clause"].contains(&&***key));
        let others = others.map(|key| format!("{key} = …")).collect::<Vec<_>>().join(", ");
        Some(format!("under `[circumstance.{operation}]`: `\"{clause}\" = {{ {others} }}`"))
    });
    let lines = lines.collect::<Vec<_>>();
    let lines = if lines.is_empty() {
        "under `[circumstance.OPERATION]`: `\"CLAUSE\" = { … }`".to_owned()
    } else {
        lines.join("; ")
    };
    let message =
        format!("each circumstance is a line in the table of its operation now; write {lines}");
    Some(SettingMistake::new(&["circumstance"], message))
}

/// Adds a mistake for each placeholder of a proposed line that is still in the file.
fn add_placeholders(
    document: &Document,
    value: &Value,
    path: &mut Vec<String>,
    mistakes: &mut Vec<Diagnostic>,
) {
    let message = "this is a placeholder; replace it, or put `# ` before the line";
    let is_placeholder = |text: &str| is_placeholder(text).then_some(message);
    let parts: Vec<(String, &Value)> = match value {
        Value::String(text) => {
            let found = is_placeholder(text).map(|it| document.mistake(path, EntryPart::Value, it));
            mistakes.extend(found);
            return;
        }
        Value::Object(members) => members.iter().map(|(name, it)| (name.clone(), it)).collect(),
        Value::Array(items) => {
            items.iter().enumerate().map(|(at, it)| (at.to_string(), it)).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => return,
    };
    for (step, part) in parts {
        path.push(step);
        let found = path.last().and_then(|step| is_placeholder(step));
        mistakes.extend(found.map(|it| document.mistake(path, EntryPart::Key, it)));
        add_placeholders(document, part, path, mistakes);
        path.pop();
    }
}

/// Renders all mistakes in the order of their places. Of a line with a syntax error, only the first error is
/// rendered, since the rest of the line is read as something else.
fn rendered(text: &str, errors: Vec<Diagnostic>, mistakes: Vec<Diagnostic>) -> Vec<String> {
    let line = |mistake: &Diagnostic| mistake.line_and_column().0;
    let mut all = errors;
    all.sort_by_key(Diagnostic::line_and_column);
    all.dedup_by_key(|error| line(error));
    let broken: BTreeSet<usize> = all.iter().map(line).collect();
    all.extend(mistakes.into_iter().filter(|mistake| !broken.contains(&line(mistake))));
    all.sort_by_key(Diagnostic::line_and_column);
    let mut all: Vec<String> = all.iter().map(|mistake| render(text, mistake)).collect();
    all.dedup();
    all
}

/// Renders a mistake with its line up to the start of a value, which may be a secret.
fn render(text: &str, mistake: &Diagnostic) -> String {
    let (line, column) = mistake.line_and_column();
    let shown = hide_value(text.lines().nth(line - 1).unwrap_or_default());
    let message = mistake.message().replace('\n', "; ");
    let remedy = mistake.remedy().map(|remedy| format!("; {remedy}")).unwrap_or_default();
    let mut rendered =
        format!("line {line}, column {column}: {message}{remedy}\n{line:>6} | {shown}");
    if column <= shown.chars().count() {
        rendered.push_str(&format!("\n       | {:>column$}", "^"));
    }
    rendered
}

/// Returns a line up to the start of a value.
fn hide_value(line: &str) -> String {
    let is_key = |text: &str| {
        let known =
            |character: char| character.is_ascii_alphanumeric() || "_-.:\"' []".contains(character);
        text.chars().all(known)
    };
    match line.split_once('=') {
        Some((key, _)) if is_key(key) => format!("{key}= …"),
        None if line.starts_with('[') && is_key(line) => line.to_owned(),
        Some(_) | None => "…".to_owned(),
    }
}

/// The maximum size of a target file, in bytes.
const MAX_FILE_BYTES: u64 = 16 << 20;

impl Target {
    /// Makes a target of its settings. Paths in them are relative to a folder.
    fn from_settings(
        settings: Settings,
        reader: Reader,
        folder: &Path,
        mistakes: &mut Vec<SettingMistake>,
    ) -> Self {
        let mut note = |path: &[&str], message: String| {
            mistakes.push(SettingMistake::new(path, message));
        };
        let (url, name) = (&settings.base_url, &settings.name);
        let mut target = Self {
            name: name.as_ref().unwrap_or(url).clone(),
            hidden: reader.hidden,
            ..Self::from_base_url(url)
        };
        target.connection.timeout = settings.timeout;
        target.connection.transport = transport(&settings, folder, &mut note);
        target.settings = settings;
        if let Some(command) = reader.renewal {
            let key = Secret::renewed_by(key_variable("valid"), command);
            target.settings.keys.insert(KeyName::Valid, key);
        }
        let redactor = target.redactor();
        let url = redactor.redact(target.connection.base_url.clone());
        if url != target.connection.base_url {
            let error = TargetError::BaseUrl { url, reason: "it has a key in it".to_owned() };
            note(&["base-url"], error.to_string());
        }
        target.name = redactor.redact(target.name);
        target
    }
}

/// Returns the proxy at a URL, which may contain a password.
fn proxy_of(proxy: &Text, note: &mut impl FnMut(&[&str], String)) -> Proxy {
    if matches!(proxy, Text::Plain(text) if text == "none") {
        return Proxy::None;
    }
    let reason = match Url::parse(proxy.reveal()) {
        Err(_) => Some("it is not a URL"),
        Ok(url) if !matches!(url.scheme(), "http" | "https") => {
            Some("its scheme is neither http nor https")
        }
        Ok(url) if proxy.secret().is_none() && url.password().is_some() => {
            Some("it contains a password; put it into an environment variable")
        }
        Ok(url) if has_late_at(&url) => Some(
            "it has a `/`, `?` or `#` before an `@`; in a user or a password, write them as `%2F`, `%3F` or `%23`",
        ),
        Ok(_) => None,
    };
    if let Some(reason) = reason {
        let remedy = "write `http://proxy.example.com:3128`, `none`, or, where it takes a password, \
                      `{ env = \"PROXY_URL\" }`";
        note(&["proxy"], format!("`proxy` cannot be used: {reason}; {remedy}"));
    }
    Proxy::At(proxy.clone())
}

/// Reads the settings of connections, and the files of `[tls]`.
fn transport(
    settings: &Settings,
    folder: &Path,
    note: &mut impl FnMut(&[&str], String),
) -> Transport {
    let (tls, proxy) = (&settings.tls, settings.proxy.as_ref());
    let mut transport = Transport {
        connect_timeout: settings.connect_timeout,
        proxy: proxy.map(|proxy| proxy_of(proxy, note)).unwrap_or_default(),
        accepts_any_certificate: tls.accept_any_certificate,
        ..Transport::default()
    };
    let mut wrong = |path: &Path, reason: &str| {
        note(&["tls"], format!("`[tls]`: {} cannot be used: {reason}", path.display()));
    };
    let mut read = |path: &PathBuf| {
        let path = folder.join(path);
        let contents = fs::read(&path).map_err(|cause| wrong(&path, &cause.to_string())).ok();
        Some((path, contents?))
    };
    let authorities = tls.ca_file.as_ref().and_then(&mut read);
    let certificate = tls.client_certificate_file.as_ref().map(&mut read);
    let key = tls.client_key_file.as_ref().map(&mut read);
    if let Some((path, pem)) = authorities {
        match certificates(&pem) {
            Some(authorities) => transport.authorities = authorities,
            None => wrong(&path, "it contains no certificate in PEM"),
        }
    }
    match (certificate, key) {
        (None, None) => {}
        (Some(certificate), Some(key)) => {
            if let Some(((path, certificate), (_, key))) = certificate.zip(key) {
                transport.identity = identity(&certificate, &key);
                if transport.identity.is_none() {
                    wrong(&path, "it and the key are not a client certificate in PEM");
                }
            }
        }
        (Some(_), None) | (None, Some(_)) => {
            let message = "`[tls]` names only one of `client-certificate-file` and `client-key-file`; a client \
                           certificate needs both";
            note(&["tls"], message.to_owned());
        }
    }
    transport
}

/// Returns the certificates of a PEM file, or `None` if it has none, or one that cannot be read.
fn certificates(pem: &[u8]) -> Option<Vec<CertificateDer<'static>>> {
    let certificates: Vec<_> =
        CertificateDer::pem_slice_iter(pem).collect::<Result<_, _>>().ok()?;
    (!certificates.is_empty()).then_some(certificates)
}

fn identity(certificate: &[u8], key: &[u8]) -> Option<Arc<ClientIdentity>> {
    let chain = certificates(certificate)?;
    let key = PrivateKeyDer::from_pem_slice(key).ok()?;
    Some(Arc::new(ClientIdentity { chain, key }))
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    /// Returns the mistakes of a target file, each without the line that it shows.
    fn mistakes(text: &str) -> Vec<String> {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("target.toml");
        fs::write(&path, text).expect("it is written");
        let mistakes = match load(&path) {
            Ok(_) => Vec::new(),
            Err(TargetError::Mistaken { mistakes, .. }) => mistakes,
            Err(error) => panic!("{error}"),
        };
        assert!(!mistakes.concat().contains("s3cr3t"), "{mistakes:#?}");
        mistakes
            .into_iter()
            .map(|it| it.split('\n').next().unwrap_or_default().to_owned())
            .collect()
    }

    #[test]
    fn every_mistake_is_found_with_its_place_and_without_values() {
        let table: [(&str, &[&str]); 13] = [
            (
                "base-url = 'http://x.example'\n[[circumstance]]\noperation = 'orderStatus'\n\
                 clause = 'charges.failed-order'\nparameters = { albumId = 's3cr3t' }\n\
                 [[circumstance]]\noperation = 'orderStatus'\nclause = 's3cr3t'\n",
                &[
                    "line 2, column 1: `circumstance` takes a table, not an array",
                    "line 2, column 3: each circumstance is a line in the table of its operation now; write under \
                     `[circumstance.orderStatus]`: `\"charges.failed-order\" = { parameters = … }`",
                ],
            ),
            ("base-url = 'http://x.example'\njobs = 2\n", &[]),
            (
                "jobs = 's3cr3t'\n[provision.one]\n",
                &[
                    "line 1, column 1: the key `base-url` is missing; add `base-url`: where the server is: \
                     scheme, host and port, without the version prefix such as `/v2`. The server speaks HTTP/1.1",
                    "line 1, column 8: `jobs` takes an integer, not a string",
                    "line 2, column 12: `[provision.one]`: `count` is missing; add the number of resources to \
                     create, or a state",
                ],
            ),
            (
                "base-url = 5\n[headers]\nX-A = 1\n'X B' = 's3cr3t'\n",
                &[
                    "line 1, column 12: `base-url` takes a string or a table, not an integer; it is a string, or \
                     `{ env = \"VARIABLE\" }` for the variable that holds it",
                    "line 3, column 7: `X-A` takes a string or a table, not an integer; it is a string, or \
                     `{ env = \"VARIABLE\" }` for the variable that holds it",
                    "line 4, column 1: the header `X B` cannot be sent; it is not a valid header name",
                ],
            ),
            (
                "base-ulr = 's3cr3t'\n[keys]\nvalidd = { env = 's3cr3t' }\nvalid = { evn = 's3cr3t' }\n",
                &[
                    "line 1, column 1: unknown key `base-ulr`; did you mean `base-url`?",
                    "line 3, column 1: unknown key `validd`; did you mean `valid`?",
                    "line 4, column 9: `valid` has none of its forms; it is the source of a key, which no target \
                     file has itself: `{ env = \"VARIABLE\" }`, or `{ command = [\"PROGRAM\"] }`, which prints the key",
                ],
            ),
            (
                "base-url = 'ftp://x.example'\nproxy = 's3cr3t'\nsetup = { command = [], timeout-seconds = 0 }\n",
                &[
                    "line 1, column 1: the base URL `ftp://x.example` cannot be used: its scheme is neither http nor \
                     https; write it like `https://api.example.com`",
                    "line 2, column 1: `proxy` cannot be used: it is not a URL; write `http://proxy.example.com:3128`, \
                     `none`, or, where it takes a password, `{ env = \"PROXY_URL\" }`",
                    "line 3, column 21: `command` is empty; write the program and its arguments",
                    "line 3, column 43: `timeout-seconds = 0` is too small; write a number of at least 1",
                ],
            ),
            (
                "base-url = 'http://x.example'\n[webhooks]\nlisten = 's3cr3t'\n\
                 trigger = { method = 'POST', path = 'x' }\n[off]\none = ' '\n",
                &[
                    "line 3, column 1: this is not an address with a port; write it like `127.0.0.1:9000`",
                    "line 4, column 30: the path `x` must begin with `/`; write `/x`",
                    "line 6, column 7: `one` is blank; write a text: the reason why the server does not offer a \
                     feature",
                ],
            ),
            // What cannot be read is no further mistake.
            (
                "base-url = { env = 'NOT_SET_1' }\n[provision.one]\ncount = 500\n\
                 create = { method = 'POST', path = { env = 'NOT_SET_2' }, id = '/id' }\n\
                 delete = { method = 's3cr3t', path = '/' }\n",
                &[
                    "line 1, column 1: the environment variable NOT_SET_1 is not set; it should hold the value of \
                     `base-url`",
                    "line 3, column 9: `count = 500` is too large; write a number of at most 100",
                    "line 4, column 29: the environment variable NOT_SET_2 is not set; it should hold the value of \
                     `provision.one.create.path`",
                    "line 5, column 21: `method` does not have the required form; write a string that matches \
                     `^[A-Z]+$`: the HTTP method",
                ],
            ),
            (
                "base-url = 'http://x.example'\n[provision.one]\ndelete = { method = 'DELETE', path = '/' }\n\
                 states.a = { key = 'valid', create = { method = 'POST', path = '/', id = '/', body = 1, \
                 bodies = [2] } }\n",
                &[
                    "line 3, column 1: `[provision.one]`: the path of `delete`, `/`, has no `{one}`; write it where \
                     the identity belongs",
                    "line 4, column 14: `[provision.one]`: the state `a` needs the key `valid`; add it to `[keys]`",
                    "line 4, column 29: `[provision.one]`: `body` and `bodies` are both there; remove one of the two",
                ],
            ),
            (
                "base-url = s3cr3t\njobs = = 1\nnames = 1\n",
                &[
                    "line 1, column 12: string values must be quoted, expected literal string",
                    "line 2, column 8: extra `=`, expected nothing",
                    "line 3, column 1: unknown key `names`; did you mean `name`?",
                ],
            ),
            (
                "base-url = 'http://x.example'\nbase-url = 's3cr3t'\n",
                &["line 2, column 1: duplicate key"],
            ),
            // A whole number may have a fraction of zero. A message has the name of a variable in place of its value.
            (
                "base-url = 'http://x.example'\njobs = 2.0\n[provision.one]\ncount = 2.0\n\
                 create = { method = 'POST', path = '/', id = '/id', body = { create = { body = 1, bodies = 2 } } }\n\
                 delete = { method = 'DELETE', path = { env = 'CARGO_MANIFEST_DIR' } }\n",
                &[
                    "line 6, column 1: `[provision.one]`: the path of `delete`, `$CARGO_MANIFEST_DIR`, has no `{one}`; \
                     write it where the identity belongs",
                ],
            ),
            // A request that does not have its form is not also missing.
            (
                "base-url = 'http://x.example'\n[provision.one]\n\
                 create = { method = 'post', path = '/', id = '/id' }\nstates.a = {}\n",
                &[
                    "line 3, column 21: `method` does not have the required form; write a string that matches \
                     `^[A-Z]+$`: the HTTP method",
                ],
            ),
        ];
        for (text, expected) in table {
            assert_eq!(mistakes(text), expected, "{text}");
        }
    }

    #[test]
    fn a_line_is_shown_up_to_its_value() {
        for (line, shown) in [
            ("name = 's3cr3t'", "name = …"),
            ("[provision.one]", "[provision.one]"),
            ("s3cr3t'''", "…"),
            ("'a\u{1}b' = 1", "…"),
        ] {
            assert_eq!(hide_value(line), shown, "{line}");
        }
    }
}
