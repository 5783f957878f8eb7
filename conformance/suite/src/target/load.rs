//! Loads a target from a file, or from options of the command line. All mistakes of a file are reported at
//! once.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{HeaderName, HeaderValue};
use reqwest::{Method, Url};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use serde::de::IgnoredAny;
use webdata_cases::case::{Case, Endpoint, KeyName};
use webdata_spec::Spec;
use webdata_spec::model::ClauseId;

use super::document::Document;
use super::file::{
    ALLOWED_COUNT, ALLOWED_JOBS, ALLOWED_SECONDS, BareRequestFile, BoundFile, CircumstanceFile,
    CommandFile, CreationFile, IdsFile, KeyFile, ProvokingFile, RecipeFile, TargetFile, TextFile,
    TlsFile, VariableFile, WebhooksFile,
};
use super::{
    Circumstance, ClientIdentity, Creation, DEFAULT_LONGEST_WAIT, DEFAULT_WAIT, Deletion,
    KEY_COMMAND_LIMIT, KeyCommand, LOOPBACK, Provocation, Proxy, Rate, Recipe, Secret,
    SettingMistake, Target, TargetError, Text, Transport, Trigger, Webhooks,
};
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
        let base_url = usable_base_url(base_url)?;
        let keys = key_variables
            .into_iter()
            .map(|(key, variable)| {
                Ok((key, from_environment(variable, &format!("the {key} key"))?))
            })
            .collect::<Result<_, _>>()?;
        let name = name.unwrap_or_else(|| base_url.clone());
        let rate = Rate { longest_wait: Some(DEFAULT_LONGEST_WAIT), ..Rate::default() };
        Ok(Self { name, keys, fixtures, rate, ..Self::from_base_url(base_url) })
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
    let mut document = Document::parse(&text);
    let file: Option<TargetFile> = document.read(("base-url", PLACEHOLDER_BASE_URL));
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut reader = TargetReader { folder, path: Vec::new(), mistakes: Vec::new() };
    let mut target = file.map(|file| reader.target(file));
    for (place, error) in reader.mistakes {
        document.note(&place, error.to_string());
    }
    for SettingMistake { path, message } in target.iter_mut().flat_map(check) {
        document.note(&path, message);
    }
    match (document.mistakes(), target) {
        (mistakes, Some(target)) if mistakes.is_empty() => Ok(target),
        (mistakes, _) => Err(TargetError::Mistaken { path: path.to_owned(), mistakes }),
    }
}

/// The maximum size of a target file, in bytes.
const MAX_FILE_BYTES: u64 = 16 << 20;

/// Replaces a missing base URL, so that the rest of the file is read.
const PLACEHOLDER_BASE_URL: &str = "http://missing.invalid";

/// A file that is being read, and its mistakes so far.
struct TargetReader<'f> {
    folder: &'f Path,
    /// The keys that lead to the setting that is being read.
    path: Vec<String>,
    mistakes: Vec<(Vec<String>, TargetError)>,
}

