//! The behaviour of a server beyond its contract. Examples are the data that an operation finds, and the initial
//! properties of a resource.
//!
//! The rest of the server calls the behaviour through the traits, and knows no particular one.

use std::collections::HashMap;
use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{Endpoint, Schema, Shape, StringFormat};

use crate::contract::Contract;
use crate::contract::errors::RequestError;
use crate::contract::operation::Operation;
use crate::contract::schema::{self, Properties};
use crate::contract::success::ServiceResult;
use crate::service::jobs;
use crate::world::clock::{Clock, ClockLimitExceeded, moment};
use crate::world::randomness::Identities;
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
        match settings.further.keys().next() {
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

    /// Resets the state of the behaviour to that at the start.
    fn reset(&self) {}

    /// Returns the names that the behaviour uses as paths of the control plane and for its tables, which
    /// resource types cannot have.
    fn names(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns the operation of the control plane that sends the webhooks of a resource, and then responds. Its
    /// path has a path parameter of the contract.
    fn trigger(&self) -> Option<Endpoint> {
        None
    }

    /// Returns the tables that the dashboard shows.
    fn tables(&self) -> Vec<Table> {
        Vec::new()
    }

    /// Checks what is set up for a circumstance.
    ///
    /// # Errors
    /// The mistake.
    fn check_set_up(&self, _set_up: &Value) -> Result<(), String> {
        Err("this server sets up nothing".to_owned())
    }

    /// Sets up a circumstance of requests with a body, and returns the path parameters of such a request.
    fn set_up(&self, _set_up: &Value, _body: &Value) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Returns the tasks that run in the background while the server runs.
    fn tasks(self: Arc<Self>, _background: Background) -> Vec<BoxFuture<'static, ()>> {
        Vec::new()
    }
}

/// The behaviour of a server that does only what its contract states.
#[derive(Debug)]
pub(crate) struct ContractOnly;

impl Behaviour for ContractOnly {}

/// The settings of a server that its background tasks need.
pub(crate) struct Background {
    /// The address at which the server listens.
    pub(crate) address: SocketAddr,
    /// Whether the server sends webhooks although other machines can reach it.
    pub(crate) webhooks: bool,
}

/// A valid request that the sender's team may make.
pub(crate) struct Call<'c> {
    pub(crate) contract: &'c Contract,
    pub(crate) team: &'c Team,
    pub(crate) operation: &'c Operation,
    pub(crate) parameters: &'c [(&'c str, String)],
    /// The body; null if the request has none.
    pub(crate) body: &'c Value,
}

impl<'c> Call<'c> {
    pub(crate) fn operation(&self) -> &'c str {
        &self.operation.id
    }

    /// Rejects the call in a circumstance that the contract lists with its operation.
    ///
    /// # Errors
    /// The error of the circumstance, if the contract lists it.
    pub(crate) fn reject(&self, circumstance: &str) -> Result<(), RequestError> {
        let clause = format!("operations.{}.refusals.{circumstance}", self.operation.id);
        self.contract.reject_at(&clause, self.body)
    }

    /// Returns a path parameter, or an empty string if the path has no such parameter.
    pub(crate) fn parameter(&self, name: &str) -> &'c str {
        let parameter = self.parameters.iter().find(|(known, _)| *known == name);
        parameter.map_or("", |(_, value)| value.as_str())
    }
}

/// The behaviour of one resource type.
pub(crate) trait Kind: fmt::Debug + Send + Sync {
    /// Returns the properties of a new resource with this identity.
    fn initial(&self, id: &str, now: DateTime<Utc>) -> Properties;

    /// Returns the properties of fixtures for a test suite, one set for each state of a resource.
    fn states(&self, _now: DateTime<Utc>) -> Vec<Properties> {
        vec![Properties::new()]
    }

    /// Brings a resource, which was changed from `before`, into its stored form.
    fn settle(&self, _before: &Properties, _changed: &mut Properties, _now: DateTime<Utc>) {}

    /// Returns the identity of the error for a change that the state of a resource blocks.
    fn blocked(&self) -> Option<&'static str> {
        None
    }

    /// Marks a resource as deleted and returns true, or returns false if deleted resources are not kept.
    fn mark_deleted(&self, _properties: &mut Properties) -> bool {
        false
    }

    /// Ranks a resource by how many operations its state allows. The best rank is 0; deleted resources have none.
    fn rank(&self, _properties: &Properties) -> Option<u8> {
        Some(0)
    }

    /// Returns the headings of further columns of the dashboard.
    fn columns(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns the cells of the further columns for a resource.
    fn cells(&self, _properties: &Properties) -> Vec<String> {
        Vec::new()
    }
}

