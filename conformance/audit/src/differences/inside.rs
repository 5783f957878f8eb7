//! Mistakes inside the reference server, which no change of a request or a response can imitate.
//!
//! The server calls [`Decisions`] with its correct results, and the implementation here changes them.

mod bodies;
mod resources;
mod storage;

use std::cmp::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde_json::{Map, Value};
use webdata_reference::{
    ChangedResource, ComparedPair, Creation, Decisions, HandledRequest, PathCondition,
    PositionedResource, Properties, Search, Subscription, Violation,
};

use super::value_path::ValuePath;

pub(crate) use bodies::{BodyMistake, Unit};
pub(crate) use resources::{ResourceMistake, SortMistake};
pub(crate) use storage::StorageMistake;

/// A mistake inside a server.
#[derive(Debug, Clone)]
pub(crate) enum Inside {
    /// The values at a path of a body are validated wrongly, or not stored as they are.
    Body(ValuePath, BodyMistake),
    /// The request's changes are not stored as they are.
    Storage(StorageMistake),
    /// Resources are created, found, listed or removed wrongly.
    Resource(ResourceMistake),
    /// Subscribers are notified wrongly.
    Delivery(DeliveryMistake),
}

/// A mistake of sending events.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum DeliveryMistake {
    /// Events go to another path on the subscriber's host.
    Elsewhere,
    /// Events are sent without the configured headers.
    WithoutHeaders,
    /// Only the first of the configured headers is sent.
    FirstHeaderOnly,
    /// The configured headers are sent with empty values.
    EmptyHeaders,
    /// The configured metadata is sent with null values.
    EmptyMetadata,
    /// An event is also sent to webhooks that did not subscribe to it.
    Unwanted(String),
    /// An event is never sent.
    Missing(String),
}

impl DeliveryMistake {
    fn change(&self, Subscription { url, headers, metadata, events }: &mut Subscription) {
        match self {
            Self::Elsewhere => url.push_str("/elsewhere"),
            Self::WithoutHeaders => headers.clear(),
            Self::FirstHeaderOnly => headers.truncate(1),
            Self::EmptyHeaders => headers.iter_mut().for_each(|(_, value)| value.clear()),
            Self::EmptyMetadata => {
                let properties = metadata.as_mut().and_then(Value::as_object_mut).into_iter();
                properties.flat_map(Map::values_mut).for_each(|value| *value = Value::Null);
            }
            Self::Unwanted(event) => events.push(event.clone()),
            Self::Missing(event) => events.retain(|wanted| wanted != event),
        }
    }
}

/// The decisions of a server with a mistake inside.
#[derive(Debug)]
struct WrongDecisions {
    /// The operation that has the mistake; `None` for every operation.
    operation: Option<String>,
    mistake: Inside,
    /// The bodies that changed resources so far, each with the identity of its resource.
    bodies: Mutex<Vec<(String, Value)>>,
}

/// Returns the decisions of a server with a mistake in an operation; `None` stands for every operation.
pub(super) fn decisions(operation: Option<String>, mistake: Inside) -> Arc<dyn Decisions> {
    Arc::new(WrongDecisions { operation, mistake, bodies: Mutex::default() })
}

impl WrongDecisions {
    fn mistake(&self, operation: &str) -> Option<&Inside> {
        let is_meant = self.operation.as_ref().is_none_or(|id| id == operation);
        is_meant.then_some(&self.mistake)
    }

    fn body(&self, operation: &str) -> Option<(&ValuePath, &BodyMistake)> {
        let Inside::Body(path, mistake) = self.mistake(operation)? else { return None };
        Some((path, mistake))
    }

    fn storage(&self, operation: &str) -> Option<&StorageMistake> {
        let Inside::Storage(mistake) = self.mistake(operation)? else { return None };
        Some(mistake)
    }

    fn resource(&self, operation: &str) -> Option<&ResourceMistake> {
        let Inside::Resource(mistake) = self.mistake(operation)? else { return None };
        Some(mistake)
    }

    /// Records a body that changes a resource. Returns whether the body equals an earlier one of the resource, but not
    /// the last one.
    fn repeats(&self, id: &str, body: &Value) -> bool {
        // No code panics while the lock is held; and if some did, the list would still be complete.
        let mut bodies = self.bodies.lock().unwrap_or_else(PoisonError::into_inner);
        let earlier: Vec<&Value> =
            bodies.iter().filter(|(other, _)| other == id).map(|(_, body)| body).collect();
        let is_last = earlier.last().is_some_and(|last| *last == body);
        let is_repeated = !is_last && earlier.contains(&body);
        bodies.push((id.to_owned(), body.clone()));
        is_repeated
    }
}

impl Decisions for WrongDecisions {
    fn pause(&self, operation: &str) -> Duration {
        self.storage(operation).map_or(Duration::ZERO, StorageMistake::pause)
    }