impl TargetReader<'_> {
    /// Returns the value of a result, or notes its mistake.
    fn ok_or_note<T>(&mut self, result: Result<T, TargetError>) -> Option<T> {
        result.map_err(|error| self.note(error)).ok()
    }

    fn note(&mut self, error: TargetError) {
        self.mistakes.push((self.path.clone(), error));
    }

    /// Sets the keys that lead to the setting that is read next.
    fn enter(&mut self, path: &[&str]) {
        self.path = path.iter().map(|step| (*step).to_owned()).collect();
    }

    fn target(&mut self, file: TargetFile) -> Target {
        self.enter(&["base-url"]);
        let base_url = self.text(file.base_url, "the base URL");
        let base_url = base_url.and_then(|url| self.ok_or_note(usable_url(&url)));
        let base_url = base_url.map(|url| url.reveal().to_owned()).unwrap_or_default();
        let mut target = Target::from_base_url(base_url);
        target.name = file.name.unwrap_or_else(|| target.base_url.clone());
        for (key, written) in file.keys {
            self.enter(&["keys", &key.to_string()]);
            let secret = self.key(written, &key.to_string(), key == KeyName::Valid);
            target.keys.extend(secret.map(|secret| (key, secret)));
        }
        for (parameter, written) in file.fixtures {
            self.enter(&["fixtures", &parameter]);
            let ids = self.ids(written, &parameter);
            target.fixtures.insert(parameter, ids);
        }
        for (parameter, written) in file.provision {
            self.enter(&["provision", &parameter]);
            let recipe = self.recipe(&parameter, written, &target);
            target.provision.insert(parameter, recipe);
        }
        for (error, written) in file.provoke {
            self.enter(&["provoke", &error]);
            let provocation = self.provocation(&error, written);
            target.provocations.insert(error, provocation);
        }
        target.team_not_in = file.team.not_in;
        let bound = |BoundFile { method, path }| Endpoint { method, path };
        target.bindings =
            file.bind.into_iter().map(|(id, bound_file)| (id, bound(bound_file))).collect();
        for (operation, circumstances) in file.circumstance {
            for (clause, written) in circumstances {
                self.enter(&["circumstance", &operation, clause.as_str()]);
                let circumstance = self.circumstance(&clause, written);
                target.circumstances.insert((operation.clone(), clause), circumstance);
            }
        }
        target.webhooks = file.webhooks.and_then(|written| self.webhooks(written));
        target.profiles = file.profiles;
        for (feature, reason) in file.off {
            if reason.trim().is_empty() {
                self.enter(&["off", &feature]);
                self.note(TargetError::NoReason(feature.clone()));
            }
            target.off.insert(feature, reason);
        }
        self.enter(&["headers"]);
        target.headers = self.headers("`[headers]`", file.headers);
        self.enter(&["jobs"]);
        let jobs = self.number("jobs", file.jobs, ALLOWED_JOBS, "a whole number from 1 to 256");
        target.jobs = jobs.and_then(|jobs| usize::try_from(jobs).ok());
        self.enter(&["timeout-seconds"]);
        let timeout = self.seconds("timeout-seconds", file.timeout_seconds);
        target.timeout = timeout.unwrap_or(target.timeout);
        self.enter(&["rate", "longest-wait-seconds"]);
        let longest = self.seconds("longest-wait-seconds", file.rate.longest_wait_seconds);
        target.rate.longest_wait = Some(longest.unwrap_or(DEFAULT_LONGEST_WAIT));
        target.rate.requests_per_second = file.rate.requests_per_second;
        if let Some(rate) = file.rate.requests_per_second
            && !(0.01..=10_000.0).contains(&rate)
        {
            self.enter(&["rate", "requests-per-second"]);
            let (name, range) = ("requests-per-second", "a number from 0.01 to 10000");
            self.note(TargetError::Number { name, written: rate.to_string(), range });
        }
        self.enter(&["tls"]);
        target.transport = self.tls(file.tls);
        self.enter(&["connect-timeout-seconds"]);
        target.transport.connect_timeout =
            self.seconds("connect-timeout-seconds", file.connect_timeout_seconds);
        self.enter(&["proxy"]);
        target.transport.proxy = file.proxy.and_then(|proxy| self.proxy(proxy)).unwrap_or_default();
        self.enter(&["base-url"]);
        let redactor = target.redactor();
        let url = redactor.redact(target.base_url.clone());
        if url != target.base_url {
            self.note(TargetError::BaseUrl { url, reason: "it has a key in it" });
        }
        target.name = redactor.redact(target.name);
        target
    }

    fn circumstance(&mut self, clause: &ClauseId, written: CircumstanceFile) -> Circumstance {
        let CircumstanceFile { key, parameters, headers, body } = written;
        let key = key.and_then(|key| self.key(key, clause.as_str(), false));
        let headers = self.headers("a `[circumstance]`", headers);
        Circumstance { key, parameters, headers, body }
    }

    fn provocation(
        &mut self,
        error: &str,
        written: BTreeMap<String, ProvokingFile>,
    ) -> Provocation {
        let place = "`[provoke]`";
        let (mut key, mut headers) = (None, BTreeMap::new());
        for (name, value) in written {
            match value {
                ProvokingFile::Variable(variable) if name == "key" => {
                    key = Some(KeyFile::Variable(variable));
                }
                ProvokingFile::Command(command) if name == "key" => {
                    key = Some(KeyFile::Command(command));
                }
                ProvokingFile::Plain(_) if name == "key" => {
                    key = Some(KeyFile::Written(IgnoredAny));
                }
                ProvokingFile::Plain(text) => {
                    headers.insert(name, TextFile::Plain(text));
                }
                ProvokingFile::Variable(variable) => {
                    headers.insert(name, TextFile::Variable(variable));
                }
                ProvokingFile::Command(_) => {
                    self.note(TargetError::CommandForHeader { place, name });
                }
            }
        }
        let key = key.and_then(|key| self.key(key, error, false));
        Provocation { key, headers: self.headers(place, headers), ..Provocation::default() }
    }

    fn webhooks(&mut self, written: WebhooksFile) -> Option<Webhooks> {
        let WebhooksFile { listen, url, trigger, wait_seconds } = written;
        self.enter(&["webhooks", "url"]);
        let BareRequestFile { method, path, headers } = trigger;
        let url = url.and_then(|written| self.text(written, "the URL that webhooks are sent to"));
        let url = url.map(|url| usable_url(&url));
        let url = self.ok_or_note(url.transpose());
        self.enter(&["webhooks", "trigger"]);
        let headers = self.headers("the `trigger` of `[webhooks]`", headers);
        self.enter(&["webhooks", "wait-seconds"]);
        let wait = self.seconds("wait-seconds", wait_seconds).unwrap_or(DEFAULT_WAIT);
        Some(Webhooks {
            listen: listen.unwrap_or(LOOPBACK),
            url: url?,
            trigger: Trigger { endpoint: Endpoint { method, path }, headers },
            wait,
        })
    }

    fn headers(
        &mut self,
        place: &'static str,
        written: BTreeMap<String, TextFile>,
    ) -> Vec<(String, Text)> {
        let mut headers = Vec::new();
        for (name, value) in written {
            if HeaderName::from_bytes(name.as_bytes()).is_err() {
                let reason = "it is not a valid header name";
                self.note(TargetError::Header { place, name, reason });
                continue;
            }
            let words = format!("the value of the header {name}");
            let Some(value) = self.text(value, &words) else { continue };
            if HeaderValue::from_str(value.reveal()).is_err() {
                let reason = "its value has characters that no header can carry";
                self.note(TargetError::Header { place, name, reason });
                continue;
            }
            headers.push((name, value));
        }
        headers
    }

    /// Returns the key of a name. With `is_renewed`, its command runs again once the key is rejected.
    fn key(&mut self, written: KeyFile, name: &str, is_renewed: bool) -> Option<Secret> {
        let what = format!("the {name} key");
        let loaded = match written {
            KeyFile::Variable(VariableFile { env }) => from_environment(env, &what),
            KeyFile::Command(CommandFile { command }) => {
                let variable = key_variable(name);
                match KeyCommand::run(command, KEY_COMMAND_LIMIT) {
                    Ok(source) if is_renewed => Ok(Secret::renewed_by(variable, Arc::new(source))),
                    Ok(source) => Ok(Secret::new(variable, source.newest())),
                    Err(cause) => Err(TargetError::KeyCommand { what, cause }),
                }
            }
            KeyFile::Written(_) => Err(TargetError::KeyInFile(what)),
        };
        self.ok_or_note(loaded)
    }

    /// Returns the listed identities, or those of a variable, separated by commas.
    fn ids(&mut self, written: IdsFile, parameter: &str) -> Vec<String> {
        let VariableFile { env } = match written {
            IdsFile::Listed(ids) => return ids,
            IdsFile::Variable(variable) => variable,
        };
        let words = format!("identities for {parameter}, with commas between");
        let secret = self.ok_or_note(from_environment(env, &words));
        let ids = secret.as_ref().map(Secret::reveal).unwrap_or_default();
        ids.split(',').map(str::trim).filter(|id| !id.is_empty()).map(str::to_owned).collect()
    }

    fn text(&mut self, written: TextFile, words: &str) -> Option<Text> {
        match written {
            TextFile::Plain(text) => Some(Text::Plain(text)),
            TextFile::Variable(VariableFile { env }) => {
                self.ok_or_note(from_environment(env, words)).map(Text::Secret)
            }
        }
    }

    fn seconds(&mut self, name: &'static str, written: Option<u64>) -> Option<Duration> {
        self.number(name, written, ALLOWED_SECONDS, "a whole number from 1 to 3600")
            .map(Duration::from_secs)
    }

    fn number(
        &mut self,
        name: &'static str,
        written: Option<u64>,
        possible: std::ops::RangeInclusive<u64>,
        range: &'static str,
    ) -> Option<u64> {
        let number = written?;
        if possible.contains(&number) {
            return Some(number);
        }
        self.note(TargetError::Number { name, written: number.to_string(), range });
        None
    }

    fn recipe(&mut self, parameter: &str, written: RecipeFile, target: &Target) -> Recipe {
        let RecipeFile { count, create, delete } = written;
        let CreationFile { method, path, headers, body, bodies, id } = create;
        let place = "a `create` of `[provision]`";
        let has_both = body.is_some() && !bodies.is_empty();
        let create = Creation {
            endpoint: Endpoint { method, path },
            headers: self.headers(place, headers),
            keys: Vec::new(),
            bodies: body.into_iter().chain(bodies).collect(),
            id,
        };
        let BareRequestFile { method, path, headers } = delete;
        let place = "a `delete` of `[provision]`";
        let endpoint = Endpoint { method, path };
        let delete = Deletion { endpoint, headers: self.headers(place, headers) };
        let placeholder = format!("{{{parameter}}}");
        let mut reasons = Vec::new();
        if !ALLOWED_COUNT.contains(&count) {
            let range = "write a whole number from 1 to 100";
            reasons.push(("count", format!("`count = {count}` is out of range; {range}")));
        }
        if has_both {
            let reason = "`body` and `bodies` are both there; remove one of the two";
            reasons.push(("create", reason.to_owned()));
        }
        if target.fixtures.contains_key(parameter) {
            let reason = format!(
                "`[fixtures]` also has `{parameter}`; remove one of the two: the suite either creates \
                 resources or uses given ones"
            );
            reasons.push(("", reason));
        }
        if !delete.endpoint.path.contains(&placeholder) {
            let path = &delete.endpoint.path;
            let reason = format!(
                "the path of `delete`, `{path}`, has no `{placeholder}`; write it where the identity belongs"
            );
            reasons.push(("delete", reason));
        }
        if !create.id.starts_with('/') {
            let id = &create.id;
            let reason = format!("`id = \"{id}\"` is not a JSON Pointer; write it like `/data/id`");
            reasons.push(("create", reason));
        }
        for (key, Endpoint { method, path }) in
            [("create", &create.endpoint), ("delete", &delete.endpoint)]
        {
            if Method::from_bytes(method.as_bytes()).is_err() {
                reasons.push((
                    key,
                    format!("`{method}` is not an HTTP method; write `POST` or the like"),
                ));
            }
            if !path.starts_with('/') {
                reasons
                    .push((key, format!("the path `{path}` must begin with `/`; write `/{path}`")));
            }
        }
        for (key, reason) in reasons {
            self.enter(&["provision", parameter, key]);
            self.note(TargetError::Recipe { parameter: parameter.to_owned(), reason });
        }
        Recipe { count: usize::try_from(count).unwrap_or_default(), create, delete }
    }

    fn proxy(&mut self, written: TextFile) -> Option<Proxy> {
        if matches!(&written, TextFile::Plain(text) if text == "none") {
            return Some(Proxy::None);
        }
        let proxy = self.text(written, "the URL of the proxy")?;
        let reason = match Url::parse(proxy.reveal()) {
            Err(_) => Some("it is not a URL"),
            Ok(url) if !matches!(url.scheme(), "http" | "https") => {
                Some("its scheme is neither http nor https")
            }
            Ok(url) if proxy.secret().is_none() && url.password().is_some() => {
                Some("it contains a password; put it into an environment variable")
            }
            Ok(_) => None,
        };
        if let Some(reason) = reason {
            self.note(TargetError::Proxy(reason));
        }
        Some(Proxy::At(proxy))
    }

    fn tls(&mut self, written: TlsFile) -> Transport {
        let mut transport = Transport {
            accepts_any_certificate: written.accept_any_certificate,
            ..Transport::default()
        };
        let wrong =
            |path: &Path, reason: String| TargetError::Tls { path: path.to_owned(), reason };
        if let Some((path, pem)) = written.ca_file.and_then(|path| self.read(&path)) {
            match certificates(&pem) {
                Some(authorities) => transport.authorities = authorities,
                None => self.note(wrong(&path, "it contains no certificate in PEM".to_owned())),
            }
        }
        match (written.client_certificate_file, written.client_key_file) {
            (None, None) => {}
            (Some(certificate), Some(key)) => {
                let (certificate, key) = (self.read(&certificate), self.read(&key));
                if let (Some((path, certificate)), Some((_, key))) = (certificate, key) {
                    let reason = "it and the key are not a client certificate in PEM";
                    let made = identity(&certificate, &key);
                    transport.identity =
                        self.ok_or_note(made.ok_or_else(|| wrong(&path, reason.into())));
                }
            }
            _ => self.note(TargetError::HalfIdentity),
        }
        transport
    }

    fn read(&mut self, path: &Path) -> Option<(PathBuf, Vec<u8>)> {
        let path = self.folder.join(path);
        let read = fs::read(&path);
        let read = read
            .map_err(|cause| TargetError::Tls { path: path.clone(), reason: cause.to_string() });
        Some((path, self.ok_or_note(read)?))
    }
}

