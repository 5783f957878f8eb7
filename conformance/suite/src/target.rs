//! A target: how to reach the server under test, with its base URL, keys, fixtures and provocations.

mod check;
mod command;
mod error;
mod file;
mod journal;
mod load;
pub mod placeholder;
mod recipe;
mod secret;
mod setup;
mod variables;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use reqwest::Url;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use url::Host;
use webdata_cases::case::{BETWEEN, Case, KeyName, Need, Request};
use webdata_cases::challenge::Challenge;
use webdata_cases::derive::{Lifetime, lifetimes, max_fixtures};
use webdata_cases::marker::Marker;
use webdata_spec::Spec;
use webdata_spec::model::ClauseId;
use webdata_spec::prose::plain;

use crate::outcome::{FixtureCount, Lack, Obstacles};

pub use command::{CommandError, KEY_COMMAND_LIMIT, KeyCommand, TimedCommand};
pub use error::{SettingMistake, TargetError};
pub use file::{Circumstance, Provocation, Rate, Settings, Trigger, Webhooks, target_schema};
pub use journal::{AbandonedJournal, CreatedResource, Entry, Journal, ProvidedResource};
pub use load::{load, load_for};
pub use recipe::{Creation, Recipe, RecipeRequest, ResourceState, StateKey, StateRecipe, Until};
pub(crate) use secret::TargetRedactor;
pub use secret::{Headers, Secret, Text};
pub use setup::{Setup, SetupError};
pub use variables::key_variable;
pub(crate) use variables::{env_file_leftover, has_late_at, shown_url};
pub(crate) use webdata_cases::profiles::is_within;

/// The default time limit of a request, from the first byte sent to the last byte read.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);

/// A server under test: its settings, how to connect to it, and what a run holds.
#[derive(Debug, Clone)]
pub struct Target {
    /// The name for people.
    pub name: String,
    /// The settings, to which a run adds the fixtures and the states that it makes.
    pub settings: Settings,
    /// How to connect to the server.
    pub connection: Connection,
    /// The secrets in paths, bodies, parameters and identities, which are sent as they are.
    pub hidden: Vec<Secret>,
    /// Notes what the run creates on the server; `None` if nothing is removed after a kill.
    pub journal: Option<Arc<Journal>>,
    /// The error that the valid key provokes, if this target creates resources of another team.
    pub provoked: Option<String>,
    /// The value of one more header of every request, which the recipient of the report chose.
    pub challenge: Option<Challenge>,
    /// The marker of the run in the resources that its cases set up.
    pub marker: Option<Marker>,
    /// How often a request that is safe to repeat is repeated if something other than the API responds.
    pub retries: usize,
}

/// How to connect to a server.
#[derive(Debug, Clone)]
pub struct Connection {
    /// Scheme, host and port, and a path prefix if there is one; no slash at the end.
    pub base_url: String,
    /// The time limit of a request.
    pub timeout: Duration,
    /// Proxy and certificates.
    pub transport: Transport,
    /// Whether this program starts the server for each run, each time at another port.
    pub is_embedded: bool,
    /// The server, if it runs in this process and needs no connection.
    pub in_process: Option<Router>,
}

impl Target {
    /// Returns a target with an address and nothing else.
    #[must_use]
    pub fn from_base_url(base_url: impl Into<String>) -> Self {
        let connection = Connection {
            base_url: base_url.into(),
            timeout: DEFAULT_TIMEOUT,
            transport: Transport::default(),
            is_embedded: false,
            in_process: None,
        };
        Self {
            name: String::new(),
            settings: Settings::default(),
            connection,
            hidden: Vec::new(),
            journal: None,
            provoked: None,
            challenge: None,
            marker: None,
            retries: 0,
        }
    }

    /// Returns every secret that the runner may send or receive.
    fn secrets(&self) -> impl Iterator<Item = &Secret> {
        let circumstances = self.settings.circumstance.values();
        let webhooks = self.settings.webhooks.as_ref();
        let recipes = self.settings.provision.values();
        let provocations = self.settings.provoke.values();
        let headers = (provocations.clone().map(|provocation| &provocation.headers))
            .chain(circumstances.clone().map(|circumstance| &circumstance.headers))
            .chain(webhooks.map(|webhooks| &webhooks.trigger.headers))
            .chain(recipes.clone().flat_map(Recipe::headers))
            .chain([&self.settings.headers]);
        let texts = headers
            .flatten()
            .map(|(_, value)| value)
            .chain(webhooks.and_then(|webhooks| webhooks.url.as_ref()))
            .chain(self.connection.transport.proxy.url());
        let keys = (self.settings.keys.values())
            .chain(circumstances.filter_map(|circumstance| circumstance.key.as_ref()))
            .chain(provocations.filter_map(|provocation| provocation.key.as_ref()))
            .chain(recipes.flat_map(Recipe::made_states).filter_map(
                |(_, state)| match &state.key {
                    Some(StateKey::Other(key)) => Some(key),
                    Some(StateKey::Named(_)) | None => None,
                },
            ))
            .chain(&self.hidden);
        keys.chain(texts.filter_map(Text::secret))
    }

