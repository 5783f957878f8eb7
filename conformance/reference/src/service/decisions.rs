//! The seam at which the audit makes a server faulty: it decides which violations count, and what is stored, found
//! and sent. The defaults of the trait are the correct server.
//!
//! Nothing else in this crate knows that a server may be wrong.

use std::cmp::Ordering;
use std::fmt;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde_json::Value;
use webdata_spec::model::Sorting;

use crate::contract::compiled_schema::Violation;
use crate::contract::json;
use crate::contract::operation::Operation;
use crate::contract::schema::Properties;
use crate::service::backend::Backend;
use crate::world::store::{Creation, PositionedResource, ResourceId};
use crate::world::teams::Team;

/// The decisions of a server about the requests of an operation, which is named by its identity.
pub trait Decisions: fmt::Debug + Send + Sync {
    /// Returns how long the server waits between reading a resource and changing it.
    fn pause(&self, _operation: &str) -> Duration {
        Duration::ZERO
    }

    /// Returns the violations of a body that count. `of` returns all violations of a body of the operation.
    fn violations(
        &self,
        _operation: &str,
        body: &Value,
        _now: DateTime<Utc>,
        of: &dyn Fn(&Value) -> Vec<Violation>,
    ) -> Vec<Violation> {
        of(body)
    }

    /// Changes a body after its validation, before it is stored.
    fn accept(&self, _operation: &str, _body: &mut Value) {}

    /// Returns the identity of a new resource. `fresh` is an unused identity, and `newest` returns that of the
    /// team's newest resource of the type.
    fn identity(
        &self,
        _operation: &str,
        fresh: String,
        _newest: &dyn Fn() -> Option<String>,
    ) -> String {
        fresh
    }

    /// Returns whether a request with an idempotency key repeats an earlier creation.
    fn is_repeated(
        &self,
        _operation: &str,
        is_own_team: bool,
        earlier: &Creation,
        this: &Creation,
    ) -> bool {
        is_own_team && earlier.operation == this.operation && earlier.key == this.key
    }

    /// Returns whether a creation, removal or cancellation that succeeds is carried out.
    fn carries_out(&self, _operation: &str) -> bool {
        true
    }

    /// Returns whether a change or a removal that a precondition rejects leaves the resource as it was.
    fn undoes_rejected(&self, _operation: &str) -> bool {
        true
    }

    /// Changes what a change stores, and the resource that the response shows, before the change is stored.
    ///
    /// # Errors
    /// The identity of the error row that rejects the change.
    fn change(
        &self,
        _change: &ChangedResource<'_>,
        _stored: &mut Properties,
        _shown: &mut Properties,
    ) -> Result<(), String> {
        Ok(())
    }

