//! The behaviour of the Web Data Service, which no contract can state: scraping, agent jobs, the checks of
//! monitors, and the webhooks and e-mails about them. Only this folder knows names of that service.
//!
//! ```text
//! control ─ staging ─ tables            operations of the control plane, circumstances, the dashboard
//! operations ─ scrape ─ agents          the work of the operations without resources
//! clock                                 moves of the clock
//! checks ─ deliveries ─ emails          checks of monitors, and their notifications
//! monitors                              the kind of monitors
//! settings ─ charging                   settings of teams, and what they pay
//! service ─ world                       what all modules share, and the data of the service
//! ```
//!
//! A contract opts in with `behaviour = "web-data"` in its `reference.toml`. The files name clauses by their
//! identities. They read defaults, effects, charges, conditions and errors from the contract, and implement a
//! clause only if the contract has it.

mod agents;
mod charging;
mod checks;
mod clock;
mod control;
mod deliveries;
mod emails;
mod monitors;
mod operations;
mod scrape;
mod service;
mod settings;
mod staging;
mod tables;
mod world;

use std::sync::Arc;

use chrono::{DateTime, Utc};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use serde_json::Value;
use webdata_spec::model::Endpoint;

use crate::contract::request_error::RequestError;
use crate::contract::schema::Properties;
use crate::contract::success::ServiceResult;
use crate::control::Operation as ControlOperation;
use crate::service::behaviour::{Background, Behaviour};
use crate::service::call::Call;
use crate::service::kind::Kind;
use crate::service::staging::Staging;
use crate::service::table::Table;
use crate::world::clock::{Clock, ClockLimitExceeded};
use crate::world::teams::{Settings, Team};
use checks::schedule;
use deliveries::address_policy::AddressPolicy;
use deliveries::send;
use operations::Operation;

pub(crate) use service::WebData;

/// Returns the operations that a service adds to the control plane.
pub(crate) fn control_operations(service: &Arc<WebData>) -> Vec<ControlOperation> {
    control::operations(service)
}

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
        clock::advance(self, seconds)
    }

    fn suspended(&self, change: &mut dyn FnMut()) {
        let turn = self.state.checks.lock();
        change();
        drop(turn);
        self.state.checks.alarm.wake();
    }

    fn reset(&self, now: DateTime<Utc>) {
        self.state.reset(now);
    }

    fn save(&self) -> Value {
        serde_json::to_value(self.state.save()).unwrap_or_default()
    }

    fn restore(&self, saved: Value) -> Result<(), serde_json::Error> {
        self.state.restore(serde_json::from_value(saved)?);
        Ok(())
    }

    fn names(&self) -> &'static [&'static str] {
        &control::NAMES
    }

    fn tables(&self) -> Vec<Table> {
        vec![tables::jobs(self)]
    }

    fn stage(&self, staging: &mut Staging<'_>) {
        staging::stage(self, staging);
    }

    fn tasks(self: Arc<Self>, background: Background) -> Vec<BoxFuture<'static, ()>> {
        let policy = AddressPolicy::new(background.address, background.webhooks);
        vec![
            schedule::run_scheduler(Arc::clone(&self), background.changed).boxed(),
            send::run_sender(self, policy).boxed(),
        ]
    }
}