    /// Returns why a case is skipped, if it is.
    #[must_use]
    pub fn obstacles(&self, case: &Case) -> Option<Obstacles> {
        let off = self.settings.off.iter().map(|(feature, reason)| (&**feature, &**reason));
        let lacking = case.needs.iter().filter(|need| !self.offers(need)).map(|need| {
            let counted = needed_fixture(need).map(|(parameter, _)| self.fixture_count(parameter));
            Lack { need: need.clone(), count: counted }
        });
        Obstacles::new(case, off, lacking)
    }

    pub(crate) fn switches_off(&self, case: &str) -> bool {
        self.settings.off.keys().any(|feature| is_within(case, feature))
    }

    fn fixture_count(&self, parameter: &str) -> FixtureCount {
        let given = self.settings.fixtures.get(parameter).map_or(0, Vec::len);
        let created = self.settings.provision.get(parameter).map_or(0, |recipe| recipe.count);
        if given == 0 && created > 0 {
            FixtureCount::Created(created)
        } else {
            FixtureCount::Given(given)
        }
    }

    /// Returns the number of resources for a path parameter, with those that are still to be created.
    #[must_use]
    pub fn available_fixtures(&self, parameter: &str) -> usize {
        match self.fixture_count(parameter) {
            FixtureCount::Given(count) | FixtureCount::Created(count) => count,
        }
    }

