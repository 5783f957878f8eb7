//! Loads a target from a file, or from options of the command line. All mistakes of a file are reported at
//! once.

use std::collections::{BTreeMap, HashMap};
use std::env::VarError;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{HeaderName, HeaderValue};
use reqwest::{Method, Url};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use serde::de::IgnoredAny;
use serde_json::Value;
use webdata_cases::case::{Case, Endpoint, KeyName};
use webdata_spec::Spec;
use webdata_spec::model::ClauseId;

use super::document::Document;
use super::file::{
    ALLOWED_COUNT, ALLOWED_JOBS, ALLOWED_SECONDS, BareRequestFile, BoundFile, CircumstanceFile,
    CommandFile, CreationFile, IdsFile, KeyFile, ProvokingFile, RecipeFile, RequestFile, SetupFile,
    StateFile, StateKeyFile, TargetFile, TeardownFile, TextFile, TlsFile, UntilFile, VariableFile,
    WebhooksFile,
};
use super::setup::SHORTEST_HIDDEN;
use super::{
    Circumstance, ClientIdentity, Creation, DEFAULT_LONGEST_WAIT, DEFAULT_POLLING_TIME,
    DEFAULT_WAIT, Headers, KEY_COMMAND_LIMIT, KeyCommand, LOOPBACK, Provocation, Proxy, Rate,
    Recipe, RecipeRequest, ResourceState, SETUP_LIMIT, Secret, SettingMistake, Setup, StateKey,
    StateRecipe, Target, TargetError, Text, TimedCommand, Transport, Trigger, Until, Webhooks,
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
    let mut reader =
        TargetReader { folder, path: Vec::new(), mistakes: Vec::new(), hidden: Vec::new() };
    let mut target = file.map(|file| reader.target(file));
    for (place, error) in reader.mistakes {
        document.note(&place, error.to_string());
    }
    for SettingMistake { path, message } in target.iter_mut().flat_map(check) {
        document.note(&path, message);
    }
    document.note_placeholders();
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
    /// The secrets that are sent outside headers.
    hidden: Vec<Secret>,
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
        if let Some(SetupFile { command, timeout_seconds, public }) = file.setup {
            self.enter(&["setup"]);
            let command = self.command(command, timeout_seconds);
            target.setup = Some(Setup { command, is_public: public });
        }
        if let Some(TeardownFile { command, timeout_seconds }) = file.teardown {
            self.enter(&["teardown"]);
            target.teardown = Some(self.command(command, timeout_seconds));
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
        for (id, BoundFile { method, path }) in file.bind {
            self.enter(&["bind", &id, "path"]);
            let path = self.sent(path, "a path");
            target.bindings.insert(id, Endpoint { method, path });
        }
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
        target.hidden = std::mem::take(&mut self.hidden);
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
        let parameters = self.parameters(parameters);
        let body = body.map(|body| self.body(body));
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
        let path = self.sent(path, "a path");
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

    /// Returns the listed identities, or those of variables, separated by commas.
    fn ids(&mut self, written: IdsFile, parameter: &str) -> Vec<String> {
        let written = match written {
            IdsFile::Listed(ids) => ids,
            IdsFile::Variable(variable) => vec![TextFile::Variable(variable)],
        };
        let mut ids = Vec::new();
        for written in written {
            let words = format!("identities for {parameter}, with commas between");
            match self.text(written, &words) {
                Some(Text::Plain(id)) => ids.push(id),
                Some(Text::Secret(secret)) => {
                    let each = secret.reveal().split(',').map(str::trim);
                    ids.extend(each.filter(|id| !id.is_empty()).map(str::to_owned));
                }
                None => {}
            }
        }
        ids
    }

    /// Returns a string that is sent as a part of something else. If it comes from a variable, it is hidden.
    fn sent(&mut self, written: TextFile, words: &str) -> String {
        let Some(text) = self.text(written, words) else { return String::new() };
        let long = text.secret().filter(|secret| secret.reveal().len() >= SHORTEST_HIDDEN);
        self.hidden.extend(long.cloned());
        text.reveal().to_owned()
    }

    /// Returns a body with the values of the variables in place of each `{ env = "VARIABLE" }`.
    fn body(&mut self, written: Value) -> Value {
        match written {
            Value::Object(members) => match members.get("env") {
                Some(Value::String(env)) if members.len() == 1 => {
                    let variable = VariableFile { env: env.clone() };
                    self.sent(TextFile::Variable(variable), "a value of a body").into()
                }
                _ => members.into_iter().map(|(name, value)| (name, self.body(value))).collect(),
            },
            Value::Array(items) => items.into_iter().map(|item| self.body(item)).collect(),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => written,
        }
    }

    fn parameters(&mut self, written: BTreeMap<String, TextFile>) -> BTreeMap<String, String> {
        let words = "the value of a path parameter";
        written.into_iter().map(|(name, value)| (name, self.sent(value, words))).collect()
    }

    fn command(&mut self, words: Vec<String>, timeout_seconds: Option<u64>) -> TimedCommand {
        if words.is_empty() {
            self.note(TargetError::EmptyCommand);
        }
        let limit = self.seconds("timeout-seconds", timeout_seconds).unwrap_or(SETUP_LIMIT);
        TimedCommand { words, limit }
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
        let RecipeFile { count, create, delete, states } = written;
        let create =
            create.map(|create| self.creation(&["provision", parameter, "create"], create));
        let delete = delete.map(|written| {
            let path = ["provision", parameter, "delete"];
            self.request(&path, "a `delete` of `[provision]`", written)
        });
        let mut recipe = Recipe { create, delete, ..Recipe::default() };
        self.enter(&["provision", parameter]);
        if count.is_none() && states.is_empty() {
            let reason = "`count` is missing; add the number of resources to create, or a state";
            self.note_recipe(parameter, reason);
        }
        for (key, is_missing) in
            [("create", recipe.create.is_none()), ("delete", recipe.delete.is_none())]
        {
            if count.is_some() && is_missing {
                self.note_recipe(parameter, &format!("`{key}` is missing, which `count` needs"));
            }
        }
        for (name, state) in states {
            if let Some(state) = self.state(parameter, &name, state, &recipe, target) {
                recipe.states.insert(name, ResourceState::Made(Box::new(state)));
            }
        }
        self.enter(&["provision", parameter, "count"]);
        if let Some(count) = count.filter(|count| !ALLOWED_COUNT.contains(count)) {
            let range = "write a whole number from 1 to 100";
            self.note_recipe(parameter, &format!("`count = {count}` is out of range; {range}"));
        }
        let count = count.and_then(|count| usize::try_from(count).ok());
        recipe.count = count.unwrap_or_default();
        self.enter(&["provision", parameter]);
        if recipe.count > 0 && target.fixtures.contains_key(parameter) {
            let reason = format!(
                "`[fixtures]` also has `{parameter}`; remove one of the two: the suite either creates \
                 resources or uses given ones"
            );
            self.note_recipe(parameter, &reason);
        }
        let placeholder = format!("{{{parameter}}}");
        let deleted = recipe.delete.as_ref().map(|delete| delete.endpoint.path.clone());
        if let Some(path) = deleted.filter(|path| !path.contains(&placeholder)) {
            self.enter(&["provision", parameter, "delete"]);
            let reason = format!(
                "the path of `delete`, `{path}`, has no `{placeholder}`; write it where the identity belongs"
            );
            self.note_recipe(parameter, &reason);
        }
        recipe
    }

    fn state(
        &mut self,
        parameter: &str,
        name: &str,
        written: StateFile,
        recipe: &Recipe,
        target: &Target,
    ) -> Option<StateRecipe> {
        let StateFile { key, parameters, create, then, until } = written;
        let path = ["provision", parameter, "states", name];
        let below = |key| [&path[..], &[key]].concat();
        self.enter(&below("key"));
        let other = |reader: &mut Self, key| {
            reader.key(key, &format!("{parameter}-{name}"), false).map(StateKey::Other)
        };
        let key = match key {
            Some(StateKeyFile::Named(key)) => {
                if !target.keys.contains_key(&key) {
                    let reason =
                        format!("the state `{name}` needs the key `{key}`; add it to `[keys]`");
                    self.note_recipe(parameter, &reason);
                }
                Some(StateKey::Named(key))
            }
            Some(StateKeyFile::Variable(variable)) => other(self, KeyFile::Variable(variable)),
            Some(StateKeyFile::Command(command)) => other(self, KeyFile::Command(command)),
            None => None,
        };
        let parameters = self.parameters(parameters);
        let create = create.map(|create| self.creation(&below("create"), create));
        let then = then.into_iter();
        let place = "a `then` of `[provision]`";
        let then = then.map(|written| self.request(&below("then"), place, written)).collect();
        let until = until.map(|written| {
            let UntilFile { method, path, headers, at, equals, within_seconds } = written;
            let written = RequestFile { method, path, headers, body: None };
            let request = self.request(&below("until"), "an `until` of `[provision]`", written);
            if !at.is_empty() && !at.starts_with('/') {
                let reason =
                    format!("`at = \"{at}\"` is not a JSON Pointer; write it like `/status`");
                self.note_recipe(parameter, &reason);
            }
            let within = self.seconds("within-seconds", within_seconds);
            Until { request, at, equals, within: within.unwrap_or(DEFAULT_POLLING_TIME) }
        });
        self.enter(&path);
        let Some(create) = create.or_else(|| recipe.create.clone()) else {
            let reason = format!("`create` is missing, which the state `{name}` needs");
            self.note_recipe(parameter, &reason);
            return None;
        };
        Some(StateRecipe { key, parameters, create, then, until })
    }

    fn note_recipe(&mut self, parameter: &str, reason: &str) {
        let (parameter, reason) = (parameter.to_owned(), reason.to_owned());
        self.note(TargetError::Recipe { parameter, reason });
    }

    fn creation(&mut self, at: &[&str], written: CreationFile) -> Creation {
        let CreationFile { method, path, headers, body, bodies, id } = written;
        let parameter = at.get(1).copied().unwrap_or_default();
        let request = RequestFile { method, path, headers, body: None };
        let request = self.request(at, "a `create` of `[provision]`", request);
        if body.is_some() && !bodies.is_empty() {
            self.note_recipe(
                parameter,
                "`body` and `bodies` are both there; remove one of the two",
            );
        }
        if !id.starts_with('/') {
            let reason = format!("`id = \"{id}\"` is not a JSON Pointer; write it like `/data/id`");
            self.note_recipe(parameter, &reason);
        }
        let bodies = body.into_iter().chain(bodies).map(|body| self.body(body)).collect();
        let RecipeRequest { endpoint, headers, .. } = request;
        Creation { endpoint, headers, keys: Vec::new(), bodies, id }
    }

    /// Reads a request of a recipe at a path. `place` names the request in messages.
    fn request(&mut self, at: &[&str], place: &'static str, written: RequestFile) -> RecipeRequest {
        let RequestFile { method, path, headers, body } = written;
        self.enter(at);
        let parameter = at.get(1).copied().unwrap_or_default();
        let headers: Headers = self.headers(place, headers);
        let path = match path {
            TextFile::Plain(path) if !path.starts_with('/') => {
                let reason = format!("the path `{path}` must begin with `/`; write `/{path}`");
                self.note_recipe(parameter, &reason);
                path
            }
            path => self.sent(path, "a path"),
        };
        if Method::from_bytes(method.as_bytes()).is_err() {
            let reason = format!("`{method}` is not an HTTP method; write `POST` or the like");
            self.note_recipe(parameter, &reason);
        }
        let body = body.map(|body| self.body(body));
        RecipeRequest { endpoint: Endpoint { method, path }, headers, body }
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
                    let identity = identity(&certificate, &key);
                    transport.identity =
                        self.ok_or_note(identity.ok_or_else(|| wrong(&path, reason.into())));
                }
            }
            (Some(_), None) | (None, Some(_)) => self.note(TargetError::HalfIdentity),
        }
        transport
    }

    /// Reads a file of the table `tls`, and returns it with its path.
    fn read(&mut self, path: &Path) -> Option<(PathBuf, Vec<u8>)> {
        let path = self.folder.join(path);
        let contents = fs::read(&path)
            .map_err(|cause| TargetError::Tls { path: path.clone(), reason: cause.to_string() });
        Some((path, self.ok_or_note(contents)?))
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

fn from_environment(variable: String, what: &str) -> Result<Secret, TargetError> {
    match std::env::var(&variable) {
        Ok(value) if !value.bytes().all(|byte| (0x20..0x7f).contains(&byte)) => {
            Err(TargetError::UnusableKey { variable })
        }
        Ok(value) if !value.is_empty() => Ok(Secret::new(variable, value)),
        Ok(_) | Err(VarError::NotPresent) => {
            Err(TargetError::MissingVariable { variable, what: what.to_owned() })
        }
        Err(VarError::NotUnicode(_)) => Err(TargetError::UnusableKey { variable }),
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