    /// Runs after a request for a resource was handled, and may change the store.
    fn handled(&self, _request: &HandledRequest<'_>) {}

    /// Returns whether the server assumes that a condition on a path holds. `holds` is the correct value.
    fn finds(&self, _operation: &str, _condition: PathCondition<'_>, holds: bool) -> bool {
        holds
    }

    /// Changes the properties that a read returns. `initial` returns those that the resource was created with.
    fn read(&self, _operation: &str, _read: &mut Properties, _initial: &dyn Fn() -> Properties) {}

    /// Changes which resources are listed.
    fn search(&self, _operation: &str, _search: &mut Search<'_>) {}

    /// Changes the resources that a search has found, the oldest first.
    fn found(&self, _operation: &str, _resources: &mut Vec<PositionedResource>) {}

    /// Returns the order of two resources in a list. `correct` is the right one.
    fn compare(&self, _operation: &str, _pair: &ComparedPair<'_>, correct: Ordering) -> Ordering {
        correct
    }

    /// Returns the maximum number of resources on a page.
    fn limit(&self, _operation: &str, limit: usize) -> usize {
        limit
    }

    /// Returns how many resources come before a page; `None` rejects the cursor. `skipped` is the right number, and
    /// `created` the number of resources since the cursor was issued.
    fn skipped(&self, _operation: &str, skipped: Option<usize>, _created: usize) -> Option<usize> {
        skipped
    }

    /// Changes a page. `sort` sorts resources correctly by the value `_chosen` of the sorting parameter.
    fn page(
        &self,
        _operation: &str,
        _chosen: Option<&str>,
        _page: &mut [PositionedResource],
        _sort: &dyn Fn(&mut [PositionedResource]),
    ) {
    }

    /// Returns whether a job runs again after its terminal state was read.
    fn restarts(&self, _operation: &str) -> bool {
        false
    }

    /// Changes where and how the events of a resource are sent.
    fn deliver(&self, _subscription: &mut Subscription) {}
}

/// The decisions of the correct server.
#[derive(Debug)]
pub(crate) struct ByContract;

impl Decisions for ByContract {}

/// A change of a resource.
pub struct ChangedResource<'c> {
    /// The identity of the operation.
    pub operation: &'c str,
    /// The identity of the resource.
    pub id: &'c str,
    /// The body, or the item of the body about this resource.
    pub body: &'c Value,
    /// The index of the change, if a request changes several resources; otherwise 0.
    pub index: usize,
    /// The resource before the change.
    pub before: &'c Properties,
    /// The resource when the request arrived, if the server waited since.
    pub read: Option<&'c Properties>,
    /// Returns the properties that the resource was created with.
    pub initial: &'c dyn Fn() -> Properties,
}

/// A condition on what a path names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathCondition<'c> {
    /// The resource belongs to the team of the sender.
    IsOwn,
    /// The resource is below the parent that this path parameter names.
    IsBelow(&'c str),
    /// The parent that this path parameter names exists.
    Exists(&'c str),
}

/// A search for the resources of a list.
pub struct Search<'s> {
    /// The team whose resources are listed; `None` for those of every team.
    pub team: Option<&'s Team>,
    /// The parent whose resources are listed; `None` for those of every parent.
    pub parent: Option<&'s ResourceId>,
    /// The names of the filters, with the values that the listed resources must have.
    pub filters: Vec<(&'s str, &'s Value)>,
}

/// Two resources whose order is decided, each with its position by age and the value by which the list is sorted.
pub struct ComparedPair<'p> {
    /// The value of the sorting parameter, if there is one.
    pub chosen: Option<&'p str>,
    /// How the list is sorted; `None` for a list by age.
    pub sorting: Option<&'p Sorting>,
    /// The two resources.
    pub pair: [(u64, Option<&'p Value>); 2],
}

/// The events that a resource subscribes to.
#[derive(Debug)]
pub struct Subscription {
    /// The URL that the events are sent to.
    pub url: String,
    /// The headers that are sent with each event.
    pub headers: Vec<(String, String)>,
    /// The metadata that is sent with each event.
    pub metadata: Option<Value>,
    /// The names of the events.
    pub events: Vec<String>,
}

/// A request for a resource after it was handled. Its methods can still change the store.
pub struct HandledRequest<'h> {
    pub(crate) backend: &'h Backend,
    pub(crate) operation: &'h Operation,
    /// The resource that the path names.
    pub(crate) name: ResourceId,
    pub(crate) bytes: &'h [u8],
    /// The team of the sender; `None` if the key was rejected.
    pub(crate) team: Option<&'h Team>,
    pub(crate) row: Option<&'h str>,
}

impl HandledRequest<'_> {
    /// Returns the identity of the operation.
    #[must_use]
    pub fn operation(&self) -> &str {
        &self.operation.id
    }

    /// Returns the body; `None` if it is not JSON.
    #[must_use]
    pub fn body(&self) -> Option<Value> {
        json::parse(self.bytes).ok()
    }

    /// Returns the identity of the error row, if the request was rejected.
    #[must_use]
    pub fn row(&self) -> Option<&str> {
        self.row
    }

    /// Returns the keywords of JSON Schema that the body breaks.
    #[must_use]
    pub fn broken_keywords(&self) -> Vec<String> {
        let request = self.operation.request.as_ref().zip(self.body());
        let violations = request.map(|(request, body)| request.compiled.violations(&body));
        let violations = violations.unwrap_or_default().into_iter();
        violations.map(|violation| violation.keyword).collect()
    }

    /// Stores a property in the resource.
    pub fn store(&self, property: &str, value: &Value) {
        self.store_in(&self.name, property, value);
    }

    /// Stores a property in the other resources of the type that have the same owner.
    pub fn store_in_others(&self, property: &str, value: &Value) {
        let team = self.backend.world.store.owner(&self.name);
        let others = self.backend.world.store.find(|name, owner, _| {
            let is_other = name.type_name == self.name.type_name && *name != self.name;
            (is_other && Some(owner) == team.as_ref()).then(|| name.clone())
        });
        others.iter().for_each(|name| self.store_in(name, property, value));
    }

    /// Removes the newest resource of the type that the team of the sender has.
    pub fn remove_newest(&self) {
        let Some(team) = self.team else { return };
        let store = &self.backend.world.store;
        if let Some(name) = store.newest(&self.name.type_name, team, None) {
            store.remove(&name, team);
        }
    }

    fn store_in(&self, name: &ResourceId, property: &str, value: &Value) {
        let backend = self.backend;
        let Some(team) = backend.world.store.owner(name) else { return };
        backend.world.store.change(name, &team, |stored| {
            let before = stored.clone();
            stored.insert(property.to_owned(), value.clone());
            if let Some(kind) = backend.kind(&name.type_name) {
                kind.settle(&before, stored, backend.world.clock.now());
            }
        });
    }
}