    /// Returns the first of these needs that the target lacks.
    #[must_use]
    pub fn missing_need<'n>(&self, needs: &'n [Need]) -> Option<&'n Need> {
        needs.iter().find(|need| !self.offers(need))
    }

    fn offers(&self, need: &Need) -> bool {
        match need {
            Need::Key(name) => self.settings.keys.contains_key(name),
            Need::ChangedKey(name, form) => {
                self.settings.keys.get(name).is_some_and(|key| key.changed(*form).is_some())
            }
            // The command may still print any number of them.
            Need::Fixture(..) if self.settings.setup.is_some() => true,
            Need::Fixture(parameter, count) => self.available_fixtures(parameter) >= *count,
            Need::TeamNotIn(state) => self.settings.team.not_in.contains(state),
            Need::Provocation(error) => self.settings.provoke.contains_key(error),
            Need::Binding(operation) => self.settings.bind.contains_key(operation),
            Need::Webhooks => self.settings.webhooks.is_some(),
            Need::Circumstance(operation, clause) => self.circumstance(operation, clause).is_some(),
        }
    }

    /// Moves entries of a provocation's headers that have the name of a path parameter to its parameters.
    fn separate_parameters(&mut self, spec: &Spec) {
        let parameters: BTreeSet<&String> =
            spec.operations.values().flat_map(|operation| operation.parameters.keys()).collect();
        for provocation in self.settings.provoke.values_mut() {
            let is_parameter = |name: &str| parameters.iter().any(|parameter| *parameter == name);
            let (of_path, headers) = std::mem::take(&mut provocation.headers)
                .into_iter()
                .partition::<Headers, _>(|(name, _)| is_parameter(name));
            provocation.headers = headers;
            for (name, value) in of_path {
                self.hidden.extend(value.secret().cloned());
                provocation.parameters.insert(name, value.reveal().to_owned());
            }
        }
    }

    /// Returns, for each error that a key of the target provokes, the path parameters for which that key's team needs a
    /// resource of its own, because the target has a recipe and names no resource. A key over its limit needs none,
    /// since it gets the error for any resource.
    #[must_use]
    pub fn provoking_needs(
        &self,
        spec: &Spec,
        cases: &[&Case],
    ) -> BTreeMap<String, BTreeSet<String>> {
        let limit = spec.service.retry.as_ref().map(|retry| retry.header_status);
        let mut needs: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for request in cases.iter().flat_map(|case| &case.steps).map(|step| &step.request) {
            let Some(error) = &request.provoke else { continue };
            let Some(provocation) = self.settings.provoke.get(error) else { continue };
            let is_limit = spec.errors.get(error).map(|row| row.status) == limit;
            if provocation.key.is_some() && !is_limit {
                let parameters = request.parameters.keys().filter(|parameter| {
                    self.settings.provision.get(*parameter).is_some_and(|recipe| recipe.count > 0)
                        && !provocation.parameters.contains_key(*parameter)
                });
                needs.entry(error.clone()).or_default().extend(parameters.cloned());
            }
        }
        needs
    }

    /// Returns the target with the key that provokes an error in place of the valid key, and recipes for one resource
    /// each.
    #[must_use]
    pub fn with_provoking_key(&self, error: &str) -> Option<Self> {
        let key = self.settings.provoke.get(error)?.key.clone()?;
        let mut target = self.clone();
        target.settings.keys.insert(KeyName::Valid, key);
        for recipe in target.settings.provision.values_mut() {
            recipe.count = recipe.count.min(1);
        }
        target.provoked = Some(error.to_owned());
        Some(target)
    }

    /// Returns how to call an operation in a circumstance.
    #[must_use]
    pub fn circumstance(&self, operation: &str, clause: &ClauseId) -> Option<&Circumstance> {
        self.settings.circumstance.get(&(operation.to_owned(), clause.clone()))
    }

    /// Adds recipes from the operations of the contract that create and delete resources, for each path parameter that
    /// cases need, without fixtures and without a recipe. They create enough resources for `jobs` cases at the same
    /// time.
    pub fn provision_by_contract(&mut self, spec: &Spec, cases: &[Case], jobs: usize) {
        let named = cases.iter().flat_map(needed_fixtures);
        let needed: BTreeSet<&str> = named.flat_map(|(name, _)| spec.full_name(name)).collect();
        for lifetime in lifetimes(spec) {
            let Lifetime { parameter, creation, identity, removal } = lifetime;
            if !needed.contains(parameter.as_str()) {
                continue;
            }
            let headers = headers(&creation);
            let (keys, removed_with) = (keys(&creation), self::headers(&removal));
            let (Some(endpoint), Some(removal)) = (creation.endpoint, removal.endpoint) else {
                continue;
            };
            if self.available_fixtures(&parameter) > 0 {
                continue;
            }
            let (body, bodies) = (creation.body.as_json().cloned(), Vec::new());
            let stand_ins = creation.stand_ins;
            let create =
                Creation { endpoint, headers, keys, body, bodies, stand_ins, id: identity };
            let delete = RecipeRequest { endpoint: removal, headers: removed_with, body: None };
            let recipe = self.settings.provision.entry(parameter).or_default();
            recipe.count = jobs * max_fixtures(spec);
            recipe.create.get_or_insert(create);
            recipe.delete.get_or_insert(delete);
        }
    }

    /// Returns the states, each with its path parameter, that the circumstances of some cases name.
    #[must_use]
    pub fn needed_states(&self, cases: &[&Case]) -> BTreeSet<(String, String)> {
        let needs = cases.iter().flat_map(|case| &case.needs);
        let circumstances = needs.filter_map(|need| match need {
            Need::Circumstance(operation, clause) => self.circumstance(operation, clause),
            _ => None,
        });
        let parameters = circumstances.flat_map(|circumstance| &circumstance.parameters);
        let states = parameters.filter(|(parameter, name)| self.state(parameter, name).is_some());
        states.map(|(parameter, name)| (parameter.clone(), name.clone())).collect()
    }

    /// Puts the path parameters of resources in place of the names of their states.
    pub fn enter_states(&mut self, spec: &Spec, ids: &BTreeMap<(String, String), String>) {
        for circumstance in self.settings.circumstance.values_mut() {
            let named = std::mem::take(&mut circumstance.parameters);
            for (parameter, text) in named {
                let state = (parameter, text);
                match ids.get(&state) {
                    Some(id) => {
                        let path = path_of(spec, &state.0, id).into_iter();
                        let path = path.map(|(name, id)| (name.to_owned(), id.to_owned()));
                        circumstance.parameters.extend(path);
                    }
                    None => drop(circumstance.parameters.insert(state.0, state.1)),
                }
            }
        }
    }

    /// Returns a state of the resources of a path parameter by its name.
    #[must_use]
    pub fn state(&self, parameter: &str, name: &str) -> Option<&ResourceState> {
        self.settings.provision.get(parameter)?.states.get(name)
    }
}

