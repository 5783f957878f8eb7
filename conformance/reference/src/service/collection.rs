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
use crate::faults::{ResourceMistake, SortMistake};
use crate::service::backend::Backend;
use crate::service::jobs;
use crate::world::store::ResourceId;
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

/// Returns the page of a team's resources that a query asks for, of those of a parent if the path names one.
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
    let mistake = backend.faults.on_resource(&operation.id);
    let ignored = match mistake {
        Some(ResourceMistake::IgnoresFilter(name)) => Some(name),
        _ => None,
    };
    let filter_names = resource.filters.iter().filter(|name| Some(*name) != ignored);
    let filters: Vec<_> = filter_names.filter_map(|name| Some((name, requested(name)?))).collect();
    let parent = parent.filter(|_| !matches!(mistake, Some(ResourceMistake::IgnoresParent(_))));
    let mut resources = backend.world.store.list(&resource.type_name, Some(team), parent);
    match mistake {
        Some(ResourceMistake::ListsForeign) => {
            resources = backend.world.store.list(&resource.type_name, None, parent);
        }
        Some(ResourceMistake::ListsWithoutNewest) => drop(resources.pop()),
        _ => {}
    }
    if let Some(lifecycle) = jobs::lifecycle(&backend.contract, resource) {
        let now = backend.world.clock.now();
        for (_, properties) in &mut resources {
            jobs::settle(&backend.contract, lifecycle, properties, now);
        }
    }
    resources.retain(|(_, properties)| {
        filters.iter().all(|(name, value)| properties.get(*name) == Some(*value))
    });
    if resources.is_empty() && mistake == Some(&ResourceMistake::RejectsEmptyList) {
        return Err(Arc::clone(&resource.unknown).into());
    }
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
    let mistake = backend.faults.on_resource(&operation.id);
    let sorter = Sorter::new(operation, query, mistake);
    let newest = resources.last().map_or(0, |(place, _)| *place);
    sorter.sort(&mut resources);
    let Some(pagination) = &operation.pagination else {
        let items = resources.into_iter().map(|(_, properties)| properties).collect();
        return Ok(ListPage { items, next: None });
    };
    let number = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
    let limit =
        pagination.limit.as_ref().and_then(requested).and_then(number).unwrap_or(DEFAULT_PAGE_SIZE);
    let limit = limit.min(resource.max_listed);
    let limit = match mistake {
        Some(ResourceMistake::IgnoresLimit) => usize::MAX,
        Some(ResourceMistake::OneTooMany) => limit + 1,
        _ => limit,
    };
    let place = query.get(&pagination.parameter);
    let place = place.filter(|_| mistake != Some(&ResourceMistake::IgnoresPage));
    let skipped = match (pagination.style, place) {
        (PaginationStyle::Cursor, Some(text)) => match text.as_str().and_then(Cursor::decode) {
            Some(cursor) => {
                let skipped = sorter.count_until(&resources, &cursor);
                let created = resources.iter().filter(|(place, _)| *place > cursor.newest).count();
                match mistake {
                    Some(ResourceMistake::RepeatsWhenCreated) => skipped.saturating_sub(created),
                    Some(ResourceMistake::SkipsWhenCreated) => skipped + created,
                    _ => skipped,
                }
            }
            None if mistake == Some(&ResourceMistake::TakesAnyCursor) => 0,
            None => return Err(unknown_cursor(backend, operation, mistake)),
        },
        (PaginationStyle::Page, Some(page)) => {
            number(page).unwrap_or(1).saturating_sub(1).saturating_mul(limit)
        }
        (PaginationStyle::Offset, Some(offset)) => number(offset).unwrap_or_default(),
        (_, None) => 0,
    };
    let skipped = match mistake {
        Some(ResourceMistake::RepeatsAtBorder) => skipped.saturating_sub(1),
        Some(ResourceMistake::SkipsAtBorder) if skipped > 0 => skipped + 1,
        _ => skipped,
    };
    let has_more = resources.len() > skipped.saturating_add(limit);
    let mut page: Vec<_> = resources.into_iter().skip(skipped).take(limit).collect();
    let last = page.last().filter(|_| has_more);
    let next = pagination.next.clone().map(|name| {
        let cursor =
            last.map(|(place, properties)| sorter.cursor(*place, properties, newest).encode());
        (name, cursor.map(Value::from).unwrap_or_default())
    });
    sorter.sort_page(&mut page);
    Ok(ListPage { items: page.into_iter().map(|(_, properties)| properties).collect(), next })
}

/// Returns the error of an unknown cursor. If the contract names no error for it, the request is malformed.
fn unknown_cursor(
    backend: &Backend,
    operation: &Operation,
    mistake: Option<&ResourceMistake>,
) -> RequestError {
    let named = operation.unknown_cursor.as_ref();
    let named = named.filter(|_| mistake != Some(&ResourceMistake::WrongCursorMalformed));
    named.map_or_else(
        || validation_failure(&backend.contract, Vec::new()),
        |row| Arc::clone(row).into(),
    )
}

/// A resource with its position among all resources, by age.
pub(crate) type PositionedResource = (u64, Properties);

/// Sorts a list.
struct Sorter {
    sorting: Option<Sorting>,
    mistake: Option<SortMistake>,
    is_newest_first: bool,
}

impl Sorter {
    fn new(operation: &Operation, query: &Properties, mistake: Option<&ResourceMistake>) -> Self {
        let sorting = operation.sorting(query);
        let sort_mistake = match (mistake, &sorting) {
            (Some(ResourceMistake::Sorts(of, order)), Some((chosen, _)))
                if of.as_deref() == *chosen =>
            {
                Some(*order)
            }
            _ => None,
        };
        Self {
            sorting: sorting.map(|(_, sorting)| sorting),
            mistake: sort_mistake,
            is_newest_first: mistake == Some(&ResourceMistake::NewestFirst),
        }
    }

    /// Sorts resources that are ordered by age, the oldest first.
    fn sort(&self, all: &mut [PositionedResource]) {
        all.sort_by(|(place, properties), (other_place, other)| {
            self.compare((*place, self.value(properties)), (*other_place, self.value(other)))
        });
    }

    /// Sorts a single page, in a server whose fault is to sort each page by itself.
    fn sort_page(&self, page: &mut [PositionedResource]) {
        if self.mistake == Some(SortMistake::EachPage) {
            let sorter =
                Self { sorting: self.sorting.clone(), mistake: None, is_newest_first: false };
            sorter.sort(page);
        }
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
        properties.get(&self.sorting.as_ref()?.property).filter(|value| !value.is_null())
    }

    fn compare(&self, left: (u64, Option<&Value>), right: (u64, Option<&Value>)) -> Ordering {
        let by_age = match self.is_newest_first {
            true => right.0.cmp(&left.0),
            false => left.0.cmp(&right.0),
        };
        let is_sorted = !matches!(self.mistake, Some(SortMistake::Never | SortMistake::EachPage));
        let Some(sorting) = self.sorting.as_ref().filter(|_| is_sorted) else { return by_age };
        let is_reversed = self.mistake == Some(SortMistake::Reversed);
        let by_value = match (left.1, right.1) {
            (Some(left), Some(right)) => {
                let as_text = self.mistake == Some(SortMistake::AsText);
                let by_value = if as_text {
                    left.to_string().cmp(&right.to_string())
                } else {
                    compare_values(left, right)
                };
                match (sorting.direction == Direction::Descending) != is_reversed {
                    true => by_value.reverse(),
                    false => by_value,
                }
            }
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
