//! The behaviour of the Web Data Service, which no contract can state: scraping, agent jobs, the checks of
//! monitors, and the webhooks about them. Only this folder knows names of that service.
//!
//! ```text
//! control ─ staging              operations of the control plane, events before staged requests
//! operations ─ scrape ─ agents   the work of the operations without resources
//! checks ─ notifications         checks of monitors, and their webhooks
//! monitors                       the kind of monitors
//! visit                          the current pages of a monitor's target
//! settings                       settings of teams that only this service has
//! world                          the data of the service
//! ```
//!
//! A contract opts in with `behaviour = "web-data"` in its `reference.toml`. The files name clauses by their
//! identities. They read defaults, effects, charges, conditions and errors from the contract. An effect that a
//! response shows depends on whether the contract has its clause; other clauses always hold.

pub(crate) mod agents;
pub(crate) mod checks;
pub(crate) mod control;
mod monitors;
mod notifications;
mod operations;
mod scrape;
mod settings;
pub(crate) mod staging;
mod visit;
mod world;

use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use serde::Deserialize as _;
use serde_json::Value;
use tokio_util::sync::CancellationToken;
use webdata_spec::model::Endpoint;

use crate::contract::Contract;
use crate::contract::errors::RequestError;
use crate::contract::operation::Request;
use crate::contract::schema::Properties;
use crate::contract::success::ServiceResult;
use crate::service::behaviour::{Background, Behaviour, Call, Kind, MAX_ROWS, Table};
use crate::service::decisions::Decisions;
use crate::web_data::monitors::Monitors;
use crate::web_data::notifications::delivery::{self, AddressPolicy};
use crate::web_data::operations::Operation;
use crate::web_data::scrape::price::SCRAPE_OPTIONS;
use crate::web_data::staging::SetUp;
use crate::web_data::world::ServiceState;
use crate::world::World;
use crate::world::clock::{Clock, ClockLimitExceeded};
use crate::world::teams::{Settings, Team};

/// Returns whether this service performs an operation of the contract.
pub(crate) fn performs(operation: &str) -> bool {
    Operation::find(operation).is_some()
}

impl Behaviour for WebData {
    fn performs(&self, operation: &str) -> bool {
        performs(operation)
    }

    fn perform(&self, call: &Call<'_>) -> Option<Result<ServiceResult, RequestError>> {
        Some(Operation::find(call.operation())?.perform(self, call))
    }

    fn trigger(&self) -> Option<Endpoint> {
        control::trigger(&self.contract.spec)
    }

    fn parameters(&self, operation: &str, team: &Team) -> Vec<(String, String)> {
        let operation = Operation::find(operation);
        operation.map(|operation| operation.parameters(self, team)).unwrap_or_default()
    }

    fn has_own_error_body(&self, operation: &str) -> bool {
        self.contract.has_clause(&format!("operations.{operation}.behaviour.errors-relayed"))
    }

    fn kind(&self, type_name: &str) -> Option<&dyn Kind> {
        let monitors = self.monitors.as_ref().filter(|_| type_name == monitors::TYPE);
        monitors.map(|monitors| monitors as &dyn Kind)
    }

    fn resource_changed(&self, properties: &Properties) {
        self.state.checks.alarm.changed(properties);
    }

    fn catch_up(&self) {
        agents::charge(self);
    }

    fn complete_settings(&self, settings: Settings) -> Result<Settings, String> {
        settings::complete(self, settings)
    }

    fn advance(&self, _clock: &Clock, seconds: u32) -> Result<(), ClockLimitExceeded> {
        advance_clock(self, seconds)
    }

    fn suspended(&self, change: &mut dyn FnMut()) {
        let turn = self.state.checks.lock();
        change();
        drop(turn);
        self.state.checks.alarm.wake();
    }

    fn reset(&self) {
        self.state.reset();
    }

    fn names(&self) -> &'static [&'static str] {
        &control::NAMES
    }

    fn tables(&self) -> Vec<Table> {
        vec![jobs(self)]
    }

    fn check_set_up(&self, set_up: &Value) -> Result<(), String> {
        SetUp::deserialize(set_up).map(drop).map_err(|error| error.to_string())
    }

    fn set_up(&self, set_up: &Value, body: &Value) -> Vec<(&'static str, String)> {
        let set_up = SetUp::deserialize(set_up);
        set_up.map(|set_up| set_up.carry_out(self, body)).unwrap_or_default()
    }

    fn tasks(self: Arc<Self>, background: Background) -> Vec<BoxFuture<'static, ()>> {
        let policy = AddressPolicy::new(background.address, background.webhooks);
        vec![
            checks::run_scheduler(Arc::clone(&self)).boxed(),
            delivery::run_sender(self, policy).boxed(),
        ]
    }
}

