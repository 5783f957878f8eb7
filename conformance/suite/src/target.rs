//! How to reach the server under test: base URL, keys, fixtures, provocation.

mod check;
mod circumstance;
mod error;
mod file;
mod key_command;
mod load;
mod recipe;
mod redactor;
mod schema;
mod secret;
mod skip;
mod transport;
mod webhooks;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use axum::Router;
use webdata_cases::case::{Case, Endpoint, KeyName, Need};
use webdata_cases::challenge::Challenge;
pub(crate) use webdata_cases::profiles::is_within;
use webdata_spec::model::ClauseId;

pub use check::Misfit;
pub use circumstance::{Circumstance, Provocation};
pub use error::{Mistake, TargetError};
pub use key_command::{KEY_COMMAND_LIMIT, KeyCommand, KeyCommandError};
pub use load::{load, load_for};
pub use recipe::{Creation, Deletion, Recipe};
pub(crate) use redactor::TargetRedactor;
pub use schema::target_schema;
pub use secret::{Headers, Secret, Text};
pub(crate) use skip::{Has, Obstacle, listed, obstacles};
pub(crate) use transport::is_of_this_machine;
pub use transport::{ClientIdentity, Proxy, Transport};
pub use webhooks::{Trigger, Webhooks};

/// How long a request may take, from the first byte sent to the last byte read.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);

/// The longest that a server may tell the runner to wait, unless told otherwise.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// A server under test.
#[derive(Debug, Clone)]
pub struct Target {
    /// What people call it.
    pub name: String,
    /// Scheme, host and port, and a path prefix if there is one; no slash at the end.
    pub base_url: String,
    /// The keys that it knows.
    pub keys: HashMap<KeyName, Secret>,
    /// Identities of resources that the suite may change, by path parameter.
    pub fixtures: HashMap<String, Vec<String>>,
    /// How to have such resources where none are given, by path parameter.
    pub provision: BTreeMap<String, Recipe>,
    /// What makes it answer with an error, by the error's identity.
    pub provocations: HashMap<String, Provocation>,
    /// Ways to meet circumstances, by operation and clause.
    pub circumstances: HashMap<(String, ClauseId), Circumstance>,
    /// Where operations are for which the contract shows no path, the base path included.
    pub bindings: HashMap<String, Endpoint>,
    /// States of a team, by the contract's identity, that the team of the valid key is not in.
    pub team_not_in: BTreeSet<String>,
    /// How its webhooks reach the runner; none where they cannot.
    pub webhooks: Option<Webhooks>,
    /// Features that it does not offer, as the whole first `::` segments of the identities of
    /// several cases, each with the reason.
    pub off: BTreeMap<String, String>,
    /// The profiles that it claims to meet.
    pub profiles: Vec<String>,
    /// Headers of each request to it.
    pub headers: Headers,
    /// What stands in a header of each request besides, for whoever receives the report.
    pub challenge: Option<Challenge>,
    /// How many cases run side by side, unless told otherwise.
    pub jobs: Option<usize>,
    /// How long a request may take.
    pub timeout: Duration,
    /// How fast requests are sent.
    pub rate: Rate,
    /// How often a request that is safe to repeat is sent again where something else than the API answers.
    pub retries: usize,
    /// How connections are made.
    pub transport: Transport,
    /// Whether the server is one that this program starts for each run, at another port each time.
    pub is_embedded: bool,
    /// The server itself, where it is one of this process and answers without a connection.
    pub in_process: Option<Router>,
}

/// How fast requests are sent. By default, as fast as they can be.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rate {
    /// The most requests in a second.
    pub requests_per_second: Option<f64>,
    /// The longest wait that the server may ask for when it limits the rate, so that a request is
    /// sent again; none where that answer is judged like any other.
    pub longest_wait: Option<Duration>,
}