/// Returns whether a name is a feature: several cases are in it, and it is not the name of a case. To leave
/// out a single case would hide a known failure, for which there are waivers.
pub(crate) fn is_feature(cases: &[Case], name: &str) -> bool {
    let within = cases.iter().filter(|case| is_within(&case.id, name));
    within.clone().count() > 1 && within.clone().all(|case| case.id != name)
}

/// Returns the path parameters that a fixture of a path parameter fills in: its own with the identity of the resource,
/// and those of the parents, whose identities come first in the fixture.
#[must_use]
pub fn path_of<'f>(
    spec: &'f Spec,
    parameter: &'f str,
    fixture: &'f str,
) -> Vec<(&'f str, &'f str)> {
    let names = spec.full_name(parameter).into_iter().rev();
    names.zip(fixture.rsplit(BETWEEN)).collect()
}

/// Returns the path parameter for which a case leases fixtures, and their number.
#[must_use]
pub fn fixture_need(case: &Case) -> Option<(&str, usize)> {
    needed_fixtures(case).next()
}

/// Returns each path parameter for which a case needs fixtures, with their number: those that it leases, then those that
/// its bodies name.
pub fn needed_fixtures(case: &Case) -> impl Iterator<Item = (&str, usize)> {
    case.needs.iter().filter_map(needed_fixture)
}

fn needed_fixture(need: &Need) -> Option<(&str, usize)> {
    match need {
        Need::Fixture(parameter, count) => Some((parameter, *count)),
        Need::Key(_)
        | Need::ChangedKey(..)
        | Need::Provocation(_)
        | Need::TeamNotIn(_)
        | Need::Binding(_)
        | Need::Circumstance(..)
        | Need::Webhooks => None,
    }
}

/// Returns the headers of a request that are the same each time.
fn headers(request: &Request) -> Headers {
    let fixed = request.headers.iter();
    let fixed = fixed.filter(|(name, _)| !request.header_arguments.contains_key(*name));
    fixed.map(|(name, value)| (name.clone(), Text::Plain(plain(value)))).collect()
}

/// Returns the headers of a request with an idempotency key.
fn keys(request: &Request) -> Vec<String> {
    request.header_arguments.keys().cloned().collect()
}

/// The connection settings. By default, those of the environment.
#[derive(Debug, Clone, Default)]
pub struct Transport {
    /// The time limit for connecting; `None` for that of a request.
    pub connect_timeout: Option<Duration>,
    /// The proxy.
    pub proxy: Proxy,
    /// Authorities that are trusted in addition to the system's. A server may also present such a certificate
    /// itself.
    pub authorities: Vec<CertificateDer<'static>>,
    /// The client certificate for servers that ask for one.
    pub identity: Option<Arc<ClientIdentity>>,
    /// Whether any certificate of the server is accepted, so that every machine on the way can read the keys.
    pub accepts_any_certificate: bool,
}

/// A client certificate, its chain, and its key.
#[derive(Debug)]
pub struct ClientIdentity {
    /// The certificates, that of the client first.
    pub chain: Vec<CertificateDer<'static>>,
    /// The key, which `Debug` does not show.
    pub key: PrivateKeyDer<'static>,
}

/// The proxy of requests.
#[derive(Debug, Clone, Default)]
pub enum Proxy {
    /// The proxy of the environment, if it names one; none for a server on this machine.
    #[default]
    Environment,
    /// No proxy, whatever the environment says.
    None,
    /// The proxy at this URL, which may contain a password.
    At(Text),
}

impl Proxy {
    /// Returns the password in the URL of the target's proxy, if it is secret.
    fn password(&self) -> Option<Secret> {
        let secret = self.url()?.secret()?;
        let url = Url::parse(secret.reveal()).ok()?;
        Some(Secret::new(secret.variable(), url.password()?))
    }

    fn url(&self) -> Option<&Text> {
        match self {
            Self::At(url) => Some(url),
            Self::Environment | Self::None => None,
        }
    }
}

/// Returns whether a URL leads to this machine, to which no proxy of the environment applies.
pub(crate) fn is_loopback_url(url: &str) -> bool {
    let url = Url::parse(url).ok();
    url.as_ref().and_then(Url::host).is_some_and(|host| match host {
        Host::Domain(name) => name == "localhost",
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    })
}
