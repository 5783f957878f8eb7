//! Lists of stored resources: the resources of a team, filtered, sorted and paginated.
//!
//! This module knows no property of a resource except those by which the contract filters and sorts.

use std::cmp::Ordering;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::DateTime;
use serde_json::Value;
use webdata_spec::model::{Direction, PaginationStyle, Sorting};

use crate::contract::errors::RequestError;
use crate::contract::operation::{Operation, Resource};
use crate::contract::schema::Properties;
use crate::contract::validation::validation_failure;
use crate::service::backend::Backend;
use crate::service::decisions::{ComparedPair, Decisions, Search};
use crate::service::jobs;
use crate::world::store::{PositionedResource, ResourceId};
use crate::world::teams::Team;

/// The page size if neither the request nor the contract states one.
const DEFAULT_PAGE_SIZE: usize = 100;

#[derive(Debug, Default)]
pub(crate) struct ListPage {
    /// The resources in their order; the oldest first if nothing defines an order.
    pub(crate) items: Vec<Properties>,
    /// The property of the response that leads to the next page, with its value.
    pub(crate) next: Option<(String, Value)>,
}

/// Returns the page that a query asks for, of the resources of a team, or of a parent that the path names.
///
/// # Errors
/// The error of a cursor that this server has not issued.
pub(crate) fn list(
    backend: &Backend,
    operation: &Operation,
    resource: &Resource,
    (team, parent): (&Team, Option<&ResourceId>),
    query: &Properties,
) -> Result<ListPage, RequestError> {
    let requested = |name: &String| query.get(name).or_else(|| operation.query_default(name));
    let filters = resource.filters.iter();
    let filters = filters.filter_map(|name| Some((name.as_str(), requested(name)?))).collect();
    let mut search = Search { team: Some(team), parent, filters };
    backend.decisions.search(&operation.id, &mut search);
    let Search { team, parent, filters } = search;
    let mut resources = backend.world.store.list(&resource.type_name, team, parent);
    if let Some(lifecycle) = jobs::lifecycle(&backend.contract, resource) {
        let now = backend.world.clock.now();
        for (_, properties) in &mut resources {
            jobs::settle(&backend.contract, lifecycle, properties, now);
        }
    }
    resources.retain(|(_, properties)| {
        filters.iter().all(|(name, value)| properties.get(*name) == Some(*value))
    });
    backend.decisions.found(&operation.id, &mut resources);
    page(backend, operation, resource, resources, query)
}

/// Returns the page of a list, or of the results of a job, that a query asks for.
///
/// # Errors
/// The error of a cursor that this server has not issued.
pub(crate) fn page(
    backend: &Backend,
    operation: &Operation,
    resource: &Resource,
    mut resources: Vec<PositionedResource>,
    query: &Properties,
) -> Result<ListPage, RequestError> {
    let requested = |name: &String| query.get(name).or_else(|| operation.query_default(name));
    let (id, decisions) = (&operation.id, &*backend.decisions);
    let sorter = Sorter { operation: id, decisions, sorting: operation.sorting(query) };
    let newest = resources.last().map_or(0, |(place, _)| *place);
    sorter.sort(&mut resources);
    let Some(pagination) = &operation.pagination else {
        let items = resources.into_iter().map(|(_, properties)| properties).collect();
        return Ok(ListPage { items, next: None });
    };
    let number = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
    let limit =
        pagination.limit.as_ref().and_then(requested).and_then(number).unwrap_or(DEFAULT_PAGE_SIZE);
    let limit = decisions.limit(id, limit.min(resource.max_listed));
    let mut created = 0;
    let skipped = match (pagination.style, query.get(&pagination.parameter)) {
        (PaginationStyle::Cursor, Some(text)) => {
            text.as_str().and_then(Cursor::decode).map(|cursor| {
                created = resources.iter().filter(|(place, _)| *place > cursor.newest).count();
                sorter.count_until(&resources, &cursor)
            })
        }
        (PaginationStyle::Page, Some(page)) => {
            Some(number(page).unwrap_or(1).saturating_sub(1).saturating_mul(limit))
        }
        (PaginationStyle::Offset, Some(offset)) => Some(number(offset).unwrap_or_default()),
        (_, None) => Some(0),
    };
    let skipped = decisions.skipped(id, skipped, created);
    let skipped = skipped.ok_or_else(|| unknown_cursor(backend, operation))?;
    let has_more = resources.len() > skipped.saturating_add(limit);
    let mut page: Vec<_> = resources.into_iter().skip(skipped).take(limit).collect();
    let last = page.last().filter(|_| has_more);
    let next = pagination.next.clone().map(|name| {
        let cursor =
            last.map(|(place, properties)| sorter.cursor(*place, properties, newest).encode());
        (name, cursor.map(Value::from).unwrap_or_default())
    });
    decisions.page(id, sorter.chosen(), &mut page, &|page| sorter.sort_by_contract(page));
    Ok(ListPage { items: page.into_iter().map(|(_, properties)| properties).collect(), next })
}

