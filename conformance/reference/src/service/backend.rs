//! What all requests of a server share, and what is done to several of its parts at once.
//!
//! It must not know what a request is.

use std::sync::Arc;

use serde_json::Value;
use tokio_util::sync::CancellationToken;
use webdata_spec::Spec;

use super::agents::Agents;
use super::body::BodyLimit;
use super::cache::Cache;
use super::checks::{Checks, schedule};
use super::clock::{Clock, TooFar};
use super::contract::Contract;
use super::deliveries::Deliveries;
use super::faults::Faults;
use super::feed::Feed;
use super::fixtures::Fixtures;
use super::identities::Identities;
use super::outbox::Outbox;
use super::refusal::Refusal;
use super::request_log::RequestLog;
use super::scrape::{History, Log};
use super::state::Keeper;
use super::store::{Name, Properties, Store};
use super::teams::{Keys, Team, Teams};
use super::trouble::Trouble;
use super::web::Web;
use super::{Options, StartError, UnknownKind, update};

/// The identity of the error for a team without the credits that a request costs.
const INSUFFICIENT_CREDITS: &str = "insufficient-credits";

/// What all requests share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) contract: Contract,
    pub(super) identities: Arc<Identities>,
    pub(super) trouble: Trouble,
    pub(super) feed: Feed,
    /// Says that the server is to stop.
    pub(super) stopping: CancellationToken,
    pub(super) keys: Keys,
    pub(super) teams: Teams,
    pub(super) clock: Clock,
    pub(super) store: Store,
    pub(super) fixtures: Fixtures,
    pub(super) web: Web,
    pub(super) agents: Agents,
    pub(super) requests: RequestLog,
    pub(super) body_limit: BodyLimit,
    pub(super) cache: Cache,
    pub(super) history: History,
    pub(super) checks: Checks,
    pub(super) deliveries: Deliveries,
    pub(super) outbox: Outbox,
    pub(super) log: Log,
    pub(super) faults: Faults,
    /// What keeps the state in a file, where there is one.
    pub(super) state: Option<Keeper>,
}

impl Shared {
    /// What a server starts with: what its file has, where it goes on from one.
    ///
    /// # Errors
    /// When the contract cannot be served, or the state cannot be kept.
    pub(super) fn of(
        spec: Arc<Spec>,
        options: &Options,
        stopping: CancellationToken,
    ) -> Result<Self, StartError> {
        let keys = Keys::default();
        let (state, restored) = match &options.state {
            Some(path) => Keeper::open(path, &spec).map(|(keeper, state)| (Some(keeper), state))?,
            None => (None, None),
        };
        let (seed, identities, clock) = match &restored {
            Some(restored) => restored.begun(),
            None => (options.seed, Identities::of(options.seed), Clock::of(options.clock)),
        };
        let identities = Arc::new(identities);
        let contract = Contract::of(spec, Arc::clone(&identities))?;
        let shared = Self {
            trouble: Trouble::of(&contract.spec, &contract.catalogue, options, seed),
            contract,
            identities,
            feed: Feed::new(options.tells_bodies),
            stopping,
            teams: Teams::of(&keys),
            keys,
            web: Web::at(clock.now()),
            clock,
            store: Store::default(),
            fixtures: Fixtures::default(),
            agents: Agents::default(),
            requests: RequestLog::default(),
            body_limit: BodyLimit::default(),
            cache: Cache::default(),
            history: History::default(),
            checks: Checks::default(),
            deliveries: Deliveries::default(),
            outbox: Outbox::default(),
            log: Log::default(),
            faults: Faults::of(options.fault.clone()),
            state,
        };
        if let Some(restored) = restored {
            restored.restore(&shared);
        }
        Ok(shared)
    }

    /// Something has changed that nobody has requested.
    pub(super) fn changed(&self) {
        if let Some(keeper) = &self.state {
            keeper.changed();
        }
    }

    /// Does what nobody has requested, and that is to be saved.
    pub(super) fn changing<R>(&self, work: impl FnOnce(&Self) -> R) -> R {
        match &self.state {
            Some(keeper) => keeper.change(|| work(self)),
            None => work(self),
        }
    }

    /// Puts everything back as it was at the start.
    pub(super) fn reset(&self) {
        // A check that is being carried out ends before.
        let _turn = self.checks.turn();
        self.teams.reset(&self.keys);
        self.clock.reset();
        self.identities.reset();
        self.trouble.reset();
        self.store.reset();
        self.web.reset(self.clock.now());
        self.agents.reset();
        self.requests.reset();
        self.body_limit.reset();
        self.cache.reset();
        self.history.reset();
        self.checks.reset();
        self.deliveries.reset();
        self.outbox.reset();
        self.log.reset();
        for (name, team) in self.fixtures.all() {
            // With a seed it is the one that the fixture has; what is drawn next is as it was then.
            let _ = self.identities.next();
            let id = Properties::from_iter([("id".to_owned(), name.id.into())]);
            // It is of a kind that the server knows, since it was created once.
            drop(self.create(&name.type_name, team, id));
        }
        self.checks.alarm.wake();
    }

    /// Moves the clock ahead, and carries out everything that is due by then.
    ///
    /// # Errors
    /// When the clock would come past the year 9999; then nothing happens.
    pub(super) fn advance(&self, seconds: u32) -> Result<(), TooFar> {
        self.clock.advance(seconds)?;
        self.agents.charge(self);
        schedule::run_due(self);
        self.checks.alarm.wake();
        Ok(())
    }

    /// Refuses what a team does not have the credits for.
    ///
    /// # Errors
    /// The refusal, where the catalogue has one.
    pub(super) fn afford(&self, team: &Team, credits: u64) -> Result<(), Refusal> {
        match self.contract.catalogue.find(INSUFFICIENT_CREDITS) {
            Some(row) if !self.teams.has_credits(team, credits) => Err(row.into()),
            _ => Ok(()),
        }
    }

    /// The properties of a resource with whole numbers written as such.
    fn written_plainly(&self, type_name: &str, given: Properties) -> Properties {
        let spec = &self.contract.spec;
        let mut given = Value::Object(given);
        if let Some(found) = spec.types.get(type_name) {
            update::write_integers_plainly(spec, &found.schema, &mut given);
        }
        match given {
            Value::Object(given) => given,
            _ => Properties::new(),
        }
    }

    /// Creates a resource as one of its kind starts, but for what is given.
    pub(super) fn create(
        &self,
        type_name: &str,
        team: Team,
        given: Properties,
    ) -> Result<(String, Properties), UnknownKind> {
        let kind = self.contract.kinds.kind(type_name);
        let kind = kind.ok_or_else(|| UnknownKind { type_name: type_name.to_owned() })?;
        let id = given.get("id").and_then(Value::as_str).map(str::to_lowercase);
        let id = id.unwrap_or_else(|| self.identities.next().to_string());
        let now = self.clock.now();
        let mut properties = kind.initial(&id, now);
        if !given.is_empty() {
            properties.extend(self.written_plainly(type_name, given));
            properties.insert("id".to_owned(), id.as_str().into());
            kind.settle(&Properties::new(), &mut properties, now);
        }
        let name = Name { type_name: type_name.to_owned(), id: id.clone() };
        self.store.insert(name, team, properties.clone());
        self.checks.alarm.changed(&properties);
        Ok((id, properties))
    }
}
