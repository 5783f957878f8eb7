//! The behaviour of a server beyond its contract: what no contract can state, such as the data that an
//! operation finds.
//!
//! The rest of the server calls the behaviour through this trait, and knows no particular one.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use serde_json::Value;
use webdata_spec::model::Endpoint;

use super::call::Call;
use super::kind::Kind;
use super::staging::Staging;
use super::table::Table;
use crate::contract::request_error::RequestError;
use crate::contract::schema::Properties;
use crate::contract::success::ServiceResult;
use crate::world::clock::{Clock, ClockLimitExceeded};
use crate::world::teams::{Settings, Team};

/// The behaviour of a server beyond its contract. The default of each method is that of a server
/// without a behaviour.
pub(crate) trait Behaviour: fmt::Debug + Send + Sync {
    /// Returns whether the behaviour carries out the requests of an operation.
    fn performs(&self, _operation: &str) -> bool {
        false
    }

    /// Carries out a request of an operation without a stored resource; `None` if the behaviour does not
    /// perform the operation.
    fn perform(&self, _call: &Call<'_>) -> Option<Result<ServiceResult, RequestError>> {
        None
    }

    /// Returns path parameters with which an operation succeeds for a team now.
    fn parameters(&self, _operation: &str, _team: &Team) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Returns whether an operation sends its errors in its own error body.
    fn has_own_error_body(&self, _operation: &str) -> bool {
        false
    }

    /// Returns the kind of a resource type whose behaviour goes beyond the contract.
    fn kind(&self, _type_name: &str) -> Option<&dyn Kind> {
        None
    }

    /// Reacts to a resource that was stored or changed.
    fn resource_changed(&self, _properties: &Properties) {}

    /// Does everything that is due by the clock and shows in the state of a team.
    fn catch_up(&self) {}

    /// Checks the further settings of a team, and completes them with their defaults.
    ///
    /// # Errors
    /// The first mistake.
    fn complete_settings(&self, settings: Settings) -> Result<Settings, String> {
        let further = settings.further.keys().chain(settings.subscription.further.keys());
        match further.into_iter().next() {
            Some(name) => Err(format!("unknown field `{name}`")),
            None => Ok(settings),
        }
    }

    /// Moves the clock ahead, and does everything that is due by then.
    ///
    /// # Errors
    /// Fails without any change if the clock would pass the year 9999.
    fn advance(&self, clock: &Clock, seconds: u32) -> Result<(), ClockLimitExceeded> {
        clock.set(clock.ahead(seconds)?);
        Ok(())
    }

    /// Runs a change of the whole server while the behaviour changes nothing.
    fn suspended(&self, change: &mut dyn FnMut()) {
        change();
    }

    /// Resets the state of the behaviour to that at a start at the moment `now`.
    fn reset(&self, _now: DateTime<Utc>) {}

    /// Returns the state that later responses depend on.
    fn save(&self) -> Value {
        Value::Null
    }

    /// Replaces the state by a saved one.
    ///
    /// # Errors
    /// The value is no saved state.
    fn restore(&self, saved: Value) -> Result<(), serde_json::Error> {
        serde_json::from_value(saved)
    }

    /// Returns the names that the behaviour uses as paths of the control plane and for its tables, which
    /// resource types cannot have.
    fn names(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns the operation of the control plane, with a path parameter of the contract, that has the server send
    /// the webhooks of a resource, and responds when they are sent.
    fn trigger(&self) -> Option<Endpoint> {
        None
    }

    /// Returns the tables that the dashboard shows.
    fn tables(&self) -> Vec<Table> {
        Vec::new()
    }

    /// Sets up circumstances that the behaviour can bring about.
    fn stage(&self, _staging: &mut Staging<'_>) {}

    /// Returns the tasks that run in the background while the server runs.
    fn tasks(self: Arc<Self>, _background: Background) -> Vec<BoxFuture<'static, ()>> {
        Vec::new()
    }
}

/// The behaviour of a server that does only what its contract states.
#[derive(Debug)]
pub(crate) struct ContractOnly;

impl Behaviour for ContractOnly {}

/// The surroundings of the tasks that run in the background.
pub(crate) struct Background {
    /// The address at which the server listens.
    pub(crate) address: SocketAddr,
    /// Whether the server sends webhooks although other machines can reach it.
    pub(crate) webhooks: bool,
    /// Marks the state of the server as changed, so that it is saved.
    pub(crate) changed: Box<dyn Fn() + Send + Sync>,
}