/// The error for a resource type whose initial properties the server does not know.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the reference server cannot create a `{type_name}`: it does not know the initial properties"
)]
pub struct UnknownKind {
    /// The name of the type.
    pub type_name: String,
}

/// The kind of a resource type for which the behaviour has none. A new resource has only its required properties.
#[derive(Debug)]
pub(crate) struct PlainKind {
    spec: Arc<Spec>,
    type_name: String,
    /// The property that holds the identity.
    identity: String,
    is_job: bool,
    /// A valid resource.
    sample: Value,
    identities: Arc<Identities>,
}

impl PlainKind {
    /// Returns the kind of each resource type that operations of a contract create, read or change, by type
    /// name.
    pub(super) fn all(spec: &Arc<Spec>, identities: &Arc<Identities>) -> HashMap<String, Self> {
        let resources =
            spec.operations.values().filter_map(|operation| operation.resource.as_ref());
        let kind = |resource: &webdata_spec::model::Resource| {
            let named = (resource.type_name.as_str(), resource.identity.as_str());
            let kind = Self::new(spec, named, resource.is_job, identities);
            (resource.type_name.clone(), kind)
        };
        resources.map(kind).collect()
    }

    /// Creates the kind of a type, with the property that holds the identity.
    pub(crate) fn new(
        spec: &Arc<Spec>,
        (type_name, identity): (&str, &str),
        is_job: bool,
        identities: &Arc<Identities>,
    ) -> Self {
        Self {
            sample: spec.sample(type_name).unwrap_or_default(),
            spec: Arc::clone(spec),
            type_name: type_name.to_owned(),
            identity: identity.to_owned(),
            is_job,
            identities: Arc::clone(identities),
        }
    }

    /// Returns the initial value of a required property.
    fn value(&self, name: &str, schema: &Schema, now: DateTime<Utc>) -> Value {
        if let Some(default) = &schema.default {
            return default.clone();
        }
        let open = schema::concrete(&self.spec, schema, &Value::Null);
        match &open.shape {
            _ if schema.nullable => Value::Null,
            Shape::String if open.format() == Some(StringFormat::DateTime) => moment(now).into(),
            _ => self.sample.get(name).cloned().unwrap_or_default(),
        }
    }
}

impl Kind for PlainKind {
    fn initial(&self, id: &str, now: DateTime<Utc>) -> Properties {
        let object = schema::object_of(&self.spec, &self.type_name).into_iter();
        let required =
            object.flat_map(|object| &object.properties).filter(|(_, property)| property.required);
        let mut properties: Properties = required
            .map(|(name, property)| (name.clone(), self.value(name, &property.schema, now)))
            .collect();
        properties.insert(self.identity.clone(), id.into());
        let created = self.spec.lifecycles.iter().filter(|it| it.type_name == self.type_name);
        for lifecycle in created.filter(|_| !self.is_job) {
            let first = lifecycle.initial.first().map(|state| state.as_str().into());
            properties.extend(first.map(|state| (lifecycle.property.clone(), state)));
        }
        if self.is_job {
            jobs::begin(&self.spec, &self.type_name, &mut properties, now);
        }
        properties
    }

    fn settle(&self, _before: &Properties, changed: &mut Properties, now: DateTime<Utc>) {
        let Some(named_type) = self.spec.types.get(&self.type_name) else { return };
        let mut stored = Value::Object(std::mem::take(changed));
        let generate = |schema: &Schema| match (&schema.shape, schema.format()) {
            (Shape::String, Some(StringFormat::DateTime)) => Some(moment(now).into()),
            (Shape::String, Some(StringFormat::Uuid)) => {
                Some(self.identities.next().to_string().into())
            }
            (Shape::String, None) if schema.constraints.is_empty() => {
                Some(self.identities.next().to_string().into())
            }
            _ => schema.examples.first().cloned(),
        };
        schema::complete(&self.spec, &named_type.schema, &mut stored, &generate);
        *changed = schema::into_properties(stored);
    }
}

/// The largest number of rows that a table shows.
pub(crate) const MAX_ROWS: usize = 50;

#[derive(Debug)]
pub(crate) struct Table {
    /// The name of the table within the page.
    pub(crate) name: String,
    pub(crate) title: String,
    /// The headings of the columns before the identity.
    pub(crate) headings: Vec<String>,
    /// The rows that are shown, each with its cells and its identity, which leads to its entry in the control plane.
    pub(crate) rows: Vec<(Vec<String>, String)>,
    /// The number of rows that are not shown.
    pub(crate) more: usize,
    /// The name of the control plane's list of all rows.
    pub(crate) list: String,
}