/// The Web Data Service of a server.
#[derive(Debug)]
pub(crate) struct WebData {
    contract: Arc<Contract>,
    world: Arc<World>,
    decisions: Arc<dyn Decisions>,
    /// The kind of monitors, if the contract has a type for them.
    monitors: Option<Monitors>,
    /// The validation of scrape options, if the contract has them.
    scrape_options: Option<Arc<Request>>,
    state: ServiceState,
    /// Signals that the server stops.
    stopping: CancellationToken,
}

impl WebData {
    /// Creates the service of a server that has just started.
    pub(crate) fn new(
        contract: &Arc<Contract>,
        world: &Arc<World>,
        decisions: &Arc<dyn Decisions>,
        stopping: CancellationToken,
    ) -> Self {
        let has_monitors = contract.spec.types.contains_key(monitors::TYPE);
        let identities = &world.randomness.identities;
        Self {
            monitors: has_monitors.then(|| Monitors::new(contract, identities)),
            scrape_options: contract.request_of_type(SCRAPE_OPTIONS),
            state: ServiceState::new(),
            contract: Arc::clone(contract),
            world: Arc::clone(world),
            decisions: Arc::clone(decisions),
            stopping,
        }
    }
}

/// The identity of the error for a team without enough credits.
const INSUFFICIENT_CREDITS: &str = "insufficient-credits";

/// Rejects a request that a team does not have the credits for.
///
/// # Errors
/// The error, if the catalogue has one.
fn require_credits(service: &WebData, team: &Team, credits: u64) -> Result<(), RequestError> {
    match service.contract.catalogue.find(INSUFFICIENT_CREDITS) {
        Some(row) if !service.world.teams.has_credits(team, credits) => Err(row.into()),
        _ => Ok(()),
    }
}

/// The maximum number of checks that run at their due times while the clock is moved: a day of checks every five
/// minutes, with a margin.
const MAX_CHECKS: usize = 300;

/// Moves the clock ahead and runs everything that is due by then, each at its time. After the maximum number
/// of checks, the remaining ones run once, at the end.
///
/// # Errors
/// Fails without any change if the clock would pass the year 9999.
fn advance_clock(service: &WebData, seconds: u32) -> Result<(), ClockLimitExceeded> {
    let (clock, checks) = (&service.world.clock, &service.state.checks);
    // While the turn is held, no other task runs checks or moves the clock.
    let turn = checks.lock();
    let moved = clock.ahead(seconds)?;
    let mut carried_out = 0;
    while carried_out < MAX_CHECKS {
        let next = checks::next_due(service);
        let Some(next) = next.filter(|next| moved.now().is_some_and(|end| *next <= end)) else {
            break;
        };
        clock.move_to(next);
        agents::charge(service);
        let ran = checks::run_due_checks(service, &turn).len();
        if ran == 0 {
            break;
        }
        carried_out += ran;
    }
    clock.set(moved);
    agents::charge(service);
    checks::run_due_checks(service, &turn);
    drop(turn);
    checks.alarm.wake();
    Ok(())
}

/// Returns the table of jobs, the newest first.
fn jobs(service: &WebData) -> Table {
    let (jobs, now) = (service.state.jobs.lock().all(), service.world.clock.now());
    let more = jobs.len().saturating_sub(MAX_ROWS);
    let rows = jobs.into_iter().rev().take(MAX_ROWS).map(|(id, job)| {
        let state = agents::state(&service.contract, job.phase(now)).to_owned();
        let started = job.started.format("%Y-%m-%d %H:%M:%S").to_string();
        let credits = job.credits_used(now).to_string();
        (vec![started, job.team.name().to_owned(), state, credits], id)
    });
    Table {
        name: "jobs".to_owned(),
        title: "Agent jobs".to_owned(),
        headings: ["Started", "Team", "State", "Credits"].map(str::to_owned).into(),
        rows: rows.collect(),
        more,
        list: "agents".to_owned(),
    }
}