/// Returns the error of an unknown cursor. If the contract names none, the error is the usual validation failure.
fn unknown_cursor(backend: &Backend, operation: &Operation) -> RequestError {
    operation.unknown_cursor.as_ref().map_or_else(
        || validation_failure(&backend.contract, Vec::new()),
        |row| Arc::clone(row).into(),
    )
}

/// The order of a list.
struct Sorter<'s> {
    operation: &'s str,
    decisions: &'s dyn Decisions,
    /// The value of the sorting parameter, if there is one, and how the list is sorted.
    sorting: Option<(Option<&'s str>, Sorting)>,
}

impl Sorter<'_> {
    /// Sorts resources as the server's decisions say.
    fn sort(&self, all: &mut [PositionedResource]) {
        all.sort_by(|(place, properties), (other_place, other)| {
            self.compare((*place, self.value(properties)), (*other_place, self.value(other)))
        });
    }

    /// Sorts resources correctly, whatever the server's decisions say.
    fn sort_by_contract(&self, all: &mut [PositionedResource]) {
        all.sort_by(|(place, properties), (other_place, other)| {
            self.order((*place, self.value(properties)), (*other_place, self.value(other)))
        });
    }

    fn chosen(&self) -> Option<&str> {
        self.sorting.as_ref()?.0
    }

    /// Returns the number of resources in a sorted list that come before the page after a cursor.
    fn count_until(&self, all: &[PositionedResource], cursor: &Cursor) -> usize {
        let last = (cursor.place, cursor.value.as_ref());
        let is_before = |(place, properties): &&PositionedResource| {
            self.compare((*place, self.value(properties)), last) != Ordering::Greater
        };
        all.iter().take_while(is_before).count()
    }

    /// Returns the cursor of the page after a resource.
    fn cursor(&self, place: u64, properties: &Properties, newest: u64) -> Cursor {
        Cursor { value: self.value(properties).cloned(), place, newest }
    }

    fn value<'p>(&self, properties: &'p Properties) -> Option<&'p Value> {
        let (_, sorting) = self.sorting.as_ref()?;
        properties.get(&sorting.property).filter(|value| !value.is_null())
    }

    /// Compares two resources, by age and by the value that the list is sorted by, as the server's decisions say.
    fn compare(&self, left: (u64, Option<&Value>), right: (u64, Option<&Value>)) -> Ordering {
        let sorting = self.sorting.as_ref().map(|(_, sorting)| sorting);
        let pair = ComparedPair { chosen: self.chosen(), sorting, pair: [left, right] };
        self.decisions.compare(self.operation, &pair, self.order(left, right))
    }

    /// Compares two resources correctly. Resources without a value come last, and equal ones are ordered by age.
    fn order(&self, left: (u64, Option<&Value>), right: (u64, Option<&Value>)) -> Ordering {
        let by_age = left.0.cmp(&right.0);
        let Some((_, sorting)) = &self.sorting else { return by_age };
        let by_value = match (left.1, right.1) {
            (Some(left), Some(right)) => match sorting.direction {
                Direction::Ascending => compare_values(left, right),
                Direction::Descending => compare_values(left, right).reverse(),
            },
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => Ordering::Equal,
        };
        by_value.then(by_age)
    }
}

/// Compares two numbers, two date-times or two strings.
fn compare_values(left: &Value, right: &Value) -> Ordering {
    match (left, right) {
        (Value::String(left), Value::String(right)) => {
            let moment = |text: &str| DateTime::parse_from_rfc3339(text).ok();
            match (moment(left), moment(right)) {
                (Some(left), Some(right)) => left.cmp(&right),
                _ => left.cmp(right),
            }
        }
        _ => left.as_f64().unwrap_or_default().total_cmp(&right.as_f64().unwrap_or_default()),
    }
}

/// The resource after which a page begins. The resource may have been deleted since.
#[derive(Debug)]
struct Cursor {
    /// The value by which the list is sorted.
    value: Option<Value>,
    /// The position of the resource among all resources, by age.
    place: u64,
    /// The position of the newest resource when the cursor was issued.
    newest: u64,
}

impl Cursor {
    /// Decodes a cursor; `None` if the string is not a cursor.
    fn decode(text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (value, place, newest) = serde_json::from_slice(&bytes).ok()?;
        Some(Self { value, place, newest })
    }

    fn encode(&self) -> String {
        let Self { value, place, newest } = self;
        let bytes = serde_json::to_vec(&(value, place, newest)).unwrap_or_default();
        URL_SAFE_NO_PAD.encode(bytes)
    }
}