    fn violations(
        &self,
        operation: &str,
        body: &Value,
        now: DateTime<Utc>,
        of: &dyn Fn(&Value) -> Vec<Violation>,
    ) -> Vec<Violation> {
        match self.body(operation) {
            Some((path, mistake)) => mistake.violations(path, body, &now, of),
            None => of(body),
        }
    }

    fn accept(&self, operation: &str, body: &mut Value) {
        if let Some((path, mistake)) = self.body(operation) {
            mistake.accept(path, body);
        }
    }

    fn identity(
        &self,
        operation: &str,
        fresh: String,
        newest: &dyn Fn() -> Option<String>,
    ) -> String {
        match self.resource(operation) {
            Some(ResourceMistake::SameIdentity) => newest().unwrap_or(fresh),
            _ => fresh,
        }
    }

    fn is_repeated(
        &self,
        operation: &str,
        is_own_team: bool,
        earlier: &Creation,
        this: &Creation,
    ) -> bool {
        let is_same = earlier.operation == this.operation && earlier.key == this.key;
        match self.resource(operation) {
            Some(ResourceMistake::IgnoresKey) => false,
            Some(ResourceMistake::SharesKeys) => is_same,
            Some(ResourceMistake::DividesKeyByBody) => {
                is_own_team && is_same && earlier.body == this.body
            }
            _ => is_own_team && is_same,
        }
    }

    fn carries_out(&self, operation: &str) -> bool {
        self.resource(operation) != Some(&ResourceMistake::NotCarriedOut)
    }

    fn undoes_rejected(&self, operation: &str) -> bool {
        self.resource(operation) != Some(&ResourceMistake::KeepsRejected)
    }

    fn change(
        &self,
        change: &ChangedResource<'_>,
        stored: &mut Properties,
        shown: &mut Properties,
    ) -> Result<(), String> {
        if self.resource(change.operation) == Some(&ResourceMistake::ChangesFirstOnly)
            && change.index > 0
        {
            stored.clone_from(change.before);
            shown.clone_from(change.before);
        }
        let Some(mistake) = self.storage(change.operation) else { return Ok(()) };
        let repeats = || self.repeats(change.id, change.body);
        mistake.change(change, repeats, stored, shown)
    }

    fn handled(&self, request: &HandledRequest<'_>) {
        if let Some(mistake) = self.storage(request.operation()) {
            mistake.handled(request);
        }
        if self.resource(request.operation()) == Some(&ResourceMistake::DeletesAnother)
            && request.row().is_none()
        {
            request.remove_newest();
        }
    }

    fn finds(&self, operation: &str, condition: PathCondition<'_>, holds: bool) -> bool {
        holds || self.resource(operation).is_some_and(|mistake| mistake.ignores(condition))
    }

    fn read(&self, operation: &str, read: &mut Properties, initial: &dyn Fn() -> Properties) {
        if self.resource(operation) == Some(&ResourceMistake::ReadsInitial) {
            *read = initial();
        }
    }

    fn search(&self, operation: &str, search: &mut Search<'_>) {
        if let Some(mistake) = self.resource(operation) {
            mistake.search(search);
        }
    }

    fn found(&self, operation: &str, resources: &mut Vec<PositionedResource>) {
        if self.resource(operation) == Some(&ResourceMistake::ListsWithoutNewest) {
            resources.pop();
        }
    }

    fn compare(&self, operation: &str, pair: &ComparedPair<'_>, correct: Ordering) -> Ordering {
        let mistake = self.resource(operation);
        mistake.map_or(correct, |mistake| mistake.compare(pair, correct))
    }

    fn limit(&self, operation: &str, limit: usize) -> usize {
        match self.resource(operation) {
            Some(ResourceMistake::IgnoresLimit) => usize::MAX,
            Some(ResourceMistake::OneTooMany) => limit + 1,
            _ => limit,
        }
    }

    fn skipped(&self, operation: &str, skipped: Option<usize>, created: usize) -> Option<usize> {
        match self.resource(operation) {
            Some(mistake) => mistake.skipped(skipped, created),
            None => skipped,
        }
    }

    fn page(
        &self,
        operation: &str,
        chosen: Option<&str>,
        page: &mut [PositionedResource],
        sort: &dyn Fn(&mut [PositionedResource]),
    ) {
        let mistake = self.resource(operation);
        if mistake.and_then(|mistake| mistake.sorting(chosen)) == Some(SortMistake::EachPage) {
            sort(page);
        }
    }

    fn restarts(&self, operation: &str) -> bool {
        self.resource(operation) == Some(&ResourceMistake::Revives)
    }

    fn deliver(&self, subscription: &mut Subscription) {
        if let Inside::Delivery(mistake) = &self.mistake {
            mistake.change(subscription);
        }
    }
}