impl Target {
    /// A server of which nothing is known but where it is.
    #[must_use]
    pub fn at(base_url: impl Into<String>) -> Self {
        Self {
            name: String::new(),
            base_url: base_url.into(),
            keys: HashMap::new(),
            fixtures: HashMap::new(),
            provision: BTreeMap::new(),
            provocations: HashMap::new(),
            circumstances: HashMap::new(),
            bindings: HashMap::new(),
            team_not_in: BTreeSet::new(),
            webhooks: None,
            off: BTreeMap::new(),
            profiles: Vec::new(),
            headers: Headers::new(),
            challenge: None,
            jobs: None,
            timeout: DEFAULT_TIMEOUT,
            rate: Rate::default(),
            retries: 0,
            transport: Transport::default(),
            is_embedded: false,
            in_process: None,
        }
    }

    /// Everything secret that the runner may send, or have sent to it.
    fn secrets(&self) -> impl Iterator<Item = &Secret> {
        let met = self.circumstances.values();
        let webhooks = self.webhooks.as_ref();
        let recipes = self.provision.values();
        let provoking = self.provocations.values();
        let headers = (provoking.clone().map(|own| &own.headers))
            .chain(met.clone().map(|own| &own.headers))
            .chain(webhooks.map(|own| &own.trigger.headers))
            .chain(recipes.flat_map(|own| [&own.create.headers, &own.delete.headers]))
            .chain([&self.headers]);
        let texts = headers
            .flatten()
            .map(|(_, value)| value)
            .chain(webhooks.and_then(|own| own.url.as_ref()))
            .chain(self.transport.proxy.url());
        let keys = (self.keys.values())
            .chain(met.filter_map(|own| own.key.as_ref()))
            .chain(provoking.filter_map(|own| own.key.as_ref()));
        keys.chain(texts.filter_map(Text::secret))
    }

    /// Why a case is not run although nothing is lacking: the feature is switched off.
    #[must_use]
    pub fn switched_off(&self, case: &str) -> Option<String> {
        switched_off(self.off.iter(), case)
    }

    /// How many resources there are for a path parameter, those included that are still to be
    /// created.
    #[must_use]
    pub fn promised(&self, parameter: &str) -> usize {
        let given = self.fixtures.get(parameter).map_or(0, Vec::len);
        if given > 0 { given } else { self.provision.get(parameter).map_or(0, |own| own.count) }
    }

    /// The first of these needs that the target lacks.
    #[must_use]
    pub fn lacks<'n>(&self, needs: &'n [Need]) -> Option<&'n Need> {
        needs.iter().find(|need| !self.offers(need))
    }

    fn offers(&self, need: &Need) -> bool {
        match need {
            Need::Key(name) => self.keys.contains_key(name),
            Need::ChangedKey(name, form) => {
                self.keys.get(name).is_some_and(|key| key.changed(*form).is_some())
            }
            Need::Fixture(parameter, count) => self.promised(parameter) >= *count,
            Need::TeamNotIn(state) => self.team_not_in.contains(state),
            Need::Provocation(error) => self.provocations.contains_key(error),
            Need::Binding(operation) => self.bindings.contains_key(operation),
            Need::Webhooks => self.webhooks.is_some(),
            Need::Circumstance(operation, clause) => self.circumstance(operation, clause).is_some(),
        }
    }

    /// The way to call an operation in a circumstance.
    #[must_use]
    pub fn circumstance(&self, operation: &str, clause: &ClauseId) -> Option<&Circumstance> {
        self.circumstances.get(&(operation.to_owned(), clause.clone()))
    }
}

/// Why a case is not run, by the first of the features, each with a reason, that it is within.
pub(crate) fn switched_off<'o>(
    mut off: impl Iterator<Item = (&'o String, &'o String)>,
    case: &str,
) -> Option<String> {
    let (feature, reason) = off.find(|(feature, _)| is_within(case, feature))?;
    Some(format!("{feature} is switched off in the target file: {reason}"))
}

/// Whether a name is that of a feature: several cases are within it, and it is none of them. A single
/// case that is left out is a failure that someone knows of, for which there are waivers.
pub(crate) fn is_feature(cases: &[Case], name: &str) -> bool {
    let within = cases.iter().filter(|case| is_within(&case.id, name));
    within.clone().count() > 1 && within.clone().all(|case| case.id != name)
}