/// Returns the variable of a key by its name, such as `OTHER_TEAM_KEY`.
#[must_use]
pub fn key_variable(name: &str) -> String {
    let letter = |letter: char| {
        if letter.is_ascii_alphanumeric() { letter.to_ascii_uppercase() } else { '_' }
    };
    format!("{}_KEY", name.chars().map(letter).collect::<String>())
}

fn from_environment(variable: String, what: &str) -> Result<Secret, TargetError> {
    match std::env::var(&variable) {
        Ok(value) if !value.bytes().all(|byte| (0x20..0x7f).contains(&byte)) => {
            Err(TargetError::UnusableKey { variable })
        }
        Ok(value) if !value.is_empty() => Ok(Secret::new(variable, value)),
        _ => Err(TargetError::MissingVariable { variable, what: what.to_owned() }),
    }
}

/// Checks a URL that requests are sent to. A value from the environment may be a key by mistake, and is not
/// repeated.
fn usable_url(written: &Text) -> Result<Text, TargetError> {
    match written {
        Text::Plain(url) => usable_base_url(url).map(Text::Plain),
        Text::Secret(secret) => match usable_base_url(secret.reveal()) {
            Err(TargetError::BaseUrl { reason, .. }) => {
                Err(TargetError::BaseUrl { url: secret.placeholder(), reason })
            }
            usable => usable.map(|url| Text::Secret(Secret::new(secret.variable(), url))),
        },
    }
}

fn usable_base_url(written: &str) -> Result<String, TargetError> {
    let reject = |reason| {
        // The part before an `@` may be a password.
        let url = written.rsplit('@').next().unwrap_or_default().to_owned();
        Err(TargetError::BaseUrl { url, reason })
    };
    let Ok(url) = Url::parse(written) else { return reject("it is not a URL") };
    if !matches!(url.scheme(), "http" | "https") {
        return reject("its scheme is neither http nor https");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return reject("it contains credentials; put them into an environment variable");
    }
    if url.query().is_some() || url.fragment().is_some() {
        return reject("it has a query or a fragment");
    }
    Ok(url.as_str().trim_end_matches('/').to_owned())
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
